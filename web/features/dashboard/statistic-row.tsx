import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { InfoTip } from "../../components/ui/tooltip.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount, formatFigure, plural } from "../../lib/format.ts"
import { statisticsQuery } from "../account/account-calls.ts"

/** Shows the eight figures of the account in one quiet row. */
export function StatisticRow() {
  const { user } = useAuth()
  const counts = useQuery(statisticsQuery).data
  return (
    <section
      aria-label="Figures"
      className="mt-4 grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line-soft md:grid-cols-4 xl:grid-cols-8"
    >
      <Statistic
        label="Pending Prints"
        value={counts?.pendingPrints}
        note="in draft"
        tip="Number of prints that are not processed"
        href="/prints"
        search={{ status: "In Draft" }}
      />
      <Statistic
        label="Total Prints"
        value={counts?.totalPrints}
        note={counts?.remadePrints ? `including ${plural(counts.remadePrints, "remake")}` : "in all"}
        tip="Number of prints"
        href="/prints"
      />
      <Statistic
        label="Printed Images"
        value={counts?.printedImages}
        note={counts === undefined ? "" : `of ${formatCount(counts.totalImages)}`}
        tip="Number of images that have been printed"
        href="/images"
      />
      <Statistic
        label="Used Credits"
        value={counts?.usedCredits}
        note={`${formatCount(user.credit.availableCredits)} left`}
        tip="Number of credits that have been used"
        href="/profile"
      />
      <Statistic
        label="Pending Orders"
        value={counts?.pendingOrders}
        note="to be printed"
        tip="Number of orders that are not processed"
        href="/orders"
        search={{ status: "Pending" }}
      />
      <Statistic
        label="Total Orders"
        value={counts?.totalOrders}
        note="in all"
        tip="Number of orders"
        href="/prints"
      />
      <Statistic
        label="Printed Orders"
        value={counts?.completedOrders}
        note={counts === undefined ? "" : `of ${formatFigure(counts.totalOrders)}`}
        tip="Number of orders that have been printed"
        href="/orders"
        search={{ status: "Completed" }}
      />
      <Statistic
        label="Integrations"
        value={counts?.totalIntegrations}
        note={counts?.totalIntegrations === 1 ? "store" : "stores"}
        tip="Number of integrations that have been added"
        href="/integrations"
      />
    </section>
  )
}

type StatisticProps = {
  label: string
  /** Undefined until it is loaded. */
  value: number | undefined
  note: string
  tip: string
  href: string
  search?: Record<string, string>
}

/** Draws one figure with a link. The whole cell is the link; the "i" lies above it. */
function Statistic({ label, value, note, tip, href, search }: StatisticProps) {
  return (
    <div className="group relative min-w-0 bg-canvas px-3.5 py-2.5 hover:bg-hover">
      <Link
        to={href}
        search={search}
        className="block truncate text-xs text-ink-3 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:-outline-offset-2"
      >
        {label}
        <span className="sr-only">: {value === undefined ? "loading" : formatFigure(value)}</span>
      </Link>
      <InfoTip
        label={`About ${label}`}
        className="absolute top-1.5 right-1.5 z-1 bg-canvas opacity-0 group-hover:opacity-100 focus-visible:opacity-100 coarse:opacity-100"
      >
        {tip}
      </InfoTip>
      <div className="mt-0.5 flex h-6 items-center">
        {value === undefined ? (
          <Skeleton className="h-5 w-10" />
        ) : (
          <b aria-hidden="true" className="text-lg font-[620] tabular-nums">
            {formatFigure(value)}
          </b>
        )}
      </div>
      <p className="min-h-4 text-xs text-ink-3">{value === undefined ? "" : note}</p>
    </div>
  )
}
