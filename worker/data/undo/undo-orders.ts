import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { orderStateUpdates } from "../orders/order-state.ts"
import { redactWrites } from "../orders/redact-rows.ts"
import { forgottenOrder, order, orderItem, shipment } from "../orders/tables.ts"
import { printItem } from "../prints/tables.ts"
import { keepRows, keepValues, kept, type NewUndo, restoreRows, undoInsert } from "./undo-rows.ts"

/** Keeps orders that are about to be deleted, with their items and the prints of those. */
export function keepOrders(db: Database, undo: NewUndo, own: SQL) {
  const ids = sql`SELECT ${order.id} FROM ${order} WHERE ${own}`
  const items = sql`SELECT ${orderItem.id} FROM ${orderItem} WHERE ${orderItem.orderId} IN (${ids})`
  return [
    undoInsert(db, undo, ids),
    keepRows(db, undo, "order", order, own),
    keepRows(db, undo, "orderItem", orderItem, sql`${orderItem.orderId} IN (${ids})`),
    keepRows(db, undo, "shipment", shipment, sql`${shipment.orderId} IN (${ids})`),
    keepValues(
      db,
      undo,
      "printedItem",
      { id: sql`${printItem.id}`, to: sql`${printItem.orderItemId}` },
      sql`${printItem} WHERE ${printItem.orderItemId} IN (${items})`,
    ),
  ]
}

/**
 * Restores orders, with their items in the prints that they were in. The next sync of their shops reads
 * from the deletion on, since it has passed over them meanwhile.
 */
export function ordersRestore(
  db: Database,
  { id, createdAt, nowMs }: { id: Id; createdAt: number; nowMs: number },
) {
  const deletedS = Math.floor(createdAt / 1000)
  const shops = sql`SELECT ${member("integrationId")} FROM ${kept(id, "order")}`
  return [
    restoreRows(db, id, "order", order),
    restoreRows(db, id, "orderItem", orderItem),
    restoreRows(db, id, "shipment", shipment),
    db
      .update(printItem)
      .set({ orderItemId: member("to") })
      .from(kept(id, "printedItem"))
      .where(sql`${printItem.id} = ${member("id")} AND ${printItem.orderItemId} IS NULL`),
    db
      .delete(forgottenOrder)
      .where(
        sql`(${forgottenOrder.integrationId}, ${forgottenOrder.vendorOrderId}) IN (SELECT ${member("integrationId")}, ${member("vendorOrderId")} FROM ${kept(id, "order")})`,
      ),
    db
      .update(integration)
      .set({
        syncedUntilS: sql`min(${integration.syncedUntilS}, ${deletedS})`,
        syncCursorS: sql`min(${integration.syncCursorS}, ${deletedS})`,
        syncOffset: sql`CASE WHEN ${integration.syncCursorS} > ${deletedS} THEN 0 ELSE ${integration.syncOffset} END`,
        syncPlace: sql`CASE WHEN ${integration.syncCursorS} > ${deletedS} THEN NULL ELSE ${integration.syncPlace} END`,
      })
      .where(sql`${integration.id} IN (${shops})`),
    ...orderStateUpdates(db, sql`SELECT ${member("id")} FROM ${kept(id, "orderItem")}`),
    // Some buyers may have had us forget them meanwhile.
    ...Object.values(
      redactWrites(db, sql`${order.id} IN (SELECT ${member("id")} FROM ${kept(id, "order")})`, nowMs),
    ).flat(),
  ]
}

/** Returns true if a shop of these orders is gone, so that they cannot come back. */
export async function areShopsGone(db: Database, undoId: Id): Promise<boolean> {
  const [row] = await db.all<{ isGone: number }>(
    sql`SELECT EXISTS (SELECT 1 FROM ${kept(undoId, "order")} WHERE ${member("integrationId")} NOT IN (SELECT ${integration.id} FROM ${integration})) AS "isGone"`,
  )
  return row.isGone === 1
}
