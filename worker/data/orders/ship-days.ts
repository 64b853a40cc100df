import { and, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_TO_PRESS_DAYS } from "../../../contract/limit.ts"
import { openSteps } from "../../../contract/orders/order-step.ts"
import {
  endOfShipDays,
  type SellersClock,
  type ShipByFilter,
  shipWindow,
} from "../../../contract/orders/ship-by.ts"
import type { Database } from "../database.ts"
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

/** Finds the first time after today by which an order that is still to be printed has to be shipped. */
export async function findNextShipBy(db: Database, userId: Id, clock: SellersClock): Promise<number | null> {
  const [row] = await db
    .select({ shipBy: order.shipBy })
    .from(order)
    .where(and(eq(order.userId, userId), isToBePrinted, gte(order.shipBy, endOfShipDays(1, clock))))
    .orderBy(sql`${order.shipBy}`)
    .limit(1)
  return row?.shipBy ?? null
}
