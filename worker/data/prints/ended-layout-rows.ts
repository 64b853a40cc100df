import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { type AttemptStampRow, isDrawn, pieceOfStamp } from "./attempt-stamp-rows.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, attemptStamp, print, printLayout, sheet, sheetPart, stamp } from "./tables.ts"

/** The rows of an attempt that only its jobs read: its stamps, the parts of its sheets in order, and the print's layout. */
export type LayoutRows = {
  id: Id
  /** False if the attempt has no sheets that anybody can ask for. */
  isPrinted: boolean
  stamps: AttemptStampRow[]
  parts: (typeof sheetPart.$inferSelect)[]
  /** The print's layout document that it was made of, if that is in rows and has not changed since. */
  planned: Pick<typeof printLayout.$inferSelect, "printId" | "sheets" | "updatedAt"> | null
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
  const { stamps, parts, layouts } = await namedBatch(db, {
    stamps: db.select().from(attemptStamp).where(sql`${attemptStamp.attemptId} IN ${ids}`),
    parts: db
      .select()
      .from(sheetPart)
      .where(sql`${sheetPart.attemptId} IN ${ids}`)
      .orderBy(asc(sheetPart.attemptId), asc(sheetPart.sheetIndex), asc(sheetPart.part)),
    layouts: db
      .select({
        ...{ attemptId: print.attemptId, printId: printLayout.printId },
        ...{ sheets: printLayout.sheets, updatedAt: printLayout.updatedAt },
      })
      .from(attempt)
      .innerJoin(print, and(eq(print.id, attempt.printId), eq(print.attemptId, attempt.id)))
      .innerJoin(printLayout, eq(printLayout.printId, print.id))
      .where(
        sql`${attempt.id} IN ${ids} AND ${attempt.state} = 'completed' AND ${printLayout.updatedAt} <= ${attempt.updatedAt}
          AND ${printLayout.sheets} NOT LIKE 'layouts/%'`,
      ),
  })
  const stampsOf = Map.groupBy(stamps, ({ attemptId }) => attemptId)
  const partsOf = Map.groupBy(parts, ({ attemptId }) => attemptId)
  const layoutOf = new Map(layouts.map(({ attemptId, ...planned }) => [attemptId, planned]))
  return ended.map(({ id, state }) => ({
    id,
    isPrinted: state === "completed",
    stamps: stampsOf.get(id) ?? [],
    parts: partsOf.get(id) ?? [],
    planned: layoutOf.get(id) ?? null,
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
  const planned = layouts.flatMap(({ id, planned: own }) =>
    own === null ? [] : { key: endedLayoutKey(id), printId: own.printId, updatedAt: own.updatedAt },
  )
  await namedBatch(db, {
    planned: db
      .update(printLayout)
      .set({ sheets: sql`known.${member("key")}` })
      .from(sql`json_each(${JSON.stringify(planned)}) AS known`)
      .where(
        sql`${printLayout.printId} = known.${member("printId")} AND ${printLayout.updatedAt} = known.${member("updatedAt")}`,
      ),
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
