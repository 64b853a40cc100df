import { asc, lt, sql } from "drizzle-orm"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { isDrawn } from "./attempt-stamp-rows.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, attemptStamp, stamp } from "./tables.ts"

/** Deletes stamps unused since `beforeMs`, files included, unless in use; returns how many. */
export async function deleteUnusedStamps(
  db: Database,
  beforeMs: number,
  limit: number,
  nowMs: number,
): Promise<number> {
  const inUse = sql`EXISTS (SELECT 1 FROM ${attemptStamp} JOIN ${attempt} ON ${attempt.id} = ${attemptStamp.attemptId} WHERE ${attemptStamp.stampKey} = ${stamp.key} AND ${isDrawn})`
  const unused = db
    .select({ key: stamp.key })
    .from(stamp)
    .where(sql`${lt(stamp.lastUsedAt, beforeMs)} AND NOT ${inUse}`)
    .orderBy(asc(stamp.lastUsedAt))
    .limit(limit)
  const { forgotten } = await namedBatch(db, {
    objects: insertFrom(
      db,
      objectToDelete,
      { key: sql`key`, createdAt: nowMs },
      sql`FROM (${unused}) WHERE true`,
    ).onConflictDoNothing(),
    forgotten: db
      .delete(stamp)
      .where(sql`${stamp.key} IN (SELECT key FROM ${objectToDelete})`)
      .returning({ key: stamp.key }),
  })
  return forgotten.length
}
