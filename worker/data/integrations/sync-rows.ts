import { and, asc, eq, isNotNull, lte, ne, or, type SQL, sql } from "drizzle-orm"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import type { IntegrationRow } from "./integration-rows.ts"
import { integration } from "./tables.ts"

/** A running sync by its run id; an older run's writes change nothing. */
export type SyncRun = { id: Id; runId: Id }
/** The syncs of one account that are under way at once: its silent shops delay its own only. */
const MOST_AT_ONCE = 2
type Times = { nowMs: number; stallsAtMs: number }

/**
 * Starts a run over all changes since the last sync, less `overlapS`, but not before `earliestS`. Takes
 * over a stalled run, and any run with `isAnew`. Returns null if one is running or the shop is not
 * connected. A run without a turn stands as stalled: it waits until another of its account ends.
 */
export async function startSync(
  db: Database,
  run: SyncRun,
  begin: Times & { overlapS: number; earliestS: number; isAnew: boolean },
): Promise<{ hasTurn: boolean; syncFailures: number } | null> {
  const isFree = sql`(SELECT count(*) ${othersUnderWay(begin)}) < ${MOST_AT_ONCE}`
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
      nextSyncAt: sql`iif(${isFree}, ${begin.stallsAtMs}, ${begin.nowMs})`,
    })
    .where(
      and(
        eq(integration.id, run.id),
        isNotNull(integration.tokensEncrypted),
        begin.isAnew
          ? undefined
          : or(ne(integration.syncState, "running"), lte(integration.nextSyncAt, begin.nowMs)),
      ),
    )
    .returning({ nextSyncAt: integration.nextSyncAt, syncFailures: integration.syncFailures })
  const [started] = rows
  return started ? { hasTurn: started.nextSyncAt > begin.nowMs, syncFailures: started.syncFailures } : null
}

/** Gives a free turn of an account to the run that has waited longest; null: none waits, or no turn is free. */
export async function giveSyncTurn(
  db: Database,
  userId: Id,
  times: Times,
): Promise<(SyncRun & { syncFailures: number }) | null> {
  const first = db
    .select({ id: integration.id })
    .from(integration)
    .where(
      and(
        eq(integration.userId, userId),
        isNotNull(integration.tokensEncrypted),
        eq(integration.syncState, "running"),
        lte(integration.nextSyncAt, times.nowMs),
      ),
    )
    .orderBy(asc(integration.nextSyncAt))
    .limit(1)
  const [row] = await db
    .update(integration)
    .set({ nextSyncAt: times.stallsAtMs })
    .where(
      sql`${integration.id} = (${first}) AND (SELECT count(*) ${othersUnderWay(times)}) < ${MOST_AT_ONCE}`,
    )
    .returning({
      id: integration.id,
      runId: integration.syncRunId,
      syncFailures: integration.syncFailures,
    })
  return row?.runId ? { ...row, runId: row.runId } : null
}

/**
 * Returns FROM and WHERE, for a statement about `integration`, of its account's other runs under way. One that
 * its marketplace has asked to wait for more than a minute stalls later: it is none while it waits.
 */
function othersUnderWay({ nowMs, stallsAtMs }: Times): SQL {
  return sql`FROM integration AS other WHERE other.user_id = integration.user_id AND other.id <> integration.id
    AND other.sync_state = 'running' AND other.next_sync_at > ${nowMs} AND other.next_sync_at <= ${stallsAtMs + MINUTE_MS}`
}

/** Finds the integration if this run is the current one. */
export async function findRunning(db: Database, run: SyncRun): Promise<IntegrationRow | null> {
  const [row] = await db.select().from(integration).where(isRunning(run))
  return row ?? null
}

/** Marks the run as alive and sets when it counts as stalled; `message` says what the run waits for. Returns its owner. */
export async function touchSync(
  db: Database,
  run: SyncRun,
  stallsAtMs: number,
  message: string | null,
): Promise<Id | null> {
  const [row] = await db
    .update(integration)
    .set({ nextSyncAt: stallsAtMs, syncMessage: message })
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
