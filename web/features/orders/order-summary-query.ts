import { queryOptions } from "@tanstack/react-query"
import { orders } from "../../../contract/api/order-api.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { apiData } from "../../lib/api.ts"

/** Loads how many orders ship when, for one shop or all. Events of orders load it again. */
export function orderSummaryOptions(integrationId?: string) {
  return queryOptions({
    queryKey: ["orders", "summary", integrationId ?? ""],
    queryFn: () => apiData(orders.summary, { query: { integrationId } }),
    staleTime: MINUTE_MS,
    meta: { silent: true },
  })
}
