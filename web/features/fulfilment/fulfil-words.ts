import type { Order, OrderListQuery } from "../../../contract/orders/order.ts"
import type { OrderStep, OrderStepFilter } from "../../../contract/orders/order-step.ts"
import type { Fulfilled } from "../../../contract/orders/shipment.ts"
import { stepWords } from "../../../contract/orders/step-words.ts"
import { plural } from "../../lib/format.ts"

/** The words for orders that came to a step or back from it, and for those that did not. */
export const stepDone = {
  pressed: { done: "marked as pressed", not: "not marked as pressed" },
  shipped: { done: "marked as shipped", not: "not marked as shipped" },
  pressedBack: { done: "no longer marked as pressed", not: "still marked as pressed" },
  shippedBack: { done: "no longer marked as shipped", not: "still marked as shipped" },
  filmBack: { done: "taken off film", not: "still on film" },
  anyBack: { done: "taken back by a step", not: "not taken back" },
} as const

/** Returns `3 orders marked as pressed.`, and `31 orders are not marked as pressed. 1001: Not printed yet.` */
export function doneWords(
  outcomes: readonly Fulfilled[],
  { done, not }: { done: string; not: string },
): { good: string; bad: string } {
  const open = outcomes.flatMap(({ orderNumber, problem }) =>
    problem === null ? [] : [`${orderNumber}: ${problem}`],
  )
  const count = outcomes.length - open.length
  return {
    good: count === 0 ? "" : `${plural(count, "order")} ${done}.`,
    bad: open.length === 0 ? "" : `${plural(open.length, "order is", "orders are")} ${not}. ${open[0]}`,
  }
}

/** Returns whether a marketplace knows that an order is shipped, or may know: that is never undone. */
export function isTold({ shipment }: Pick<Order, "shipment">): boolean {
  return shipment !== null && ["sending", "sent", "unsure"].includes(shipment.state)
}

/**
 * Returns the last step that can be undone: a shipment that no marketplace knows of, else pressed, else
 * what only a draft has on its film. What is printed stays printed.
 */
export function stepToTakeBack(
  order: Pick<Order, "step" | "pressedAt" | "shippedAt" | "shipment" | "orderItems">,
): "shipped" | "pressed" | "film" | null {
  if (isTold(order)) return null
  if (order.shippedAt !== null) return "shipped"
  if (order.pressedAt !== null) return "pressed"
  return order.step === "to-do" && isInDraft(order) ? "film" : null
}

function isInDraft({ orderItems }: Pick<Order, "orderItems">): boolean {
  return orderItems.some(({ prints }) => prints.some(({ status }) => status === "In Draft"))
}

/** Returns an order's step and its word; null if it was cancelled. */
export function stepOf({
  step,
  status,
}: Pick<Order, "step" | "status">): { step: OrderStep; words: string; isPartly: boolean } | null {
  if (step === null) return null
  const isPartly = step === "to-do" && status === "Partially Completed"
  return { step, isPartly, words: isPartly ? "Partly on film" : stepWords[step] }
}

/** Returns the step whose chip is picked; the filters of before the steps pick theirs, too. */
export function pickedStep({
  step,
  fulfilment,
}: Pick<OrderListQuery, "step" | "fulfilment">): OrderStepFilter | null {
  if (step !== undefined) return step
  if (fulfilment === "to-press") return "on-film"
  return fulfilment === "to-ship" ? "pressed" : null
}

/** Returns what is known of an order's parcel and of its store's notice; null if there is nothing. */
export function parcelWords({
  shipment,
}: Pick<Order, "shipment">): { words: string; isTrouble: boolean } | null {
  if (shipment === null) return null
  const { state, message, carrier, trackingNumber } = shipment
  if (state === "failed" || state === "unsure") {
    const words = state === "failed" ? "Store not notified" : "Store maybe notified"
    return { words: message === null ? words : `${words}: ${message}`, isTrouble: true }
  }
  const isOnItsWay = state === "waiting" || state === "sending"
  const parcel = [carrier, trackingNumber].filter(Boolean).join(" ")
  const words = [isOnItsWay && "notifying the store", parcel].filter(Boolean).join(", ")
  return words === "" ? null : { words, isTrouble: false }
}
