import type { AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import { dayOf } from "../../../contract/day.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import { makeId } from "../../../contract/id.ts"
import { beginPressedRun } from "../../data/autopilots/autopilot-due.ts"
import { type AutopilotRow, findAutopilot } from "../../data/autopilots/autopilot-rows.ts"
import { findRunOrRunning, PRESSED_SLOT } from "../../data/autopilots/autopilot-run-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { runReply } from "./autopilot-replies.ts"
import { queueRun } from "./queue-autopilots.ts"

/** The number of times that a press is repeated because the run in its way ended just then. */
const MAX_TRIES = 5

/**
 * Begins the run that a person asks for, which goes the way of one whose time has come, also while the
 * autopilot is paused. A repeated press returns the run of the first, and one while a run is under way
 * returns that run.
 */
export async function pressRun(
  env: Env,
  row: AutopilotRow,
  requestKey: string = crypto.randomUUID(),
): Promise<AutopilotRun> {
  const db = databaseOf(env)
  // The run is no older than the autopilot: a pause before it does not stop it.
  const nowMs = Math.max(Date.now(), row.updatedAt)
  const slot = `${PRESSED_SLOT}${requestKey}`
  const run = { id: makeId(nowMs), slot, day: dayOf(nowMs, row.timeZone), notes: [], nowMs }
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const begun = await beginPressedRun(db, row, run)
    if (begun) {
      await queueRun(env, { id: begun.id, untilMs: nowMs })
      return runReply({ ...begun, printStatus: null })
    }
    const other = await findRunOrRunning(db, row.id, slot)
    if (other) return runReply(other)
  }
  if ((await findAutopilot(db, row.userId, row.id)) === null) throw unknown("autopilot")
  throw new ApiError(
    "conflict",
    "Other runs of this autopilot began just now. Look at its runs, then press Run now again.",
  )
}
