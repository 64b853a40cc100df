import { createHmac, randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { webhooks } from "../../../contract/api/payment-api.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { useApp } from "../../../harness/app.ts"
import { longTest } from "../../../harness/long-test.ts"
import { Client } from "../../../local/client.ts"
import { shopifyApp } from "../../../stand-ins/shopify/shopify-oauth.ts"
import { burstRules } from "../../../worker/rate-limit.ts"
import { until } from "../artwork/artwork-steps.ts"
import { bought, control, orderOf, paid, paymentOf, paypalState, released } from "./paypal-steps.ts"

const app = useApp()
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000

async function given(name: string) {
  const user = await app.givenUser({ name })
  return { ...user, order: await bought(user.client, "credits100") }
}

/** Has PayPal approve, capture and refund half, with its webhooks held. */
async function heldHistory() {
  const user = await given("Permuted")
  const { orderId } = user.order
  await control(app, { action: "webhooks", mode: "hold", times: 3 })
  await control(app, { action: "approve", orderId })
  await control(app, { action: "take", orderId })
  const [{ id: captureId }] = (await orderOf(app, user.order)).captures
  await control(app, { action: "refund", captureId, value: "5.00" })
  expect((await paypalState(app)).webhooks.held.map(({ eventType }) => eventType)).toEqual([
    "CHECKOUT.ORDER.APPROVED",
    "PAYMENT.CAPTURE.COMPLETED",
    "PAYMENT.CAPTURE.REFUNDED",
  ])
  return user
}

const permutations = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
  // Some lost, some come again long after.
  [2],
  [1],
  [0],
  [2, 2, 0, 2, 1, 0],
]

test.each(permutations.map((order) => [order]))(
  "webhooks in the order %j, each three times, end the same",
  async (order) => {
    const { client, hub, order: bought } = await heldHistory()
    const { deliveries } = (await control(app, { action: "release", order, copies: 3 })) as {
      deliveries: { outcome: string }[]
    }
    expect(new Set(deliveries.map(({ outcome }) => outcome))).toEqual(new Set(["200"]))
    expect(await paymentOf(client, bought._id)).toMatchObject({ status: "Completed" })
    expect(await hub.balance()).toMatchObject({ available: 70, owed: 0, seq: 3 })
    const entries = await hub.statement({ afterSeq: 1, limit: 10 })
    expect(entries.map(({ kind, credits }) => [kind, credits]).sort()).toEqual([
      ["grant", 100],
      ["refund", 50],
    ])
    const notices = (await client.get("/api/notifications")).data as unknown[]
    expect(notices).toHaveLength(1)
  },
)

test.each(["signature", "body", "certificate", "webhook-id", "unsigned"])(
  "a webhook with a forged %s is refused and changes nothing",
  async (forgery) => {
    const { client, hub, order } = await given("Forged")
    await control(app, { action: "webhooks", mode: "forge", forgery })
    await control(app, { action: "approve", orderId: order.orderId })
    await until("the refusal", async () =>
      (await orderOf(app, order)).deliveries.some(({ outcome }) => outcome === "400"),
    )
    expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending" })
    expect(await orderOf(app, order)).toMatchObject({ status: "APPROVED", captures: [] })
    expect(await hub.balance()).toMatchObject({ available: 20 })
  },
)

test("a webhook that is too long, empty, or signed but about nothing of ours is harmless", async () => {
  app.expectErrors(/webhook about no payment/)
  const visitor = app.visitor()
  const json = { "content-type": "application/json", "sec-fetch-site": "" }
  const send = (body: string) => visitor.send("POST", "/api/webhooks/paypal", body, json)
  expect((await send("")).status).toBe(400)
  expect((await send("x".repeat(300_000))).status).toBe(413)
  expect((await visitor.get("/api/webhooks/paypal")).status).toBe(404)

  // An order of somebody else's shop with the same PayPal account.
  const { client, order } = await given("Stranger")
  await app.db
    .prepare("UPDATE payment SET payment_system_reference_id = 'OTHER' WHERE id = ?")
    .bind(order._id)
    .run()
  await control(app, { action: "approve", orderId: order.orderId })
  await until("the webhook", async () =>
    (await orderOf(app, order)).deliveries.some(({ outcome }) => outcome === "200"),
  )
  expect(await orderOf(app, order)).toMatchObject({ captures: [] })
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending" })
})

longTest.each(Object.entries(webhooks))(
  "a flood of webhooks of %s is refused by address, and nobody else's is",
  async (vendor, { path }) => {
    const at = async (address: string) =>
      (await new Client(app.origin, { address }).post(`/api${path}`)).status
    const unsigned = await at("203.0.113.8")
    expect([400, 401]).toContain(unsigned)
    const statuses = new Set<number>()
    // Two minutes may have a share each, and one more is too many.
    for (let sent = 0; sent <= 2 * burstRules.webhook.limit && !statuses.has(429); sent += 50)
      for (const status of await Promise.all(Array.from({ length: 50 }, () => at("203.0.113.7"))))
        statuses.add(status)
    expect(statuses).toEqual(new Set([unsigned, 429]))
    expect(await at("203.0.113.8")).toBe(unsigned)
    if (vendor !== "shopify") return
    // What a store has signed counts for that store, wherever it comes from.
    const body = "{}"
    const signed = await new Client(app.origin, { address: "203.0.113.7" }).post(`/api${path}`, body, {
      "content-type": "application/json",
      "x-shopify-topic": "orders/updated",
      "x-shopify-shop-domain": "quiet.myshopify.com",
      "x-shopify-webhook-id": randomUUID(),
      "x-shopify-hmac-sha256": createHmac("sha256", shopifyApp.clientSecret).update(body).digest("base64"),
    })
    expect(signed.status).toBe(200)
  },
)

test("when every webhook is lost and nobody returns, the cron finds the money", async () => {
  const { client, hub, order } = await given("Missing")
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  await control(app, { action: "approve", orderId: order.orderId })
  await app.runtime.runCron(MINUTE, Date.now() + 3 * MINUTE_MS)
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed" })
  expect(await hub.balance()).toMatchObject({ available: 120 })
})

/** Does something at PayPal and delivers the announced events, as often as wanted. */
async function shown(order: Record<string, unknown>, more: Record<string, unknown> = {}) {
  await control(app, { action: "webhooks", mode: "hold", times: 5 })
  const answer = (await control(app, order)) as { disputeId: string; refundId?: string; id: string }
  expect(new Set(await released(app, more))).toEqual(new Set(["200"]))
  await control(app, { action: "clear" })
  return answer
}

test("a dispute holds the credits, whatever is told how often; its end gives them back or takes them", async () => {
  const admin = await app.givenUser({ name: "Judge", role: "admin" })
  const { client, hub, userId, email } = await app.givenUser({ name: "Disputer" })
  const ends: [outcome: string, kept: boolean][] = [
    ["RESOLVED_SELLER_FAVOUR", true],
    ["CANCELED_BY_BUYER", true],
    ["DENIED", true],
    ["NONE", true],
    ["RESOLVED_WITH_PAYOUT", true],
    ["RESOLVED_BUYER_FAVOUR", false],
    ["ACCEPTED", false],
  ]
  let available = 20
  // A name from before the rules for names: admins are not sent after it.
  const odd = await app.givenUser({ name: "Odd" })
  await app.db
    .prepare("UPDATE user SET first_name = 'Urgent: log in at https://evil.example' WHERE id = ?")
    .bind(odd.userId)
    .run()
  const { captureId } = await paid(app, odd.client)
  await shown({ action: "dispute", captureId })
  const [{ message: seen }] = (await admin.client.get("/api/notifications")).data as { message: string }[]
  expect(seen).toMatch(/^A seller disputes a payment at PayPal/)
  for (const [outcome, isKept] of ends) {
    const order = await paid(app, client)
    available += 100
    const { disputeId } = await shown({ action: "dispute", captureId: order.captureId }, { copies: 3 })
    expect(await hub.balance(), outcome).toMatchObject({ available: available - 100, held: 100, owed: 0 })
    expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed", dispute: "open" })
    const open = await admin.client.get(
      `/api/payments/completedTransfers?dispute=open&search=${order.orderId}`,
    )
    expect((open.data as { _id: string }[]).map(({ _id }) => _id)).toEqual([order._id])
    await shown({ action: "update-dispute", disputeId, status: "WAITING_FOR_SELLER_RESPONSE" }, { copies: 2 })
    await shown({ action: "resolve-dispute", disputeId, outcome }, { copies: 3 })
    if (!isKept) available -= 100
    expect(await hub.balance(), outcome).toMatchObject({ available, held: 0, owed: 0 })
    expect(await paymentOf(client, order._id), outcome).toMatchObject({
      status: isKept ? "Completed" : "Refunded",
      dispute: isKept ? "won" : "lost",
    })
    const entries = (await hub.statement({ afterSeq: 0, limit: 100 })).filter(({ note }) =>
      note.includes(disputeId),
    )
    expect(entries.map(({ id, kind, credits }) => [id, kind, credits])).toEqual([
      [`dispute:${disputeId}`, "hold", 100],
      [`dispute:${disputeId}`, isKept ? "release" : "capture", 100],
    ])
  }
  expect((await hub.balance()).used, "what is lost was not used").toBe(0)
  const messages = async (of: typeof client) =>
    ((await of.get("/api/notifications?limit=50")).data as { message: string }[]).map(
      ({ message }) => message,
    )
  expect((await messages(client)).slice(0, 2)).toEqual([
    "A dispute at PayPal is closed: $10.00 was refunded to you, and its credits were removed.",
    "A payment of $10.00 is disputed at PayPal. The credits for $10.00 are held until PayPal decides.",
  ])
  expect((await messages(client))[6]).toBe(
    "A dispute at PayPal is closed: your payment of $10.00 stands, and its credits are available again.",
  )
  const own = (await messages(admin.client)).filter((message) => message.includes("Disputer Seller"))
  expect(own).toHaveLength(2 * ends.length)
  expect(own[1]).toMatch(/^Disputer Seller disputes a payment at PayPal: please answer there\. \$10\.00, /)
  const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
  expect(events.filter(({ event }) => event === `payment-${userId}`)).toHaveLength(3 * ends.length)
  const subjects = (await app.mails(email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === "A payment is disputed: $10.00")).toHaveLength(ends.length)
  expect(subjects.filter((subject) => subject === "A dispute is closed: $10.00")).toHaveLength(ends.length)
})

test("credits that are spent are owed while their payment is disputed, and free again once it is won on appeal", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Spender" })
  const { captureId, _id } = await paid(app, client)
  await hub.hold({ userId, id: "hold:elsewhere", credits: 90, note: "" })
  await hub.capture({ userId, id: "hold:elsewhere" })
  const { disputeId } = await shown({ action: "dispute", captureId })
  expect(await hub.balance()).toMatchObject({ available: 0, held: 100, owed: 70, used: 90 })
  expect(await hub.hold({ userId, id: "hold:no", credits: 1, note: "" })).toMatchObject({ reason: "too-few" })
  // Lost: the same money also comes as a reversal, which the order lists.
  await shown({ action: "resolve-dispute", disputeId, outcome: "RESOLVED_BUYER_FAVOUR", showsRefund: true })
  expect(await hub.balance()).toMatchObject({ available: 0, held: 0, owed: 70, used: 90 })
  expect(await paymentOf(client, _id)).toMatchObject({ status: "Refunded", dispute: "lost" })
  // Appealed, and won.
  await shown({ action: "update-dispute", disputeId, status: "UNDER_REVIEW" })
  expect(await paymentOf(client, _id)).toMatchObject({ dispute: "open" })
  expect(await hub.balance()).toMatchObject({ available: 0, owed: 70 })
  await shown({ action: "resolve-dispute", disputeId, outcome: "RESOLVED_SELLER_FAVOUR" }, { copies: 2 })
  expect(await hub.balance()).toMatchObject({ available: 30, held: 0, owed: 0, used: 90 })
  expect(await paymentOf(client, _id)).toMatchObject({ status: "Completed", dispute: "won" })
})

test.each([
  ["as they came", "same"],
  ["backwards", "reverse"],
  ["mixed", [2, 0, 3, 1, 2]],
  ["the last alone", [3]],
])("the events of a dispute, %s, end the same", async (_, order) => {
  const { client, hub } = await app.givenUser({ name: "Reordered" })
  const { captureId } = await paid(app, client)
  await control(app, { action: "webhooks", mode: "hold", times: 4 })
  const { disputeId } = (await control(app, { action: "dispute", captureId, isReversed: true })) as {
    disputeId: string
  }
  await control(app, { action: "update-dispute", disputeId })
  await control(app, { action: "resolve-dispute", disputeId, outcome: "RESOLVED_BUYER_FAVOUR" })
  expect((await paypalState(app)).webhooks.held.map(({ eventType }) => eventType)).toEqual([
    "CUSTOMER.DISPUTE.CREATED",
    "PAYMENT.CAPTURE.REVERSED",
    "CUSTOMER.DISPUTE.UPDATED",
    "CUSTOMER.DISPUTE.RESOLVED",
  ])
  await released(app, { order, copies: 2 })
  expect(await hub.balance()).toMatchObject({ available: 20, held: 0, owed: 0 })
})

test("partial disputes, two at once and a refund beside them never hold or take more than was paid", async () => {
  const { client, hub } = await app.givenUser({ name: "Parts" })
  const { captureId, _id } = await paid(app, client)
  const first = await shown({ action: "dispute", captureId, value: "4.00" })
  const second = await shown({ action: "dispute", captureId, value: "9.00" })
  expect(await hub.balance()).toMatchObject({ available: 20, held: 100, owed: 0 })
  await shown({ action: "resolve-dispute", disputeId: second.disputeId, outcome: "CANCELED_BY_BUYER" })
  expect(await hub.balance()).toMatchObject({ available: 80, held: 40 })
  // The shop refunds a part of it by itself: that much less is under dispute.
  await shown({ action: "refund", captureId, value: "3.00" })
  expect(await hub.balance()).toMatchObject({ available: 80, held: 10 })
  const refunded = { outcome: "RESOLVED_BUYER_FAVOUR", refunded: "4.00" }
  await shown({ action: "resolve-dispute", disputeId: first.disputeId, ...refunded })
  expect(await hub.balance()).toMatchObject({ available: 80, held: 0, owed: 0 })
  expect(await paymentOf(client, _id)).toMatchObject({ status: "Completed", dispute: "lost" })
})

test("a reversal is taken once, and given back when PayPal takes it back or the dispute is won", async () => {
  const { client, hub } = await app.givenUser({ name: "Reversed" })
  let available = 20
  for (const isRefundCancelled of [false, true]) {
    const { captureId, _id } = await paid(app, client)
    const { id: refundId } = await shown({ action: "reverse", captureId }, { copies: 2 })
    expect(await hub.balance()).toMatchObject({ available, owed: 0 })
    expect(await paymentOf(client, _id)).toMatchObject({ status: "Refunded" })
    await shown({ action: "cancel-reversal", refundId, isRefundCancelled })
    // A capture that shows it in the next moment may only not know it yet.
    if (!isRefundCancelled) expect(await hub.balance()).toMatchObject({ available })
    await app.db.prepare("UPDATE payment SET check_at = NULL WHERE id <> ?").bind(_id).run()
    await app.runtime.runCron(MINUTE, Date.now() + 2 * DAY_MS)
    available += 100
    expect(await hub.balance()).toMatchObject({ available, owed: 0 })
    expect(await paymentOf(client, _id)).toMatchObject({ status: "Completed", dispute: "won" })
  }
  for (const tellsMovements of [true, false]) {
    const { captureId, _id } = await paid(app, client)
    const { disputeId } = await shown({ action: "dispute", captureId, isReversed: true })
    expect(await hub.balance()).toMatchObject({ available, held: 0, owed: 0 })
    const outcome = "RESOLVED_SELLER_FAVOUR"
    await shown({ action: "resolve-dispute", disputeId, outcome, tellsMovements })
    expect(await hub.balance()).toMatchObject({ available: available + 100, held: 0 })
    expect(await paymentOf(client, _id)).toMatchObject({ status: "Completed", dispute: "won" })
    available += 100
  }
})

test("a refund is booked by its id, although its order does not list it, and stays so", async () => {
  app.expectErrors(/paypal does not show disputes/)
  const { client, hub } = await app.givenUser({ name: "Unlisted" })
  const { captureId, _id } = await paid(app, client)
  await control(app, { action: "webhooks", mode: "hold" })
  const { id: refundId } = (await control(app, { action: "refund", captureId, value: "2.50" })) as {
    id: string
  }
  await control(app, { action: "hide-refund", refundId })
  expect(await released(app)).toEqual(["200"])
  expect(await hub.balance()).toMatchObject({ available: 95 })
  // An app that may not ask about disputes settles its refunds all the same.
  await app.db.prepare("UPDATE payment SET check_at = NULL WHERE id <> ?").bind(_id).run()
  await control(app, { action: "forbid-disputes", isForbidden: true })
  await app.runtime.runCron(MINUTE, Date.now() + 2 * DAY_MS)
  expect(await hub.balance()).toMatchObject({ available: 95 })
  await shown({ action: "refund", captureId })
  expect(await paymentOf(client, _id)).toMatchObject({ status: "Refunded" })
  expect(await hub.balance()).toMatchObject({ available: 20, owed: 0 })
  await control(app, { action: "forbid-disputes", isForbidden: false })
})

test("when every event of a dispute is lost the cron finds it, and asks daily until it is over", async () => {
  const { client, hub } = await app.givenUser({ name: "Deaf" })
  const { captureId, _id } = await paid(app, client)
  await control(app, { action: "webhooks", mode: "drop", times: 100 })
  const { disputeId } = (await control(app, { action: "dispute", captureId })) as { disputeId: string }
  const startMs = Date.now()
  await app.runtime.runCron(MINUTE, startMs + 2 * DAY_MS)
  expect(await hub.balance()).toMatchObject({ available: 20, held: 100 })
  const checkAt = async () =>
    (
      await app.db
        .prepare("SELECT check_at AS at FROM payment WHERE id = ?")
        .bind(_id)
        .first<{ at: number }>()
    )?.at
  for (let day = 4; day < 16; day += 1) await app.runtime.runCron(MINUTE, startMs + day * DAY_MS)
  expect(await checkAt()).toBe(startMs + 16 * DAY_MS)
  await control(app, { action: "resolve-dispute", disputeId, outcome: "RESOLVED_BUYER_FAVOUR" })
  await app.runtime.runCron(MINUTE, startMs + 17 * DAY_MS)
  expect(await hub.balance()).toMatchObject({ available: 20, held: 0, owed: 0 })
  // An appeal months later.
  await control(app, { action: "update-dispute", disputeId })
  await control(app, { action: "resolve-dispute", disputeId, outcome: "RESOLVED_SELLER_FAVOUR" })
  await app.runtime.runCron(MINUTE, startMs + 100 * DAY_MS)
  expect(await hub.balance()).toMatchObject({ available: 120, held: 0, owed: 0 })
  await control(app, { action: "clear" })
})

test("forged events of a dispute are refused, and signed ones about other shops' money are harmless", async () => {
  app.expectErrors(/webhook about no payment/)
  const { client, hub, userId } = await app.givenUser({ name: "Victim" })
  const { captureId, _id } = await paid(app, client)
  await control(app, { action: "webhooks", mode: "hold", times: 2 })
  const { disputeId } = (await control(app, { action: "dispute", captureId })) as { disputeId: string }
  for (const forgery of ["signature", "body", "certificate", "webhook-id", "unsigned"]) {
    const outcomes = await released(app, { forgery })
    expect(
      outcomes.every((outcome) => outcome === "400"),
      forgery,
    ).toBe(true)
    await control(app, { action: "webhooks", mode: "hold", times: 2 })
    await control(app, { action: "update-dispute", disputeId })
  }
  expect(await hub.balance()).toMatchObject({ available: 120, held: 0 })
  // PayPal knows no such dispute any more: an event of it says nothing.
  await control(app, { action: "forget-dispute", disputeId })
  expect(await released(app)).toEqual(["200"])
  expect(await hub.balance()).toMatchObject({ available: 120, held: 0 })
  expect(await paymentOf(client, _id)).not.toHaveProperty("dispute")
  const { results } = await app.db
    .prepare("SELECT id FROM payment_claim WHERE payment_id IN (SELECT id FROM payment WHERE user_id = ?)")
    .bind(userId)
    .all()
  expect(results).toEqual([])
  await control(app, { action: "clear" })
})
