/** The orders that a person has to look at, as SQL for lists and counts. */
import { and, eq, gte, isNull, or, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_TO_PRESS_DAYS } from "../../../contract/limit.ts"
import { isUnmatched } from "../artwork/match.ts"
import { isDoubtful } from "./reading-state.ts"
import { isToBePrinted } from "./ship-days.ts"
import { order, orderItem } from "./tables.ts"

/** Returns SQL: an order has an item that meets the condition. */
export function hasItem(condition: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id} AND (${condition}))`
}

/**
 * Returns SQL: the marketplace has changed the order or an item since the seller looked, and it has not left
 * yet. Orders are open for as many days as they are listed to be pressed.
 */
export function isNewlyChanged(nowMs: number): SQL | undefined {
  return and(
    gte(order.orderedAt, nowMs - MAX_TO_PRESS_DAYS * DAY_MS),
    isNull(order.shippedAt),
    or(hasNews(order.changes), hasItem(hasNews(orderItem.changes))),
  )
}

function hasNews(changes: typeof order.changes | typeof orderItem.changes): SQL {
  const isNews = sql`change.value ->> 'seenAtMs' > coalesce(${order.changesSeenAt}, 0)`
  return sql`(${changes} <> '[]' AND EXISTS (SELECT 1 FROM json_each(${changes}) AS change WHERE ${isNews}))`
}

/** SQL: an order's item waits for its artwork, its size or a person's look at its text. */
export const isBlocked: SQL | undefined = or(hasItem(isUnmatched), hasItem(isDoubtful))

/**
 * Returns SQL: an order to be printed is blocked, or an open one was changed. An index finds the orders of
 * each part; with an OR all orders of the account were read.
 */
export function needsYou(userId: Id, nowMs: number): SQL {
  const those = (condition: SQL | undefined) =>
    sql`SELECT ${order.id} FROM ${order} WHERE ${and(eq(order.userId, userId), condition)}`
  const blocked = those(and(isToBePrinted, isBlocked))
  return sql`${order.id} IN (${blocked} UNION ${those(isNewlyChanged(nowMs))})`
}
