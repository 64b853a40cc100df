import { doublingPauseMs, MINUTE_MS } from "../contract/duration.ts"

/** At most a quarter of an hour apart: an outage is not hammered. */
const FIRST_RETRY_MS = 1_000
export const LONGEST_RETRY_MS = 15 * MINUTE_MS

/** The one alarm serves several timers: the earliest moment of those that are set, or null for none. */
export function nextMoment(timersMs: readonly (number | null)[]): number | null {
  let earliest: number | null = null
  for (const moment of timersMs) {
    if (moment !== null && (earliest === null || moment < earliest)) earliest = moment
  }
  return earliest
}

/** How long to wait after the given number of failures in a row (1 for the first). */
export function retryDelayMs(failures: number): number {
  return doublingPauseMs(failures, { firstMs: FIRST_RETRY_MS, longestMs: LONGEST_RETRY_MS })
}
