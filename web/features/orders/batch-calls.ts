import { queryOptions } from "@tanstack/react-query"
import { orders } from "../../../contract/api/order-api.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import type { Packing } from "../../../contract/status.ts"
import { apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** What a batch is made of; without days, whenever it ships. */
export type BatchWish = { integrationId?: string; shipWithinDays?: number }

/** What a batch would print and leave out now. */
export function batchOptions(wish: BatchWish) {
  return queryOptions({
    queryKey: ["orders", "batch", wish],
    queryFn: () => apiData(orders.batch, { body: { ...wish, dryRun: true } }),
    placeholderData: (previous) => previous,
    staleTime: 0,
    meta: { silent: true },
  })
}

type BatchPrint = BatchWish & { sheetTemplateId?: string; packing?: Packing }

/** Makes the draft, laid out as is usual unless said otherwise; what others print meanwhile is left out of it. */
export async function makeBatch(wish: BatchPrint): Promise<OrderBatchReply> {
  const made = await apiData(orders.batch, { body: wish })
  await refresh("orders", "prints", "statistics", "integrations")
  return made
}
