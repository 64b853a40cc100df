import { createVerify, X509Certificate } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import { crc32 } from "node:zlib"
import { expect, onTestFinished, test } from "vitest"
import { missingPayPalEvents, paypalEvents } from "../../contract/credits/paypal-events.ts"
import { registerWebhook } from "../../local/paypal.ts"
import { paypalAccount } from "../../stand-ins/paypal/paypal-account.ts"
import { serveStandIns } from "../../stand-ins/serve.ts"

type Json = Record<string, unknown>
type Received = { headers: IncomingHttpHeaders; body: string }

async function standIn() {
  const served = await serveStandIns(0)
  onTestFinished(() => served.close())
  const { origin } = served
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(origin + path, {
      method,
      redirect: "manual",
      headers: { "content-type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.includes("json") ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : {}) as Json,
    }
  }
  const basic = btoa(`${paypalAccount.clientId}:${paypalAccount.clientSecret}`)
  const token = await send("POST", "/v1/oauth2/token", "grant_type=client_credentials", {
    authorization: `Basic ${basic}`,
    "content-type": "application/x-www-form-urlencoded",
  })
  const bearer = { authorization: `Bearer ${token.json.access_token}` }
  const api = (method: string, path: string, body?: unknown, requestId?: string) =>
    send(method, path, body, { ...bearer, ...(requestId ? { "paypal-request-id": requestId } : {}) })
  const control = (order: Json) => send("POST", "/__control", { vendor: "paypal", ...order })
  return { origin, send, api, control }
}

/** A merchant's server that gives the set answers and keeps the requests. */
async function listener(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== "object" || !address) throw new Error("no port")
  return { url: `http://localhost:${address.port}/hook`, received }
}

const asked = {
  intent: "CAPTURE",
  purchase_units: [{ custom_id: "mine", amount: { currency_code: "USD", value: "10.00" } }],
  payment_source: {
    paypal: {
      experience_context: { return_url: "http://shop.test/back", cancel_url: "http://shop.test/back?no=1" },
    },
  },
}

test("it refuses wrong credentials, missing tokens and malformed orders as PayPal does", async () => {
  const { send, api } = await standIn()
  const wrong = await send("POST", "/v1/oauth2/token", "grant_type=client_credentials", {
    authorization: `Basic ${btoa("stand-in-client:guess")}`,
  })
  expect(wrong).toMatchObject({ status: 401, json: { error: "invalid_client" } })
  for (const [method, path] of [
    ["POST", "/v2/checkout/orders"],
    ["GET", "/v2/checkout/orders/X"],
    ["POST", "/v2/checkout/orders/X/capture"],
    ["GET", "/v2/payments/captures/X"],
    ["POST", "/v1/notifications/webhooks"],
  ])
    expect((await send(method, path, method === "POST" ? {} : undefined)).status, path).toBe(401)
  expect(
    (await api("POST", "/v2/checkout/orders", { intent: "CAPTURE", purchase_units: [] }, "r")).json,
  ).toMatchObject({
    name: "INVALID_REQUEST",
  })
  expect((await api("POST", "/v2/checkout/orders", asked)).json).toMatchObject({
    details: [{ issue: "PAYPAL_REQUEST_ID_REQUIRED" }],
  })
  const unit = { ...asked.purchase_units[0], payee: { merchant_id: "SOMEBODYELSE" } }
  expect(await api("POST", "/v2/checkout/orders", { ...asked, purchase_units: [unit] }, "r2")).toMatchObject({
    status: 422,
    json: { details: [{ issue: "PAYEE_ACCOUNT_INVALID" }] },
  })
  expect((await api("GET", "/v2/checkout/orders/UNKNOWN")).json).toMatchObject({ name: "RESOURCE_NOT_FOUND" })
})

test("an order is made once, approved on its page, captured once and refunded no further than it goes", async () => {
  const { origin, send, api, control } = await standIn()
  const made = await api("POST", "/v2/checkout/orders", asked, "request-1")
  const again = await api("POST", "/v2/checkout/orders", asked, "request-1")
  expect([made.status, again.status]).toEqual([201, 200])
  expect(again.json).toEqual(made.json)
  const id = String(made.json.id)
  expect(made.json).toMatchObject({ status: "PAYER_ACTION_REQUIRED" })
  const links = made.json.links as { rel: string; href: string }[]
  expect(links.find(({ rel }) => rel === "payer-action")?.href).toBe(`${origin}/checkoutnow?token=${id}`)

  expect((await api("POST", `/v2/checkout/orders/${id}/capture`, {}, "c0")).json).toMatchObject({
    details: [{ issue: "ORDER_NOT_APPROVED" }],
  })
  const cancelled = await send("POST", `/checkoutnow/${id}/cancel`)
  expect(cancelled.headers.get("location")).toBe(`http://shop.test/back?no=1&token=${id}`)
  const approved = await send("POST", `/checkoutnow/${id}/approve`)
  expect(approved.headers.get("location")).toBe(`http://shop.test/back?token=${id}&PayerID=STANDINPAYER1`)
  expect((await send("GET", `/checkoutnow?token=${id}`)).text).not.toContain("<button")

  const captured = await api("POST", `/v2/checkout/orders/${id}/capture`, {}, "c1")
  const replayed = await api("POST", `/v2/checkout/orders/${id}/capture`, {}, "c1")
  expect(replayed.json).toEqual(captured.json)
  expect((await api("POST", `/v2/checkout/orders/${id}/capture`, {}, "c2")).json).toMatchObject({
    details: [{ issue: "ORDER_ALREADY_CAPTURED" }],
  })
  const order = (await api("GET", `/v2/checkout/orders/${id}`)).json as {
    status: string
    purchase_units: [{ payee: Json; payments: { captures: [{ id: string; status: string }] } }]
  }
  expect(order.status).toBe("COMPLETED")
  expect(order.purchase_units[0].payee.merchant_id).toBe(paypalAccount.merchantId)
  const capture = order.purchase_units[0].payments.captures[0]
  expect(capture.status).toBe("COMPLETED")

  const refund = `/v2/payments/captures/${capture.id}/refund`
  const part = { amount: { currency_code: "USD", value: "4.00" } }
  expect((await api("POST", refund, part, "f1")).status).toBe(201)
  expect((await api("POST", refund, part, "f1")).status).toBe(200)
  expect((await api("GET", `/v2/payments/captures/${capture.id}`)).json).toMatchObject({
    status: "PARTIALLY_REFUNDED",
    custom_id: "mine",
    supplementary_data: { related_ids: { order_id: id } },
  })
  const more = { amount: { currency_code: "USD", value: "6.01" } }
  expect((await api("POST", refund, more, "f2")).json).toMatchObject({
    details: [{ issue: "REFUND_AMOUNT_EXCEEDED" }],
  })
  const rest = (await control({ action: "refund", captureId: capture.id })).json
  expect((await api("GET", `/v2/payments/refunds/${rest.id}`)).json).toMatchObject({
    status: "COMPLETED",
    amount: { currency_code: "USD", value: "6.00" },
  })
  const state = (await send("GET", "/__state")).json as { paypal: { orders: Json } }
  expect(state.paypal.orders).toMatchObject({ count: 1, capturedCents: 1_000, refundedCents: 1_000 })
})

test("a capture is refused as PayPal words it, and a reversal can be taken back", async () => {
  const { api, control } = await standIn()
  const approved = async () => {
    const { json } = await api("POST", "/v2/checkout/orders", asked, crypto.randomUUID())
    await control({ action: "approve", orderId: json.id })
    return `/v2/checkout/orders/${json.id}`
  }
  const order = await approved()
  const refusals: [issue: string, status: number, name: string][] = [
    ["TRANSACTION_REFUSED", 422, "UNPROCESSABLE_ENTITY"],
    ["PERMISSION_DENIED", 403, "NOT_AUTHORIZED"],
    ["RATE_LIMIT_REACHED", 429, "RATE_LIMIT_REACHED"],
    ["INTERNAL_SERVER_ERROR", 500, "INTERNAL_SERVER_ERROR"],
  ]
  for (const [issue, status, name] of refusals) {
    await control({ action: "capture", as: "refused", issue })
    expect(await api("POST", `${order}/capture`, {}, issue)).toMatchObject({
      status,
      json: { name, details: [{ issue }] },
    })
    expect((await api("GET", order)).json).toMatchObject({ status: "APPROVED" })
  }
  const made = await api("POST", `${order}/capture`, {}, "through")
  expect(Object.keys(made.json), "minimal, for nothing else was preferred").toEqual(["id", "status", "links"])
  const { json } = await api("GET", order)
  const [unit] = json.purchase_units as [{ payments: { captures: [{ id: string }] } }]
  const captureId = unit.payments.captures[0].id
  const reversal = (await control({ action: "reverse", captureId })).json
  expect((await api("GET", `/v2/payments/captures/${captureId}`)).json).toMatchObject({ status: "REFUNDED" })
  await control({ action: "cancel-reversal", refundId: reversal.id, isRefundCancelled: true })
  expect((await api("GET", `/v2/payments/captures/${captureId}`)).json).toMatchObject({ status: "COMPLETED" })
  expect((await api("GET", `/v2/payments/refunds/${reversal.id}`)).json).toMatchObject({
    status: "CANCELLED",
  })
})

test("a case about a capture is opened, found, decided, appealed and told of", async () => {
  const { origin, send, api, control } = await standIn()
  const { url, received } = await listener()
  const { json } = await api("POST", "/v2/checkout/orders", asked, "request-1")
  await control({ action: "approve", orderId: json.id })
  const taken = (await control({ action: "take", orderId: json.id })).json as {
    purchase_units: [{ payments: { captures: [{ id: string }] } }]
  }
  const captureId = taken.purchase_units[0].payments.captures[0].id
  await registerWebhook(origin, url)
  const messages = () =>
    received.map(({ body }) => JSON.parse(body) as { event_type: string; resource: Json })
  expect((await send("GET", "/v1/customer/disputes/PP-1")).status).toBe(401)
  expect((await api("GET", "/v1/customer/disputes/PP-1")).json).toMatchObject({ name: "RESOURCE_NOT_FOUND" })

  const { disputeId } = (await control({ action: "dispute", captureId, value: "4.00", isReversed: true }))
    .json
  const path = `/v1/customer/disputes/${disputeId}`
  const result = (await api("GET", path)).json
  expect(result).toMatchObject({
    dispute_id: disputeId,
    status: "UNDER_REVIEW",
    dispute_life_cycle_stage: "CHARGEBACK",
    dispute_amount: { currency_code: "USD", value: "4.00" },
    disputed_transactions: [{ seller_transaction_id: captureId, transaction_status: "PARTIALLY_REFUNDED" }],
    money_movements: [{ affected_party: "SELLER", type: "DEBIT", reason: "DISPUTE_SETTLEMENT" }],
  })
  const list = await api("GET", `/v1/customer/disputes?disputed_transaction_id=${captureId}`)
  expect(list.json.items).toMatchObject([{ dispute_id: disputeId, status: "UNDER_REVIEW" }])
  await control({ action: "resolve-dispute", disputeId, outcome: "RESOLVED_BUYER_FAVOUR" })
  expect((await api("GET", path)).json).toMatchObject({
    status: "RESOLVED",
    dispute_outcome: { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: { value: "4.00" } },
  })
  await control({ action: "update-dispute", disputeId })
  expect((await api("GET", path)).json).not.toHaveProperty("dispute_outcome")
  await control({ action: "resolve-dispute", disputeId, outcome: "RESOLVED_SELLER_FAVOUR" })
  expect((await api("GET", path)).json.money_movements).toMatchObject([{ type: "DEBIT" }, { type: "CREDIT" }])
  await expect.poll(() => messages().length).toBe(5)
  expect(new Set(messages().map(({ event_type: type }) => type))).toEqual(
    new Set([
      "CUSTOMER.DISPUTE.CREATED",
      "PAYMENT.CAPTURE.REVERSED",
      "CUSTOMER.DISPUTE.RESOLVED",
      "CUSTOMER.DISPUTE.UPDATED",
    ]),
  )
  await control({ action: "forbid-disputes", isForbidden: true })
  expect((await api("GET", path)).status).toBe(403)
})

test("webhooks are signed over the very bytes, and come again until they are answered well", async () => {
  const { origin, send, api } = await standIn()
  const { url, received } = await listener([500])
  const webhookId = await registerWebhook(origin, url)
  const { json } = await api("POST", "/v2/checkout/orders", asked, "request-1")
  await send("POST", `/checkoutnow/${json.id}/approve`)
  await expect.poll(() => received.length).toBe(2)
  expect(received[0].body).toBe(received[1].body)
  for (const { headers, body } of received) {
    expect(headers.connection, "none is kept").toBe("close")
    const certUrl = String(headers["paypal-cert-url"])
    expect(certUrl.startsWith(`${origin}/v1/notifications/certs/CERT-`)).toBe(true)
    const certificate = new X509Certificate((await send("GET", new URL(certUrl).pathname)).text)
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    const signed = [
      headers["paypal-transmission-id"],
      headers["paypal-transmission-time"],
      webhookId,
      crc32(body),
    ].join("|")
    const isSigned = createVerify("sha256")
      .update(signed)
      .verify(certificate.publicKey, String(headers["paypal-transmission-sig"]), "base64")
    expect(isSigned).toBe(true)
    expect(JSON.parse(body)).toMatchObject({
      event_type: "CHECKOUT.ORDER.APPROVED",
      resource_type: "checkout-order",
      resource: { id: json.id, status: "APPROVED" },
    })
  }
  expect((await send("GET", "/v1/notifications/certs/CERT-unknown")).status).toBe(404)
})

test("an app's webhooks are made, listed, changed and deleted, and hear what they are subscribed to", async () => {
  const { origin, send, api, control } = await standIn()
  const { url, received } = await listener()
  const path = "/v1/notifications/webhooks"
  const named = (names: readonly string[]) => names.map((name) => ({ name }))
  const refusal = async (method: string, at: string, body: unknown) => {
    const { status, json } = await api(method, at, body)
    return [status, json.name, ...((json.details as Json[] | undefined) ?? []).map(({ issue }) => issue)]
  }
  expect((await send("GET", path)).status).toBe(401)
  expect((await api("GET", path)).json).toEqual({ webhooks: [] })

  const id = await registerWebhook(origin, url)
  expect(await registerWebhook(origin, url), "kept").toBe(id)
  const result = (await api("GET", `${path}/${id}`)).json as { url: string; event_types: { name: string }[] }
  expect(result).toMatchObject({ id, url, links: [{ rel: "self" }, { rel: "update" }, { rel: "delete" }] })
  const subscribed = result.event_types.map(({ name }) => name)
  expect(missingPayPalEvents(subscribed)).toEqual([])
  expect(subscribed).toContain("PAYMENT.CAPTURE.DECLINED")
  expect((await api("GET", `${path}/${id}/event-types`)).json).toEqual({ event_types: result.event_types })

  const all = named(paypalEvents)
  const elsewhere = "https://shop.test/hook"
  for (const [body, ...expected] of [
    [{ url, event_types: all }, 400, "WEBHOOK_URL_ALREADY_EXISTS"],
    [{ url: "http://shop.test/hook", event_types: all }, 400, "VALIDATION_ERROR", "Not a valid webhook URL"],
    [
      { url: "https://shop.test:8443/", event_types: all },
      400,
      "VALIDATION_ERROR",
      "Not a valid webhook URL",
    ],
    [{ url: elsewhere, event_types: [] }, 400, "VALIDATION_ERROR", "Required field is missing"],
    [
      { url: elsewhere, event_types: named(["PAYMENT.NONSENSE"]) },
      400,
      "VALIDATION_ERROR",
      "Not a valid event name : PAYMENT.NONSENSE",
    ],
  ] as const)
    expect(await refusal("POST", path, body)).toEqual(expected)
  expect(await refusal("GET", `${path}/UNKNOWN`, undefined)).toEqual([404, "INVALID_RESOURCE_ID"])
  expect(await refusal("POST", path, "{")).toEqual([400, "MALFORMED_REQUEST"])

  const replace = (at: string, value: unknown) => [{ op: "replace", path: at, value }]
  expect(await refusal("PATCH", `${path}/${id}`, replace("/url", url))).toEqual([
    400,
    "WEBHOOK_PATCH_REQUEST_NO_CHANGE",
  ])
  expect(await refusal("PATCH", `${path}/${id}`, [{ op: "remove", path: "/url" }])).toEqual([
    400,
    "VALIDATION_ERROR",
    "Required field is missing",
  ])
  const disputes = ["CUSTOMER.DISPUTE.CREATED"]
  await api("PATCH", `${path}/${id}`, replace("/event_types", named(disputes)))
  expect(missingPayPalEvents(disputes)).toHaveLength(paypalEvents.length - 1)
  const approved = async () => {
    const { json } = await api("POST", "/v2/checkout/orders", asked, crypto.randomUUID())
    await control({ action: "approve", orderId: json.id })
  }
  await approved()
  await api("PATCH", `${path}/${id}`, replace("/event_types", named(["*"])))
  await approved()
  await expect.poll(() => received.length).toBe(1)
  expect((await api("DELETE", `${path}/${id}`)).status).toBe(204)
  expect(await refusal("DELETE", `${path}/${id}`, undefined)).toEqual([404, "INVALID_RESOURCE_ID"])

  for (let i = 0; i < 10; i++) await api("POST", path, { url: `${elsewhere}/${i}`, event_types: all })
  expect(await refusal("POST", path, { url: elsewhere, event_types: all })).toEqual([
    400,
    "WEBHOOK_NUMBER_LIMIT_EXCEEDED",
  ])
})

test("webhooks are dropped, repeated, delayed, held, reordered and forged on request; its state stays bounded", async () => {
  const { origin, send, api, control } = await standIn()
  const { url, received } = await listener()
  await registerWebhook(origin, url)
  const approved = async () => {
    const { json } = await api("POST", "/v2/checkout/orders", asked, crypto.randomUUID())
    await control({ action: "approve", orderId: json.id })
    return String(json.id)
  }
  const idsOf = () =>
    received.map(({ body }) => (JSON.parse(body) as { resource: { id: string } }).resource.id)

  await control({ action: "webhooks", mode: "drop" })
  await approved()
  await control({ action: "webhooks", mode: "repeat", copies: 3 })
  const repeated = await approved()
  await expect.poll(idsOf).toEqual([repeated, repeated, repeated])
  received.length = 0

  await control({ action: "webhooks", mode: "hold", times: 3 })
  const held = [await approved(), await approved(), await approved()]
  await control({ action: "webhooks", mode: "delay", delayMs: 50 })
  const late = await approved()
  await expect.poll(idsOf).toEqual([late])
  await control({ action: "release", order: [2, 0], copies: 2 })
  expect(idsOf()).toEqual([late, held[2], held[2], held[0], held[0]])

  received.length = 0
  for (const forgery of ["signature", "body", "certificate", "webhook-id", "unsigned"])
    await control({ action: "webhooks", mode: "forge", forgery })
  for (let i = 0; i < 5; i++) await approved()
  await expect.poll(() => received.length).toBe(5)
  expect(received.filter(({ headers }) => headers["paypal-transmission-sig"] === undefined)).toHaveLength(1)
  expect(
    received.filter(({ headers }) => String(headers["paypal-cert-url"]).startsWith("http://127.0.0.1")),
  ).toHaveLength(1)

  for (let i = 0; i < 80; i++) await approved()
  const text = (await send("GET", "/__state")).text
  expect(text.length).toBeLessThan(100_000)
})
