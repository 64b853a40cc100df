import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import { formatCount, plural } from "../../lib/format.ts"

/** The spans that a batch is offered for; "" means whenever it ships. */
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

/** `Processing it costs 31 credits. You have 50.` */
export function creditWords(credits: number, available: number): string {
  const short = credits > available ? `: ${plural(credits - available, "credit")} short` : ""
  return `Processing it costs ${plural(credits, "credit")}. You have ${formatCount(available)}${short}.`
}
