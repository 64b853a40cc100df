import { createHmac, randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { MAX_ORDER_ITEMS } from "../../../contract/limit.ts"
import { useApp } from "../../../harness/app.ts"
import { longTest } from "../../../harness/long-test.ts"
import { Client } from "../../../local/client.ts"
import { shopifyApp } from "../../../stand-ins/shopify/shopify-oauth.ts"
import { burstRules } from "../../../worker/rate-limit.ts"
import { until } from "../artwork/artwork-steps.ts"
import { comeBack, integrationOf, ordersOf, sync, synced } from "../orders/order-steps.ts"
import {
  allowAtShopify,
  givenShopifyIntegration,
  givenShopifyShop,
  shopifyShopName,
  shopifyState,
  tellShopify,
} from "./shopify-steps.ts"

const app = useApp()
const failed = "/integrations?error=auth_failed"

/** Delivers an event as Shopify does. */
async function deliver(
  event: { topic: string; shop: string; webhookId?: string; secret?: string },
  payload: object,
  from = app.visitor(),
): Promise<number> {
  const body = JSON.stringify(payload)
  const secret = event.secret ?? shopifyApp.clientSecret
  const response = await from.fetch("POST", "/api/webhooks/shopify", body, {
    "content-type": "application/json",
    "x-shopify-topic": event.topic,
    "x-shopify-shop-domain": event.shop,
    "x-shopify-webhook-id": event.webhookId ?? randomUUID(),
    "x-shopify-hmac-sha256": createHmac("sha256", secret).update(body).digest("base64"),
  })
  await response.arrayBuffer()
  return response.status
}

async function orderNumbered(client: Client, number: string) {
  const result = (await ordersOf(client, "limit=200")).find(({ orderNumber }) => orderNumber === number)
  if (!result) throw new Error(`no order ${number}`)
  return result
}

test("a Shopify shop is connected at its own address, and its first 500 orders come in bulk", async () => {
  const { client, userId } = await app.givenUser()
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 500 })
  for (const bad of ["", "shop.example.com", "https://evil.example/x.myshopify.com", "a/b", "-x"])
    expect(await client.post("/api/integrations", { name: "Bad", type: "Shopify", shop: bad })).toMatchObject(
      {
        status: 422,
        fields: { shop: expect.stringContaining("my-shop.myshopify.com") },
      },
    )
  const { _id: id, connectUrl } = await givenShopifyIntegration(client, `https://${shop}/admin`)
  expect(await integrationOf(client, id)).toMatchObject({ type: "Shopify", shopName: shop, session: null })
  const asked = new URL(connectUrl).searchParams
  expect(asked.get("scope")).toBe("read_orders,read_products,read_merchant_managed_fulfillment_orders")
  expect(await comeBack(client, await allowAtShopify(connectUrl))).toBe("/integrations")

  const integration = await synced(client, id)
  expect(integration).toMatchObject({
    syncState: "idle",
    syncMessage: null,
    session: { access_token: "connected" },
  })
  const state = await shopifyState(app)
  expect(state.bulk.filter((one) => one.shop === shop)).toMatchObject([{ status: "COMPLETED" }])
  expect(state.searchWarnings).toBe(0)
  expect(integration.orderCount).toBeGreaterThan(400)
  const stored = await app.db
    .prepare('SELECT count(*) AS orders, min(vendor_updated_at) AS oldest FROM "order" WHERE user_id = ?')
    .bind(userId)
    .first<{ orders: number }>()
  expect(stored?.orders).toBe(integration.orderCount)

  const orders = await ordersOf(client, "limit=200&sortBy=createdAt&sort=desc")
  const items = orders.flatMap(({ orderItems }) => orderItems)
  expect(orders[0].orderNumber).toMatch(/^#\d+$/)
  expect(orders[0].total.currency).toBe("USD")
  expect(orders.some(({ shipBy }) => shipBy !== null)).toBe(true)
  expect(items.some(({ size }) => size === "Adult chest")).toBe(true)
  expect(items.every(({ mockupUrl }) => mockupUrl?.startsWith(app.standIns.origin))).toBe(true)
  // An app's own attributes are kept and shown nowhere.
  expect(items.some(({ wording }) => wording === "Mia & Noah")).toBe(true)
  expect(JSON.stringify(items)).not.toContain("_print_file")
  const hidden = "SELECT count(*) AS n FROM order_item WHERE user_id = ? AND answers LIKE '%_print_file%'"
  expect((await app.db.prepare(hidden).bind(userId).first<{ n: number }>())?.n).toBeGreaterThan(0)
  // Mail and telephone are not asked for.
  expect(orders.every(({ buyerInfo }) => buyerInfo.email === "" && buyerInfo.name !== "")).toBe(true)
  const page = await app.visitor().fetch("GET", "/")
  expect(page.headers.get("content-security-policy")).toContain("img-src 'self' blob: data:")

  // The same again changes nothing.
  expect(await sync(client, id)).toMatchObject({ orderCount: integration.orderCount })
  expect((await ordersOf(client, "limit=200")).every(({ changes }) => changes.length === 0)).toBe(true)
})

longTest("the zone of the first shop is the seller's days, unless they have set one themselves", async () => {
  const zoned = async (client: Client, timeZone: string) => {
    const shop = shopifyShopName()
    await tellShopify(app, { action: "orders", shop, count: 1 })
    await tellShopify(app, { action: "zone", shop, timeZone })
    await givenShopifyShop(client, shop)
    return ((await client.get("/api/profile")).data as { timeZone: string }).timeZone
  }
  const { client, email } = await app.givenUser({ name: "Zoned" })
  expect(await zoned(client, "Europe/Berlin")).toBe("Europe/Berlin")
  expect(await zoned(client, "Asia/Tokyo")).toBe("Europe/Berlin")
  const form = { firstName: "Zoned", lastName: "Seller", email, company: "", phone: "" }
  const saved = await client.put("/api/profile", { ...form, timeZone: "America/Denver" })
  expect(saved.status, saved.message).toBe(200)
  expect(await zoned(client, "Asia/Tokyo")).toBe("America/Denver")
  // A zone that is none is no reason not to connect.
  const other = await app.givenUser({ name: "Unzoned" })
  expect(await zoned(other.client, "Mars/Olympus")).toBe("UTC")
})

longTest("changes come by pages: new, refunded, edited, sent, cancelled, of many lines", async () => {
  const { client } = await app.givenUser()
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 3 })
  const { id } = await givenShopifyShop(client, shop)
  const before = (await integrationOf(client, id)).orderCount
  // Else each begins a sync by itself, which may have read the order before its next change.
  await tellShopify(app, { action: "webhooks", mode: "drop", times: 1_000 })

  const lines = Array.from({ length: 30 }, (_, place) => ({
    listing: 0,
    sku: `MANY-${place}`,
    quantity: 2,
    attributes: [],
  }))
  const many = (await tellShopify(app, { action: "place", shop, lines })).orders?.[0]
  const two = [
    { listing: 0, sku: "ONE", quantity: 5, attributes: [{ key: "Name", value: "Ada" }] },
    { listing: 1, sku: "TWO", quantity: 1, attributes: [] },
  ]
  const order = (await tellShopify(app, { action: "place", shop, lines: two })).orders?.[0]
  await tellShopify(app, { action: "place", shop, lines: two, isTest: true })
  await tellShopify(app, { action: "place", shop, lines: two, financial: "PENDING" })
  expect(await sync(client, id)).toMatchObject({ syncState: "idle", orderCount: before + 2 })
  expect((await orderNumbered(client, many?.name ?? "")).orderItems).toHaveLength(30)
  expect(await orderNumbered(client, order?.name ?? "")).toMatchObject({
    orderItems: [{ sku: "ONE", quantity: 5, wording: "Ada" }, { sku: "TWO" }],
  })

  // Two of five go out: that is no change of what was ordered.
  const index = order?.index
  await tellShopify(app, { action: "fulfil", shop, index, lines: [{ line: 0, quantity: 2 }] })
  await sync(client, id)
  expect((await orderNumbered(client, order?.name ?? "")).orderItems[0].quantity).toBe(5)
  // One piece is refunded, and the other line as a whole: the rest is not lost.
  await tellShopify(app, { action: "refund", shop, index, lines: [{ line: 0, quantity: 1 }] })
  await tellShopify(app, { action: "refund", shop, index, lines: [{ line: 1, quantity: 1 }] })
  await sync(client, id)
  expect(await orderNumbered(client, order?.name ?? "")).toMatchObject({
    isCancelled: false,
    orderItems: [
      { sku: "ONE", quantity: 4, isCancelled: false },
      { sku: "TWO", isCancelled: true },
    ],
  })
  await tellShopify(app, { action: "cancel", shop, index })
  await sync(client, id)
  expect(await orderNumbered(client, order?.name ?? "")).toMatchObject({ isCancelled: true })

  // An order that was shipped in part before it was first read is printed for the rest.
  const late = (await tellShopify(app, { action: "place", shop, lines: two })).orders?.[0]
  await tellShopify(app, { action: "fulfil", shop, index: late?.index, lines: [{ line: 0, quantity: 2 }] })
  await sync(client, id)
  expect((await orderNumbered(client, late?.name ?? "")).orderItems[0].quantity).toBe(3)
  await tellShopify(app, { action: "webhooks", mode: "drop", times: 0 })
})

test("an order of more items than an order holds is left out whole, and its seller told once", async () => {
  const { client } = await app.givenUser({ name: "Wholesale" })
  const shop = shopifyShopName()
  await tellShopify(app, { action: "plan", shop, plan: "plus" })
  await tellShopify(app, { action: "orders", shop, count: 0 })
  const place = async (count: number, atMs: number) => {
    const lines = Array.from({ length: count }, (_, at) => ({
      ...{ listing: 0, sku: `W-${at}`, quantity: 1, attributes: [] },
    }))
    const order = (await tellShopify(app, { action: "place", shop, lines, atMs })).orders?.[0]
    if (!order) throw new Error("no order was placed")
    return order
  }
  // The next sync reads the last quarter of an hour again.
  const before = Date.now() - 3_600_000
  const whole = await place(MAX_ORDER_ITEMS, before)
  const small = await place(1, before)
  const tooLong = await place(MAX_ORDER_ITEMS + 1, Date.now())
  // In bulk, then by pages.
  const { id } = await givenShopifyShop(client, shop)
  expect(await integrationOf(client, id)).toMatchObject({ syncState: "idle", orderCount: 2 })
  expect((await orderNumbered(client, whole.name)).orderItems).toHaveLength(MAX_ORDER_ITEMS)
  expect((await orderNumbered(client, small.name)).orderItems).toHaveLength(1)
  await tellShopify(app, { action: "bump", shop, index: tooLong.index })
  expect(await sync(client, id)).toMatchObject({ syncState: "idle", orderCount: 2 })
  const messages = await client.expect<{ message: string }[]>("GET", "/api/notifications")
  expect(messages.map(({ message }) => message)).toEqual([
    `Order ${tooLong.name} of My Shopify shop has 501 items. Sheetsmith takes orders of at most 500, so it is not in your orders: print it by hand.`,
  ])
})

longTest(
  "Shopify's limits are waited for, a lost file is mended by pages, and a cut one is read on",
  async () => {
    app.expectErrors(/job failed|shopify|throttled|bulk/i)
    const { client } = await app.givenUser()
    const first = shopifyShopName()
    await tellShopify(app, { action: "plan", shop: first, plan: "plus" })
    await tellShopify(app, { action: "orders", shop: first, count: 120 })
    await tellShopify(app, { action: "bulk", times: 1, takesMs: 50, errorCode: "INTERNAL_SERVER_ERROR" })
    const { id } = await givenShopifyShop(client, first)
    const whole = (await integrationOf(client, id)).orderCount
    expect(whole).toBeGreaterThan(90)

    const second = shopifyShopName()
    await tellShopify(app, { action: "plan", shop: second, plan: "plus" })
    await tellShopify(app, { action: "orders", shop: second, count: 120 })
    await tellShopify(app, { action: "cut-off", times: 1 })
    const { id: other } = await givenShopifyShop(client, second)
    expect(await integrationOf(client, other)).toMatchObject({ syncState: "idle", orderCount: whole })

    const { throttled } = await shopifyState(app)
    await tellShopify(app, { action: "arrive", shop: second, count: 15 })
    await tellShopify(app, { action: "throttle", times: 1 })
    expect(await sync(client, other)).toMatchObject({
      syncState: "idle",
      syncMessage: null,
      orderCount: whole + 15,
    })
    expect((await shopifyState(app)).throttled).toBeGreaterThan(throttled)
  },
)

test("a bulk file is read at Shopify's host alone; one elsewhere is refused, and pages bring the orders", async () => {
  app.expectErrors(/shopify|bulk/i)
  const { client } = await app.givenUser()
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 12 })
  await tellShopify(app, { action: "bulk", times: 1, takesMs: 50, fileOrigin: "https://files.example" })
  const { id } = await givenShopifyShop(client, shop)
  expect(await integrationOf(client, id)).toMatchObject({ syncState: "idle", syncMessage: null })
  expect((await integrationOf(client, id)).orderCount).toBeGreaterThan(8)
  const refusal = await until("the refusal", () =>
    app.db.prepare("SELECT last_text AS text FROM vendor_error WHERE code = 'bulk-host'").first(),
  )
  expect(refusal).toEqual({
    text: "the file of orders is at files.example, which is not known as Shopify's",
  })
})

test("tokens that have expired are refreshed by one caller; a removed app is said, and joined again", async () => {
  app.expectErrors(/sync refused by marketplace|shopify/i)
  const { client } = await app.givenUser()
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 5 })
  const { id } = await givenShopifyShop(client, shop)
  const { refreshes } = (await shopifyState(app)).tokens
  await tellShopify(app, { action: "expire-tokens" })
  await tellShopify(app, { action: "arrive", shop })
  await Promise.all([sync(client, id), sync(client, id), sync(client, id)])
  expect(await integrationOf(client, id)).toMatchObject({ syncState: "idle", syncMessage: null })
  expect((await shopifyState(app)).tokens.refreshes).toBe(refreshes + 1)

  // Shopify tells that the app was removed; the next call shows that it is true, and the last call of a
  // sync that is under way may be behind it.
  await app.db
    .prepare("UPDATE integration SET sync_state = 'running', sync_run_id = ?, next_sync_at = ? WHERE id = ?")
    .bind(randomUUID(), Date.now() + 300_000, id)
    .run()
  await tellShopify(app, { action: "uninstall", shop })
  await until("the end of the connection", async () => {
    const { session, syncState } = await integrationOf(client, id)
    return session === null && syncState === "failed"
  })
  expect((await integrationOf(client, id)).syncMessage).toBe(
    "Shopify has ended the connection to your store. Please connect it again.",
  )
  const again = (await client.get(`/api/integrations/${id}/auth`)).data as { connectUrl: string }
  expect(await comeBack(client, await allowAtShopify(again.connectUrl))).toBe("/integrations")
  expect(await synced(client, id)).toMatchObject({
    syncState: "idle",
    session: { access_token: "connected" },
  })
})

test("a shop belongs to one integration, and a callback that Shopify did not sign connects nothing", async () => {
  app.expectErrors(/shop not connected|shopify/i)
  const { client } = await app.givenUser({ name: "First" })
  const { shop } = await givenShopifyShop(client)
  const second = await app.givenUser({ name: "Second" })
  const taken = await givenShopifyIntegration(second.client, shop)
  expect(await comeBack(second.client, await allowAtShopify(taken.connectUrl))).toBe(
    "/integrations?error=shop_already_exists",
  )
  const mine = shopifyShopName()
  const { _id: id, connectUrl } = await givenShopifyIntegration(second.client, mine)
  const forge = async (change: (query: URLSearchParams) => void) => {
    const { connectUrl: url } = (await second.client.get(`/api/integrations/${id}/auth`)).data as {
      connectUrl: string
    }
    const back = await allowAtShopify(url)
    change(back.searchParams)
    return comeBack(second.client, back)
  }
  expect(await forge((query) => query.set("shop", "evil.myshopify.com"))).toBe(failed)
  expect(await forge((query) => query.set("code", "stolen"))).toBe(failed)
  expect(await forge((query) => query.delete("hmac"))).toBe(failed)
  expect(await forge((query) => query.set("hmac", "0".repeat(64)))).toBe(failed)
  expect(await integrationOf(second.client, id)).toMatchObject({ session: null })
  // The address may be mended until the shop is connected.
  const mended = shopifyShopName()
  await second.client.put(`/api/integrations/${id}`, { shop: mended })
  expect(await integrationOf(second.client, id)).toMatchObject({ shopName: mended })
  expect(await comeBack(second.client, await allowAtShopify(connectUrl))).toBe(failed)
})

test("webhooks read the shop again; forged ones are refused, repeated ones heard once", async () => {
  const { client } = await app.givenUser()
  const { id, shop } = await givenShopifyShop(client)
  const { orderCount } = await integrationOf(client, id)
  const messages = await tellShopify(app, { action: "arrive", shop })
  expect(messages.deliveries?.map(({ outcomes }) => outcomes)).toEqual([["200"], ["200"]])
  await until("the new order", async () => (await integrationOf(client, id)).orderCount === orderCount + 1)

  expect(await deliver({ topic: "orders/updated", shop, secret: "wrong" }, { id: 1 })).toBe(401)
  expect(app.securityLog().at(-1)).toMatchObject({ event: "webhook-refused", vendor: "shopify" })
  expect(await deliver({ topic: "orders/updated", shop: "evil.example" }, { id: 1 })).toBe(400)
  expect(await deliver({ topic: "orders/updated", shop: shopifyShopName() }, { id: 1 })).toBe(200)
  await synced(client, id)
  const runOf = async () =>
    (await app.db.prepare("SELECT sync_run_id AS run FROM integration WHERE id = ?").bind(id).first())?.run
  const webhookId = randomUUID()
  expect(await deliver({ topic: "orders/updated", shop, webhookId }, { id: 1 })).toBe(200)
  await synced(client, id)
  const run = await runOf()
  expect(await deliver({ topic: "orders/updated", shop, webhookId }, { id: 1 })).toBe(200)
  expect(await runOf()).toBe(run)
})

longTest(
  "a store's flood of webhooks is refused, and another store's order is heard all the same",
  async () => {
    const { client } = await app.givenUser()
    const { id, shop } = await givenShopifyShop(client)
    const { orderCount } = await integrationOf(client, id)
    const flood = { topic: "orders/updated", shop: shopifyShopName(), webhookId: randomUUID() }
    const { limit } = burstRules.webhook
    // All stores' webhooks come from the same few addresses.
    const shopify = new Client(app.origin, { address: "203.0.113.11" })
    const counts = new Map<number, number>()
    // Each minute has a share of its own, so a slow machine sends more of them.
    for (let sent = 0; sent <= 10 * limit && !counts.has(429); sent += 50)
      for (const status of await Promise.all(
        Array.from({ length: 50 }, () => deliver(flood, { id: 1 }, shopify)),
      ))
        counts.set(status, (counts.get(status) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([200, 429])
    expect(counts.get(200)).toBeGreaterThanOrEqual(limit)
    expect(await deliver({ topic: "orders/updated", shop }, { id: 1 }, shopify)).toBe(200)
    const { deliveries } = await tellShopify(app, { action: "arrive", shop })
    expect(deliveries?.map(({ outcomes }) => outcomes)).toEqual([["200"], ["200"]])
    await until("the new order", async () => (await integrationOf(client, id)).orderCount === orderCount + 1)
  },
)

test("buyers' data go when Shopify says so, and what is not printed yet is struck out", async () => {
  app.expectErrors(/shopify asks for a buyer's data|sync refused by marketplace|shopify/i)
  const { client } = await app.givenUser()
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 6 })
  const { id } = await givenShopifyShop(client, shop)
  const { privacy } = {
    privacy: (topic: string, index = 0) => tellShopify(app, { action: "privacy", shop, topic, index }),
  }
  const line = [{ listing: 5, attributes: [{ key: "Name", value: "Mia" }] }]
  const placed = (await tellShopify(app, { action: "place", shop, lines: line })).orders?.[0]
  await sync(client, id)

  await privacy("customers/data_request", placed?.index)
  expect(app.errorLog().join()).toContain(`"orderIds":["${placed?.id}"]`)
  await privacy("customers/redact", placed?.index)
  expect(await orderNumbered(client, placed?.name ?? "")).toMatchObject({
    buyerInfo: { name: "" },
    orderItems: [{ wording: "", personalisation: [], isCancelled: true }],
  })
  const named = async () => (await ordersOf(client)).filter(({ buyerInfo }) => buyerInfo.name !== "").length
  expect(await named()).toBeGreaterThan(0)
  // A shop that is connected is not forgotten.
  await privacy("shop/redact")
  expect(await named()).toBeGreaterThan(0)
  await tellShopify(app, { action: "uninstall", shop })
  await until("the end of the connection", async () => (await integrationOf(client, id)).session === null)
  await privacy("shop/redact")
  expect(await named()).toBe(0)
})
