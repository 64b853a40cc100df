import { type SQL, sql } from "drizzle-orm"
import type { BatchItem } from "drizzle-orm/batch"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { HOUR_MS, MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { jsonParts, member } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { imageInk, imageVariant } from "./tables.ts"

/** The time after which a claim's holder is gone; a piece takes some 30 ms, a check of ink or a reading seconds at most. */
export const CLAIM_MS = 2 * MINUTE_MS
/** The time for which a claim says that a turn is under way: of one whose isolate was ended it stays for all of CLAIM_MS. */
const MOVING_MS = MINUTE_MS / 2

/**
 * What the press makes of an image when somebody looks at it: pieces, and checks of ink. A row with `retry_at` waits,
 * until then in the hands of a job, or put off to a whole minute. Accounts take turns, in each of which some of an
 * account's rows are made. `tries` counts the turns that have taken a row and not made it: it may have ended their
 * isolate. Such a row comes after all others, alone, and ever more rarely.
 */
type WaitingTable = typeof imageVariant | typeof imageInk
type WaitingKey = { imageId: Id; digest: string }

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
 * row does; where each was tried before, one. They are the caller's until `untilMs`; then others may take those that
 * still wait. One that was tried before is put off as it is taken.
 */
export async function claimWaiting<T extends WaitingTable>(
  db: Database,
  table: T,
  userId: Id,
  { limit, isOfOneImage, nowMs, untilMs }: Claim,
): Promise<T["$inferSelect"][]> {
  const due = dueOf(table, userId, nowMs)
  const order = sql`ORDER BY own.tries, own.created_at`
  const first = (column: string) => sql`(SELECT own.${sql.raw(column)} ${due} ${order} LIMIT 1)`
  const isOfOne = isOfOneImage ? sql`AND own.image_id = ${first("image_id")}` : sql``
  const claimed = sql`SELECT own.rowid ${due} ${isOfOne} AND (own.tries = 0 OR own.rowid = ${first("rowid")}) ${order} LIMIT ${limit}`
  const rows = await db
    .update(table as SQLiteTable)
    .set({
      retryAt: sql`iif(${table.tries} = 0, ${untilMs}, ${putOff(table, nowMs)})`,
      tries: sql`${table.tries} + 1`,
    })
    .where(sql`${table}.rowid IN (${claimed})`)
    .returning()
  return rows as T["$inferSelect"][]
}

/** The rows of a turn that it has not begun, and those that failed for a technical reason. */
type Unmade = { others: readonly WaitingKey[]; failed?: readonly WaitingKey[] }

/**
 * Ends a turn: stores what it has made by `stored`, releases what it has not begun, and puts off what failed, so that
 * this does not delay the rest. Returns whether any of the account waits for the next turn, and whether any turn is under
 * way by then, or due.
 */
export async function endTurn(
  db: Database,
  table: WaitingTable,
  userId: Id,
  { others, failed = [], stored = [] }: Unmade & { stored?: readonly BatchItem<"sqlite">[] },
  nowMs: number,
): Promise<{ areMoreDue: boolean; isMoving: boolean }> {
  const change = (rows: readonly WaitingKey[], set: Record<string, SQL | number>) =>
    (rows.length === 0 ? [] : jsonParts(rows.map(({ imageId, digest }) => ({ imageId, digest })))).map(
      (part) =>
        db
          .update(table as SQLiteTable)
          .set(set)
          .where(
            sql`${table.state} = 'waiting' AND (${table.imageId}, ${table.digest}) IN (SELECT ${member("imageId")}, ${member("digest")} FROM json_each(${part}))`,
          ),
    )
  const { waiting } = await namedBatch(db, {
    stored,
    released: change(others, { retryAt: nowMs, tries: sql`max(0, ${table.tries} - 1)` }),
    putOff: change(failed, { retryAt: putOff(table, nowMs) }),
    waiting: db
      .select({
        areMoreDue: sql<number>`EXISTS (SELECT 1 ${dueOf(table, userId, nowMs)})`,
        isMoving: areTurnsMoving(table, userId, nowMs),
      })
      .from(sql`(SELECT 1)`),
  })
  const [{ areMoreDue, isMoving }] = waiting
  return { areMoreDue: areMoreDue === 1, isMoving: isMoving === 1 }
}

/** Returns the time, as an expression, to which a row is put off: for as long as it has waited, to a whole minute. */
function putOff(table: WaitingTable, nowMs: number): SQL<number> {
  const untilMs = sql`(${nowMs + MINUTE_MS} + min(${HOUR_MS}, max(${CLAIM_MS}, ${nowMs} - ${table.createdAt})))`
  return sql<number>`${untilMs} - ${untilMs} % ${MINUTE_MS}`
}

/**
 * Returns 1, as an expression, if turns of an account are under way: rows have been claimed just now, or a message is on
 * its way for those that no turn has tried yet.
 */
export function areTurnsMoving(table: WaitingTable, userId: Id, nowMs: number): SQL<number> {
  return sql`(EXISTS (SELECT 1 ${dueOf(table, userId, nowMs)} AND own.tries = 0)
    OR EXISTS (SELECT 1 ${waitingOf(table, sql`${userId}`)} AND ${isClaimedNow(nowMs)}))`
}

/** Returns SQL: a turn that is still under way has claimed the row, unless a stop was not noticed yet. */
function isClaimedNow(nowMs: number): SQL {
  return sql`(own.retry_at > ${nowMs + CLAIM_MS - MOVING_MS} AND own.retry_at % ${MINUTE_MS} <> 0)`
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
    AND NOT EXISTS (SELECT 1 ${waitingOf(table, owner)} AND ${isClaimedNow(nowMs)})
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
