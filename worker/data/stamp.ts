import { asc, lt, sql } from "drizzle-orm"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import { attempt, attemptStamp, doomedObject, stamp } from "./schema.ts"

/** True when a print has already made this stamp. */
export async function hasStamp(db: Database, key: string): Promise<boolean> {
  const rows = await db.select({ key: stamp.key }).from(stamp).where(sql`${stamp.key} = ${key}`)
  return rows.length === 1
}

/** Forgets stamps unused since `beforeMs`, but for those of prints under way, and dooms their objects. */
export async function deleteUnusedStamps(
  db: Database,
  beforeMs: number,
  limit: number,
  nowMs: number,
): Promise<void> {
  const inUse = sql`EXISTS (SELECT 1 FROM ${attemptStamp} JOIN ${attempt} ON ${attempt.id} = ${attemptStamp.attemptId} WHERE ${attemptStamp.stampKey} = ${stamp.key} AND ${attempt.state} IN ('holding', 'stamping', 'rendering'))`
  const unused = db
    .select({ key: stamp.key })
    .from(stamp)
    .where(sql`${lt(stamp.lastUsedAt, beforeMs)} AND NOT ${inUse}`)
    .orderBy(asc(stamp.lastUsedAt))
    .limit(limit)
  await db.batch([
    insertFrom(
      db,
      doomedObject,
      { key: sql`key`, createdAt: nowMs },
      sql`FROM (${unused}) WHERE true`,
    ).onConflictDoNothing(),
    db.delete(stamp).where(sql`${stamp.key} IN (SELECT key FROM ${doomedObject})`),
  ])
}
