import { doublingPauseMs, MINUTE_MS } from "../contract/duration.ts"

/** The pauses grow to at most a quarter of an hour, so that an outage is not made worse. */
const FIRST_RETRY_MS = 1_000
export const LONGEST_RETRY_MS = 15 * MINUTE_MS

/** Returns the earliest of several timers that share the one alarm; null if none is set. */
export function nextMoment(timersMs: readonly (number | null)[]): number | null {
  let earliest: number | null = null
  for (const moment of timersMs) {
    if (moment !== null && (earliest === null || moment < earliest)) earliest = moment
  }
  return earliest
}

/** Returns the pause after this many failures in a row (1 for the first). */
export function retryDelayMs(failures: number): number {
  return doublingPauseMs(failures, { firstMs: FIRST_RETRY_MS, longestMs: LONGEST_RETRY_MS })
}
