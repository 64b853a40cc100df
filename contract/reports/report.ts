import { z } from "zod"
import { addDays } from "../day.ts"
import { idSchema } from "../id.ts"
import { costSchema } from "../prints/cost.ts"
import { remakeReasons } from "../status.ts"

/** The rows' periods: days, weeks from Monday on, or months. */
export const reportPeriods = ["day", "week", "month"] as const
export type ReportPeriod = (typeof reportPeriods)[number]

/** The lists of a report; each is a file for spreadsheets of its own. */
const reportTables = ["rows", "designs", "sizes", "shops", "remakes"] as const
export type ReportTable = (typeof reportTables)[number]

/** The days of a report that names none, today included. */
export const USUAL_REPORT_DAYS = 30
/** The designs, sizes and shops that a report lists, those with most copies; and in a file. */
export const REPORT_TOP = 20
export const REPORT_FILE_TOP = 5_000

const daySchema = z.iso.date("A day looks like 2026-11-23")

/** The query of GET /reports: the last 30 days unless given. Both days are within. */
export const reportQuerySchema = z.object({
  from: daySchema.optional(),
  to: daySchema.optional(),
  by: z.enum(reportPeriods).default("day"),
  /** The one currency of costs: the commonest of these days unless given. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "A currency looks like USD")
    .optional(),
  /** The list for a file (`Accept: text/csv`). */
  table: z.enum(reportTables).default("rows"),
})
export type ReportQuery = z.infer<typeof reportQuerySchema>

const figuresSchema = z.object({
  /** The number of prints, remakes included. */
  prints: z.number(),
  copies: z.number(),
  filmIn: z.number(),
  /** The film that the same pieces would take as boxes. */
  boxesFilmIn: z.number(),
  /** The share of the film whose ink is known, 0 to 1. */
  inkShare: z.number(),
  credits: z.number(),
  /** The cost in the report's currency; null if something was printed and nothing of it priced. */
  cost: costSchema.nullable(),
  /** The number of orders that were printed; a remake's were printed before. */
  orders: z.number(),
  /** The prints that are remakes, and the copies of these. */
  remakes: z.number(),
  remadeCopies: z.number(),
})
export type ReportFigures = z.infer<typeof figuresSchema>

const rowSchema = figuresSchema.extend({
  /** The period's first day. */
  date: daySchema,
})
export type ReportRow = z.infer<typeof rowSchema>

/** The sums of a design, size or shop. */
const partSchema = z.object({
  /** The id; null if deleted before it was counted, or if there is none. */
  _id: idSchema.nullable(),
  /** The name when it was printed last; "" if not known. */
  name: z.string(),
  prints: z.number(),
  copies: z.number(),
  orders: z.number(),
  remadeCopies: z.number(),
  /** The share by area. */
  filmIn: z.number(),
  /** The cost in units of the report's currency; null if nothing was priced. */
  cost: z.number().nullable(),
})
export type ReportPart = z.infer<typeof partSchema>

/** A design, with its picture if it still exists. */
const designSchema = partSchema.extend({ previewPath: z.string().nullable() })

const remakeSchema = figuresSchema
  .pick({ prints: true, copies: true, filmIn: true, cost: true })
  .extend({ reason: z.enum(remakeReasons) })
export type ReportRemake = z.infer<typeof remakeSchema>

/** The report of these days, by the seller's calendar; each print counts on the day of its end. */
export const reportSchema = z.object({
  from: daySchema,
  to: daySchema,
  by: z.enum(reportPeriods),
  /** The currency; null if nothing was priced. */
  currency: z.string().nullable(),
  /** All currencies of prices in these days, the commonest first. */
  currencies: z.array(z.string()),
  /** The number of prints without a cost in this currency. */
  unpriced: z.number(),
  total: figuresSchema,
  /** The rows without a gap, oldest first. */
  rows: z.array(rowSchema),
  /** The designs with most copies first. */
  designs: z.array(designSchema),
  sizes: z.array(partSchema),
  shops: z.array(partSchema),
  remakes: z.array(remakeSchema),
})
export type Report = z.infer<typeof reportSchema>

/** Returns the first day of the period that a day is in. */
export function periodOf(day: string, by: ReportPeriod): string {
  if (by === "day") return day
  if (by === "month") return `${day.slice(0, 7)}-01`
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -daysSinceMonday)
}

/** Returns the first days of all periods from one day to another. */
export function periodsBetween(from: string, to: string, by: ReportPeriod): string[] {
  const periods: string[] = []
  for (let at = periodOf(from, by); at <= to; at = nextPeriod(at, by)) periods.push(at)
  return periods
}

/** Returns the start of the next period; a month has at most 31 days, a week 7. */
function nextPeriod(start: string, by: ReportPeriod): string {
  return periodOf(addDays(start, { day: 1, week: 7, month: 31 }[by]), by)
}
