import { doublingPauseMs } from "../../contract/duration.ts"
import { ApiFailure } from "./api.ts"

/** 1 s, doubled to 30 s: the pause before attempt `attempt` + 1 is repeated. */
export function retryDelayMs(attempt: number): number {
  return doublingPauseMs(attempt + 1, { firstMs: 1_000, longestMs: 30_000 })
}

/** A refusal stays a refusal, and a reply out of contract stays one; only weather is tried again. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true
  return error.status === 0 || error.status >= 500
}
