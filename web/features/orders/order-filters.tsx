import { useQuery } from "@tanstack/react-query"
import { Download, Inbox, SlidersHorizontal, TextSearch } from "lucide-react"
import { type ReactNode, useState } from "react"
import { MAX_CSV_LINES } from "../../../contract/limit.ts"
import type { OrderListQuery, OrderSummary } from "../../../contract/orders/order.ts"
import { type ShipByFilter as ShipBy, shipByFilters } from "../../../contract/orders/ship-by.ts"
import { orderStatuses } from "../../../contract/status.ts"
import { FilterSelect } from "../../components/filter-select.tsx"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Chip } from "../../components/ui/chip.tsx"
import { DateRange } from "../../components/ui/date-range.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { Select } from "../../components/ui/select.tsx"
import { Tooltip } from "../../components/ui/tooltip.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatCount } from "../../lib/format.ts"
import { queryClient } from "../../lib/query-client.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastError } from "../../lib/toast.tsx"
import {
  csvLinesOptions,
  doubtfulOptions,
  isNarrowed,
  ordersCsvUrl,
  unmatchedOptions,
} from "./order-calls.ts"
import { csvProblem, mayBeLong } from "./order-rules.ts"

type OrderFiltersProps = {
  query: OrderListQuery
  /** The counts, once they are loaded. */
  summary: OrderSummary | undefined
  onSearch: (search: string) => void
}

/** Draws the list's filters; all of them live in the address. A phone shows them once they are asked for, or on. */
export function OrderFilters({ query, summary, onSearch }: OrderFiltersProps) {
  const setParams = useSetSearchParams()
  const unmatched = useQuery(unmatchedOptions(query.integrationId)).data
  const doubtful = useQuery(doubtfulOptions(query.integrationId)).data
  // The step and the store are picked elsewhere.
  const isAnyOn = isNarrowed({
    ...query,
    ...{ search: "", step: undefined, fulfilment: undefined, integrationId: undefined },
  })
  const [isOpen, setIsOpen] = useState(isAnyOn)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <SearchInput
        label="Search orders"
        value={query.search}
        onSearch={onSearch}
        className="min-w-0 flex-1 md:min-w-44"
      />
      <Button
        size="icon"
        className="md:hidden"
        aria-label="Filters"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <SlidersHorizontal />
      </Button>
      <div className={classNames("contents", !isOpen && "max-md:hidden")}>
        <ShipByFilter query={query} summary={summary} />
        <FilterSelect
          label="Status"
          name="status"
          values={orderStatuses}
          all="All statuses"
          className="md:w-36"
        />
        <DateRange
          label="Ordered"
          start={query.startDate ?? ""}
          end={query.endDate ?? ""}
          onChange={({ start, end }) => setParams({ startDate: start, endDate: end, page: null })}
          className="min-w-0 flex-1 basis-36 md:w-36 md:flex-none md:basis-auto"
        />
        <SortSelect query={query} />
        <div className="flex flex-wrap gap-2 empty:hidden">
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
          <WaitingChip name="changed" isPicked={query.changed !== undefined} count={summary?.changed}>
            Changed
          </WaitingChip>
          {query.needsYou !== undefined && (
            <WaitingChip name="needsYou" isPicked count={summary?.needsYou}>
              Needs you
            </WaitingChip>
          )}
        </div>
      </div>
    </div>
  )
}

type ListActionsProps = {
  query: OrderListQuery
  /** Orders that the filters find. */
  count: number
  isAllOpen: boolean
  onAllOpen: (isAllOpen: boolean) => void
}

/** Draws what is done with all listed orders: a file of them, and their items opened. */
export function ListActions({ query, count, isAllOpen, onAllOpen }: ListActionsProps) {
  // A pointer or the focus on the button asks, so that a file that would be too long is told before a press.
  const [isNear, setIsNear] = useState(false)
  const lines = useQuery({ ...csvLinesOptions(query), enabled: isNear && mayBeLong(count) }).data
  const problem = csvProblem(Math.max(count, lines ?? 0))
  const comeNear = () => setIsNear(true)
  return (
    <div className="ml-auto flex items-center coarse:w-full coarse:justify-between">
      <Tooltip
        content={problem ?? `A line for each item, fewer than ${formatCount(MAX_CSV_LINES)} in a file`}
      >
        <a
          href={ordersCsvUrl(query)}
          download
          {...asCommand("orders-as-csv")}
          aria-disabled={problem !== null}
          className={buttonVariants({ variant: "ghost" })}
          onPointerEnter={comeNear}
          onFocus={comeNear}
          onClick={(event) => {
            const isCounted = lines !== undefined || !mayBeLong(count)
            if (problem === null && isCounted) return
            event.preventDefault()
            if (problem === null) void saveOnceCounted(query)
            else toastError(problem)
          }}
        >
          <Download aria-hidden="true" /> CSV<span className="sr-only"> of these orders</span>
        </a>
      </Tooltip>
      <Button variant="ghost" onClick={() => onAllOpen(!isAllOpen)} aria-pressed={isAllOpen}>
        {isAllOpen ? "Hide all items" : "Show all items"}
      </Button>
    </div>
  )
}

/** Saves the file after a press that came before its lines were counted, as on phones. */
async function saveOnceCounted(query: OrderListQuery): Promise<void> {
  // Where counting fails, the file says the reason itself.
  const lines = await queryClient.fetchQuery(csvLinesOptions(query)).catch(() => 0)
  const problem = csvProblem(lines)
  if (problem === null) window.location.assign(ordersCsvUrl(query))
  else toastError(problem)
}

type WaitingChipProps = {
  /** The key in the address's query. */
  name: "unmatched" | "doubtful" | "changed" | "needsYou"
  isPicked: boolean
  /** The number of orders; a filter that would find none is not offered. */
  count: number | undefined
  children: ReactNode
}

/** Filters for orders that wait for a person. */
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

const days: Record<ShipBy, { words: string; count: (summary: OrderSummary) => number }> = {
  overdue: { words: "Late", count: ({ overdue }) => overdue },
  today: { words: "Ships today", count: ({ today }) => today },
  "3days": { words: "3 days", count: ({ threeDays }) => threeDays },
  week: { words: "7 days", count: ({ week }) => week },
}

/** Filters orders by ship-by date, with the number of each. */
function ShipByFilter({ query, summary }: Pick<OrderFiltersProps, "query" | "summary">) {
  const setParams = useSetSearchParams()
  return (
    <Select
      label="Ship by"
      isQuiet
      value={query.shipBy ?? ""}
      onValueChange={(shipBy) => setParams({ shipBy, page: null }, { push: true })}
      options={[
        { value: "", label: "Ship by any day" },
        ...shipByFilters.map((filter) => {
          const { words, count } = days[filter]
          return { value: filter, label: summary ? `${words} ${formatCount(count(summary))}` : words }
        }),
      ]}
      className="min-w-0 flex-1 basis-36 md:w-38 md:flex-none md:basis-auto"
    />
  )
}

/** The orders of the list that are offered by name; on wide screens the heads of columns sort, too. */
const sorts = [
  { by: "step", direction: "asc", words: "Late first" },
  { by: "integrationOrderCreatedDate", direction: "desc", words: "Newest first" },
  { by: "shipBy", direction: "asc", words: "By ship-by date" },
  { by: "buyerName", direction: "asc", words: "By buyer" },
  { by: "total", direction: "desc", words: "By total" },
  { by: "status", direction: "asc", words: "By status" },
] as const

function SortSelect({ query }: Pick<OrderFiltersProps, "query">) {
  const setParams = useSetSearchParams()
  return (
    <Select
      label="Sort"
      isQuiet
      value={query.sortBy}
      onValueChange={(by) => {
        const { direction } = sorts.find((sort) => sort.by === by) ?? sorts[0]
        setParams({ sortBy: by, sort: direction, page: null }, { push: true })
      }}
      options={sorts.map(({ by, words }) => ({ value: by, label: words }))}
      className="min-w-0 flex-1 basis-36 md:w-36 md:flex-none md:basis-auto"
    />
  )
}
