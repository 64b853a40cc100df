import { expect, test } from "vitest"
import { MAX_MANIFEST_TICKS } from "../../../contract/limit.ts"
import type { PollReply } from "../../../contract/live.ts"
import type { Order, OrderItem } from "../../../contract/orders/order.ts"
import { type Manifest, printCode } from "../../../contract/prints/manifest.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenSize, type NamedFile, printOf, processed } from "../artwork/artwork-steps.ts"
import { givenShop, integrationOf, ordersOf, shopName, sync, tellEtsy } from "./order-steps.ts"

const app = useApp()

async function itemsOf(client: Client): Promise<OrderItem[]> {
  return (await ordersOf(client)).flatMap((order) => order.orderItems)
}

async function orderOf(client: Client, id: string): Promise<Order> {
  const order = (await ordersOf(client)).find(({ _id }) => _id === id)
  if (!order) throw new Error(`order ${id} is gone`)
  return order
}

async function printOrders(client: Client, orderItems: string[], more: object = {}): Promise<string> {
  const reply = await client.post("/api/orders/print", { orderItems, ...more })
  expect(reply.status, reply.message).toBe(201)
  return (reply.data as { _id: string })._id
}

/** An open order of two items or more, all of one design that is in the library by then. */
async function givenOrder(
  client: Client,
  art: NamedFile = { name: "logo.svg", bytes: logoSvg() },
): Promise<Order> {
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 13 })
  await givenShop(client, shop)
  const order = (await ordersOf(client)).find(
    ({ orderItems, isCancelled }) => orderItems.length > 1 && !isCancelled,
  )
  if (!order) throw new Error("the shop has no order of several items")
  const image = await givenImage(client, art)
  const sizeId = await givenSize(client, "Small", 1)
  for (const item of order.orderItems) {
    const chosen = await client.put(`/api/orders/items/${item._id}/match`, { imageId: image._id, sizeId })
    expect(chosen.status, chosen.message).toBe(200)
  }
  return orderOf(client, order._id)
}

test("artwork is found by SKU and sizes by variation, however they are spelt", async () => {
  const { client } = await app.givenUser()
  const art = logoSvg()
  const cat = await givenImage(client, { name: "Cosmic Cat.svg", bytes: art })
  const moth = await givenImage(client, { name: "LUNA-MOTH.svg", bytes: art })
  const vibes = await givenImage(client, { name: "good vibes.svg", bytes: art })
  const sizes = {
    adult: await givenSize(client, "adult-chest", 10),
    toddler: await givenSize(client, "Toddler", 5),
    left: await givenSize(client, "Left chest", 3.5),
  }
  await givenShop(client)
  const result = (item: OrderItem) => [item.match.imageId?._id ?? null, item.match.sizeId?._id ?? null]
  const expected: Record<string, (string | null)[]> = {
    "COSMIC-CAT|Adult chest": [cat._id, sizes.adult],
    "COSMIC-CAT|Youth chest": [cat._id, null],
    'luna moth|10" Adult chest': [moth._id, sizes.adult],
    "luna moth|5 inches": [moth._id, sizes.toddler],
    "GOOD-VIBES-3.5IN|": [vibes._id, sizes.left],
    "SHRED-IT-TACO|10 in": [null, sizes.adult],
    "EASTSIDE-07|Toddler": [null, sizes.toddler],
    "|Adult chest": [null, sizes.adult],
  }
  const items = await itemsOf(client)
  for (const [kind, parts] of Object.entries(expected)) {
    const alike = items.filter((item) => `${item.sku}|${item.size}` === kind)
    expect(alike.length, kind).toBeGreaterThan(0)
    for (const item of alike) expect(result(item), kind).toEqual(parts)
  }
  // A later name counts for the waiting orders.
  const youth = await givenSize(client, "Youth Chest", 7.5)
  await client.put(`/api/images/${moth._id}`, { name: "eastside 07.svg" })
  const later = await itemsOf(client)
  const of = (sku: string, size: string) => later.filter((item) => item.sku === sku && item.size === size)
  expect(of("COSMIC-CAT", "Youth chest").map(result)[0]).toEqual([cat._id, youth])
  expect(of("luna moth", "5 inches").map(result)[0]).toEqual([null, sizes.toddler])
  expect(of("EASTSIDE-07", "Toddler").map(result)[0]).toEqual([moth._id, sizes.toddler])
})

test("what is chosen once for a SKU, or a listing and variation, counts for all alike and no others", async () => {
  const { client } = await app.givenUser()
  const art = await givenImage(client, { name: "bouquet.svg", bytes: logoSvg() })
  const other = await givenImage(client, { name: "cosmic-cat.svg", bytes: logoSvg() })
  const { id, shop } = await givenShop(client)
  const { unmatchedCount } = await integrationOf(client, id)
  const open = (await ordersOf(client)).filter(({ isCancelled }) => !isCancelled)
  // Without a size nothing is printed, whatever its artwork.
  expect(unmatchedCount).toBe(open.flatMap(({ orderItems }) => orderItems).length)
  expect((await client.get("/api/orders?unmatched=true")).pagination).toMatchObject({ totalDocuments: 107 })

  const items = await itemsOf(client)
  const wildflower = items.filter((item) => item.sku === "WF-2026")
  const adult = wildflower.filter((item) => item.size === "Adult chest")
  expect(adult.length).toBeGreaterThan(1)
  expect(wildflower.length).toBeGreaterThan(adult.length)
  // One of them waits in a draft already.
  const printId = await printOrders(client, [adult[1]._id])
  expect((await printOf(client, printId)).printItems[0]).toMatchObject({ imageId: null, sizeId: null })
  const refused = await client.post(`/api/prints/${printId}/proccess`)
  expect(refused).toMatchObject({
    status: 422,
    message: "Image is missing. Please add the missing item.",
    fields: {
      [(await printOf(client, printId)).printItems[0]._id]:
        `${adult[1].title} (order ${adult[1].orderNumber})`,
    },
  })

  const sizeId = await givenSize(client, "Bespoke", 6)
  const path = `/api/orders/items/${adult[0]._id}/match`
  expect(await client.put(path, {})).toMatchObject({ status: 400, message: "Choose an image or a size" })
  expect((await client.put(path, { imageId: art._id, sizeId })).data).toMatchObject({
    match: { imageId: { _id: art._id }, sizeId: { _id: sizeId } },
  })
  for (const item of (await itemsOf(client)).filter(({ sku }) => sku === "WF-2026")) {
    expect(item.match.imageId?._id).toBe(art._id)
    expect(item.match.sizeId?._id ?? null).toBe(item.size === "Adult chest" ? sizeId : null)
  }
  expect((await printOf(client, printId)).printItems[0]).toMatchObject({
    imageId: { _id: art._id },
    sizeId: { _id: sizeId },
  })

  // Without a SKU the listing and what the buyer chose stand for it.
  const nameless = items.filter(({ sku }) => sku === "")
  const [first] = nameless.filter(({ size }) => size === "Adult chest")
  await client.put(`/api/orders/items/${first._id}/match`, { imageId: art._id })
  const after = (await itemsOf(client)).filter(({ sku }) => sku === "")
  expect(new Set(after.map(({ size, match }) => `${size} ${match.imageId?._id === art._id}`))).toEqual(
    new Set(["Adult chest true", "Youth chest false"]),
  )

  // A choice against the name comes before the name; after deleting its image the name counts
  // again.
  const cats = () => itemsOf(client).then((all) => all.filter(({ sku }) => sku === "COSMIC-CAT"))
  const [cat] = await cats()
  expect(cat.match.imageId?._id).toBe(other._id)
  await client.put(`/api/orders/items/${cat._id}/match`, { imageId: art._id })
  expect((await cats()).every(({ match }) => match.imageId?._id === art._id)).toBe(true)
  await client.delete(`/api/images/${art._id}`)
  expect((await cats()).every(({ match }) => match.imageId?._id === other._id)).toBe(true)

  // An image chosen in the draft itself, for want of one, is remembered as well.
  const [taco] = items.filter(({ sku }) => sku === "SHRED-IT-TACO")
  const draft = await printOf(client, await printOrders(client, [taco._id]))
  const change = { imageId: other._id }
  expect((await client.put(`/api/prints/${draft._id}/${draft.printItems[0]._id}`, change)).status).toBe(200)
  const tacos = (await itemsOf(client)).filter(({ sku }) => sku === "SHRED-IT-TACO")
  expect(tacos.every(({ match }) => match.imageId?._id === other._id)).toBe(true)

  // Later orders follow too.
  await tellEtsy(app, { action: "arrive", shop, count: 10 })
  await sync(client, id)
  const late = (await ordersOf(client)).slice(0, 10).flatMap((order) => order.orderItems)
  expect(late.filter(({ sku }) => sku === "SHRED-IT-TACO").map(({ match }) => match.imageId?._id)).toContain(
    other._id,
  )
})

test("orders and items follow their print through its whole life", async () => {
  const { client } = await app.givenUser({ credits: 60 })
  const order = await givenOrder(client)
  const [first, second] = order.orderItems
  const states = async () => {
    const now = await orderOf(client, order._id)
    return [now.status, ...now.orderItems.slice(0, 2).map((item) => item.status)]
  }
  const rest = order.orderItems.slice(2).map((item) => item._id)
  if (rest.length > 0) await printOrders(client, rest)
  const restState = rest.length > 0 ? "In Draft" : "Pending"
  expect(await states()).toEqual([restState, "Pending", "Pending"])

  const printId = await printOrders(client, [first._id, second._id], {
    quantities: { [first._id]: 2, [second._id]: 3 },
  })
  const print = await printOf(client, printId)
  expect(print).toMatchObject({ type: "Etsy", status: "In Draft", copies: 5, itemCount: 2 })
  expect(print.printItems.map((item) => item.orderItemId)).toMatchObject([
    { _id: first._id, orderNumber: order.orderNumber, title: first.title },
    { _id: second._id, personalisation: second.personalisation, isCancelled: false },
  ])
  expect(await states()).toEqual(["In Draft", "In Draft", "In Draft"])
  const now = await orderOf(client, order._id)
  const gone = "0197f3c0-0000-7000-8000-000000000000"
  const read = await client.get(`/api/orders/items?ids=${[second._id, gone, first._id].join()}`)
  expect(new Set(read.data as OrderItem[])).toEqual(new Set(now.orderItems.slice(0, 2)))
  expect((await client.get("/api/orders/items?ids=")).status).toBe(400)

  // A buyer's words are mended for the print. A sync leaves them so; the shop's own take it back.
  const worded = async () => (await printOf(client, printId)).printItems[0].orderItemId?.wording
  const wording = (text: string) => client.put(`/api/orders/items/${first._id}`, { wording: text })
  expect(await wording("  Mia 07\nblack ")).toMatchObject({
    status: 200,
    data: { _id: first._id, personalisation: first.personalisation, wording: "Mia 07\nblack" },
  })
  await sync(client, order.integrationId._id)
  expect(await worded()).toBe("Mia 07\nblack")
  expect((await wording(first.wording)).status).toBe(200)
  expect(await worded()).toBe(first.wording)
  expect((await orderOf(client, order._id)).orderItems[0].prints).toEqual([
    { _id: printId, status: "In Draft", name: expect.stringMatching(/^\w{3} batch, 1 order/) },
  ])

  // Out of the print, back to waiting.
  const path = `/api/prints/${printId}`
  const spare = print.printItems.find((item) => item.orderItemId?._id === second._id)
  expect((await client.delete(`${path}/${spare?._id}`)).status).toBe(200)
  expect(await states()).toEqual(["In Draft", "In Draft", "Pending"])

  // Failed, because its artwork's file is broken: a draft again.
  app.expectErrors(/job failed/)
  const bucket = await app.runtime.miniflare.getR2Bucket("FILES")
  const artKey = `images/${first.match.imageId?._id}/source`
  const art = Buffer.from((await (await bucket.get(artKey))?.arrayBuffer()) ?? new ArrayBuffer(0))
  const big = await softArtPng(64, 64)
  await bucket.put(artKey, big.subarray(0, 40))
  expect((await client.post(`${path}/proccess`)).status).toBe(202)
  const ended = await processed(client, printId)
  expect(ended.status).toBe("In Draft")
  expect(await states()).toEqual(["In Draft", "In Draft", "Pending"])
  await bucket.put(artKey, art)

  // A draft that is given up.
  expect((await client.delete(path)).status).toBe(200)
  expect(await states()).toEqual([restState, "Pending", "Pending"])
  expect((await client.post("/api/orders/print", { orderItems: [first._id] })).status).toBe(409)

  expect((await client.post(`${path}/proccess`)).status).toBe(202)
  expect((await processed(client, printId)).status).toBe("Completed")
  expect(await states()).toEqual(["Partially Completed", "Completed", "Pending"])
  const statistics = await client.get("/api/statistics")
  expect(statistics.data).toMatchObject({ completedOrders: 0 })

  // Its sheets go, what was printed was printed.
  expect((await client.delete(path)).status).toBe(200)
  expect(await states()).toEqual(["Partially Completed", "Completed", "Pending"])
  const again = await printOrders(client, [first._id, second._id], { printAgain: true })
  expect(await states()).toEqual(["Partially Completed", "Completed", "In Draft"])
  expect((await client.delete(`/api/prints/${again}/force`)).status).toBe(200)
  expect(await states()).toEqual(["Partially Completed", "Completed", "Pending"])

  // With the print go all its facts.
  expect((await client.post("/api/print/bulk-delete-force", { printIds: [printId] })).status).toBe(200)
  expect(await states()).toEqual([restState, "Pending", "Pending"])
})

test("all items printed complete the order; cancelling a print that runs gives its items back", async () => {
  const { client, hub } = await app.givenUser({ credits: 100 })
  app.expectErrors(/job failed.*leaves artwork/)
  const order = await givenOrder(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const ids = order.orderItems.map((item) => item._id)
  const printId = await printOrders(client, ids, { quantities: Object.fromEntries(ids.map((id) => [id, 1])) })
  // Its artwork cannot be read for now: the print stays where it is until it is cancelled.
  const moveTrim = (table: string, by: number) =>
    app.db
      .prepare(`UPDATE ${table} SET trim_x = trim_x + ? WHERE ${table === "image" ? "id" : "image_id"} = ?`)
      .bind(by, order.orderItems[0].match.imageId?._id)
      .run()
  await moveTrim("image", 100_000)
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  expect((await orderOf(client, order._id)).status).toBe("In Draft")
  expect((await client.post(`/api/prints/${printId}/cancel`)).status).toBe(200)
  expect((await orderOf(client, order._id)).status).toBe("Pending")
  expect((await hub.balance()).available).toBe(100)

  await moveTrim("image", -100_000)
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  expect((await processed(client, printId)).status).toBe("Completed")
  expect(await orderOf(client, order._id)).toMatchObject({ status: "Completed" })
  expect((await client.get("/api/statistics")).data).toMatchObject({ completedOrders: 1 })
  expect(await ordersOf(client, "status=Completed")).toHaveLength(1)
})

test("nothing is printed twice by accident, in however many tabs", async () => {
  const { client } = await app.givenUser()
  const order = await givenOrder(client)
  const ids = order.orderItems.map((item) => item._id)
  const tabs = [client, client.fork(), client.fork()]
  const replies = await Promise.all(tabs.map((tab) => tab.post("/api/orders/print", { orderItems: ids })))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  const refused = replies.find(({ status }) => status === 409)
  expect(Object.keys(refused?.fields ?? {}).sort()).toEqual([...ids].sort())
  expect(refused?.message).toContain(`(order ${order.orderNumber})`)
  expect(refused?.message).toMatch(/already in a print\. Confirm to print again$/)

  const requestKey = crypto.randomUUID()
  const again = { orderItems: ids, printAgain: true, requestKey }
  const meant = await Promise.all(tabs.map((tab) => tab.post("/api/orders/print", again)))
  expect(meant.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set(meant.map(({ data }) => (data as { _id: string })._id)).size).toBe(1)
  expect((await orderOf(client, order._id)).orderItems[0].prints).toHaveLength(2)

  // Asked for twice in one call is once; too many copies are none.
  const [id] = ids
  const once = await printOf(client, await printOrders(client, [id, id], { printAgain: true }))
  expect(once.itemCount).toBe(1)
  const many = {
    orderItems: ids,
    printAgain: true,
    quantities: Object.fromEntries(ids.map((one) => [one, 4_000])),
  }
  expect(await client.post("/api/orders/print", many)).toMatchObject({ status: 422 })
})

test("deleted orders leave their prints whole, and two items alike stay apart in them", async () => {
  const { client } = await app.givenUser()
  const order = await givenOrder(client)
  const ids = order.orderItems.map((item) => item._id)
  const printId = await printOrders(client, ids)
  const before = await printOf(client, printId)
  expect((await client.post("/api/orders/bulk-delete", { orderIds: [order._id] })).message).toBe(
    "1 order deleted successfully",
  )
  const after = await printOf(client, printId)
  expect(after.printItems.map(({ orderItemId }) => orderItemId)).toEqual(ids.map(() => null))
  expect(after.printItems.map(({ _id, quantity }) => ({ _id, quantity }))).toEqual(
    before.printItems.map(({ _id, quantity }) => ({ _id, quantity })),
  )
  const added = await client.post(`/api/prints/${printId}/printItem`, {
    imageId: before.printItems[0].imageId?._id,
    sizeId: before.printItems[0].sizeId?._id,
    quantity: 1,
  })
  expect((added.data as { itemCount: number }).itemCount).toBe(ids.length + 1)
})

test("orders are searched, filtered, sorted and paged", async () => {
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  const orders = await ordersOf(client)
  const byNumber = await ordersOf(client, `search=${orders[5].orderNumber}`)
  expect(byNumber.map(({ _id }) => _id)).toEqual([orders[5]._id])
  const byTitle = await ordersOf(client, "search=mama%27s%20leopard&limit=200")
  expect(byTitle.length).toBeGreaterThan(0)
  expect(
    byTitle.every(({ orderItems }) => orderItems.some(({ title }) => title.startsWith("Mama's Leopard"))),
  ).toBe(true)
  expect(await ordersOf(client, "search=O%27Neill&limit=200")).not.toHaveLength(0)
  expect(await ordersOf(client, "search=100%25")).toEqual([])
  const totals = (await ordersOf(client, "sortBy=total&sort=asc&limit=200")).map(({ total }) => total.amount)
  expect(totals).toEqual(totals.toSorted((a, b) => a - b))
  const days = orders.map(({ shipBy, integrationOrderCreatedDate: created }) =>
    shipBy === null ? null : (Date.parse(shipBy) - Date.parse(created)) / 86_400_000,
  )
  expect(new Set(days)).toEqual(new Set([3, null]))
  const day = orders[0].integrationOrderCreatedDate.slice(0, 10)
  const ofDay = await ordersOf(client, `startDate=${day}&endDate=${day}&limit=200`)
  expect(ofDay).toHaveLength(
    orders.filter((order) => order.integrationOrderCreatedDate.startsWith(day)).length,
  )
  expect(await ordersOf(client, `integrationId=${id}&limit=200`)).toHaveLength(108)
  expect(await ordersOf(client, "integrationId=0197f3c0-0000-7000-8000-000000000000")).toEqual([])
  const page = await client.get("/api/orders?page=3&limit=50")
  expect(page.pagination).toMatchObject({ totalDocuments: 108, totalPages: 3, page: 3, limit: 50 })
  expect(page.data).toHaveLength(8)
})

test("spoilt pieces become a draft of their own, and their orders stay printed", async () => {
  const { client } = await app.givenUser({ name: "Remaker", credits: 60 })
  const order = await givenOrder(client)
  const ids = order.orderItems.map((item) => item._id)
  const printId = await printOrders(client, ids, { quantities: { [ids[0]]: 3, [ids[1]]: 1 } })
  const path = `/api/prints/${printId}/remake`
  const [first] = (await printOf(client, printId)).printItems
  const request = {
    copies: [
      { itemId: first._id, copy: 3 },
      { itemId: first._id, copy: 1 },
      { itemId: first._id, copy: 3 },
    ],
    reason: "ink",
    requestKey: crypto.randomUUID(),
  }
  expect((await client.post(path, request)).status).toBe(409)
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  await processed(client, printId)
  for (const copies of [[], [{ itemId: first._id, copy: 4 }], [{ itemId: printId, copy: 1 }]])
    expect((await client.post(path, { ...request, copies })).status).toBe(copies.length === 0 ? 400 : 422)

  const made = await client.post(path, request)
  expect(made).toMatchObject({
    status: 201,
    data: {
      status: "In Draft",
      type: "Etsy",
      remakeOf: printId,
      remakeOfName: expect.any(String),
      remakeReason: "ink",
      copies: 2,
      printItems: [
        { quantity: 2, orderItemId: { _id: ids[0] }, imageId: first.imageId, sizeId: first.sizeId },
      ],
    },
  })
  const { _id: remakeId } = made.data as Print
  expect(await client.post(path, request)).toMatchObject({ status: 200, data: { _id: remakeId } })
  expect((await orderOf(client, order._id)).status).toBe("Completed")
  const other = await app.givenUser({ name: "RemakeStranger" })
  expect((await other.client.post(path, request)).status).toBe(404)

  // Made and given up, it changes nothing for the order either; artwork deleted since is missed.
  expect((await client.delete(`/api/prints/${remakeId}/force`)).status).toBe(200)
  expect((await orderOf(client, order._id)).status).toBe("Completed")
  expect((await client.delete(`/api/images/${first.imageId?._id}`)).status).toBe(200)
  const again = await client.post(path, { ...request, requestKey: undefined })
  expect(again).toMatchObject({
    status: 201,
    data: { printItems: [{ imageId: null, wasImageDeleted: true }] },
  })
  expect((await client.delete(`/api/prints/${printId}/force`)).status).toBe(200)
  expect((await orderOf(client, order._id)).status).toBe("In Draft")
})

test("the manifest says what lies where and for whom, and is safe to open", async () => {
  const { client } = await app.givenUser({ credits: 60 })
  const order = await givenOrder(client)
  const ids = order.orderItems.map((item) => item._id)
  const printId = await printOrders(client, ids, { quantities: { [ids[0]]: 2, [ids[1]]: 1 } })
  await app.db
    .prepare('UPDATE "order" SET buyer_name = ? WHERE id = ?')
    .bind('=HYPERLINK("http://evil.example"), <b>Ana</b>', order._id)
    .run()
  const draft = (await client.get(`/api/prints/${printId}/manifest`)).data
  // Every copy is listed before there are sheets; its place is known once a layout is stored.
  const codes = order.orderItems.flatMap(({ quantity }, item) =>
    Array.from({ length: [2, 1][item] ?? quantity }, (_, copy) => `${item + 1}-${copy + 1}`),
  )
  const nowhere = { sheet: null, position: null, isDone: false, preview: expect.any(String) }
  expect(draft).toMatchObject({ printId, sheets: 0, rows: codes.map((code) => ({ code, ...nowhere })) })
  expect((await client.post(`/api/prints/${printId}/layout`)).status).toBe(200)
  const planned = (await client.get(`/api/prints/${printId}/manifest`)).data as Manifest
  expect(planned.rows.map(({ sheet, position }) => [sheet, position])).toEqual(
    codes.map((_, at) => [1, at + 1]),
  )
  expect(planned.rows.map(({ code }) => code).sort()).toEqual(codes)
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  const print = await processed(client, printId)
  const { data } = await client.get(`/api/prints/${printId}/manifest`)
  const { rows } = data as { rows: { position: number; orderNumber: string; item: string; yIn: number }[] }
  expect(rows).toHaveLength(print.copies)
  expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
  expect(rows.every((row) => row.orderNumber === order.orderNumber && row.yIn >= 0.25)).toBe(true)
  expect(rows[0]).toMatchObject({ sheet: 1, size: "Small 1 in", image: "logo.svg" })

  await expectTicks(client, printId, data as Manifest)

  const csv = await client.fetch("GET", `/api/prints/${printId}/manifest.csv`)
  expect(csv.headers.get("content-disposition")).toBe(
    `attachment; filename="${printId.slice(-6)}-manifest.csv"`,
  )
  const lines = (await csv.text()).split("\r\n")
  expect(lines[0].replace("\uFEFF", "")).toBe(
    '"Sheet","Position","X (in)","Y (in)","Order","Buyer","Item","SKU","Size","Personalisation","Answers","Text","Image","Ship by","Code","Label","Done","Changed","Approved","Ink"',
  )
  expect(lines.some((line) => line.includes(`"1-2","1-2 (2 of ${print.copies})"`))).toBe(true)
  expect(lines[1]).toContain(`,"'=HYPERLINK(""http://evil.example""), <b>Ana</b>",`)
  expect(lines.filter((line) => line !== "")).toHaveLength(1 + print.copies)
  // Film that is made anew has nothing done.
  expect((await client.delete(`/api/prints/${printId}`)).status).toBe(200)
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  await processed(client, printId)
  const anew = (await client.get(`/api/prints/${printId}/manifest`)).data as Manifest
  expect(anew.rows.filter(({ isDone }) => isDone)).toEqual([])

  const page = await client.fetch("GET", `/api/prints/${printId}/manifest.html`)
  expect(page.headers.get("content-type")).toContain("text/html")
  const html = await page.text()
  expect(html).toContain("&lt;b&gt;Ana&lt;/b&gt;")
  expect(html).not.toContain("<b>Ana")
  expect(html).toContain(order.orderNumber)
  expect(html).toContain(`<b>1-2 (2 of ${print.copies})</b>`)
  expect(html.split('aria-label="To do"')).toHaveLength(print.copies + 1)
  expect(html.split('aria-label="Code ')).toHaveLength(print.copies + 1)
})

/** Checks that ticks are kept, may repeat, reach other devices, and are only for copies that exist. */
async function expectTicks(client: Client, printId: string, { rows }: Manifest): Promise<void> {
  const path = `/api/prints/${printId}/manifest`
  const done = async () => {
    const { data } = await client.get(path)
    return (data as Manifest).rows.filter(({ isDone }) => isDone).map(({ code }) => code)
  }
  const tick = ({ itemId, copy }: { itemId: string; copy: number }, isDone: boolean) => ({
    itemId,
    copy,
    isDone,
  })
  const [first, second, third] = rows
  const before = (await client.get("/api/live/poll")).data as PollReply
  for (let time = 0; time < 2; time++) {
    const ticks = [tick(first, false), tick(first, true), tick(second, true)]
    const reply = await client.put(path, { ticks })
    expect(reply.status, reply.message).toBe(200)
    expect(reply.data).toEqual({ printId, ticks: [tick(first, true), tick(second, true)] })
    expect(await done()).toEqual([first.code, second.code])
  }
  expect((await client.put(path, { ticks: [tick(first, false), tick(third, false)] })).status).toBe(200)
  expect(await done()).toEqual([second.code])
  const messages = (await client.get(`/api/live/poll?after=${before.latest}`)).data as PollReply
  expect(messages.events.map(({ event }) => event.slice(0, "manifest".length))).toEqual(
    Array(3).fill("manifest"),
  )
  expect(messages.events.at(-1)?.data).toEqual({ printId, ticks: [tick(first, false), tick(third, false)] })
  expect((await client.put(path, { ticks: [tick({ ...first, copy: 9 }, true)] })).status).toBe(404)
  const many = Array.from({ length: MAX_MANIFEST_TICKS + 1 }, () => tick(first, true))
  expect((await client.put(path, { ticks: many })).status).toBe(400)

  const code = `${printCode(printId)}-${second.code}`
  const result = { printId, itemId: second.itemId, copy: second.copy }
  expect((await client.get(`/api/codes/${code}`)).data).toEqual(result)
  expect((await client.get(`/api/codes/${code.toUpperCase()}`)).data).toEqual(result)
  for (const wrong of [second.code, `${code}9`, "x", `${printCode(printId)}-9-1`])
    expect((await client.get(`/api/codes/${wrong}`)).status).toBe(404)
  const { client: stranger } = await app.givenUser({})
  expect((await stranger.get(`/api/codes/${code}`)).status).toBe(404)
  expect((await stranger.put(path, { ticks: [tick(first, true)] })).status).toBe(404)
}
