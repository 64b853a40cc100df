import { queryOptions } from "@tanstack/react-query"
import { MAX_BULK_IDS } from "../../../contract/limit.ts"
import { type OrderListQuery, orderSchema } from "../../../contract/order.ts"
import { apiList, apiSend } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

export type OrderQuery = Pick<OrderListQuery, "page" | "limit" | "search" | "sort" | "sortBy"> & {
  status?: OrderListQuery["status"]
  integrationId?: string
  /** `YYYY-MM-DD` by the seller's clock. */
  startDate?: string
  endDate?: string
  unmatched?: "true"
}

/** One page of orders with their items. */
export function ordersOptions(query: OrderQuery) {
  return queryOptions({
    queryKey: ["orders", "list", query],
    queryFn: () => apiList("/orders", orderSchema, { ...query, ...inLocalTime(query) }),
    placeholderData: (previous) => previous,
  })
}

/** Orders looked through for the inbox at once; what follows comes up as they are seen to. */
const INBOX_ORDERS = 50

/** The orders with an item that waits for its artwork or size, oldest first: they wait longest. */
export function unmatchedOptions(integrationId: string | undefined) {
  return queryOptions({
    queryKey: ["orders", "unmatched", integrationId ?? ""],
    queryFn: () =>
      apiList("/orders", orderSchema, {
        unmatched: "true",
        integrationId,
        limit: INBOX_ORDERS,
        sortBy: "integrationOrderCreatedDate",
        sort: "asc",
      }),
    placeholderData: (previous) => previous,
    meta: { silent: true },
  })
}

/** Days begin and end by the seller's clock. */
function inLocalTime({ startDate, endDate }: OrderQuery) {
  return {
    startDate: startDate && momentOf(startDate, "T00:00:00.000"),
    endDate: endDate && momentOf(endDate, "T23:59:59.999"),
  }
}

function momentOf(date: string, time: string): string {
  return date.includes("T") ? date : new Date(date + time).toISOString()
}

export type MatchChoice = { imageId?: string; sizeId?: string }

/** Remembered for the SKU, or the listing and its variation: every later order follows. */
export async function chooseMatch(itemId: string, choice: MatchChoice): Promise<void> {
  await apiSend("PUT", `/orders/items/${itemId}/match`, choice)
  await refresh("orders", "integrations")
}

/** Deletes orders here; nothing changes at the marketplace, and no sync brings them back. */
export async function deleteOrders(ids: readonly string[]): Promise<void> {
  try {
    for (let start = 0; start < ids.length; start += MAX_BULK_IDS) {
      await apiSend("POST", "/orders/bulk-delete", { orderIds: ids.slice(start, start + MAX_BULK_IDS) })
    }
  } finally {
    await refresh("orders", "integrations", "statistics")
  }
}
