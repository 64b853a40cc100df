/** Shopify's Admin GraphQL API (shopify.dev/docs/api/admin-graphql): one call, and what its refusals mean. */
import { z } from "zod"
import type { Settings } from "../../env.ts"
import { withoutSecrets } from "../../vendor-error.ts"
import { asDocumented, readJson, readRefusalBody, send } from "../marketplaces/market-call.ts"
import { MarketError, type MarketErrorKind, noted, tooManyCalls } from "../marketplaces/market-error.ts"
import type { ShopAccess } from "../marketplaces/marketplace.ts"
import { shopifyShop } from "./shopify-shop.ts"

/** Versions come each quarter and are answered for a year. */
const API_VERSION = "2026-10"
const vendor = "Shopify"
/** The wait if a throttled answer does not say how many points there are. */
const THROTTLED_S = 10

export type ShopifySettings = Pick<
  Settings,
  | "APP_ORIGIN"
  | "SHOPIFY_API_KEY"
  | "SHOPIFY_API_SECRET"
  | "SHOPIFY_ORIGIN"
  | "SHOPIFY_IMAGE_ORIGIN"
  | "SHOPIFY_FILE_ORIGIN"
>

const errorSchema = z.object({
  message: z.string(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.looseObject({ code: z.string().optional() }).optional(),
})
const costSchema = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
})
const answerSchema = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.union([z.array(errorSchema), z.string()]).optional(),
  extensions: z.looseObject({ cost: costSchema.optional() }).optional(),
})
type Answer = z.output<typeof answerSchema>

/** Returns the shop's own address, and no other: nothing is ever sent elsewhere. */
export function shopUrl({ SHOPIFY_ORIGIN }: ShopifySettings, shop: string): string {
  if (shopifyShop(shop) !== shop) throw new MarketError(vendor, "refused", "this is no address of a shop")
  return SHOPIFY_ORIGIN === undefined ? `https://${shop}` : `${SHOPIFY_ORIGIN}/${shop}`
}

/**
 * Returns the data, and how long to wait until the same query can be paid again. Fields that the shop
 * does not give us are null.
 */
export async function graph<T extends z.ZodType>(
  settings: ShopifySettings,
  { accessToken, shopId, patienceMs }: ShopAccess,
  query: string,
  schema: T,
  variables: Record<string, unknown> = {},
): Promise<{ data: z.output<T>; waitS: number }> {
  const url = `${shopUrl(settings, shopId)}/admin/api/${API_VERSION}/graphql.json`
  const init = {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "x-shopify-access-token": accessToken,
    },
    body: JSON.stringify({ query, variables }),
  }
  const response = await send(vendor, url, init, patienceMs)
  if (!response.ok) throw await refusalOf(response)
  const answer = asDocumented(vendor, answerSchema, await readJson(vendor, response))
  const refusal = refusalIn(answer)
  if (refusal) throw refusal
  return { data: asDocumented(vendor, schema, answer.data), waitS: waitOf(answer) }
}

async function refusalOf(response: Response): Promise<MarketError> {
  const { status, headers } = response
  const body = await readRefusalBody(response)
  const read = z.object({ errors: z.string() }).safeParse(body)
  const vendorText = read.success ? withoutSecrets(read.data.errors) : ""
  if (status === 429) return tooManyCalls(vendor, headers, vendorText)
  const words = vendorText === "" ? `answered ${status}` : `answered ${status}: ${vendorText}`
  // An expired token is nobody's fault: it is refreshed.
  if (status === 401) return new MarketError(vendor, "token-ended", words, vendorText)
  return noted(vendor, status >= 500 ? "unavailable" : "refused", `status-${status}`, words, { vendorText })
}

/** Returns an answer's error, which has status 200. Denied fields are no failure if the rest was answered. */
function refusalIn(answer: Answer): MarketError | null {
  const { errors = [], data } = answer
  if (typeof errors === "string") return noted(vendor, "refused", "error", withoutSecrets(errors))
  const isDenied = (error: z.output<typeof errorSchema>) => codeOf(error) === "ACCESS_DENIED"
  const isAnswered = data && Object.values(data).some((field) => field !== null)
  const error = isAnswered ? errors.find((candidate) => !isDenied(candidate)) : errors[0]
  if (!error) return null
  const code = codeOf(error)
  const vendorText = withoutSecrets(error.message)
  if (code === "THROTTLED") {
    const retryAfterS = Math.max(1, waitOf(answer) || THROTTLED_S)
    return noted(vendor, "rate-limited", code, `throttled, to wait ${retryAfterS} s`, {
      vendorText,
      retryAfterS,
    })
  }
  return noted(vendor, kindOf(code), code, `answered ${code}: ${vendorText}`, { vendorText })
}

function kindOf(code: string): MarketErrorKind {
  if (code === "ACCESS_DENIED") return "scope-missing"
  return code === "INTERNAL_SERVER_ERROR" ? "unavailable" : "refused"
}

function codeOf({ extensions }: z.output<typeof errorSchema>): string {
  return extensions?.code ?? "error"
}

/** Returns the wait. Points come back by the second; a query is paid before it runs. */
function waitOf({ extensions }: Answer): number {
  if (!extensions?.cost) return 0
  const { requestedQueryCost, throttleStatus } = extensions.cost
  const missing = requestedQueryCost - throttleStatus.currentlyAvailable
  return missing <= 0 ? 0 : Math.ceil(missing / throttleStatus.restoreRate)
}
