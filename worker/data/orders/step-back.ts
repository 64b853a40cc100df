import { inArray, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { laterThan } from "../prints/change-times.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { print, printItem } from "../prints/tables.ts"
import { kept, type NewUndo } from "../undo/undo-rows.ts"
import { keepStep, stepKinds } from "../undo/undo-steps.ts"
import { isOwn } from "./fulfilment-rows.ts"
import { orderItemsIn, orderStateUpdates } from "./order-state.ts"
import { order, orderItem, shipment } from "./tables.ts"

/**
 * Takes the last step of each of these orders back: shipped, else pressed, else what only drafts have on
 * their film. Returns those that it changed. What a marketplace knows, or is being told, stays.
 */
export async function takeStepsBack(
  db: Database,
  userId: Id,
  ids: readonly Id[],
  undo: NewUndo,
): Promise<Id[]> {
  const isUntold = sql`NOT EXISTS (SELECT 1 FROM ${shipment} WHERE ${shipment.orderId} = ${order.id} AND ${inArray(shipment.state, ["sending", "sent", "unsure"])})`
  const own = sql`${isOwn(userId, ids)} AND ${isUntold}`
  const isMarked = sql`(${order.pressedAt} IS NOT NULL OR ${order.shippedAt} IS NOT NULL)`
  const idsIn = (kind: string): SQL => sql`SELECT ${member("id")} FROM ${kept(undo.id, kind)}`
  const isLeaving = sql`${printItem.id} IN (${idsIn(stepKinds.items)})`
  // All is chosen before anything changes: a step that was taken back shows the one before it.
  const { offFilm, unmarked } = await namedBatch(db, {
    kept: keepStep(db, undo, {
      marked: sql`${own} AND ${isMarked}`,
      shipments: sql`${shipment.orderId} IN (SELECT ${order.id} FROM ${order} WHERE ${own} AND (${order.shippedAt} IS NOT NULL OR (${order.pressedAt} IS NOT NULL AND ${shipment.state} = 'waiting')))`,
      items: sql`${printItem.printId} IN (SELECT ${print.id} FROM ${print} WHERE ${print.userId} = ${userId} AND ${print.status} = 'In Draft' AND ${print.trashedAt} IS NULL)
        AND ${printItem.orderItemId} IN (SELECT ${orderItem.id} FROM ${orderItem} JOIN ${order} ON ${order.id} = ${orderItem.orderId} WHERE ${own} AND NOT ${isMarked} AND ${order.step} = 'to-do')`,
    }),
    offFilm: db
      .selectDistinct({ id: orderItem.orderId })
      .from(orderItem)
      .where(sql`${orderItem.id} IN (${orderItemsIn(isLeaving)})`),
    states: orderStateUpdates(db, orderItemsIn(isLeaving), isLeaving),
    prints: db
      .update(print)
      .set({ updatedAt: laterThan(print.updatedAt, undo.nowMs) })
      .where(sql`${print.id} IN (SELECT ${printItem.printId} FROM ${printItem} WHERE ${isLeaving})`),
    items: db.delete(printItem).where(isLeaving),
    shipments: db.delete(shipment).where(sql`${shipment.id} IN (${idsIn(stepKinds.shipments)})`),
    unmarked: db
      .update(order)
      .set({
        pressedAt: sql`CASE WHEN ${order.shippedAt} IS NULL THEN NULL ELSE ${order.pressedAt} END`,
        shippedAt: null,
      })
      .where(sql`${order.id} IN (${idsIn(stepKinds.marked)})`)
      .returning({ id: order.id }),
  })
  return [...unmarked, ...offFilm].map(({ id }) => id)
}
