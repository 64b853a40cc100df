import { addDays, dayOf, startOfDay } from "../day.ts"
import { DAY_MS } from "../duration.ts"
import { MAX_TO_PRESS_DAYS } from "../limit.ts"
import type { OrderStep } from "./order-step.ts"

/**
 * The filters of orders by the day they have to be shipped. Only `overdue` lists late ones, which are late
 * until they are shipped; the others list what still has to be printed.
 */
export const shipByFilters = ["overdue", "today", "3days", "week"] as const
export type ShipByFilter = (typeof shipByFilters)[number]

/** The days from today on that each of them holds. */
const daysOf = { overdue: 0, today: 1, "3days": 3, week: 7 } satisfies Record<ShipByFilter, number>

/**
 * Returns whether an order waits to be shipped. Film that was never marked as pressed counts as gone once it is
 * no longer listed to be pressed.
 */
export function isToBeShipped(
  { step, orderedAtMs }: { step: OrderStep | null; orderedAtMs: number },
  nowMs: number,
): boolean {
  if (step === "on-film") return orderedAtMs >= nowMs - MAX_TO_PRESS_DAYS * DAY_MS
  return step === "to-do" || step === "pressed"
}

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
