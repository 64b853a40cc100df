import type { Integration } from "../../../contract/integrations/integration.ts"
import { etsyOrders } from "../etsy/etsy-orders.ts"
import { shopifyOrders } from "../shopify/shopify-orders.ts"
import type { OrderSource } from "./marketplace.ts"

const sources: Record<Integration["type"], OrderSource | null> = {
  Etsy: etsyOrders,
  Shopify: shopifyOrders,
  // Orders of this type come in files.
  File: null,
}

/** Returns what reads a marketplace's orders. Throws for an integration of files. */
export function orderSourceOf(type: Integration["type"]): OrderSource {
  const source = sources[type]
  if (!source) throw new Error(`orders of ${type} are read from files`)
  return source
}
