import type { Integration } from "../../../contract/integrations/integration.ts"
import { etsyMarket } from "../etsy/etsy-market.ts"
import { shopifyMarket } from "../shopify/shopify-market.ts"
import type { Marketplace } from "./marketplace.ts"

const marketplaces: Record<Integration["type"], Marketplace | null> = {
  Etsy: etsyMarket,
  Shopify: shopifyMarket,
  // Orders of this type come in files.
  File: null,
}

/** Returns the marketplace of an integration; null for one of files. */
export function marketplaceOf(type: Integration["type"]): Marketplace | null {
  return marketplaces[type]
}
