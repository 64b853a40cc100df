import { CSV_TOO_LONG, MAX_CSV_LINES, MAX_ORDER_ITEMS } from "../../../contract/limit.ts"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import type { ReviewItem } from "../prints/review-draft.ts"

/** Says why so many orders are too much for one file, though each has one item alone; null if they may fit. */
export function csvProblem(lines: number): string | null {
  return lines < MAX_CSV_LINES ? null : CSV_TOO_LONG
}

/** Returns whether so many orders may have more items than a file has lines, though they are fewer themselves. */
export function mayBeLong(orders: number): boolean {
  return orders * MAX_ORDER_ITEMS >= MAX_CSV_LINES && orders < MAX_CSV_LINES
}

const regionNames = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })

/**
 * Returns the address in one line with its country once, as a name or as a code, and without the name that
 * marketplaces begin it with, which stands beside it.
 */
export function addressLine({ name, address, country }: Order["buyerInfo"]): string {
  const lines = address.split(/\s*[\n,]\s*/).filter(Boolean)
  const line = (lines[0] === name ? lines.slice(1) : lines).join(", ")
  const countryName = /^[A-Z]{2}$/.test(country) ? regionNames.of(country) : undefined
  const isSaid = [country, countryName].some((one) => one !== undefined && line.endsWith(one))
  return isSaid ? line : [line, country].filter(Boolean).join(", ")
}

/** Returns whether an item is in a print, or printed: printing it again needs a question. */
export function isInPrint(item: Pick<OrderItem, "prints" | "status">): boolean {
  return item.prints.length > 0 || item.status === "Completed"
}

/** Returns whether an item is already on film, not only planned. */
export function isPrinted(item: Pick<OrderItem, "prints" | "status">): boolean {
  return item.status === "Completed" || item.prints.some(({ status }) => status === "Completed")
}

/** Returns whether an item lacks its artwork or size; a printed one needs neither any more. */
export function isUnmatched(item: OrderItem): boolean {
  return (
    item.status !== "Completed" &&
    !item.isCancelled &&
    (item.match.imageId === null || item.match.sizeId === null)
  )
}

/**
 * Groups unmatched items that one choice settles, the largest group first. A missing image is chosen for the
 * SKU, or for listing and variation without one; a missing size also for its text.
 */
export function groupUnmatched(orders: readonly Order[]): OrderItem[][] {
  const waiting = orders
    .filter((order) => !order.isCancelled)
    .flatMap((order) => order.orderItems.filter(isUnmatched))
  const groups = Map.groupBy(waiting, ({ sku, title, variation, size, match }) =>
    JSON.stringify([
      sku || [title, variation],
      match.imageId?._id ?? null,
      match.sizeId === null ? size : null,
    ]),
  )
  return [...groups.values()].sort((a, b) => b.length - a.length)
}

/** The selection: whole orders or single items, never both. */
export type Picked = { orderIds: readonly string[]; itemIds: readonly string[] }

/** Returns the items of a selection; cancelled ones are never printed. */
export function itemsOf(orders: readonly Order[], { orderIds, itemIds }: Picked): OrderItem[] {
  return orders
    .filter((order) => !order.isCancelled)
    .flatMap((order) =>
      order.orderItems.filter(
        (item) => !item.isCancelled && (orderIds.includes(order._id) || itemIds.includes(item._id)),
      ),
    )
}

/** Returns whether an item is still to be put on film: it is not, and its order is still to do. */
export function isToFilm(orders: readonly Order[]): (item: OrderItem) => boolean {
  const toDo = new Set(orders.flatMap(({ _id, step }) => (step === "to-do" ? [_id] : [])))
  return ({ orderId, status }) => toDo.has(orderId) && status !== "Completed"
}

/** Returns an order item as the review shows it. */
export function reviewItemOf(order: Order, item: OrderItem): ReviewItem {
  return {
    _id: item._id,
    item,
    shipBy: order.shipBy,
    reference: order.buyerInfo.name,
    quantity: item.quantity,
    isAgain: isInPrint(item),
  }
}

/** Returns whether the marketplace changed an order or its items. */
export function hasChanges({ changes, orderItems }: Order): boolean {
  return changes.length > 0 || orderItems.some((item) => item.changes.length > 0)
}

/** Returns whether there is a change that the seller has not marked as seen. */
export function isNewlyChanged({ changes, changesSeenAt, orderItems }: Order): boolean {
  const seenMs = changesSeenAt === null ? 0 : Date.parse(changesSeenAt)
  return [...changes, ...orderItems.flatMap((item) => item.changes)].some(({ seenAtMs }) => seenAtMs > seenMs)
}
