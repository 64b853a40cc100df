import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { PrintProgress } from "../../../contract/prints/print-progress.ts"
import type { Database } from "../database.ts"
import type { AttemptStampRow } from "./attempt-stamp-rows.ts"
import type { SheetRow } from "./sheet-rows.ts"
import { attempt, attemptStamp, sheet, stamp } from "./tables.ts"

/** An attempt that a job draws for, and how far it has come. */
export type DrawnAttempt = { attempt: typeof attempt.$inferSelect; progress: PrintProgress }

/** A stamp that an attempt needs. `isMade`: a print has made it already. */
export type StampToMake = AttemptStampRow & { isMade: boolean }

/** Finds stamps that an attempt needs, by their keys; null if there are none. */
export async function findStampsToMake(
  db: Database,
  attemptId: Id,
  keys: readonly string[],
): Promise<(DrawnAttempt & { stamps: StampToMake[] }) | null> {
  const rows = await db
    .select({
      attempt,
      stamp: attemptStamp,
      isMade: sql<number>`EXISTS (SELECT 1 FROM ${stamp} WHERE ${stamp.key} = ${attemptStamp.stampKey} AND ${stamp.bytes} > 0)`,
      progress: sql<string | null>`${progressOfAttempt(sql`${attemptId}`)}`,
    })
    .from(attemptStamp)
    .innerJoin(attempt, eq(attempt.id, attemptStamp.attemptId))
    .where(
      sql`${attemptStamp.attemptId} = ${attemptId} AND ${attemptStamp.stampKey} IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
    )
  const [first] = rows
  if (!first) return null
  const stamps = rows.map(({ stamp, isMade }) => ({ ...stamp, isMade: isMade === 1 }))
  return { attempt: first.attempt, progress: readProgress(first.progress), stamps }
}

/** Finds a sheet of an attempt, or of one of its writings. */
export async function findSheetToWrite(
  db: Database,
  attemptId: Id,
  sheetIndex: number,
): Promise<(DrawnAttempt & { sheet: SheetRow }) | null> {
  const [row] = await db
    .select({
      attempt,
      sheet,
      progress: sql<string | null>`${progressOfAttempt(sql`${attemptId}`)}`,
    })
    .from(sheet)
    .innerJoin(attempt, eq(attempt.id, sheet.attemptId))
    .where(and(eq(sheet.attemptId, attemptId), eq(sheet.sheetIndex, sheetIndex)))
  return row ? { ...row, progress: readProgress(row.progress) } : null
}

/**
 * Returns an attempt's progress as JSON {stage, done, total}, as an expression for a SELECT. While a
 * layout is searched, nothing is done. Then it is that of `drawnOfAttempt`.
 */
export function progressOfAttempt(attemptId: SQL): SQL {
  return sql`(SELECT CASE WHEN (SELECT search_effort FROM attempt WHERE id = ${attemptId}) IS NOT NULL
    THEN json_object('stage', 'layout', 'done', 0, 'total', 1) ELSE ${drawnOfAttempt(attemptId)} END)`
}

/** Counts, as JSON in an expression, the pixel rows of an attempt's finished stamps and sheets; null without any. */
export function drawnOfAttempt(attemptId: SQL): SQL<string | null> {
  return sql`(SELECT CASE WHEN count(*) > 0
      THEN json_object('stage', 'render', 'done', coalesce(sum(rows) FILTER (WHERE is_done), 0), 'total', sum(rows)) END
    FROM (SELECT is_done, height_px AS rows FROM attempt_stamp WHERE attempt_id = ${attemptId}
      UNION ALL SELECT state = 'written', length_px FROM sheet WHERE attempt_id = ${attemptId}))`
}

export function readProgress(json: string | null): PrintProgress {
  return json === null ? { stage: "render", done: 0, total: 0 } : JSON.parse(json)
}
