import { expect, test } from "vitest"
import { makeId } from "../../../contract/id.ts"
import { changeWords } from "../../../contract/orders/change-words.ts"
import type { Order } from "../../../contract/orders/order.ts"
import { changeNotice, type Manifest } from "../../../contract/prints/manifest.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenSize, printOf } from "../artwork/artwork-steps.ts"
import { givenShop, ordersOf, sync, tellEtsy } from "./order-steps.ts"

const app = useApp()

/** Lets a sync read all orders again, as if each had changed just now. */
async function readAgain(client: Client, id: string): Promise<Order[]> {
  await app.db.prepare("UPDATE integration SET synced_until_s = 0 WHERE id = ?").bind(id).run()
  await sync(client, id)
  return ordersOf(client)
}

/** Changes the stored row, so that the shop's own state is new. */
function had(table: "order" | "order_item", id: string, columns: string): Promise<unknown> {
  return app.db.prepare(`UPDATE "${table}" SET ${columns} WHERE id = ?`).bind(id).run()
}

test("what a shop changed of an order is told, once, and older news changes nothing", async () => {
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  const first = await ordersOf(client)
  expect(first.every(({ changes }) => changes.length === 0)).toBe(true)
  expect(first.flatMap(({ orderItems }) => orderItems).every((item) => item.changes.length === 0)).toBe(true)
  const open = first.filter(({ isCancelled }) => !isCancelled)
  const [moved, back, ...others] = open
  const [edited, older] = others.filter(({ orderItems }) => orderItems.length > 1)
  const [item, second] = edited.orderItems
  await had("order", moved._id, "buyer_address = '1 Old Road'")
  await had("order", back._id, "is_cancelled = 1")
  await had("order_item", item._id, "quantity = 9, size = 'Pocket', variation = 'Colour: Red', sku = 'OLD'")
  await had("order_item", item._id, "personalisation = 'For Ann'")
  await had("order_item", second._id, "is_cancelled = 1")
  const goneId = await givenMissing(item._id)
  // The known state of this order is newer than the one that comes in.
  await had("order", older._id, "vendor_updated_at = vendor_updated_at + 9000000, buyer_address = 'New'")
  await had("order_item", older.orderItems[0]._id, "quantity = 9")

  for (let reads = 0; reads < 2; reads++) {
    const orders = new Map((await readAgain(client, id)).map((order) => [order._id, order]))
    const kinds = (order?: { changes: Order["changes"] }) =>
      order?.changes.map(({ kind, from, to }) => [kind, from, to])
    expect(kinds(orders.get(moved._id))).toEqual([["address", "", ""]])
    expect(kinds(orders.get(back._id))).toEqual([["restored", "", ""]])
    expect(orders.get(back._id)?.isCancelled).toBe(false)
    const items = orders.get(edited._id)?.orderItems ?? []
    const result = items.find(({ _id }) => _id === item._id)
    const sizeWords = [item.size, item.variation].filter(Boolean).join(", ")
    expect(kinds(result)).toEqual([
      ["quantity", "9", String(item.quantity)],
      ["size", "Pocket, Colour: Red", sizeWords],
      ["personalisation", "For Ann", item.wording],
      ["artwork", "OLD", item.sku],
    ])
    expect(kinds(items.find(({ _id }) => _id === second._id))).toEqual([["restored", "", ""]])
    const gone = items.find(({ _id }) => _id === goneId)
    expect(kinds(gone)).toEqual([["cancelled", "", ""]])
    expect(gone?.isCancelled).toBe(true)
    const untouched = orders.get(older._id)
    expect(kinds(untouched)).toEqual([])
    expect(untouched?.buyerInfo.address).toBe("New")
    expect(untouched?.orderItems[0].quantity).toBe(9)
    expect(untouched?.orderItems[0].changes).toEqual([])
  }
  const all = (await ordersOf(client)).filter(
    ({ changes, orderItems }) => changes.length > 0 || orderItems.some((one) => one.changes.length > 0),
  )
  expect(all).toHaveLength(3)
})

test("Etsy's orders are edited, sent elsewhere and refunded", async () => {
  const { client } = await app.givenUser()
  const { id, shop } = await givenShop(client)
  const [edited, moved, partly, wholly] = (await ordersOf(client)).filter(
    ({ isCancelled, status, orderItems }) => !isCancelled && status === "Pending" && orderItems.length === 3,
  )
  const tell = (order: Order, request: Record<string, unknown>) =>
    tellEtsy(app, { shop, index: Number(order.orderNumber) % 100_000, ...request })
  await tell(edited, { action: "edit", place: 0, quantity: 7 })
  await tell(edited, { action: "edit", place: 1, isGone: true })
  await tell(moved, {
    action: "readdress",
    address: {
      name: "Ana Lima",
      first_line: "9 New Road",
      second_line: null,
      city: "Reno",
      state: "NV",
      zip: "89501",
      country_iso: "US",
    },
  })
  await tell(partly, { action: "refund", cents: 150 })
  await tell(wholly, { action: "refund" })
  await sync(client, id)
  const orders = new Map((await ordersOf(client)).map((order) => [order._id, order]))
  const messages = ({ _id }: Order) => orders.get(_id)?.changes.map(changeWords)
  const items = orders.get(edited._id)?.orderItems ?? []
  expect(
    items.map(({ isCancelled, changes }) => [isCancelled, changes.map(({ kind }) => kind)]).sort(),
  ).toEqual([
    [false, []],
    [false, ["quantity"]],
    [true, ["cancelled"]],
  ])
  expect(messages(moved)).toEqual(["New address"])
  expect(orders.get(moved._id)?.buyerInfo.address).toContain("9 New Road")
  expect(messages(partly)).toEqual([`Refunded 1.50 ${partly.total.currency}`])
  expect(orders.get(partly._id)?.isCancelled).toBe(false)
  expect(messages(wholly)?.[0]).toBe("Cancelled")
  expect(messages(wholly)?.[1]).toMatch(/^Refunded \d/)
  expect(orders.get(wholly._id)?.isCancelled).toBe(true)
})

test("the newest twenty changes are kept", async () => {
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  const [order] = (await ordersOf(client)).filter(({ isCancelled }) => !isCancelled)
  const many = Array.from({ length: 20 }, (_, i) => ({
    kind: "address",
    from: "",
    to: "",
    seenAtMs: i,
  }))
  await had("order", order._id, `is_cancelled = 1, changes = '${JSON.stringify(many)}'`)
  const [read] = (await readAgain(client, id)).filter(({ _id }) => _id === order._id)
  expect(read.changes).toHaveLength(20)
  expect(read.changes.map(({ kind }) => kind).slice(-2)).toEqual(["address", "restored"])
  expect(read.changes[0].seenAtMs).toBe(1)
})

test("a cancelled item is not printed, and its order is complete without it", async () => {
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  const [order] = (await ordersOf(client)).filter(
    ({ isCancelled, orderItems }) => !isCancelled && orderItems.length === 1,
  )
  const [left] = order.orderItems
  const gone = await givenMissing(left._id)
  expect((await client.post("/api/orders/print", { orderItems: [left._id] })).status).toBe(201)
  await app.db.prepare("UPDATE print_item SET printed_at = 1 WHERE order_item_id = ?").bind(left._id).run()
  const read = (await readAgain(client, id)).find(({ _id }) => _id === order._id)
  expect(read).toMatchObject({ status: "Completed", isCancelled: false })
  expect(read?.orderItems.map(({ status, isCancelled }) => [status, isCancelled])).toEqual(
    expect.arrayContaining([
      ["Completed", false],
      ["Pending", true],
    ]),
  )
  expect(await client.post("/api/orders/print", { orderItems: [gone] })).toMatchObject({
    status: 409,
    fields: { [gone]: "It was cancelled" },
  })
})

test("what was changed since is told in drafts, while they are processed and at the press", async () => {
  const { client, hub, userId } = await app.givenUser()
  const { id } = await givenShop(client)
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Small", 1)
  const [order] = (await ordersOf(client)).filter(
    ({ isCancelled, orderItems }) => !isCancelled && orderItems.length === 2,
  )
  const [edited] = order.orderItems
  const gone = await givenMissing(edited._id)
  const made = await client.post("/api/orders/print", { orderItems: [edited._id, gone] })
  const { _id: printId } = made.data as { _id: string }
  for (const { _id } of (await printOf(client, printId)).printItems)
    await client.put(`/api/prints/${printId}/${_id}`, { imageId: image._id, sizeId })
  // As if it had been started just before the shop's news came.
  await had("order_item", edited._id, "quantity = 9")
  await app.db
    .prepare("UPDATE print SET status = 'Processing', attempt_id = id WHERE id = ?")
    .bind(printId)
    .run()
  await readAgain(client, id)

  const warning = `“${edited.title}” of order ${order.orderNumber} was cancelled while “${(await printOf(client, printId)).name}” is processed. Leave that piece out at the press, or cancel the print.`
  const messages = async () =>
    ((await client.get("/api/notifications")).data as { type: string; message: string }[]).filter(
      ({ type, message }) => type === "print" && message.includes(order.orderNumber),
    )
  expect(await messages()).toMatchObject([{ message: warning, attachmentId: printId }])
  const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
  expect(events.filter(({ event }) => event === `order-change-${userId}`)).toMatchObject([
    { data: { printId, message: warning } },
  ])
  // The same news again is none.
  await readAgain(client, id)
  expect(await messages()).toHaveLength(1)

  const pieces = async () =>
    (await printOf(client, printId)).printItems.map(({ orderItemId }) => [
      orderItemId?._id,
      orderItemId?.isCancelled,
      orderItemId?.changes.map(changeWords),
    ])
  const quantity = `Quantity ${edited.quantity} instead of 9`
  expect(await pieces()).toEqual([
    [edited._id, false, [quantity]],
    [gone, true, ["Cancelled"]],
  ])
  const manifest = (await client.get(`/api/prints/${printId}/manifest`)).data as Manifest
  expect(manifest.rows.map(changeNotice)).toEqual(
    expect.arrayContaining([quantity, "Cancelled: leave it out"]),
  )
  // Changes that the seller has seen are not shown again; cancelled items stay cancelled.
  expect((await client.post("/api/orders/seen", { orderIds: [order._id] })).data).toEqual({
    orderIds: [order._id],
  })
  expect(await pieces()).toEqual([
    [edited._id, false, []],
    [gone, true, []],
  ])

  await app.db
    .prepare("UPDATE print SET status = 'In Draft', attempt_id = NULL WHERE id = ?")
    .bind(printId)
    .run()
  expect(await client.post(`/api/prints/${printId}/proccess`)).toMatchObject({
    status: 422,
    message: `"${edited.title}" (order ${order.orderNumber}) was cancelled. Remove it from the print.`,
  })
})

/** An item of the same order that the shop does not have. */
async function givenMissing(itemId: string): Promise<string> {
  const id = makeId(Date.now())
  await app.db
    .prepare(
      `INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, size, personalisation, quantity, price_cents, currency, status)
      SELECT ?, order_id, user_id, 'gone', title, sku, size, personalisation, 1, 100, currency, status FROM order_item WHERE id = ?`,
    )
    .bind(id, itemId)
    .run()
  return id
}
