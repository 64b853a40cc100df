import { and, or, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { DAY_MS, MINUTE_MS } from "../../contract/duration.ts"
import { shortMonths } from "../../contract/month.ts"

export type SearchView = {
  nowMs: number
  /** The user's clock minus UTC, as dates are searched as shown. */
  utcOffsetMin: number
}

const DAY_MINUTES = 1440
/** The days that a search reaches back. */
const MAX_DAYS = 3_660

/** The ranges of time that are looked up one by one; a search of more matches nearly anything. */
const MAX_RANGES = 2_000

/**
 * Matches times whose displayed text contains the words: `18 Nov, 17:20`, `Yesterday, 18:22`,
 * `14:06`, `5 minutes ago`, `18 Nov 2025`, or an ISO date such as `2026-11-18`. Words are compared
 * with all days and minutes once, here, so that SQL compares only numbers per row.
 */
export function dateMatches(column: SQLiteColumn, search: string, view: SearchView): SQL | undefined {
  const { offsetMs, wholeDays, minuteDays, minutes, minutesAgo } = momentsOf(search, view)
  const day = sql`((${column} + ${whole(offsetMs)}) / ${whole(DAY_MS)})`
  const minute = sql`((${column} + ${whole(offsetMs)}) / ${whole(MINUTE_MS)} % ${whole(DAY_MINUTES)})`
  const age = sql`((${whole(view.nowMs)} - ${column}) / ${whole(MINUTE_MS)})`
  return or(
    isIn(day, wholeDays),
    minutes.length === 0 ? undefined : and(isIn(day, minuteDays) ?? sql`false`, isIn(minute, minutes)),
    isIn(age, minutesAgo),
  )
}

/** Returns the times that `dateMatches` finds as ranges, [first, end) in ms; null if they are too many. */
export function dateRanges(search: string, view: SearchView): [number, number][] | null {
  const { offsetMs, wholeDays, minuteDays, minutes, minutesAgo } = momentsOf(search, view)
  if (wholeDays.length + minuteDays.length * minutes.length > MAX_RANGES) return null
  const from = (day: number, minute = 0) => day * DAY_MS + minute * MINUTE_MS - offsetMs
  return [
    ...wholeDays.map((day): [number, number] => [from(day), from(day + 1)]),
    ...minuteDays.flatMap((day) =>
      minutes.map((minute): [number, number] => [from(day, minute), from(day, minute + 1)]),
    ),
    ...minutesAgo.map((ago): [number, number] => [
      view.nowMs - (ago + 1) * MINUTE_MS + 1,
      view.nowMs - ago * MINUTE_MS + 1,
    ]),
  ]
}

function momentsOf(search: string, view: SearchView) {
  const words = search.toLowerCase()
  const offsetMs = view.utcOffsetMin * MINUTE_MS
  const days = daysUpTo(Math.floor((view.nowMs + offsetMs) / DAY_MS))
  const split = words.indexOf(", ")
  const minutes = clocks.flatMap((clock, minute) =>
    (split < 0 ? clock.includes(words) : clock.startsWith(words.slice(split + 2))) ? [minute] : [],
  )
  const minuteDays = days.filter(
    ({ label, hasClock }) => hasClock && (split < 0 || label.endsWith(words.slice(0, split + 2))),
  )
  const wholeDays = days.filter(({ label, iso }) => label.includes(words) || iso.includes(words))
  return {
    offsetMs,
    wholeDays: wholeDays.map(({ day }) => day),
    minuteDays: minutes.length === 0 ? [] : minuteDays.map(({ day }) => day),
    minutes,
    minutesAgo: ages.flatMap((label, ago) => (label.includes(words) ? [ago] : [])),
  }
}

/** Returns `18 Nov 2026`, computed per row, so for short lists only. */
export function dayText(column: SQLiteColumn, utcOffsetMin: number): SQL {
  const part = (format: string) =>
    sql`strftime(${format}, (${column} + ${whole(utcOffsetMin * MINUTE_MS)}) / 1000, 'unixepoch')`
  return sql`(ltrim(${part("%d")}, '0') || ' ' || substr(${shortMonths.join("")}, ${part("%m")} * 3 - 2, 3) || ' ' || ${part("%Y")})`
}

/** Returns SQL for "the column is one of these"; undefined if empty. Any list is one parameter. */
export function isIn(column: SQL | SQLiteColumn, values: readonly unknown[]): SQL | undefined {
  return values.length === 0
    ? undefined
    : sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
}

/** Returns a whole number as SQL: D1 binds numbers as REAL, and dividing by one gives a fraction. */
export function whole(value: number): SQL {
  return sql.raw(String(Math.trunc(value)))
}

const ages = ["just now", "1 minute ago", ...Array.from({ length: 8 }, (_, i) => `${i + 2} minutes ago`)]

const clocks = Array.from({ length: DAY_MINUTES }, (_, minute) => {
  const two = (value: number) => String(value).padStart(2, "0")
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
})

type SearchedDay = { day: number; label: string; iso: string; hasClock: boolean }

/** The days of the last search: they change once a day. */
let known: { today: number; days: readonly SearchedDay[] } = { today: 0, days: [] }

/** Returns every searchable day, with the text shown before its clock or in place of one. */
function daysUpTo(today: number): readonly SearchedDay[] {
  if (known.today !== today) known = { today, days: makeDays(today) }
  return known.days
}

function makeDays(today: number): SearchedDay[] {
  const thisYear = new Date(today * DAY_MS).getUTCFullYear()
  return Array.from({ length: MAX_DAYS }, (_, ago) => {
    const day = today - ago
    const date = new Date(day * DAY_MS)
    const year = date.getUTCFullYear()
    const written = `${date.getUTCDate()} ${shortMonths[date.getUTCMonth()]}`.toLowerCase()
    const hasClock = ago <= 1 || year === thisYear
    const label =
      ago === 0 ? "" : ago === 1 ? "yesterday, " : hasClock ? `${written}, ` : `${written} ${year}`
    return { day, label, iso: date.toISOString().slice(0, 10), hasClock }
  })
}
