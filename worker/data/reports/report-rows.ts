import { type SQL, sql } from "drizzle-orm"
import { addDays } from "../../../contract/day.ts"
import type { Id } from "../../../contract/id.ts"
import type { RemakeReason } from "../../../contract/status.ts"

/** The sums of a day and currency, or of many. */
export type SumRow = {
  currency: string
  prints: number
  copies: number
  orders: number
  remakes: number
  remadeCopies: number
  filmIn: number
  boxesFilmIn: number
  filmSqIn: number
  inkSqIn: number
  credits: number
  filmCents: number
  inkCents: number
  creditCents: number
  costCents: number
  savedCents: number
}
export type DayRow = SumRow & { day: string }
export type RemakeRow = SumRow & { reason: RemakeReason }
export type PartRow = {
  key: Id | ""
  name: string
  prints: number
  copies: number
  orders: number
  remadeCopies: number
  filmIn: number
  /** The cost in the currency that was asked for; null if nothing was priced in it. */
  costCents: number | null
  /** The state of a design's image, if it still exists. */
  imageStatus: string | null
}

/** The user and the days of a report, the first and the last included. */
export type ReportDays = { userId: Id; from: string; to: string }

const sums = sql.raw(
  [
    "prints, copies, orders, remakes, remade_copies AS remadeCopies, film_in AS filmIn, boxes_film_in AS boxesFilmIn",
    "film_sq_in AS filmSqIn, ink_sq_in AS inkSqIn, credits, film_cents AS filmCents, ink_cents AS inkCents",
    "credit_cents AS creditCents, cost_cents AS costCents, saved_cents AS savedCents",
  ].join(", "),
)

/** Returns a query for the zone by whose days a seller counts. */
export function zoneQuery(userId: Id): SQL<{ timeZone: string }> {
  return sql`SELECT time_zone AS "timeZone" FROM user WHERE id = ${userId}`
}

/** Returns a query for the days on which something was printed, in each currency. */
export function daysQuery({ userId, from, to }: ReportDays): SQL<DayRow> {
  return sql`SELECT day, currency, ${sums} FROM report_day
    WHERE user_id = ${userId} AND kind = 'total' AND day BETWEEN ${from} AND ${to} AND length(day) = 10`
}

/** Returns a query for remakes, by reason, day or month, and currency. */
export function remakesQuery({ userId, ...days }: ReportDays): SQL<RemakeRow> {
  return sql`SELECT key AS reason, currency, ${sums} FROM ${rangesOf(days)}
    CROSS JOIN report_day ON user_id = ${userId} AND kind = 'remake' AND day BETWEEN first AND last`
}

/** Returns a query for designs, sizes or shops with the most copies; their cost in one currency. */
export function partsQuery(
  kind: "design" | "size" | "shop",
  { userId, ...days }: ReportDays,
  { currency, limit }: { currency: string | null; limit: number },
): SQL<PartRow> {
  return sql`SELECT part.*, image.status AS "imageStatus" FROM (
      SELECT key, max(CASE name WHEN '' THEN '' ELSE day END), name, sum(prints) AS prints, sum(copies) AS copies, sum(orders) AS orders,
        sum(remade_copies) AS "remadeCopies", sum(film_in) AS "filmIn",
        sum(CASE currency WHEN ${currency} THEN cost_cents END) AS "costCents"
      FROM ${rangesOf(days)}
        CROSS JOIN report_day ON user_id = ${userId} AND kind = ${kind} AND day BETWEEN first AND last
      GROUP BY key ORDER BY copies DESC, name, key LIMIT ${limit}) part
    LEFT JOIN image ON ${kind} = 'design' AND image.id = part.key AND image.user_id = ${userId}
    ORDER BY copies DESC, name, key`
}

/** Returns whole months by their own sums, and the days around them. */
function rangesOf(days: Pick<ReportDays, "from" | "to">): SQL {
  return sql`(SELECT value ->> 0 AS first, value ->> 1 AS last FROM json_each(${JSON.stringify(monthsAndDays(days))}))`
}

/**
 * Returns the rows of `report_day` that make up some days: [from, to] of days, or a month twice. A
 * month sorts before its days, so no range of days within a month holds one.
 */
export function monthsAndDays({ from, to }: Pick<ReportDays, "from" | "to">): [string, string][] {
  const ranges: [string, string][] = []
  for (let at = from; at <= to; ) {
    const month = at.slice(0, MONTH_LETTERS)
    const next = `${addDays(`${month}-01`, 31).slice(0, MONTH_LETTERS)}-01`
    const last = addDays(next, -1)
    const isWhole = at === `${month}-01` && last <= to
    ranges.push(isWhole ? [month, month] : [at, last < to ? last : to])
    at = next
  }
  return ranges
}

const MONTH_LETTERS = "2026-11".length
