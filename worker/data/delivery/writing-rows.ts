import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import type { WritingSettings } from "../../../contract/delivery/writing.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_WRITINGS } from "../../../contract/limit.ts"
import type { PrintProgress } from "../../../contract/prints/print-progress.ts"
import { type NewNotification, notificationInsert } from "../accounts/notification-rows.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { sheetInserts, stampClaims, stampInserts } from "../prints/attempt-layout-rows.ts"
import type { AttemptStampRow, Drawn } from "../prints/attempt-stamp-rows.ts"
import { movedAt } from "../prints/change-times.ts"
import { namedBatch } from "../prints/named-batch.ts"
import {
  deleteSheetFilesLater,
  type Film,
  nextSheet,
  type StoredPlacement,
  type WrittenSheet,
  writtenColumns,
} from "../prints/sheet-rows.ts"
import { attempt, attemptStamp, print, sheet, stamp, writing } from "../prints/tables.ts"

export type WritingRow = typeof writing.$inferSelect
type RunningState = "stamping" | "writing"

const runningStates: RunningState[] = ["stamping", "writing"]

export type NewWriting = {
  id: Id
  attemptId: Id
  userId: Id
  destinationId: Id
  name: string
  digest: string
  settings: WritingSettings
  /** The stamps that the attempt does not have. */
  stamps: Omit<AttemptStampRow, "attemptId" | "isDone">[]
  sheets: { token: string; widthPx: number; lengthPx: number; placements: StoredPlacement[] }[]
}

/** SQL over `writing`: its print still shows its sheets. */
const isLive = sql`EXISTS (SELECT 1 FROM ${attempt} JOIN ${print} ON ${print.id} = ${attempt.printId} AND ${print.attemptId} = ${attempt.id}
  WHERE ${attempt.id} = ${writing.attemptId} AND ${print.status} = 'Completed' AND ${print.trashedAt} IS NULL)`

/** SQL for the stamps on its sheets: of its attempt, mirrored or not. */
const isItsStamp = sql`${attemptStamp.attemptId} = ${writing.attemptId} AND ${attemptStamp.mirror} = (${writing.settings} ->> 'mirror')`

const hasStampsMissing = sql`EXISTS (SELECT 1 FROM ${attemptStamp} WHERE ${isItsStamp} AND ${attemptStamp.isDone} = 0)`

/**
 * Stores a writing with its sheets and the stamps that it needs, all or nothing. A failed one of the
 * same digest is replaced; any other stays, and nothing is written. Returns false, too, if the print
 * has lost its sheets or has been written MAX_WRITINGS times.
 */
export async function insertWriting(db: Database, next: NewWriting, nowMs: number): Promise<boolean> {
  const { stamps, sheets, ...row } = next
  const isNew = sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${writing.id} = ${row.id})`
  const { inserted } = await namedBatch(db, {
    // A failed writing has no sheets any more.
    failed: db
      .delete(writing)
      .where(
        and(
          eq(writing.attemptId, row.attemptId),
          eq(writing.digest, row.digest),
          eq(writing.state, "failed"),
        ),
      ),
    inserted: insertFrom(
      db,
      writing,
      { ...row, state: "stamping", createdAt: nowMs, updatedAt: nowMs },
      sql`FROM ${attempt} JOIN ${print} ON ${print.id} = ${attempt.printId} AND ${print.attemptId} = ${attempt.id}
        WHERE ${attempt.id} = ${row.attemptId} AND ${print.status} = 'Completed' AND ${print.trashedAt} IS NULL
          AND (SELECT count(*) FROM ${writing} WHERE ${writing.attemptId} = ${row.attemptId}) < ${MAX_WRITINGS}`,
    )
      .onConflictDoNothing()
      .returning({ id: writing.id }),
    stamps: stampInserts(db, row.attemptId, stamps, isNew),
    // An attempt's stamps may have been deleted since, with its artwork or because nothing used it.
    lost: db
      .update(attemptStamp)
      .set({ isDone: false })
      .where(
        and(
          sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${writing.id} = ${row.id} AND ${isItsStamp})`,
          sql`NOT EXISTS (SELECT 1 FROM ${stamp} WHERE ${stamp.key} = ${attemptStamp.stampKey} AND ${stamp.bytes} > 0)`,
        ),
      ),
    ...stampClaims(db, row.attemptId, isNew, nowMs),
    ...sheetInserts(db, row.attemptId, sheets, { condition: isNew, writingId: row.id, nowMs }),
  })
  return inserted.length === 1
}

export async function findWriting(db: Database, id: Id): Promise<WritingRow | null> {
  const [row] = await db.select().from(writing).where(eq(writing.id, id))
  return row ?? null
}

/** Finds the writing of this attempt with these very files; null if there is none. */
export async function findWritingOf(
  db: Database,
  { attemptId, digest }: Pick<WritingRow, "attemptId" | "digest">,
): Promise<WritingRow | null> {
  const [row] = await db
    .select()
    .from(writing)
    .where(and(eq(writing.attemptId, attemptId), eq(writing.digest, digest)))
  return row ?? null
}

/** Lists the stamps of its sheets that are not made, by their keys. */
export async function listWritingStamps(
  db: Database,
  id: Id,
  { limit, offset }: Drawn,
): Promise<Pick<AttemptStampRow, "stampKey">[]> {
  return db
    .select({ stampKey: attemptStamp.stampKey })
    .from(attemptStamp)
    .innerJoin(writing, isItsStamp)
    .where(and(eq(writing.id, id), eq(attemptStamp.isDone, false)))
    .orderBy(attemptStamp.stampKey)
    .limit(limit)
    .offset(offset)
}

/** Moves a writing from stamping to writing once no stamp is missing; true for one caller only. */
export async function markWritingStamped(db: Database, id: Id, nowMs: number): Promise<boolean> {
  const rows = await db
    .update(writing)
    .set({ state: "writing", ...movedAt(nowMs) })
    .where(and(eq(writing.id, id), eq(writing.state, "stamping"), isLive, sql`NOT ${hasStampsMissing}`))
    .returning({ id: writing.id })
  return rows.length === 1
}

/** Marks a job as alive; false if the writing has left this state, or its print has lost its sheets. */
export async function touchWriting(
  db: Database,
  id: Id,
  state: RunningState,
  nowMs: number,
): Promise<boolean> {
  const rows = await db
    .update(writing)
    .set(movedAt(nowMs))
    .where(and(eq(writing.id, id), eq(writing.state, state), isLive))
    .returning({ id: writing.id })
  return rows.length === 1
}

/** Reopens a lost stamp of a writing, which goes back to stamping. False if it has moved on. */
export async function reopenWritingStamp(
  db: Database,
  row: Pick<WritingRow, "id" | "attemptId">,
  stampKey: string,
  nowMs: number,
): Promise<boolean> {
  const isWriting = and(eq(writing.id, row.id), eq(writing.state, "writing"))
  const isOpen = sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${isWriting})`
  const { moved } = await namedBatch(db, {
    stamps: db.delete(stamp).where(and(eq(stamp.key, stampKey), isOpen)),
    reopened: db
      .update(attemptStamp)
      .set({ isDone: false })
      .where(and(eq(attemptStamp.attemptId, row.attemptId), eq(attemptStamp.stampKey, stampKey), isOpen)),
    moved: db
      .update(writing)
      .set({ state: "stamping", ...movedAt(nowMs) })
      .where(isWriting)
      .returning({ id: writing.id }),
  })
  return moved.length === 1
}

/**
 * Notes a written and checked sheet. `isMine` is false if the writing has moved on or another worker
 * was first. `isLast` is true for the one call that completed it, all or nothing with its notification.
 */
export async function markWritingSheetWritten(
  db: Database,
  row: Pick<WritingRow, "id" | "attemptId">,
  { keys, ...written }: WrittenSheet & { keys: readonly string[] },
  notice: NewNotification,
): Promise<{ isMine: boolean; isLast: boolean; next: number | null }> {
  const nowMs = notice.createdAtMs
  const isWriting = and(eq(writing.id, row.id), eq(writing.state, "writing"), isLive)
  const isOver = sql`NOT EXISTS (SELECT 1 FROM ${sheet} WHERE ${sheet.writingId} = ${row.id} AND ${sheet.state} = 'waiting')`
  const { mine, last } = await namedBatch(db, {
    mine: db
      .update(sheet)
      .set({ ...writtenColumns(written), state: "written", updatedAt: nowMs })
      .where(
        and(
          eq(sheet.attemptId, row.attemptId),
          eq(sheet.sheetIndex, written.sheetIndex),
          eq(sheet.writingId, row.id),
          eq(sheet.state, "waiting"),
          sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${isWriting})`,
        ),
      )
      .returning({
        next: nextSheet({ attemptId: row.attemptId, writingId: row.id, sheetIndex: written.sheetIndex }),
      }),
    notification: notificationInsert(
      db,
      notice,
      sql`${isOver} AND EXISTS (SELECT 1 FROM ${writing} WHERE ${isWriting})`,
    ),
    // A job noted it that found the print deleted, before that was undone.
    undeleted: db
      .delete(objectToDelete)
      .where(
        and(
          sql`${objectToDelete.key} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
          sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${isWriting})`,
        ),
      ),
    moved: db.update(writing).set(movedAt(nowMs)).where(isWriting),
    last: db
      .update(writing)
      .set({ state: "written", ...movedAt(nowMs) })
      .where(and(isWriting, isOver))
      .returning({ id: writing.id }),
  })
  return { isMine: mine.length === 1, isLast: last.length === 1, next: mine.at(0)?.next ?? null }
}

/**
 * Ends a running writing without its files, once: they are noted for deletion and its sheets are gone.
 * Returns false if it is over.
 */
export async function failWriting(
  db: Database,
  id: Id,
  failureMessage: string,
  notice: NewNotification,
): Promise<boolean> {
  const isRunning = and(eq(writing.id, id), inArray(writing.state, runningStates))
  const ofRunning = and(eq(sheet.writingId, id), sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${isRunning})`)
  const nowMs = notice.createdAtMs
  const { ended } = await namedBatch(db, {
    notification: notificationInsert(db, notice, sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${isRunning})`),
    files: deleteSheetFilesLater(db, ofRunning, nowMs),
    sheets: db.delete(sheet).where(ofRunning),
    ended: db
      .update(writing)
      .set({ state: "failed", failureMessage, ...movedAt(nowMs) })
      .where(isRunning)
      .returning({ id: writing.id }),
  })
  return ended.length === 1
}

/** Forgets a writing whose print has lost its sheets; its files are noted for deletion. */
export async function dropWriting(db: Database, id: Id, nowMs: number): Promise<void> {
  const isDead = and(eq(writing.id, id), sql`NOT ${isLive}`)
  await namedBatch(db, {
    files: deleteSheetFilesLater(
      db,
      and(eq(sheet.writingId, id), sql`EXISTS (SELECT 1 FROM ${writing} WHERE ${isDead})`),
      nowMs,
    ),
    dropped: db.delete(writing).where(isDead),
  })
}

/** Returns whether the print of a writing still shows its sheets. */
export async function isWritingLive(db: Database, id: Id): Promise<boolean> {
  const rows = await db
    .select({ id: writing.id })
    .from(writing)
    .where(and(eq(writing.id, id), isLive))
  return rows.length === 1
}

/** Returns the first of its sheets, counted from 0 among all of its attempt. */
export async function firstSheetOf(db: Database, id: Id): Promise<number> {
  const [row] = await db
    .select({ first: sql<number>`coalesce(min(${sheet.sheetIndex}), 0)` })
    .from(sheet)
    .where(eq(sheet.writingId, id))
  return row.first
}

/** Returns its sheets and their total length. */
export async function filmOfWriting(db: Database, id: Id): Promise<Film> {
  const [film] = await db
    .select({
      sheets: sql<number>`count(*)`,
      lengthIn: sql<number>`total(1.0 * ${sheet.lengthPx} / ${attempt.dpi})`,
    })
    .from(sheet)
    .innerJoin(attempt, eq(attempt.id, sheet.attemptId))
    .where(eq(sheet.writingId, id))
  return film
}

/** SQL over `writing`: its progress, as JSON {done, total} in pixel rows. */
export const progressOfWriting: SQL<string> = sql`(SELECT json_object('done', coalesce(sum(rows) FILTER (WHERE is_done), 0), 'total', coalesce(sum(rows), 0))
  FROM (SELECT ${attemptStamp.isDone} AS is_done, ${attemptStamp.heightPx} AS rows FROM ${attemptStamp} WHERE ${isItsStamp}
    UNION ALL SELECT ${sheet.state} = 'written', ${sheet.lengthPx} FROM ${sheet} WHERE ${sheet.writingId} = ${writing.id}))`

export async function readWritingProgress(db: Database, id: Id): Promise<PrintProgress> {
  const [row] = await db.select({ progress: progressOfWriting }).from(writing).where(eq(writing.id, id))
  return { stage: "render", ...(row ? JSON.parse(row.progress) : { done: 0, total: 0 }) }
}
