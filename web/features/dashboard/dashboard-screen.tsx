import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { Plus, Upload } from "lucide-react"
import { Suspense } from "react"
import type { Statistics } from "../../../contract/accounts/account.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { PendingScreen } from "../../components/ui/pending-screen.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { fetchAhead } from "../../lib/fetch-ahead.ts"
import { statisticsQuery } from "../account/account-calls.ts"
import { latestPrintsQuery } from "../prints/print-calls.ts"
import { DiscountBanner } from "./discount-banner.tsx"
import { FirstRunChecklist, isNew } from "./first-run-checklist.tsx"
import { dayWords, greeting, waitingWords } from "./greeting.ts"
import { LatestPrints } from "./latest-prints.tsx"
import { PaymentResultModal } from "./payment-result-modal.tsx"
import { StatisticRow } from "./statistic-row.tsx"
import { todayQuery } from "./today-calls.ts"
import { TodayJob } from "./today-job.tsx"
import { WaitingLines } from "./waiting-lines.tsx"

/** Brings uploads and sizes, which an account with prints does not need here. */
const FirstFilm = lazyRouteComponent(() => import("./first-film.tsx"), "FirstFilm")

const AutopilotDoor = lazyRouteComponent(() => import("./autopilot-door.tsx"), "AutopilotDoor")

/** Shows the day's work; to a new account the way to its first film, and nothing else. */
export function DashboardScreen() {
  const counts = useQuery(statisticsQuery).data
  return (
    <>
      {counts !== undefined && isNew(counts) ? (
        <Suspense fallback={<PendingScreen />}>
          <FirstFilm />
        </Suspense>
      ) : (
        <Today counts={counts} />
      )}
      <PaymentResultModal />
    </>
  )
}

function Today({ counts }: { counts: Statistics | undefined }) {
  const { user } = useAuth()
  const hello = greeting(new Date().getHours())
  return (
    <>
      <PageHeader
        title={user.firstName === "" ? hello : `${hello}, ${user.firstName}`}
        description={`${dayWords(Date.now(), user.timeZone)}. ${counts === undefined ? "" : waitingWords(counts)}`}
        actions={
          <>
            <Link to="/images" search={{ addImage: "true" }} className={buttonVariants()}>
              <Upload aria-hidden="true" /> Upload images
            </Link>
            <Link to="/prints/manual-create" search={{ addPrint: "true" }} className={buttonVariants()}>
              <Plus aria-hidden="true" /> New Print
            </Link>
          </>
        }
      />
      <DiscountBanner />
      <TodayJob counts={counts} />
      <div className="mt-4 grid gap-x-6 gap-y-5 xl:grid-cols-[1fr_23.5rem]">
        <div className="min-w-0 space-y-4">
          <WaitingLines />
          {counts && counts.totalIntegrations > 0 && (
            <Suspense>
              <AutopilotDoor />
            </Suspense>
          )}
          {counts && <FirstRunChecklist counts={counts} />}
        </div>
        <LatestPrints />
      </div>
      <StatisticRow />
    </>
  )
}

DashboardScreen.fetchAhead = () => {
  fetchAhead(statisticsQuery)
  fetchAhead(todayQuery)
  fetchAhead(latestPrintsQuery)
}
