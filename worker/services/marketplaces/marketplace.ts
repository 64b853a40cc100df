import type { EdgeSettings, Settings } from "../../env.ts"
import type { MarketVendor } from "./market-error.ts"
import type { MarketOrder } from "./market-order.ts"

export type MarketTokens = { accessToken: string; refreshToken: string; expiresAtMs: number }

/** The token and the shop for calls about a shop. `patienceMs`: the time for an answer, if not the usual one. */
export type ShopAccess = { accessToken: string; shopId: string; patienceMs?: number }

/** The request for a seller's consent at the marketplace. */
export type ConsentRequest = {
  state: string
  /** PKCE's verifier, for marketplaces that want one. */
  verifier: string
  /** The shop's address, for a marketplace that asks for it beforehand; else "". */
  shop: string
  /** True to mark orders as shipped, too. */
  mayShip: boolean
}

/**
 * The place where a sync goes on: after `offset` of the orders that have changed since a second of the
 * vendor's clock, or at `text`, in the vendor's own form.
 */
export type MarketPlace = { sinceS: number; offset: number; text: string | null }

export type OrderPage = {
  orders: MarketOrder[]
  /** The problem of each order that is not as documented. */
  unreadable: string[]
  next: MarketPlace
  isLast: boolean
  /** The number of orders from the place on, null if unknown; and the number after this page. */
  count: number | null
  left: number
  /** The wait before the next call; 0 while there is none. */
  waitS: number
}

/** Parcels on their way, as the seller reports them. Carrier and number may be "". */
export type Shipped = { vendorOrderId: string; carrier: string; trackingNumber: string }

/**
 * A marketplace as the rest of the app knows it. Every failure is a MarketError that says what to do
 * about it.
 */
export type Marketplace = {
  /** The marketplace's name, as people call it. */
  vendor: MarketVendor
  /** Returns true if this service has been set up for it. */
  isOffered(settings: Settings): boolean
  /** Returns how many shops of all accounts may be connected together; null for any number. */
  maxShops(settings: EdgeSettings): number | null
  /** Returns the address to ask for from a shop's address as a person types it; null if it is none. */
  readShop(typed: string): string | null
  consentUrl(settings: EdgeSettings, request: ConsentRequest): Promise<string>
  /** Returns true if the browser comes from there, as far as its address proves it. */
  isGenuine(settings: Settings, query: URLSearchParams, shop: string): Promise<boolean>
  /** Exchanges the code that the browser brings for tokens, and says what was allowed. A code works once. */
  exchange(
    settings: Settings,
    answer: Omit<ConsentRequest, "state"> & { code: string; nowMs: number },
  ): Promise<{ tokens: MarketTokens; scopes: string }>
  /** Renews the tokens. The answer replaces the tokens: store it before you use it. */
  refresh(settings: Settings, shopId: string, refreshToken: string, nowMs: number): Promise<MarketTokens>
  /** Returns the shop that these tokens are for, with its time zone if known; null if its owner has none. */
  fetchShop(
    settings: Settings,
    accessToken: string,
    shop: string,
  ): Promise<{ shopId: string; shopName: string; timeZone: string | null } | null>
  /** Subscribes to changes, if the marketplace reports them. A repeat is harmless. */
  subscribe(settings: Settings, access: ShopAccess): Promise<void>
  /** Returns whether our own key is known there; null if that is not said. */
  isKeyKnown(settings: Settings): Promise<boolean | null>
  /** The scopes that the seller has to allow before `fulfil`. */
  shipScopes: readonly string[]
  /**
   * Reports that an order is on its way. May notify the buyer, each time: after an `unavailable` nobody
   * knows whether it was reported.
   */
  fulfil(settings: Settings, access: ShopAccess, shipped: Shipped): Promise<void>
  /** Returns true if the order is marked as shipped there. */
  isShipped(settings: Settings, access: ShopAccess, vendorOrderId: string): Promise<boolean>
}

/** The orders of a marketplace, which the press alone reads. */
export type OrderSource = {
  /** Returns a page of orders changed since a place, the oldest change first. */
  readOrders(settings: Settings, access: ShopAccess, place: MarketPlace): Promise<OrderPage>
  /** Returns these listings' photo addresses by photo id. Null: orders come with theirs. */
  findPhotos:
    | ((
        settings: Settings,
        access: ShopAccess,
        listingIds: readonly string[],
      ) => Promise<Map<string, string>>)
    | null
}
