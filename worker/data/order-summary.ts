import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { OrderSummary } from "../../contract/order.ts"
import { type SellersClock, type ShipByFilter, shipWindow } from "../../contract/ship-by.ts"
import type { Database } from "./database.ts"
import { isUnmatched } from "./match.ts"
import { hasItem } from "./order-rows.ts"
import { isDoubtful, refreshReadings } from "./reading-state.ts"
import { order } from "./schema.ts"
import { isToBePrinted } from "./ship-days.ts"

/** Counts the orders still to be printed by when they ship and by what keeps them from being printed. */
export async function readOrderSummary(
  db: Database,
  userId: Id,
  { integrationId, ...clock }: SellersClock & { integrationId: Id | undefined },
): Promise<OrderSummary> {
  await refreshReadings(db, userId)
  const ships = (filter: ShipByFilter) => {
    const { fromMs, beforeMs } = shipWindow(filter, clock)
    return countOf(sql`${order.shipBy} >= ${fromMs ?? 0} AND ${order.shipBy} < ${beforeMs}`)
  }
  const [row] = await db
    .select({
      overdue: ships("overdue"),
      today: ships("today"),
      threeDays: ships("3days"),
      week: ships("week"),
      doubtful: countOf(hasItem(isDoubtful)),
      unmatched: countOf(hasItem(isUnmatched)),
    })
    .from(order)
    .where(
      and(
        eq(order.userId, userId),
        isToBePrinted,
        integrationId ? eq(order.integrationId, integrationId) : undefined,
      ),
    )
  return row
}

/** Rows of which this holds. */
function countOf(condition: SQL): SQL<number> {
  return sql<number>`count(CASE WHEN ${condition} THEN 1 END)`
}
