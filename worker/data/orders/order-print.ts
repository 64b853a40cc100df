import { type SQL, sql } from "drizzle-orm"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import type { Id } from "../../../contract/id.ts"
import { PRINT_OF_ORDERS } from "../../../contract/status.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { hasItemRoom } from "../prints/item-room.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { print, printItem } from "../prints/tables.ts"
import { insertItems, type NewItem } from "./new-item-rows.ts"
import { orderItemsOfPrints, orderStateUpdates } from "./order-state.ts"
import { order, orderItem } from "./tables.ts"

/**
 * Adds a draft print of type Etsy, as all prints of orders have, with an item per order item, and
 * updates order states, all or nothing. Returns false, with nothing written, if too much waits already,
 * an order or item was cancelled, or an item is in a print and `printAgain` is not set. Throws if the
 * request key is taken; read its print then.
 */
export async function insertOrderPrint(
  db: Database,
  row: {
    id: Id
    userId: Id
    name: string | SQL
    requestKey: string | null
    items: readonly (NewItem & { orderItemId: Id })[]
    printAgain: boolean
    /** The labels; null for the usual, see `hasLabels`. */
    labels: boolean | null
    /** The template that it is laid out with; as for any print unless given. */
    sheetTemplateId?: Id | null
    madeBy: DoerMark | null
    nowMs: number
  },
): Promise<boolean> {
  const { id, userId, name, requestKey, items, labels, sheetTemplateId = null, madeBy, nowMs } = row
  const chosen = sql`(SELECT value FROM json_each(${JSON.stringify(items.map((item) => item.orderItemId))}))`
  const isCancelled = sql`EXISTS (SELECT 1 FROM ${orderItem} JOIN ${order} ON ${order.id} = ${orderItem.orderId} WHERE ${orderItem.id} IN ${chosen} AND 1 IN (${order.isCancelled}, ${orderItem.isCancelled}))`
  const isInPrint: SQL = row.printAgain
    ? sql`0`
    : sql`EXISTS (SELECT 1 FROM ${printItem} JOIN print other ON other.id = ${printItem.printId} AND other.trashed_at IS NULL WHERE ${printItem.orderItemId} IN ${chosen})`
  // The kind of shop is its source, if there is only one.
  const source = sql`(SELECT CASE WHEN min(${integration.type}) = max(${integration.type}) THEN min(${integration.type}) END FROM ${orderItem}
    JOIN ${order} ON ${order.id} = ${orderItem.orderId} JOIN ${integration} ON ${integration.id} = ${order.integrationId} WHERE ${orderItem.id} IN ${chosen})`
  const { made } = await namedBatch(db, {
    made: insertFrom(
      db,
      print,
      {
        id,
        userId,
        name,
        type: PRINT_OF_ORDERS,
        source,
        status: "In Draft",
        attemptNumber: 0,
        requestKey,
        labels,
        sheetTemplateId,
        madeBy,
        createdAt: nowMs,
        updatedAt: nowMs,
      },
      sql`WHERE NOT ${isCancelled} AND NOT ${isInPrint} AND ${hasItemRoom(userId, items.length + 1)}`,
    ).returning({ id: print.id }),
    items: insertItems(db, id, items, sql`WHERE EXISTS (SELECT 1 FROM ${print} WHERE ${print.id} = ${id})`),
    orders: orderStateUpdates(db, orderItemsOfPrints(sql`${id}`)),
  })
  return made.length === 1
}
