import { expect, test } from "vitest"
import { until } from "./artwork-steps.ts"
import { useApp } from "./harness.ts"
import { bought, control, orderOf, paymentOf, paypalState } from "./paypal-steps.ts"

const app = useApp()
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000

async function given(name: string) {
  const user = await app.givenUser({ name })
  return { ...user, order: await bought(user.client, "credits100") }
}

/** Everything happens at PayPal while its webhooks are held: approved, captured, half of it refunded. */
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

test("when every webhook is lost and nobody returns, the cron finds the money", async () => {
  const { client, hub, order } = await given("Missing")
  await control(app, { action: "webhooks", mode: "drop", times: 2 })
  await control(app, { action: "approve", orderId: order.orderId })
  await app.runtime.runCron(MINUTE, Date.now() + 3 * MINUTE_MS)
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed" })
  expect(await hub.balance()).toMatchObject({ available: 120 })
})
