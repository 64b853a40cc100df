import { MINUTE_MS } from "../../contract/duration.ts"
/** A lock's clock. A lock waits by polling: another request's promise may never settle. */
export type Clock = { nowMs(): number; wait(ms: number): Promise<void> }

/** A queue batch may run for fifteen minutes, so an older job is dead. */
const MAX_JOB_MS = 15 * MINUTE_MS
const POLL_MS = 25
/** Waiters poll every 25 ms. A waiter unseen for this long was cancelled, or the isolate was busy. */
const GONE_MS = 2_000

/** The error when another heavy job holds the isolate for longer than the caller can wait. */
export class BusyError extends Error {
  override name = "BusyError"
  constructor(waitedMs: number) {
    super(`the isolate was busy for ${waitedMs} ms`)
  }
}

type Running = { sinceMs: number }
type Waiting = { seenMs: number }

/**
 * Makes a lock that runs one job at a time, first come, first served. A job that cannot begin
 * within `maxWaitMs` throws a `BusyError` and has done nothing.
 */
export function createIsolateLock({ nowMs, wait }: Clock) {
  let running: Running | null = null
  let line: Waiting[] = []

  return async function runAlone<T>(job: () => Promise<T>, maxWaitMs: number): Promise<T> {
    const ownRun = await begin(maxWaitMs)
    try {
      return await job()
    } finally {
      if (running === ownRun) running = null
    }
  }

  async function begin(maxWaitMs: number): Promise<Running> {
    const sinceMs = nowMs()
    const place: Waiting = { seenMs: sinceMs }
    try {
      while (!isNext(place)) {
        if (nowMs() - sinceMs >= maxWaitMs) throw new BusyError(nowMs() - sinceMs)
        await wait(POLL_MS)
      }
      // This runs in the same tick as the check, so no other job gets between.
      const ownRun = { sinceMs: nowMs() }
      running = ownRun
      return ownRun
    } finally {
      line = line.filter((other) => other !== place)
    }
  }

  function isNext(place: Waiting): boolean {
    const now = nowMs()
    place.seenMs = now
    if (!line.includes(place)) line.push(place)
    line = line.filter(({ seenMs }) => now - seenMs < GONE_MS)
    const isTaken = running !== null && now - running.sinceMs < MAX_JOB_MS
    return !isTaken && line[0] === place
  }
}
