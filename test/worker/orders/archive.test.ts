import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { redactBuyers } from "../../../worker/data/orders/redact-rows.ts"
import { givenImage, givenSize, keysIn, sweepFiles } from "../artwork/artwork-steps.ts"
import { givenOrderItem, givenShop, ordersOf, sync, tellEtsy } from "./order-steps.ts"

const app = useApp()
const NIGHT = "17 3 * * *"

async function shippedLongAgo(orderId: string): Promise<void> {
  await app.db
    .prepare(`UPDATE "order" SET shipped_at = ?1, updated_at = ?1, status = 'Completed' WHERE id = ?2`)
    .bind(Date.now() - 31 * DAY_MS, orderId)
    .run()
}

/** Lets the night archive, and returns the orders of an account that have no items in rows. */
async function archivedAtNight(userId: string, days = 0): Promise<string[]> {
  await app.runtime.runCron(NIGHT, Date.now() + days * DAY_MS)
  const { results } = await app.db
    .prepare(
      `SELECT vendor_order_id AS number FROM "order" WHERE user_id = ? AND archive_key IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM order_item WHERE order_id = "order".id) ORDER BY vendor_order_id`,
    )
    .bind(userId)
    .all<{ number: string }>()
  return results.map(({ number }) => number)
}

/** A seller with an order that was printed, pressed and shipped long ago, and one whose piece is in a draft. */
async function givenShipped() {
  const user = await app.givenUser({ name: "Archivist" })
  const { client, userId } = user
  const image = await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "M", 2)
  const printOf = async (itemId: string) =>
    (await client.expect<{ _id: string }>("POST", "/api/orders/print", { orderItems: [itemId] }))._id
  const itemId = await givenOrderItem(app, userId, "old", "Moth tee")
  const draftedId = await givenOrderItem(app, userId, "drafted", "Moth mug")
  await client.expect("PUT", `/api/orders/items/${itemId}/match`, { imageId: image._id, sizeId })
  const [printId] = [await printOf(itemId), await printOf(draftedId)]
  const [old, drafted] = await Promise.all(
    ["old", "drafted"].map(async (number) => (await ordersOf(client, `search=${number}`))[0]),
  )
  const parcel = { carrier: "UPS", trackingNumber: "1Z999", tellMarketplace: false }
  await client.expect("POST", "/api/orders/shipments", { shipments: [{ orderId: old._id, ...parcel }] })
  await app.db.batch([
    app.db.prepare("UPDATE print SET status = 'Deleted', printed_at = 1 WHERE id = ?").bind(printId),
    app.db.prepare("UPDATE print_item SET printed_at = 1, cost_cents = 25 WHERE print_id = ?").bind(printId),
    app.db
      .prepare(
        `INSERT INTO attempt (id, print_id, user_id, number, state, credits, is_hold_settled, is_announced, dpi, mirror, utilisation, cost, created_at, updated_at)
        SELECT 'cost', id, user_id, 1, 'completed', 1, 1, 1, 300, 0, 0, '{"currency":"USD"}', 1, 1 FROM print WHERE id = ?`,
      )
      .bind(printId),
    app.db.prepare("UPDATE order_item SET status = 'Completed' WHERE id = ?").bind(itemId),
    app.db
      .prepare(`UPDATE "order" SET changes = ?, ship_by = 5, buyer_address = '1 Old Road' WHERE id = ?`)
      .bind(JSON.stringify([{ kind: "refunded", from: "", to: "1.00 USD", seenAtMs: 5 }]), old._id),
  ])
  for (const { _id } of [old, drafted]) await shippedLongAgo(_id)
  return { ...user, itemId, printId, orderId: old._id }
}

/** The replies that show an order: lists first, which leave it archived, then those that bring it back. */
async function seen(client: Client, printId: string) {
  const csv = await client.fetch("GET", "/api/orders.csv?search=moth")
  const lists = [
    await ordersOf(client, "search=for%20ann"),
    await ordersOf(client, "step=shipped&sortBy=total"),
    (await client.get("/api/prints?type=Etsy")).data,
    (await client.get("/api/orders/summary")).data,
    await csv.text(),
  ]
  return { lists, pages: () => pagesOf(client, printId) }
}

async function pagesOf(client: Client, printId: string) {
  return [
    (await client.get(`/api/prints/${printId}`)).data,
    (await client.get(`/api/prints/${printId}/manifest`)).data,
    await ordersOf(client, `printId=${printId}`),
  ]
}

test("what shipped 30 days ago is a document, and every list and page has it as before", async () => {
  const { client, userId, itemId, printId, orderId } = await givenShipped()
  const before = await seen(client, printId)
  const pages = await before.pages()
  expect(pages[2]).toMatchObject([
    {
      ...{ cost: { amount: 0.25, currency: "USD" }, shipment: { trackingNumber: "1Z999" } },
      ...{ changes: [{ kind: "refunded" }], orderItems: [{ prints: [{ _id: printId }] }] },
    },
  ])
  expect(await archivedAtNight(userId)).toEqual(["old"])
  const documents = await keysIn(app, "orders/")
  expect(documents).toHaveLength(1)
  // The next nights find the document in use, and nothing more to archive.
  expect(await archivedAtNight(userId, 2)).toEqual(["old"])
  const after = await seen(client, printId)
  expect(after.lists).toEqual(before.lists)
  expect(await archivedAtNight(userId)).toEqual(["old"])
  expect(await keysIn(app, "orders/")).toEqual(documents)
  expect(await after.pages()).toEqual(pages)
  await sweepFiles(app)
  expect(await keysIn(app, "orders/")).toEqual([])

  // It stays in rows for a day; then it can be printed again, deleted and brought back from its document.
  expect(await archivedAtNight(userId)).toEqual([])
  const [{ printItems }] = pages as [Print]
  const copies = [{ itemId: printItems[0]._id, copy: 1 }]
  for (const [path, body, orderItemId] of [
    ["remake", { copies, reason: "lost" }, { _id: itemId, orderNumber: "old" }],
    ["duplicate", {}, null],
  ] as const) {
    expect(await archivedAtNight(userId, 2)).toEqual(["old"])
    const made = await client.expect<Print>("POST", `/api/prints/${printId}/${path}`, body)
    expect(made.printItems).toMatchObject([{ imageId: printItems[0].imageId, orderItemId }])
    await app.db.prepare("DELETE FROM print WHERE id = ?").bind(made._id).run()
  }
  expect(await archivedAtNight(userId, 2)).toEqual(["old"])
  const deletion = await client.expect<{ undoId: string }>("POST", "/api/orders/bulk-delete", {
    orderIds: [orderId],
  })
  expect(await ordersOf(client, "search=old")).toEqual([])
  await client.expect("POST", `/api/undo/${deletion.undoId}`, {})
  expect(await pagesOf(client, printId)).toEqual(pages)
  await shippedLongAgo(orderId)
  await app.db.prepare("DELETE FROM undo").run()
  expect(await archivedAtNight(userId)).toEqual(["old"])
  const again = { orderItems: [itemId] }
  expect((await client.post("/api/orders/print", again)).status).toBe(409)
  await client.expect("POST", "/api/orders/print", { ...again, printAgain: true })
  await shippedLongAgo(orderId)
  expect(await archivedAtNight(userId)).toEqual([])
})

test("an archived order takes a shop's late change, and goes with its store and its account", async () => {
  const { client, userId } = await app.givenUser({ name: "Late" })
  const { id, shop } = await givenShop(client)
  const [changed, other] = (await ordersOf(client)).filter(({ isCancelled }) => !isCancelled)
  for (const { _id } of [changed, other]) await shippedLongAgo(_id)
  const numbers = [changed, other].map(({ orderNumber }) => orderNumber).sort()
  expect(await archivedAtNight(userId)).toEqual(numbers)
  await tellEtsy(app, { shop, index: Number(changed.orderNumber) % 100_000, action: "refund", cents: 150 })
  await sync(client, id)
  const late = (await ordersOf(client, `search=${changed.orderNumber}`)) as Order[]
  expect(late).toMatchObject([
    {
      _id: changed._id,
      changes: [{ kind: "refunded" }],
      orderItems: changed.orderItems.map(({ _id }) => ({ _id })),
    },
  ])
  expect(await archivedAtNight(userId)).toEqual([])
  for (const { _id } of [changed, other]) await shippedLongAgo(_id)
  expect(await archivedAtNight(userId)).toEqual(numbers)

  expect((await client.delete(`/api/integrations/${id}`)).status).toBe(200)
  await sweepFiles(app)
  expect(await keysIn(app, "orders/")).toEqual([])
  const { results } = await app.db.prepare("SELECT * FROM archived_item").all()
  expect(results).toEqual([])
})

test("the items of an archived order are listed as before", async () => {
  const { client, userId } = await app.givenUser({ name: "Sorter" })
  await givenShop(client)
  const many = (await ordersOf(client)).find(({ orderItems }) => orderItems.length > 1)
  if (!many) throw new Error("no order has several items")
  // Two that come at the same moment have ids in any order.
  await app.db
    .prepare(
      `UPDATE order_item SET vendor_item_id = 'x' || (SELECT count(*) FROM order_item other
        WHERE other.order_id = order_item.order_id AND other.id > order_item.id) WHERE order_id = ?`,
    )
    .bind(many._id)
    .run()
  const itemsOf = async () =>
    (await ordersOf(client, `search=${many.orderNumber}`))[0].orderItems.map(({ _id }) => _id)
  const before = await itemsOf()
  await shippedLongAgo(many._id)
  expect(await archivedAtNight(userId)).toEqual([many.orderNumber])
  expect(await itemsOf()).toEqual(before)
})

test("an order that its quiet shop only repeats is archived", async () => {
  const { client, userId } = await app.givenUser({ name: "Quiet" })
  const { id } = await givenShop(client)
  const [newest] = (await ordersOf(client)).filter(({ isCancelled }) => !isCancelled)
  await shippedLongAgo(newest._id)
  // Each sync reads the last minutes again.
  await sync(client, id)
  expect(await archivedAtNight(userId)).toEqual([newest.orderNumber])
})

test("a buyer who is to be forgotten is forgotten in archived orders and their documents", async () => {
  const { client, userId } = await app.givenUser({ name: "Forgetful" })
  await givenOrderItem(app, userId, "gone", "Moth tee")
  const [{ _id }] = await ordersOf(client, "search=ann")
  await shippedLongAgo(_id)
  const ofOthers = await keysIn(app, "orders/")
  await app.db
    .prepare("UPDATE integration SET type = 'Shopify', shop_id = 'moth.example' WHERE user_id = ?")
    .bind(userId)
    .run()
  expect(await archivedAtNight(userId)).toEqual(["gone"])
  const db = openDatabase(app.db as unknown as D1Database, app.files as unknown as R2Bucket)
  await redactBuyers(db, { type: "Shopify", shopId: "moth.example" }, ["gone"], Date.now())
  expect(await ordersOf(client, "search=ann")).toEqual([])
  const [order] = await ordersOf(client, "search=gone")
  expect(order).toMatchObject({ buyerInfo: { name: "", email: "" }, orderItems: [{ wording: "" }] })
  await sweepFiles(app)
  expect(await keysIn(app, "orders/")).toEqual(ofOthers)
})

test("an order that is too large for a value of D1 stays in rows, and no other waits for it", async () => {
  const { client, userId } = await app.givenUser({ name: "Large" })
  for (const number of ["large", "small"]) await givenOrderItem(app, userId, number, "Moth tee")
  for (const { _id, orderNumber } of await ordersOf(client)) {
    await app.db
      .prepare("UPDATE order_item SET changes = ? WHERE order_id = ?")
      .bind(JSON.stringify([orderNumber === "large" ? "x".repeat(1_000_000) : ""]), _id)
      .run()
    await shippedLongAgo(_id)
  }
  expect(await archivedAtNight(userId)).toEqual(["small"])
})
