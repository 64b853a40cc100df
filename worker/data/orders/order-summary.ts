import { sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_TO_PRESS_DAYS } from "../../../contract/limit.ts"
import type { OrderSummary } from "../../../contract/orders/order.ts"
import type { OrderStep } from "../../../contract/orders/order-step.ts"
import {
  endOfShipDays,
  type SellersClock,
  type ShipByFilter,
  shipWindow,
} from "../../../contract/orders/ship-by.ts"
import type { Database } from "../database.ts"
import { readerOf } from "../reader.ts"
import { isAtStep, isFulfilment } from "./fulfilment-rows.ts"
import { blocksOfOrder, isBlockedBy, newlyChanged } from "./needs-you.ts"
import { refreshReadings } from "./reading-state.ts"
import { isLate, isToBePrinted } from "./ship-days.ts"
import { order } from "./tables.ts"

type Asked = SellersClock & { integrationId: Id | undefined }

/**
 * Counts the orders still to be printed by their shipping days and by the reasons that prevent
 * printing, and those that wait for a step after it.
 */
export async function readOrderSummary(db: Database, userId: Id, asked: Asked): Promise<OrderSummary> {
  return (await readOrderDays(db, userId, asked)).summary
}

/**
 * Returns the same, and the first time after today by which one of the orders that are still to be printed has to be
 * shipped.
 */
export async function readOrderDays(
  db: Database,
  userId: Id,
  asked: Asked,
): Promise<{ summary: OrderSummary; nextShipBy: number | null }> {
  const counted = await countOrders(db, userId, asked)
  if (counted.unread === 0) return counted
  await refreshReadings(db, userId)
  return countOrders(db, userId, asked)
}

/** Counts them by their stored readings; `unread` orders have an item whose reading is out of date. */
async function countOrders(
  db: Database,
  userId: Id,
  { integrationId, ...clock }: Asked,
): Promise<{ summary: OrderSummary; unread: number; nextShipBy: number | null }> {
  const isOwn = sql`${order.userId} = ${userId}`
  // With the plus their step finds the orders, not the store: most of a store's have left.
  const ofShop = integrationId ? sql`AND +${order.integrationId} = ${integrationId}` : sql``
  const ships = (filter: ShipByFilter) => {
    const { fromMs, beforeMs } = shipWindow(filter, clock)
    return sql`count(*) FILTER (WHERE ship_by >= ${fromMs ?? 0} AND ship_by < ${beforeMs})`
  }
  const blocked = (...reasons: Parameters<typeof isBlockedBy>[1][]) => isBlockedBy(sql`blocks`, ...reasons)
  const named = sql`FROM ${order} WHERE +${isOwn} ${ofShop} AND`
  const pressedFromMs = clock.nowMs - MAX_TO_PRESS_DAYS * DAY_MS
  const [[{ unread, nextShipBy, ...counts }]] = await readerOf(db)(
    sql<
      Pick<
        OrderSummary,
        "today" | "threeDays" | "week" | "doubtful" | "unmatched" | "changed" | "notTold"
      > & {
        unread: number
        nextShipBy: number | null
        blockedAlone: number
        atSteps: string
      }
    >`
      WITH changed_order AS MATERIALIZED (SELECT id ${named} ${order.id} IN (${newlyChanged(userId, clock.nowMs)})),
        open_order AS MATERIALIZED (SELECT ${order.id} AS id, ${order.shipBy} AS ship_by, ${blocksOfOrder} AS blocks
          FROM ${order} WHERE ${isOwn} AND ${isToBePrinted} ${ofShop})
      SELECT ${ships("today")} AS "today", ${ships("3days")} AS "threeDays", ${ships("week")} AS "week",
        count(*) FILTER (WHERE ${blocked("doubtful")}) AS "doubtful",
        count(*) FILTER (WHERE ${blocked("unmatched")}) AS "unmatched",
        count(*) FILTER (WHERE ${blocked("unread")}) AS "unread",
        min(ship_by) FILTER (WHERE ship_by >= ${endOfShipDays(1, clock)}) AS "nextShipBy",
        count(*) FILTER (WHERE ${blocked("doubtful", "unmatched")} AND id NOT IN (SELECT id FROM changed_order)) AS "blockedAlone",
        (SELECT count(*) FROM changed_order) AS "changed",
        (SELECT count(*) ${named} ${isFulfilment("not-told", userId, clock.nowMs)}) AS "notTold",
        (SELECT json_group_array(json_object('step', step, 'total', total, 'late', late, 'young', young)) FROM (
          SELECT ${order.step} AS step, count(*) AS total, count(*) FILTER (WHERE ${isLate(clock)}) AS late,
            count(*) FILTER (WHERE ${order.orderedAt} >= ${pressedFromMs}) AS young
          FROM ${order} WHERE ${isOwn} AND ${isAtStep("open")} ${ofShop} GROUP BY ${order.step})) AS "atSteps"
      FROM open_order`,
  )
  const { blockedAlone, atSteps: stepsJson, ...others } = counts
  const atSteps: StepCount[] = JSON.parse(stepsJson)
  const [steps, late] = [{ ...none }, { ...none }]
  let toPress = 0
  for (const { step, ...counted } of atSteps) {
    if (step === "shipped") continue
    steps[step] = counted.total
    late[step] = counted.late
    if (step === "on-film") toPress = counted.young
  }
  const overdue = late["to-do"] + late["on-film"] + late.pressed
  const needsYou = counts.changed + blockedAlone
  const summary = { ...others, overdue, late, needsYou, toPress, toShip: steps.pressed, steps }
  return { summary, unread, nextShipBy }
}

type StepCount = { step: OrderStep; total: number; late: number; young: number }

const none = { "to-do": 0, "on-film": 0, pressed: 0 }
