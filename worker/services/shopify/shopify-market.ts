/** Shopify behind the interface that all marketplaces share. */
import { z } from "zod"
import { timeZoneSchema } from "../../../contract/accounts/profile.ts"
import { MarketError, noted } from "../marketplaces/market-error.ts"
import type { Marketplace } from "../marketplaces/marketplace.ts"
import { graph } from "./shopify-call.ts"
import { authorizeUrl, exchangeCode, isSigned, refreshTokens, SHIP_SCOPE } from "./shopify-oauth.ts"
import { fulfilOrder, isFulfilled } from "./shopify-ship.ts"
import { shopifyShop } from "./shopify-shop.ts"
import { subscribeWebhooks } from "./shopify-webhook.ts"

const vendor = "Shopify"

export const shopifyMarket: Marketplace = {
  vendor,
  isOffered: ({ SHOPIFY_API_KEY, SHOPIFY_API_SECRET }) => Boolean(SHOPIFY_API_KEY && SHOPIFY_API_SECRET),
  maxShops: () => null,
  readShop: shopifyShop,
  consentUrl: authorizeUrl,
  isGenuine: (settings, query, shop) => Promise.resolve(isSigned(settings, query, shop)),
  async exchange(settings, { shop, code, nowMs }) {
    const answer = await exchangeCode(settings, shop, code, nowMs)
    if (!/(^|,)read_(all_)?orders(,|$)/.test(answer.scopes))
      throw noted(vendor, "scope-missing", "scope-missing", "read_orders was not allowed")
    return answer
  },
  refresh: refreshTokens,
  async fetchShop(settings, accessToken, shop) {
    const query = "{ shop { name myshopifyDomain ianaTimezone } }"
    const schema = z.object({
      shop: z.object({
        name: z.string(),
        myshopifyDomain: z.string(),
        // An unknown zone is no reason not to connect.
        ianaTimezone: timeZoneSchema.nullish().catch(null),
      }),
    })
    const { data } = await graph(settings, { accessToken, shopId: shop }, query, schema)
    if (data.shop.myshopifyDomain !== shop)
      throw new MarketError(vendor, "refused", "the tokens are another shop's")
    return { shopId: shop, shopName: data.shop.name, timeZone: data.shop.ianaTimezone ?? null }
  },
  subscribe: subscribeWebhooks,
  // No call tries a key without a shop.
  isKeyKnown: () => Promise.resolve(null),
  shipScopes: [SHIP_SCOPE],
  fulfil: fulfilOrder,
  isShipped: isFulfilled,
}
