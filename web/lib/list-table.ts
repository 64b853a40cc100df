import type { ListReply } from "../../contract/list.ts"
import { loadFailure } from "./load-failure.ts"
import type { TableParams } from "./use-table-params.ts"

/** A query for one page of a list. */
type ListQueryResult<Row> = {
  data: ListReply<Row> | undefined
  error: Error | null
  refetch: () => unknown
  isPlaceholderData: boolean
}

/** What every DataTable of a listed call is given; one with more filters than the search says so behind it. */
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
