/** Shopify's webhooks (shopify.dev/docs/apps/build/webhooks): asked for, proved, and read for where to look. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { type Id, idSchema } from "../../../contract/id.ts"
import { logWarning } from "../../log.ts"
import type { ShopAccess } from "../marketplaces/marketplace.ts"
import { graph, type ShopifySettings } from "./shopify-call.ts"
import { shopifyShop } from "./shopify-shop.ts"

/** The topics; anything that changes an order is an update of it, too. */
const topics = ["ORDERS_CREATE", "ORDERS_UPDATED", "ORDERS_CANCELLED", "APP_UNINSTALLED"]

/**
 * Subscribes to changed orders, by their ids alone. Existing subscriptions stay. A shop that sends us
 * nothing is asked every few minutes anyway.
 */
export async function subscribeWebhooks(settings: ShopifySettings, access: ShopAccess): Promise<void> {
  const calls = topics.map(
    (topic) => `${topic.toLowerCase()}: webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: $to) {
      userErrors { message } }`,
  )
  const to = {
    uri: `${settings.APP_ORIGIN}/api/webhooks/shopify`,
    format: "JSON",
    includeFields: ["id", "updated_at"],
  }
  const schema = z.record(
    z.string(),
    z.object({ userErrors: z.array(z.object({ message: z.string() })) }).nullable(),
  )
  const mutation = `mutation ($to: WebhookSubscriptionInput!) { ${calls.join("\n")} }`
  const { data } = await graph(settings, access, mutation, schema, { to })
  const problems = Object.values(data)
    .flatMap((result) => result?.userErrors ?? [])
    .filter(({ message }) => !/already been taken/.test(message))
  if (problems.length > 0) logWarning("shopify's webhooks not subscribed", { error: problems[0].message })
}

/** Returns true if Shopify signed these very bytes. */
export function isFromShopify(
  { SHOPIFY_API_SECRET }: Pick<ShopifySettings, "SHOPIFY_API_SECRET">,
  headers: Headers,
  body: Uint8Array,
): boolean {
  if (!SHOPIFY_API_SECRET) return false
  const expected = createHmac("sha256", SHOPIFY_API_SECRET).update(body).digest()
  const given = Buffer.from(headers.get("x-shopify-hmac-sha256") ?? "", "base64")
  return expected.length === given.length && timingSafeEqual(expected, given)
}

const id = z.union([z.number(), z.string()]).transform(String)
const bodySchema = z.object({
  orders_requested: z.array(id).max(10_000).optional(),
  orders_to_redact: z.array(id).max(10_000).optional(),
  data_request: z.object({ id }).optional(),
})

/** The subject of an event; the truth about orders is asked of the shop. */
export type ShopifyEvent = {
  /** The event's id, the same for each repeat. */
  webhookId: Id
  topic: string
  shop: string
  /** The id of a request about a buyer's data. */
  requestId: string
  orderIds: string[]
}

/** Returns the event; null if it is not as documented. */
export function readEvent(headers: Headers, body: Uint8Array): ShopifyEvent | null {
  const shop = headers.get("x-shopify-shop-domain") ?? ""
  const read = bodySchema.safeParse(parseJson(Buffer.from(body).toString("utf8")))
  const webhookId = idSchema.safeParse(headers.get("x-shopify-webhook-id"))
  if (!read.success || !webhookId.success || shopifyShop(shop) !== shop) return null
  const { orders_requested, orders_to_redact, data_request } = read.data
  return {
    webhookId: webhookId.data,
    topic: headers.get("x-shopify-topic") ?? "",
    shop,
    requestId: data_request?.id ?? "",
    orderIds: orders_requested ?? orders_to_redact ?? [],
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema rejects it.
    return undefined
  }
}
