import type { OrderListQuery, OrderSummary } from "../../../contract/orders/order.ts"
import { type FulfilmentFilter, fulfilmentFilters } from "../../../contract/orders/shipment.ts"
import { Chip } from "../../components/ui/chip.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"

const labels: Record<FulfilmentFilter, { label: string; count: (summary: OrderSummary) => number }> = {
  "to-press": { label: "To press", count: ({ toPress }) => toPress },
  "to-ship": { label: "To ship", count: ({ toShip }) => toShip },
  "not-told": { label: "Store not notified", count: ({ notTold }) => notTold },
}

type FulfilChipsProps = {
  query: OrderListQuery
  /** The counts, once they are loaded. */
  summary: OrderSummary | undefined
}

/** Filters orders by the next step after printing; a filter that would find none is not offered. */
export function FulfilChips({ query, summary }: FulfilChipsProps) {
  const setParams = useSetSearchParams()
  return fulfilmentFilters.map((filter) => {
    const count = summary ? labels[filter].count(summary) : 0
    const isPicked = query.fulfilment === filter
    if (count === 0 && !isPicked) return null
    return (
      <Chip
        key={filter}
        count={count}
        isPicked={isPicked}
        onPick={() => setParams({ fulfilment: isPicked ? null : filter, page: null }, { push: true })}
      >
        {labels[filter].label}
      </Chip>
    )
  })
}
