import { and, eq, isNotNull, lte, ne, or, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import type { IntegrationRow } from "./integration-rows.ts"
import { integration } from "./tables.ts"

/** A running sync by its run id; an older run's writes change nothing. */
export type SyncRun = { id: Id; runId: Id }

/**
 * Starts a run over all changes since the last sync, less `overlapS`, but not before `earliestS`. Takes
 * over a stalled run, and any run with `isAnew`. Returns false if one is running or the shop is not
 * connected.
 */
export async function startSync(
  db: Database,
  run: SyncRun,
  begin: { overlapS: number; earliestS: number; nowMs: number; stallsAtMs: number; isAnew: boolean },
): Promise<boolean> {
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
      nextSyncAt: begin.stallsAtMs,
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
    .returning({ id: integration.id })
  return rows.length === 1
}

/** Finds the integration if this run is the current one. */
export async function findRunning(db: Database, run: SyncRun): Promise<IntegrationRow | null> {
  const [row] = await db.select().from(integration).where(isRunning(run))
  return row ?? null
}

/** Marks the run as alive and sets when it counts as stalled; `message` says what the run waits for. */
export async function touchSync(
  db: Database,
  run: SyncRun,
  stallsAtMs: number,
  message: string | null,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({ nextSyncAt: stallsAtMs, syncMessage: message })
    .where(isRunning(run))
    .returning({ id: integration.id })
  return rows.length === 1
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
