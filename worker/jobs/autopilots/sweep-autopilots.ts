import { dayOf } from "../../../contract/day.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { insertNotification } from "../../data/accounts/notification-rows.ts"
import {
  beginTimedRun,
  claimDueLooks,
  leaseDueRuns,
  listDueAutopilots,
} from "../../data/autopilots/autopilot-due.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import { reportOf } from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration } from "../../data/integrations/integration-rows.ts"
import type { Env } from "../../env.ts"
import { runNotice } from "../../flows/autopilots/announce-run.ts"
import { nextTime, slotOf, timeToRun } from "../../flows/autopilots/autopilot-times.ts"
import { queueLook, queueRun, RUN_STALLS_MS } from "../../flows/autopilots/queue-autopilots.ts"
import { logError } from "../../log.ts"

/** The runs started per minute; many sellers choose the same hour: each takes two queries here. */
const MAX_BEGUN = 500
const MAX_LOOKS = 200
const MAX_RUNS = 500
/** The interval of looks for film: a sync's end has a shop's autopilot look at once; other changes wait. */
const LOOK_EVERY_MS = 15 * MINUTE_MS

/** Starts the runs whose time has come, and queues these and all others that are due to go on. */
export async function sweepAutopilots(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (const row of await listDueAutopilots(db, nowMs, MAX_BEGUN)) {
    try {
      await begin(env, row, nowMs)
    } catch (error) {
      // An autopilot that cannot start must not block the others.
      logError("autopilot not begun", { autopilotId: row.id, error })
    }
  }
  const again = { nowMs, againMs: nowMs + LOOK_EVERY_MS, limit: MAX_LOOKS }
  for (const id of await claimDueLooks(db, again)) await queueLook(env, id)
  const due = { nowMs, untilMs: nowMs + RUN_STALLS_MS, limit: MAX_RUNS }
  for (const lease of await leaseDueRuns(db, due)) await queueRun(env, lease)
}

/** Starts a run. A run that is too late is kept as a failed one: people who rely on it have to know. */
async function begin(env: Env, row: AutopilotRow, nowMs: number): Promise<void> {
  const { nextRunAt: dueMs, timeZone } = row
  if (dueMs === null) return
  const runMs = timeToRun(row, dueMs, nowMs)
  const slot = slotOf(runMs ?? dueMs, timeZone)
  const missed = `It was missed: Sheetsmith could not run it at ${slot}. The next run prints its orders.`
  const earlier = `Its times since ${slotOf(dueMs, timeZone)} were missed. This run replaces all of them.`
  const notes = runMs === null ? [missed] : runMs === dueMs ? [] : [earlier]
  const db = databaseOf(env)
  const begun = await beginTimedRun(db, row, {
    id: makeId(nowMs),
    slot,
    day: dayOf(nowMs, timeZone),
    notes,
    isMissed: runMs === null,
    nextRunAt: nextTime(row, nowMs),
    nowMs,
  })
  if (begun === null || runMs !== null) return
  const shop = await findIntegration(db, row.userId, row.integrationId)
  if (shop) await insertNotification(db, runNotice(begun, reportOf(begun), { shop, nowMs }))
}
