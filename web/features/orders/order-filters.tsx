import { useQuery } from "@tanstack/react-query"
import { Download, Inbox, TextSearch } from "lucide-react"
import type { ReactNode } from "react"
import { MAX_CSV_LINES } from "../../../contract/limit.ts"
import type { OrderListQuery } from "../../../contract/orders/order.ts"
import { orderStatuses } from "../../../contract/status.ts"
import { FilterSelect } from "../../components/filter-select.tsx"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Chip } from "../../components/ui/chip.tsx"
import { DateRange } from "../../components/ui/date-range.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { Tooltip } from "../../components/ui/tooltip.tsx"
import { formatCount } from "../../lib/format.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastError } from "../../lib/toast.tsx"
import { doubtfulOptions, ordersCsvUrl, unmatchedOptions } from "./order-calls.ts"
import { csvProblem } from "./order-rules.ts"

type OrderFiltersProps = {
  query: OrderListQuery
  /** Orders that the filters find. */
  count: number
  onSearch: (search: string) => void
  isAllOpen: boolean
  onAllOpen: (isAllOpen: boolean) => void
}

/** Draws the list's filters; all of them live in the address. */
export function OrderFilters({ query, count, onSearch, isAllOpen, onAllOpen }: OrderFiltersProps) {
  const setParams = useSetSearchParams()
  const unmatched = useQuery(unmatchedOptions(query.integrationId)).data
  const doubtful = useQuery(doubtfulOptions(query.integrationId)).data
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
        className="min-w-0 flex-1 basis-36 md:w-44 md:flex-none md:basis-auto"
      />
      <WaitingChip
        name="unmatched"
        isPicked={query.unmatched !== undefined}
        count={unmatched?.pagination.totalDocuments}
      >
        <Inbox aria-hidden="true" className="size-4" /> Not matched
      </WaitingChip>
      <WaitingChip
        name="doubtful"
        isPicked={query.doubtful !== undefined}
        count={doubtful?.pagination.totalDocuments}
      >
        <TextSearch aria-hidden="true" className="size-4" /> Text to check
      </WaitingChip>
      <Tooltip content={`A line for each item, fewer than ${formatCount(MAX_CSV_LINES)} in a file`}>
        <a
          href={ordersCsvUrl(query)}
          download
          className={buttonVariants({ variant: "ghost", className: "ml-auto" })}
          onClick={(event) => {
            const problem = csvProblem(count)
            if (problem === null) return
            event.preventDefault()
            toastError(problem)
          }}
        >
          <Download aria-hidden="true" /> CSV<span className="sr-only"> of these orders</span>
        </a>
      </Tooltip>
      <Button
        variant="ghost"
        className="coarse:w-full"
        onClick={() => onAllOpen(!isAllOpen)}
        aria-pressed={isAllOpen}
      >
        {isAllOpen ? "Hide all items" : "Show all items"}
      </Button>
    </div>
  )
}

type WaitingChipProps = {
  /** The key in the address's query. */
  name: "unmatched" | "doubtful"
  isPicked: boolean
  /** The number of orders; a filter that would find none is not offered. */
  count: number | undefined
  children: ReactNode
}

/** Filters for orders with an item that waits for a person. */
function WaitingChip({ name, isPicked, count = 0, children }: WaitingChipProps) {
  const setParams = useSetSearchParams()
  if (count === 0 && !isPicked) return null
  return (
    <Chip
      isPicked={isPicked}
      count={count}
      onPick={() => setParams({ [name]: isPicked ? null : "true", page: null }, { push: true })}
    >
      {children}
    </Chip>
  )
}
