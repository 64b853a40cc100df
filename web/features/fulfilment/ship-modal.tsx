import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { z } from "zod"
import { dayOf } from "../../../contract/day.ts"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { MAX_CARRIER_LENGTH } from "../../../contract/limit.ts"
import { carriers } from "../../../contract/orders/carrier.ts"
import type { Order } from "../../../contract/orders/order.ts"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { useKeptState } from "../../lib/kept-state.ts"
import { toastError, toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { allIntegrationsOptions, connectIntegration } from "../integrations/integration-calls.ts"
import { ordersOfPrintOptions, shipOrders, unshipOrders } from "./fulfil-calls.ts"
import { doneWords, stepDone } from "./fulfil-words.ts"
import { keptParcels, type Parcel } from "./kept-parcels.ts"
import { TrackingFields } from "./tracking-fields.tsx"

const OTHER = "other"
const carrierOptions = [
  { value: "", label: "No carrier" },
  ...carriers.map(({ name }) => ({ value: name, label: name })),
  { value: OTHER, label: "Other" },
]

const ticksSchema = z.object({ tells: z.boolean(), isAgain: z.boolean() })

type ShipModalProps = { orders: readonly Order[]; onClose: () => void; onDone: () => void }

/**
 * Takes carrier and numbers of several orders, and whether to notify their marketplaces, which e-mail the
 * buyers. What is typed is kept until it is sent or the day is over; what an order has stays unless something else
 * is said.
 */
export function ShipModal({ orders, onClose, onDone }: ShipModalProps) {
  const { user } = useAuth()
  const [ticks, setTicks] = useKeptState(`sheetsmith.shipping.${user._id}`, ticksSchema, {
    tells: false,
    isAgain: false,
  })
  const { tells, isAgain } = ticks
  const kept = keptParcels(user._id, dayOf(Date.now(), user.timeZone))
  const [form, setForm] = useState(() => formOf(kept.read(), orders))
  const { chosen, named } = form
  const known = orders.flatMap(({ _id, shipment }) => (shipment ? [[_id, shipment.trackingNumber]] : []))
  const numbers: Record<string, string> = { ...Object.fromEntries(known), ...form.numbers }
  const shops = useQuery(allIntegrationsOptions()).data?.data ?? []
  const shopOf = (order: Order) => shops.find(({ _id }) => _id === order.integrationId._id)
  const open = orders.filter(({ isCancelled }) => !isCancelled)
  const tellable = open.filter((order) => shopOf(order)?.mayShip)
  const locked = shops.filter(
    (shop) =>
      !shop.mayShip && shop.session !== null && open.some((order) => order.integrationId._id === shop._id),
  )
  const alreadyNotified = tellable.filter(
    ({ shipment }) => shipment?.state === "sent" || shipment?.state === "unsure",
  )
  const unprinted = open.filter(({ status }) => status !== "Completed").length
  const set = (change: Partial<typeof form>) => {
    const next = { ...form, ...change }
    setForm(next)
    const parcels = open.map(({ _id }) => [
      _id,
      { chosen: next.chosen, named: next.named, number: next.numbers[_id] },
    ])
    kept.change(Object.fromEntries(parcels))
  }
  const ship = useMutation({
    mutationFn: () =>
      shipOrders(
        open.map((order) => ({
          orderId: order._id,
          carrier: (chosen === OTHER ? named : chosen) || (order.shipment?.carrier ?? ""),
          trackingNumber: numbers[order._id] ?? "",
          tellMarketplace: tells && shopOf(order)?.mayShip === true,
          isAgain: tells && isAgain && alreadyNotified.includes(order),
        })),
      ),
    onSuccess: (outcomes) => {
      const done = outcomes.filter(({ problem }) => problem === null)
      kept.change(Object.fromEntries(done.map(({ orderId }) => [orderId, null])))
      const isNew = (id: string) => open.some(({ _id, shippedAt }) => _id === id && shippedAt === null)
      const noted = done.filter(({ orderId, shipment }) => shipment?.state === "noted" && isNew(orderId))
      // What a marketplace is told cannot be undone, and what was shipped before stays so.
      const isUndone = noted.length === done.length
      const undo = () => unshipOrders(noted.map(({ orderId }) => orderId))
      const { good, bad } = doneWords(outcomes, stepDone.shipped)
      if (bad !== "") toastError(bad)
      if (good === "") return
      if (isUndone) toastUndo(good, undo)
      else toastSuccess(good)
      onDone()
    },
  })

  return (
    <ConfirmModal
      onClose={onClose}
      size="md"
      title={`Mark ${plural(open.length, "order")} as shipped?`}
      description={
        tells
          ? "Their marketplaces are notified now and e-mail each buyer. This cannot be undone."
          : "Saved in Sheetsmith only: no marketplace and no buyer is notified."
      }
      verb={tells ? `Mark as shipped and notify ${plural(tellable.length, "buyer")}` : "Mark as shipped"}
      isDisabled={open.length === 0}
      isWorking={ship.isPending}
      onConfirm={() => ship.mutate()}
    >
      <div className="grid gap-4 pb-1">
        {unprinted > 0 && (
          <Notice tone="warn">{plural(unprinted, "order is", "orders are")} not fully printed yet.</Notice>
        )}
        <Field label="Carrier">
          <Select
            value={chosen}
            onValueChange={(carrier) => set({ chosen: carrier })}
            options={carrierOptions}
          />
        </Field>
        {chosen === OTHER && (
          <Field label="Carrier name">
            <Input
              value={named}
              maxLength={MAX_CARRIER_LENGTH}
              onChange={(event) => set({ named: event.target.value })}
            />
          </Field>
        )}
        <TrackingFields
          orders={open}
          numbers={numbers}
          onChange={(typed) => set({ numbers: { ...form.numbers, ...typed } })}
        />
        {tellable.length > 0 && (
          <Ticked
            checked={tells}
            onChange={(isOn) => setTicks({ ...ticks, tells: isOn })}
            words={`Notify ${vendorsOf(tellable)}, which e-mails ${plural(tellable.length, "buyer")}`}
          />
        )}
        {tells && alreadyNotified.length > 0 && (
          <Ticked
            checked={isAgain}
            onChange={(isOn) => setTicks({ ...ticks, isAgain: isOn })}
            words={`Notify again for ${plural(alreadyNotified.length, "order")} already sent: buyers get another e-mail`}
          />
        )}
        {locked.map((shop) => (
          <AllowNotice key={shop._id} shop={shop} />
        ))}
      </div>
    </ConfirmModal>
  )
}

/** Returns the form for orders, with what was typed of them earlier; the first order's carrier is that of all. */
function formOf(parcels: Readonly<Record<string, Parcel>>, orders: readonly Order[]) {
  const typed = orders.flatMap(({ _id }) => (parcels[_id] ? [{ _id, ...parcels[_id] }] : []))
  const [{ chosen, named } = { chosen: "", named: "" }] = typed
  const numbers = typed.flatMap(({ _id, number }) => (number === undefined ? [] : [[_id, number] as const]))
  return { chosen, named, numbers: Object.fromEntries(numbers) as Record<string, string> }
}

/** Asks for the tracking numbers of a print's orders that are not shipped yet. */
export function ShipPrint({ printId, onClose }: { printId: string; onClose: () => void }) {
  const orders = useQuery(ordersOfPrintOptions(printId)).data
  if (!orders) return null
  const waiting = orders.filter(({ isCancelled, shippedAt }) => !isCancelled && shippedAt === null)
  return <ShipModal orders={waiting} onClose={onClose} onDone={onClose} />
}

/** Asks for permission to notify a shop; nothing else asks, so that it is asked for only when needed. */
function AllowNotice({ shop }: { shop: Integration }) {
  return (
    <Notice
      tone="busy"
      action={
        <button
          type="button"
          className="touch font-[600] whitespace-nowrap underline underline-offset-3"
          onClick={() => void connectIntegration(shop._id, true)}
        >
          Allow it
        </button>
      }
    >
      {shop.name}: allow Sheetsmith to mark orders as shipped, and it can notify {shop.type} for you.
    </Notice>
  )
}

type TickedProps = { checked: boolean; onChange: (checked: boolean) => void; words: string }

function Ticked({ checked, onChange, words }: TickedProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: its control is the checkbox, a button
    <label className="flex cursor-pointer items-start gap-3 text-sm">
      <Checkbox label={words} checked={checked} onCheckedChange={onChange} />
      <span>{words}</span>
    </label>
  )
}

function vendorsOf(orders: readonly Order[]): string {
  return [...new Set(orders.map(({ integrationId }) => integrationId.type))].join(" and ")
}
