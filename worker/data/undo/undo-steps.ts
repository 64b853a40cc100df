import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { order, shipment } from "../orders/tables.ts"
import { printItem } from "../prints/tables.ts"
import { itemRestore } from "./undo-prints.ts"
import { keepRows, keepValues, kept, type NewUndo, restoreRows, undoInsert } from "./undo-rows.ts"

/** The kinds of rows of a step that was taken back. `marked` are the orders' marks. */
export const stepKinds = { marked: "stepMarks", shipments: "stepShipment", items: "stepItem" } as const

/** Keeps the marks, shipments and print items that steps are about to lose. */
export function keepStep(
  db: Database,
  undo: NewUndo,
  { marked, shipments, items }: Record<keyof typeof stepKinds, SQL>,
) {
  const marks = {
    id: sql`${order.id}`,
    pressedAt: sql`${order.pressedAt}`,
    shippedAt: sql`${order.shippedAt}`,
  }
  return [
    undoInsert(
      db,
      undo,
      sql`SELECT 1 FROM ${order} WHERE ${marked} UNION ALL SELECT 1 FROM ${printItem} WHERE ${items}`,
    ),
    keepValues(db, undo, stepKinds.marked, marks, sql`${order} WHERE ${marked}`),
    keepRows(db, undo, stepKinds.shipments, shipment, shipments),
    keepRows(db, undo, stepKinds.items, printItem, items),
  ]
}

/** Puts steps back, except where the order has been marked or shipped again since. */
export function stepRestore(db: Database, deletion: { id: Id; nowMs: number }) {
  const { id } = deletion
  return [
    restoreRows(
      db,
      id,
      stepKinds.shipments,
      shipment,
      {},
      sql`${member("orderId")} IN (SELECT ${order.id} FROM ${order} WHERE ${order.shippedAt} IS NULL)`,
    ).onConflictDoNothing(),
    db
      .update(order)
      .set({
        pressedAt: sql`coalesce(${order.pressedAt}, ${member("pressedAt")})`,
        shippedAt: sql`coalesce(${order.shippedAt}, ${member("shippedAt")})`,
      })
      .from(kept(id, stepKinds.marked))
      .where(sql`${order.id} = ${member("id")}`),
    ...itemRestore(db, deletion, stepKinds.items),
  ]
}
