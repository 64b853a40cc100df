import { Inbox } from "lucide-react"
import type { OrderListQuery } from "../../../contract/order.ts"
import { orderStatuses } from "../../../contract/status.ts"
import { FilterSelect } from "../../components/filter-select.tsx"
import { Button } from "../../components/ui/button.tsx"
import { Chip } from "../../components/ui/chip.tsx"
import { DateRange } from "../../components/ui/date-range.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { useSetSearchParams } from "../../lib/search-params.ts"

type OrderFiltersProps = {
  query: OrderListQuery
  onSearch: (search: string) => void
  isAllOpen: boolean
  onAllOpen: (isAllOpen: boolean) => void
}

/** What narrows the list; all of it lives in the address. */
export function OrderFilters({ query, onSearch, isAllOpen, onAllOpen }: OrderFiltersProps) {
  const setParams = useSetSearchParams()
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Search orders"
        value={query.search}
        onSearch={onSearch}
        className="w-full md:w-64"
      />
      <FilterSelect
        label="Status"
        name="status"
        value={query.status}
        values={orderStatuses}
        all="All statuses"
        className="md:w-44"
      />
      <DateRange
        label="Ordered"
        start={query.startDate ?? ""}
        end={query.endDate ?? ""}
        onChange={({ start, end }) => setParams({ startDate: start, endDate: end, page: null })}
        className="min-w-0 flex-1 md:w-44 md:flex-none"
      />
      {query.unmatched && (
        <span className="coarse:basis-full">
          <Chip isPicked onPick={() => setParams({ unmatched: null, page: null }, { push: true })}>
            <Inbox aria-hidden="true" className="size-4" /> Not matched
          </Chip>
        </span>
      )}
      <Button
        variant="ghost"
        className="ml-auto coarse:w-full"
        onClick={() => onAllOpen(!isAllOpen)}
        aria-pressed={isAllOpen}
      >
        {isAllOpen ? "Hide all items" : "Show all items"}
      </Button>
    </div>
  )
}
