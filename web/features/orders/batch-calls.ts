import { queryOptions } from "@tanstack/react-query"
import { orders } from "../../../contract/api/order-api.ts"
import type { OrderBatchReply } from "../../../contract/orders/order-batch.ts"
import type { Packing } from "../../../contract/status.ts"
import { apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastError } from "../../lib/toast.tsx"

/** The orders of a batch; without days, whenever they ship. */
export type BatchWish = { integrationId?: string; shipWithinDays?: number }

/** Loads the items that a batch would print and leave out now. */
export function batchOptions(request: BatchWish) {
  return queryOptions({
    queryKey: ["orders", "batch", request],
    queryFn: () => apiData(orders.batch, { body: { ...request, dryRun: true } }),
    placeholderData: (previous) => previous,
    staleTime: 0,
    meta: { silent: true },
  })
}

type BatchPrint = BatchWish & { sheetTemplateId?: string; packing?: Packing }

/**
 * Makes the draft, laid out as usual unless told otherwise; items that others print in the meantime are left
 * out. Where that is all of them, it says so and makes none.
 */
export async function makeBatch(request: BatchPrint): Promise<OrderBatchReply> {
  const made = await apiData(orders.batch, { body: request })
  await refresh("orders", "prints", "statistics", "integrations")
  if (made._id === null)
    toastError("Nothing is left to print: it is in another print by now, or its order has changed.")
  return made
}
