import { and, eq, isNull, lt, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { isOfMoving } from "../accounts/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import type { AutopilotRow } from "./autopilot-rows.ts"
import { type AutopilotRunRow, PRESSED_SLOT, type RunLease } from "./autopilot-run-rows.ts"
import { autopilot, autopilotRun } from "./tables.ts"

/** The days after which runs are deleted: the newest 30 are listed, and older slots are never asked for. */
const RUN_DAYS = 90

type NewRun = { id: Id; slot: string; day: string; notes: readonly string[]; nowMs: number }

/**
 * Starts the run of a time that has come, and sets the next, all or nothing. Returns null, with no run,
 * if the autopilot is paused or changed by now, or if this time had its run, or while its account is being moved.
 * `isMissed`: the time is too late, so the run has failed at once.
 */
export async function beginTimedRun(
  db: Database,
  row: AutopilotRow,
  run: NewRun & { nextRunAt: number | null; isMissed: boolean },
): Promise<AutopilotRunRow | null> {
  const { nextRunAt, isMissed, ...rest } = run
  const isDue = sql`autopilot.is_paused = 0 AND autopilot.next_run_at = ${row.nextRunAt} AND NOT ${isOfMoving(autopilot)}`
  const { begun } = await namedBatch(db, {
    begun: runInsert(db, row, rest, isMissed, isDue),
    moved: db
      .update(autopilot)
      .set({ nextRunAt })
      .where(and(eq(autopilot.id, row.id), isDue)),
  })
  return begun[0] ?? null
}

/**
 * Starts a run because there is film enough, with its orders as they are. Returns null if the autopilot
 * is paused, or a run of it has not ended.
 */
export async function beginLengthRun(
  db: Database,
  row: AutopilotRow,
  run: NewRun,
): Promise<AutopilotRunRow | null> {
  const mayBegin = sql`autopilot.is_paused = 0 AND autopilot.min_length_in IS NOT NULL AND NOT ${isRunning(row)}`
  const [begun] = await runInsert(db, row, run, false, mayBegin)
  return begun ?? null
}

/**
 * Starts a run that a person asked for, also of a paused autopilot. Returns null if this press had its
 * run, or a run has not ended.
 */
export async function beginPressedRun(
  db: Database,
  row: AutopilotRow,
  run: NewRun,
): Promise<AutopilotRunRow | null> {
  const [begun] = await runInsert(db, row, run, false, sql`NOT ${isRunning(row)}`)
  return begun ?? null
}

/**
 * Starts a run for items that did not fit into the print of `full`. Null if started before, or if a pause
 * stops it.
 */
export async function beginNextRun(
  db: Database,
  row: AutopilotRow,
  run: NewRun,
  full: Pick<AutopilotRunRow, "slot" | "startedAt">,
): Promise<AutopilotRunRow | null> {
  const isAsked = full.slot.startsWith(PRESSED_SLOT)
  const onlyIf = isAsked ? sql`OR autopilot.updated_at <= ${full.startedAt}` : sql``
  const [begun] = await runInsert(db, row, run, false, sql`(autopilot.is_paused = 0 ${onlyIf})`)
  return begun ?? null
}

function isRunning({ id }: AutopilotRow): SQL {
  return sql`EXISTS (SELECT 1 FROM autopilot_run AS other WHERE other.autopilot_id = ${id} AND other.ended_at IS NULL)`
}

function runInsert(
  db: Database,
  { id: autopilotId, userId }: AutopilotRow,
  { notes, nowMs, ...run }: NewRun,
  isMissed: boolean,
  onlyIf: SQL,
) {
  return insertFrom(
    db,
    autopilotRun,
    {
      ...run,
      autopilotId,
      userId,
      state: isMissed ? "failed" : "syncing",
      report: JSON.stringify({ notes }),
      retryAt: nowMs,
      startedAt: nowMs,
      endedAt: isMissed ? nowMs : null,
      updatedAt: nowMs,
    },
    sql`FROM autopilot WHERE autopilot.id = ${autopilotId} AND ${onlyIf}`,
  )
    .onConflictDoNothing()
    .returning()
}

/**
 * Leases the runs that wait for a sync of the store or an import, which has ended, and has the store's
 * autopilot, or the one for all stores, look whether there is film enough.
 */
export async function wakeRuns(
  db: Database,
  integrationId: Id,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<RunLease[]> {
  const own = sql`(SELECT autopilot.id FROM integration JOIN autopilot ON autopilot.user_id = integration.user_id
    WHERE integration.id = ${integrationId} AND (autopilot.integration_id = integration.id OR autopilot.is_for_all_stores
      OR integration.id IN (SELECT more.value FROM json_each(autopilot.more_integration_ids) AS more)))`
  const { woken } = await namedBatch(db, {
    looks: db
      .update(autopilot)
      .set({ nextLookAt: nowMs })
      .where(sql`${autopilot.id} IN ${own} AND ${autopilot.nextLookAt} IS NOT NULL`),
    woken: db
      .update(autopilotRun)
      .set({ retryAt: untilMs })
      // A run that has not asked for a sync yet is being worked on.
      .where(
        sql`${autopilotRun.autopilotId} IN ${own} AND ${autopilotRun.state} = 'syncing' AND json_extract(${autopilotRun.report}, '$.syncing') IS NOT NULL AND ${autopilotRun.retryAt} IS NOT NULL`,
      )
      .returning({ id: autopilotRun.id }),
  })
  return woken.map(({ id }) => ({ id, untilMs }))
}

/** Deletes old runs that have ended. */
export async function deleteOldRuns(db: Database, nowMs: number): Promise<void> {
  await db
    .delete(autopilotRun)
    .where(and(isNull(autopilotRun.retryAt), lt(autopilotRun.startedAt, nowMs - RUN_DAYS * DAY_MS)))
}
