import type { OrderChange } from "./order-change.ts"

/** Returns the net result of all changes after that moment: one of each kind, none that was taken back. */
export function netChanges(changes: readonly OrderChange[], afterMs: number): OrderChange[] {
  const net = new Map<string, OrderChange>()
  for (const change of changes.filter(({ seenAtMs }) => seenAtMs > afterMs)) {
    const about = change.kind === "restored" ? "cancelled" : change.kind
    const before = net.get(about)
    // The change is set again, so that the newest come last.
    net.delete(about)
    const isTakenBack = about === "cancelled" && before !== undefined && before.kind !== change.kind
    if (!isTakenBack) net.set(about, before ? { ...change, from: before.from } : change)
  }
  return [...net.values()].filter(({ from, to }) => from === "" || from !== to)
}

/** Returns `Quantity 3 instead of 2`. */
export function changeWords({ kind, from, to }: Pick<OrderChange, "kind" | "from" | "to">): string {
  switch (kind) {
    case "cancelled":
      return "Cancelled"
    case "restored":
      return "No longer cancelled"
    case "refunded":
      return `Refunded ${to}`.trim()
    case "quantity":
      return `Quantity ${to} instead of ${from}`
    case "size":
      return `${to || "No size"} instead of ${from || "no size"}`
    case "personalisation":
      return to === "" ? "Text removed" : `Text “${to}”${from === "" ? "" : ` instead of “${from}”`}`
    case "artwork":
      return `SKU ${to || "none"} instead of ${from || "none"}`
    case "address":
      return "New address"
  }
}

/** Returns a change in words without the buyer's text: for news, which outlive an order whose buyer is forgotten. */
export function changeNews(change: Pick<OrderChange, "kind" | "from" | "to">): string {
  return change.kind === "personalisation" ? "Other text" : changeWords(change)
}
