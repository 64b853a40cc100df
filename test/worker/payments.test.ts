import { expect, test } from "vitest"
import type { PackageOffer, Payment } from "../../contract/payment.ts"
import { until } from "./artwork-steps.ts"
import { useApp } from "./harness.ts"
import { approve, bought, control, paymentOf, paypalState, returned } from "./paypal-steps.ts"

const app = useApp()

test("a seller buys credits: the page of PayPal, the way back, the credits, the mail", async () => {
  const { client, hub, email, userId } = await app.givenUser({ name: "Buyer" })
  const offers = (await client.get("/api/packages")).data as PackageOffer[]
  expect(
    offers.map(({ sku, listPrice, price, isDiscounted }) => [sku, listPrice, price, isDiscounted]),
  ).toEqual([
    ["credits100", 20, 10, true],
    ["credits500", 100, 50, true],
    ["credits1000", 200, 100, true],
  ])
  const order = await bought(client, "credits100")
  expect(order.status).toBe("Pending")
  const page = await (await fetch(order.link)).text()
  expect(page).toContain(">Approve</button>")
  expect(page).toContain(">Cancel</button>")
  expect(page).toContain("10.00 USD")
  expect(await paymentOf(client, order._id)).toMatchObject({ status: "Pending", price: 10, credits: 100 })
  const back = await approve(order)
  expect(await returned(client, back)).toBe("/dashboard?PaymentResult=Completed")
  expect(await hub.balance()).toMatchObject({ available: 120 })
  const payment = await paymentOf(client, order._id)
  expect(payment).toMatchObject({
    status: "Completed",
    paymentMethod: "PayPal",
    packageSku: "credits100",
    userId: { firstName: "Buyer", lastName: "Seller" },
  })
  const listed = await client.get("/api/payments?sort=desc&sortBy=purchaseDate")
  expect((listed.data as Payment[]).map(({ _id }) => _id)).toEqual([order._id])
  await until("the mail", async () => (await app.mailbox(email)).subject.includes("payment is complete"))
  const told = await hub.poll({ userId, after: 0, waitMs: 0 })
  expect(told.events.filter(({ event }) => event === `payment-${userId}`)).toHaveLength(1)
  expect(await paypalState(app)).toBeTruthy()
  await control(app, { action: "clear" })
})
