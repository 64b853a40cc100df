import { DAY_MS, HOUR_MS } from "./duration.ts"

/** The clocks, which are costly to make. An account has one zone, so an isolate meets few. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns the calendar day, `2026-11-23`, that a moment falls on in a zone. Later days sort behind. */
export function dayOf(ms: number, timeZone: string): string {
  const parts = clockOf(timeZone).formatToParts(ms)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ""
  return `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`
}

/** Returns the day of a stored moment, such as `2026-11-23T04:59:59.000Z`; null if there is none. */
export function dayOfMoment(iso: string | null, timeZone: string): string | null {
  return iso === null ? null : dayOf(Date.parse(iso), timeZone)
}

/**
 * Returns the first moment of a day in a zone, in ms. The function searches, because no rule holds: a
 * day may begin at one o'clock, have midnight twice, or be left out (it then begins with the next).
 */
export function startOfDay(day: string, timeZone: string): number {
  // Zones are at most 14 hours ahead of UTC and 12 behind it.
  const utcMs = Date.parse(day)
  const [fromMs, toMs] = [utcMs - 15 * HOUR_MS, utcMs + 14 * HOUR_MS]
  return firstWhere(fromMs, toMs, (ms) => dayOf(ms, timeZone) >= day)
}

/**
 * Returns the moment at which a day's clock shows a time, `07:00`: the first of two, and the next moment after a time
 * that the day leaves out.
 */
export function momentOf(day: string, time: string, timeZone: string): number {
  const shownMs = Date.parse(`${day}T${time}Z`)
  // A zone's clock moves at most once within two days.
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => shownMs - aheadOf(shownMs + ms, timeZone))
  const [first, last] = before < after ? [before, after] : [after, before]
  const isShown = (ms: number) => ms + aheadOf(ms, timeZone) === shownMs
  if (isShown(first)) return first
  if (isShown(last)) return last
  return firstWhere(first, last, (ms) => ms + aheadOf(ms, timeZone) >= shownMs)
}

/** Returns how far a zone's clock is ahead of UTC, in ms. */
function aheadOf(ms: number, timeZone: string): number {
  const parts = clockOf(timeZone).formatToParts(ms)
  const part = (type: string) => Number(parts.find((candidate) => candidate.type === type)?.value)
  const [year, month, day] = [part("year"), part("month"), part("day")]
  const shownMs = Date.UTC(year, month - 1, day, part("hour"), part("minute"), part("second"))
  return shownMs - Math.floor(ms / SECOND_MS) * SECOND_MS
}

/** Returns the first second, of those after `fromMs` up to `toMs`, from which on a condition holds. */
function firstWhere(fromMs: number, toMs: number, isTrue: (ms: number) => boolean): number {
  let before = Math.floor(fromMs / SECOND_MS)
  let within = Math.floor(toMs / SECOND_MS)
  while (within - before > 1) {
    const middle = Math.floor((before + within) / 2)
    if (isTrue(middle * SECOND_MS)) within = middle
    else before = middle
  }
  return within * SECOND_MS
}

/** Returns a moment within a day, far from its ends, for values that have a day and no time. */
export function noonOf(day: string, timeZone: string): number {
  return startOfDay(day, timeZone) + 12 * HOUR_MS
}

/** Returns the day `days` after another; before it, if negative. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, day.length)
}

const SECOND_MS = 1_000

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat("en-US", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  })
  clocks.set(timeZone, clock)
  return clock
}
