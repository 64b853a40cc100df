import { DAY_MS, HOUR_MS } from "../contract/duration.ts"
import type { LiveEvent } from "../contract/live.ts"

/** A break longer than this log ends in a refetch, so it need not be long; its keys also guard against repeats. */
export const MAX_EVENTS = 1_000
export const EVENT_KEEP_MS = 7 * DAY_MS
/** Tabs of one user; the oldest is closed for a new one. */
export const MAX_SOCKETS = 20
export const MAX_POLLERS = 20
/** Below the 30 s at which proxies start to give up on a silent request. */
const MAX_POLL_WAIT_MS = 25_000
/** A client has nothing to say but "ping". */
export const MAX_INCOMING_BYTES = 1_024
const MAX_EVENT_CHARS = 16_384
const MAX_KEY_CHARS = 200

/** RFC 6455, section 7.4.1. */
export const CLOSE_NORMAL = 1000
export const CLOSE_TOO_BIG = 1009

/** The log holds the events in (floor, latest]. */
export type LogSpan = { floor: number; latest: number }

/**
 * Where a listener goes on that has seen everything up to `after` (null: it starts with what comes next).
 * It is sent the events after `from`; `reset` tells it that some are gone and everything is to be refetched.
 */
export function resumeFrom(after: number | null, span: LogSpan): { from: number; reset: boolean } {
  if (after === null) return { from: span.latest, reset: false }
  // A listener ahead of the log knows another log than this one.
  if (after < span.floor || after > span.latest) return { from: span.latest, reset: true }
  return { from: after, reset: false }
}

/** The name on the wire, as the specification spells it. */
export function eventName(event: LiveEvent, userId: string): string {
  return `${event.kind}-${userId}`
}

/** Reads `?after=`: null where it is missing, undefined where it is no sequence number. */
export function parseAfter(text: string | null): number | null | undefined {
  if (text === null || text === "") return null
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The positions of the oldest sockets beyond what one more leaves room for. */
export function crowdedOut(openedAtMs: readonly number[], limit: number): number[] {
  const oldestFirst = openedAtMs.map((_, index) => index).sort((a, b) => openedAtMs[a] - openedAtMs[b])
  return oldestFirst.slice(0, Math.max(0, openedAtMs.length + 1 - limit))
}

export function clampWaitMs(waitMs: number): number {
  return Number.isFinite(waitMs) ? Math.max(0, Math.min(MAX_POLL_WAIT_MS, waitMs)) : 0
}

/** When the oldest event is to go, on the full hour so that one alarm serves all of an hour's events. */
export function expiryMoment(oldestAtMs: number): number {
  return Math.ceil((oldestAtMs + EVENT_KEEP_MS) / HOUR_MS) * HOUR_MS
}

/** Throws for a key that the log would not take. */
export function checkKey(key: string): void {
  if (key.length === 0 || key.length > MAX_KEY_CHARS)
    throw new RangeError(`an event's key has 1 to ${MAX_KEY_CHARS} characters, this one ${key.length}`)
}

/** What an event says, as text; throws for one that is too long. */
export function serialise(event: LiveEvent): string {
  const data = JSON.stringify(event.data)
  if (data.length > MAX_EVENT_CHARS) {
    throw new RangeError(
      `a live event has at most ${MAX_EVENT_CHARS} characters, this ${event.kind} ${data.length}`,
    )
  }
  return data
}
