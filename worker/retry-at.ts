import { HOUR_MS, MINUTE_MS } from "../contract/duration.ts"

/**
 * When something is tried again that has been tried in vain since `sinceMs`: after as long again as it has waited, so that
 * the pauses double by themselves, from a minute to `longestMs`.
 */
export function retryAtMs(sinceMs: number, nowMs: number, longestMs = HOUR_MS): number {
  return nowMs + Math.min(longestMs, Math.max(MINUTE_MS, nowMs - sinceMs))
}
