/** The orders that a person has to look at, as SQL for lists and counts. */
import { type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_TO_PRESS_DAYS } from "../../../contract/limit.ts"
import { matchedImageId, matchedSizeId } from "../artwork/match.ts"
import { artworkRule, image } from "../artwork/tables.ts"
import { isDoubtful, isRuleOfItem, isUnread } from "./reading-state.ts"
import { isToBePrinted } from "./ship-days.ts"
import { order, orderItem } from "./tables.ts"

/** Returns SQL: an order has an item that meets the condition. */
export function hasItem(condition: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id} AND (${condition}))`
}

/**
 * Returns a SELECT of the ids of a user's orders that the marketplace has changed since the seller looked, the
 * order or an item, and that have not left yet. Orders are open for as many days as they are listed to be
 * pressed. Partial indexes have those with changes: all open orders were read for the few among them.
 */
export function newlyChanged(userId: Id, nowMs: number): SQL {
  const isOpen = sql`+${order.orderedAt} >= ${nowMs - MAX_TO_PRESS_DAYS * DAY_MS} AND ${order.shippedAt} IS NULL`
  return sql`SELECT ${order.id} FROM ${order} WHERE ${order.userId} = ${userId} AND ${hasNews(order.changes)} AND ${isOpen}
    UNION ALL SELECT ${order.id} FROM ${orderItem} CROSS JOIN ${order} ON ${order.id} = ${orderItem.orderId}
    WHERE ${orderItem.userId} = ${userId} AND ${hasNews(orderItem.changes)} AND ${isOpen}`
}

function hasNews(changes: typeof order.changes | typeof orderItem.changes): SQL {
  const isNews = sql`change.value ->> 'seenAtMs' > coalesce(${order.changesSeenAt}, 0)`
  return sql`${changes} <> '[]' AND EXISTS (SELECT 1 FROM json_each(${changes}) AS change WHERE ${isNews})`
}

/** The items of an order that wait to be printed, each with its artwork and its rule. */
const waitingItems = sql`${orderItem} LEFT JOIN ${image} ON ${image.id} = ${matchedImageId} LEFT JOIN ${artworkRule} ON ${isRuleOfItem}
  WHERE ${orderItem.orderId} = ${order.id} AND ${orderItem.status} <> 'Completed' AND ${orderItem.isCancelled} = 0`

const lacksMatch = sql`(${image.id} IS NULL OR ${matchedSizeId} IS NULL)`

/** The reasons that prevent an order from being printed, as bits: each item is matched once for all of them. */
export const blocks = { unmatched: 1, doubtful: 2, unread: 4 }

/** SQL: an order's `blocks`, as a number. */
export const blocksOfOrder: SQL<number> = sql`(SELECT coalesce(max(${lacksMatch}), 0) * ${bit("unmatched")}
  + coalesce(max(${isDoubtful}), 0) * ${bit("doubtful")} + coalesce(max(${isUnread}), 0) * ${bit("unread")} FROM ${waitingItems})`

/** Returns SQL: an order is blocked for one of these reasons. */
export function isBlockedBy(state: SQL, ...reasons: (keyof typeof blocks)[]): SQL {
  return sql`${state} & (${sql.join(reasons.map(bit), sql` | `)}) > 0`
}

function bit(reason: keyof typeof blocks): SQL {
  return sql.raw(String(blocks[reason]))
}

/** SQL: an order's item that waits has to be looked at by a person. */
export const hasDoubtfulItem: SQL = sql`EXISTS (SELECT 1 FROM ${waitingItems} AND ${isDoubtful})`

/**
 * Returns SQL: an order to be printed is blocked, or an open one was changed. An index finds the orders of
 * each part; with an OR all orders of the account were read.
 */
export function needsYou(userId: Id, nowMs: number): SQL {
  const isBlocked = sql`EXISTS (SELECT 1 FROM ${waitingItems} AND (${lacksMatch} OR ${isDoubtful}))`
  return sql`${order.id} IN (SELECT ${order.id} FROM ${order} WHERE ${order.userId} = ${userId} AND ${isToBePrinted} AND ${isBlocked}
    UNION ALL ${newlyChanged(userId, nowMs)})`
}
