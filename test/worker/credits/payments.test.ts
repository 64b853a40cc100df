import { expect, test } from "vitest"
import type { PackageOffer, Payment } from "../../../contract/credits/payment.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { idSchema } from "../../../contract/id.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { markPaymentAnnounced } from "../../../worker/data/credits/payment-end.ts"
import { findPaymentById, postponeAnnouncement } from "../../../worker/data/credits/payment-rows.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { givenImage, givenPrint, givenSize, until } from "../artwork/artwork-steps.ts"
import { approve, type Bought, bought, control, orderOf, paymentOf, returned } from "./paypal-steps.ts"

const app = useApp()
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000

async function given(name: string, sku: "credits100" | "credits500" = "credits100") {
  const user = await app.givenUser({ name })
  return { ...user, order: await bought(user.client, sku) }
}

/** Returns notifications, live events and mails about payments. */
async function messages({ client, hub, userId, email }: GivenUser) {
  const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
  const notices = (await client.get("/api/notifications")).data as { type: string; message: string }[]
  const mails = await app.mails(email)
  return {
    events: events
      .filter(({ event }) => event === `payment-${userId}`)
      .map(({ data }) => (data as { message: string }).message),
    notices: notices.filter(({ type }) => type === "payment").map(({ message }) => message),
    mails: mails.map(({ subject }) => subject).filter((subject) => /payment/.test(subject)),
  }
}

test("a seller buys credits: PayPal's page, the way back, the credits, the event, the mail", async () => {
  const user = await app.givenUser({ name: "Buyer" })
  const { client, hub, email } = user
  const order = await bought(client, "credits100")
  expect(order.status).toBe("Pending")
  const page = await (await fetch(order.link)).text()
  for (const text of [">Approve</button>", ">Cancel</button>", "10.00 USD", "100 Sheetsmith credits"])
    expect(page).toContain(text)
  expect(page, "only what arrives at once").not.toContain("eCheck")
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending", price: 10, credits: 100 })
  expect(await returned(client, await approve(order))).toBe("/dashboard?PaymentResult=Completed")
  expect(await hub.balance()).toMatchObject({ available: 120 })
  expect(await paymentOf(client, order._id)).toMatchObject({
    status: "Completed",
    type: "PayPal",
    paymentMethod: "PayPal",
    paymentSystemReferenceId: order.orderId,
    packageSku: "credits100",
    userId: { firstName: "Buyer", lastName: "Seller" },
  })
  const { captures } = await orderOf(app, order)
  const [entry] = (await hub.statement({ afterSeq: 0, limit: 10 })).slice(-1)
  expect(entry).toMatchObject({ id: `paypal:${captures[0].id}`, kind: "grant", credits: 100 })
  await until("the mail", async () => (await messages(user)).mails.length === 1)
  expect(await messages(user)).toEqual({
    events: ["Payment completed: 100 credits were added."],
    notices: ["Payment completed: 100 credits were added."],
    mails: ["Your payment is complete: 100 credits"],
  })
  const mail = await app.mailbox(email)
  expect(mail.text).toContain("$10.00 by PayPal")
  expect(mail.text).toContain(order.orderId)
})

test("the price is halved for one calendar month, decided by the server and kept by the order", async () => {
  const { client, userId } = await app.givenUser({ name: "Price" })
  const offers = async () => (await client.get("/api/packages")).data as PackageOffer[]
  const born = async (ms: number) => {
    await app.db.prepare("UPDATE user SET created_at = ? WHERE id = ?").bind(ms, userId).run()
  }
  const now = new Date()
  const aMonthAgo = new Date(now)
  aMonthAgo.setUTCMonth(now.getUTCMonth() - 1)
  if (aMonthAgo.getUTCDate() !== now.getUTCDate()) aMonthAgo.setUTCDate(0)
  // Months are cut to their last day: at a month's end a day later may still be within the same
  // one.
  await born(aMonthAgo.getTime() + 2 * DAY_MS)
  expect((await offers()).map(({ price, listPrice }) => [price, listPrice])).toEqual([
    [10, 20],
    [50, 100],
    [100, 200],
  ])
  expect((await offers())[0]).toMatchObject({ isDiscounted: true, discountEndsAt: expect.any(String) })
  const cheap = await bought(client, "credits500")
  await born(aMonthAgo.getTime() - DAY_MS)
  const [first] = await offers()
  expect(first).toEqual({ sku: "credits100", credits: 100, listPrice: 20, price: 20, isDiscounted: false })
  const dear = await bought(client, "credits500")
  expect(await returned(client, await approve(cheap))).toContain("Completed")
  expect(await paymentOf(client, cheap._id)).toMatchObject({ price: 50, status: "Completed" })
  expect(await paymentOf(client, dear._id)).toMatchObject({ price: 100, status: "Pending" })
  expect((await client.post("/api/buyCredits", { sku: "credits100", price: 0.01 })).status).toBe(200)
  expect(await client.post("/api/buyCredits", { sku: "credits7" })).toMatchObject({
    status: 400,
    message: "Choose one of the credit packages",
  })
})

test("a double click on buy makes one order; a key stands for one purchase", async () => {
  const { client } = await app.givenUser({ name: "Clicks" })
  const requestKey = crypto.randomUUID()
  const tab = client.fork()
  const clicks = await Promise.all(
    [client, tab, client, tab].map((at) => bought(at, "credits100", requestKey)),
  )
  expect(new Set(clicks.map(({ _id }) => _id)).size).toBe(1)
  expect(new Set(clicks.map(({ link }) => link)).size).toBe(1)
  expect(((await client.get("/api/payments")).data as Payment[]).length).toBe(1)
  const other = await client.post("/api/buyCredits", { sku: "credits500", requestKey })
  expect(other).toMatchObject({ status: 409, code: "conflict" })
  await returned(client, await approve(clicks[0]))
  const late = await client.post("/api/buyCredits", { sku: "credits100", requestKey })
  expect(late.data).toEqual({ _id: clicks[0]._id, status: "Completed", link: "" })
})

test("return pages and webhooks all at once capture once, grant once and tell once", async () => {
  const user = await given("Crowd")
  const { client, hub, order } = user
  await control(app, { action: "webhooks", mode: "repeat", copies: 4, times: 2 })
  const back = await approve(order)
  const pages = await Promise.all(Array.from({ length: 6 }, () => returned(client, back)))
  expect(new Set(pages)).toEqual(new Set(["/dashboard?PaymentResult=Completed"]))
  await until("the webhooks", async () => {
    const { deliveries } = await orderOf(app, order)
    return deliveries.filter(({ outcome }) => outcome === "200").length === 8
  })
  expect((await orderOf(app, order)).captures).toHaveLength(1)
  expect(await hub.balance()).toMatchObject({ available: 120, seq: 2 })
  await until("the mail", async () => (await messages(user)).mails.length > 0)
  const { events, notices, mails } = await messages(user)
  expect([events.length, notices.length, mails.length]).toEqual([1, 1, 1])
})

test("Cancel ends the payment; approved after all, it counts", async () => {
  const { client, hub, order } = await given("Mind")
  await control(app, { action: "webhooks", mode: "hold" })
  expect(await returned(client, await approve(order, "cancel"))).toBe(
    `/dashboard?PaymentResult=Cancelled&payment=${order._id}`,
  )
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Cancelled" })
  expect(await hub.balance()).toMatchObject({ available: 20 })
  await control(app, { action: "approve", orderId: order.orderId })
  await control(app, { action: "release" })
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed" })
  expect(await hub.balance()).toMatchObject({ available: 120 })
  // The way back from an order that nobody knows, or from none at all.
  for (const query of ["?token=NOSUCHORDER", "", `?token=${"x".repeat(200)}`])
    expect(await returned(client, `/api/payments/return${query}`)).toContain("PaymentResult=Cancelled")
})

test("a held capture grants when it is through; one that is denied never does; what we must do is logged", async () => {
  app.expectErrors(/paypal holds a payment/)
  const outcomes: [as: string, reason: string, status: string, available: number][] = [
    ["completed", "VERIFICATION_REQUIRED", "Completed", 120],
    ["declined", "PENDING_REVIEW", "Cancelled", 20],
  ]
  for (const [as, reason, status, available] of outcomes) {
    const user = await given("Review")
    const { client, hub, order } = user
    await control(app, { action: "capture", as: "pending", reason })
    expect(await returned(client, await approve(order))).toBe("/dashboard?PaymentResult=Pending")
    expect(await hub.balance()).toMatchObject({ available: 20 })
    const [{ id }] = (await orderOf(app, order)).captures
    const logged = app.errorLog().filter((line) => line.includes(order._id))
    expect(logged.some((line) => line.includes(reason))).toBe(reason === "VERIFICATION_REQUIRED")
    await control(app, { action: "decide", captureId: id, as })
    await until("the verdict", async () => (await paymentOf(client, order._id)).status === status)
    expect(await hub.balance()).toMatchObject({ available })
    await until("the event", async () => (await messages(user)).events.length === 1)
  }
  const { client, order } = await given("Refused")
  await control(app, { action: "webhooks", mode: "drop" })
  await control(app, { action: "capture", as: "instrument-declined" })
  expect(await returned(client, await approve(order))).toBe(
    `/dashboard?PaymentResult=Cancelled&payment=${order._id}`,
  )
})

test("refunds take credits back in proportion, and with the last cent the rest", async () => {
  const user = await given("Refund")
  const { client, hub, order } = user
  await returned(client, await approve(order))
  const [{ id: captureId }] = (await orderOf(app, order)).captures
  // One after the other: changes that come together are told together.
  const mailed = (count: number) =>
    until(`mail ${count}`, async () => (await messages(user)).mails.length === count)
  await mailed(1)
  expect((await paymentOf(client, order._id)).refunded).toBeUndefined()
  await control(app, { action: "refund", captureId, value: "3.33" })
  await until("a third", async () => (await hub.balance()).available === 87)
  await mailed(2)
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed", price: 10, refunded: 3.33 })
  await control(app, { action: "refund", captureId, value: "3.33" })
  await until("two thirds", async () => (await hub.balance()).available === 54)
  await mailed(3)
  await control(app, { action: "refund", captureId })
  await until("the whole", async () => (await paymentOf(client, order._id)).status === "Refunded")
  expect(await paymentOf(client, order._id)).toMatchObject({ price: 10, refunded: 10 })
  expect(await hub.balance()).toMatchObject({ available: 20, owed: 0 })
  await mailed(4)
  const { notices, mails } = await messages(user)
  expect(notices).toEqual([
    "A payment of $10.00 was refunded.",
    "$6.66 of a payment was refunded.",
    "$3.33 of a payment was refunded.",
    "Payment completed: 100 credits were added.",
  ])
  expect(mails[0]).toBe("A payment was refunded: $10.00")
})

test("a refund of spent credits is owed and blocks spending until new credits have paid it", async () => {
  const user = await given("Debtor")
  const { client, hub, userId, order } = user
  await returned(client, await approve(order))
  await hub.hold({ userId, id: "hold:elsewhere", credits: 90, note: "" })
  await hub.capture({ userId, id: "hold:elsewhere" })
  const [{ id: captureId }] = (await orderOf(app, order)).captures
  await control(app, { action: "reverse", captureId })
  await until("the reversal", async () => (await paymentOf(client, order._id)).status === "Refunded")
  expect(await hub.balance()).toMatchObject({ available: 0, owed: 70, used: 90 })
  expect((await client.get("/api/profile")).data).toMatchObject({
    credit: { availableCredits: 0, owedCredits: 70 },
  })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(120, 120) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  const process = () => client.post(`/api/prints/${print._id}/proccess`)
  expect(await process()).toMatchObject({ status: 402, code: "credits-too-few" })
  const second = await bought(client, "credits100")
  await returned(client, await approve(second))
  expect(await hub.balance()).toMatchObject({ available: 30, owed: 0 })
  expect((await process()).status).toBe(202)
})

test("a refund that is under way takes nothing until it is through", async () => {
  const { client, hub, order } = await given("Slow")
  await returned(client, await approve(order))
  const [{ id: captureId }] = (await orderOf(app, order)).captures
  const refund = (await control(app, { action: "refund", captureId, value: "5.00", isPending: true })) as {
    id: string
  }
  await until("the webhook", async () => {
    const { deliveries } = await orderOf(app, order)
    return deliveries.some(({ eventType, outcome }) => eventType.endsWith("REFUNDED") && outcome === "200")
  })
  expect(await hub.balance()).toMatchObject({ available: 120 })
  await control(app, { action: "finish-refund", refundId: refund.id })
  await until("the refund", async () => (await hub.balance()).available === 70)
})

test("while PayPal is away nothing is lost: buying can be tried again, the cron settles what came back", async () => {
  app.expectErrors(/paypal was asked for|payment not checked/)
  const { client, hub, userId } = await app.givenUser({ name: "Away" })
  const fault = (order: Record<string, unknown>) =>
    fetch(`${app.standIns.origin}/__control`, { method: "POST", body: JSON.stringify(order) })
  await fault({ path: "/v2/checkout/orders", action: "fail", status: 503 })
  const requestKey = crypto.randomUUID()
  expect(await client.post("/api/buyCredits", { sku: "credits100", requestKey })).toMatchObject({
    status: 502,
    code: "vendor-unavailable",
  })
  const order = await bought(client, "credits100", requestKey)
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  const back = await approve(order)
  await fault({ path: "/v2/checkout/orders", action: "nonsense" })
  expect(await returned(client, back)).toBe("/dashboard?PaymentResult=Pending")
  expect(await hub.balance()).toMatchObject({ available: 20 })
  await control(app, { action: "expire-tokens" })
  await app.runtime.runCron(MINUTE, Date.now() + MINUTE_MS)
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending" })
  await app.runtime.runCron(MINUTE, Date.now() + 3 * MINUTE_MS)
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed" })
  expect(await hub.balance()).toMatchObject({ available: 120 })
  const rows = await app.db
    .prepare("SELECT count(*) AS n FROM payment WHERE user_id = ?")
    .bind(userId)
    .first<{ n: number }>()
  expect(rows?.n).toBe(1)
})

test("the cron asks less and less often, and cancels what is void, gone or a day old", async () => {
  app.expectErrors(/paypal was asked for|payment not checked|webhook about no payment/)
  const { client, userId } = await app.givenUser({ name: "Patience" })
  const orders: Bought[] = []
  for (let i = 0; i < 3; i++) orders.push(await bought(client, "credits100"))
  const [voided, gone, old] = orders
  await control(app, { action: "void", orderId: voided.orderId })
  await control(app, { action: "forget", orderId: gone.orderId })
  const startMs = Date.now()
  const rowOf = (id: string) =>
    app.db
      .prepare("SELECT status, checks, check_at AS checkAt FROM payment WHERE id = ?")
      .bind(id)
      .first<{ status: string; checks: number; checkAt: number | null }>()
  const gaps: number[] = []
  for (let atMs = startMs + 3 * MINUTE_MS; gaps.length < 9; ) {
    await app.runtime.runCron(MINUTE, atMs)
    const row = await rowOf(old._id)
    if (row?.checkAt == null) break
    gaps.push(Math.round((row.checkAt - atMs) / MINUTE_MS))
    atMs = row.checkAt
  }
  expect(gaps.slice(0, 5)).toEqual([2, 4, 8, 16, 32])
  expect(Math.max(...gaps)).toBeLessThanOrEqual(360)
  expect([(await rowOf(voided._id))?.status, (await rowOf(gone._id))?.status]).toEqual([
    "Cancelled",
    "Cancelled",
  ])
  await app.runtime.runCron(MINUTE, startMs + 3 * DAY_MS)
  expect(await rowOf(old._id)).toMatchObject({ status: "Cancelled", checkAt: null })

  // An order that PayPal never confirmed, and a paid one whose refund's webhook was lost.
  await fetch(`${app.standIns.origin}/__control`, {
    method: "POST",
    body: JSON.stringify({ path: "/v2/checkout/orders", action: "fail" }),
  })
  expect((await client.post("/api/buyCredits", { sku: "credits100" })).status).toBe(502)
  const paid = await bought(client, "credits100")
  await returned(client, await approve(paid))
  await until("the webhooks", async () => (await orderOf(app, paid)).deliveries.length >= 2)
  await control(app, { action: "webhooks", mode: "drop" })
  const [{ id: captureId }] = (await orderOf(app, paid)).captures
  await control(app, { action: "refund", captureId })
  await app.runtime.runCron(MINUTE, Date.now() + 2 * DAY_MS)
  await app.runtime.runCron(MINUTE, Date.now() + 3 * DAY_MS)
  expect(await paymentOf(client, paid._id)).toMatchObject({ status: "Refunded" })
  const { results } = await app.db
    .prepare("SELECT status FROM payment WHERE user_id = ? AND check_at IS NOT NULL")
    .bind(userId)
    .all()
  expect(results).toEqual([])
})

test("a mail put off by one call is not said to have failed once another has sent it", async () => {
  const { client } = await app.givenUser({ name: "Twice" })
  const { _id: id } = await bought(client, "credits100")
  const db = openDatabase(app.db)
  const read = async () => (await findPaymentById(db, idSchema.parse(id))) ?? expect.fail("no payment")
  const later = { retryAt: Date.now(), mailError: "E_INTERNAL_SERVER_ERROR" }
  await app.db.prepare("UPDATE payment SET is_announced = 0 WHERE id = ?").bind(id).run()
  const before = await read()
  await postponeAnnouncement(db, before, later)
  expect(await read()).toMatchObject(later)
  await markPaymentAnnounced(db, before, null)
  await postponeAnnouncement(db, before, later)
  expect(await read()).toMatchObject({ isAnnounced: true, mailError: null })
})

test("the history is searched and sorted, and shows nobody else's", async () => {
  const { client } = await app.givenUser({ name: "History" })
  const small = await bought(client, "credits100")
  const large = await bought(client, "credits1000")
  const admin = await app.givenUser({ name: "Chief", role: "admin" })
  const ids = async (query: string) =>
    ((await client.get(`/api/payments${query}`)).data as Payment[]).map(({ _id }) => _id)
  expect(await ids("?sortBy=price&sort=asc")).toEqual([small._id, large._id])
  expect(await ids("?sortBy=price&sort=desc")).toEqual([large._id, small._id])
  expect(await ids("")).toEqual([large._id, small._id])
  expect(await ids(`?search=${small.orderId.toLowerCase()}`)).toEqual([small._id])
  expect(await ids("?search=%24100.00")).toEqual([large._id])
  expect(await ids("?search=%25")).toEqual([])
  expect(await ids("?status=Completed")).toEqual([])
  expect(await ids("?page=2&limit=1")).toEqual([small._id])
  for (const sortBy of ["purchaseDate", "credits", "status", "paymentMethod", "type", "userId", "nonsense"])
    expect(await ids(`?sortBy=${sortBy}`), sortBy).toHaveLength(2)
  expect((await admin.client.get("/api/payments")).data).toEqual([])
  expect((await admin.client.get(`/api/payments/${small._id}`)).status).toBe(200)
  const pending = await admin.client.get("/api/payments/completedTransfers?status=Pending&search=History")
  expect((pending.data as Payment[]).map(({ _id }) => _id)).toEqual([large._id, small._id])
  await returned(client, await approve(small))
  const completed = await admin.client.get("/api/payments/completedTransfers?search=History")
  expect((completed.data as Payment[]).map(({ _id }) => _id)).toEqual([small._id])
})
