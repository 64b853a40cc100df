import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import type { Statistics } from "../../../contract/accounts/account.ts"
import type { Today } from "../../../contract/orders/today.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount } from "../../lib/format.ts"
import { JobMat, JobTitle, jobRow } from "./job-parts.tsx"
import { todayFilmQuery, todayQuery } from "./today-calls.ts"
import { dueTitle, lateToPrint, nextWords } from "./today-words.ts"

/** Brings the packing and the canvas, which nothing else on the dashboard needs. */
const DueJob = lazyRouteComponent(() => import("./due-job.tsx"), "DueJob")

/** Shows the film of what ships today or is late, with the one button that makes it. */
export function TodayJob({ counts }: { counts: Statistics | undefined }) {
  const today = useQuery(todayQuery).data
  const due = today && lateToPrint(today.orders) + today.orders.today
  const film = useQuery({ ...todayFilmQuery, enabled: due !== undefined && due > 0 }).data
  const waiting = <LoadingJob today={today} />
  return (
    <section aria-labelledby="todays-job" className={classNames(cardClasses, "mt-4 overflow-hidden")}>
      {today === undefined ? (
        waiting
      ) : due === 0 ? (
        <NothingDue today={today} counts={counts} />
      ) : film === undefined ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          <DueJob today={today} film={film} />
        </Suspense>
      )}
    </section>
  )
}

function LoadingJob({ today }: { today: Today | undefined }) {
  return (
    <>
      <JobMat />
      <div className={jobRow}>
        <JobTitle note={"\u00a0"}>{today ? dueTitle(today.orders) : "Today"}</JobTitle>
        <Skeleton className="h-11 w-full md:w-48" />
      </div>
    </>
  )
}

/** Says what is next on a day when nothing ships. */
function NothingDue({ today, counts }: { today: Today; counts: Statistics | undefined }) {
  const { timeZone } = useAuth().user
  const next = nextWords(today, timeZone)
  const pending = counts?.pendingOrders ?? 0
  const { week } = today.orders
  return (
    <>
      <JobMat />
      <div className={jobRow}>
        <JobTitle
          note={
            next ||
            (pending > 0
              ? "The orders that wait have no ship-by date."
              : "The orders that ship today or are late come here as one film.")
          }
        >
          {dueTitle(today.orders)}
        </JobTitle>
        <div className="flex flex-wrap gap-2 coarse:w-full coarse:[&>*]:flex-1">
          {week > 0 && (
            <Link
              to="/orders"
              search={{ shipBy: "week", sortBy: "shipBy", sort: "asc" }}
              className={buttonVariants()}
            >
              {formatCount(week)} within 7 days
            </Link>
          )}
          {pending > 0 && (
            <Link to="/orders" search={{ todaysBatch: "true" }} className={buttonVariants()}>
              Make a batch
            </Link>
          )}
          {counts?.totalOrders === 0 && (
            <Link to="/orders" className={buttonVariants()}>
              Bring in orders
            </Link>
          )}
        </div>
      </div>
    </>
  )
}
