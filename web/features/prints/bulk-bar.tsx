import { Trash2, X } from "lucide-react"
import { type FormEvent, useState } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { acceptQuantity } from "../../components/ui/accept-quantity.ts"
import { Button } from "../../components/ui/button.tsx"
import { Input } from "../../components/ui/field.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { SizePicker } from "../sizes/size-picker.tsx"
import type { DraftItem } from "./print-draft.ts"

type BulkBarProps = {
  /** The ticked rows. */
  items: readonly DraftItem[]
  sizes: readonly Size[]
  onSize: (size: Size) => void
  onQuantity: (quantity: number) => void
  onRemove: () => void
  onClear: () => void
}

/** Sets one size or quantity for all ticked rows. It stays visible while the rows scroll. */
export function BulkBar({ items, sizes, onSize, onQuantity, onRemove, onClear }: BulkBarProps) {
  const rows = plural(items.length, "row")
  return (
    <section
      aria-label="Selected rows"
      className="sticky top-14 z-20 mt-2 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-raised px-3 py-2 shadow-float"
    >
      <span role="status" className="mr-auto text-sm font-[600] whitespace-nowrap tabular-nums">
        {formatCount(items.length)} selected
      </span>
      <SizePicker
        label={`Size of ${rows}`}
        chosen={commonSize(items)}
        placeholder={texts.selectSize}
        sizes={sizes}
        onPick={onSize}
        isQuiet
        size="sm"
        className="min-w-0 flex-1 basis-36 md:max-w-44"
      />
      <QuantityForAll
        key={commonOf(items.map(({ quantity }) => quantity)) ?? "several"}
        common={commonOf(items.map(({ quantity }) => quantity))}
        label={`Quantity of ${rows}`}
        onQuantity={onQuantity}
      />
      <div className="flex">
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${rows}`}
          title="Remove"
          onClick={onRemove}
        >
          <Trash2 />
        </Button>
        <Button variant="ghost" size="icon-sm" aria-label="Clear selection" onClick={onClear}>
          <X />
        </Button>
      </div>
    </section>
  )
}

type QuantityForAllProps = { common: number | null; label: string; onQuantity: (quantity: number) => void }

/**
 * Sets the quantity on Enter or by the button; a stepper would count from a number that only some rows have.
 */
function QuantityForAll({ common, label, onQuantity }: QuantityForAllProps) {
  const [text, setText] = useState(common === null ? "" : String(common))
  const quantity = acceptQuantity(text, 1, MAX_PRINT_COPIES)
  function set(event: FormEvent) {
    event.preventDefault()
    if (quantity !== null) onQuantity(quantity)
  }
  return (
    <form onSubmit={set} className="flex items-center gap-1.5">
      <Input
        aria-label={label}
        placeholder="Qty"
        inputMode="numeric"
        autoComplete="off"
        isQuiet
        value={text}
        onChange={(event) => setText(event.target.value)}
        onFocus={(event) => event.target.select()}
        className="w-16 [&_input]:h-8 coarse:[&_input]:h-11"
      />
      <Button type="submit" size="sm" disabled={quantity === null || quantity === common}>
        Set quantity
      </Button>
    </form>
  )
}

function commonSize(items: readonly DraftItem[]): DraftItem["size"] {
  return commonOf(items.map(({ size }) => size?._id ?? "")) === null ? null : (items[0]?.size ?? null)
}

/** Returns the value that all of them share, or null. */
function commonOf<Value>(values: readonly Value[]): Value | null {
  return values.every((value) => value === values[0]) ? (values[0] ?? null) : null
}
