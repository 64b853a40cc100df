import { NO_PLACE_SENTENCE } from "../../contract/orders/item-reading.ts"
import type { SkippedItem, SkipReason } from "../../contract/orders/order-batch.ts"

/** Why items are left out, and what mends it. */
export const skipWords: Record<SkipReason, { reason: string; remedy: string }> = {
  unmatched: { reason: "No artwork or size", remedy: "Choose artwork and sizes" },
  doubtful: { reason: "Text to check", remedy: "Check the texts" },
  "no-place": { reason: NO_PLACE_SENTENCE, remedy: "See the texts" },
  "no-date": { reason: "No ship date", remedy: "Include all pending orders" },
  full: { reason: "The print is full", remedy: "They go into the next batch." },
  "in-print": { reason: "Already in a print", remedy: "Open the print" },
}
const inOrder = Object.keys(skipWords) as SkipReason[]

export type SkippedGroup = { reason: SkipReason; items: SkippedItem[] }

/** What is left out by its reason: what a person can mend first. */
export function groupSkipped(skipped: readonly SkippedItem[]): SkippedGroup[] {
  return inOrder
    .map((reason) => ({ reason, items: skipped.filter((item) => item.reason === reason) }))
    .filter(({ items }) => items.length > 0)
}
