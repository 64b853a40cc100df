import { and, count, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { OrderSummary } from "../../../contract/orders/order.ts"
import { type SellersClock, type ShipByFilter, shipWindow } from "../../../contract/orders/ship-by.ts"
import type { FulfilmentFilter } from "../../../contract/orders/shipment.ts"
import { isUnmatched } from "../artwork/match.ts"
import type { Database } from "../database.ts"
import { isAtStep, isFulfilment } from "./fulfilment-rows.ts"
import { hasItem, isBlocked, isNewlyChanged } from "./needs-you.ts"
import { isDoubtful, refreshReadings } from "./reading-state.ts"
import { isLate, isToBePrinted } from "./ship-days.ts"
import { order } from "./tables.ts"

/**
 * Counts the orders still to be printed by their shipping days and by the reasons that prevent
 * printing, and those that wait for a step after it.
 */
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
  const isOwn = eq(order.userId, userId)
  // With the plus their step finds the orders, not the store: most of a store's have left.
  const ofShop = integrationId ? sql`+${order.integrationId} = ${integrationId}` : undefined
  const those = async (condition: SQL | undefined, isOwned: SQL = isOwn) => {
    const [{ total }] = await db
      .select({ total: count() })
      .from(order)
      .where(and(isOwned, condition, ofShop))
    return total
  }
  const after = (filter: FulfilmentFilter, isOwned?: SQL) =>
    those(isFulfilment(filter, userId, clock.nowMs), isOwned)
  const [[row], toPress, toShip, notTold, changed, atSteps] = await Promise.all([
    db
      .select({
        today: ships("today"),
        threeDays: ships("3days"),
        week: ships("week"),
        doubtful: countOf(hasItem(isDoubtful)),
        unmatched: countOf(hasItem(isUnmatched)),
        // Asked of the orders to be printed alone, which the index by status finds.
        blockedAlone: countOf(sql`NOT (${isNewlyChanged(clock.nowMs)}) AND (${isBlocked})`),
      })
      .from(order)
      .where(and(isOwn, isToBePrinted, ofShop)),
    after("to-press"),
    after("to-ship"),
    // Their shipments name them by their ids.
    after("not-told", sql`+${order.userId} = ${userId}`),
    those(isNewlyChanged(clock.nowMs)),
    db
      .select({ step: order.step, total: count(), late: countOf(isLate(clock)) })
      .from(order)
      .where(and(isOwn, isAtStep("open"), ofShop))
      .groupBy(order.step),
  ])
  const [steps, late] = [{ ...none }, { ...none }]
  for (const { step, ...counted } of atSteps) {
    if (step === null || step === "shipped") continue
    steps[step] = counted.total
    late[step] = counted.late
  }
  const overdue = late["to-do"] + late["on-film"] + late.pressed
  const { blockedAlone, ...counts } = row
  return {
    ...counts,
    overdue,
    late,
    changed,
    needsYou: changed + blockedAlone,
    toPress,
    toShip,
    notTold,
    steps,
  }
}

const none = { "to-do": 0, "on-film": 0, pressed: 0 }

/** Returns SQL that counts rows that meet the condition. */
function countOf(condition: SQL): SQL<number> {
  return sql<number>`count(CASE WHEN ${condition} THEN 1 END)`
}
