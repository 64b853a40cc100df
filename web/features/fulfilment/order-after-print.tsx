import type { Order } from "../../../contract/orders/order.ts"
import { fulfilmentWords } from "./fulfil-words.ts"

/** Shows an order's state after its print, below its status. */
export function OrderAfterPrint({ order }: { order: Order }) {
  const fulfilment = fulfilmentWords(order)
  if (fulfilment === null) return null
  const { shipment } = order
  const parcel = [shipment?.carrier, shipment?.trackingNumber].filter(Boolean).join(" ")
  return (
    <span
      className={`block w-full truncate text-xs ${fulfilment.isTrouble ? "text-bad-ink" : "text-ink-2"}`}
      title={shipment?.message ?? (parcel === "" ? undefined : parcel)}
    >
      {fulfilment.words}
      {shipment?.message ? `: ${shipment.message}` : parcel === "" ? "" : `, ${parcel}`}
    </span>
  )
}
