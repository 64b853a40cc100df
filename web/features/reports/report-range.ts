import { z } from "zod"
import { addDays, dayOf } from "../../../contract/day.ts"
import { shortMonths } from "../../../contract/month.ts"
import { type ReportPeriod, reportPeriods, USUAL_REPORT_DAYS } from "../../../contract/reports/report.ts"

const daySchema = z.iso.date().optional().catch(undefined)

/** The report that the address asks for; the server's usual days if it names none. */
export const reportWishSchema = z.object({
  from: daySchema,
  to: daySchema,
  by: z.enum(reportPeriods).optional().catch(undefined),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .catch(undefined),
})
export type ReportWish = z.infer<typeof reportWishSchema>

export type Span = { label: string; from: string; to: string; by: ReportPeriod }

/** Returns common ranges, all but the last month up to today; the first is shown without a choice. */
export function spansOf(nowMs: number, timeZone: string): Span[] {
  const to = dayOf(nowMs, timeZone)
  const [year, month] = to.split("-")
  const lastOfBefore = addDays(`${year}-${month}-01`, -1)
  return [
    { label: `${USUAL_REPORT_DAYS} days`, from: addDays(to, 1 - USUAL_REPORT_DAYS), to, by: "day" },
    { label: "This month", from: `${year}-${month}-01`, to, by: "day" },
    { label: "Last month", from: lastOfBefore.replace(/\d\d$/, "01"), to: lastOfBefore, by: "day" },
    { label: "13 weeks", from: addDays(to, -90), to, by: "week" },
    {
      label: "12 months",
      from: addDays(`${Number(year) - 1}-${month}-01`, 31).replace(/\d\d$/, "01"),
      to,
      by: "month",
    },
    { label: "This year", from: `${year}-01-01`, to, by: "month" },
  ]
}

/** Returns `23 Nov 2026`, wherever the browser is. */
export function dayWords(day: string): string {
  const [year, month, date] = day.split("-").map(Number)
  return `${date} ${shortMonths[month - 1]} ${year}`
}

/** Returns a row's name: `23 Nov 2026`, `Week of 23 Nov 2026`, `Nov 2026`. */
export function periodWords(date: string, by: ReportPeriod): string {
  if (by === "month") return dayWords(date).replace(/^\d+ /, "")
  return by === "week" ? `Week of ${dayWords(date)}` : dayWords(date)
}

/** Returns the same for the small space below a plot: `23 Nov`, `Nov 26`. */
export function shortPeriodWords(date: string, by: ReportPeriod): string {
  const [day, month, year] = dayWords(date).split(" ")
  return by === "month" ? `${month} ${year.slice(2)}` : `${day} ${month}`
}
