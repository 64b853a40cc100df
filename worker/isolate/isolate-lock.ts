import { MINUTE_MS } from "../../contract/duration.ts"
/** What a lock knows of time; waiting is by looking again, because a promise of another request may never settle. */
export type Clock = { nowMs(): number; wait(ms: number): Promise<void> }

/** A queue batch may run for fifteen minutes; a job this old has lost its isolate's attention for good. */
const MAX_JOB_MS = 15 * MINUTE_MS
const POLL_MS = 25
/** Whoever waits looks again every 25 ms; one not seen for so long was cancelled, or the isolate computed meanwhile. */
const GONE_MS = 2_000

/** The isolate is at work on another heavy job, and will be for longer than the caller can wait. */
export class BusyError extends Error {
  override name = "BusyError"
  constructor(waitedMs: number) {
    super(`the isolate was busy for ${waitedMs} ms`)
  }
}

type Running = { sinceMs: number }
type Waiting = { seenMs: number }

/**
 * Makes what runs one job after the other, in the order they came; one that cannot begin within `maxWaitMs` is refused
 * with a `BusyError`, and nothing of it has been done.
 */
export function createIsolateLock({ nowMs, wait }: Clock) {
  let running: Running | null = null
  let line: Waiting[] = []

  return async function runAlone<T>(job: () => Promise<T>, maxWaitMs: number): Promise<T> {
    const mine = await begin(maxWaitMs)
    try {
      return await job()
    } finally {
      if (running === mine) running = null
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
      // In the same step as the look: nobody can come between.
      const mine = { sinceMs: nowMs() }
      running = mine
      return mine
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
