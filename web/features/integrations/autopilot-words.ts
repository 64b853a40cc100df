import type { Autopilot, AutopilotRun } from "../../../contract/autopilots/autopilot.ts"
import { formatInches, lowerFirst } from "../../lib/format.ts"
import { shipDay } from "../../lib/ship-day.ts"

export function isRunning({ state }: Pick<AutopilotRun, "state">): boolean {
  return state !== "done" && state !== "failed"
}

/** Returns `Next 07:00 tomorrow`, in the autopilot's own zone; else why there is no next run. */
export function nextRunWords(autopilot: Autopilot, nowMs: number = Date.now()): string {
  const { isPaused, nextRunAt, minLengthIn, timeZone, sheetTemplateId, lastRun } = autopilot
  if (lastRun !== null && isRunning(lastRun)) return "Runs now"
  if (isPaused) return "Paused"
  if (sheetTemplateId === null) return "Stopped: its sheet template was deleted"
  if (nextRunAt !== null) {
    const { words, date } = shipDay(nextRunAt, timeZone, nowMs)
    return `Next ${timeIn(nextRunAt, timeZone)} ${words === date ? `on ${date}` : lowerFirst(words)}`
  }
  return minLengthIn === null ? "On" : `Once there are ${formatInches(minLengthIn)} in of film`
}

function timeIn(iso: string, timeZone: string): string {
  return new Date(iso).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" })
}
