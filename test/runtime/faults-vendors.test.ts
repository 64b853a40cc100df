import { expect, test } from "vitest"
import { DUMMY_CAPTCHA, useApp } from "../../harness/app.ts"
import { longTest } from "../../harness/long-test.ts"
import { approve, bought, control, orderOf, paymentOf, returned } from "../worker/credits/paypal-steps.ts"
import {
  comeBack,
  consent,
  faultAt,
  givenIntegration,
  givenShop,
  integrationOf,
  ordersOf,
  shopName,
  synced,
} from "../worker/orders/order-steps.ts"
import { breakCalls, faultyFronts, unboundedCalls } from "./crash-steps.ts"

const app = useApp({}, faultyFronts)
const MINUTE = "* * * * *"
const MINUTE_MS = 60_000
const MANY = 1_000
const payPalPaths = ["/v1/oauth2/token", "/v2/checkout/orders"]

/** Fails every call of PayPal until it is mended. */
async function payPalFails(fault: Record<string, unknown>): Promise<() => Promise<void>> {
  await control(app, { action: "expire-tokens" })
  for (const path of payPalPaths) await faultAt(app, { path, times: MANY, ...fault })
  return async () => {
    for (const path of payPalPaths) await faultAt(app, { path, action: "clear" })
  }
}

test.each([
  ["500", { action: "fail", status: 500 }],
  ["nonsense", { action: "nonsense" }],
])(
  "while PayPal answers %s nothing is bought, and what was approved is settled once it is back",
  async (_, fault) => {
    app.expectErrors(/paypal was asked for|payment not checked/)
    const { client, hub } = await app.givenUser({ name: "PayPal" })
    await control(app, { action: "webhooks", mode: "hold", times: 10 })
    const order = await bought(client, "credits100")
    const back = await approve(order)

    const mend = await payPalFails(fault)
    const refused = await client.post("/api/buyCredits", { sku: "credits500" })
    expect(refused).toMatchObject({
      status: 502,
      code: "vendor-unavailable",
      message: "PayPal did not answer as expected. Please try again in a moment.",
    })
    expect(await returned(client, back)).toBe("/dashboard?PaymentResult=Pending")
    // Not 200, so that PayPal sends them again.
    const { deliveries } = (await control(app, { action: "release" })) as {
      deliveries: { outcome: string }[]
    }
    expect(deliveries.map(({ outcome }) => outcome)).toEqual(deliveries.map(() => "502"))
    await app.runtime.runCron(MINUTE, Date.now() + 5 * MINUTE_MS)
    expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending" })
    expect(await hub.balance()).toMatchObject({ available: 20, seq: 1 })
    await mend()

    await app.runtime.runCron(MINUTE, Date.now() + 60 * MINUTE_MS)
    expect(await paymentOf(client, order._id)).toMatchObject({ status: "Completed" })
    expect((await orderOf(app, order)).captures).toHaveLength(1)
    expect(await hub.balance()).toMatchObject({ available: 120, seq: 2 })
    const { data } = await app.visitor().get("/api/health")
    expect(data).toMatchObject({ stalled: { payments: 0 } })
  },
)

longTest("a vendor that does not answer is given up in time, and whoever waits is told", async () => {
  app.expectErrors(/paypal did not answer|turnstile gave no usable answer/)
  const { client } = await app.givenUser({ name: "Waiting" })
  const stalls = { action: "stall", stallMs: 25_000 }
  const mend = await payPalFails(stalls)
  await faultAt(app, { path: "/turnstile/v0/siteverify", ...stalls })

  const begunMs = Date.now()
  const [purchase, captcha] = await Promise.all([
    client.post("/api/buyCredits", { sku: "credits100" }),
    app.visitor().post("/api/verify-captcha", { token: DUMMY_CAPTCHA }),
  ])
  expect(Date.now() - begunMs, "before the vendors would have answered").toBeLessThan(24_000)
  expect(purchase).toMatchObject({ status: 502, code: "vendor-unavailable" })
  expect(captcha).toMatchObject({
    status: 502,
    message: "The captcha service did not answer. Please try again in a moment.",
  })
  await mend()
})

test("a sync whose message cannot be queued is taken up by the sweep, and the shop is connected all the same", async () => {
  app.expectErrors(/planned:/)
  const { client } = await app.givenUser({ name: "Unqueued" })
  const shop = shopName()
  const { _id: id, connectUrl } = await givenIntegration(client, shop)
  const callback = await consent(connectUrl, "allow", shop)
  await breakCalls(app, "queue")
  expect(await comeBack(client, callback)).toBe("/integrations")
  await breakCalls(app, null)
  expect(await integrationOf(client, id)).toMatchObject({ syncState: "running" })
  await app.runtime.runCron(MINUTE, Date.now() + 6 * MINUTE_MS)
  expect(await synced(client, id)).toMatchObject({ syncState: "idle" })
  expect((await ordersOf(client)).length).toBeGreaterThan(0)
})

longTest("Etsy's nonsense at a later sync leaves the orders that are there as they were", async () => {
  app.expectErrors(/job failed/)
  const { client } = await app.givenUser({ name: "Nonsense" })
  const { id } = await givenShop(client)
  const before = await ordersOf(client)
  await faultAt(app, { path: "/etsy/v3/application/shops", action: "nonsense" })
  expect((await client.get(`/api/integrations/${id}/orders`)).status).toBe(202)
  // The next try reads on.
  expect(await synced(client, id)).toMatchObject({ syncState: "idle" })
  expect(await ordersOf(client)).toEqual(before)
})

test("no call to a vendor was without a limit of time", async () => {
  expect(await unboundedCalls(app)).toEqual([])
})
