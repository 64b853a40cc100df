/** The units of time, in milliseconds as the clock counts. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** Returns the pause after `failures` in a row: `firstMs`, doubled each time, at most `longestMs`. */
export function doublingPauseMs(
  failures: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
): number {
  const doublings = Math.min(30, Math.max(0, failures - 1))
  return Math.min(longestMs, firstMs * 2 ** doublings)
}
