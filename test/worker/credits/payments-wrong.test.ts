import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import { useApp } from "../../../harness/app.ts"
import { sampled } from "../../../harness/layer.ts"
import { captureIssues } from "../../../stand-ins/paypal/paypal-issues.ts"
import { faultAt } from "../orders/order-steps.ts"
import { approve, bought, control, orderOf, paid, paymentOf, released, returned } from "./paypal-steps.ts"

const app = useApp()
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000

async function given(name: string) {
  const user = await app.givenUser({ name })
  return { ...user, order: await bought(user.client, "credits100") }
}

test.each([
  ["amount", { amount: { currency_code: "USD", value: "0.10" } }],
  ["currency", { amount: { currency_code: "JPY", value: "10.00" } }],
  ["payee", { merchantId: "SOMEBODYELSE" }],
  ["custom_id", { customId: "0197f3c0-0000-7000-8000-000000000000" }],
])("an order with another %s is neither captured nor granted", async (what, change) => {
  app.expectErrors(/paypal's order is not our payment/)
  const { client, hub, order } = await given("Wrong")
  await control(app, { action: "alter", orderId: order.orderId, ...change })
  expect(await returned(client, await approve(order)), what).toBe("/dashboard?PaymentResult=Pending")
  await app.runtime.runCron(MINUTE, Date.now() + 5 * MINUTE_MS)
  expect(await orderOf(app, order)).toMatchObject({ status: "APPROVED", captures: [] })
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending" })
  expect(await hub.balance()).toMatchObject({ available: 20, seq: 1 })
})

test("a capture of another amount grants nothing", async () => {
  app.expectErrors(/paypal's order is not our payment/)
  const { client, hub, order } = await given("Less")
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  await control(app, { action: "approve", orderId: order.orderId })
  await control(app, { action: "take", orderId: order.orderId })
  const captured = { currency_code: "USD", value: "9.99" }
  await control(app, { action: "alter", orderId: order.orderId, captured })
  expect(await returned(client, `/api/payments/return?token=${order.orderId}`)).toContain("Pending")
  expect(await hub.balance()).toMatchObject({ available: 20, seq: 1 })
})

/** The issues that only the payer can mend; every other one is the shop's, or passes. */
const payersIssues = [
  "AGREEMENT_ALREADY_CANCELLED",
  "BANK_NOT_SUPPORTED_FOR_VERIFICATION",
  "BILLING_AGREEMENT_ID_MISMATCH",
  "BILLING_AGREEMENT_NOT_FOUND",
  "CARD_BRAND_NOT_SUPPORTED",
  "CARD_EXPIRED",
  "COMPLIANCE_VIOLATION",
  "CONSENT_NEEDED",
  "DECLINED_DUE_TO_RELATED_TXN",
  "DOMESTIC_TRANSACTION_REQUIRED",
  "DUPLICATE_INVOICE_ID",
  "INSTRUMENT_DECLINED",
  "MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED",
  "ORDER_EXPIRED",
  "PAYEE_BLOCKED_TRANSACTION",
  "PAYER_ACCOUNT_LOCKED_OR_CLOSED",
  "PAYER_ACCOUNT_RESTRICTED",
  "PAYER_ACTION_REQUIRED",
  "PAYER_CANNOT_PAY",
  "PAYMENT_DENIED",
  "REDIRECT_PAYER_FOR_ALTERNATE_FUNDING",
  "REFERENCED_CARD_EXPIRED",
  "TOKEN_ID_NOT_FOUND",
  "TRANSACTION_BLOCKED_BY_PAYEE",
  "TRANSACTION_LIMIT_EXCEEDED",
  "TRANSACTION_REFUSED",
]
const passing = [
  "INTERNAL_SERVER_ERROR",
  "ORDER_ALREADY_CAPTURED",
  "ORDER_COMPLETION_IN_PROGRESS",
  "ORDER_NOT_APPROVED",
  "RATE_LIMIT_REACHED",
]

test("what the payer must mend ends a payment at once and says what to do; what is ours waits and is told to us", async () => {
  app.expectErrors(/paypal lets us take no money|paypal was asked for/)
  const { client, hub } = await app.givenUser({ name: "Refused" })
  for (const issue of Object.keys(captureIssues)) {
    await control(app, { action: "clear" })
    await control(app, { action: "webhooks", mode: "drop" })
    await control(app, { action: "capture", as: "refused", issue })
    const order = await bought(client, "credits100")
    const isPayers = payersIssues.includes(issue)
    const page = await returned(client, await approve(order))
    expect(page, issue).toContain(`PaymentResult=${isPayers ? "Cancelled" : "Pending"}`)
    const payment = await paymentOf(client, order._id)
    expect(payment, issue).toMatchObject({
      status: isPayers ? "Cancelled" : "Pending",
      refusal: expect.stringMatching(/Nothing was charged\..* (please|Please|you can)/),
    })
    // The page asks for the sentence by the payment's id, also after a reload.
    if (isPayers) expect(page, issue).toContain(`payment=${order._id}`)
    const isOurs = /account|PayPal does not let us/.test(payment.refusal ?? "")
    if (!isPayers && !passing.includes(issue)) expect(isOurs, issue).toBe(true)
    expect((await orderOf(app, order)).captureCalls, issue).toBe(1)
  }
  expect(await hub.balance()).toMatchObject({ available: 20, seq: 1 })
  const notices = (await client.get("/api/notifications?limit=50")).data as { message: string }[]
  expect(notices).toHaveLength(payersIssues.length)
  for (const { message } of notices)
    expect(message).toMatch(/^A payment of \$10\.00 was cancelled\. .* Nothing was charged\./)
})

test("PayPal's refusal of our credentials or of an order is ours: the page says so, and it is logged", async () => {
  app.expectErrors(/paypal lets us take no money/)
  const { client } = await app.givenUser({ name: "Unwelcome" })
  const refusals = [
    { path: "/v1/oauth2/token", status: 401 },
    { path: "/v2/checkout/orders", status: 422 },
  ]
  for (const [index, refusal] of refusals.entries()) {
    await control(app, { action: "expire-tokens" })
    await faultAt(app, { action: "fail", ...refusal })
    expect(await client.post("/api/buyCredits", { sku: "credits100" })).toMatchObject({
      status: 502,
      code: "vendor-unavailable",
      message: expect.stringMatching(
        /^PayPal does not let us take payments at the moment\. .*bank transfer\.$/,
      ),
    })
    expect(app.errorLog().filter((line) => line.includes("take no money"))).toHaveLength(index + 1)
  }
})

const weather: [issue: string, errors: RegExp][] = [
  ["INTERNAL_SERVER_ERROR", /paypal was asked for|payment not checked/],
  ["PAYEE_ACCOUNT_RESTRICTED", /paypal lets us take no money/],
  ["ORDER_NOT_APPROVED", /nothing to log/],
]
test.each(sampled(weather, weather.length))(
  "%s is tried ever more rarely, whoever asks, and ends with the day",
  async (issue, errors) => {
    app.expectErrors(errors)
    const { client } = await app.givenUser({ name: "Tried" })
    await app.db.prepare("UPDATE payment SET check_at = NULL").run()
    await control(app, { action: "clear" })
    await control(app, { action: "webhooks", mode: "drop" })
    await control(app, { action: "capture", as: "refused", issue, times: 100 })
    const order = await bought(client, "credits100")
    const back = await approve(order)
    for (let visit = 0; visit < 5; visit++) expect(await returned(client, back)).toContain("Pending")
    expect((await orderOf(app, order)).captureCalls).toBe(1)
    const startMs = Date.now()
    for (let minutes = 3; minutes < 24 * 60; minutes = Math.ceil(minutes * 1.3))
      await app.runtime.runCron(MINUTE, startMs + minutes * MINUTE_MS)
    expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending" })
    // After 2, 4, 8 … minutes, and every 6 hours at the end.
    expect((await orderOf(app, order)).captureCalls).toBeLessThanOrEqual(11)
    await app.runtime.runCron(MINUTE, startMs + DAY_MS + 13 * 60 * MINUTE_MS)
    expect(await paymentOf(client, order._id)).toMatchObject({
      status: "Cancelled",
      refusal: expect.stringContaining("Nothing was charged."),
    })
    const row = await app.db.prepare("SELECT check_at FROM payment WHERE id = ?").bind(order._id).first()
    expect(row).toEqual({ check_at: null })
  },
)

test("a refused payment stays as it was told, whoever comes and however often; the next one counts", async () => {
  const { client, hub } = await app.givenUser({ name: "Again" })
  await control(app, { action: "clear" })
  await control(app, { action: "webhooks", mode: "hold" })
  await control(app, { action: "capture", as: "refused", issue: "INSTRUMENT_DECLINED" })
  const order = await bought(client, "credits100")
  const back = await approve(order)
  const visits = await Promise.all(Array.from({ length: 4 }, () => returned(client, back)))
  expect(new Set(visits.map((page) => page.split("&")[0]))).toEqual(
    new Set(["/dashboard?PaymentResult=Cancelled"]),
  )
  // PayPal would take the money now: whoever was told to start again must not be charged twice.
  expect(await released(app, { copies: 3 })).toEqual(["200", "200", "200"])
  expect(await returned(client, back)).toContain("Cancelled")
  await app.runtime.runCron(MINUTE, Date.now() + 10 * MINUTE_MS)
  expect((await orderOf(app, order)).captures).toEqual([])
  expect(await paymentOf(client, order._id)).toMatchObject({
    status: "Cancelled",
    refusal: expect.stringMatching(/^Your bank or card refused/),
  })
  await paid(app, client)
  expect(await hub.balance()).toMatchObject({ available: 120 })
})

test("a payment that PayPal does not answer for is given up after a week, and told to us", async () => {
  app.expectErrors(/paypal was asked for|payment not checked|payment given up/)
  const { client } = await app.givenUser({ name: "Silent" })
  await app.db.prepare("UPDATE payment SET check_at = NULL").run()
  const order = await bought(client, "credits100")
  const fault = { path: `/v2/checkout/orders/${order.orderId}`, action: "fail", status: 503, times: 50 }
  await fetch(`${app.standIns.origin}/__control`, { method: "POST", body: JSON.stringify(fault) })
  await app.runtime.runCron(MINUTE, Date.now() + 2 * DAY_MS)
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending" })
  await app.runtime.runCron(MINUTE, Date.now() + 8 * DAY_MS)
  expect(await paymentOf(client, order._id)).toMatchObject({
    status: "Cancelled",
    refusal: expect.stringMatching(/^PayPal does not tell us whether this payment went through/),
  })
})
