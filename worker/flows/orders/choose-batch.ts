import type { Id } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import type { LeftCounts, SkippedItem, SkipReason } from "../../../contract/orders/order-batch.ts"

/** The properties of an order item that a choice needs. */
export type BatchItem = {
  id: Id
  orderId: Id
  orderNumber: string
  title: string
  quantity: number
  isCancelled: boolean
  status: "Pending" | "In Draft" | "Completed"
  matchedImage: { id: Id; status: string } | null
  matchedSize: object | null
  ruleKey: string | null
  read: { reading: "certain" | "doubtful" | "none"; hasNoPlace: boolean }
  waitsForProof: boolean
  prints: readonly { id: Id; status: string }[]
}

/** The items for one print, and those left out. Items that are printed are in neither. */
export type BatchChoice<Item> = { chosen: Item[]; orders: number; copies: number; skipped: SkippedItem[] }

export function emptyBatch<Item>(): BatchChoice<Item> {
  return { chosen: [], orders: 0, copies: 0, skipped: [] }
}

/**
 * Chooses among the items of further orders, the first to ship first, and adds to the choice. The
 * printable items of an order go into one print or wait for the next; a smaller later order may still
 * fit.
 */
export function chooseBatch<Item extends BatchItem>(
  choice: BatchChoice<Item>,
  orders: readonly { isDated: boolean; items: readonly Item[] }[],
): void {
  for (const { isDated, items: sold } of orders) {
    // Cancelled items need no action, so they are not reported.
    const items = sold.filter(({ isCancelled }) => !isCancelled)
    const reasons = new Map(items.map((item) => [item, reasonOf(item, isDated)]))
    const ready = items.filter((item) => item.status !== "Completed" && reasons.get(item) === null)
    const copies = ready.reduce((sum, { quantity }) => sum + quantity, 0)
    const isFull =
      choice.chosen.length + ready.length > MAX_PRINT_ITEMS || choice.copies + copies > MAX_PRINT_COPIES
    for (const item of items) {
      const reason = reasons.get(item) ?? (isFull ? "full" : null)
      if (item.status !== "Completed" && reason !== null) choice.skipped.push(skipped(item, reason))
    }
    if (isFull || ready.length === 0) continue
    choice.chosen.push(...ready)
    choice.copies += copies
    choice.orders += 1
  }
}

/** Counts left-out items by their reasons. */
export function countLeft(skipped: readonly SkippedItem[]): LeftCounts {
  const left: LeftCounts = {}
  for (const { reason } of skipped) left[reason] = (left[reason] ?? 0) + 1
  return left
}

/** Returns why an item cannot be printed now; null if nothing prevents it. */
function reasonOf(item: BatchItem, isDated: boolean): SkipReason | null {
  if (item.prints.length > 0) return "in-print"
  if (!isDated) return "no-date"
  if (item.matchedImage === null || item.matchedImage.status === "Failed" || item.matchedSize === null)
    return "unmatched"
  if (item.read.hasNoPlace) return "no-place"
  if (item.read.reading === "doubtful") return "doubtful"
  return item.waitsForProof ? "unapproved" : null
}

function skipped(item: BatchItem, reason: SkipReason): SkippedItem {
  const { id, orderNumber, title, prints, matchedImage, ruleKey } = item
  const printId = prints[0]?.id ?? null
  const imageId = matchedImage?.id ?? null
  return { orderItemId: id, reason, orderNumber, title, printId, imageId, ruleKey: ruleKey ?? "" }
}
