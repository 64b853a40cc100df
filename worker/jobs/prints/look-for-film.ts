import { dayOf } from "../../../contract/day.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { beginLengthRun } from "../../data/autopilots/autopilot-due.ts"
import { findAutopilot } from "../../data/autopilots/autopilot-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { LENGTH_SLOT } from "../../flows/autopilots/autopilot-replies.ts"
import { queueRun } from "../../flows/autopilots/queue-autopilots.ts"
import { waitingFilm } from "../../flows/autopilots/waiting-film.ts"

/**
 * Starts a run of an autopilot if the waiting items take enough film, and none of its runs is under
 * way. An autopilot whose template is gone starts as well: the run says so.
 */
export async function lookForFilm(env: Env, autopilotId: Id): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const row = await findAutopilot(db, null, autopilotId)
  if (row === null || row.minLengthIn === null || row.isPaused) return
  const { lengthIn } = await waitingFilm(env, row, nowMs)
  if (lengthIn !== null && lengthIn < row.minLengthIn) return
  const run = {
    id: makeId(nowMs),
    slot: `${LENGTH_SLOT}${new Date(nowMs).toISOString().slice(0, "2026-11-23T07:00".length)}`,
    day: dayOf(nowMs, row.timeZone),
    notes: [],
    nowMs,
  }
  const begun = await beginLengthRun(db, row, run)
  if (begun) await queueRun(env, { id: begun.id, untilMs: nowMs })
}
