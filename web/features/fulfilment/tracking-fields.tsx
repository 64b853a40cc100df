import { type KeyboardEvent, useState } from "react"
import { MAX_TRACKING_LENGTH } from "../../../contract/limit.ts"
import type { Order } from "../../../contract/orders/order.ts"
import { Field, Input } from "../../components/ui/field.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { plainNumber, readTrackingLines } from "./tracking-lines.ts"

/** The number of orders with a field of their own; numbers of the others are pasted. */
const SHOWN = 100

type TrackingFieldsProps = {
  orders: readonly Order[]
  /** By the order's id. */
  numbers: Readonly<Record<string, string>>
  /** Called with the numbers that change. */
  onChange: (changed: Record<string, string>) => void
}

/** Edits the tracking numbers of orders, one by one, scanned one after the other, or pasted for all. */
export function TrackingFields({ orders, numbers, onChange }: TrackingFieldsProps) {
  const [pasted, setPasted] = useState("")
  const numbered = orders.filter(({ _id }) => (numbers[_id] ?? "") !== "").length

  function paste(text: string) {
    setPasted(text)
    const lines = new Map(readTrackingLines(text).map((line) => [line.orderNumber, line.trackingNumber]))
    onChange(
      Object.fromEntries(
        orders.flatMap(({ _id, orderNumber }) => {
          const number = lines.get(plainNumber(orderNumber))
          return number === undefined ? [] : [[_id, number.slice(0, MAX_TRACKING_LENGTH)] as const]
        }),
      ),
    )
  }

  return (
    <>
      {orders.length > 1 && (
        <Field
          label="Paste tracking numbers"
          hint={`One order per line: order number, then tracking number. ${numbered} of ${orders.length} orders have one.`}
        >
          <TextArea
            rows={3}
            spellCheck={false}
            value={pasted}
            className="font-mono"
            onChange={(event) => paste(event.target.value)}
          />
        </Field>
      )}
      <ul aria-label="Tracking numbers" className="grid gap-2">
        {orders.slice(0, SHOWN).map(({ _id, orderNumber, buyerInfo }) => (
          <li key={_id} className="grid grid-cols-[1fr_1fr] items-center gap-3 text-sm">
            <span className="min-w-0 truncate">
              <b className="font-[600] tabular-nums">{orderNumber}</b> {buyerInfo.name}
            </span>
            <Field label={`Tracking number of order ${orderNumber}`} hidesLabel>
              <Input
                value={numbers[_id] ?? ""}
                maxLength={MAX_TRACKING_LENGTH}
                placeholder="No tracking number"
                onChange={(event) => onChange({ [_id]: event.target.value })}
                onKeyDown={focusNextOnEnter}
              />
            </Field>
          </li>
        ))}
      </ul>
      {orders.length > SHOWN && <p className="text-sm text-ink-2">and {orders.length - SHOWN} more</p>}
    </>
  )
}

/**
 * Leads Enter, with which scanners end a number, to the next order's field. The last one is kept, and what is scanned
 * there once more replaces it: a scan sends nothing.
 */
function focusNextOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== "Enter" || event.nativeEvent.isComposing) return
  event.preventDefault()
  const fields = [...(event.currentTarget.closest("ul")?.querySelectorAll("input") ?? [])]
  const next = fields[fields.indexOf(event.currentTarget) + 1] ?? event.currentTarget
  next.focus()
  next.select()
}
