import { inArray, type SQL, sql } from "drizzle-orm"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { planLimit } from "../accounts/plan-limit.ts"
import type { Database } from "../database.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { image } from "./tables.ts"
import { CLAIM_MS } from "./waiting-rows.ts"

type ImageRow = typeof image.$inferSelect

/** Counts, as an expression, the images of an account that are being read. */
export function countReading(userId: SQL): SQL<number> {
  return sql`(SELECT count(*) FROM image other WHERE other.user_id = ${userId}
    AND other.status = 'Ingesting' AND other.turn_at IS NOT NULL)`
}

/** Returns 1, as an expression, if other images of the account wait for their turn. */
export function doReadingsWait({ id, userId }: { id: Id; userId: Id }): SQL<number> {
  return sql`EXISTS (SELECT 1 FROM image other WHERE other.user_id = ${userId} AND other.id <> ${id}
    AND other.status = 'Ingesting' AND other.turn_at IS NULL)`
}

/** Gives the account's free turns to those of its new images that came first, and returns these. */
export async function giveReadings(db: Database, userId: Id, nowMs: number): Promise<Id[]> {
  const most = planLimit(sql`${userId}`, "imagesAtOnce")
  const free = sql`max(0, ${most} - ${countReading(sql`${userId}`)})`
  const rows = await db
    .update(image)
    .set({ turnAt: nowMs, updatedAt: nowMs })
    .where(
      inArray(
        image.id,
        sql`(SELECT id FROM ${image} WHERE ${image.userId} = ${userId} AND ${image.status} = 'Ingesting'
          AND ${image.turnAt} IS NULL ORDER BY ${image.id} LIMIT ${free})`,
      ),
    )
    .returning({ id: image.id })
  return rows.map(({ id }) => id)
}

/** Lists accounts whose images wait although a turn is free. */
export async function listAccountsWithReadings(db: Database, limit: number): Promise<Id[]> {
  const rows = await db
    .select({ userId: image.userId })
    .from(image)
    // Written as in the partial index.
    .where(sql`${image.status} = 'Ingesting' AND ${image.turnAt} IS NULL`)
    .groupBy(image.userId)
    .having(sql`${countReading(sql`${image.userId}`)} < ${planLimit(sql`${image.userId}`, "imagesAtOnce")}`)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

// Ready images with `retry_at` wait to be read again: at that time, unless a turn has claimed them until then. Recent
// times say that the account's turns move, except whole minutes.

/** The pause after each reading that failed for a technical reason: a row does not say how many did. */
export const READ_AGAIN_PAUSE_MS = 5 * MINUTE_MS

/** Returns the first whole minute from `ms` on. */
function wholeMinuteMs(ms: number): number {
  return Math.ceil(ms / MINUTE_MS) * MINUTE_MS
}

/** Returns when an image is due that the next sweep is to have read again, if no message has by then. */
export function sweptAtMs(nowMs: number): number {
  return nowMs - MINUTE_MS
}

/** The images that wait to be read again. SQLite would look through all that are ready, or through a whole library. */
const readAgain = sql`image INDEXED BY image_read_again WHERE status = 'Ready' AND retry_at IS NOT NULL`

/** Returns, as a condition, whether an account's turns move: one has claims, or has ended or begun in the last minute. */
export function isReadingAgain(userId: SQL, nowMs: number): SQL {
  return sql`${userId} IN (SELECT user_id FROM ${readAgain} AND ${saysTurnsMove(nowMs)})`
}

function saysTurnsMove(nowMs: number): SQL {
  const [from, to] = [sweptAtMs(nowMs), nowMs + CLAIM_MS]
  return sql`retry_at > ${from} AND retry_at <= ${to} AND retry_at % ${MINUTE_MS} <> 0`
}

/**
 * Counts an account's images that wait to be read again: those that are due since `sinceMs`, and the others that say
 * that its turns move.
 */
export async function countReadAgain(
  db: Database,
  userId: Id,
  { sinceMs, nowMs }: { sinceMs: number; nowMs: number },
): Promise<{ moving: number; added: number }> {
  const isAdded = sql`retry_at BETWEEN ${sinceMs} AND ${nowMs}`
  const [counted] = await db.all<{ moving: number; added: number }>(
    sql`SELECT count(*) FILTER (WHERE ${isAdded}) AS added, count(*) FILTER (WHERE NOT (${isAdded}) AND ${saysTurnsMove(nowMs)}) AS moving
      FROM ${readAgain} AND user_id = ${userId} AND retry_at <= ${nowMs + CLAIM_MS}`,
  )
  return counted
}

/** The images of an account, or the one of `imageId`. */
type Again = { userId: Id; imageId?: Id | undefined }

function dueAgain({ userId, imageId }: Again, nowMs: number, limit: number): SQL {
  const isAsked = imageId === undefined ? sql`true` : sql`id = ${imageId}`
  return sql`(SELECT id FROM ${readAgain} AND user_id = ${userId} AND retry_at <= ${nowMs} AND ${isAsked}
    ORDER BY updated_at DESC LIMIT ${limit})`
}

/**
 * Takes images of an account that wait to be read again, those first that a person has changed last. They are the
 * caller's until `untilMs`; one that was asked for by itself says nothing of turns.
 */
export async function claimReadAgain(
  db: Database,
  again: Again,
  { limit, nowMs, untilMs }: { limit: number; nowMs: number; untilMs: number },
): Promise<ImageRow[]> {
  const rows = await db
    .update(image)
    .set({ retryAt: again.imageId === undefined ? untilMs : wholeMinuteMs(untilMs) })
    .where(inArray(image.id, dueAgain(again, nowMs, limit)))
    .returning()
  return rows.sort((a, b) => b.updatedAt - a.updatedAt)
}

/** Releases images that were claimed and not read; returns whether any of the account waits for the next turn. */
export async function releaseReadAgain(
  db: Database,
  { userId, imageId }: Again,
  rows: readonly Pick<ImageRow, "id" | "retryAt">[],
  nowMs: number,
): Promise<boolean> {
  const isOne = imageId !== undefined
  const released = JSON.stringify(rows.map(({ id, retryAt }) => ({ id, retryAt })))
  const { next } = await namedBatch(db, {
    released: db
      .update(image)
      .set({ retryAt: isOne ? sweptAtMs(nowMs) : nowMs })
      .where(
        sql`(${image.id}, ${image.retryAt}) IN (SELECT value ->> 'id', value ->> 'retryAt' FROM json_each(${released}))`,
      ),
    // The next one tells the sweep that a message is on its way.
    next: isOne
      ? null
      : db
          .update(image)
          .set({ retryAt: nowMs })
          .where(inArray(image.id, dueAgain({ userId }, nowMs, 1)))
          .returning({ id: image.id }),
  })
  return next !== null && next.length > 0
}

/** Puts off an image that could not be read again for a technical reason. */
export async function putOffReadAgain(
  db: Database,
  { id, retryAt }: Pick<ImageRow, "id" | "retryAt">,
  nowMs: number,
): Promise<void> {
  await db
    .update(image)
    .set({ retryAt: wholeMinuteMs(nowMs + READ_AGAIN_PAUSE_MS) })
    .where(sql`${image.id} = ${id} AND ${image.retryAt} = ${retryAt}`)
}

/**
 * Returns the accounts whose images wait to be read again while no turn of theirs is on its way. One image of each
 * tells the next sweep that one is, from `takenAtMs` on.
 */
export async function takeAccountsReadAgain(
  db: Database,
  { nowMs, takenAtMs }: { nowMs: number; takenAtMs: number },
  limit: number,
): Promise<Id[]> {
  const taken = sql`SELECT max(rowid) FROM ${readAgain} AND retry_at <= ${nowMs}
    AND NOT (${isReadingAgain(sql`user_id`, nowMs)}) GROUP BY user_id ORDER BY min(retry_at) LIMIT ${limit}`
  const rows = await db
    .update(image)
    .set({ retryAt: takenAtMs })
    .where(sql`${image}.rowid IN (${taken})`)
    .returning({ userId: image.userId })
  return rows.map(({ userId }) => userId)
}
