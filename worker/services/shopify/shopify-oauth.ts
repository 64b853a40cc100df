/**
 * The consent of a shop's owner (shopify.dev/docs/apps/build/authentication-authorization): the
 * authorisation code grant, with offline tokens that expire.
 */
import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { asDocumented, readJson, readRefusalBody, send } from "../marketplaces/market-call.ts"
import {
  type MarketError,
  type MarketErrorKind,
  noted,
  readRefusal,
  tooManyCalls,
} from "../marketplaces/market-error.ts"
import type { ConsentRequest, MarketTokens } from "../marketplaces/marketplace.ts"
import { type ShopifySettings, shopUrl } from "./shopify-call.ts"

/** The scopes: orders; products' options, which say what is a size; and the day by which to send an order. */
const SCOPES = ["read_orders", "read_products", "read_merchant_managed_fulfillment_orders"]
/** The scope for shipping, which includes the reading. */
export const SHIP_SCOPE = "write_merchant_managed_fulfillment_orders"
const vendor = "Shopify"

const tokenSchema = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
  scope: z.string(),
})

/** Returns the page where the owner gives consent, in the shop itself. */
export function authorizeUrl(
  settings: ShopifySettings,
  { state, shop, mayShip }: ConsentRequest,
): Promise<string> {
  const url = new URL(`${shopUrl(settings, shop)}/admin/oauth/authorize`)
  url.search = new URLSearchParams({
    client_id: settings.SHOPIFY_API_KEY ?? "",
    scope: [...SCOPES, ...(mayShip ? [SHIP_SCOPE] : [])].join(","),
    redirect_uri: `${settings.APP_ORIGIN}/api/integrations/shopify/callback`,
    state,
  }).toString()
  return Promise.resolve(url.href)
}

/** Returns true if Shopify signed this query, about the shop that was asked. */
export function isSigned(
  { SHOPIFY_API_SECRET }: ShopifySettings,
  query: URLSearchParams,
  shop: string,
): boolean {
  const given = query.get("hmac") ?? ""
  if (!SHOPIFY_API_SECRET || shop === "" || query.get("shop") !== shop) return false
  const signed = [...query].filter(([name]) => name !== "hmac").sort(([a], [b]) => (a < b ? -1 : 1))
  // Shopify's libraries encode the values, its documents do not. Unencoded, an "&" could move a border.
  const forms = [new URLSearchParams(signed).toString()]
  if (!signed.some(([, value]) => value.includes("&")))
    forms.push(signed.map(([name, value]) => `${name}=${value}`).join("&"))
  const secret = SHOPIFY_API_SECRET
  return forms.some((form) => isSame(createHmac("sha256", secret).update(form).digest("hex"), given))
}

/** Exchanges the callback's code for tokens; a code works once. */
export async function exchangeCode(
  settings: ShopifySettings,
  shop: string,
  code: string,
  nowMs: number,
): Promise<{ tokens: MarketTokens; scopes: string }> {
  return requestTokens(settings, shop, { code, expiring: "1" }, nowMs)
}

/** Exchanges a refresh token. The answer replaces both tokens; the old ones end once the new are used. */
export async function refreshTokens(
  settings: ShopifySettings,
  shop: string,
  refreshToken: string,
  nowMs: number,
): Promise<MarketTokens> {
  const fields = { grant_type: "refresh_token", refresh_token: refreshToken }
  return (await requestTokens(settings, shop, fields, nowMs)).tokens
}

async function requestTokens(
  settings: ShopifySettings,
  shop: string,
  fields: Record<string, string>,
  nowMs: number,
): Promise<{ tokens: MarketTokens; scopes: string }> {
  const { SHOPIFY_API_KEY: client_id = "", SHOPIFY_API_SECRET: client_secret = "" } = settings
  const response = await send(vendor, `${shopUrl(settings, shop)}/admin/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: new URLSearchParams({ ...fields, client_id, client_secret }),
  })
  if (!response.ok) throw await refusalOf(response, "refresh_token" in fields)
  const read = asDocumented(vendor, tokenSchema, await readJson(vendor, response))
  const { access_token: accessToken, refresh_token: refreshToken, expires_in, scope } = read
  return { tokens: { accessToken, refreshToken, expiresAtMs: nowMs + expires_in * 1000 }, scopes: scope }
}

async function refusalOf(response: Response, isRefresh: boolean): Promise<MarketError> {
  const { status, headers } = response
  const { code, vendorText } = readRefusal(status, await readRefusalBody(response))
  if (status === 429) return tooManyCalls(vendor, headers, vendorText)
  const words = vendorText === "" ? `answered ${status}` : `answered ${status}: ${vendorText}`
  return noted(vendor, kindOf(status, code, isRefresh), code, words, { vendorText })
}

/** Returns a refusal's kind. A refused refresh token is over: the app was removed, or unused for 90 days. */
function kindOf(status: number, code: string, isRefresh: boolean): MarketErrorKind {
  if (status >= 500) return "unavailable"
  if (/^(invalid_client|unauthorized_client|application_cannot_be_found)$/.test(code)) return "app-refused"
  return isRefresh && status < 500 && code !== `status-${status}` ? "access-ended" : "refused"
}

function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)]
  return a.length === b.length && timingSafeEqual(a, b)
}
