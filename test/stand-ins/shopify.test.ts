import { createHmac } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import { expect, onTestFinished, test } from "vitest"
import { serveStandIns } from "../../stand-ins/serve.ts"

const ID = "stand-in-shopify-key"
const SECRET = "stand-in-shopify-secret"
const SHOP = "luna-print-co.myshopify.com"
const READING = "read_orders,read_merchant_managed_fulfillment_orders"
const SHIPPING = "read_orders,write_merchant_managed_fulfillment_orders"

type Nodes<T> = { nodes: T[] }
type OrderNode = {
  name: string
  lineItems: Nodes<{ product?: object | null }>
  refunds: { refundLineItems: Nodes<object> }[]
  fulfillmentOrders: Nodes<{ id: string; lineItems: Nodes<{ id: string }> }>
}
type Refusals = { userErrors: { message: string }[] }
/** The fields that the queries below ask for, and the errors. */
type Answer = {
  data: {
    orders: Nodes<OrderNode> & { pageInfo: { hasNextPage: boolean; endCursor: string | null } }
    node: { status: string; url: string; partialDataUrl: string }
    bulkOperationRunQuery: Refusals & { bulkOperation: { id: string } }
    fulfillmentCreate: Refusals
    webhookSubscriptionCreate: Refusals
  }
  errors?: { message: string; extensions?: Record<string, unknown> }[]
  extensions: { cost: object; search: { warnings: object[] }[] }
}

async function shopify(appOrigin = "https://app.example") {
  const served = await serveStandIns(0)
  onTestFinished(() => served.close())
  const { origin } = served
  const base = `${origin}/shopify/${SHOP}`
  const asked = (scope: string, change: Record<string, string> = {}) =>
    new URLSearchParams({
      client_id: ID,
      scope,
      redirect_uri: `${appOrigin}/api/integrations/shopify/callback`,
      state: "opaque",
      ...change,
    })
  const decide = async (scope: string, decision = "allow") => {
    const form = new FormData()
    for (const [name, value] of asked(scope)) form.append(name, value)
    form.append("decision", decision)
    return fetch(`${base}/admin/oauth/authorize`, { method: "POST", body: form, redirect: "manual" })
  }
  const token = async (fields: object, at = base) => {
    const body = JSON.stringify({ client_id: ID, client_secret: SECRET, ...fields })
    const headers = { "content-type": "application/json" }
    const reply = await fetch(`${at}/admin/oauth/access_token`, { method: "POST", body, headers })
    return { status: reply.status, body: (await reply.json()) as Record<string, string> }
  }
  const grant = async (scope = READING, more: object = { expiring: "1" }) => {
    const back = new URL((await decide(scope)).headers.get("location") ?? "").searchParams
    return token({ code: back.get("code"), ...more })
  }
  const call = async (access: string, query: string, variables?: object, version = "2026-10") => {
    const headers = { "content-type": "application/json", "x-shopify-access-token": access }
    const body = JSON.stringify({ query, variables })
    const reply = await fetch(`${base}/admin/api/${version}/graphql.json`, { method: "POST", body, headers })
    return {
      status: reply.status,
      version: reply.headers.get("x-shopify-api-version"),
      ...((await reply.json()) as Answer),
    }
  }
  const control = async (order: object) => {
    const body = JSON.stringify({ vendor: "shopify", shop: SHOP, ...order })
    const reply = await fetch(`${origin}/__control`, { method: "POST", body })
    expect(reply.status).toBe(200)
    return (await reply.json()) as { orders: { index: number; name: string }[] }
  }
  return { origin, base, asked, decide, token, grant, call, control }
}

test("Shopify's consent asks for an app, a redirect and scopes that it knows, and signs where it leads", async () => {
  const { origin, base, asked, decide } = await shopify()
  const page = await fetch(`${base}/admin/oauth/authorize?${asked(READING)}`)
  const html = await page.text()
  expect(html).toContain(">Allow</button>")
  expect(html).toContain(">Deny</button>")
  const mistakes: Record<string, string>[] = [
    { client_id: "another" },
    { redirect_uri: "https://app.example/elsewhere" },
    { scope: "read_everything" },
  ]
  for (const wrong of mistakes)
    expect((await fetch(`${base}/admin/oauth/authorize?${asked(READING, wrong)}`)).status).toBe(400)
  const missing = `${origin}/shopify/missing.myshopify.com/admin/oauth/authorize?${asked(READING)}`
  expect((await fetch(missing)).status).toBe(404)

  const no = await decide(READING, "deny")
  expect([no.status, no.headers.get("location")]).toEqual([200, null])
  const query = new URL((await decide(READING)).headers.get("location") ?? "").searchParams
  expect(query.get("shop")).toBe(SHOP)
  expect(query.get("state")).toBe("opaque")
  const hmac = query.get("hmac")
  query.delete("hmac")
  query.sort()
  expect(createHmac("sha256", SECRET).update(query.toString()).digest("hex")).toBe(hmac)
})

test("codes are good once; a refresh token is good until its successor is used; tokens end", async () => {
  const { decide, token, grant, call, control } = await shopify()
  const code = new URL((await decide(SHIPPING)).headers.get("location") ?? "").searchParams.get("code")
  expect((await token({ code, client_secret: "wrong" })).status).toBe(401)
  expect((await token({ code: "made-up" })).status).toBe(400)
  const first = await token({ code, expiring: "1" })
  expect(first).toMatchObject({
    status: 200,
    body: { scope: SHIPPING, expires_in: 3_600, refresh_token_expires_in: 7_776_000 },
  })
  expect((await token({ code, expiring: "1" })).status).toBe(400)
  const name = "{ shop { name ianaTimezone } }"
  expect(await call(first.body.access_token, name)).toMatchObject({
    status: 200,
    version: "2026-10",
    data: { shop: { name: "Luna Print Co", ianaTimezone: "America/New_York" } },
  })
  expect((await call(first.body.access_token, name, undefined, "2024-01")).version).toBe("2026-10")
  expect((await call(first.body.access_token, name, undefined, "newest")).status).toBe(404)

  await control({ action: "expire-tokens" })
  expect(await call(first.body.access_token, name)).toMatchObject({
    status: 401,
    errors: expect.stringContaining("Invalid API key or access token"),
  })
  const refresh = (of: { body: Record<string, string> }) =>
    token({ grant_type: "refresh_token", refresh_token: of.body.refresh_token })
  const lost = await refresh(first)
  const second = await refresh(first)
  expect([lost.status, second.status]).toEqual([200, 200])
  expect((await call(second.body.access_token, name)).status).toBe(200)
  expect((await refresh(second)).status).toBe(200)
  expect((await refresh(first)).status).toBe(400)

  const forever = await grant(READING, {})
  expect(Object.keys(forever.body)).toEqual(["access_token", "scope"])
  expect((await call(forever.body.access_token, name)).status).toBe(403)
  await control({ action: "uninstall" })
  expect((await call(second.body.access_token, name)).status).toBe(401)
  expect((await refresh(second)).status).toBe(400)
})

const ORDERS = `query ($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes { id name updatedAt cancelledAt displayFinancialStatus test
      lineItems(first: 10) { nodes { id sku variantTitle quantity currentQuantity unfulfilledQuantity
        customAttributes { key value } image { url } } }
      fulfillmentOrders(first: 2) { nodes { id status fulfillBy } } }
    pageInfo { hasNextPage endCursor }
  }
}`

test("orders come in pages by their last change, and what changes meanwhile comes once more", async () => {
  const { grant, call, control } = await shopify()
  const access = (await grant()).body.access_token
  const page = async (after: string | null, query: string | null = null) =>
    (await call(access, ORDERS, { first: 10, after, query })).data.orders
  const seen: string[] = []
  let next: { hasNextPage: boolean; endCursor: string | null } = { hasNextPage: true, endCursor: null }
  for (let turn = 0; next.hasNextPage; turn++) {
    const { nodes, pageInfo } = await page(next.endCursor)
    seen.push(...nodes.map((order: { name: string }) => order.name))
    if (turn === 0) await control({ action: "bump", index: 3 })
    next = pageInfo
  }
  expect(seen).toHaveLength(81)
  expect([seen[3], seen[80]]).toEqual(["#1004", "#1004"])
  expect((await page(null, "name:#1018")).nodes[0]).toMatchObject({
    displayFinancialStatus: "REFUNDED",
    cancelledAt: expect.any(String),
    fulfillmentOrders: { nodes: [{ status: "CANCELLED" }] },
  })
  const paid = await page(null, "financial_status:paid updated_at:<'2000-01-01'")
  expect(paid.nodes).toEqual([])
  const either = await page(null, "(name:#1002 OR name:#1003) AND -test:true")
  expect(either.nodes).toHaveLength(2)
  const unknown = await call(access, ORDERS, { first: 1, query: "updated:>2020" })
  expect(unknown.extensions.search[0].warnings).toEqual([{ field: "updated", message: expect.any(String) }])

  await control({ action: "place", atMs: Date.now() - 61 * 86_400_000, lines: [{ sku: "OLD" }] })
  expect((await page(null, "name:#1081")).nodes).toEqual([])
})

test("a query that Shopify would refuse is refused: unknown fields, too dear, too many, without the scope", async () => {
  const { grant, call, control } = await shopify()
  const access = (await grant()).body.access_token
  const messages = async (query: string) => (await call(access, query)).errors?.map(({ message }) => message)
  expect(await messages("{ orders(first: 1) { nodes { shipBy } } }")).toEqual([
    expect.stringContaining('Cannot query field "shipBy"'),
  ])
  expect(await messages("{ orders { nodes { id } } }")).toEqual(["you must provide one of first or last"])
  expect(await messages("{ orders(first: 251) { nodes { id } } }")).toEqual([expect.stringContaining("250")])
  expect(await messages("{ orders(first: 250) { nodes { lineItems(first: 5) { nodes { id } } } } }")).toEqual(
    ["Query cost is 2002, which exceeds the single query max cost limit (1000)."],
  )
  const product = await call(
    access,
    "{ orders(first: 1) { nodes { lineItems(first: 1) { nodes { product { id } } } } } }",
  )
  expect(product.errors?.[0].extensions).toMatchObject({ code: "ACCESS_DENIED" })
  expect(product.data.orders.nodes[0].lineItems.nodes[0].product).toBeNull()

  const cheap = await call(access, "{ orders(first: 10) { nodes { id } } }")
  expect(cheap.extensions.cost).toMatchObject({
    requestedQueryCost: 12,
    actualQueryCost: 12,
    throttleStatus: { maximumAvailable: 2_000, restoreRate: 100 },
  })
  await control({ action: "drain" })
  const throttled = await call(access, "{ orders(first: 200) { nodes { id } } }")
  expect(throttled).toMatchObject({
    status: 200,
    errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
    extensions: { cost: { actualQueryCost: null } },
  })
  await control({ action: "refuse", status: 503, body: { errors: "Service Unavailable" } })
  expect((await call(access, "{ shop { id } }")).status).toBe(503)
  expect((await call(access, "{ shop { id } }")).status).toBe(200)
})

const BULK = `{ orders(query: "updated_at:>='2020-01-01'") { edges { node { id name
  lineItems { edges { node { id sku quantity customAttributes { key value } } } } } } } }`
const RUN = `mutation ($query: String!, $grouped: Boolean!) {
  bulkOperationRunQuery(query: $query, groupObjects: $grouped) {
    bulkOperation { id status } userErrors { code field message } } }`
const POLL =
  "query ($id: ID!) { node(id: $id) { ... on BulkOperation { status errorCode objectCount rootObjectCount url partialDataUrl } } }"

test("a bulk query is written as lines, children after their parent or far from it; it may fail halfway", async () => {
  const { grant, call, control } = await shopify()
  const access = (await grant()).body.access_token
  await control({ action: "orders", count: 500 })
  const run = async (query: string, grouped = false) =>
    (await call(access, RUN, { query, grouped })).data.bulkOperationRunQuery
  const finished = async (id: string) => {
    await expect
      .poll(async () => (await call(access, POLL, { id })).data.node.status)
      .toMatch(/COMPLETED|FAILED/)
    return (await call(access, POLL, { id })).data.node
  }
  const read = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(url, { headers })).text()
  const lines = (text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { id: string; __parentId?: string })

  const grouped = await finished((await run(BULK, true)).bulkOperation.id)
  const text = await read(grouped.url)
  const all = lines(text)
  expect(grouped).toMatchObject({
    status: "COMPLETED",
    rootObjectCount: "500",
    objectCount: String(all.length),
  })
  let parent = ""
  for (const line of all) {
    if (line.__parentId) expect(line.__parentId).toBe(parent)
    else parent = line.id
  }
  expect(await read(grouped.url, { range: "bytes=1000-" })).toBe(text.slice(1000))

  const far = lines(await read((await finished((await run(BULK)).bulkOperation.id)).url))
  expect(far).toHaveLength(all.length)
  expect(far.slice(0, 500).every(({ __parentId }) => __parentId === undefined)).toBe(true)
  expect(far[500].__parentId).toBe(far[499].id)

  await control({ action: "bulk", errorCode: "TIMEOUT", takesMs: 0 })
  const failed = await finished((await run(BULK)).bulkOperation.id)
  expect(failed).toMatchObject({ status: "FAILED", errorCode: "TIMEOUT", url: null })
  expect(lines(await read(failed.partialDataUrl)).length).toBeLessThan(all.length)

  for (const [query, message] of [
    ["{ shop { name } }", "Bulk queries must contain at least one connection."],
    [
      "{ orders { edges { node { name lineItems { edges { node { id } } } } } } }",
      "Connection fields without 'id': orders.",
    ],
    ["{ orders { edges { node { ship } } } }", "Cannot query field"],
  ])
    expect((await run(query)).userErrors).toMatchObject([
      { code: "INVALID", message: expect.stringContaining(message) },
    ])
  await control({ action: "bulk", times: 5, takesMs: 60_000 })
  for (let i = 0; i < 5; i++) expect((await run(BULK)).userErrors).toEqual([])
  expect((await run(BULK)).userErrors).toMatchObject([{ code: "LIMIT_REACHED" }])
})

test("orders are cancelled, refunded, edited and sent elsewhere, and each change says so", async () => {
  const { grant, call, control } = await shopify()
  const access = (await grant(SHIPPING)).body.access_token
  const ONE = `query ($query: String!) { orders(first: 1, query: $query) { nodes { id updatedAt edited displayFinancialStatus
    displayFulfillmentStatus cancelReason shippingAddress { name city }
    lineItems(first: 10) { nodes { sku quantity currentQuantity unfulfilledQuantity customAttributes { key value } } }
    refunds { refundLineItems(first: 10) { nodes { quantity } } }
    fulfillmentOrders(first: 1) { nodes { id status fulfillBy lineItems(first: 10) { nodes { id remainingQuantity } } } } } } }`
  const order = async (name: string) =>
    (await call(access, ONE, { query: `name:${name}` })).data.orders.nodes[0]
  const { orders } = await control({
    action: "place",
    lines: [
      { sku: "A", quantity: 3, attributes: [{ key: "Name", value: "Mia" }] },
      { sku: "B", quantity: 1 },
    ],
  })
  const [{ index, name }] = orders
  await control({ action: "refund", index, lines: [{ line: 0, quantity: 1 }] })
  await control({ action: "edit", index, line: 1, quantity: 2, attributes: [{ key: "Name", value: "Noah" }] })
  await control({ action: "edit", index, add: { sku: "C", quantity: 5, attributes: [] } })
  const address = {
    name: "Ana",
    address1: "1 New Way",
    city: "Reno",
    zip: "89501",
    country: "United States",
    countryCode: "US",
  }
  await control({ action: "readdress", index, address })
  const changed = await order(name)
  expect(changed).toMatchObject({
    edited: true,
    displayFinancialStatus: "PARTIALLY_REFUNDED",
    shippingAddress: { city: "Reno" },
  })
  expect(changed.lineItems.nodes).toMatchObject([
    { sku: "A", quantity: 3, currentQuantity: 2, unfulfilledQuantity: 2 },
    { sku: "B", quantity: 2, currentQuantity: 2, customAttributes: [{ key: "Name", value: "Noah" }] },
    { sku: "C", currentQuantity: 5 },
  ])
  expect(changed.refunds[0].refundLineItems.nodes).toEqual([{ quantity: 1 }])

  const FULFIL = `mutation ($f: FulfillmentInput!) { fulfillmentCreate(fulfillment: $f) {
    fulfillment { id trackingInfo { company number } } userErrors { field message } } }`
  const [work] = changed.fulfillmentOrders.nodes
  const fulfil = async (f: object, as = access) => await call(as, FULFIL, { f })
  const tracking = { trackingInfo: { company: "USPS", number: "9400" }, notifyCustomer: true }
  const readOnly = (await grant(READING)).body.access_token
  const whole = { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: work.id }], ...tracking }
  expect((await fulfil(whole, readOnly)).errors?.[0].extensions).toMatchObject({ code: "ACCESS_DENIED" })
  const part = {
    fulfillmentOrderId: work.id,
    fulfillmentOrderLineItems: [{ id: work.lineItems.nodes[0].id, quantity: 1 }],
  }
  expect((await fulfil({ lineItemsByFulfillmentOrder: [part] })).data.fulfillmentCreate.userErrors).toEqual(
    [],
  )
  expect(await order(name)).toMatchObject({ displayFulfillmentStatus: "PARTIALLY_FULFILLED" })
  expect((await fulfil(whole)).data.fulfillmentCreate).toMatchObject({
    fulfillment: { trackingInfo: [{ company: "USPS", number: "9400" }] },
    userErrors: [],
  })
  expect((await fulfil(whole)).data.fulfillmentCreate).toMatchObject({
    fulfillment: null,
    userErrors: [{ message: expect.stringContaining("unfulfillable status= closed") }],
  })
  expect(await order(name)).toMatchObject({ displayFulfillmentStatus: "FULFILLED" })
  await control({ action: "cancel", index: 5, reason: "FRAUD" })
  expect(await order("#1006")).toMatchObject({
    cancelReason: "FRAUD",
    fulfillmentOrders: { nodes: [{ status: "CANCELLED" }] },
  })
  await control({ action: "hold", index: 6, isHeld: true })
  await control({ action: "deadline", index: 6, fulfillByMs: Date.UTC(2030, 0, 2) })
  expect((await order("#1007")).fulfillmentOrders.nodes).toMatchObject([
    { status: "ON_HOLD", fulfillBy: "2030-01-02T00:00:00Z" },
  ])
})

test("webhooks are signed over their raw body, thin where asked, tried again with their id, and forged on request", async () => {
  const got: { headers: IncomingMessage["headers"]; body: string }[] = []
  let status = 200
  const listener = createServer(async (request, reply) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
    reply.writeHead(status).end()
  })
  await new Promise<void>((listening) => listener.listen(0, "127.0.0.1", listening))
  onTestFinished(() => void listener.close())
  const address = listener.address()
  const appOrigin = `http://localhost:${typeof address === "object" ? address?.port : 0}`
  const { grant, call, control } = await shopify(appOrigin)
  const access = (await grant()).body.access_token
  const SUBSCRIBE = `mutation ($topic: WebhookSubscriptionTopic!, $s: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $s) { webhookSubscription { id uri } userErrors { message } } }`
  const s = { uri: `${appOrigin}/api/webhooks/shopify`, includeFields: ["id", "updated_at"] }
  const subscribe = async (more: object = {}) =>
    (await call(access, SUBSCRIBE, { topic: "ORDERS_UPDATED", s: { ...s, ...more } })).data
      .webhookSubscriptionCreate
  expect((await subscribe({ uri: "http://example.com" })).userErrors).toHaveLength(1)
  expect((await subscribe()).userErrors).toEqual([])
  expect((await subscribe()).userErrors).toEqual([
    { message: "Address for this topic has already been taken" },
  ])

  await control({ action: "bump", index: 0 })
  expect(got).toHaveLength(1)
  const isSigned = ({ headers, body }: (typeof got)[number]) =>
    createHmac("sha256", SECRET).update(body).digest("base64") === headers["x-shopify-hmac-sha256"]
  expect(isSigned(got[0])).toBe(true)
  expect(got[0].headers).toMatchObject({ "x-shopify-topic": "orders/updated", "x-shopify-shop-domain": SHOP })
  expect(Object.keys(JSON.parse(got[0].body))).toEqual(["id", "updated_at"])

  await control({ action: "redeliver" })
  expect(got[1].headers["x-shopify-webhook-id"]).toBe(got[0].headers["x-shopify-webhook-id"])
  status = 500
  await control({ action: "bump", index: 1 })
  status = 200
  await expect.poll(() => got.length).toBe(4)
  expect(got[3].headers["x-shopify-webhook-id"]).toBe(got[2].headers["x-shopify-webhook-id"])

  await control({ action: "webhooks", mode: "forge" })
  await control({ action: "bump", index: 2 })
  expect(isSigned(got[4])).toBe(false)
  await control({ action: "webhooks", mode: "hold", times: 1 })
  await control({ action: "bump", index: 3 })
  expect(got).toHaveLength(5)
  await control({ action: "redeliver" })
  expect(got).toHaveLength(6)

  await control({ action: "privacy", topic: "customers/redact", index: 4 })
  expect(got[6].headers["x-shopify-topic"]).toBe("customers/redact")
  expect(JSON.parse(got[6].body)).toMatchObject({ shop_domain: SHOP, orders_to_redact: [expect.any(Number)] })
  await control({ action: "uninstall" })
  expect(got[7].headers["x-shopify-topic"]).toBe("app/uninstalled")
  expect((await call(access, "{ shop { id } }")).status).toBe(401)
})
