import { queryOptions } from "@tanstack/react-query"
import { orders } from "../../../contract/api/order-api.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { apiData } from "../../lib/api.ts"

/** How many orders ship when, of one shop or of all. What is new comes as news of orders does. */
export function orderSummaryOptions(integrationId?: string) {
  return queryOptions({
    queryKey: ["orders", "summary", integrationId ?? ""],
    queryFn: () => apiData(orders.summary, { query: { integrationId } }),
    staleTime: MINUTE_MS,
    meta: { silent: true },
  })
}
