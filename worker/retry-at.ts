import { HOUR_MS, MINUTE_MS } from "../contract/duration.ts"

/**
 * Returns when to retry work that has failed since `sinceMs`: after as long again as it has waited. So
 * pauses double by themselves, from a minute to `longestMs`.
 */
export function retryAtMs(sinceMs: number, nowMs: number, longestMs = HOUR_MS): number {
  return nowMs + Math.min(longestMs, Math.max(MINUTE_MS, nowMs - sinceMs))
}
