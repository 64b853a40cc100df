import { addDays, dayOf } from "../../../contract/day.ts"
import { ApiError } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_REPORT_DAYS } from "../../../contract/limit.ts"
import { costInUnits } from "../../../contract/prints/cost.ts"
import {
  periodOf,
  periodsBetween,
  type Report,
  type ReportFigures,
  type ReportPart,
  type ReportQuery,
  type ReportRemake,
  type ReportRow,
  USUAL_REPORT_DAYS,
} from "../../../contract/reports/report.ts"
import { remakeReasons } from "../../../contract/status.ts"
import { imagePath } from "../../data/artwork/image-rows.ts"
import type { Reader } from "../../data/reader.ts"
import {
  type DayRow,
  daysQuery,
  type PartRow,
  partsQuery,
  type RemakeRow,
  type ReportDays,
  remakesQuery,
  type SumRow,
  zoneQuery,
} from "../../data/reports/report-rows.ts"

/** Reads a seller's figures of some days, from the sums of each. */
export async function readReport(
  { read, userId }: { read: Reader; userId: Id },
  query: ReportQuery,
  { nowMs, limit }: { nowMs: number; limit: number },
): Promise<Report> {
  const [[user]] = await read(zoneQuery(userId))
  const days = { userId, ...daysOf(query, dayOf(nowMs, user.timeZone)) }
  const [rows, remakes] = await read(daysQuery(days), remakesQuery(days))
  const currencies = currenciesOf(rows)
  const currency = query.currency ?? currencies[0] ?? null
  const [designs, sizes, shops] = await read(
    partsQuery("design", days, { currency, limit }),
    partsQuery("size", days, { currency, limit }),
    partsQuery("shop", days, { currency, limit }),
  )
  return {
    from: days.from,
    to: days.to,
    by: query.by,
    currency,
    currencies,
    unpriced: rows.reduce((sum, row) => sum + (row.currency === currency ? 0 : row.prints), 0),
    total: figuresOf(rows, currency),
    rows: periodRows(rows, days, { by: query.by, currency }),
    designs: designs.map((row) => ({ ...partOf(row), previewPath: previewPathOf(row) })),
    sizes: sizes.map((row) => partOf(row)),
    shops: shops.map((row) => partOf(row)),
    remakes: remakesOf(remakes, currency),
  }
}

/** Returns the days that are asked for; without any, the usual number of them, up to today. */
function daysOf({ from: first, to: last }: ReportQuery, today: string): { from: string; to: string } {
  const to = last ?? (first !== undefined && first > today ? first : today)
  const from = first ?? addDays(to, 1 - USUAL_REPORT_DAYS)
  if (from > to) throw new ApiError("unprocessable", "A report ends after it begins")
  if (addDays(from, MAX_REPORT_DAYS) <= to)
    throw new ApiError("unprocessable", `A report holds at most ${MAX_REPORT_DAYS} days`)
  return { from, to }
}

/** Returns the currencies of prints' prices, those with most prints first. */
function currenciesOf(rows: readonly DayRow[]): string[] {
  const prints = new Map<string, number>()
  for (const row of rows)
    if (row.currency !== "") prints.set(row.currency, (prints.get(row.currency) ?? 0) + row.prints)
  return [...prints].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([currency]) => currency)
}

function periodRows(
  rows: readonly DayRow[],
  { from, to }: ReportDays,
  { by, currency }: { by: ReportQuery["by"]; currency: string | null },
): ReportRow[] {
  const rowsOf = Map.groupBy(rows, ({ day }) => periodOf(day, by))
  return periodsBetween(from, to, by).map((date) => ({
    date,
    ...figuresOf(rowsOf.get(date) ?? [], currency),
  }))
}

function figuresOf(rows: readonly SumRow[], currency: string | null): ReportFigures {
  const sum = (field: Exclude<keyof SumRow, "currency">, some = rows) =>
    some.reduce((total, row) => total + row[field], 0)
  const priced = rows.filter((row) => row.currency === currency)
  const cents = (field: Exclude<keyof SumRow, "currency">) => sum(field, priced)
  const isUnpriced = currency === null || (rows.length > 0 && priced.length === 0)
  const filmSqIn = sum("filmSqIn")
  return {
    prints: sum("prints"),
    copies: sum("copies"),
    filmIn: sum("filmIn"),
    boxesFilmIn: sum("boxesFilmIn"),
    inkShare: filmSqIn === 0 ? 0 : sum("inkSqIn") / filmSqIn,
    credits: sum("credits"),
    cost: isUnpriced
      ? null
      : costInUnits({
          film: cents("filmCents"),
          ink: cents("inkCents"),
          credits: cents("creditCents"),
          total: cents("costCents"),
          savedByNesting: cents("savedCents"),
          currency,
        }),
    orders: sum("orders"),
    remakes: sum("remakes"),
    remadeCopies: sum("remadeCopies"),
  }
}

function partOf({ key, name, prints, copies, orders, remadeCopies, filmIn, costCents }: PartRow): ReportPart {
  const cost = costCents === null ? null : costCents / 100
  return { _id: key === "" ? null : key, name, prints, copies, orders, remadeCopies, filmIn, cost }
}

function previewPathOf({ key, imageStatus }: PartRow): string | null {
  return key !== "" && imageStatus === "Ready" ? imagePath(key, "preview") : null
}

/** Returns the reasons for which something was made again, in their usual order. */
function remakesOf(rows: readonly RemakeRow[], currency: string | null): ReportRemake[] {
  const rowsOf = Map.groupBy(rows, ({ reason }) => reason)
  return remakeReasons.flatMap((reason) => {
    const row = rowsOf.get(reason)
    if (!row) return []
    const { prints, copies, filmIn, cost } = figuresOf(row, currency)
    return { reason, prints, copies, filmIn, cost }
  })
}
