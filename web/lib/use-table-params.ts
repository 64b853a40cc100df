import { useCallback, useMemo } from "react"
import type { z } from "zod"
import { DEFAULT_PAGE_SIZE } from "../../contract/limit.ts"
import type { ListQuery, ListReply } from "../../contract/list.ts"
import { loadFailure } from "../components/ui/failure-notice.tsx"
import type { QueryParams } from "./query-params.ts"
import { useSearchParams, useSetSearchParams } from "./search-params.ts"

/** The sort of a table: one column at a time, or none ("" lets the server choose). */
export type TableSort = { by: string; direction: "asc" | "desc" }

export type TableParams<Query extends ListQuery = ListQuery> = {
  /** The list call's query: page, search and sort, and the filters that its schema has. */
  query: Query
  sort: TableSort
  isSearching: boolean
  setSearch(search: string): void
  /** Cycles one column: ascending, descending, none. */
  toggleSort(column: string): void
  setPage(page: number): void
  setLimit(limit: number): void
  /** Ends the search and removes these filters from the address. */
  showAll(...filters: readonly string[]): void
}

type Defaults = { limit?: number; sortBy?: string; sort?: "asc" | "desc" }

/**
 * Keeps the page's table state in the address, parsed by the list's schema. Invalid values fall back; keys
 * outside the schema stay untouched.
 */
export function useTableParams<Schema extends z.ZodType<ListQuery>>(
  schema: Schema,
  { limit, sortBy, sort }: Defaults = {},
): TableParams<z.output<Schema>> {
  const params = useSearchParams()
  const setParams = useSetSearchParams()
  const sortByParam = params.sortBy

  const query = useMemo(
    () => tableQuery(schema, params, { limit, sortBy, sort }),
    [schema, params, limit, sortBy, sort],
  )
  const shownSort = useMemo<TableSort>(
    () => ({ by: query.sortBy ?? "", direction: query.sort }),
    [query.sortBy, query.sort],
  )

  const setSearch = useCallback((next: string) => setParams({ search: next, page: null }), [setParams])
  const toggleSort = useCallback(
    (column: string) => {
      const next = nextSort(sortByParam === undefined ? { by: "", direction: "asc" } : shownSort, column)
      const sort = next.by === "" ? null : next.direction
      setParams({ sortBy: next.by, sort, page: null }, { push: true })
    },
    [sortByParam, shownSort, setParams],
  )
  const setPage = useCallback(
    (next: number) => setParams({ page: next === 1 ? null : next }, { push: true }),
    [setParams],
  )
  const setLimit = useCallback(
    (next: number) => setParams({ limit: next, page: null }, { push: true }),
    [setParams],
  )
  const showAll = useCallback(
    (...filters: readonly string[]) =>
      setParams(Object.fromEntries(["search", "page", ...filters].map((key) => [key, null])), { push: true }),
    [setParams],
  )

  return {
    query,
    sort: shownSort,
    isSearching: query.search !== "",
    setSearch,
    toggleSort,
    setPage,
    setLimit,
    showAll,
  }
}

/** Returns the list call's query of a table at this address. */
export function tableQuery<Schema extends z.ZodType<ListQuery>>(
  schema: Schema,
  params: QueryParams,
  { limit = DEFAULT_PAGE_SIZE, sortBy, sort = "desc" }: Defaults = {},
): z.output<Schema> {
  return schema.parse({
    ...params,
    limit: params.limit ?? limit,
    sortBy: params.sortBy ?? sortBy,
    sort: params.sortBy === undefined ? sort : (params.sort ?? "asc"),
  })
}

/** Returns the filters of a list as one text: the same on each of its pages and in each order. */
export function scopeOf({
  page: _page,
  limit: _limit,
  sortBy: _sortBy,
  sort: _sort,
  ...filters
}: ListQuery): string {
  return JSON.stringify(filters)
}

/** A query for one page of a list. */
type ListQueryResult<Row> = {
  data: ListReply<Row> | undefined
  error: Error | null
  refetch: () => unknown
  isPlaceholderData: boolean
}

/** Returns a listed call's props for DataTable; pass more filters than the search after it. */
export function listTable<Row>(list: ListQueryResult<Row>, table: TableParams) {
  return {
    rows: list.data?.data,
    pagination: list.data?.pagination,
    onPage: table.setPage,
    onLimit: table.setLimit,
    sort: table.sort,
    onSort: table.toggleSort,
    isFiltered: table.isSearching,
    onShowAll: () => table.showAll(),
    isRefreshing: list.isPlaceholderData,
    failure: loadFailure(list),
  }
}

/** Returns the sort after a click on a head: ascending, descending, none; another column starts over. */
export function nextSort(current: TableSort, column: string): TableSort {
  if (current.by !== column) return { by: column, direction: "asc" }
  return current.direction === "asc" ? { by: column, direction: "desc" } : { by: "", direction: "asc" }
}
