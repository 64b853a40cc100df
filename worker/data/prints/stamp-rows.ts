import { and, asc, eq, gt, lt, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { isDrawn } from "./attempt-stamp-rows.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, attemptStamp, stamp } from "./tables.ts"

/** Returns true if a print has already made this stamp. */
export async function hasStamp(db: Database, key: string): Promise<boolean> {
  const rows = await db
    .select({ key: stamp.key })
    .from(stamp)
    .where(and(eq(stamp.key, key), gt(stamp.bytes, 0)))
  return rows.length === 1
}

/** Notes a stamp (0 bytes) before it is written, so that no R2 object is without a row. */
export async function noteStamp(db: Database, key: string, imageId: Id, nowMs: number): Promise<void> {
  await insertFrom(
    db,
    stamp,
    { key, imageId, bytes: 0, createdAt: nowMs, lastUsedAt: nowMs },
    sql`WHERE EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${imageId})`,
  ).onConflictDoUpdate({ target: stamp.key, set: { lastUsedAt: nowMs } })
}

/** Notes a stamp that was written, for the next that needs it. A stamp of a deleted image has no row. */
export async function noteStampBytes(
  db: Database,
  { stampKey, imageId }: { stampKey: string; imageId: Id },
  bytes: number,
  nowMs: number,
): Promise<void> {
  await db
    .update(stamp)
    .set({ bytes, lastUsedAt: nowMs })
    .where(and(eq(stamp.key, stampKey), eq(stamp.imageId, imageId)))
}

/** Notes that a stamp is used, at most once a day: hundreds of names are drawn over one. */
export async function noteStampUse(
  db: Database,
  { stampKey, imageId }: { stampKey: string; imageId: Id },
  nowMs: number,
): Promise<void> {
  await db
    .update(stamp)
    .set({ lastUsedAt: nowMs })
    .where(and(eq(stamp.key, stampKey), eq(stamp.imageId, imageId), lt(stamp.lastUsedAt, nowMs - DAY_MS)))
}

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
