import { and, eq, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import { isPrintEditable, type PrintType, printStatuses } from "../../contract/status.ts"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import { hasItemRoom } from "./item-room.ts"
import { namedBatch } from "./named-batch.ts"
import { orderItemsIn, orderStateUpdates } from "./order-state.ts"
import { insertItems, type NewItem } from "./print-item-rows.ts"
import { attempt, print, printItem } from "./schema.ts"

export type PrintRow = typeof print.$inferSelect

/** The states in which items may change and a print may be processed. */
export const editableStatuses = printStatuses.filter(isPrintEditable)

/** `userId` null finds anyone's, for admins and jobs. */
export async function findPrint(db: Database, userId: Id | null, id: Id): Promise<PrintRow | null> {
  const [row] = await db
    .select()
    .from(print)
    .where(and(eq(print.id, id), userId === null ? undefined : eq(print.userId, userId)))
  return row ?? null
}

/** The print that this request key has made, if it has. */
export async function findPrintByRequest(
  db: Database,
  userId: Id,
  requestKey: string,
): Promise<PrintRow | null> {
  const [row] = await db
    .select()
    .from(print)
    .where(and(eq(print.userId, userId), eq(print.requestKey, requestKey)))
  return row ?? null
}

/**
 * A draft with its items, all or nothing. False, and nothing written, where too much waits already. Throws where the request
 * key is taken: look for its print then.
 */
export async function insertPrint(
  db: Database,
  row: {
    id: Id
    userId: Id
    type: PrintType
    requestKey: string | null
    items: readonly NewItem[]
    nowMs: number
  },
): Promise<boolean> {
  const { items, nowMs, ...rest } = row
  const { made } = await namedBatch(db, {
    made: insertFrom(
      db,
      print,
      { ...rest, status: "In Draft", attemptNumber: 0, createdAt: nowMs, updatedAt: nowMs },
      sql`WHERE ${hasItemRoom(row.userId, items.length + 1)}`,
    ).returning({ id: print.id }),
    items: insertItems(
      db,
      row.id,
      items,
      sql`WHERE EXISTS (SELECT 1 FROM ${print} WHERE ${print.id} = ${row.id})`,
    ),
  })
  return made.length === 1
}

/**
 * Removes prints with everything of theirs; their sheets must have been given up first (deleteSheetsOf). Prints that are
 * being processed, that still hold credits, or that are other people's stay. Their orders follow. Answers the ids removed.
 */
export async function deletePrints(db: Database, userId: Id, ids: readonly Id[]): Promise<Id[]> {
  const isLeaving = sql`${print.userId} = ${userId} AND ${print.status} = 'Deleted'
    AND ${print.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND NOT EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.printId} = ${print.id} AND ${attempt.isHoldSettled} = 0)`
  const leaving = sql`${printItem.printId} IN (SELECT ${print.id} FROM ${print} WHERE ${isLeaving})`
  const { deleted } = await namedBatch(db, {
    orders: orderStateUpdates(db, orderItemsIn(leaving), leaving),
    deleted: db.delete(print).where(isLeaving).returning({ id: print.id }),
  })
  return deleted.map((row) => row.id)
}
