import { useQuery } from "@tanstack/react-query"
import type { OrderListQuery, OrderSummary } from "../../../contract/orders/order.ts"
import { type ShipByFilter, shipByFilters } from "../../../contract/orders/ship-by.ts"
import { Chip, ChipRow } from "../../components/ui/chip.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { orderSummaryOptions } from "./order-summary-query.ts"

const labels: Record<ShipByFilter, { label: string; count: (summary: OrderSummary) => number }> = {
  overdue: { label: "Late", count: ({ overdue }) => overdue },
  today: { label: "Ships today", count: ({ today }) => today },
  "3days": { label: "3 days", count: ({ threeDays }) => threeDays },
  week: { label: "7 days", count: ({ week }) => week },
}

/** Filters orders by ship date. Nothing is shown if no order has one. */
export function ShipChips({ query }: { query: OrderListQuery }) {
  const setParams = useSetSearchParams()
  const summary = useQuery(orderSummaryOptions(query.integrationId)).data
  const isAnyDue = summary !== undefined && summary.overdue + summary.week > 0
  if (!isAnyDue && query.shipBy === undefined) return null
  return (
    <div className="min-w-0 coarse:w-full">
      <ChipRow label="Ship by">
        {shipByFilters.map((filter) => {
          const isPicked = query.shipBy === filter
          return (
            <Chip
              key={filter}
              count={summary && labels[filter].count(summary)}
              isPicked={isPicked}
              onPick={() =>
                setParams(
                  // The first to ship stand first.
                  isPicked
                    ? { shipBy: null, sortBy: null, sort: null, page: null }
                    : { shipBy: filter, sortBy: "shipBy", sort: "asc", page: null },
                  { push: true },
                )
              }
            >
              {labels[filter].label}
            </Chip>
          )
        })}
      </ChipRow>
    </div>
  )
}
