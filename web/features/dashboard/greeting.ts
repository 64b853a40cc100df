import type { Statistics } from "../../../contract/accounts/account.ts"
import { plural } from "../../lib/format.ts"

/** `Good afternoon`, by the browser's clock. */
export function greeting(hour: number): string {
  if (hour < 5) return "Good evening"
  if (hour < 12) return "Good morning"
  return hour < 18 ? "Good afternoon" : "Good evening"
}

/** Returns the open work in one sentence; `due` names the orders that have to ship today. */
export function waitingWords(counts: Statistics, due = ""): string {
  if (counts.pendingOrders > 0) {
    return `${plural(counts.pendingOrders, "order")} ${counts.pendingOrders === 1 ? "is" : "are"} waiting for a sheet${due === "" ? "" : `: ${due}`}.`
  }
  if (due !== "") return `${due}.`
  if (counts.pendingPrints > 0) {
    return `${plural(counts.pendingPrints, "print")} ${counts.pendingPrints === 1 ? "is still a draft" : "are still drafts"}.`
  }
  return counts.totalPrints === 0 ? "Your first sheet starts with an image." : "Everything is printed."
}
