import { createHmac, randomUUID } from "node:crypto"
import type { ShopifyApp } from "./shopify-oauth.ts"
import type { Shop } from "./shopify-order.ts"
import { gid } from "./shopify-orders.ts"

/** Shopify tries eight times in four hours; here in some seconds. */
const RETRY_AFTER_MS = [200, 400, 800, 1_600, 3_200, 6_400, 6_400, 6_400]
/** The time that Shopify waits for an answer. */
const TIMEOUT_MS = 5_000
const MAX_SUBSCRIPTIONS = 100
const MAX_KEPT = 300
const WEBHOOKS_PATH = "/api/webhooks/shopify"

type Subscription = {
  id: string
  topic: string
  uri: string
  includeFields: string[]
  createdMs: number
}
type Delivery = {
  webhookId: string
  eventId: string
  topic: string
  shop: string
  uri: string
  subscriptionId: string | null
  triggeredMs: number
  body: string
  outcomes: string[]
}
type Mode = { mode: "drop" | "repeat" | "forge" | "hold"; times: number }

/** Topics that an app subscribes in its configuration, not by calls. */
export const privacyTopics = ["customers/data_request", "customers/redact", "shop/redact"] as const

/** Subscriptions and what was delivered (shopify.dev/docs/apps/build/webhooks). */
export class ShopifyWebhooks {
  readonly #app: ShopifyApp
  #subscriptions = new Map<string, Subscription[]>()
  #deliveries: Delivery[] = []
  #held: Delivery[] = []
  #mode: Mode = { mode: "drop", times: 0 }
  #next = 1

  constructor(app: ShopifyApp) {
    this.#app = app
  }

  /** The fate of the next `times` events. */
  order(mode: Mode): void {
    this.#mode = mode
  }

  subscribe(shop: string, topic: string, uri: string, includeFields: string[]) {
    const kept = this.of(shop)
    const field = ["webhookSubscription", "uri"]
    if (!/^https:\/\//.test(uri) && !/^http:\/\/localhost[:/]/.test(uri))
      return {
        webhookSubscription: null,
        userErrors: [{ field, message: "Address is not a valid https address" }],
      }
    if (kept.some((one) => one.topic === topic && one.uri === uri)) {
      const message = "Address for this topic has already been taken"
      return { webhookSubscription: null, userErrors: [{ field, message }] }
    }
    const id = gid("WebhookSubscription", 1_000_000 + this.#next++)
    const subscription = { id, topic, uri, includeFields, createdMs: Date.now() }
    this.#subscriptions.set(shop, [...kept, subscription].slice(-MAX_SUBSCRIPTIONS))
    return { webhookSubscription: subscriptionNode(subscription), userErrors: [] }
  }

  unsubscribe(shop: string, id: string) {
    const kept = this.of(shop)
    if (!kept.some((one) => one.id === id)) {
      const userErrors = [{ field: ["id"], message: "Webhook subscription does not exist" }]
      return { deletedWebhookSubscriptionId: null, userErrors }
    }
    this.#subscriptions.set(
      shop,
      kept.filter((one) => one.id !== id),
    )
    return { deletedWebhookSubscriptionId: id, userErrors: [] }
  }

  of(shop: string): Subscription[] {
    return this.#subscriptions.get(shop) ?? []
  }

  forget(shop: string): void {
    this.#subscriptions.delete(shop)
  }

  /** Tells whoever subscribed that topic; the answers of the first try. */
  async announce(shop: Shop, topic: string, payload: Record<string, unknown>): Promise<Delivery[]> {
    const eventId = randomUUID()
    const listeners = this.of(shop.domain).filter((one) => pathOf(one.topic) === topic)
    const made = listeners.map((one): Delivery => {
      const fields = Object.entries(payload).filter(
        ([name]) => one.includeFields.length === 0 || one.includeFields.includes(name),
      )
      return delivery(shop, eventId, topic, one.uri, one.id, Object.fromEntries(fields))
    })
    return this.#begin(made)
  }

  /** A topic that the app's own configuration subscribes, to the app's address. */
  async announceToApp(shop: Shop, topic: string, payload: Record<string, unknown>): Promise<Delivery[]> {
    if (!shop.appOrigin) return []
    return this.#begin([delivery(shop, randomUUID(), topic, shop.appOrigin + WEBHOOKS_PATH, null, payload)])
  }

  /** Sends what was held, or the last `count` deliveries once more, with the ids that they had. */
  async redeliver(count: number): Promise<Delivery[]> {
    const again = this.#held.length > 0 ? this.#held.splice(0) : this.#deliveries.slice(-count)
    for (const one of again) await this.#send(one, false)
    return again
  }

  state() {
    return {
      subscriptions: [...this.#subscriptions].flatMap(([shop, all]) => all.map((one) => ({ shop, ...one }))),
      deliveries: this.#deliveries.slice(-20).map(({ body: _, ...shown }) => shown),
      held: this.#held.length,
    }
  }

  async #begin(made: Delivery[]): Promise<Delivery[]> {
    const isOrdered = made.length > 0 && this.#mode.times > 0
    if (isOrdered) this.#mode.times -= 1
    const mode = isOrdered ? this.#mode.mode : null
    if (mode === "drop") return []
    this.#deliveries = [...this.#deliveries, ...made].slice(-MAX_KEPT)
    if (mode === "hold") this.#held = [...this.#held, ...made].slice(-MAX_KEPT)
    else await Promise.all(made.map((one) => this.#sendUntilTaken(one, mode === "forge")))
    if (mode === "repeat") for (const one of made) await this.#send(one, false)
    return made
  }

  /** The first try is waited for; the others come later, and after the last the subscription is gone. */
  async #sendUntilTaken(one: Delivery, isForged: boolean, tries = 0): Promise<void> {
    if ((await this.#send(one, isForged)) || isForged) return
    if (tries === RETRY_AFTER_MS.length) {
      if (one.subscriptionId) this.unsubscribe(one.shop, one.subscriptionId)
      return
    }
    setTimeout(() => void this.#sendUntilTaken(one, false, tries + 1), RETRY_AFTER_MS[tries]).unref()
  }

  async #send(one: Delivery, isForged: boolean): Promise<boolean> {
    const key = isForged ? `not ${this.#app.clientSecret}` : this.#app.clientSecret
    try {
      const reply = await fetch(one.uri, {
        method: "POST",
        body: one.body,
        redirect: "manual",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          "content-type": "application/json",
          "x-shopify-topic": one.topic,
          "x-shopify-hmac-sha256": createHmac("sha256", key).update(one.body).digest("base64"),
          "x-shopify-shop-domain": one.shop,
          "x-shopify-webhook-id": one.webhookId,
          "x-shopify-event-id": one.eventId,
          "x-shopify-triggered-at": new Date(one.triggeredMs).toISOString(),
          "x-shopify-api-version": "2026-10",
        },
      })
      await reply.arrayBuffer()
      one.outcomes.push(String(reply.status))
      return reply.ok
    } catch (error) {
      one.outcomes.push(error instanceof Error ? error.name : "failed")
      return false
    }
  }
}

export function subscriptionNode({ id, topic, uri, includeFields, createdMs }: Subscription) {
  const createdAt = new Date(createdMs).toISOString()
  return {
    ...{ __typename: "WebhookSubscription", id, topic, uri, callbackUrl: uri, includeFields, createdAt },
    ...{ updatedAt: createdAt, format: "JSON", filter: null },
    apiVersion: { handle: "2026-10", displayName: "2026-10", supported: true },
  }
}

/** Returns a topic as it is on the wire: ORDERS_UPDATED is orders/updated. */
function pathOf(topic: string): string {
  const [thing, ...event] = topic.toLowerCase().split("_")
  if (topic.startsWith("BULK_OPERATIONS")) return "bulk_operations/finish"
  if (topic.startsWith("FULFILLMENT_ORDERS")) return `fulfillment_orders/${event.slice(1).join("_")}`
  return `${thing}/${event.join("_")}`
}

function delivery(
  shop: Shop,
  eventId: string,
  topic: string,
  uri: string,
  subscriptionId: string | null,
  payload: Record<string, unknown>,
): Delivery {
  const ids = { webhookId: randomUUID(), eventId, topic, shop: shop.domain, uri, subscriptionId }
  return { ...ids, triggeredMs: Date.now(), body: JSON.stringify(payload), outcomes: [] }
}
