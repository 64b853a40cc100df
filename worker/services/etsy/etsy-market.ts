/** Etsy behind the interface that all marketplaces share. */

import { MAX_PERSONAL_SHOPS } from "../../../contract/limit.ts"
import type { Marketplace } from "../marketplaces/marketplace.ts"
import {
  authorizeUrl,
  exchangeCode,
  fetchShop,
  isEtsyKeyKnown,
  isReceiptShipped,
  refreshTokens,
  scopesOf,
  shipReceipt,
} from "./etsy.ts"

export const etsyMarket: Marketplace = {
  vendor: "Etsy",
  isOffered: () => true,
  maxShops: ({ ETSY_ACCESS }) => (ETSY_ACCESS === "commercial" ? null : MAX_PERSONAL_SHOPS),
  // Etsy knows the shop by the person who gives consent.
  readShop: () => "",
  consentUrl: authorizeUrl,
  // Its callback carries no proof beside the state.
  isGenuine: async () => true,
  async exchange(settings, { code, verifier, mayShip, nowMs }) {
    const tokens = await exchangeCode(settings, code, verifier, nowMs)
    // Etsy does not say what was allowed: a seller allows all that was asked for, or nothing.
    return { tokens, scopes: scopesOf(mayShip) }
  },
  refresh: (settings, _, refreshToken, nowMs) => refreshTokens(settings, refreshToken, nowMs),
  fetchShop,
  // Its webhooks say nothing about edits and addresses, so its shops are asked every few minutes anyway.
  subscribe: async () => undefined,
  isKeyKnown: isEtsyKeyKnown,
  shipScopes: ["transactions_w"],
  fulfil: shipReceipt,
  isShipped: isReceiptShipped,
}
