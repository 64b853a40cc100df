import { expect, test } from "vitest"
import type { Id } from "../../../contract/id.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { syntheticShopifyOrders } from "../../../harness/synthetic-order-files.ts"
import type { Client } from "../../../local/client.ts"
import type { FileItem } from "../../../worker/data/orders/file-order-rows.ts"
import { pairItems, type SoldItem } from "../../../worker/flows/orders/adopt-orders.ts"
import { givenImage, givenSize } from "../artwork/artwork-steps.ts"
import { givenShopifyShop, shopifyShopName, tellShopify } from "../integrations/shopify-steps.ts"
import { importFile, ordersOf, sync } from "./order-steps.ts"

const app = useApp()
const dayMs = 86_400_000

/** A line of Shopify's file; only the first of an order says what belongs to the order. */
function row(name: string, sku: string, quantity: number, head: Record<string, string> = {}) {
  return {
    ...{ Name: name, "Lineitem quantity": quantity, "Lineitem name": `Tee ${sku} - Black / L` },
    ...{ "Lineitem price": "24.50", "Lineitem sku": sku, "Lineitem fulfillment status": "pending" },
    ...head,
  }
}

function headOf({ atMs, id }: { atMs: number | null; id?: number }): Record<string, string> {
  const created = atMs === null ? "" : `${new Date(atMs).toISOString().slice(0, 19).replace("T", " ")} +0000`
  return {
    ...{ "Financial Status": "paid", Currency: "USD", Total: "98.00", "Created at": created },
    ...{ "Shipping Name": "Ada Buyer", "Shipping Address1": "1 Harbour Street", "Shipping Country": "US" },
    ...(id === undefined ? {} : { Id: String(id) }),
  }
}

async function placed(shop: string, atMs: number) {
  const attributes = [{ key: "Name", value: "Ada" }]
  const lines = [
    {
      listing: 0,
      title: "Tee MOTH-10IN",
      variantTitle: "Black / L",
      sku: "MOTH-10IN",
      quantity: 2,
      attributes,
    },
    {
      listing: 0,
      title: "Tee MOTH-10IN",
      variantTitle: "Black / L",
      sku: "MOTH-10IN",
      quantity: 1,
      attributes: [],
    },
    { listing: 1, title: "Tee CAT", variantTitle: "Black / L", sku: "CAT", quantity: 1, attributes: [] },
  ]
  const order = (await tellShopify(app, { action: "place", shop, atMs, lines })).orders?.[0]
  if (!order) throw new Error("no order was placed")
  return order
}

async function numbered(client: Client, number: string) {
  return (await ordersOf(client, "limit=200")).filter(({ orderNumber }) => orderNumber === number)
}

test("orders of a Shopify file are taken over by the shop: once, with their prints, nothing twice", async () => {
  const { client, userId } = await app.givenUser({ name: "FileFirst" })
  await givenImage(client, { name: "MOTH.svg", bytes: logoSvg() })
  await givenSize(client, "Chest", 10)
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 3 })
  const atMs = Date.now() - 3_600_000
  const order = await placed(shop, atMs)
  const other = await placed(shop, atMs)
  const file = syntheticShopifyOrders([
    row(order.name, "MOTH-10IN", 2, headOf({ atMs, id: order.id })),
    row(order.name, "MOTH-10IN", 1),
    row(order.name, "CAT", 1),
    // Another shop's, which counts from #1001, too.
    row(other.name, "OTHER", 1, headOf({ atMs: atMs - 5 * dayMs })),
  ])
  expect((await importFile(client, file)).data).toMatchObject({ source: "Shopify", orders: 2, errors: [] })
  const [before] = await numbered(client, order.name)
  const two = before.orderItems.find(({ quantity }) => quantity === 2)
  const printed = await client.post("/api/orders/print", { orderItems: [two?._id] })
  expect(printed.status, printed.message).toBe(201)

  const { id } = await givenShopifyShop(client, shop)
  const [after, ...more] = await numbered(client, order.name)
  expect(more).toEqual([])
  expect(after).toMatchObject({ _id: before._id, changes: [], integrationId: { _id: id, type: "Shopify" } })
  const byId = (items: typeof before.orderItems) =>
    items.map(({ _id, sku, quantity }) => [_id, sku, quantity]).sort()
  expect(byId(after.orderItems)).toEqual(byId(before.orderItems))
  expect(after.orderItems.find(({ _id }) => _id === two?._id)).toMatchObject({
    status: "In Draft",
    isCancelled: false,
    wording: "Ada",
  })
  expect(after.orderItems.every(({ isCancelled }) => !isCancelled)).toBe(true)
  const again = await client.post("/api/orders/print", { orderItems: [two?._id] })
  expect(again.status).toBe(409)
  const kept = await app.db
    .prepare("SELECT buyer_order AS buyer FROM print_item WHERE order_item_id = ?")
    .bind(two?._id)
    .first()
  expect(kept).toEqual({ buyer: String(order.id) })
  // The namesake of another day is an order of its own.
  expect((await numbered(client, other.name)).map(({ integrationId }) => integrationId?.type).sort()).toEqual(
    ["File", "Shopify"],
  )

  // Neither the next sync nor the same file makes any of them again.
  const count = async () => (await ordersOf(client, "limit=200")).length
  const whole = await count()
  await sync(client, id)
  const repeated = await importFile(client, file)
  expect(repeated.data).toMatchObject({
    orders: 0,
    duplicates: 4,
    warnings: expect.arrayContaining(["1 order left out: your connected Shopify store already has them."]),
  })
  expect(await count()).toBe(whole)
  const stored = 'SELECT count(*) AS n FROM "order" WHERE user_id = ? AND number = ?'
  expect(await app.db.prepare(stored).bind(userId, order.name).first()).toEqual({ n: 1 })
})

test("a Shopify file leaves out what the connected shop has, by its number and day or by its id", async () => {
  const { client } = await app.givenUser({ name: "ShopFirst" })
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 3 })
  const atMs = Date.now() - 3_600_000
  const [byDay, byIdAlone, namesake, otherDay] = await Promise.all([1, 2, 3, 4].map(() => placed(shop, atMs)))
  await givenShopifyShop(client, shop)
  const before = (await ordersOf(client, "limit=200")).length
  const file = syntheticShopifyOrders([
    row(byDay.name, "MOTH-10IN", 2, headOf({ atMs })),
    row(byDay.name, "CAT", 1),
    row(byIdAlone.name, "CAT", 1, headOf({ atMs: null, id: byIdAlone.id })),
    row(namesake.name, "CAT", 1, headOf({ atMs, id: 5_555_000_000_001 })),
    row(otherDay.name, "CAT", 1, headOf({ atMs: atMs - 3 * dayMs })),
  ])
  const look = await importFile(client, file, { isDryRun: true })
  const done = await importFile(client, file)
  for (const { data } of [look, done])
    expect(data).toMatchObject({
      orders: 2,
      duplicates: 3,
      warnings: expect.arrayContaining(["2 orders left out: your connected Shopify store already has them."]),
    })
  expect((await ordersOf(client, "limit=200")).length).toBe(before + 2)
})

test("a file mapped by hand and the shop know each other's orders by number, day and an item, and no others", async () => {
  const { client } = await app.givenUser({ name: "Mapped" })
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 3 })
  const atMs = Date.now() - 3_600_000
  const [first, namesake, otherDay, later, signed] = await Promise.all(
    [1, 2, 3, 4, 5].map(() => placed(shop, atMs)),
  )
  const mapping = { orderNumber: "No", orderDate: "Day", sku: "Code", itemTitle: "What", quantity: "Pieces" }
  const csv = (...rows: [number: string, atMs: number, sku: string][]) =>
    [
      "No,Day,Code,What,Pieces",
      ...rows.map(([number, ms, sku]) => `${number},${new Date(ms).toISOString()},${sku},,2`),
    ].join("\n")
  const bare = ({ name }: { name: string }) => name.replace("#", "")

  // Before the shop is connected: it takes over what has number, day and an item in common.
  const rows: Parameters<typeof csv> = [
    [bare(first), atMs, "moth-10in"],
    [bare(namesake), atMs, "MUG-OF-ANOTHER-PLACE"],
    [bare(otherDay), atMs - 5 * dayMs, "MOTH-10IN"],
  ]
  expect((await importFile(client, csv(...rows), { mapping })).data).toMatchObject({ orders: 3, errors: [] })
  const [before] = await numbered(client, bare(first))
  const printed = await client.post("/api/orders/print", { orderItems: [before.orderItems[0]._id] })
  expect(printed.status, printed.message).toBe(201)
  const { id } = await givenShopifyShop(client, shop)
  expect(await numbered(client, bare(first))).toEqual([])
  const [after, ...more] = await numbered(client, first.name)
  expect(more).toEqual([])
  expect(after).toMatchObject({ _id: before._id, integrationId: { _id: id } })
  expect(after.orderItems.find(({ _id }) => _id === before.orderItems[0]._id)).toMatchObject({
    sku: "MOTH-10IN",
    status: "In Draft",
    isCancelled: false,
  })
  for (const order of [namesake, otherDay]) {
    expect(await numbered(client, bare(order)), order.name).toHaveLength(1)
    expect(await numbered(client, order.name), order.name).toHaveLength(1)
  }

  // After it: the file leaves out what the shop has.
  const count = async () => (await ordersOf(client, "limit=200")).length
  const whole = await count()
  const again = csv(...rows, [bare(later), atMs, "CAT"], [signed.name, atMs, "CAT"])
  expect((await importFile(client, again, { mapping })).data).toMatchObject({
    orders: 0,
    warnings: expect.arrayContaining(["3 orders left out: your connected store already has them."]),
  })
  expect(await count()).toBe(whole)
})

test("an order that was deleted stays deleted, whether it came by a file and comes by the shop or the other way round", async () => {
  const { client } = await app.givenUser({ name: "Deleted" })
  const shop = shopifyShopName()
  await tellShopify(app, { action: "orders", shop, count: 3 })
  const atMs = Date.now() - 3_600_000
  const [ofShopify, mapped, otherDay, synced] = await Promise.all([1, 2, 3, 4].map(() => placed(shop, atMs)))
  const file = syntheticShopifyOrders([
    row(ofShopify.name, "CAT", 1, headOf({ atMs })),
    row(otherDay.name, "CAT", 1, headOf({ atMs: atMs - 5 * dayMs })),
  ])
  await importFile(client, file)
  const mapping = { orderNumber: "No", orderDate: "Day", sku: "Code" }
  const csv = `No,Day,Code\n${mapped.name.replace("#", "")},${new Date(atMs).toISOString()},CAT\n`
  await importFile(client, csv, { mapping })
  const all = await ordersOf(client, "limit=200")
  expect(all).toHaveLength(3)
  const remove = (orders: typeof all) =>
    client.expect<{ undoId: string }>("POST", "/api/orders/bulk-delete", {
      orderIds: orders.map(({ _id }) => _id),
    })
  await remove(all)

  const { id } = await givenShopifyShop(client, shop)
  const names = async () => (await ordersOf(client, "limit=200")).map(({ orderNumber }) => orderNumber)
  expect(await names()).toEqual(expect.arrayContaining([otherDay.name, synced.name]))
  for (const one of [ofShopify, mapped]) expect(await names()).not.toContain(one.name)
  await tellShopify(app, { action: "bump", shop, index: ofShopify.index })
  await sync(client, id)
  expect(await names()).not.toContain(ofShopify.name)

  // The shop's own, deleted: no file brings it back, with its id or by its number and day.
  const { undoId } = await remove(await numbered(client, synced.name))
  const left = {
    orders: 0,
    warnings: expect.arrayContaining(["1 order left out: you have deleted them here."]),
  }
  for (const head of [headOf({ atMs, id: synced.id }), headOf({ atMs })]) {
    const { data } = await importFile(client, syntheticShopifyOrders([row(synced.name, "CAT", 1, head)]))
    expect(data).toMatchObject(left)
  }
  await client.expect("POST", `/api/undo/${undoId}`)
  expect(await names()).toContain(synced.name)
})

test("items of a file are those of the shop by their ids, else by what they are, else by what is left", () => {
  const id = (n: number) => `00000000-0000-7000-8000-00000000000${n}` as Id
  const ours = (n: number, item: Partial<FileItem>): FileItem => ({
    ...{ id: id(n), vendorItemId: `key#${n}`, sku: "", title: "", size: "", variation: "", quantity: 1 },
    ...item,
  })
  const sold = (vendorItemId: string, item: Partial<SoldItem>): SoldItem => ({
    ...{ vendorItemId, listingId: null, sku: "", title: "", size: "", variation: "", quantity: 1 },
    ...item,
  })
  const paired = (file: FileItem[], shop: SoldItem[]) =>
    pairItems(file, shop).map(([one, other]) => [one.vendorItemId, other.vendorItemId])
  // Etsy's file has the numbers of listing and transaction.
  expect(
    paired(
      [ours(1, { vendorItemId: "55-7" }), ours(2, { vendorItemId: "55-8" })],
      [sold("8", { listingId: "55" }), sold("7", { listingId: "55" })],
    ),
  ).toEqual([
    ["55-7", "7"],
    ["55-8", "8"],
  ])
  const tee = { sku: "TEE", title: "Tee - Black / L" }
  expect(
    paired(
      [
        ours(1, { ...tee, size: "L", variation: "Black" }),
        ours(2, { ...tee, size: "XL", variation: "Black" }),
      ],
      [
        sold("11", { sku: "TEE", title: "Tee", size: "XL", variation: "Color: Black" }),
        sold("12", { sku: "TEE", title: "Tee", size: "L", variation: "Color: Black" }),
      ],
    ),
  ).toEqual([
    ["key#1", "12"],
    ["key#2", "11"],
  ])
  const mug = [ours(1, { title: "Mug - White" }), ours(2, { title: "Cap", quantity: 3 })]
  expect(paired(mug, [sold("21", { title: "Cap", quantity: 2 }), sold("22", { title: "Mug" })])).toEqual([
    ["key#2", "21"],
    ["key#1", "22"],
  ])
  expect(paired([ours(1, { title: "Old name" })], [sold("31", { title: "New name" })])).toEqual([
    ["key#1", "31"],
  ])
  expect(paired([ours(1, { title: "Old name" })], [])).toEqual([])
  // A file without SKUs, and one in other letters.
  const several = [sold("41", { sku: "A", title: "Mug" }), sold("42", { sku: "b", title: "Cap" })]
  expect(paired([ours(1, { title: "cap" })], several)).toEqual([["key#1", "42"]])
  expect(paired([ours(1, { sku: "B" })], several)).toEqual([["key#1", "42"]])
})
