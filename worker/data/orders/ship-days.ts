import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import { type SellersClock, type ShipByFilter, shipWindow } from "../../../contract/orders/ship-by.ts"
import { order } from "./tables.ts"

/** SQL: an order still has items to print; shipped orders have none. */
export const isToBePrinted: SQL | undefined = and(
  // In this form the index by status finds them among far more others, whose number grows.
  inArray(order.status, ["Pending", "In Draft", "Partially Completed"]),
  eq(order.isCancelled, false),
  isNull(order.shippedAt),
)

/** Returns SQL: an order is to be shipped then and was not cancelled. */
export function shipsIn(filter: ShipByFilter, clock: SellersClock): SQL | undefined {
  const { fromMs, beforeMs } = shipWindow(filter, clock)
  if (fromMs === null) return and(eq(order.isCancelled, false), sql`+${order.shipBy} < ${beforeMs}`)
  return and(eq(order.isCancelled, false), gte(order.shipBy, fromMs), lt(order.shipBy, beforeMs))
}
