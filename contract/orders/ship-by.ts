import { addDays, dayOf, startOfDay } from "../day.ts"

/** Which orders are listed by the day they have to be shipped. None holds what is late, but `overdue`. */
export const shipByFilters = ["overdue", "today", "3days", "week"] as const
export type ShipByFilter = (typeof shipByFilters)[number]

/** Days from today on that each of them holds. */
const daysOf = { overdue: 0, today: 1, "3days": 3, week: 7 } satisfies Record<ShipByFilter, number>

/** The seller's clock: what is today depends on it. */
export type SellersClock = { nowMs: number; timeZone: string }

/** From when to when, in ms; the end is not within, and `fromMs` is null for everything before. */
export function shipWindow(filter: ShipByFilter, clock: SellersClock) {
  return {
    fromMs: filter === "overdue" ? null : endOfShipDays(0, clock),
    beforeMs: endOfShipDays(daysOf[filter], clock),
  }
}

/** The moment after the last of so many days, today being the first; of none, today's beginning. */
export function endOfShipDays(days: number, { nowMs, timeZone }: SellersClock): number {
  return startOfDay(addDays(dayOf(nowMs, timeZone), days), timeZone)
}
