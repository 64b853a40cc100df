import { useQueries } from "@tanstack/react-query"
import { useMemo } from "react"
import { MAX_LISTED_IDS } from "../../../contract/limit.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { orderItemsOptions } from "./print-calls.ts"

/** Returns order items as they are now, by id, without deleted ones; null until all are loaded. */
export function useOrderItems(ids: readonly string[]): ReadonlyMap<string, OrderItem> | null {
  const parts = useMemo(
    () =>
      Array.from({ length: Math.ceil(ids.length / MAX_LISTED_IDS) }, (_, i) =>
        ids.slice(i * MAX_LISTED_IDS, (i + 1) * MAX_LISTED_IDS),
      ),
    [ids],
  )
  return useQueries({ queries: parts.map(orderItemsOptions), combine: byId })
}

function byId(
  parts: readonly { data: readonly OrderItem[] | undefined }[],
): ReadonlyMap<string, OrderItem> | null {
  const items: OrderItem[] = []
  for (const { data } of parts) {
    if (!data) return null
    items.push(...data)
  }
  return new Map(items.map((item) => [item._id, item]))
}
