import { and, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { movedAt } from "./change-times.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, attemptStamp, stamp, writing } from "./tables.ts"

export type AttemptStampRow = typeof attemptStamp.$inferSelect

/** SQL over `attempt`: it runs, or is written once more: its stamps are needed. */
export const isDrawn: SQL = sql`(${attempt.state} IN ('holding', 'stamping', 'rendering')
  OR EXISTS (SELECT 1 FROM ${writing} WHERE ${writing.attemptId} = ${attempt.id} AND ${writing.state} IN ('stamping', 'writing')))`

/** Lists all stamps of an attempt. */
export async function listStamps(db: Database, attemptId: Id): Promise<AttemptStampRow[]> {
  return db.select().from(attemptStamp).where(eq(attemptStamp.attemptId, attemptId))
}

/** Lists an attempt's stamps that are not made. */
export async function listWaitingStamps(db: Database, attemptId: Id): Promise<AttemptStampRow[]> {
  return db
    .select()
    .from(attemptStamp)
    .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.isDone, false)))
}

export async function findAttemptStamp(
  db: Database,
  attemptId: Id,
  stampKey: string,
): Promise<AttemptStampRow | null> {
  const [row] = await db
    .select()
    .from(attemptStamp)
    .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.stampKey, stampKey)))
  return row ?? null
}

/** Moves an attempt from stamping to rendering once no stamp is missing; true for one caller only. */
export async function markStamped(db: Database, id: Id, nowMs: number): Promise<boolean> {
  return (await stampedUpdate(db, id, nowMs)).length === 1
}

/**
 * Notes a stamp in R2 for reuse (or, if its image is deleted, for deletion) and for the attempt.
 * Returns true for the one call with the last stamp, which moves the attempt to rendering.
 */
export async function markStampDone(
  db: Database,
  done: { attemptId: Id; stampKey: string; imageId: Id; bytes: number; nowMs: number },
): Promise<boolean> {
  const { attemptId, stampKey, imageId, bytes, nowMs } = done
  const hasImage = sql`EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${imageId})`
  const { last } = await namedBatch(db, {
    kept: insertFrom(
      db,
      stamp,
      { key: stampKey, imageId, bytes, createdAt: nowMs, lastUsedAt: nowMs },
      sql`WHERE ${hasImage}`,
    ).onConflictDoUpdate({ target: stamp.key, set: { bytes, lastUsedAt: nowMs } }),
    undeleted: db.delete(objectToDelete).where(and(eq(objectToDelete.key, stampKey), hasImage)),
    deleted: insertFrom(
      db,
      objectToDelete,
      { key: stampKey, createdAt: nowMs },
      sql`WHERE NOT ${hasImage}`,
    ).onConflictDoNothing(),
    done: db
      .update(attemptStamp)
      .set({ isDone: true })
      .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.stampKey, stampKey))),
    moved: db
      .update(attempt)
      .set(movedAt(nowMs))
      .where(and(eq(attempt.id, attemptId), eq(attempt.state, "stamping"))),
    last: stampedUpdate(db, attemptId, nowMs),
  })
  return last.length === 1
}

/** Reopens a stamp that is missing in R2: the attempt makes it again. False if the attempt has moved on. */
export async function reopenStamp(
  db: Database,
  attemptId: Id,
  stampKey: string,
  nowMs: number,
): Promise<boolean> {
  const isRendering = sql`EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = ${attemptId} AND ${attempt.state} = 'rendering')`
  const { moved } = await namedBatch(db, {
    stamps: db.delete(stamp).where(and(eq(stamp.key, stampKey), isRendering)),
    reopened: db
      .update(attemptStamp)
      .set({ isDone: false })
      .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.stampKey, stampKey), isRendering)),
    moved: db
      .update(attempt)
      .set({ state: "stamping", ...movedAt(nowMs) })
      .where(and(eq(attempt.id, attemptId), eq(attempt.state, "rendering")))
      .returning({ id: attempt.id }),
  })
  return moved.length === 1
}

function stampedUpdate(db: Database, id: Id, nowMs: number) {
  return db
    .update(attempt)
    .set({ state: "rendering", ...movedAt(nowMs) })
    .where(
      and(
        eq(attempt.id, id),
        eq(attempt.state, "stamping"),
        // Without a layout, an attempt has no stamps yet.
        isNull(attempt.searchEffort),
        sql`NOT EXISTS (SELECT 1 FROM ${attemptStamp} WHERE ${attemptStamp.attemptId} = ${id} AND ${attemptStamp.isDone} = 0)`,
      ),
    )
    .returning({ id: attempt.id })
}
