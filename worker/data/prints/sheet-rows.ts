import { and, asc, eq, inArray, isNull, lte, type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import type { Id } from "../../../contract/id.ts"
import { placementSchema, type SheetFile } from "../../../contract/prints/print.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { orderItemsOfPrints, orderStateUpdates } from "../orders/order-state.ts"
import type { Reader } from "../reader.ts"
import { keepSheets } from "../undo/undo-prints.ts"
import { goneAtMs, type NewUndo } from "../undo/undo-rows.ts"
import { type Drawn, nextDrawn } from "./attempt-stamp-rows.ts"
import { laterThan, movedAt } from "./change-times.ts"
import { namedBatch } from "./named-batch.ts"
import {
  fileKindsIn,
  isListed,
  isOwnSheet,
  sheetFileName,
  sheetKey,
  sheetKeyIn,
  sheetNouns,
  sheetPreviewKey,
  type WrittenSheetFile,
  writtenFiles,
} from "./sheet-files.ts"
import { attempt, print, sheet, sheetPart } from "./tables.ts"

export type SheetRow = typeof sheet.$inferSelect

const labelSchema = z.object({
  text: z.string(),
  code: z.string().optional(),
  x: z.number(),
  y: z.number(),
  widthPx: z.number(),
  heightPx: z.number(),
})

/** The stored placements: as previewed, with the stamp of each copy and its label. */
export const storedPlacementsSchema = z.array(
  placementSchema.extend({ stampKey: z.string(), label: labelSchema.nullable().default(null) }),
)
export type StoredPlacement = z.infer<typeof storedPlacementsSchema>[number]

export async function findSheet(db: Database, attemptId: Id, sheetIndex: number): Promise<SheetRow | null> {
  const [row] = await db
    .select()
    .from(sheet)
    .where(and(eq(sheet.attemptId, attemptId), eq(sheet.sheetIndex, sheetIndex)))
  return row ?? null
}

/** A sheet with all its placements. */
export type OwnSheet = Pick<SheetRow, "sheetIndex" | "state" | "widthPx" | "lengthPx"> & {
  placements: StoredPlacement[]
}

/** Lists an attempt's own sheets in order, with placements; null for those that are in its document. */
export async function listOwnSheets(
  db: Database,
  attemptId: Id,
): Promise<(Omit<OwnSheet, "placements"> & { placements: StoredPlacement[] | null })[]> {
  const { rows, parts } = await namedBatch(db, {
    rows: db
      .select()
      .from(sheet)
      .where(and(eq(sheet.attemptId, attemptId), isOwnSheet))
      .orderBy(asc(sheet.sheetIndex)),
    parts: db
      .select()
      .from(sheetPart)
      .where(eq(sheetPart.attemptId, attemptId))
      .orderBy(asc(sheetPart.sheetIndex), asc(sheetPart.part)),
  })
  const partsOf = Map.groupBy(parts, ({ sheetIndex }) => sheetIndex)
  return rows.map(({ sheetIndex, state, widthPx, lengthPx, placements }) => {
    const stored =
      partsOf.get(sheetIndex)?.map((part) => part.placements) ?? (placements ? [placements] : null)
    return { sheetIndex, state, widthPx, lengthPx, placements: stored?.flatMap(parsedPlacements) ?? null }
  })
}

/** Reads a sheet's placements. */
export async function listPlacements(db: Database, row: SheetRow): Promise<StoredPlacement[]> {
  const parts = await db
    .select({ placements: sheetPart.placements })
    .from(sheetPart)
    .where(and(eq(sheetPart.attemptId, row.attemptId), eq(sheetPart.sheetIndex, row.sheetIndex)))
    .orderBy(asc(sheetPart.part))
  const stored = parts.length > 0 ? parts.map(({ placements }) => placements) : [row.placements]
  return stored.flatMap(parsedPlacements)
}

function parsedPlacements(json: string): StoredPlacement[] {
  return storedPlacementsSchema.parse(JSON.parse(json))
}

/** SQL for an attempt's own sheets with pictures. */
const hasOwnPicture = sql`(${isOwnSheet} AND ${sheet.previewKey} IS NOT NULL)`

export type SharedSheet = Pick<SheetRow, "token" | "sheetIndex" | "bytes" | "files" | "previewKey"> & {
  printId: Id
  userId: Id
}

/** Finds a completed print's written sheet by the sheet's own token. */
export function findSharedSheet(db: Database, token: string): Promise<SharedSheet | null> {
  return findListed(db, eq(sheet.token, token))
}

/** Finds a completed print's written sheet by its place. */
export function findSheetOf(db: Database, printId: Id, sheetIndex: number): Promise<SharedSheet | null> {
  return findListed(db, sql`${attempt.printId} = ${printId} AND ${sheet.sheetIndex} = ${sheetIndex}`)
}

/** Finds the first sheet with a picture of a completed print's last attempt. */
export function findPicturedSheet(db: Database, attemptId: Id): Promise<SharedSheet | null> {
  return findListed(db, sql`${attempt.id} = ${attemptId} AND ${hasOwnPicture}`)
}

async function findListed(db: Database, isIt: SQL): Promise<SharedSheet | null> {
  const [row] = await db
    .select({
      token: sheet.token,
      sheetIndex: sheet.sheetIndex,
      bytes: sheet.bytes,
      files: sheet.files,
      previewKey: sheet.previewKey,
      printId: attempt.printId,
      userId: attempt.userId,
    })
    .from(sheet)
    .innerJoin(attempt, eq(attempt.id, sheet.attemptId))
    .innerJoin(print, eq(print.attemptId, attempt.id))
    .where(
      and(isIt, eq(sheet.state, "written"), isListed, eq(print.status, "Completed"), isNull(print.trashedAt)),
    )
    .orderBy(asc(sheet.sheetIndex))
    .limit(1)
  return row ?? null
}

/** Lists the unwritten sheets of an attempt itself, or of one of its writings. */
export async function listWaitingSheets(
  db: Database,
  { attemptId, writingId }: Pick<SheetRow, "attemptId" | "writingId">,
  { limit, offset }: Drawn,
): Promise<number[]> {
  const isTheirs = writingId === null ? isOwnSheet : eq(sheet.writingId, writingId)
  const rows = await db
    .select({ sheetIndex: sheet.sheetIndex })
    .from(sheet)
    .where(and(eq(sheet.attemptId, attemptId), eq(sheet.state, "waiting"), isTheirs))
    .orderBy(asc(sheet.sheetIndex))
    .limit(limit)
    .offset(offset)
  return rows.map((row) => row.sheetIndex)
}

export type Film = { sheets: number; lengthIn: number }

/** Reads the sheets of an attempt and their total film, without those that were written once more. */
export async function filmOf(read: Reader, attemptId: Id): Promise<Film> {
  const [[film]] = await read(
    sql<Film>`SELECT count(*) AS "sheets", total(1.0 * sheet.length_px / attempt.dpi) AS "lengthIn"
      FROM sheet JOIN attempt ON attempt.id = sheet.attempt_id WHERE sheet.attempt_id = ${attemptId} AND sheet.writing_id IS NULL`,
  )
  return film
}

/** Finds the picture of an attempt's first sheet that has one, with the sheet's size. */
export async function findSheetPicture(
  db: Database,
  attemptId: Id,
): Promise<{ path: string; widthPx: number; heightPx: number } | null> {
  const [row] = await db
    .select()
    .from(sheet)
    .where(and(eq(sheet.attemptId, attemptId), hasOwnPicture))
    .orderBy(asc(sheet.sheetIndex))
    .limit(1)
  if (!row) return null
  return { path: `files/${sheetPreviewKey(row)}`, widthPx: row.widthPx, heightPx: row.lengthPx }
}

export type SheetFileRow = Pick<
  SheetRow,
  | "sheetIndex"
  | "token"
  | "widthPx"
  | "lengthPx"
  | "contourLengthIn"
  | "bytes"
  | "files"
  | "state"
  | "previewKey"
  | "writingId"
> & {
  /** The destination that it was written once more for; null for the print's own. */
  destination: string | null
}

/** Converts a sheet to an API reply, each of its files. */
export function sheetFilesOf(row: SheetFileRow, { printId, dpi }: { printId: Id; dpi: number }): SheetFile[] {
  return writtenFiles(row).map(({ format, bytes, name }) => ({
    path: `files/${sheetKey(row, format)}`,
    name: sheetFileName(printId, row.sheetIndex, { format, name }),
    format,
    sheet: row.sheetIndex + 1,
    writingId: row.writingId,
    destination: row.destination,
    widthPx: row.widthPx,
    lengthPx: row.lengthPx,
    lengthIn: row.lengthPx / dpi,
    contourLengthIn: row.contourLengthIn,
    bytes,
    previewPath: row.previewKey === null ? null : `files/${row.previewKey}`,
  }))
}

/** A sheet that was written and checked. */
export type WrittenSheet = {
  sheetIndex: number
  /** The files, at least one. */
  files: readonly WrittenSheetFile[]
  contourLengthIn: number | null
  previewKey: string | null
}

export function writtenColumns({ files, contourLengthIn, previewKey }: WrittenSheet) {
  return {
    files: JSON.stringify(files),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    checksum: files[0].checksum,
    contourLengthIn,
    previewKey,
  }
}

/**
 * Returns, as an expression, the sheet to be queued when this one is written: those on their way are the
 * first that are missing, so it is the one behind them.
 */
export function nextSheet({
  attemptId,
  writingId,
  sheetIndex,
}: Pick<SheetRow, "attemptId" | "writingId" | "sheetIndex">): SQL<number | null> {
  return sql`(SELECT other.sheet_index FROM sheet other WHERE other.attempt_id = ${attemptId}
    AND other.writing_id IS ${writingId} AND other.state = 'waiting' AND other.sheet_index <> ${sheetIndex}
    ORDER BY other.sheet_index LIMIT ${nextDrawn.limit} OFFSET ${nextDrawn.offset})`
}

/**
 * Notes a written and checked sheet. `isMine` is false if the attempt has moved on or another worker
 * was first. `isLast` is true for the one call with the last sheet, which moves the attempt to
 * finishing. `next` is the sheet to be queued in the place of this one, if there is another.
 */
export async function markSheetWritten(
  db: Database,
  attemptId: Id,
  written: WrittenSheet,
  nowMs: number,
): Promise<{ isMine: boolean; isLast: boolean; next: number | null }> {
  const isRendering = and(eq(attempt.id, attemptId), eq(attempt.state, "rendering"))
  const isWaited = sql`EXISTS (SELECT 1 FROM ${sheet} WHERE ${sheet.attemptId} = ${attemptId} AND ${sheet.state} = 'waiting')`
  const { mine, moved } = await namedBatch(db, {
    mine: db
      .update(sheet)
      .set({ ...writtenColumns(written), state: "written", updatedAt: nowMs })
      .where(
        and(
          eq(sheet.attemptId, attemptId),
          eq(sheet.sheetIndex, written.sheetIndex),
          eq(sheet.state, "waiting"),
          sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${isRendering})`,
        ),
      )
      .returning({
        next: nextSheet({ attemptId, writingId: null, sheetIndex: written.sheetIndex }),
      }),
    moved: db
      .update(attempt)
      .set({ state: sql`iif(${isWaited}, ${attempt.state}, 'finishing')`, ...movedAt(nowMs) })
      .where(isRendering)
      .returning({ state: attempt.state }),
  })
  const isLast = moved.at(0)?.state === "finishing"
  return { isMine: mine.length === 1, isLast, next: mine.at(0)?.next ?? null }
}

/**
 * Deletes the sheets of these prints but keeps the prints as Deleted, to be processed again. Their
 * files go once an undo is over. Prints that are processing or another user's stay unchanged, and
 * deleted ones if it can be undone. Returns the changed ids.
 */
export async function deleteSheetsOf(
  db: Database,
  prints: { ids: readonly Id[]; userId: Id | null; nowMs: number; undo?: NewUndo },
): Promise<Id[]> {
  const { nowMs, undo } = prints
  const isTheirs = prints.userId === null ? sql`1` : sql`${print.userId} = ${prints.userId}`
  const isThere = undo ? sql`${print.trashedAt} IS NULL` : sql`1`
  const chosen = sql`${print.id} IN (SELECT value FROM json_each(${JSON.stringify(prints.ids)})) AND ${isTheirs} AND ${isThere} AND ${print.status} <> 'Processing'`
  const sheetsOfChosen = inArray(
    sheet.attemptId,
    db.select({ id: attempt.id }).from(attempt).innerJoin(print, eq(print.id, attempt.printId)).where(chosen),
  )
  const isStored = and(sheetsOfChosen, sql`${sheet.state} <> 'deleted'`)
  const { changed } = await namedBatch(db, {
    kept: undo ? keepSheets(db, undo, chosen) : null,
    files: deleteSheetFilesLater(db, isStored, nowMs, undo && goneAtMs(undo)),
    sheets: db.update(sheet).set({ state: "deleted", updatedAt: nowMs }).where(sheetsOfChosen),
    changed: db
      .update(print)
      .set({ status: "Deleted", updatedAt: laterThan(print.updatedAt, nowMs) })
      .where(chosen)
      .returning({ id: print.id }),
    orders: orderStateUpdates(
      db,
      orderItemsOfPrints(sql`SELECT value FROM json_each(${JSON.stringify(prints.ids)})`),
    ),
  })
  return changed.map((row) => row.id)
}

/** Lists completed prints printed up to `beforeMs`, oldest first. */
export async function listExpiredPrints(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<{ id: Id; userId: Id }[]> {
  return (
    db
      .select({ id: print.id, userId: print.userId })
      .from(print)
      // Written exactly as in the partial index, without a parameter, so that SQLite uses it.
      .where(and(sql`${print.status} = 'Completed'`, lte(print.printedAt, beforeMs)))
      .orderBy(asc(print.printedAt))
      .limit(limit)
  )
}

/** Notes sheet files for deletion, at `retryAt` or now, as a statement for a batch. */
export function deleteSheetFilesLater(
  db: Database,
  where: SQL | undefined,
  nowMs: number,
  retryAt: number | null = null,
) {
  const key = sheetKeyIn({
    token: sql`${sheet.token}`,
    sheetIndex: sql`${sheet.sheetIndex}`,
    noun: sql`noun.value`,
  })
  const kinds = fileKindsIn({ formats: sql`made.formats`, contour: sql`made.contour` })
  return insertFrom(
    db,
    objectToDelete,
    { key, createdAt: nowMs, retryAt },
    sql`FROM ${sheet} JOIN attempt made ON made.id = ${sheet.attemptId}, json_each(${sheetNouns(kinds)}) AS noun WHERE ${where}`,
  ).onConflictDoNothing()
}
