import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { LIGHT_PRINT_PX } from "../../../contract/limit.ts"
import type { PrintProgress } from "../../../contract/prints/print-progress.ts"
import { image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { type AttemptStampRow, firstStamps, missingStamps, pieceOfStamp } from "./attempt-stamp-rows.ts"
import { laneAfterSearch } from "./attempt-turn-rows.ts"
import { movedAt } from "./change-times.ts"
import { namedBatch } from "./named-batch.ts"
import { type NewStoredLayout, printLayoutInsert } from "./print-layout-rows.ts"
import { drawnOfAttempt, readProgress } from "./render-rows.ts"
import { deleteSections } from "./search-section-rows.ts"
import type { StoredPlacement } from "./sheet-rows.ts"
import { attempt, attemptStamp, type RenderLane, sheet, sheetPart, stamp } from "./tables.ts"

/** The measures of a layout for reports and costs: see its columns. */
type MeasuredAttempt = { boxesFilmIn: number; inkSqIn: number }

/** The work of an attempt: its sheets, and each stamp that they show, once. */
export type AttemptLayout = {
  /** The piece area over the film area. */
  utilisation: number
  measured: MeasuredAttempt
  stamps: Omit<AttemptStampRow, "attemptId" | "isDone">[]
  sheets: { token: string; widthPx: number; lengthPx: number; placements: StoredPlacement[] }[]
}

/** Returns the lane that a layout's weight allows. A text that is laid over a shared stamp takes a blink. */
export function laneOf({
  stamps,
  sheets,
}: {
  stamps: readonly Pick<AttemptStampRow, "baseBox" | "widthPx" | "heightPx">[]
  sheets: readonly { widthPx: number; lengthPx: number }[]
}): RenderLane {
  const whole = stamps.filter(({ baseBox }) => baseBox === null)
  const stampPx = whole.reduce((sum, { widthPx, heightPx }) => sum + widthPx * heightPx, 0)
  const sheetPx = sheets.reduce((sum, { widthPx, lengthPx }) => sum + widthPx * lengthPx, 0)
  return stampPx + sheetPx > LIGHT_PRINT_PX ? "long" : "short"
}

/** The placements per `sheet_part` row: about 200 KB with labels. */
const PLACEMENTS_A_PART = 500

/**
 * Stores the layout that an attempt has searched, and its document with the print, all or nothing: its
 * stamps can be made now. Returns the lane of its messages, the first stamps that are missing and how far it has come;
 * null, with nothing written, if the attempt has ended or has a layout.
 */
export async function storeAttemptLayout(
  db: Database,
  { id, printId, userId }: { id: Id; printId: Id; userId: Id },
  { dpi, mirror, ...layout }: AttemptLayout & { dpi: number; mirror: boolean; hasSections: boolean },
  document: NewStoredLayout,
  nowMs: number,
): Promise<{ lane: RenderLane; missing: string[]; progress: PrintProgress } | null> {
  const isSearching = and(eq(attempt.id, id), eq(attempt.state, "stamping"), isNotNull(attempt.searchEffort))
  const isStillSearching = sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${isSearching})`
  const { stored } = await namedBatch(db, {
    ...layoutInserts(db, id, layout, isStillSearching, nowMs),
    document: printLayoutInsert(db, printId, document, isStillSearching, nowMs),
    sections: layout.hasSections ? deleteSections(db, id, isStillSearching) : null,
    stored: db
      .update(attempt)
      .set({
        ...{ searchEffort: null, dpi, mirror, utilisation: layout.utilisation },
        ...layout.measured,
        lane: laneOf(layout) === "long" ? "long" : laneAfterSearch(sql`${userId}`),
        ...movedAt(nowMs),
      })
      .where(isSearching)
      .returning({
        lane: attempt.lane,
        missing: missingStamps(id),
        progress: drawnOfAttempt(sql`${id}`),
      }),
  })
  const [first] = stored
  if (!first) return null
  const { limit } = firstStamps(first.lane)
  return {
    lane: first.lane,
    missing: JSON.parse(first.missing).slice(0, limit),
    progress: readProgress(first.progress),
  }
}

/** Stores an attempt's stamps and sheets if `condition` holds, as statements for a batch. */
export function layoutInserts(
  db: Database,
  id: Id,
  layout: Pick<AttemptLayout, "stamps" | "sheets">,
  condition: SQL,
  nowMs: number,
) {
  return {
    stamps: stampInserts(db, id, layout.stamps, condition),
    ...sheetInserts(db, id, layout.sheets, { condition, writingId: null, nowMs }),
    ...stampClaims(db, id, condition, nowMs),
  }
}

/**
 * Notes all stamps of an attempt as used, if `condition` holds, as statements for a batch. One that is
 * not written yet has 0 bytes, so that no R2 object is without a row; none is deleted any more.
 */
export function stampClaims(db: Database, attemptId: Id, condition: SQL, nowMs: number) {
  const own = sql`FROM ${attemptStamp} JOIN ${image} ON ${image.id} = ${attemptStamp.imageId}
    WHERE ${attemptStamp.attemptId} = ${attemptId} AND ${condition}`
  return {
    used: insertFrom(
      db,
      stamp,
      {
        key: sql`${attemptStamp.stampKey}`,
        imageId: sql`${attemptStamp.imageId}`,
        bytes: 0,
        piece: pieceOfStamp,
        createdAt: nowMs,
        lastUsedAt: nowMs,
      },
      own,
    ).onConflictDoUpdate({ target: stamp.key, set: { lastUsedAt: nowMs } }),
    undeleted: db
      .delete(objectToDelete)
      .where(sql`${objectToDelete.key} IN (SELECT ${attemptStamp.stampKey} ${own})`),
  }
}

/** Stores stamps of an attempt that it does not have, if `condition` holds. */
export function stampInserts(db: Database, attemptId: Id, stamps: AttemptLayout["stamps"], condition: SQL) {
  return jsonParts(stamps).map((rows) => insertStamps(db, attemptId, rows, condition).onConflictDoNothing())
}

/** Adds stamps to an attempt, those that it does not have. */
export async function addStamps(db: Database, attemptId: Id, stamps: AttemptLayout["stamps"]): Promise<void> {
  for (const insert of stampInserts(db, attemptId, stamps, sql`true`)) await insert
}

/** Stores sheets behind those that the attempt has, if `condition` holds. */
export function sheetInserts(
  db: Database,
  attemptId: Id,
  sheets: AttemptLayout["sheets"],
  of: { condition: SQL; writingId: Id | null; nowMs: number },
) {
  const heads = sheets.map(({ placements, ...head }) => ({ ...head, pieces: placements.length }))
  const parts = sheets.flatMap(({ placements, token }) => partsOf(placements, token))
  return {
    sheets: insertSheets(db, attemptId, JSON.stringify(heads), of),
    parts: jsonParts(parts).map((rows) => insertParts(db, attemptId, rows, of.condition)),
  }
}

function partsOf(placements: readonly StoredPlacement[], token: string) {
  const count = Math.ceil(placements.length / PLACEMENTS_A_PART)
  return Array.from({ length: count }, (_, part) => ({
    token,
    part,
    placements: placements.slice(part * PLACEMENTS_A_PART, (part + 1) * PLACEMENTS_A_PART),
  }))
}

function insertStamps(db: Database, attemptId: Id, stamps: string, condition: SQL) {
  return insertFrom(
    db,
    attemptStamp,
    {
      attemptId,
      stampKey: member("stampKey"),
      imageId: member("imageId"),
      imageName: member("imageName"),
      sourceKey: member("sourceKey"),
      kind: member("kind"),
      widthPx: member("widthPx"),
      heightPx: member("heightPx"),
      rotated: member("rotated"),
      halfTurned: member("halfTurned"),
      mirror: member("mirror"),
      overlayKey: member("overlayKey"),
      baseBox: member("baseBox"),
      gridWidthPx: member("gridWidthPx"),
      gridHeightPx: member("gridHeightPx"),
      trimX: member("trimX"),
      trimY: member("trimY"),
      trimWidth: member("trimWidth"),
      trimHeight: member("trimHeight"),
      // Stamps of earlier prints are reused.
      isDone: sql`EXISTS (SELECT 1 FROM ${stamp} WHERE ${stamp.key} = ${member("stampKey")} AND ${stamp.bytes} > 0)`,
    },
    sql`FROM json_each(${stamps}) WHERE ${condition}`,
  )
}

function insertSheets(
  db: Database,
  attemptId: Id,
  heads: string,
  { condition, writingId, nowMs }: { condition: SQL; writingId: Id | null; nowMs: number },
) {
  const known = sql`(SELECT coalesce(max(known.sheet_index) + 1, 0) FROM sheet known WHERE known.attempt_id = ${attemptId})`
  return insertFrom(
    db,
    sheet,
    {
      attemptId,
      sheetIndex: sql`${known} + key`,
      writingId,
      token: member("token"),
      widthPx: member("widthPx"),
      lengthPx: member("lengthPx"),
      placements: "",
      state: "waiting",
      bytes: 0,
      pieces: member("pieces"),
      updatedAt: nowMs,
    },
    sql`FROM json_each(${heads}) WHERE ${condition}`,
  )
}

function insertParts(db: Database, attemptId: Id, rows: string, condition: SQL) {
  return insertFrom(
    db,
    sheetPart,
    {
      attemptId,
      sheetIndex: sql`${sheet.sheetIndex}`,
      part: member("part"),
      placements: member("placements"),
    },
    sql`FROM json_each(${rows}) JOIN ${sheet} ON ${sheet.token} = ${member("token")} WHERE ${condition}`,
  )
}
