import type { ListQuery } from "../../../contract/list.ts"
import { orderListQuerySchema } from "../../../contract/order.ts"
import type { QueryParams } from "../../lib/query-params.ts"
import type { OrderQuery } from "./order-calls.ts"

/** The list call's parameters: the table's own and the filters in the address. */
export function orderQueryFrom(table: ListQuery, params: QueryParams): OrderQuery {
  const { status, integrationId, startDate, endDate, unmatched } = params
  const filters = orderListQuerySchema.parse({
    ...table,
    status,
    integrationId,
    startDate,
    endDate,
    unmatched,
  })
  return {
    page: table.page,
    limit: table.limit,
    search: table.search,
    sort: table.sort,
    sortBy: filters.sortBy,
    status: filters.status,
    integrationId: filters.integrationId,
    startDate: filters.startDate,
    endDate: filters.endDate,
    unmatched: filters.unmatched,
  }
}

/** True where something other than the shop narrows the list. */
export function isNarrowed(query: OrderQuery): boolean {
  return (
    query.search !== "" ||
    Boolean(query.status ?? query.startDate ?? query.endDate ?? query.unmatched ?? query.integrationId)
  )
}

/** What `isNarrowed` looks at, beside the search: their keys in the address. */
export const orderFilters = ["status", "integrationId", "startDate", "endDate", "unmatched"] as const
