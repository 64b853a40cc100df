import { type SkipReason, skipReasons } from "../../../contract/orders/order-batch.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import type { AutopilotRunRow, RunReport } from "../../data/autopilots/autopilot-run-rows.ts"
import type { IntegrationRow } from "../../data/integrations/integration-rows.ts"

/** The words for left-out items by reason, for one and for several. */
const leftBecause: Record<SkipReason, [one: string, several: string]> = {
  unmatched: ["item has no artwork or size", "items have no artwork or size"],
  doubtful: ["item has text to check", "items have text to check"],
  "no-place": [
    "item has text, but its artwork has no place for it",
    "items have text, but their artwork has no place for it",
  ],
  unapproved: ["item waits for its buyer’s approval", "items wait for their buyers’ approval"],
  "no-date": ["item has no ship-by date", "items have no ship-by date"],
  full: [
    "item waits for the next print: this one is full",
    "items wait for the next print: this one is full",
  ],
  "in-print": ["item is already in a print", "items are already in a print"],
}

type Ended = Pick<AutopilotRunRow, "state" | "printId" | "credits">

/** Returns `A draft of 31 copies for 18 orders was made.` */
export function madeWords({ state, printId, credits }: Ended, report: RunReport): string {
  if (printId === null) return state === "failed" ? "The run failed." : "Nothing was printed."
  const contents = contentsWords(report)
  const isProcessed = state === "done" && credits > 0
  return isProcessed ? `A print of ${contents} is being processed.` : `A draft of ${contents} was made.`
}

/** Returns `31 copies for 18 orders`. */
export function contentsWords({ orders, copies }: RunReport): string {
  return `${counted(copies, "copy", "copies")} for ${counted(orders, "order", "orders")}`
}

/** Returns one sentence for each reason for which something was left out. */
export function leftWords({ left }: RunReport): string[] {
  return skipReasons.flatMap((reason) => {
    const count = left[reason] ?? 0
    const [one, several] = leftBecause[reason]
    return count === 0 ? [] : [`${counted(count, one, several)}.`]
  })
}

/** Returns `Autopilot of Tea towels`, `Autopilot of Tea towels and 2 more`. */
export function titleOf(
  { isForAllStores, moreIntegrationIds }: Pick<AutopilotRow, "isForAllStores" | "moreIntegrationIds">,
  shop: Pick<IntegrationRow, "name">,
): string {
  if (isForAllStores) return "Autopilot for all stores"
  const more = moreIntegrationIds.length
  return `Autopilot of ${shop.name}${more > 0 ? ` and ${more} more` : ""}`
}

/** Returns all of it, for a notification. */
export function runWords(run: Ended, report: RunReport, title: string): string {
  return [`${title}: ${madeWords(run, report)}`, ...report.notes, ...leftWords(report)].join(" ")
}

/**
 * Returns true if a run is worth a message: it made or left out something, or something was wrong.
 * Items in a print already were reported when they came there.
 */
export function isNews({ state, printId }: Pick<Ended, "state" | "printId">, report: RunReport): boolean {
  const { "in-print": _, ...left } = report.left
  return state === "failed" || printId !== null || report.notes.length > 0 || Object.keys(left).length > 0
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}
