import type { ConnectCause } from "../../../contract/integrations/integration.ts"
import type { EdgeSettings, Settings } from "../../env.ts"
import type { MarketVendor } from "./market-error.ts"
import type { MarketOrder } from "./market-order.ts"

export type MarketTokens = { accessToken: string; refreshToken: string; expiresAtMs: number }

/** What calls about a shop are made with. */
export type ShopAccess = { accessToken: string; shopId: string }

/** What a seller is asked for at the marketplace. */
export type ConsentRequest = {
  state: string
  /** PKCE's, for who wants one. */
  verifier: string
  /** The shop's address, for a marketplace that asks for it before; else "". */
  shop: string
  /** To mark orders as shipped too. */
  mayShip: boolean
}

/**
 * Where a sync goes on: after `offset` of the orders that have changed since a second of the vendor's
 * clock, or where `text` says, in words of the vendor's own.
 */
export type MarketPlace = { sinceS: number; offset: number; text: string | null }

export type OrderPage = {
  orders: MarketOrder[]
  /** Of orders that are not as documented: what is wrong with each. */
  unreadable: string[]
  next: MarketPlace
  isLast: boolean
  /** How many there are from the place on, null where the vendor does not say; and how many after this page. */
  count: number | null
  left: number
  /** How long to wait before the next call; 0 while there is none. */
  waitS: number
}

/** Parcels on their way, as the seller says. Carrier and number may be "". */
export type Shipped = { vendorOrderId: string; carrier: string; trackingNumber: string }

/**
 * A marketplace as the rest of the app knows it. Every failure is a MarketError that says what to do
 * about it.
 */
export type Marketplace = {
  /** As people call it. */
  vendor: MarketVendor
  /** Whether this service has been set up for it. */
  isOffered(settings: Settings): boolean
  /** Shops of all accounts that may be connected together; null for any number. */
  maxShops(settings: EdgeSettings): number | null
  /** What the page says where the marketplace does not take our own key. */
  appRefused: ConnectCause
  /** Of a shop's address as a person types it, the one to ask for; null: that is none. */
  readShop(typed: string): string | null
  consentUrl(settings: EdgeSettings, request: ConsentRequest): Promise<string>
  /** Whether the browser comes from there, as far as its address proves it. */
  isGenuine(settings: Settings, query: URLSearchParams, shop: string): Promise<boolean>
  /** Exchanges the code that the browser brings for tokens, and says what was allowed. A code works once. */
  exchange(
    settings: Settings,
    answer: Omit<ConsentRequest, "state"> & { code: string; nowMs: number },
  ): Promise<{ tokens: MarketTokens; scopes: string }>
  /** The answer replaces the tokens: store it before you use it. */
  refresh(settings: Settings, shopId: string, refreshToken: string, nowMs: number): Promise<MarketTokens>
  /** The shop that these tokens are for, and its time zone if it says one; null if its owner has none. */
  fetchShop(
    settings: Settings,
    accessToken: string,
    shop: string,
  ): Promise<{ shopId: string; shopName: string; timeZone: string | null } | null>
  /** Asks to be told of changes, if the marketplace does that. A repeat is harmless. */
  subscribe(settings: Settings, access: ShopAccess): Promise<void>
  /** A page of orders changed since a place, the oldest change first. */
  readOrders(settings: Settings, access: ShopAccess, place: MarketPlace): Promise<OrderPage>
  /** These listings' photo addresses by photo id. Null: orders come with theirs. */
  findPhotos:
    | ((
        settings: Settings,
        access: ShopAccess,
        listingIds: readonly string[],
      ) => Promise<Map<string, string>>)
    | null
  /** Whether our own key is known there; null if that is not said. */
  isKeyKnown(settings: Settings): Promise<boolean | null>
  /** What the seller has to allow before `fulfil`. */
  shipScopes: readonly string[]
  /**
   * Tells that an order is on its way. May tell the buyer, each time: after an `unavailable` nobody
   * knows whether it has been told.
   */
  fulfil(settings: Settings, access: ShopAccess, shipped: Shipped): Promise<void>
  /** Whether the order is marked as shipped there. */
  isShipped(settings: Settings, access: ShopAccess, vendorOrderId: string): Promise<boolean>
}
