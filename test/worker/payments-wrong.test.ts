import { expect, test } from "vitest"
import { useApp } from "./harness.ts"
import { approve, bought, control, orderOf, paymentOf, returned } from "./paypal-steps.ts"

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
