import { and, eq, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { DRAWN_AT_ONCE, MOST_STAMPS_A_MESSAGE } from "../../../contract/limit.ts"
import { image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom, member } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { movedAt } from "./change-times.ts"
import { namedBatch } from "./named-batch.ts"
import { attempt, attemptStamp, type RenderLane, stamp, writing } from "./tables.ts"

export type AttemptStampRow = typeof attemptStamp.$inferSelect

/** A part of the stamps or sheets that are missing. */
export type Drawn = { limit: number; offset: number }
/** The part that is on its way. */
export const firstDrawn: Drawn = { limit: DRAWN_AT_ONCE, offset: 0 }
/** The one that is queued when one of these is done. */
export const nextDrawn: Drawn = { limit: 1, offset: DRAWN_AT_ONCE - 1 }

/** Returns the number of stamps that are on their way in a lane: those of light prints go several in a message. */
function stampsAtOnce(lane: RenderLane): number {
  return lane === "short" ? DRAWN_AT_ONCE * MOST_STAMPS_A_MESSAGE : DRAWN_AT_ONCE
}

export function firstStamps(lane: RenderLane): Drawn {
  return { limit: stampsAtOnce(lane), offset: 0 }
}

/** Returns the part that is queued when so many of the first are done. */
export function nextStamps(lane: RenderLane, done: number): Drawn {
  return { limit: done, offset: stampsAtOnce(lane) - done }
}

/** SQL over `attempt`: it runs, or is written once more: its stamps are needed. */
export const isDrawn: SQL = sql`(${attempt.state} IN ('holding', 'stamping', 'rendering')
  OR EXISTS (SELECT 1 FROM ${writing} WHERE ${writing.attemptId} = ${attempt.id} AND ${writing.state} IN ('stamping', 'writing')))`

/** SQL over `attempt`: no stamp is missing. Without a layout, an attempt has no stamps yet. */
const isStamped: SQL = sql`(${attempt.searchEffort} IS NULL AND NOT EXISTS (
  SELECT 1 FROM ${attemptStamp} WHERE ${attemptStamp.attemptId} = ${attempt.id} AND ${attemptStamp.isDone} = 0))`

const pieceKey = sql`coalesce(${attemptStamp.overlayKey}, ${attemptStamp.sourceKey})`

/** SQL over `attempt_stamp`: the digest of the piece that it is cut from; null without values. */
export const pieceOfStamp: SQL = sql`CASE WHEN instr(${pieceKey}, '/variants/') > 0
  THEN substr(${pieceKey}, instr(${pieceKey}, '/variants/') + 10, 32) END`

/** Lists the stamps of an attempt until it has ended. */
export async function listStamps(db: Database, attemptId: Id): Promise<AttemptStampRow[]> {
  return db.select().from(attemptStamp).where(eq(attemptStamp.attemptId, attemptId))
}

/** A stamp with its image's pixels; null if the image is gone. */
export type PicturedStamp = AttemptStampRow & {
  image: Pick<typeof image.$inferSelect, "widthPx" | "heightPx"> | null
}

/** Lists the stamps of an attempt with their images. */
export async function listPicturedStamps(db: Database, attemptId: Id): Promise<PicturedStamp[]> {
  const rows = await db
    .select({ stamp: attemptStamp, image: { widthPx: image.widthPx, heightPx: image.heightPx } })
    .from(attemptStamp)
    .leftJoin(image, eq(image.id, attemptStamp.imageId))
    .where(eq(attemptStamp.attemptId, attemptId))
  return rows.map(({ stamp, image }) => ({ ...stamp, image }))
}

/** Lists the attempt's stamps that are not made, by their keys. */
export async function listWaitingStamps(
  db: Database,
  attemptId: Id,
  { limit, offset }: Drawn,
): Promise<Pick<AttemptStampRow, "stampKey">[]> {
  return db
    .select({ stampKey: attemptStamp.stampKey })
    .from(attemptStamp)
    .where(and(eq(attemptStamp.attemptId, attemptId), eq(attemptStamp.isDone, false)))
    .orderBy(attemptStamp.stampKey)
    .limit(limit)
    .offset(offset)
}

/** Returns, as an expression, the JSON of an attempt's first missing stamps, as many as may be on their way in any lane. */
export function missingStamps(attemptId: Id): SQL<string> {
  return sql`(SELECT json_group_array(stamp_key) FROM (SELECT missing.stamp_key FROM attempt_stamp missing
    WHERE missing.attempt_id = ${attemptId} AND missing.is_done = 0 ORDER BY missing.stamp_key LIMIT ${stampsAtOnce("short")}))`
}

/** Moves an attempt from stamping to rendering once no stamp is missing; true for one caller only. */
export async function markStamped(db: Database, id: Id, nowMs: number): Promise<boolean> {
  const rows = await db
    .update(attempt)
    .set({ state: "rendering", ...movedAt(nowMs) })
    .where(and(eq(attempt.id, id), eq(attempt.state, "stamping"), isStamped))
    .returning({ id: attempt.id })
  return rows.length === 1
}

/** A stamp that was made, and its file's bytes. */
export type DoneStamp = Pick<AttemptStampRow, "stampKey" | "imageId"> & { bytes: number }

/**
 * Notes stamps in R2 for reuse (or, if their image is deleted, for deletion) and for the attempt. `isLast`
 * is true for the one call with the last stamp, which moves the attempt to rendering. `next` are the stamps
 * to be queued in the place of these, if there are more.
 */
export async function markStampsDone(
  db: Database,
  { attemptId, stamps, nowMs }: { attemptId: Id; stamps: readonly DoneStamp[]; nowMs: number },
  following: Drawn,
): Promise<{ isLast: boolean; next: string[] }> {
  const rows = JSON.stringify(stamps)
  const isOne = sql`${attemptStamp.attemptId} = ${attemptId} AND ${attemptStamp.stampKey} IN (SELECT ${member("stampKey")} FROM json_each(${rows}))`
  const { kept, made, moved } = await namedBatch(db, {
    kept: insertFrom(
      db,
      stamp,
      {
        ...{
          key: sql`${attemptStamp.stampKey}`,
          imageId: sql`${attemptStamp.imageId}`,
          bytes: member("bytes"),
        },
        ...{ piece: pieceOfStamp, createdAt: nowMs, lastUsedAt: nowMs },
      },
      sql`FROM json_each(${rows}) CROSS JOIN ${attemptStamp} ON ${attemptStamp.attemptId} = ${attemptId} AND ${attemptStamp.stampKey} = ${member("stampKey")}
        WHERE ${hasImage}`,
    )
      .onConflictDoUpdate({ target: stamp.key, set: { bytes: sql`excluded.bytes`, lastUsedAt: nowMs } })
      .returning({ key: stamp.key }),
    made: db
      .update(attemptStamp)
      .set({ isDone: true })
      .where(isOne)
      .returning({ next: stampsBehind(attemptId, rows, following) }),
    moved: db
      .update(attempt)
      .set({ state: sql`iif(${isStamped}, 'rendering', ${attempt.state})`, ...movedAt(nowMs) })
      .where(and(eq(attempt.id, attemptId), eq(attempt.state, "stamping")))
      .returning({ state: attempt.state }),
  })
  // If this stops here, the round through R2 finds a stamp without a row.
  if (kept.length < stamps.length) await deleteStampsLater(db, rows, nowMs)
  return { isLast: moved.at(0)?.state === "rendering", next: JSON.parse(made.at(-1)?.next ?? "[]") }
}

const hasImage = sql`EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${attemptStamp.imageId})`

/** Notes those of these stamps for deletion whose image is gone. */
function deleteStampsLater(db: Database, rows: string, nowMs: number) {
  return insertFrom(
    db,
    objectToDelete,
    { key: member("stampKey"), createdAt: nowMs },
    sql`FROM json_each(${rows}) WHERE NOT EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${member("imageId")})`,
  ).onConflictDoNothing()
}

/**
 * Returns, as an expression, the JSON of the stamps to be queued when these are made: those on their way are the
 * first that are missing, so they are the ones behind them. A repeat may name a stamp that is on its way.
 */
function stampsBehind(attemptId: Id, rows: string, { limit, offset }: Drawn): SQL<string> {
  const made = sql`(SELECT ${member("stampKey")} FROM json_each(${rows}))`
  return sql`(SELECT json_group_array(stamp_key) FROM (SELECT other.stamp_key FROM attempt_stamp other WHERE other.attempt_id = ${attemptId}
    AND other.is_done = 0 AND other.stamp_key NOT IN ${made} AND other.mirror = attempt_stamp.mirror
    ORDER BY other.stamp_key LIMIT ${limit} OFFSET ${offset}))`
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
