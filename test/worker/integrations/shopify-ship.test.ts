import { expect, test } from "vitest"
import type { Order } from "../../../contract/orders/order.ts"
import type { Fulfilled, NewShipment } from "../../../contract/orders/shipment.ts"
import { useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import { until } from "../artwork/artwork-steps.ts"
import { comeBack, faultAt, integrationOf, ordersOf, sync } from "../orders/order-steps.ts"
import {
  allowAtShopify,
  givenShopifyShop,
  shopifyShopName,
  shopifyState,
  tellShopify,
} from "./shopify-steps.ts"

const app = useApp()
const EVERY_MINUTE = "* * * * *"
const HOUR_MS = 3_600_000
/** The calls of one telling: whether it is shipped, what is open, and the telling itself. */
const BEFORE_TELLING = 2

/** Returns Shopify's parcels of the orders placed by a test; `index` is the order's place in its shop. */
async function sentOf(shop: string, index: number) {
  const result = (await shopifyState(app)).shops.find(({ domain }) => domain === shop)
  return (result?.sent ?? []).filter((one) => one.index === index).map(({ index: _, ...one }) => one)
}

/** A shop whose owner has allowed to mark its orders as shipped. */
async function givenShipper() {
  const { client } = await app.givenUser({ name: "Shipper" })
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 1 })
  const { id } = await givenShopifyShop(client, shop)
  expect(await integrationOf(client, id)).toMatchObject({ mayShip: false })
  const { connectUrl } = (await client.get(`/api/integrations/${id}/auth?ships=true`)).data as {
    connectUrl: string
  }
  expect(new URL(connectUrl).searchParams.get("scope")).toContain("write_merchant_managed_fulfillment_orders")
  expect(await comeBack(client, await allowAtShopify(connectUrl))).toBe("/integrations")
  await sync(client, id)
  expect(await integrationOf(client, id)).toMatchObject({ mayShip: true })
  return { client, id, shop }
}

/** An order of five pieces and one, read here. */
async function placed(client: Client, id: string, shop: string) {
  const lines = [
    { listing: 0, sku: "ONE", quantity: 5, attributes: [] },
    { listing: 1, sku: "TWO", quantity: 1, attributes: [] },
  ]
  const made = (await tellShopify(app, { action: "place", shop, lines })).orders?.[0]
  if (!made) throw new Error("no order was placed")
  const order = await until(`order ${made.name}`, async () => {
    await sync(client, id)
    return orderOf(client, made.name)
  })
  return { ...made, orderId: order._id }
}

async function orderOf(client: Client, number: string): Promise<Order | undefined> {
  return (await ordersOf(client, "limit=200")).find(({ orderNumber }) => orderNumber === number)
}

async function tell(client: Client, orderId: string, more: Partial<NewShipment> = {}): Promise<Fulfilled[]> {
  const shipment = { orderId, carrier: "UPS", trackingNumber: "1Z999", tellMarketplace: true, ...more }
  return client.expect<Fulfilled[]>("POST", "/api/orders/shipments", { shipments: [shipment] })
}

/** Waits until a shipment stands in one of these states. */
function messages(client: Client, number: string, ...states: string[]): Promise<Order> {
  return until(`order ${number} ${states.join(" or ")}`, async () => {
    const order = await orderOf(client, number)
    return order?.shipment && states.includes(order.shipment.state) ? order : null
  })
}

test("Shopify is told once of what is left, with carrier and number, and tells the buyer", async () => {
  const { client, id, shop } = await givenShipper()
  const order = await placed(client, id, shop)
  // Two of five have gone from Shopify's own page.
  await tellShopify(app, {
    ...{ action: "fulfil", shop, index: order.index },
    lines: [{ line: 0, quantity: 2 }],
  })
  await sync(client, id)
  await Promise.all([tell(client, order.orderId), tell(client, order.orderId)])
  await messages(client, order.name, "sent")
  expect(await tell(client, order.orderId)).toMatchObject([{ problem: null, shipment: { state: "sent" } }])
  const shipment = await app.db
    .prepare("SELECT id FROM shipment WHERE order_id = ?")
    .bind(order.orderId)
    .first<{ id: string }>()
  await app.deliver("sheetsmith-shipment", { kind: "shipment", shipmentId: shipment?.id })
  await app.runtime.runCron(EVERY_MINUTE, Date.now() + HOUR_MS)
  expect(await sentOf(shop, order.index)).toEqual([
    { quantity: 2, tracking: [], isCustomerTold: true },
    { quantity: 4, tracking: [{ company: "UPS", number: "1Z999", url: null }], isCustomerTold: true },
  ])

  // Without carrier and number it is only marked, and what went from Shopify's page needs no telling.
  const bare = await placed(client, id, shop)
  await tell(client, bare.orderId, { carrier: "", trackingNumber: "" })
  await messages(client, bare.name, "sent")
  expect(await sentOf(shop, bare.index)).toEqual([{ quantity: 6, tracking: [], isCustomerTold: true }])
  const gone = await placed(client, id, shop)
  await tellShopify(app, { action: "fulfil", shop, index: gone.index })
  await tell(client, gone.orderId)
  await messages(client, gone.name, "sent")
  expect(await sentOf(shop, gone.index)).toHaveLength(1)
})

test("where Shopify does not answer the order is looked up, and told again only where that is meant", async () => {
  app.expectErrors(/marketplace not told of a shipment/)
  const { client, id, shop } = await givenShipper()
  const path = `/shopify/${shop}/admin/api`
  const due = () => app.runtime.runCron(EVERY_MINUTE, Date.now() + HOUR_MS)
  const open = await placed(client, id, shop)
  await faultAt(app, { path, action: "fail", status: 503, after: BEFORE_TELLING })
  await tell(client, open.orderId)
  await messages(client, open.name, "unsure")
  await due()
  const asked = await until("the order is read again", async () => {
    const order = await orderOf(client, open.name)
    return order?.shipment?.message ? order : null
  })
  expect(asked.shipment).toMatchObject({ state: "unsure", message: expect.stringContaining("second e-mail") })
  expect(await sentOf(shop, open.index)).toEqual([])
  await tell(client, open.orderId, { isAgain: true })
  await messages(client, open.name, "sent")
  expect(await sentOf(shop, open.index)).toHaveLength(1)

  // The call arrives and the answer is lost: the buyer has one mail and gets no other. No sync reports it
  // meanwhile.
  const arrived = await placed(client, id, shop)
  await tellShopify(app, { action: "webhooks", mode: "drop", times: 1_000 })
  await app.db.prepare("UPDATE integration SET next_sync_at = 9e15 WHERE id = ?").bind(id).run()
  await faultAt(app, { path, action: "lose", after: BEFORE_TELLING })
  await tell(client, arrived.orderId)
  await messages(client, arrived.name, "unsure", "sent")
  await due()
  await messages(client, arrived.name, "sent")
  expect(await sentOf(shop, arrived.index)).toHaveLength(1)
  await tellShopify(app, { action: "webhooks", mode: "drop", times: 0 })
})

test("what Shopify will not have shipped is said in words, and nothing is told without leave", async () => {
  app.expectErrors(/marketplace not told of a shipment/)
  const { client, id, shop } = await givenShipper()
  const order = await placed(client, id, shop)
  await tellShopify(app, { action: "hold", shop, index: order.index, isHeld: true })
  await tell(client, order.orderId)
  const refused = await messages(client, order.name, "failed")
  expect(refused.shipment?.message).toContain("Nothing of this order can be marked as shipped now.")

  const other = await app.givenUser({ name: "Careful" })
  const second = await givenShopifyShop(other.client)
  const [first] = await ordersOf(other.client, "status=Pending&limit=200")
  await tell(other.client, first._id)
  const untold = await messages(other.client, first.orderNumber, "failed")
  expect(untold.shipment?.message).toContain("is not allowed to mark orders as shipped at Shopify yet")
  // The one that the shop's seller has sent before.
  expect((await shopifyState(app)).shops.find(({ domain }) => domain === second.shop)?.sent).toHaveLength(1)
})
