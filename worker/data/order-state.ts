import { type SQL, sql } from "drizzle-orm"
import type { Database } from "./database.ts"
import { order, orderItem, print, printItem } from "./schema.ts"

/**
 * The one place that says how far orders are, computed from the prints their items are in:
 *
 *   item Completed             a print with it has been completed (its sheets may be gone since)
 *   item In Draft              otherwise, it is in a draft or in a print being processed
 *   item Pending               otherwise
 *   order                      Completed when all items are, Partially Completed when some are, else In Draft, else Pending
 *
 * Two statements for the batch that changes those facts. `items` selects the ids of the order items concerned. Where the
 * change deletes print items, the statements go in front of it, and `leaving` says which those are.
 */
export function orderStateUpdates(db: Database, items: SQL, leaving: SQL = sql`0`) {
  const isIn = sql`${printItem.orderItemId} = ${orderItem.id} AND NOT (${leaving})`
  const isPrinted = sql`EXISTS (SELECT 1 FROM ${printItem} WHERE ${isIn} AND ${printItem.printedAt} IS NOT NULL)`
  const isDrafted = sql`EXISTS (SELECT 1 FROM ${printItem} JOIN ${print} ON ${print.id} = ${printItem.printId} WHERE ${isIn} AND ${print.status} IN ('In Draft', 'Processing'))`
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
          END FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id}), 'Pending')`,
      })
      .where(
        sql`${order.id} IN (SELECT ${orderItem.orderId} FROM ${orderItem} WHERE ${orderItem.id} IN (${items}))`,
      ),
  ] as const
}

/** The order items that prints hold: a selection for `orderStateUpdates`, by a condition on print_item. */
export function orderItemsIn(condition: SQL): SQL {
  return sql`SELECT ${printItem.orderItemId} FROM ${printItem} WHERE ${printItem.orderItemId} IS NOT NULL AND ${condition}`
}

/** The same of whole prints. */
export function orderItemsOfPrints(printIds: SQL): SQL {
  return orderItemsIn(sql`${printItem.printId} IN (${printIds})`)
}
