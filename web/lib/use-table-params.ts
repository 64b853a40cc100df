import { useCallback, useMemo } from "react"
import { DEFAULT_PAGE_SIZE } from "../../contract/limit.ts"
import { type ListQuery, listQuerySchema } from "../../contract/list.ts"
import { nextSort, type TableSort } from "../components/ui/table-sort.ts"
import { useSearchParams, useSetSearchParams } from "./search-params.ts"

export type TableParams = {
  /** What the list call sends. */
  query: ListQuery
  sort: TableSort
  /** A search is on. */
  isSearching: boolean
  setSearch(search: string): void
  /** Cycles one column: ascending, descending, none. */
  toggleSort(column: string): void
  setPage(page: number): void
  setLimit(limit: number): void
  /** Ends the search and takes these filters out of the address. */
  showAll(...filters: readonly string[]): void
}

/** Search, sort, page and size of the table on this page, kept in the address. */
export function useTableParams(
  defaults: { limit?: number; sortBy?: string; sort?: "asc" | "desc" } = {},
): TableParams {
  const { limit = DEFAULT_PAGE_SIZE, sortBy = "", sort = "desc" } = defaults
  const params = useSearchParams()
  const setParams = useSetSearchParams()
  const { page, search } = params
  const limitParam = params.limit
  const sortByParam = params.sortBy
  const sortParam = params.sort

  const query = useMemo(
    () =>
      listQuerySchema.parse({
        page,
        limit: limitParam ?? limit,
        search: search ?? "",
        sortBy: sortByParam ?? (sortBy === "" ? undefined : sortBy),
        sort: sortByParam === undefined ? sort : (sortParam ?? "asc"),
      }),
    [page, limitParam, search, sortByParam, sortParam, limit, sortBy, sort],
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
