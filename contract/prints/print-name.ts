import { DAY_MS, MINUTE_MS } from "../duration.ts"
import { shortMonths } from "../month.ts"

/**
 * Returns the name of a print that its seller has not named: `Print of 23 Nov` by the moment it was
 * made, `Orders of 12–14 Nov` by its orders' moments, in days as the clock shows them that is
 * `utcOffsetMin` ahead of UTC.
 */
export function defaultPrintName(what: "Print" | "Orders", timesMs: readonly number[], utcOffsetMin: number) {
  const days = timesMs.map((timeMs) => Math.floor((timeMs + utcOffsetMin * MINUTE_MS) / DAY_MS))
  const first = partsOf(Math.min(...days))
  const last = partsOf(Math.max(...days))
  const noun = what === "Orders" && timesMs.length === 1 ? "Order" : what
  return `${noun} of ${rangeWords(first, last)}`
}

type Day = { day: number; month: string; year: number }

/** Returns `12–14 Nov`, `30 Nov – 2 Dec`, `31 Dec 2026 – 2 Jan 2027`. */
function rangeWords(first: Day, last: Day): string {
  const end = `${last.day} ${last.month}`
  if (first.year !== last.year) return `${first.day} ${first.month} ${first.year} – ${end} ${last.year}`
  if (first.month !== last.month) return `${first.day} ${first.month} – ${end}`
  return first.day === last.day ? end : `${first.day}–${end}`
}

function partsOf(day: number): Day {
  const date = new Date(day * DAY_MS)
  return { day: date.getUTCDate(), month: shortMonths[date.getUTCMonth()], year: date.getUTCFullYear() }
}
