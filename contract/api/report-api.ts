import { reportQuerySchema, reportSchema } from "../reports/report.ts"
import { reply, routes } from "../route.ts"

/** The report of a seller's prints and their cost. */
export const reports = routes({
  read: {
    method: "GET",
    path: "/reports",
    // A path for links, which cannot say what they accept.
    also: ["/reports.csv"],
    summary:
      "Film, prints, credits and cost by day, week or month; with `Accept: text/csv` one list as a file",
    caller: "user",
    scope: "reports:read",
    query: reportQuerySchema,
    replies: { 200: reply(reportSchema) },
    alsoAs: ["text/csv"],
    errors: ["unprocessable"],
  },
})
