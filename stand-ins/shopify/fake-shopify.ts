import { type Context, Hono } from "hono"
import { z } from "zod"
import { page } from "../page.ts"
import { BulkOperations } from "./shopify-bulk.ts"
import { consentPage, readConsent } from "./shopify-consent.ts"
import { DEFAULT_SHOP, eventSchema, happen, type ShopEvent } from "./shopify-control.ts"
import { Bucket, plans } from "./shopify-cost.ts"
import { drawProduct } from "./shopify-demo.ts"
import { answerGraph, type Caller } from "./shopify-graph.ts"
import { ShopifyTokens, shopifyApp, signedQuery } from "./shopify-oauth.ts"
import type { Order, Shop } from "./shopify-order.ts"
import { editPayload, orderPayload, privacyPayload, refundPayload } from "./shopify-payloads.ts"
import { Shops } from "./shopify-shop.ts"
import { privacyTopics, ShopifyWebhooks } from "./shopify-webhooks.ts"

/** The oldest version that Shopify still answers; a call for an older one gets this. */
const API_VERSION = "2026-10"
const shop = z.string().default(DEFAULT_SHOP)
const times = z.number().int().min(0).max(1_000).default(1)
/** The bytes of a bulk file that are given at a time. */
const CHUNK_BYTES = 64 * 1024

/** Failures, and people's actions beside a shop's orders; for those see shopify-control.ts. */
const orderSchema = z.discriminatedUnion("action", [
  /** The shop pays for another plan, and begins with a full bucket. */
  z.object({
    action: z.literal("plan"),
    shop,
    plan: z.literal(Object.keys(plans) as (keyof typeof plans)[]),
  }),
  /** The bucket of the shop's points is empty; it fills again by the second. */
  z.object({ action: z.literal("drain"), shop }),
  /** The next `times` calls are throttled, whatever is in the bucket. */
  z.object({ action: z.literal("throttle"), times }),
  /** The next `times` calls of the API answer this. */
  z.object({
    action: z.literal("refuse"),
    times,
    status: z.number().int().min(200).max(599),
    body: z.unknown(),
  }),
  z.object({ action: z.literal("expire-tokens"), livesS: z.number().int().min(0).max(3_600).optional() }),
  z.object({ action: z.literal("uninstall"), shop }),
  z.object({
    action: z.literal("bulk"),
    times,
    takesMs: z.number().int().min(0).max(600_000).default(200),
    errorCode: z.enum(["ACCESS_DENIED", "INTERNAL_SERVER_ERROR", "TIMEOUT"]).nullable().default(null),
    fileOrigin: z.url().nullable().default(null),
  }),
  /** The next `times` files of bulk operations end in the middle. */
  z.object({ action: z.literal("cut-off"), times }),
  z.object({ action: z.literal("webhooks"), mode: z.enum(["drop", "repeat", "forge", "hold"]), times }),
  z.object({ action: z.literal("redeliver"), count: z.number().int().min(1).max(100).default(1) }),
  z.object({
    action: z.literal("privacy"),
    shop,
    topic: z.enum(privacyTopics),
    index: z.number().int().min(0).default(0),
  }),
])
const controlSchema = z.union([orderSchema, eventSchema])

/**
 * Serves Shopify's consent page, tokens, Admin GraphQL API, bulk files and webhooks, after shopify.dev. A shop
 * is `/shopify/{name}.myshopify.com`; any name is a shop, but for those that begin with `missing`.
 */
export function shopify(app = shopifyApp) {
  const shops = new Shops()
  const tokens = new ShopifyTokens(app)
  const bulk = new BulkOperations()
  const webhooks = new ShopifyWebhooks(app)
  const buckets = new Map<string, Bucket>()
  const counts = { calls: 0, throttled: 0, refused: 0, searchWarnings: 0 }
  const pending = { throttles: 0, cutOffs: 0 }
  let refusal: { times: number; status: number; body?: unknown } = { times: 0, status: 500 }
  let lastErrors: readonly unknown[] = []
  let lastQuery = ""
  const routes = new Hono()

  routes.get("/shopify/cdn/products/:name", (c) =>
    c.body(drawProduct(Number.parseInt(c.req.param("name"), 10)), 200, { "content-type": "image/svg+xml" }),
  )
  routes.get("/shopify/cdn/bulk/:name", (c) => {
    const bytes = bulk.file(c.req.param("name").replace(/\.jsonl$/, ""))
    if (bytes === null) return c.text("<Error><Code>NoSuchKey</Code></Error>", 404)
    const isCut = pending.cutOffs > 0
    if (isCut) pending.cutOffs -= 1
    const [, from] = /^bytes=(\d+)-$/.exec(c.req.header("range") ?? "") ?? []
    if (from !== undefined && Number(from) >= bytes.length) return c.body(null, 416)
    const part = bytes.subarray(Number(from ?? 0), isCut ? Math.floor(bytes.length * 0.6) : undefined)
    const range = { "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` }
    return c.body(inChunks(part), from === undefined ? 200 : 206, {
      "content-type": "application/jsonl",
      "content-length": String(part.length),
      ...(from === undefined ? {} : range),
    })
  })

  routes.get("/shopify/:shop/admin/oauth/authorize", (c) => {
    const at = shops.at(c.req.param("shop"))
    if (!at) return c.html(page("Sorry, this shop is currently unavailable."), 404)
    const asked = readConsent(app, c.req.query())
    return "problem" in asked
      ? c.html(page("Oauth error", asked.problem), 400)
      : c.html(consentPage(at, c.req.query(), asked.scope))
  })
  routes.post("/shopify/:shop/admin/oauth/authorize", async (c) => {
    const at = shops.at(c.req.param("shop"))
    const form = Object.fromEntries(await c.req.formData())
    const asked = readConsent(app, form)
    if (!at || "problem" in asked) return c.html(page("Oauth error"), 400)
    // A merchant who refuses stays in the admin: the app is not told.
    if (form.decision !== "allow") return c.html(page("The app was not installed", "Nothing was shared."))
    at.appOrigin = new URL(asked.redirect_uri).origin
    const back = new URL(asked.redirect_uri)
    back.search = signedQuery(app, {
      code: tokens.makeCode({ shop: at.domain, scopes: asked.scope }),
      host: Buffer.from(`admin.shopify.com/store/${at.domain.split(".")[0]}`).toString("base64url"),
      shop: at.domain,
      state: asked.state,
      timestamp: String(Math.floor(Date.now() / 1000)),
    }).toString()
    return c.redirect(back.href)
  })
  routes.post("/shopify/:shop/admin/oauth/access_token", async (c) => {
    const at = shops.at(c.req.param("shop"))
    if (!at) return c.json({ errors: "Not Found" }, 404)
    const isJson = c.req.header("content-type")?.startsWith("application/json")
    const body = isJson ? await c.req.json() : Object.fromEntries(await c.req.formData())
    const reply = tokens.answer(at.domain, body)
    return c.json(reply.body, reply.status)
  })

  routes.post("/shopify/:shop/admin/api/:version/graphql.json", async (c) => {
    counts.calls += 1
    if (refusal.times > 0) {
      refusal.times -= 1
      counts.refused += 1
      return c.json(refusal.body ?? { errors: "Internal Server Error" }, refusal.status as 500)
    }
    const at = shops.at(c.req.param("shop"))
    if (!at || !/^(20\d\d-(01|04|07|10)|unstable)$/.test(c.req.param("version")))
      return c.json({ errors: "Not Found" }, 404)
    c.header("x-shopify-api-version", API_VERSION)
    const access = tokens.find(at.domain, c.req.header("x-shopify-access-token") ?? "")
    if (!access) {
      counts.refused += 1
      return c.json(
        { errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" },
        401,
      )
    }
    // This holds for public apps made since April 2026, and for all from January 2027.
    if (!access.isExpiring) {
      counts.refused += 1
      return c.json(
        { errors: "[API] Non-expiring access tokens are no longer accepted for the Admin API." },
        403,
      )
    }
    return graph(c, at, access.scopes)
  })

  async function graph(c: Context, at: Shop, granted: readonly string[]) {
    const bucket = bucketOf(at)
    const held = pending.throttles > 0 ? bucket.drain() : 0
    pending.throttles = Math.max(0, pending.throttles - 1)
    const warnings: Caller["warnings"] = []
    const origin = new URL(c.req.url).origin
    const changed = (order: Order) => void announce(at, [order], ["orders/fulfilled", "orders/updated"])
    const caller = {
      shop: at,
      scopes: granted,
      origin,
      isBulk: false,
      bulk,
      webhooks,
      bucket,
      changed,
      warnings,
    }
    const body = await c.req.json().catch(() => null)
    const answer = await answerGraph(body, caller)
    bucket.giveBack(held)
    lastQuery = String((body as { query?: unknown } | null)?.query ?? "").slice(0, 5_000)
    if (answer.errors) lastErrors = answer.errors
    if (JSON.stringify(answer.errors ?? []).includes('"THROTTLED"')) counts.throttled += 1
    counts.searchWarnings += warnings.length
    return c.json(answer)
  }

  function bucketOf(at: Shop): Bucket {
    const bucket = buckets.get(at.domain) ?? new Bucket("standard")
    buckets.set(at.domain, bucket)
    return bucket
  }

  async function announce(at: Shop, orders: readonly Order[], topics: readonly string[]) {
    const deliveries: { topic: string; webhookId: string; outcomes: string[] }[] = []
    for (const order of orders)
      for (const topic of topics)
        for (const one of await webhooks.announce(at, topic, payloadOf(topic, order)))
          deliveries.push({ topic, webhookId: one.webhookId, outcomes: one.outcomes })
    return deliveries
  }

  /** Removes the app. As at Shopify, tokens are void before the app is told, so its calls are refused. */
  async function uninstall(at: Shop) {
    tokens.uninstall(at.domain)
    const deliveries = await announceGone(at)
    webhooks.forget(at.domain)
    return deliveries
  }

  /** Announces the removal as subscribed, else as an app's own configuration subscribes it. */
  function announceGone(at: Shop) {
    const payload = { id: at.id, name: at.name, domain: at.domain, myshopify_domain: at.domain }
    const isSubscribed = webhooks.of(at.domain).some(({ topic }) => topic === "APP_UNINSTALLED")
    return isSubscribed
      ? webhooks.announce(at, "app/uninstalled", payload)
      : webhooks.announceToApp(at, "app/uninstalled", payload)
  }

  async function control(body: unknown) {
    const order = controlSchema.parse(body)
    const at = shops.at("shop" in order ? order.shop : DEFAULT_SHOP)
    if (!at) throw new Error("There is no such shop.")
    switch (order.action) {
      case "plan":
        buckets.set(at.domain, new Bucket(order.plan))
        return state()
      case "drain":
        bucketOf(at).drain()
        return state()
      case "throttle":
        pending.throttles = order.times
        return state()
      case "refuse":
        refusal = order
        return state()
      case "expire-tokens":
        tokens.expireAccess()
        if (order.livesS !== undefined) tokens.accessLivesS = order.livesS
        return state()
      case "uninstall":
        return { deliveries: summariesOf(await uninstall(at)) }
      case "bulk":
        bulk.order(order)
        return state()
      case "cut-off":
        pending.cutOffs = order.times
        return state()
      case "webhooks":
        webhooks.order(order)
        return state()
      case "redeliver":
        return { deliveries: summariesOf(await webhooks.redeliver(order.count)) }
      case "privacy": {
        const payload = privacyPayload(at, order.topic, at.orders[order.index] ?? null)
        return { deliveries: summariesOf(await webhooks.announceToApp(at, order.topic, payload)) }
      }
      default:
        return change(at, order)
    }
  }

  async function change(at: Shop, event: ShopEvent) {
    const { orders, topics } = happen(at, event)
    const deliveries = await announce(at, orders, topics)
    const made = orders.map((one) => ({
      index: at.orders.indexOf(one),
      id: one.id,
      name: `#${one.number}`,
      lineIds: one.lines.map(({ id }) => id),
    }))
    return { shop: at.domain, orders: made, deliveries }
  }

  function state() {
    return {
      ...counts,
      pending: { ...pending, refusals: refusal.times },
      lastErrors,
      lastQuery,
      tokens: tokens.state(),
      bulk: bulk.state(),
      webhooks: webhooks.state(),
      shops: shops.state(),
    }
  }

  return { app: routes, state, control }
}

function payloadOf(topic: string, order: Order): Record<string, unknown> {
  if (topic === "orders/edited") return editPayload(order)
  return topic === "refunds/create" ? refundPayload(order) : orderPayload(order)
}

function summariesOf(deliveries: { topic: string; webhookId: string; outcomes: string[] }[]) {
  return deliveries.map(({ topic, webhookId, outcomes }) => ({ topic, webhookId, outcomes }))
}

/** Streams a file as it is read: a reader of fifty orders of a large file leaves the rest. */
function inChunks(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(new Uint8Array(bytes.subarray(at, at + CHUNK_BYTES)))
      else controller.close()
      at += CHUNK_BYTES
    },
  })
}
