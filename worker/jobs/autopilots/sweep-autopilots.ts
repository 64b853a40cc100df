import { dayOf } from "../../../contract/day.ts"
import { makeId } from "../../../contract/id.ts"
import { insertNotification } from "../../data/accounts/notification-rows.ts"
import { beginTimedRun } from "../../data/autopilots/autopilot-due.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import { reportOf } from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { findIntegration } from "../../data/integrations/integration-rows.ts"
import type { Env } from "../../env.ts"
import { runNotice } from "../../flows/autopilots/announce-run.ts"
import { nextTime, slotOf, timeToRun } from "../../flows/autopilots/autopilot-times.ts"
import { titleOf } from "../../flows/autopilots/autopilot-words.ts"
import { queueLook, queueRun } from "../../flows/autopilots/queue-autopilots.ts"
import { logError } from "../../log.ts"
import { isHeld } from "../../moving.ts"
import { listDue, takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The runs started per minute; many sellers choose the same hour: each takes two queries here. */
const MAX_BEGUN = 500
const MAX_LOOKS = 200
const MAX_RUNS = 500

/** Starts the runs whose time has come, and queues these and all others that are due to go on. */
export async function sweepAutopilots(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  for (const row of await listDue(db, works.autopilot, { nowMs, limit: MAX_BEGUN })) {
    try {
      await begin(env, row, nowMs)
    } catch (error) {
      // A place that its account has left; where that lives now, it starts.
      if (error instanceof Error && isHeld(error)) continue
      // An autopilot that cannot start must not block the others.
      logError("autopilot not begun", { autopilotId: row.id, error })
    }
  }
  for (const { id } of await takeDue(db, works.look, { nowMs, limit: MAX_LOOKS })) await queueLook(env, id)
  for (const work of [works.run, works.runMail]) {
    for (const { id } of await takeDue(db, work, { nowMs, limit: MAX_RUNS }))
      await queueRun(env, { id, untilMs: nowMs + work.leaseMs })
  }
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
  if (!shop) return
  const notice = runNotice(begun, reportOf(begun), { title: titleOf(row, shop), nowMs })
  await insertNotification(db, notice)
}
