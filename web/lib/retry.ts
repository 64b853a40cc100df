import { ApiFailure } from "./api.ts"

/** 1 s, doubled to 30 s: the pause before attempt `attempt` + 1 is repeated. */
export function retryDelayMs(attempt: number): number {
  return Math.min(1000 * 2 ** attempt, 30_000)
}

/** A refusal stays a refusal, and a reply out of contract stays one; only weather is tried again. */
export function isWorthRetrying(error: unknown): boolean {
  if (!(error instanceof ApiFailure)) return true
  return error.status === 0 || error.status >= 500
}
