import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { LucideIcon } from "lucide-react"
import { Clock, Coins, Image, Layers, PackageCheck, Plug, ScrollText, ShoppingBag } from "lucide-react"
import { cardClasses } from "../../components/ui/card.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { InfoTip } from "../../components/ui/tooltip.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatCount, plural } from "../../lib/format.ts"
import { statisticsQuery } from "../account/account-calls.ts"

export function StatisticCards() {
  const { user } = useAuth()
  const counts = useQuery(statisticsQuery).data
  return (
    <section aria-label="Figures" className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      <StatisticCard
        label="Pending Prints"
        Icon={ScrollText}
        value={counts?.pendingPrints}
        note="in draft"
        tip="Number of prints that are not processed"
        href="/prints"
        search={{ status: "In Draft" }}
      />
      <StatisticCard
        label="Total Prints"
        Icon={Layers}
        value={counts?.totalPrints}
        note={counts?.remadePrints ? `including ${plural(counts.remadePrints, "remake")}` : "in all"}
        tip="Number of prints"
        href="/prints"
      />
      <StatisticCard
        label="Printed Images"
        Icon={Image}
        value={counts?.printedImages}
        note={counts === undefined ? "" : `of ${formatCount(counts.totalImages)}`}
        tip="Number of images that have been printed"
        href="/images"
      />
      <StatisticCard
        label="Used Credits"
        Icon={Coins}
        value={counts?.usedCredits}
        note={`${formatCount(user.credit.availableCredits)} left`}
        tip="Number of credits that have been used"
        href="/profile"
      />
      <StatisticCard
        label="Pending Orders"
        Icon={Clock}
        value={counts?.pendingOrders}
        note="to be printed"
        tip="Number of orders that are not processed"
        href="/orders"
        search={{ status: "Pending" }}
      />
      <StatisticCard
        label="Total Orders"
        Icon={ShoppingBag}
        value={counts?.totalOrders}
        note="in all"
        tip="Number of orders"
        href="/prints"
      />
      <StatisticCard
        label="Printed Orders"
        Icon={PackageCheck}
        value={counts?.completedOrders}
        note={counts === undefined ? "" : `of ${formatCount(counts.totalOrders)}`}
        tip="Number of orders that have been printed"
        href="/orders"
        search={{ status: "Completed" }}
      />
      <StatisticCard
        label="Integrations"
        Icon={Plug}
        value={counts?.totalIntegrations}
        note={counts?.totalIntegrations === 1 ? "store" : "stores"}
        tip="Number of integrations that have been added"
        href="/integrations"
      />
    </section>
  )
}

type StatisticCardProps = {
  label: string
  Icon: LucideIcon
  /** Undefined until it is loaded. */
  value: number | undefined
  note: string
  tip: string
  href: string
  search?: Record<string, string>
}

/** Draws one figure with a link. The whole card is the link; the "i" lies above it. */
function StatisticCard({ label, Icon, value, note, tip, href, search }: StatisticCardProps) {
  return (
    <div className={classNames(cardClasses, "relative flex flex-col p-4 hover:border-line-strong")}>
      <div className="flex items-center gap-2 text-sm text-ink-2">
        <Icon className="size-4 flex-none text-ink-3 coarse:hidden" aria-hidden="true" />
        <Link
          to={href}
          search={search}
          className="min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-ring focus-visible:after:outline-offset-2"
        >
          {label}
          <span className="sr-only">: {value === undefined ? "loading" : formatCount(value)}</span>
        </Link>
        <InfoTip label={`About ${label}`} className="relative z-10 -my-1">
          {tip}
        </InfoTip>
      </div>
      <div className="mt-2 flex h-[2.125rem] items-baseline gap-2">
        {value === undefined ? (
          <Skeleton className="h-7 w-14 self-center" />
        ) : (
          <>
            <b aria-hidden="true" className="text-2xl font-[640] tabular-nums">
              {formatCount(value)}
            </b>
            <span className="truncate text-xs text-ink-3">{note}</span>
          </>
        )}
      </div>
    </div>
  )
}
