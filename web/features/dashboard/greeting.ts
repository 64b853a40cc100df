import type { Statistics } from "../../../contract/accounts/account.ts"
import { dayOf } from "../../../contract/day.ts"
import { months } from "../../../contract/month.ts"
import { plural } from "../../lib/format.ts"

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

/** `Good afternoon`, by the browser's clock. */
export function greeting(hour: number): string {
  if (hour < 5) return "Good evening"
  if (hour < 12) return "Good morning"
  return hour < 18 ? "Good afternoon" : "Good evening"
}

/** `Monday, 23 November`, the day that it is for the seller. */
export function dayWords(nowMs: number, timeZone: string): string {
  const day = new Date(dayOf(nowMs, timeZone))
  return `${weekdays[day.getUTCDay()]}, ${day.getUTCDate()} ${months[day.getUTCMonth()]}`
}

/** Returns the open work in one sentence. */
export function waitingWords(counts: Statistics): string {
  if (counts.pendingOrders > 0) {
    return `${plural(counts.pendingOrders, "order")} ${counts.pendingOrders === 1 ? "is" : "are"} waiting for a sheet.`
  }
  if (counts.pendingPrints > 0) {
    return `${plural(counts.pendingPrints, "print")} ${counts.pendingPrints === 1 ? "is still a draft" : "are still drafts"}.`
  }
  return counts.totalPrints === 0 ? "Your first sheet starts with an image." : "Everything is printed."
}
