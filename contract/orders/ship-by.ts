import { addDays, dayOf, startOfDay } from "../day.ts"

/** The filters of orders by the day they have to be shipped. Only `overdue` lists late ones. */
export const shipByFilters = ["overdue", "today", "3days", "week"] as const
export type ShipByFilter = (typeof shipByFilters)[number]

/** The days from today on that each of them holds. */
const daysOf = { overdue: 0, today: 1, "3days": 3, week: 7 } satisfies Record<ShipByFilter, number>

/** The seller's clock, on which today depends. */
export type SellersClock = { nowMs: number; timeZone: string }

/** Returns the start and end, in ms; the end is not within, and `fromMs` is null for everything before. */
export function shipWindow(filter: ShipByFilter, clock: SellersClock) {
  return {
    fromMs: filter === "overdue" ? null : endOfShipDays(0, clock),
    beforeMs: endOfShipDays(daysOf[filter], clock),
  }
}

/** Returns the moment after the last of so many days, today being the first; for none, today's beginning. */
export function endOfShipDays(days: number, { nowMs, timeZone }: SellersClock): number {
  return startOfDay(addDays(dayOf(nowMs, timeZone), days), timeZone)
}
