import { asc, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { type AttemptStampRow, isDrawn, pieceOfStamp } from "./attempt-stamp-rows.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, attemptStamp, sheet, sheetPart, stamp } from "./tables.ts"

/** The rows of an attempt that only its jobs read: its stamps, and the parts of its sheets in order. */
export type LayoutRows = {
  id: Id
  /** False if the attempt has no sheets that anybody can ask for. */
  isPrinted: boolean
  stamps: AttemptStampRow[]
  parts: (typeof sheetPart.$inferSelect)[]
}

/** Reads such rows of attempts that have ended before a time, and that nobody draws. */
export async function listEndedLayouts(
  db: Database,
  endedBeforeMs: number,
  limit: number,
): Promise<LayoutRows[]> {
  // The few attempts with rows come first: SQLite would rather read all that are completed.
  const ended = await db.all<{ id: Id; state: string }>(
    sql`SELECT ${attempt.id} AS "id", ${attempt.state} AS "state"
      FROM (SELECT DISTINCT attempt_id FROM ${attemptStamp}) AS known CROSS JOIN ${attempt} ON ${attempt.id} = known.attempt_id
      WHERE ${attempt.state} IN ('completed', 'failed', 'cancelled') AND ${attempt.updatedAt} < ${endedBeforeMs} AND NOT ${isDrawn}
      LIMIT ${limit}`,
  )
  if (ended.length === 0) return []
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(ended.map(({ id }) => id))}))`
  const { stamps, parts } = await namedBatch(db, {
    stamps: db.select().from(attemptStamp).where(sql`${attemptStamp.attemptId} IN ${ids}`),
    parts: db
      .select()
      .from(sheetPart)
      .where(sql`${sheetPart.attemptId} IN ${ids}`)
      .orderBy(asc(sheetPart.attemptId), asc(sheetPart.sheetIndex), asc(sheetPart.part)),
  })
  const stampsOf = Map.groupBy(stamps, ({ attemptId }) => attemptId)
  const partsOf = Map.groupBy(parts, ({ attemptId }) => attemptId)
  return ended.map(({ id, state }) => ({
    id,
    isPrinted: state === "completed",
    stamps: stampsOf.get(id) ?? [],
    parts: partsOf.get(id) ?? [],
  }))
}

/**
 * Deletes these very rows, whose document is in R2. Those of an attempt that is drawn again stay, or
 * that has others by now: the next call takes them.
 */
export async function deleteEndedLayouts(db: Database, layouts: readonly LayoutRows[]): Promise<void> {
  const known = JSON.stringify(
    layouts.map(({ id, stamps, parts }) => ({ id, stamps: stamps.length, parts: parts.length })),
  )
  const countOf = (table: typeof attemptStamp | typeof sheetPart) =>
    sql`(SELECT count(*) FROM ${table} WHERE ${table.attemptId} = ${attempt.id})`
  const unchanged = (parts: SQL) => sql`(SELECT ${attempt.id} FROM json_each(${known}) AS known
    JOIN ${attempt} ON ${attempt.id} = known.value ->> 'id'
    WHERE NOT ${isDrawn} AND ${countOf(attemptStamp)} = known.value ->> 'stamps' AND ${countOf(sheetPart)} = ${parts})`
  await namedBatch(db, {
    // Rows from before these columns get what only the others told.
    pieces: db
      .update(sheet)
      .set({
        pieces: sql`(SELECT sum(json_array_length(${sheetPart.placements})) FROM ${sheetPart}
          WHERE ${sheetPart.attemptId} = ${sheet.attemptId} AND ${sheetPart.sheetIndex} = ${sheet.sheetIndex})`,
      })
      .where(
        sql`${sheet.attemptId} IN (SELECT value ->> 'id' FROM json_each(${known})) AND ${sheet.pieces} IS NULL AND ${sheet.placements} = ''`,
      ),
    stamps: db
      .update(stamp)
      .set({ piece: pieceOfStamp })
      .from(attemptStamp)
      .where(
        sql`${stamp.key} = ${attemptStamp.stampKey} AND ${stamp.piece} IS NULL AND ${pieceOfStamp} IS NOT NULL
          AND ${attemptStamp.attemptId} IN (SELECT value ->> 'id' FROM json_each(${known}))`,
      ),
    parts: db
      .delete(sheetPart)
      .where(sql`${sheetPart.attemptId} IN ${unchanged(sql`known.value ->> 'parts'`)}`),
    waited: db.delete(attemptStamp).where(sql`${attemptStamp.attemptId} IN ${unchanged(sql`0`)}`),
  })
}

/** Returns the R2 key of an ended attempt's layout, as an expression for a statement. */
export const endedLayoutKeyIn: SQL = sql`('layouts/' || ${attempt.id})`

/** Returns the R2 key of an ended attempt's layout. */
export function endedLayoutKey(attemptId: Id): string {
  return `layouts/${attemptId}`
}
