import { expect, test } from "vitest"
import type { Integration } from "../../../contract/integrations/integration.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { Fulfilled, NewShipment } from "../../../contract/orders/shipment.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import type { Client } from "../../../local/client.ts"
import { until } from "../artwork/artwork-steps.ts"
import {
  comeBack,
  consent,
  faultAt,
  givenOrderItem,
  givenShop,
  integrationOf,
  ordersOf,
  sync,
  tellEtsy,
} from "./order-steps.ts"

const app = useApp()
const EVERY_MINUTE = "* * * * *"
const MINUTE_MS = 60_000

type Told = { index: number; carrier: string; code: string }

/** Returns the shipments that Etsy was told, each of which mailed a buyer. */
async function toldOf(shop: string): Promise<Told[]> {
  const state = (await (await fetch(`${app.standIns.origin}/__state`)).json()) as {
    etsy: { shops: { name: string; shipped: Told[] }[] }
  }
  return state.etsy.shops.find(({ name }) => name === shop)?.shipped ?? []
}

/** A shop whose owner has allowed to mark its orders as shipped; its open orders, oldest first. */
async function givenShipper() {
  const { client, userId } = await app.givenUser({ name: "Shipper" })
  const { id, shop } = await givenShop(client)
  const { connectUrl } = (await client.get(`/api/integrations/${id}/auth?ships=true`)).data as {
    connectUrl: string
  }
  expect(new URL(connectUrl).searchParams.get("scope")).toContain("transactions_w")
  expect(await comeBack(client, await consent(connectUrl, "allow", shop))).toBe("/integrations")
  await sync(client, id)
  expect(await integrationOf(client, id)).toMatchObject({ mayShip: true, shipsPressed: false })
  const orders = await ordersOf(client, "status=Pending&limit=200&sort=asc")
  return { client, userId, id, shop, orders }
}

async function ship(client: Client, ...shipments: Partial<NewShipment>[]): Promise<Fulfilled[]> {
  return client.expect<Fulfilled[]>("POST", "/api/orders/shipments", { shipments })
}

async function press(client: Client, orderIds: string[], isPressed = true): Promise<Fulfilled[]> {
  return client.expect<Fulfilled[]>("POST", "/api/orders/pressed", { orderIds, isPressed })
}

async function orderOf(client: Client, number: string): Promise<Order> {
  const [order] = await ordersOf(client, `search=${number}`)
  return order
}

/** Waits until a shipment stands so. */
function shipped(client: Client, number: string, state: string): Promise<Order> {
  return until(`order ${number} ${state}`, async () => {
    const order = await orderOf(client, number)
    return order.shipment?.state === state && order
  })
}

async function setCompleted(ids: readonly string[]): Promise<void> {
  const list = JSON.stringify(ids)
  await app.db.batch([
    app.db
      .prepare(`UPDATE "order" SET status = 'Completed' WHERE id IN (SELECT value FROM json_each(?))`)
      .bind(list),
    app.db
      .prepare(
        "UPDATE order_item SET status = 'Completed' WHERE order_id IN (SELECT value FROM json_each(?))",
      )
      .bind(list),
  ])
}

test("what is printed is pressed, then shipped, and each can be taken back", async () => {
  const { client, userId } = await app.givenUser({ name: "Presser" })
  for (const number of ["pressed", "open", "cancelled"]) await givenOrderItem(app, userId, number, "Shirt")
  const idOf = Object.fromEntries((await ordersOf(client)).map((one) => [one.orderNumber, one._id]))
  await setCompleted([idOf.pressed, idOf.cancelled])
  await app.db.prepare(`UPDATE "order" SET is_cancelled = 1 WHERE id = ?`).bind(idOf.cancelled).run()
  const listed = async (fulfilment: string) =>
    (await ordersOf(client, `fulfilment=${fulfilment}`)).map(({ orderNumber }) => orderNumber)
  const summary = async () => (await client.get("/api/orders/summary")).data
  expect(await listed("to-press")).toEqual(["pressed"])
  expect(await summary()).toMatchObject({ toPress: 1, toShip: 0, notTold: 0 })

  const all = [idOf.pressed, idOf.open, idOf.cancelled]
  const first = await press(client, all)
  expect(first.map(({ orderNumber, problem }) => [orderNumber, problem])).toEqual([
    ["pressed", null],
    ["open", "Not all of it is printed yet."],
    ["cancelled", "It was cancelled."],
  ])
  // Said again, the first moment stays.
  expect(await press(client, all)).toEqual(first)
  expect(await listed("to-press")).toEqual([])
  expect(await listed("to-ship")).toEqual(["pressed"])
  expect(await summary()).toMatchObject({ toPress: 0, toShip: 1 })
  expect(await press(client, [idOf.pressed], false)).toMatchObject([{ pressedAt: null, problem: null }])
  expect(await listed("to-press")).toEqual(["pressed"])
  await press(client, [idOf.pressed])

  const noted = { orderId: idOf.pressed, carrier: " UPS ", trackingNumber: "1Z999" } as const
  const [sent, cancelled] = await ship(
    client,
    noted as Partial<NewShipment>,
    { orderId: idOf.cancelled } as Partial<NewShipment>,
  )
  expect(sent).toMatchObject({
    problem: null,
    shipment: { carrier: "UPS", trackingNumber: "1Z999", state: "noted" },
  })
  expect(cancelled).toMatchObject({ shippedAt: null, shipment: null, problem: "It was cancelled." })
  expect(await listed("to-ship")).toEqual([])
  // Shipped items are not offered for printing.
  await ship(client, { orderId: idOf.open } as Partial<NewShipment>)
  expect((await client.post("/api/orders/batch", { dryRun: true })).data).toMatchObject({
    items: 0,
    skipped: [],
  })
  const back = await client.post("/api/orders/shipments/take-back", { orderIds: all })
  expect(back).toMatchObject({ status: 200, message: "3 orders no longer marked as shipped" })
  expect(await orderOf(client, "open")).toMatchObject({ shippedAt: null, shipment: null })
  expect(await listed("to-ship")).toEqual(["pressed"])

  expect((await client.post("/api/orders/pressed", {})).status).toBe(400)
  const twice = { shipments: [{ orderId: idOf.open }, { orderId: idOf.open }] }
  expect((await client.post("/api/orders/shipments", twice)).status).toBe(400)
})

test("the last step of several orders is taken back by one call, and comes back by one undo", async () => {
  const { client, userId } = await app.givenUser({ name: "Back" })
  for (const number of ["shipped", "pressed", "told", "open"])
    await givenOrderItem(app, userId, number, "Shirt")
  const orderItems = [await givenOrderItem(app, userId, "drafted", "Shirt")]
  const draft = await client.expect<{ _id: string }>("POST", "/api/orders/print", { orderItems })
  const idOf = Object.fromEntries((await ordersOf(client)).map((one) => [one.orderNumber, one._id]))
  const done = [idOf.shipped, idOf.pressed, idOf.told]
  await setCompleted(done)
  await press(client, done)
  for (const orderId of [idOf.shipped, idOf.told])
    await ship(client, { orderId, carrier: "UPS", trackingNumber: "1Z" } as Partial<NewShipment>)
  await app.db.prepare("UPDATE shipment SET state = 'sent' WHERE order_id = ?").bind(idOf.told).run()
  const standing = async () => ({
    orders: await ordersOf(client, "sort=asc"),
    items: (await client.expect<Print>("GET", `/api/prints/${draft._id}`)).printItems,
  })
  const before = await standing()

  const orderIds = ["drafted", "shipped", "pressed", "told", "open"].map((number) => idOf[number])
  const back = await client.post("/api/orders/steps/take-back", { orderIds })
  expect(back).toMatchObject({ status: 200, message: "3 orders taken back by a step" })
  const { orders, undoId } = back.data as { orders: Fulfilled[]; undoId: string }
  expect(orders.map(({ problem }) => problem)).toEqual([
    ...[null, null, null],
    "Etsy already knows that it is shipped.",
    "It has no step that can be taken back.",
  ])
  expect(await orderOf(client, "shipped")).toMatchObject({ step: "pressed", shipment: null })
  expect(await orderOf(client, "pressed")).toMatchObject({ step: "on-film", pressedAt: null })
  expect(await orderOf(client, "drafted")).toMatchObject({ step: "to-do", status: "Pending" })
  expect((await standing()).items).toEqual([])

  expect(await client.post(`/api/undo/${undoId}`)).toMatchObject({ status: 200, message: "Undone" })
  expect(await standing()).toEqual(before)
  expect((await client.post(`/api/undo/${undoId}`)).status).toBe(409)
})

test("a print's orders are listed, and its manifest says which are pressed and shipped", async () => {
  const { client, userId } = await app.givenUser({ name: "Receipt" })
  const stranger = await app.givenUser({ name: "Elsewhere" })
  const orderItems = []
  for (const number of ["sent", "pressed", "open"])
    orderItems.push(await givenOrderItem(app, userId, number, "Shirt"))
  await givenOrderItem(app, userId, "beside", "Shirt")
  await givenOrderItem(app, stranger.userId, "foreign", "Shirt")
  const { _id } = await client.expect<{ _id: string }>("POST", "/api/orders/print", { orderItems })
  const listed = await ordersOf(client, `printId=${_id}`)
  expect(listed.map(({ orderNumber }) => orderNumber).sort()).toEqual(["open", "pressed", "sent"])
  expect(await ordersOf(stranger.client, `printId=${_id}`)).toEqual([])

  const idOf = Object.fromEntries(listed.map((one) => [one.orderNumber, one._id]))
  await setCompleted([idOf.sent, idOf.pressed])
  await press(client, [idOf.pressed])
  await ship(client, { orderId: idOf.sent } as Partial<NewShipment>)
  const { rows } = await client.expect<Manifest>("GET", `/api/prints/${_id}/manifest`)
  expect(
    rows.map(({ orderNumber, isPressed, isShipped }) => [orderNumber, isPressed, isShipped]).sort(),
  ).toEqual([
    ["open", false, false],
    ["pressed", true, false],
    ["sent", expect.any(Boolean), true],
  ])
})

test("a marketplace is told once, whatever is repeated, and again only where that is meant", async () => {
  const { client, shop, orders } = await givenShipper()
  const [first, second] = orders
  const one = { orderId: first._id, carrier: "usps", trackingNumber: "9400", tellMarketplace: true }
  await Promise.all([ship(client, one), ship(client, one)])
  await shipped(client, first.orderNumber, "sent")
  expect(await ship(client, one)).toMatchObject([{ problem: null, shipment: { state: "sent" } }])
  const { results } = await app.db
    .prepare("SELECT id FROM shipment WHERE order_id = ?")
    .bind(first._id)
    .all<{ id: string }>()
  await app.deliver("sheetsmith-shipment", { kind: "shipment", shipmentId: results[0].id })
  await app.runtime.runCron(EVERY_MINUTE, Date.now() + 60 * MINUTE_MS)
  expect(await toldOf(shop)).toEqual([expect.objectContaining({ carrier: "usps", code: "9400" })])

  // Another number is not sent unless that is meant.
  const [kept] = await ship(client, { ...one, trackingNumber: "9401" })
  expect(kept).toMatchObject({
    shipment: { trackingNumber: "9400", state: "sent" },
    problem: expect.stringContaining("already notified"),
  })
  await ship(client, { ...one, trackingNumber: "9401", isAgain: true })
  await until("a second mail", async () => (await toldOf(shop)).length === 2)
  const taken = await client.post("/api/orders/shipments/take-back", { orderIds: [first._id] })
  expect(taken.data).toMatchObject([{ problem: expect.stringContaining("already knows") }])

  // Orders that the seller has shipped there are not reported again.
  const index = Number(second.orderNumber.slice(-5))
  await tellEtsy(app, { action: "ship", shop, index, carrier: "ups", code: "1Z" })
  await ship(client, { orderId: second._id, trackingNumber: "77", tellMarketplace: true })
  await shipped(client, second.orderNumber, "sent")
  expect((await toldOf(shop)).filter((told) => told.index === index)).toHaveLength(1)
})

test("where nobody answers the order is read again, and the seller decides", async () => {
  app.expectErrors(/marketplace not told of a shipment/)
  const { client, shop, orders } = await givenShipper()
  const [open, arrived, later] = orders
  const path = "/etsy/v3/application/shops"
  const tell = (order: Order, more: Partial<NewShipment> = {}) =>
    ship(client, { orderId: order._id, carrier: "UPS", trackingNumber: "1Z", tellMarketplace: true, ...more })
  const due = () => app.runtime.runCron(EVERY_MINUTE, Date.now() + 60 * MINUTE_MS)

  // The call fails after the order was read: whether it arrived, nobody knows.
  const atOpen = `${path}/${await shopIdOf(shop)}/receipts/${open.orderNumber}/tracking`
  await faultAt(app, { path: atOpen, action: "fail", status: 503 })
  await tell(open)
  const unsure = await shipped(client, open.orderNumber, "unsure")
  expect(unsure.shippedAt).not.toBeNull()
  await due()
  const asked = await until("the order is read again", async () => {
    const order = await orderOf(client, open.orderNumber)
    return order.shipment?.message ? order : null
  })
  expect(asked.shipment).toMatchObject({ state: "unsure", message: expect.stringContaining("second e-mail") })
  expect((await ordersOf(client, "fulfilment=not-told")).map(({ _id }) => _id)).toEqual([open._id])
  expect(await tell(open)).toMatchObject([{ problem: expect.stringContaining("We do not know") }])
  await due()
  expect(await toldOf(shop)).toEqual([])
  await tell(open, { isAgain: true })
  await shipped(client, open.orderNumber, "sent")
  expect(await toldOf(shop)).toHaveLength(1)

  // The call arrives and its answer is lost: the buyer has one mail and gets no other.
  const atArrived = atOpen.replace(open.orderNumber, arrived.orderNumber)
  await faultAt(app, { path: atArrived, action: "lose" })
  await tell(arrived)
  await shipped(client, arrived.orderNumber, "unsure")
  expect(await toldOf(shop)).toHaveLength(2)
  await due()
  await shipped(client, arrived.orderNumber, "sent")
  expect(await toldOf(shop)).toHaveLength(2)

  // A Worker that was stopped while it told leaves the same doubt.
  await tell(later, { tellMarketplace: false })
  await app.db
    .prepare("UPDATE shipment SET state = 'sending', retry_at = ? WHERE order_id = ?")
    .bind(Date.now() - 1, later._id)
    .run()
  await due()
  const stopped = await until("the order is read again", async () => {
    const order = await orderOf(client, later.orderNumber)
    return order.shipment?.message ? order : null
  })
  expect(stopped.shipment?.state).toBe("unsure")
  // The seller has looked there: it is kept here alone.
  expect(await tell(later, { tellMarketplace: false })).toMatchObject([{ shipment: { state: "noted" } }])
  expect(await toldOf(shop)).toHaveLength(2)
})

test("a marketplace that says nothing holds up four reports of an account, and no sync", async () => {
  const { client, shop, orders } = await givenShipper()
  const path = `/etsy/v3/application/shops/${await shopIdOf(shop)}/receipts/`
  await faultAt(app, { path, action: "hold", times: 100 })
  const reports = orders.slice(0, 7).map(({ _id }) => ({
    ...{ orderId: _id, carrier: "UPS", trackingNumber: "1Z", tellMarketplace: true, isAgain: false },
  }))
  await client.expect("POST", "/api/orders/shipments", { shipments: reports.slice(0, 6) })
  await client.expect("POST", "/api/orders/shipments", { shipments: reports })
  const due = await app.db
    .prepare(
      "SELECT count(*) AS n FROM shipment WHERE order_id IN (SELECT value FROM json_each(?)) AND retry_at <= ?",
    )
    .bind(JSON.stringify(reports.map(({ orderId }) => orderId)), Date.now())
    .first<{ n: number }>()
  expect(due?.n).toBe(3)
  const { client: other } = await app.givenUser()
  const { id } = await givenShop(other)
  expect(await sync(other, id)).toMatchObject({ syncState: "idle" })
  await faultAt(app, { path, action: "clear" })
  for (const { orderNumber } of orders.slice(0, 7)) await shipped(client, orderNumber, "sent")
})

test("what a marketplace refuses is said in its words, and nothing is told without leave", async () => {
  app.expectErrors(/marketplace not told of a shipment/)
  const { client } = await app.givenUser({ name: "Careful" })
  const { id, shop } = await givenShop(client)
  expect(await integrationOf(client, id)).toMatchObject({ mayShip: false })
  const [order] = (await ordersOf(client, "status=Pending&limit=200")).filter(
    ({ buyerInfo }) => buyerInfo.country === "US",
  )
  await ship(client, { orderId: order._id, tellMarketplace: true })
  const refused = await shipped(client, order.orderNumber, "failed")
  expect(refused.shipment?.message).toContain("is not allowed to mark orders as shipped at Etsy yet")
  expect(await toldOf(shop)).toEqual([])

  const { connectUrl } = (await client.get(`/api/integrations/${id}/auth?ships=true`)).data as {
    connectUrl: string
  }
  await comeBack(client, await consent(connectUrl, "allow", shop))
  await ship(client, { orderId: order._id, tellMarketplace: true })
  const wordy = await until("Etsy's words", async () => {
    const found = await orderOf(client, order.orderNumber)
    return found.shipment?.state === "failed" && found.shipment.message?.includes("Etsy says") && found
  })
  expect(wordy.shipment?.message).toContain("A tracking number is required")
  const notices = (await client.get("/api/notifications")).data as { message: string }[]
  // Once an hour, however many orders share the trouble; two where the hour has just ended.
  const told = notices.filter(({ message }) => message.includes("could not be marked as shipped"))
  expect(told.length).toBeGreaterThanOrEqual(1)
  expect(told.length).toBeLessThanOrEqual(2)
})

test("by the shop's rule what is pressed is told as shipped once that cannot be undone", async () => {
  const { client, id, shop, orders } = await givenShipper()
  // Without a number Etsy takes orders from abroad alone.
  const [kept, undone] = orders.filter(({ buyerInfo }) => buyerInfo.country === "CA")
  await setCompleted([kept._id, undone._id])
  await press(client, [kept._id])
  expect((await orderOf(client, kept.orderNumber)).shipment).toBeNull()
  await press(client, [kept._id], false)

  const changed = await client.put(`/api/integrations/${id}`, { shipsPressed: true })
  expect(changed.data as Integration).toMatchObject({ shipsPressed: true })
  const pressed = await press(client, [kept._id, undone._id])
  expect(pressed).toMatchObject([{ shipment: { state: "waiting" } }, { shipment: { state: "waiting" } }])
  await app.runtime.runCron(EVERY_MINUTE, Date.now())
  await press(client, [undone._id], false)
  await app.runtime.runCron(EVERY_MINUTE, Date.now() + 11 * MINUTE_MS)
  expect((await shipped(client, kept.orderNumber, "sent")).shippedAt).not.toBeNull()
  const told = await toldOf(shop)
  expect(told).toEqual([expect.objectContaining({ index: Number(kept.orderNumber.slice(-5)), code: "" })])
  expect(await orderOf(client, undone.orderNumber)).toMatchObject({ pressedAt: null, shipment: null })
})

test("an order that its marketplace says was sent shows so, and is not printed", async () => {
  const { client, id, shop, orders } = await givenShipper()
  const [order] = orders
  await tellEtsy(app, {
    ...{ action: "ship", shop, index: Number(order.orderNumber.slice(-5)) },
    ...{ carrier: "ups", code: "1Z" },
  })
  await sync(client, id)
  expect(await orderOf(client, order.orderNumber)).toMatchObject({
    shippedAt: expect.any(String),
    shipment: null,
  })
  const dry = (await client.post("/api/orders/batch", { dryRun: true })).data as {
    skipped: { orderNumber: string }[]
  }
  expect(dry.skipped.map(({ orderNumber }) => orderNumber)).not.toContain(order.orderNumber)
})

async function shopIdOf(shop: string): Promise<number> {
  const state = (await (await fetch(`${app.standIns.origin}/__state`)).json()) as {
    etsy: { shops: { name: string; shopId: number }[] }
  }
  return state.etsy.shops.find(({ name }) => name === shop)?.shopId ?? 0
}
