import { DAY_MS, HOUR_MS } from "../contract/duration.ts"
import type { LiveEvent } from "../contract/live.ts"

/** The log can be short, because a listener that missed more refetches. Its keys also stop repeats. */
export const MAX_EVENTS = 1_000
export const EVENT_KEEP_MS = 7 * DAY_MS
/** The most sockets (tabs) per user: a print floor has a hundred devices. A new one closes the oldest. */
export const MAX_SOCKETS = 200
/** As many polls, for devices behind a proxy that lets no socket through: each that ends early polls anew. */
export const MAX_POLLERS = 200
/** The longest poll: below the 30 s after which proxies drop a silent request. */
const MAX_POLL_WAIT_MS = 25_000
/** The limit can be low, because a client sends nothing but "ping". */
export const MAX_INCOMING_BYTES = 1_024
const MAX_EVENT_CHARS = 16_384
const MAX_KEY_CHARS = 200

/** The code of a normal closure (RFC 6455, section 7.4.1). */
export const CLOSE_NORMAL = 1000
export const CLOSE_TOO_BIG = 1009

/** The range of the log's events: (floor, latest]. */
export type LogSpan = { floor: number; latest: number }

/**
 * Returns the point at which a listener resumes that has every event up to `after` (null: it starts
 * with the next event). It gets the events after `from`; with `reset`, some events are lost and the
 * listener must refetch.
 */
export function resumeFrom(after: number | null, span: LogSpan): { from: number; reset: boolean } {
  if (after === null) return { from: span.latest, reset: false }
  // A listener ahead of this log has seen another log.
  if (after < span.floor || after > span.latest) return { from: span.latest, reset: true }
  return { from: after, reset: false }
}

/** Returns the event's name on the wire, from the specification. */
export function eventName(event: LiveEvent, userId: string): string {
  return `${event.kind}-${userId}`
}

/** Reads `?after=`: null if missing, undefined if it is no sequence number. */
export function parseAfter(text: string | null): number | null | undefined {
  if (text === null || text === "") return null
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Returns the positions of the oldest sockets that must close to make room for one more. */
export function crowdedOut(openedAtMs: readonly number[], limit: number): number[] {
  const oldestFirst = openedAtMs.map((_, index) => index).sort((a, b) => openedAtMs[a] - openedAtMs[b])
  return oldestFirst.slice(0, Math.max(0, openedAtMs.length + 1 - limit))
}

export function clampWaitMs(waitMs: number): number {
  return Number.isFinite(waitMs) ? Math.max(0, Math.min(MAX_POLL_WAIT_MS, waitMs)) : 0
}

/** Returns when the oldest event expires, on the full hour so that one alarm serves an hour's events. */
export function expiryMoment(oldestAtMs: number): number {
  return Math.ceil((oldestAtMs + EVENT_KEEP_MS) / HOUR_MS) * HOUR_MS
}

/** Throws for a key that the log cannot take. */
export function checkKey(key: string): void {
  if (key.length === 0 || key.length > MAX_KEY_CHARS)
    throw new RangeError(`an event's key has 1 to ${MAX_KEY_CHARS} characters, this one ${key.length}`)
}

/** Returns an event's data as text; throws if it is too long. */
export function serialise(event: LiveEvent): string {
  const data = JSON.stringify(event.data)
  if (data.length > MAX_EVENT_CHARS) {
    throw new RangeError(
      `a live event has at most ${MAX_EVENT_CHARS} characters, this ${event.kind} ${data.length}`,
    )
  }
  return data
}
