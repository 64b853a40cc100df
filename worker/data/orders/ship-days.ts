import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import { MAX_TO_PRESS_DAYS } from "../../../contract/limit.ts"
import { openSteps } from "../../../contract/orders/order-step.ts"
import {
  endOfShipDays,
  type SellersClock,
  type ShipByFilter,
  shipWindow,
} from "../../../contract/orders/ship-by.ts"
import { order } from "./tables.ts"

/**
 * SQL: an order still has items to print; pressed and shipped orders have none, even if their print was deleted.
 * The index by step finds them among far more others, whose number grows.
 */
export const isToBePrinted: SQL = eq(order.step, "to-do")

/** Returns SQL: an order had to be shipped before today, and is not (`isToBeShipped`). */
export function isLate(clock: SellersClock): SQL {
  const orderedFromMs = clock.nowMs - MAX_TO_PRESS_DAYS * DAY_MS
  return sql`(${inArray(order.step, [...openSteps])} AND +${order.shipBy} < ${endOfShipDays(0, clock)}
    AND (${order.step} <> 'on-film' OR ${order.orderedAt} >= ${orderedFromMs}))`
}

/** Returns SQL: an order is to be shipped then and was not cancelled. */
export function shipsIn(filter: ShipByFilter, clock: SellersClock): SQL | undefined {
  const { fromMs, beforeMs } = shipWindow(filter, clock)
  if (fromMs === null) return isLate(clock)
  return and(eq(order.isCancelled, false), gte(order.shipBy, fromMs), lt(order.shipBy, beforeMs))
}
