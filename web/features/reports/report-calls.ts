import { keepPreviousData, queryOptions } from "@tanstack/react-query"
import { reports } from "../../../contract/api/report-api.ts"
import type { ReportTable } from "../../../contract/reports/report.ts"
import { apiData } from "../../lib/api.ts"
import type { ReportWish } from "./report-range.ts"

/** Loads the report of a range of days. Events of prints load it again. */
export function reportOptions(wish: ReportWish) {
  return queryOptions({
    queryKey: ["prints", "report", wish],
    queryFn: () => apiData(reports.read, { query: wish }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  })
}

/** Returns the address of one of its lists as a file for spreadsheets. */
export function reportFileHref(wish: ReportWish, table: ReportTable): string {
  const given = Object.entries({ ...wish, table }).filter(([, value]) => value !== undefined)
  return `/api${reports.read.also[0]}?${new URLSearchParams(given as [string, string][])}`
}
