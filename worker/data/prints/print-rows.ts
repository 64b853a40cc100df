import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { DoerMark } from "../../../contract/accounts/doer.ts"
import type { Id } from "../../../contract/id.ts"
import {
  isPrintEditable,
  type PrintType,
  printStatuses,
  type RemakeReason,
} from "../../../contract/status.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { insertItems, type NewItem } from "../orders/new-item-rows.ts"
import { orderItemsIn, orderItemsOfPrints, orderStateUpdates } from "../orders/order-state.ts"
import { keepPrints } from "../undo/undo-prints.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { laterThan } from "./change-times.ts"
import { endedLayoutKeyIn } from "./ended-layout-rows.ts"
import { hasItemRoom } from "./item-room.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, print, printItem } from "./tables.ts"

export type PrintRow = typeof print.$inferSelect

/** The states in which items may change and processing may start. */
export const editableStatuses = printStatuses.filter(isPrintEditable)

/** Finds a print that is not deleted; `userId` null finds any user's, for admins and jobs. */
export async function findPrint(db: Database, userId: Id | null, id: Id): Promise<PrintRow | null> {
  const [row] = await db
    .select()
    .from(print)
    .where(
      and(eq(print.id, id), isNull(print.trashedAt), userId === null ? undefined : eq(print.userId, userId)),
    )
  return row ?? null
}

/** Finds the print that this request key made, if any. */
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

/** Lists those of these prints that are this user's and tests. */
export async function listTestPrints(db: Database, userId: Id, ids: readonly Id[]): Promise<Id[]> {
  const rows = await db.all<{ id: Id }>(sql`
    SELECT print.id AS id FROM json_each(${JSON.stringify([...new Set(ids)])}) AS listed
    JOIN print ON print.id = listed.value AND print.user_id = ${userId} AND print.is_test = 1`)
  return rows.map(({ id }) => id)
}

/**
 * Adds a draft with its items, all or nothing. Returns false, with nothing written, if too much waits
 * already. Throws if the request key is taken; read its print then.
 */
export async function insertPrint(
  db: Database,
  row: {
    id: Id
    userId: Id
    type: PrintType
    source?: PrintRow["source"]
    name: string | SQL
    labels?: boolean | null
    sheetTemplateId?: Id | null
    remakeOf?: Id
    remakeReason?: RemakeReason
    requestKey: string | null
    isTest?: boolean
    madeBy: DoerMark | null
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
 * Returns a name that the app gives, as an expression for a new print: the second `Print of 23 Nov` of
 * an account is `Print of 23 Nov (2)`. Deleted prints count, since they may come back.
 */
export function ownName(userId: Id, name: string): SQL {
  const numbered = sql`CASE WHEN length(named.name) = length(${name}) THEN 1 ELSE CAST(substr(named.name, length(${name}) + 3) AS INTEGER) END`
  // Only names that go on with " (" come between the name and this one.
  const last = sql`(SELECT max(${numbered}) FROM print AS named WHERE named.user_id = ${userId}
    AND named.name COLLATE NOCASE >= ${name} AND named.name COLLATE NOCASE < ${`${name} )`})`
  return sql`coalesce(${name} || ' (' || (${last} + 1) || ')', ${name})`
}

/**
 * Renames a print or chooses its labels. Returns false if it is gone, or its labels may not change now.
 * A name is not printed: a print that is being planned can be renamed.
 */
export async function updatePrint(
  db: Database,
  { id, userId }: { id: Id; userId: Id },
  change: { name?: string; labels?: boolean | null },
  nowMs: number,
): Promise<boolean> {
  const isNameAlone = change.labels === undefined
  const changed = await db
    .update(print)
    .set({ ...change, ...(isNameAlone ? {} : { updatedAt: laterThan(print.updatedAt, nowMs) }) })
    .where(
      and(
        eq(print.id, id),
        eq(print.userId, userId),
        isNull(print.trashedAt),
        isNameAlone ? undefined : inArray(print.status, editableStatuses),
      ),
    )
    .returning({ id: print.id })
  return changed.length === 1
}

/**
 * Hides prints with all their rows until the sweep deletes them, and updates their orders. Prints that
 * are processing or another user's stay. Returns the hidden ids.
 */
export async function trashPrints(db: Database, ids: readonly Id[], undo: NewUndo): Promise<Id[]> {
  const chosen = sql`+${print.userId} = ${undo.userId} AND ${print.status} <> 'Processing' AND ${print.trashedAt} IS NULL
    AND ${print.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const { trashed } = await namedBatch(db, {
    kept: keepPrints(db, undo, chosen),
    trashed: db
      .update(print)
      // A repeated request makes a new print: the hidden one is not found by its key.
      .set({ trashedAt: undo.nowMs, requestKey: null, updatedAt: laterThan(print.updatedAt, undo.nowMs) })
      .where(chosen)
      .returning({ id: print.id }),
    orders: orderStateUpdates(
      db,
      orderItemsOfPrints(sql`SELECT value FROM json_each(${JSON.stringify(ids)})`),
    ),
  })
  return trashed.map((row) => row.id)
}

/**
 * Deletes prints with all their rows and updates their orders; `deleteSheetsOf` must run first. Prints
 * that are processing, still hold credits, or are another user's stay. Returns the deleted ids.
 */
export async function deletePrints(
  db: Database,
  userId: Id,
  ids: readonly Id[],
  nowMs: number,
): Promise<Id[]> {
  const isLeaving = sql`+${print.userId} = ${userId} AND ${print.status} = 'Deleted'
    AND ${print.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
    AND NOT EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.printId} = ${print.id} AND ${attempt.isHoldSettled} = 0)`
  const leaving = sql`${printItem.printId} IN (SELECT ${print.id} FROM ${print} WHERE ${isLeaving})`
  const { deleted } = await namedBatch(db, {
    orders: orderStateUpdates(db, orderItemsIn(leaving), leaving),
    layouts: insertFrom(
      db,
      objectToDelete,
      { key: endedLayoutKeyIn, createdAt: nowMs },
      sql`FROM ${attempt} JOIN ${print} ON ${print.id} = ${attempt.printId}
        WHERE ${attempt.state} = 'completed' AND ${isLeaving}`,
    ).onConflictDoNothing(),
    deleted: db.delete(print).where(isLeaving).returning({ id: print.id }),
  })
  return deleted.map((row) => row.id)
}
