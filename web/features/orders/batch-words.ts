import type { OrderBatchReply, SkippedItem, SkipReason } from "../../../contract/order-batch.ts"
import { plural } from "../../lib/format.ts"

/** The spans that a batch is offered for; "" is whenever it ships. */
export const batchSpans = [
  { value: "1", label: "Today and late" },
  { value: "3", label: "Within 3 days" },
  { value: "7", label: "Within 7 days" },
  { value: "", label: "All pending orders" },
] as const

/** `24 items of 18 orders, 31 copies` */
export function batchWords({ items, orders, copies }: OrderBatchReply): string {
  if (items === 0) return "Nothing is ready to be printed."
  return `${plural(items, "item")} of ${plural(orders, "order")}, ${plural(copies, "copy", "copies")}.`
}

/** Why items are left out, and what mends it. */
export const skipWords: Record<SkipReason, { reason: string; remedy: string }> = {
  unmatched: { reason: "No artwork or size", remedy: "Choose artwork and sizes" },
  doubtful: { reason: "Text to check", remedy: "Check the texts" },
  "no-date": { reason: "No day to ship by", remedy: "Include all pending orders" },
  full: { reason: "The print is full", remedy: "The next batch takes them." },
  "in-print": { reason: "In a print already", remedy: "Open the print" },
}
const inOrder = Object.keys(skipWords) as SkipReason[]

export type SkippedGroup = { reason: SkipReason; items: SkippedItem[] }

/** What is left out by its reason: what a person can mend first. */
export function groupSkipped(skipped: readonly SkippedItem[]): SkippedGroup[] {
  return inOrder
    .map((reason) => ({ reason, items: skipped.filter((item) => item.reason === reason) }))
    .filter(({ items }) => items.length > 0)
}
