import type { Autopilot, AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"
import { PRESSED_SLOT, reportOf, type ShownRun } from "../../data/autopilots/autopilot-run-rows.ts"

/** The beginning of the slot of a run that waited for film, not for an hour. */
export const LENGTH_SLOT = "length:"
/** The beginning of the slot of a run that goes on after a print was full; one that was asked for stays so. */
const NEXT_SLOT = "next:"

/** Returns the slot of the run that goes on after this one, whose print is full. */
export function nextSlotOf({ id, slot }: Pick<ShownRun, "id" | "slot">): string {
  return `${slot.startsWith(PRESSED_SLOT) ? PRESSED_SLOT : ""}${NEXT_SLOT}${id}`
}

/** Returns true if the orders were just read: they reached a length, or did not fit into a print. */
export function hasFreshOrders({ slot }: Pick<ShownRun, "slot">): boolean {
  return [LENGTH_SLOT, NEXT_SLOT, `${PRESSED_SLOT}${NEXT_SLOT}`].some((start) => slot.startsWith(start))
}

/** Returns an autopilot as the API shows it, with its newest run of `runs`. */
export function autopilotReply(row: AutopilotRow, runs: readonly ShownRun[]): Autopilot {
  const { id, userId: _, nextRunAt, nextLookAt: __, isTried: ___, createdAt, updatedAt, ...rest } = row
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
