import type { Autopilot, AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import { PRESSED_SLOT, reportOf, type ShownRun } from "../../data/autopilots/autopilot-run-rows.ts"

/** The beginning of the slot of a run that waited for film, not for an hour. */
export const LENGTH_SLOT = "length:"
/** The beginning of the slot of a run that goes on after a print was full. */
export const NEXT_SLOT = "next:"

/** Returns an autopilot as the API shows it, with its newest run of `runs`. */
export function autopilotReply(row: AutopilotRow, runs: readonly ShownRun[]): Autopilot {
  const { id, userId: _, nextRunAt, nextLookAt: __, createdAt, updatedAt, ...rest } = row
  const lastRun = runs.find(({ autopilotId }) => autopilotId === id)
  return {
    _id: id,
    ...rest,
    nextRunAt: nextRunAt === null ? null : new Date(nextRunAt).toISOString(),
    lastRun: lastRun ? runReply(lastRun) : null,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

export function runReply(row: ShownRun): AutopilotRun {
  const { id, slot, state, startedAt, endedAt, printId, printStatus, credits } = row
  const { notes, left: _, syncing: __, ...report } = reportOf(row)
  return {
    _id: id,
    cause: slot.startsWith(LENGTH_SLOT) ? "length" : slot.startsWith(PRESSED_SLOT) ? "asked" : "time",
    state,
    startedAt: new Date(startedAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    printId,
    printStatus,
    credits,
    ...report,
    message: notes.length === 0 ? null : notes.join(" "),
  }
}
