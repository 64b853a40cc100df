import type { Today } from "../../../contract/orders/today.ts"
import { plural } from "../../lib/format.ts"
import { shipDay } from "../../lib/ship-day.ts"

/** Returns the number of late orders whose film is not made yet. */
export function lateToPrint({ late }: Pick<Today["orders"], "late">): number {
  return late["to-do"]
}

/** Returns `42 orders ship today or are late`, of those whose film is not made yet. */
export function dueTitle(orders: Pick<Today["orders"], "today" | "late">): string {
  const { today } = orders
  const overdue = lateToPrint(orders)
  const due = plural(today + overdue, "order")
  if (today + overdue === 0) return "Nothing ships today"
  if (overdue === 0) return `${due} ${today === 1 ? "ships" : "ship"} today`
  if (today === 0) return `${due} ${overdue === 1 ? "is" : "are"} late`
  return `${due} ship today or are late`
}

/** Returns when the next orders ship, for a day without any; "" if none waits. */
export function nextWords({ nextShipBy }: Pick<Today, "nextShipBy">, timeZone: string): string {
  if (nextShipBy === null) return ""
  const { words } = shipDay(nextShipBy, timeZone)
  return words === "Tomorrow" ? "The next orders ship tomorrow." : `The next orders ship on ${words}.`
}
