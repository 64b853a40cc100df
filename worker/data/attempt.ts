import { and, asc, eq, inArray, lt, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { PrintStatus } from "../../contract/status.ts"
import type { Database } from "./database.ts"
import { insertFrom, member } from "./insert-from.ts"
import type { NewNotification } from "./notification.ts"
import {
  attempt,
  attemptStamp,
  doomedObject,
  image,
  notification,
  print,
  printItem,
  sheet,
  stamp,
} from "./schema.ts"

export type AttemptRow = typeof attempt.$inferSelect
export type AttemptStampRow = typeof attemptStamp.$inferSelect
type RunningState = "holding" | "stamping" | "rendering"

/** Still to be cancelled or failed; `finishing` only ever completes, because its sheets are written and checked. */
const runningStates: RunningState[] = ["holding", "stamping", "rendering"]

export type NewAttempt = {
  id: Id
  printId: string
  userId: string
  number: number
  credits: number
  dpi: number
  mirror: boolean
  utilisation: number
  sheetTemplateId: string
  stamps: Omit<AttemptStampRow, "attemptId" | "isDone">[]
  sheets: { token: string; widthPx: number; lengthPx: number; placements: string }[]
}

/**
 * Moves a print to Processing and writes everything its attempt needs, all or nothing. False, and nothing written, when
 * the print is no longer the one that was planned: changed, deleted, or already being processed.
 */
export async function insertAttempt(
  db: Database,
  next: NewAttempt,
  planned: { updatedAt: number; statuses: readonly PrintStatus[] },
  nowMs: number,
): Promise<boolean> {
  const { id, printId, userId, number } = next
  const isStarted = sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = ${id})`
  const statusList = JSON.stringify(planned.statuses)
  const [started] = await db.batch([
    insertFrom(
      db,
      attempt,
      {
        id,
        printId,
        userId,
        number,
        state: "holding",
        credits: next.credits,
        isHoldSettled: false,
        isAnnounced: false,
        dpi: next.dpi,
        mirror: next.mirror,
        utilisation: next.utilisation,
        createdAt: nowMs,
        updatedAt: nowMs,
      },
      sql`FROM ${print} WHERE ${print.id} = ${printId} AND ${print.userId} = ${userId} AND ${print.attemptNumber} = ${number - 1}
        AND ${print.updatedAt} = ${planned.updatedAt} AND ${print.status} IN (SELECT value FROM json_each(${statusList}))`,
    ).returning({ id: attempt.id }),
    db
      .update(print)
      .set({
        status: "Processing",
        attemptId: id,
        attemptNumber: number,
        sheetTemplateId: next.sheetTemplateId,
        failureMessage: null,
        printedAt: null,
        updatedAt: laterThan(print.updatedAt, nowMs),
      })
      .where(and(eq(print.id, printId), isStarted)),
    // A stamp that an earlier print has made is used again.
    insertFrom(
      db,
      attemptStamp,
      {
        attemptId: id,
        stampKey: member("stampKey"),
        imageId: member("imageId"),
        imageName: member("imageName"),
        sourceKey: member("sourceKey"),
        kind: member("kind"),
        widthPx: member("widthPx"),
        heightPx: member("heightPx"),
        rotated: member("rotated"),
        mirror: member("mirror"),
        trimX: member("trimX"),
        trimY: member("trimY"),
        trimWidth: member("trimWidth"),
        trimHeight: member("trimHeight"),
        isDone: sql`EXISTS (SELECT 1 FROM ${stamp} WHERE ${stamp.key} = ${member("stampKey")} AND ${stamp.bytes} > 0)`,
      },
      sql`FROM json_each(${JSON.stringify(next.stamps)}) WHERE ${isStarted}`,
    ),
    insertFrom(
      db,
      sheet,
      {
        attemptId: id,
        sheetIndex: sql`key`,
        token: member("token"),
        widthPx: member("widthPx"),
        lengthPx: member("lengthPx"),
        placements: member("placements"),
        state: "waiting",
        bytes: 0,
        updatedAt: nowMs,
      },
      sql`FROM json_each(${JSON.stringify(next.sheets)}) WHERE ${isStarted}`,
    ),
    db
      .update(stamp)
      .set({ lastUsedAt: nowMs })
      .where(
        and(
          isStarted,
          sql`${stamp.key} IN (SELECT ${attemptStamp.stampKey} FROM ${attemptStamp} WHERE ${attemptStamp.attemptId} = ${id})`,
        ),
      ),
  ])
  return started.length === 1
}

export async function findAttempt(db: Database, id: string): Promise<AttemptRow | null> {
  const [row] = await db.select().from(attempt).where(eq(attempt.id, id))
  return row ?? null
}

/** All the stamps of an attempt. */
export async function listStamps(db: Database, attemptId: string): Promise<AttemptStampRow[]> {
  return db.select().from(attemptStamp).where(eq(attemptStamp.attemptId, attemptId))
}

/** Its stamps not yet made. */
export async function listWaitingStamps(db: Database, attemptId: string): Promise<AttemptStampRow[]> {
  return db
    .select()
    .from(attemptStamp)
    .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.isDone, false)))
}

export async function findAttemptStamp(
  db: Database,
  attemptId: string,
  stampKey: string,
): Promise<AttemptStampRow | null> {
  const [row] = await db
    .select()
    .from(attemptStamp)
    .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.stampKey, stampKey)))
  return row ?? null
}

/** The credits are held: holding → stamping. False when the attempt has moved on. */
export async function markHeld(db: Database, id: string, nowMs: number): Promise<boolean> {
  const rows = await db
    .update(attempt)
    .set({ state: "stamping", updatedAt: nowMs })
    .where(and(eq(attempt.id, id), eq(attempt.state, "holding")))
    .returning({ id: attempt.id })
  return rows.length === 1
}

/** stamping → rendering once no stamp is missing; for one caller only. */
export async function markStamped(db: Database, id: string, nowMs: number): Promise<boolean> {
  return (await stampedUpdate(db, id, nowMs)).length === 1
}

/**
 * A stamp is in R2: notes it for reuse (unless its image is gone: then it is doomed, to go when this attempt has ended)
 * and for the attempt. True for the one call that found it to be the last: stamping → rendering.
 */
export async function markStampDone(
  db: Database,
  done: { attemptId: string; stampKey: string; imageId: string; bytes: number; nowMs: number },
): Promise<boolean> {
  const { attemptId, stampKey, imageId, bytes, nowMs } = done
  const hasImage = sql`EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${imageId})`
  const [, , , , , last] = await db.batch([
    insertFrom(
      db,
      stamp,
      { key: stampKey, imageId, bytes, createdAt: nowMs, lastUsedAt: nowMs },
      sql`WHERE ${hasImage}`,
    ).onConflictDoUpdate({ target: stamp.key, set: { bytes, lastUsedAt: nowMs } }),
    db.delete(doomedObject).where(and(eq(doomedObject.key, stampKey), hasImage)),
    insertFrom(
      db,
      doomedObject,
      { key: stampKey, createdAt: nowMs },
      sql`WHERE NOT ${hasImage}`,
    ).onConflictDoNothing(),
    db
      .update(attemptStamp)
      .set({ isDone: true })
      .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.stampKey, stampKey))),
    db
      .update(attempt)
      .set({ updatedAt: nowMs })
      .where(and(eq(attempt.id, attemptId), eq(attempt.state, "stamping"))),
    stampedUpdate(db, attemptId, nowMs),
  ])
  return last.length === 1
}

/** A stamp believed made is not in R2: it is made again, and the attempt waits for it. False when it has moved on. */
export async function reopenStamp(
  db: Database,
  attemptId: string,
  stampKey: string,
  nowMs: number,
): Promise<boolean> {
  const isRendering = sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = ${attemptId} AND ${attempt.state} = 'rendering')`
  const [, , rows] = await db.batch([
    db.delete(stamp).where(and(eq(stamp.key, stampKey), isRendering)),
    db
      .update(attemptStamp)
      .set({ isDone: false })
      .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.stampKey, stampKey), isRendering)),
    db
      .update(attempt)
      .set({ state: "stamping", updatedAt: nowMs })
      .where(and(eq(attempt.id, attemptId), eq(attempt.state, "rendering")))
      .returning({ id: attempt.id }),
  ])
  return rows.length === 1
}

/**
 * A sheet is written and checked. `isMine` is false when the attempt has moved on or another worker was first; `isLast`
 * is true for the one call that found it to be the last: rendering → finishing.
 */
export async function markSheetWritten(
  db: Database,
  written: {
    attemptId: string
    sheetIndex: number
    bytes: number
    checksum: string
    previewKey: string | null
    nowMs: number
  },
): Promise<{ isMine: boolean; isLast: boolean }> {
  const { attemptId, sheetIndex, nowMs, ...rest } = written
  const isRendering = and(eq(attempt.id, attemptId), eq(attempt.state, "rendering"))
  const [mine, , last] = await db.batch([
    db
      .update(sheet)
      .set({ ...rest, state: "written", updatedAt: nowMs })
      .where(
        and(
          eq(sheet.attemptId, attemptId),
          eq(sheet.sheetIndex, sheetIndex),
          eq(sheet.state, "waiting"),
          sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${isRendering})`,
        ),
      )
      .returning({ token: sheet.token }),
    db.update(attempt).set({ updatedAt: nowMs }).where(isRendering),
    db
      .update(attempt)
      .set({ state: "finishing", updatedAt: nowMs })
      .where(
        and(
          isRendering,
          sql`NOT EXISTS (SELECT 1 FROM ${sheet} WHERE ${sheet.attemptId} = ${attemptId} AND ${sheet.state} = 'waiting')`,
        ),
      )
      .returning({ id: attempt.id }),
  ])
  return { isMine: mine.length === 1, isLast: last.length === 1 }
}

/**
 * finishing → completed: the print, the copies counted at their images and the notification, all or nothing, once. False
 * when the attempt is not finishing (any more).
 */
export async function completeAttempt(
  db: Database,
  row: Pick<AttemptRow, "id" | "printId">,
  notice: NewNotification,
): Promise<boolean> {
  const nowMs = notice.createdAtMs
  const isFinishing = isInState(row.id, ["finishing"])
  const printed = sql`SELECT ${printItem.imageId} FROM ${printItem} WHERE ${printItem.printId} = ${row.printId}`
  const copies = sql`(SELECT sum(${printItem.quantity}) FROM ${printItem} WHERE ${printItem.printId} = ${row.printId} AND ${printItem.imageId} = ${image.id})`
  const [, , , rows] = await db.batch([
    db
      .update(print)
      .set({
        status: "Completed",
        printedAt: nowMs,
        failureMessage: null,
        updatedAt: laterThan(print.updatedAt, nowMs),
      })
      .where(and(eq(print.id, row.printId), eq(print.attemptId, row.id), isFinishing)),
    db
      .update(image)
      .set({ usedInPrint: sql`${image.usedInPrint} + ${copies}` })
      .where(and(sql`${image.id} IN (${printed})`, isFinishing)),
    noticeInsertIf(db, notice, isFinishing),
    db
      .update(attempt)
      .set({ state: "completed", updatedAt: nowMs })
      .where(and(eq(attempt.id, row.id), eq(attempt.state, "finishing")))
      .returning({ id: attempt.id }),
  ])
  return rows.length === 1
}

export type AttemptEnd = {
  state: "failed" | "cancelled"
  printStatus: "In Draft" | "Cancelled"
  failureMessage: string | null
  notice: NewNotification | null
  nowMs: number
}

/**
 * Ends a running attempt without a print, once: the print goes back, every sheet it may have written is doomed. False
 * when it was not running (any more) or not yet paid for, where `from` says so.
 */
export async function endAttempt(
  db: Database,
  row: Pick<AttemptRow, "id" | "printId">,
  end: AttemptEnd,
  from: RunningState[] = runningStates,
): Promise<boolean> {
  const isOpen = isInState(row.id, from)
  const { nowMs } = end
  const writes = [
    db
      .update(print)
      .set({
        status: end.printStatus,
        failureMessage: end.failureMessage,
        updatedAt: laterThan(print.updatedAt, nowMs),
      })
      .where(
        and(eq(print.id, row.printId), eq(print.attemptId, row.id), eq(print.status, "Processing"), isOpen),
      ),
    doomSheets(db, and(eq(sheet.attemptId, row.id), isOpen), nowMs),
    db
      .update(sheet)
      .set({ state: "deleted", updatedAt: nowMs })
      .where(and(eq(sheet.attemptId, row.id), isOpen)),
    db
      .update(attempt)
      .set({ state: end.state, failureMessage: end.failureMessage, updatedAt: nowMs })
      .where(and(eq(attempt.id, row.id), inArray(attempt.state, from)))
      .returning({ id: attempt.id }),
  ] as const
  const [, , , ended] = end.notice
    ? (await db.batch([noticeInsertIf(db, end.notice, isOpen), ...writes])).slice(1)
    : await db.batch(writes)
  return Array.isArray(ended) && ended.length === 1
}

/** Capture or release was acknowledged by the ledger. */
export async function markSettled(db: Database, id: string): Promise<void> {
  await db.update(attempt).set({ isHoldSettled: true }).where(eq(attempt.id, id))
}

/** Event and e-mail about its end have gone out. */
export async function markAnnounced(db: Database, id: string): Promise<void> {
  await db.update(attempt).set({ isAnnounced: true }).where(eq(attempt.id, id))
}

/** Attempts in these states that nothing has happened to since `beforeMs`, and that are not over and done with. */
export async function listStalledAttempts(
  db: Database,
  states: readonly AttemptRow["state"][],
  beforeMs: number,
  limit: number,
): Promise<AttemptRow[]> {
  // Spelt as the partial index is, without parameters, so that it is used.
  const isLoose = sql`(${attempt.isHoldSettled} = 0 OR ${attempt.isAnnounced} = 0)`
  // The plus keeps SQLite from its index by state, where every attempt ever completed would be looked at.
  const isInStates = sql`+${attempt.state} IN (SELECT value FROM json_each(${JSON.stringify(states)}))`
  return db
    .select()
    .from(attempt)
    .where(and(isLoose, lt(attempt.updatedAt, beforeMs), isInStates))
    .orderBy(asc(attempt.updatedAt))
    .limit(limit)
}

/** Starts the waiting time anew, for an attempt whose next step was queued again. */
export async function touchAttempt(db: Database, id: string, nowMs: number): Promise<void> {
  await db.update(attempt).set({ updatedAt: nowMs }).where(eq(attempt.id, id))
}

/** The same by a job at work; false when the attempt is not in this state any more. */
export async function touchRunning(
  db: Database,
  id: string,
  state: "stamping" | "rendering",
  nowMs: number,
): Promise<boolean> {
  const rows = await db
    .update(attempt)
    .set({ updatedAt: nowMs })
    .where(and(eq(attempt.id, id), eq(attempt.state, state)))
    .returning({ id: attempt.id })
  return rows.length === 1
}

/** Attempts of a print whose hold is not yet settled. */
export async function listUnsettledAttempts(
  db: Database,
  printIds: readonly string[],
): Promise<AttemptRow[]> {
  return db
    .select()
    .from(attempt)
    .where(
      and(
        sql`${attempt.printId} IN (SELECT value FROM json_each(${JSON.stringify(printIds)}))`,
        eq(attempt.isHoldSettled, false),
      ),
    )
}

/** Dooms the R2 objects of sheets, as a statement for a batch. */
export function doomSheets(db: Database, where: SQL | undefined, nowMs: number) {
  const name = sql`CASE noun.value WHEN 'sheet' THEN 'sheet-' || (${sheet.sheetIndex} + 1) ELSE 'preview' END`
  return insertFrom(
    db,
    doomedObject,
    { key: sql`'sheets/' || ${sheet.token} || '/' || ${name} || '.png'`, createdAt: nowMs },
    sql`FROM ${sheet}, json_each('["sheet", "preview"]') AS noun WHERE ${where}`,
  ).onConflictDoNothing()
}

/** A version, too: never the same twice, even within one millisecond. */
export function laterThan(column: typeof print.updatedAt, nowMs: number): SQL {
  return sql`max(${column} + 1, ${nowMs})`
}

function stampedUpdate(db: Database, id: string, nowMs: number) {
  return db
    .update(attempt)
    .set({ state: "rendering", updatedAt: nowMs })
    .where(
      and(
        eq(attempt.id, id),
        eq(attempt.state, "stamping"),
        sql`NOT EXISTS (SELECT 1 FROM ${attemptStamp} WHERE ${attemptStamp.attemptId} = ${id} AND ${attemptStamp.isDone} = 0)`,
      ),
    )
    .returning({ id: attempt.id })
}

function isInState(id: string, states: AttemptRow["state"][]): SQL {
  return sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = ${id} AND ${inArray(attempt.state, states)})`
}

function noticeInsertIf(db: Database, notice: NewNotification, condition: SQL) {
  const { createdAtMs, ...row } = notice
  return insertFrom(
    db,
    notification,
    { ...row, createdAt: createdAtMs },
    sql`WHERE ${condition}`,
  ).onConflictDoNothing()
}
