/**
 * Etsy's Open API v3 (developers.etsy.com/documentation): OAuth 2 with PKCE, and the calls for
 * orders. Every failure is a MarketError that says what to do about it.
 */
import { z } from "zod"
import { etsyCarrier } from "../../../contract/orders/carrier.ts"
import type { EdgeSettings, Settings } from "../../env.ts"
import { asDocumented, readJson, readRefusalBody, send } from "../marketplaces/market-call.ts"
import { DEFAULT_WAIT_S } from "../marketplaces/market-error.ts"
import type { ConsentRequest, MarketTokens, Shipped, ShopAccess } from "../marketplaces/marketplace.ts"
import { refusalOf } from "./etsy-error.ts"

const vendor = "Etsy"
const SCOPES = "transactions_r shops_r listings_r"
/** Receipts per page: half of Etsy's maximum, to keep one page small in memory. */
export const RECEIPTS_PER_PAGE = 50
/** Listings per batch call. */
const MAX_LISTINGS = 100

type EtsySettings = Pick<Settings, "APP_ORIGIN" | "ETSY_API_URL" | "ETSY_KEYSTRING" | "ETSY_SHARED_SECRET">

/** An answer's body, and the seconds to wait before the next call; 0 while calls are left. */
export type Reply<T> = { body: T; waitS: number }

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
})
const meSchema = z.object({ user_id: z.number().int(), shop_id: z.number().int().nullish() })
const shopSchema = z.object({ shop_id: z.number().int(), shop_name: z.string() })
const shippedSchema = z.object({ is_shipped: z.boolean().nullish() })
const receiptPageSchema = z.object({ count: z.number().int().min(0), results: z.array(z.unknown()) })
const listingsSchema = z.object({
  results: z.array(
    z.object({
      images: z
        .array(z.object({ listing_image_id: z.number().int(), url_570xN: z.string() }))
        .nullish()
        .transform((images) => images ?? []),
    }),
  ),
})

function callbackUrl(settings: EtsySettings): string {
  return `${settings.APP_ORIGIN}/api/integrations/etsy/callback`
}

/** Returns the scopes that a seller is asked for; shipping is asked for only if it is wanted. */
export function scopesOf(mayShip: boolean): string {
  return mayShip ? `${SCOPES} transactions_w` : SCOPES
}

/** Returns the page where the seller gives consent. */
export async function authorizeUrl(
  settings: EtsySettings & Pick<EdgeSettings, "ETSY_OAUTH_URL">,
  { state, verifier, mayShip }: ConsentRequest,
): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))
  const url = new URL(settings.ETSY_OAUTH_URL)
  url.search = new URLSearchParams({
    response_type: "code",
    client_id: settings.ETSY_KEYSTRING,
    redirect_uri: callbackUrl(settings),
    scope: scopesOf(mayShip),
    state,
    code_challenge: Buffer.from(digest).toString("base64url"),
    code_challenge_method: "S256",
  }).toString()
  return url.href
}

/** Exchanges the callback's code for tokens; a code works once. */
export function exchangeCode(
  settings: EtsySettings,
  code: string,
  verifier: string,
  nowMs: number,
): Promise<MarketTokens> {
  return requestTokens(
    settings,
    { grant_type: "authorization_code", redirect_uri: callbackUrl(settings), code, code_verifier: verifier },
    nowMs,
  )
}

/** Exchanges a refresh token. The answer replaces both tokens: store it before you use it. */
export function refreshTokens(
  settings: EtsySettings,
  refreshToken: string,
  nowMs: number,
): Promise<MarketTokens> {
  return requestTokens(settings, { grant_type: "refresh_token", refresh_token: refreshToken }, nowMs)
}

/** Returns the shop of the seller who gave consent; null for a buyer's account. */
export async function fetchShop(
  settings: EtsySettings,
  accessToken: string,
): Promise<{ shopId: string; shopName: string; timeZone: null } | null> {
  const me = await call(settings, accessToken, "/application/users/me", meSchema)
  if (!me.body.shop_id) return null
  const shop = await call(settings, accessToken, `/application/shops/${me.body.shop_id}`, shopSchema)
  // Etsy gives a shop's country only.
  return { shopId: String(shop.body.shop_id), shopName: shop.body.shop_name, timeZone: null }
}

/** Returns whether Etsy knows the app's key; null if it does not say. */
export async function isEtsyKeyKnown(settings: EtsySettings): Promise<boolean | null> {
  const url = `${settings.ETSY_API_URL}/application/openapi-ping`
  const response = await send(vendor, url, { headers: { "x-api-key": apiKeyOf(settings) } }).catch(() => null)
  await response?.body?.cancel()
  if (response?.ok) return true
  return response?.status === 401 || response?.status === 403 ? false : null
}

/** Returns receipts changed since a second of Etsy's clock, oldest change first. */
export function fetchReceipts(
  settings: EtsySettings,
  accessToken: string,
  query: { shopId: string; sinceS: number; offset: number; patienceMs?: number },
): Promise<Reply<{ count: number; results: unknown[] }>> {
  const search = new URLSearchParams({
    min_last_modified: String(query.sinceS),
    sort_on: "updated",
    sort_order: "asc",
    limit: String(RECEIPTS_PER_PAGE),
    offset: String(query.offset),
  })
  const path = `/application/shops/${encodeURIComponent(query.shopId)}/receipts?${search}`
  return call(settings, accessToken, path, receiptPageSchema, { patienceMs: query.patienceMs })
}

/** Returns these listings' photo addresses by photo id, only those on the allowed image host. */
export async function fetchListingPhotos(
  settings: EtsySettings & Pick<Settings, "ETSY_IMAGE_ORIGIN">,
  { accessToken, patienceMs }: ShopAccess,
  listingIds: readonly string[],
): Promise<Map<string, string>> {
  const photos = new Map<string, string>()
  for (let at = 0; at < listingIds.length; at += MAX_LISTINGS) {
    const search = new URLSearchParams({
      listing_ids: listingIds.slice(at, at + MAX_LISTINGS).join(","),
      includes: "Images",
    })
    const { body } = await call(
      settings,
      accessToken,
      `/application/listings/batch?${search}`,
      listingsSchema,
      { patienceMs },
    )
    for (const { images } of body.results) {
      for (const image of images) {
        if (URL.parse(image.url_570xN)?.origin === new URL(settings.ETSY_IMAGE_ORIGIN).origin)
          photos.set(String(image.listing_image_id), image.url_570xN)
      }
    }
  }
  return photos
}

/** Tells Etsy that a receipt is on its way, which mails its buyer each time. */
export async function shipReceipt(
  settings: EtsySettings,
  { accessToken, shopId }: ShopAccess,
  { vendorOrderId, carrier, trackingNumber }: Shipped,
): Promise<void> {
  // Without a number Etsy marks the receipt as shipped, and there is no tracking.
  const tracking =
    trackingNumber === "" ? {} : { tracking_code: trackingNumber, carrier_name: etsyCarrier(carrier) }
  await call(settings, accessToken, `${receiptPath(shopId, vendorOrderId)}/tracking`, z.unknown(), {
    body: tracking,
  })
}

/** Returns true if a receipt is marked as shipped. */
export async function isReceiptShipped(
  settings: EtsySettings,
  { accessToken, shopId }: ShopAccess,
  vendorOrderId: string,
): Promise<boolean> {
  const { body } = await call(settings, accessToken, receiptPath(shopId, vendorOrderId), shippedSchema)
  return body.is_shipped === true
}

function receiptPath(shopId: string, vendorOrderId: string): string {
  return `/application/shops/${encodeURIComponent(shopId)}/receipts/${encodeURIComponent(vendorOrderId)}`
}

async function requestTokens(
  settings: EtsySettings,
  fields: Record<string, string>,
  nowMs: number,
): Promise<MarketTokens> {
  const response = await send(vendor, `${settings.ETSY_API_URL}/public/oauth/token`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ ...fields, client_id: settings.ETSY_KEYSTRING }),
  })
  if (!response.ok) throw refusalOf(response, await readRefusalBody(response))
  const tokens = asDocumented(vendor, tokenSchema, await readJson(vendor, response))
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    expiresAtMs: nowMs + tokens.expires_in * 1000,
  }
}

async function call<T extends z.ZodType>(
  settings: EtsySettings,
  accessToken: string,
  path: string,
  schema: T,
  /** `body`: the call is a POST. */
  { body: given, patienceMs }: { body?: object; patienceMs?: number } = {},
): Promise<Reply<z.output<T>>> {
  const init = {
    headers: {
      accept: "application/json",
      authorization: `Bearer ${accessToken}`,
      "x-api-key": apiKeyOf(settings),
      ...(given && { "content-type": "application/json" }),
    },
    ...(given && { method: "POST", body: JSON.stringify(given) }),
  }
  const response = await send(vendor, settings.ETSY_API_URL + path, init, patienceMs)
  if (!response.ok) throw refusalOf(response, await readRefusalBody(response))
  const body = asDocumented(vendor, schema, await readJson(vendor, response))
  return { body, waitS: waitOf(response.headers) }
}

function apiKeyOf(settings: EtsySettings): string {
  return `${settings.ETSY_KEYSTRING}:${settings.ETSY_SHARED_SECRET}`
}

/** Returns the wait. Etsy counts calls per second and per day; with none left, the next call answers 429. */
function waitOf(headers: Headers): number {
  const remaining = (name: string) => {
    const text = headers.get(name)
    return text === null || text.trim() === "" ? Number.POSITIVE_INFINITY : Number(text)
  }
  if (remaining("x-remaining-today") <= 0) return DEFAULT_WAIT_S * 10
  return remaining("x-remaining-this-second") <= 0 ? 1 : 0
}
