import { accepts } from "hono/accepts"
import { reports } from "../../contract/api/report-api.ts"
import { REPORT_FILE_TOP, REPORT_TOP } from "../../contract/reports/report.ts"
import { ApiRoutes } from "../api-routes.ts"
import { databaseOf } from "../data/database.ts"
import { readerOf } from "../data/reader.ts"
import { reportCsv } from "../files/report-csv.ts"
import { readReport } from "../flows/reports/read-report.ts"

const CSV = "text/csv"
const JSON_TYPE = "application/json"
const accepted = { header: "Accept" as const, supports: [JSON_TYPE, CSV], default: JSON_TYPE }

/** The report of a seller's prints, for the page and for spreadsheets. */
export const reportsRoutes = new ApiRoutes().serve(reports.read, async (c) => {
  const query = c.req.valid("query")
  const isFile = c.req.path.endsWith(".csv") || accepts(c, accepted) === CSV
  const report = await readReport({ read: readerOf(databaseOf(c.env)), userId: c.var.user.id }, query, {
    nowMs: Date.now(),
    limit: isFile ? REPORT_FILE_TOP : REPORT_TOP,
  })
  if (!isFile) return { data: report }
  return c.body(reportCsv(report, query.table, c.var.user.lengthUnit), 200, {
    "content-type": `${CSV}; charset=utf-8`,
    "content-disposition": `attachment; filename="${query.table}-${report.from}-${report.to}.csv"`,
  })
})
