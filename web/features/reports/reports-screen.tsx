import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { FailureNotice } from "../../components/ui/failure-notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { orderSummaryOptions } from "../orders/order-summary-query.ts"
import { OrdersNow } from "./orders-now.tsx"
import { RangeBar } from "./range-bar.tsx"
import { reportFileHref, reportOptions } from "./report-calls.ts"
import { ReportFigures } from "./report-figures.tsx"
import { ReportPlots } from "./report-plots.tsx"
import { dayWords, reportWishSchema } from "./report-range.ts"
import { CsvLink, ReportTables } from "./report-tables.tsx"

/** Shows what was printed and its cost, over any range of days. */
export function ReportsScreen() {
  const wish = useSearch(reportWishSchema)
  const { data: report, error, refetch, isPlaceholderData } = useQuery(reportOptions(wish))
  return (
    <>
      <PageHeader
        title="Reports"
        description={
          report === undefined
            ? "\u00a0"
            : `What was printed from ${dayWords(report.from)} to ${dayWords(report.to)}.`
        }
        isInline
        actions={
          report !== undefined && report.total.prints > 0 ? (
            <CsvLink href={reportFileHref(wish, "rows")} of={`all by ${report.by}`} />
          ) : undefined
        }
      />
      <OrdersNow />
      <RangeBar wish={wish} report={report} />
      {report !== undefined ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? "opacity-60" : undefined}>
          {report.total.prints === 0 ? (
            <NothingPrinted isUsualDays={wish.from === undefined && wish.to === undefined} />
          ) : (
            <>
              <ReportFigures report={report} />
              <ReportPlots report={report} />
              <ReportTables report={report} wish={wish} />
            </>
          )}
        </div>
      ) : error !== null ? (
        <FailureNotice error={error} onRetry={() => void refetch()} className="mt-4" />
      ) : (
        <Loading />
      )}
    </>
  )
}

ReportsScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(orderSummaryOptions())
  fetchAhead(reportOptions(reportWishSchema.parse(search)))
}

function NothingPrinted({ isUsualDays }: { isUsualDays: boolean }) {
  const setParams = useSetSearchParams()
  return (
    <div className={`${cardClasses} mt-4`}>
      <EmptyState
        title="Nothing was printed in this period"
        description="Once a print is processed, its film, credits and cost are counted here, on the day it is completed."
        action={
          <>
            <Link
              to="/prints/manual-create"
              search={{ addPrint: "true" }}
              className={buttonVariants({ variant: "primary" })}
            >
              New print
            </Link>
            {!isUsualDays && (
              <Button onClick={() => setParams({ from: null, to: null, by: null }, { push: true })}>
                Last 30 days
              </Button>
            )}
          </>
        }
      />
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading">
      <div className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
        {[1, 2, 3, 4, 5, 6].map((card) => (
          <Skeleton key={card} className="h-25 rounded-lg" />
        ))}
      </div>
      <div className="mt-6 grid gap-3 xl:grid-cols-2">
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-72 rounded-lg" />
      </div>
    </div>
  )
}
