import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Plus, Upload } from "lucide-react"
import { buttonVariants } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { fetchAhead } from "../../lib/fetch-ahead.ts"
import { statisticsQuery } from "../account/account-calls.ts"
import { orderSummaryOptions } from "../orders/order-summary-query.ts"
import { shipWords } from "../orders/ship-words.ts"
import { latestPrintsQuery } from "../prints/print-calls.ts"
import { DiscountBanner } from "./discount-banner.tsx"
import { FirstRunChecklist, firstSteps } from "./first-run-checklist.tsx"
import { greeting, waitingWords } from "./greeting.ts"
import { LatestPrints } from "./latest-prints.tsx"
import { PaymentResultModal } from "./payment-result-modal.tsx"
import { StatisticCards } from "./statistic-cards.tsx"

export function DashboardScreen() {
  const { user } = useAuth()
  const counts = useQuery(statisticsQuery).data
  const hasOrders = counts !== undefined && counts.totalOrders > counts.completedOrders
  const due = useQuery({ ...orderSummaryOptions(), enabled: hasOrders }).data
  const hello = greeting(new Date().getHours())
  const hasChecklist = counts !== undefined && firstSteps(counts).some((step) => !step.isDone)
  return (
    <>
      <PageHeader
        title={user.firstName === "" ? hello : `${hello}, ${user.firstName}`}
        description={counts === undefined ? "\u00a0" : waitingWords(counts, due && shipWords(due))}
        actions={
          <>
            <Link to="/images" search={{ addImage: "true" }} className={buttonVariants()}>
              <Upload aria-hidden="true" /> Upload images
            </Link>
            <Link
              to="/prints/manual-create"
              search={{ addPrint: "true" }}
              className={buttonVariants({ variant: "primary" })}
            >
              <Plus aria-hidden="true" /> New Print
            </Link>
          </>
        }
      />
      <DiscountBanner />
      <StatisticCards />
      <div className={hasChecklist ? "mt-6 grid gap-6 xl:grid-cols-[1fr_22rem]" : "mt-6"}>
        {/* First on a phone, where a new seller needs it; at the side if there is room. */}
        {hasChecklist && <FirstRunChecklist counts={counts} />}
        <LatestPrints />
      </div>
      <PaymentResultModal />
    </>
  )
}

DashboardScreen.fetchAhead = () => {
  fetchAhead(statisticsQuery)
  fetchAhead(latestPrintsQuery)
}
