import type { Order } from "../../../contract/orders/order.ts"
import type { Fulfilled } from "../../../contract/orders/shipment.ts"
import { plural } from "../../lib/format.ts"

/** Returns `3 orders marked as pressed. 31: not all of it is printed yet.` */
export function doneWords(outcomes: readonly Fulfilled[], what: string): string {
  const done = outcomes.filter(({ problem }) => problem === null).length
  const open = outcomes.find(({ problem }) => problem !== null)
  const rest = outcomes.length - done
  const why = open
    ? ` ${plural(rest, "other is", "others are")} not: ${open.orderNumber}: ${open.problem}`
    : ""
  return `${plural(done, "order")} ${what}.${why}`
}

/** Returns the step after printing that can be undone; a shipment that a marketplace knows of cannot. */
export function stepToTakeBack({
  pressedAt,
  shippedAt,
  shipment,
}: Pick<Order, "pressedAt" | "shippedAt" | "shipment">): "pressed" | "shipped" | null {
  if (shipment !== null && ["sending", "sent", "unsure"].includes(shipment.state)) return null
  if (shippedAt !== null) return "shipped"
  return pressedAt === null ? null : "pressed"
}

/** Returns an order's state after its print; null before that. */
export function fulfilmentWords({
  pressedAt,
  shippedAt,
  shipment,
}: Pick<Order, "pressedAt" | "shippedAt" | "shipment">): { words: string; isTrouble: boolean } | null {
  if (shipment?.state === "failed") return { words: "Store not notified", isTrouble: true }
  if (shipment?.state === "unsure") return { words: "Store maybe notified", isTrouble: true }
  if (shippedAt !== null) {
    const isOnItsWay = shipment?.state === "waiting" || shipment?.state === "sending"
    return { words: isOnItsWay ? "Shipped, notifying the store" : "Shipped", isTrouble: false }
  }
  return pressedAt === null ? null : { words: "Pressed", isTrouble: false }
}
