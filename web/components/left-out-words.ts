import { NO_PLACE_SENTENCE } from "../../contract/orders/item-reading.ts"
import type { LeftCounts, SkippedItem, SkipReason } from "../../contract/orders/order-batch.ts"

/** The reasons why items are left out, each with its remedy. */
export const skipWords: Record<SkipReason, { reason: string; remedy: string }> = {
  unmatched: { reason: "No artwork or size", remedy: "Choose artwork and sizes" },
  doubtful: { reason: "Text to check", remedy: "Check the texts" },
  "no-place": { reason: NO_PLACE_SENTENCE, remedy: "See the texts" },
  unapproved: { reason: "Not approved by the buyer", remedy: "See the orders" },
  "no-date": { reason: "No ship-by date", remedy: "Include all pending orders" },
  full: { reason: "The print is full", remedy: "They go into the next batch." },
  "in-print": { reason: "Already in a print", remedy: "Open the print" },
}
const inOrder = Object.keys(skipWords) as SkipReason[]

/** The items of one reason, of which there may be more than are listed. */
export type SkippedGroup = { reason: SkipReason; count: number; items: SkippedItem[] }

/**
 * Groups the skipped items by reason; what a person can fix comes first. `left` counts those that are not
 * listed, too.
 */
export function groupSkipped(skipped: readonly SkippedItem[], left: LeftCounts = {}): SkippedGroup[] {
  return inOrder
    .map((reason) => ({ reason, items: skipped.filter((item) => item.reason === reason) }))
    .filter(({ items }) => items.length > 0)
    .map(({ reason, items }) => ({ reason, items, count: left[reason] ?? items.length }))
}
