import { type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { jsonParts, member } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { imageInk, imageVariant } from "./tables.ts"

/** The time after which a claim's holder is gone; a piece takes some 30 ms, a check of ink or a reading seconds at most. */
export const CLAIM_MS = 2 * MINUTE_MS

/**
 * What the press makes of an image when somebody looks at it: pieces, and checks of ink. A row with `retry_at` waits,
 * until then in the hands of a job. Accounts take turns, in each of which some of an account's rows are made.
 */
type WaitingTable = typeof imageVariant | typeof imageInk

/** Returns FROM and WHERE of an account's waiting rows, as in the partial index, so that SQLite uses it. */
function waitingOf(table: WaitingTable, userId: SQL): SQL {
  return sql`FROM ${table} AS own CROSS JOIN image AS owned ON owned.id = own.image_id AND owned.user_id = ${userId}
    WHERE own.retry_at IS NOT NULL`
}

/** Counts, as an expression, an account's waiting rows. */
export function countWaiting(table: WaitingTable, userId: SQL): SQL<number> {
  return sql`(SELECT count(*) ${waitingOf(table, userId)})`
}

/** The rows of a turn at most, whether they are all of one image, and until when they are the caller's. */
type Claim = { limit: number; isOfOneImage: boolean; nowMs: number; untilMs: number }

/**
 * Takes waiting rows of an account that nobody else has now, those that wait longest, or else all of the image whose
 * row does. They are the caller's until `untilMs`; then others may take those that still wait.
 */
export async function claimWaiting<T extends WaitingTable>(
  db: Database,
  table: T,
  userId: Id,
  { limit, isOfOneImage, nowMs, untilMs }: Claim,
): Promise<T["$inferSelect"][]> {
  const due = dueOf(table, userId, nowMs)
  const isOfOne = sql`AND own.image_id = (SELECT own.image_id ${due} ORDER BY own.created_at LIMIT 1)`
  const claimed = sql`SELECT own.rowid ${due} ${isOfOneImage ? isOfOne : sql``} ORDER BY own.created_at LIMIT ${limit}`
  const rows = await db
    .update(table as SQLiteTable)
    .set({ retryAt: untilMs })
    .where(sql`${table}.rowid IN (${claimed})`)
    .returning()
  return rows as T["$inferSelect"][]
}

/** Releases rows that were claimed and not made; returns whether any of the account waits for a turn. */
export async function releaseWaiting(
  db: Database,
  table: WaitingTable,
  userId: Id,
  rows: readonly { imageId: Id; digest: string }[],
  nowMs: number,
): Promise<boolean> {
  const { waiting } = await namedBatch(db, {
    released: releases(db, table, rows, nowMs),
    waiting: db.select({ isAny: hasDue(table, userId, nowMs) }).from(sql`(SELECT 1)`),
  })
  return waiting[0].isAny === 1
}

/** Releases rows that were claimed and not made, as statements for a batch. */
export function releases(
  db: Database,
  table: WaitingTable,
  rows: readonly { imageId: Id; digest: string }[],
  nowMs: number,
) {
  if (rows.length === 0) return null
  return jsonParts(rows.map(({ imageId, digest }) => ({ imageId, digest }))).map((part) =>
    db
      .update(table as SQLiteTable)
      .set({ retryAt: nowMs })
      .where(
        sql`${table.state} = 'waiting' AND (${table.imageId}, ${table.digest}) IN (SELECT ${member("imageId")}, ${member("digest")} FROM json_each(${part}))`,
      ),
  )
}

/** Returns 1, as an expression, if any of the account's rows waits for a turn. */
export function hasDue(table: WaitingTable, userId: Id, nowMs: number): SQL<number> {
  return sql`EXISTS (SELECT 1 ${dueOf(table, userId, nowMs)})`
}

/** Returns FROM and WHERE of an account's waiting rows that nobody has now. */
function dueOf(table: WaitingTable, userId: Id, nowMs: number): SQL {
  return sql`${waitingOf(table, sql`${userId}`)} AND own.retry_at <= ${nowMs} AND owned.status = 'Ready'`
}

/**
 * Takes waiting rows that nobody makes, longest due first, and returns their accounts. Each is due again after as
 * long as it has waited, a minute at least. An account whose rows are being made now is left out: its rows come in
 * their turn.
 */
export async function takeDueAccounts(
  db: Database,
  table: WaitingTable,
  nowMs: number,
  limit: number,
): Promise<Id[]> {
  const owner = sql`(SELECT user_id FROM image WHERE image.id = ${table.imageId})`
  const pause = sql`min(${HOUR_MS}, max(${MINUTE_MS}, ${table.retryAt} - ${table.createdAt}))`
  const due = sql`SELECT rowid FROM ${table} WHERE ${table.retryAt} IS NOT NULL
    AND ${table.retryAt} <= ${nowMs - MINUTE_MS} AND ${table.retryAt} + ${pause} <= ${nowMs}
    AND NOT EXISTS (SELECT 1 ${waitingOf(table, owner)} AND own.retry_at > ${nowMs})
    ORDER BY ${table.retryAt} LIMIT ${limit}`
  const rows = await db
    .update(table as SQLiteTable)
    .set({ retryAt: nowMs })
    .where(sql`${table}.rowid IN (${due})`)
    .returning({ userId: sql<Id>`${owner}` })
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** Returns the rowids of rows that have waited since before `beforeMs`. */
export function waitingSince(table: WaitingTable, beforeMs: number, limit: number): SQL {
  return sql`(SELECT rowid FROM ${table} WHERE ${table.retryAt} IS NOT NULL AND ${table.createdAt} < ${beforeMs} LIMIT ${limit})`
}
