import { useQuery } from "@tanstack/react-query"
import { Clock, Coins, Image, Layers, PackageCheck, Plug, ScrollText, ShoppingBag } from "lucide-react"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount } from "../../lib/format.ts"
import { statisticsQuery } from "../account/account-calls.ts"
import { StatisticCard } from "./statistic-card.tsx"

/** Two rows of four figures. */
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
        note="in all"
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
        note={counts?.totalIntegrations === 1 ? "shop" : "shops"}
        tip="Number of integrations that have been added"
        href="/integrations"
      />
    </section>
  )
}
