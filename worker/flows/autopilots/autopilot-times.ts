import { addDays, dayOf, momentOf } from "../../../contract/day.ts"
import { HOUR_MS } from "../../../contract/duration.ts"
import type { AutopilotRow } from "../../data/autopilots/autopilot-rows.ts"

type Times = Pick<AutopilotRow, "days" | "times" | "timeZone">

/** The days among which the next one is: those of a week, and the same day of the next. */
const DAYS_AHEAD = 8

/**
 * Returns the first of the times after a moment, in ms; null without any. Times that a day leaves out,
 * as clocks go forward, move to the next moment; if a time comes twice, the first counts.
 */
export function nextTime({ days, times, timeZone }: Times, afterMs: number): number | null {
  const today = dayOf(afterMs, timeZone)
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead++) {
    const day = addDays(today, ahead)
    if (!days.includes(new Date(day).getUTCDay())) continue
    const later = times.map((time) => momentOf(day, time, timeZone)).filter((moment) => moment > afterMs)
    if (later.length > 0) return Math.min(...later)
  }
  return null
}

/** The time by which a missed run is made up for; a batch of the morning is of no use at night. */
const LATE_MS = 2 * HOUR_MS

/**
 * Returns which of the times from `dueMs` to now is run: the last, if it is not too late for that; else
 * null. After an outage, one run prints what all missed ones would have.
 */
export function timeToRun(times: Times, dueMs: number, nowMs: number): number | null {
  const sinceMs = Math.max(dueMs, nowMs - LATE_MS)
  let last = dueMs >= nowMs - LATE_MS ? dueMs : null
  for (let next = nextTime(times, sinceMs); next !== null && next <= nowMs; next = nextTime(times, next))
    last = next
  return last
}

/** Names one of its times, the same if an hour comes twice: `2026-11-23 07:00` in its zone. */
export function slotOf(moment: number, timeZone: string): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" })
  return `${dayOf(moment, timeZone)} ${time.format(moment)}`
}
