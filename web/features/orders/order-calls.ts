import { queryOptions } from "@tanstack/react-query"
import { orders } from "../../../contract/api/order-api.ts"
import { MAX_BULK_IDS, MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import type { Order, OrderListQuery } from "../../../contract/orders/order.ts"
import { api, apiData } from "../../lib/api.ts"
import { loadPage } from "../../lib/load-page.ts"
import { momentsOf } from "../../lib/local-time.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"

/** Returns whether a search or a filter narrows the list. */
export function isNarrowed(query: OrderListQuery): boolean {
  return query.search !== "" || orderFilters.some((filter) => Boolean(query[filter]))
}

/** The keys in the address that narrow the list, besides the search. */
export const orderFilters = [
  "status",
  "integrationId",
  "startDate",
  "endDate",
  "shipBy",
  "step",
  "fulfilment",
  "unmatched",
  "doubtful",
  "changed",
  "needsYou",
] as const

export function ordersOptions(query: OrderListQuery) {
  return queryOptions({
    queryKey: ["orders", "list", query],
    queryFn: () =>
      loadPage("orders", query, (page) => api(orders.list, { query: { ...page, ...momentsOf(page) } })),
    placeholderData: (previous) => previous,
  })
}

/** Counts the lines of a file of all that the filters find. */
export function csvLinesOptions({ page: _page, limit: _limit, ...query }: OrderListQuery) {
  const given = { ...query, ...momentsOf(query) }
  return queryOptions({
    queryKey: ["orders", "csv-lines", given],
    queryFn: async () => (await apiData(orders.csvLines, { query: given })).lines,
    meta: { silent: true },
  })
}

/** Returns the address of all that the filters find, as a file for spreadsheets. */
export function ordersCsvUrl({ page: _page, limit: _limit, ...query }: OrderListQuery): string {
  const given = Object.entries({ ...query, ...momentsOf(query) }).filter(
    ([, value]) => value !== undefined && value !== "",
  )
  return `/api/orders.csv?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

/**
 * Lists all orders that match, up to the largest page; a page with many items ends early, and others follow
 * it.
 */
export async function listAllOrders(query: OrderListQuery): Promise<Order[]> {
  const read: Order[] = []
  for (let page = 1, pages = 1; page <= pages && read.length < MAX_PAGE_SIZE; page++) {
    const asked = ordersOptions({ ...query, page, limit: MAX_PAGE_SIZE })
    const { data, pagination } = await queryClient.fetchQuery(asked)
    read.push(...data)
    pages = pagination.totalPages
  }
  return read.slice(0, MAX_PAGE_SIZE)
}

/** The number of orders searched for an inbox at once; more follow as these are settled. */
const INBOX_ORDERS = 200

/** Lists the orders with an item that lacks its artwork or size, oldest first. */
export function unmatchedOptions(integrationId: string | undefined) {
  return waitingOptions("unmatched", integrationId)
}

/** Lists the orders with an item whose text waits for a person, oldest first. */
export function doubtfulOptions(integrationId: string | undefined) {
  return waitingOptions("doubtful", integrationId)
}

/** Lists the open orders that were changed since the seller looked, oldest first. */
export function changedOptions(integrationId: string | undefined) {
  return waitingOptions("changed", integrationId)
}

function waitingOptions(filter: "unmatched" | "doubtful" | "changed", integrationId: string | undefined) {
  return queryOptions({
    queryKey: ["orders", filter, integrationId ?? ""],
    queryFn: () =>
      api(orders.list, {
        query: {
          [filter]: "true",
          integrationId,
          limit: INBOX_ORDERS,
          sortBy: "integrationOrderCreatedDate",
          sort: "asc",
        },
      }),
    placeholderData: (previous) => previous,
    meta: { silent: true },
  })
}

/**
 * Deletes orders here; nothing changes at the marketplace, and no sync brings them back. Returns the undo id
 * of each of its calls.
 */
export async function deleteOrders(ids: readonly string[]): Promise<(string | null)[]> {
  const undoIds: (string | null)[] = []
  try {
    for (let start = 0; start < ids.length; start += MAX_BULK_IDS) {
      const orderIds = ids.slice(start, start + MAX_BULK_IDS)
      undoIds.push((await apiData(orders.bulkDelete, { body: { orderIds } })).undoId)
    }
  } finally {
    await refresh("orders", "integrations", "statistics")
  }
  return undoIds
}
