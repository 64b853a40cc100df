import { and, eq, gt, isNull, sql } from "drizzle-orm"
import { SHOP_UNDO_MS } from "../../../contract/delivery/share-path.ts"
import type { Id } from "../../../contract/id.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import { notification } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { print } from "../prints/tables.ts"

/** Notes that the shop has printed it, and tells the seller. A repeat changes nothing. */
export async function markShopPrinted(
  db: Database,
  printId: Id,
  notice: NewNotification,
): Promise<{ isNew: boolean }> {
  const nowMs = notice.createdAtMs
  const { marked } = await namedBatch(db, {
    marked: db
      .update(print)
      .set({ shopPrintedAt: nowMs })
      .where(and(eq(print.id, printId), eq(print.status, "Completed"), isNull(print.shopPrintedAt)))
      .returning({ id: print.id }),
    told: notificationInsert(
      db,
      notice,
      sql`EXISTS (SELECT 1 FROM ${print} WHERE ${print.id} = ${printId} AND ${print.shopPrintedAt} = ${nowMs})`,
    ),
  })
  return { isNew: marked.length === 1 }
}

/** Takes that back, with its notification. False if it was noted too long ago, or not at all. */
export async function unmarkShopPrinted(
  db: Database,
  printId: Id,
  notice: { userId: Id; causeKey: string; nowMs: number },
): Promise<boolean> {
  const { userId, causeKey, nowMs } = notice
  const { taken } = await namedBatch(db, {
    taken: db
      .update(print)
      .set({ shopPrintedAt: null })
      .where(and(eq(print.id, printId), gt(print.shopPrintedAt, nowMs - SHOP_UNDO_MS)))
      .returning({ id: print.id }),
    untold: db
      .delete(notification)
      .where(
        and(
          eq(notification.userId, userId),
          eq(notification.causeKey, causeKey),
          sql`EXISTS (SELECT 1 FROM ${print} WHERE ${print.id} = ${printId} AND ${print.shopPrintedAt} IS NULL)`,
        ),
      ),
  })
  return taken.length === 1
}
