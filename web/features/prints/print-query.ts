import type { ListQuery } from "../../../contract/list.ts"
import { printListQuerySchema } from "../../../contract/print.ts"
import type { QueryParams } from "../../lib/query-params.ts"
import type { PrintQuery } from "./print-calls.ts"

/** The list call's parameters: the table's own and the filters in the address. */
export function printQueryFrom(table: ListQuery, params: QueryParams): PrintQuery {
  const filters = printListQuerySchema.parse({ ...table, ...filtersOf(params) })
  return {
    ...table,
    sortBy: filters.sortBy,
    status: filters.status,
    type: filters.type,
    dateType: filters.dateType,
    startDate: filters.startDate,
    endDate: filters.endDate,
  }
}

function filtersOf({ status, type, dateType, startDate, endDate }: QueryParams) {
  return { status, type, dateType, startDate, endDate }
}
