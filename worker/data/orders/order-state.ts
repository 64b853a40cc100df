import { type SQL, sql } from "drizzle-orm"
import type { Database } from "../database.ts"
import { print, printItem } from "../prints/tables.ts"
import { order, orderItem } from "./tables.ts"

/**
 * Computes order states, here alone, from the prints that their items are in:
 *
 *   item Completed    a print with it was completed (its sheets may be deleted since)
 *   item In Draft     otherwise, if it is in a draft or in a print being processed
 *   item Pending      otherwise
 *   order             Completed when all items are, Partially Completed when some are,
 *                     else In Draft if an item is, else Pending; cancelled items do not count
 *                     while there are others
 *
 * Deleted prints do not count. Two statements for the batch of a change. `items` selects the affected order items' ids. If the
 * change deletes print items, the statements go before it, and `leaving` selects those.
 */
export function orderStateUpdates(db: Database, items: SQL, leaving: SQL = sql`0`) {
  const isIn = sql`${printItem.orderItemId} = ${orderItem.id} AND NOT (${leaving})`
  const inPrint = sql`SELECT 1 FROM ${printItem} JOIN ${print} ON ${print.id} = ${printItem.printId} WHERE ${isIn} AND ${print.trashedAt} IS NULL`
  const isPrinted = sql`EXISTS (${inPrint} AND ${printItem.printedAt} IS NOT NULL)`
  const isDrafted = sql`EXISTS (${inPrint} AND ${print.status} IN ('In Draft', 'Processing'))`
  const isLeft = sql`(${orderItem.isCancelled} = 0 OR NOT EXISTS (SELECT 1 FROM order_item other WHERE other.order_id = ${order.id} AND other.is_cancelled = 0))`
  const completed = sql`sum(${orderItem.status} = 'Completed')`
  return [
    db
      .update(orderItem)
      .set({
        status: sql`CASE WHEN ${isPrinted} THEN 'Completed' WHEN ${isDrafted} THEN 'In Draft' ELSE 'Pending' END`,
      })
      .where(sql`${orderItem.id} IN (${items})`),
    db
      .update(order)
      .set({
        status: sql`coalesce((
          SELECT CASE
            WHEN ${completed} = count(*) THEN 'Completed'
            WHEN ${completed} > 0 THEN 'Partially Completed'
            WHEN sum(${orderItem.status} = 'In Draft') > 0 THEN 'In Draft'
            ELSE 'Pending'
          END FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id} AND ${isLeft}), 'Pending')`,
      })
      .where(
        sql`${order.id} IN (SELECT ${orderItem.orderId} FROM ${orderItem} WHERE ${orderItem.id} IN (${items}))`,
      ),
  ] as const
}

/** Returns a SELECT of the order items of print items that meet the condition, for `orderStateUpdates`. */
export function orderItemsIn(condition: SQL): SQL {
  return sql`SELECT ${printItem.orderItemId} FROM ${printItem} WHERE ${printItem.orderItemId} IS NOT NULL AND ${condition}`
}

/** Returns the same for whole prints. */
export function orderItemsOfPrints(printIds: SQL): SQL {
  return orderItemsIn(sql`${printItem.printId} IN (${printIds})`)
}
