import { and, asc, eq, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { user } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import type { IntegrationRow } from "./integration-rows.ts"
import { integration } from "./tables.ts"

/** A running sync by its run id; an older run's writes change nothing. */
export type SyncRun = { id: Id; runId: Id }
/** The syncs of one account that are under way at once: its silent shops delay its own only. */
const MOST_AT_ONCE = 2
/** The time after which the message of a run is lost. A page takes seconds, and its retry waits minutes at most. */
export const SYNC_STALLS_MS = 5 * MINUTE_MS
/** The time when a run without a turn counts as stalled: as soon as its account has one. */
const NO_TURN = 0

/**
 * Starts a run over all changes since the last sync, less `overlapS`, but not before `earliestS`. Takes
 * over a stalled run, and any run with `isAnew`. Returns null if one is running or the shop is not
 * connected. A run without a turn waits until another of its account ends.
 */
export async function startSync(
  db: Database,
  run: SyncRun,
  begin: { nowMs: number; overlapS: number; earliestS: number; isAnew: boolean },
): Promise<{ hasTurn: boolean; syncFailures: number } | null> {
  const { nowMs } = begin
  const isFree = isTurnFree(nowMs)
  // A run that has stalled is taken over, and one that waits goes on waiting: both have waited since before.
  const isOld = begin.isAnew
    ? sql`false`
    : sql`${integration.syncState} = 'running' AND (${integration.nextSyncAt} > ${NO_TURN} OR NOT ${isFree})`
  const rows = await db
    .update(integration)
    .set({
      syncState: "running",
      syncMessage: null,
      syncRunId: run.runId,
      syncCursorS: sql`max(${begin.earliestS}, ${integration.syncedUntilS} - ${begin.overlapS})`,
      syncOffset: 0,
      // The vendor's preparation for us goes on.
      syncPlace: sql`CASE WHEN ${integration.syncPlace} LIKE 'bulk %' THEN ${integration.syncPlace} END`,
      syncDone: 0,
      syncTotal: 0,
      syncMovedAt: sql`iif(${isOld}, ${integration.syncMovedAt}, ${nowMs})`,
      nextSyncAt: sql`iif(${isFree}, ${nowMs + SYNC_STALLS_MS}, ${NO_TURN})`,
    })
    .where(
      and(
        eq(integration.id, run.id),
        isNotNull(integration.tokensEncrypted),
        begin.isAnew
          ? undefined
          : or(ne(integration.syncState, "running"), lte(integration.nextSyncAt, nowMs)),
      ),
    )
    .returning({ nextSyncAt: integration.nextSyncAt, syncFailures: integration.syncFailures })
  const [started] = rows
  return started ? { hasTurn: started.nextSyncAt > nowMs, syncFailures: started.syncFailures } : null
}

/** Gives a free turn of an account to the run that has waited longest; null: none waits, or no turn is free. */
export async function giveSyncTurn(
  db: Database,
  userId: Id,
  nowMs: number,
): Promise<(SyncRun & { syncFailures: number }) | null> {
  const first = db
    .select({ id: integration.id })
    .from(integration)
    .where(
      and(
        eq(integration.userId, userId),
        isNotNull(integration.tokensEncrypted),
        eq(integration.syncState, "running"),
        lte(integration.nextSyncAt, nowMs),
      ),
    )
    .orderBy(asc(integration.syncMovedAt), asc(integration.id))
    .limit(1)
  const [row] = await db
    .update(integration)
    .set({
      nextSyncAt: nowMs + SYNC_STALLS_MS,
      syncMovedAt: sql`iif(${integration.nextSyncAt} = ${NO_TURN}, ${nowMs}, ${integration.syncMovedAt})`,
    })
    .where(sql`${integration.id} = (${first}) AND ${isTurnFree(nowMs)}`)
    .returning({
      id: integration.id,
      runId: integration.syncRunId,
      syncFailures: integration.syncFailures,
    })
  return row?.runId ? { ...row, runId: row.runId } : null
}

/**
 * Lists connected shops of active accounts whose sync is due, or has stalled, the longest waiting first. Runs that wait
 * for others of their account are none: these hand on the turn when they end.
 */
export async function listDueSyncs(db: Database, nowMs: number, limit: number): Promise<Id[]> {
  const isRunning = sql`${integration.syncState} = 'running'`
  const rows = await db
    .select({ id: integration.id })
    .from(integration)
    .where(
      sql`${integration.tokensEncrypted} IS NOT NULL AND ${integration.nextSyncAt} <= ${nowMs}
        AND (SELECT ${user.status} FROM ${user} WHERE ${user.id} = ${integration.userId}) = 'active'
        AND (NOT ${isRunning} OR ${isTurnFree(nowMs)})`,
    )
    .orderBy(sql`iif(${isRunning}, ${integration.syncMovedAt}, ${integration.nextSyncAt})`)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Returns SQL: the account of an integration has a turn for it. */
function isTurnFree(nowMs: number): SQL {
  return sql`${countSyncsUnderWay(nowMs)} < ${MOST_AT_ONCE}`
}

/**
 * Counts, as an expression about `integration`, its account's other runs under way. One that its marketplace has
 * asked to wait for more than a minute stalls later: it is none while it waits.
 */
export function countSyncsUnderWay(nowMs: number): SQL<number> {
  return sql`(SELECT count(*) FROM integration AS other WHERE other.user_id = ${integration.userId} AND other.id <> ${integration.id}
    AND other.sync_state = 'running' AND other.next_sync_at > ${nowMs} AND other.next_sync_at <= ${nowMs + SYNC_STALLS_MS + MINUTE_MS})`
}

/** Finds the integration if this run is the current one. */
export async function findRunning(db: Database, run: SyncRun): Promise<IntegrationRow | null> {
  const [row] = await db.select().from(integration).where(isRunning(run))
  return row ?? null
}

/** Marks the run as alive, going on at `atMs`; `message` says what it waits for. Returns its owner. */
export async function touchSync(
  db: Database,
  run: SyncRun,
  atMs: number,
  message: string | null,
): Promise<Id | null> {
  const [row] = await db
    .update(integration)
    .set({ nextSyncAt: atMs + SYNC_STALLS_MS, syncMovedAt: atMs, syncMessage: message })
    .where(isRunning(run))
    .returning({ userId: integration.userId })
  return row?.userId ?? null
}

/** Ends a successful run. Keeps its message about orders that could not be read. */
export async function finishSync(
  db: Database,
  run: SyncRun,
  nowMs: number,
  nextSyncAt: number,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({
      syncState: "idle",
      lastSyncAt: nowMs,
      syncFailures: 0,
      nextSyncAt,
      syncDone: sql`${integration.syncTotal}`,
    })
    .where(isRunning(run))
    .returning({ id: integration.id })
  return rows.length === 1
}

/** Ends a failed run. Its orders stay, and the next run continues from there. */
export async function failSync(
  db: Database,
  run: SyncRun,
  message: string,
  nextSyncAt: number,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({
      syncState: "failed",
      syncMessage: message,
      syncFailures: sql`${integration.syncFailures} + 1`,
      nextSyncAt,
    })
    .where(isRunning(run))
    .returning({ id: integration.id })
  return rows.length === 1
}

/** Returns SQL: this run is the current one. */
export function isRunning(run: SyncRun) {
  return and(
    eq(integration.id, run.id),
    eq(integration.syncRunId, run.runId),
    eq(integration.syncState, "running"),
  )
}
