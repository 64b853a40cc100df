import { expect, test } from "vitest"
import { inchesFrom } from "../../../contract/length.ts"
import { MAX_FILE_ITEMS } from "../../../contract/limit.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { beginUpload, orders } from "../../../harness/slow-upload.ts"
import { csvOf, syntheticAmazonReport, syntheticBulk } from "../../../harness/synthetic-order-files.ts"
import { syntheticXlsx } from "../../../harness/synthetic-xlsx.ts"
import { givenImage, givenSize, keysIn } from "../artwork/artwork-steps.ts"
import { importFile, ordersOf } from "./order-steps.ts"

const app = useApp()

const report = syntheticAmazonReport([
  {
    "order-id": "111-0000001-0000001",
    "order-item-id": "50000000000001",
    "purchase-date": "2026-11-20T09:12:44-08:00",
    "promise-date": "2026-11-27T23:59:59-08:00",
    "buyer-email": "a@marketplace.example",
    "buyer-name": "A. Buyer",
    sku: "LUNA-MOTH-10IN",
    "product-name": "Luna moth tee",
    "quantity-purchased": 3,
    "quantity-to-ship": 2,
    "recipient-name": "Zoë Ünal",
    "ship-address-1": "1 Harbour Street",
    "ship-city": "Portland",
    "ship-postal-code": "97201",
    "ship-country": "US",
  },
  {
    "order-id": "111-0000001-0000001",
    "order-item-id": "50000000000002",
    sku: "COSMIC-CAT",
    "product-name": "Cosmic cat tee",
    "quantity-purchased": 1,
    "quantity-to-ship": 1,
  },
  {
    "order-id": "111-0000002-0000002",
    "order-item-id": "50000000000003",
    sku: "COSMIC-CAT",
    "product-name": "Cosmic cat tee",
    "quantity-purchased": "two",
  },
])

test("a report's orders are looked at, taken in, matched and printed, and come in once", async () => {
  const { client } = await app.givenUser({ name: "Amazon" })
  const moth = await givenImage(client, { name: "LUNA-MOTH.svg", bytes: logoSvg() })
  const size = await givenSize(client, "Chest", 10)

  const look = await importFile(client, report, { isDryRun: true })
  expect(look, look.message).toMatchObject({
    status: 200,
    data: {
      source: "Amazon",
      rows: 3,
      orders: 1,
      duplicates: 0,
      errors: [{ row: 4, message: "The quantity “two” is not a whole number" }],
      isReadable: true,
      integrationId: null,
      importId: null,
    },
  })
  expect(look.data.preview[0]).toMatchObject({
    row: 2,
    sku: "LUNA-MOTH-10IN",
    quantity: 2,
    buyerName: "Zoë Ünal",
  })
  expect(await ordersOf(client)).toEqual([])

  const done = await importFile(client, report)
  expect(done, done.message).toMatchObject({ status: 201, data: { orders: 1, duplicates: 0 } })
  const [order, ...others] = await ordersOf(client)
  expect(others).toEqual([])
  expect(order).toMatchObject({
    orderNumber: "111-0000001-0000001",
    integrationId: { type: "File", name: "Amazon" },
    buyerInfo: { name: "Zoë Ünal", address: "1 Harbour Street, Portland, 97201, US", country: "US" },
    integrationOrderCreatedDate: "2026-11-20T17:12:44.000Z",
    shipBy: "2026-11-28T07:59:59.000Z",
    status: "Pending",
  })
  const item = order.orderItems.find(({ sku }) => sku === "LUNA-MOTH-10IN")
  expect(item).toMatchObject({ quantity: 2, match: { imageId: { _id: moth._id }, sizeId: { _id: size } } })

  // The same file again, and a later report that brings the order again with one more.
  const again = await importFile(client, report)
  expect(again.data).toMatchObject({ orders: 0, duplicates: 2 })
  expect((await ordersOf(client)).map(({ _id }) => _id)).toEqual([order._id])

  // Archived meanwhile, it is known as before.
  await app.db.prepare(`UPDATE "order" SET shipped_at = 1, updated_at = 1 WHERE id = ?`).bind(order._id).run()
  await app.runtime.runCron("17 3 * * *")
  const key = app.db.prepare(`SELECT archive_key AS key FROM "order" WHERE id = ?`).bind(order._id)
  expect(await key.first()).toEqual({ key: expect.any(String) })
  expect((await importFile(client, report)).data).toMatchObject({ orders: 0, duplicates: 2 })
  expect(await key.first()).toEqual({ key: null })
  expect((await ordersOf(client)).map(({ _id }) => _id)).toEqual([order._id])
  await app.db.prepare(`UPDATE "order" SET shipped_at = NULL WHERE id = ?`).bind(order._id).run()

  const printed = await client.post("/api/orders/print", { orderItems: [item?._id] })
  expect(printed.status, printed.message).toBe(201)
  const undone = await client.delete(`/api/orders/import/${done.data.importId}`)
  expect(undone).toMatchObject({ status: 200, data: { orders: 0, kept: 1 } })
})

test("an import is undone with what it made, and a deleted order stays deleted", async () => {
  const { client } = await app.givenUser({ name: "Undo" })
  const rows = (numbers: number[]) =>
    csvOf([["Order", "SKU", "Qty"], ...numbers.map((number) => [`R-${number}`, "COSMIC-CAT", 1])])
  const mapping = { orderNumber: "Order", sku: "SKU", quantity: "Qty" }
  expect((await importFile(client, rows([1]), { mapping })).data.orders).toBe(1)
  const second = await importFile(client, rows([1, 2, 3]))
  expect(second.data).toMatchObject({ orders: 2, duplicates: 1 })
  const stranger = await app.givenUser({ name: "Stranger" })
  const path = `/api/orders/import/${second.data.importId}`
  const unknown = { status: 404, code: "not-found", message: "There are no orders of this import" }
  expect(await stranger.client.delete(path)).toMatchObject(unknown)
  expect(await client.delete(path)).toMatchObject({ data: { orders: 2, kept: 0 } })
  expect(await client.delete(path)).toMatchObject(unknown)
  expect((await ordersOf(client)).map(({ orderNumber }) => orderNumber)).toEqual(["R-1"])

  const [{ _id }] = await ordersOf(client)
  expect((await client.post("/api/orders/bulk-delete", { orderIds: [_id] })).status).toBe(200)
  const third = await importFile(client, rows([1, 2]))
  expect(third.data).toMatchObject({ orders: 1, warnings: ["1 order left out: you have deleted them here."] })
})

test("unknown columns are mapped once, and remembered by the header", async () => {
  const { client } = await app.givenUser({ name: "Mapper" })
  const text = csvOf(
    [
      ["Beleg", "Artikel", "Stk", "Wunschtext", "Bis"],
      ["B-1", "COSMIC-CAT", 2, "Zoë, Nr: 7", "24.12.2026"],
      ["B-2", "COSMIC-CAT", 1, "=Ben", "soon"],
    ],
    ";",
  )
  const look = await importFile(client, text, { isDryRun: true })
  expect(look.data).toMatchObject({
    source: null,
    isReadable: true,
    columns: ["Beleg", "Artikel", "Stk", "Wunschtext", "Bis"],
    samples: ["B-1", "COSMIC-CAT", "2", "Zoë, Nr: 7", "24.12.2026"],
    mapping: { orderNumber: "Beleg", itemTitle: "Artikel", quantity: "Stk", personalisation: "Wunschtext" },
  })
  // Nothing is imported by a guess.
  const refused = await importFile(client, text)
  expect(refused.status).toBe(422)
  expect(refused.message).toContain("Choose the columns")
  const wrong = await importFile(client, text, { mapping: { orderNumber: "Nr" }, isDryRun: true })
  expect(wrong).toMatchObject({
    status: 422,
    fields: { "mapping.orderNumber": "The file has no column “Nr”" },
  })

  const mapping = {
    orderNumber: "Beleg",
    sku: "Artikel",
    quantity: "Stk",
    personalisation: "Wunschtext",
    shipBy: "Bis",
  }
  const done = await importFile(client, text, { mapping })
  expect(done.data).toMatchObject({
    source: null,
    orders: 2,
    warnings: ["1 unreadable date left empty: “soon” in row 3."],
  })
  const orders = await ordersOf(client)
  const first = orders.find(({ orderNumber }) => orderNumber === "B-1")
  expect(first).toMatchObject({ integrationId: { type: "File" }, shipBy: "2026-12-24T12:00:00.000Z" })
  expect(first?.orderItems[0]).toMatchObject({
    quantity: 2,
    personalisation: [{ question: "Wunschtext", answer: "Zoë, Nr: 7", isFile: false }],
  })
  // Without a mapping now: the header says it, also in a workbook.
  const workbook = syntheticXlsx([
    ["Beleg", "Artikel", "Stk", "Wunschtext", "Bis"],
    ["B-1", "COSMIC-CAT", 2, "Zoë, Nr: 7", { serial: 46_380 }],
    ["B-2", "COSMIC-CAT", 1],
  ])
  const again = await importFile(client, workbook)
  expect(again).toMatchObject({ status: 201, data: { orders: 0, duplicates: 2, mapping } })
})

test("a width alone is in the account's unit, unless the name of its column says another", async () => {
  const { client } = await app.givenUser({ name: "Metric" })
  await client.expect("PUT", "/api/profile/settings", { lengthUnit: "cm" })
  await givenSize(client, "Front", inchesFrom(30, "cm"))
  await givenSize(client, "Back", 12)
  for (const [number, column, width] of [
    ["C-1", "Width", 30],
    ["C-2", "Width (mm)", 300],
    ["C-3", "Width (in)", 12],
  ]) {
    const mapping = { orderNumber: "Order", itemTitle: "Product", quantity: "Quantity", size: `${column}` }
    const rows = [Object.values(mapping), [number, "Tee", 1, width]]
    const done = await importFile(client, csvOf(rows), { mapping })
    expect(done.data, `${column}`).toMatchObject({ orders: 1 })
  }
  const orders = await ordersOf(client)
  const sizeOf = new Map(
    orders.map(({ orderNumber, orderItems: [item] }) => [orderNumber, item.match.sizeId?.name]),
  )
  expect(["C-1", "C-2", "C-3"].map((number) => sizeOf.get(number))).toEqual(["Front", "Front", "Back"])

  // A size is known by its name, whatever measure stands behind it; a word that only ends so has none.
  await givenSize(client, "Youth chest", 7.5)
  await givenSize(client, "Co", 8)
  // Nor is the number of another size a part of the measure: the wrong width would be printed.
  await givenSize(client, "Kids", 6)
  const mapping = { orderNumber: "Order", itemTitle: "Product", quantity: "Quantity", size: "Size" }
  const spelt = [
    "Youth chest 19 cm",
    "youth-chest (190mm)",
    "Youth chest 19,5cm",
    "Comm",
    "19 cm",
    "Kids 2 20 cm",
  ]
  const rows = spelt.map((text, at) => [`N-${at}`, "Tee", 1, text])
  const done = await importFile(client, csvOf([Object.values(mapping), ...rows]), { mapping })
  expect(done.data).toMatchObject({ orders: spelt.length })
  const named = (await ordersOf(client)).filter(({ orderNumber }) => orderNumber.startsWith("N-"))
  const found = new Map(named.map(({ orderItems: [item] }) => [item.size, item.match.sizeId?.name ?? null]))
  const youth = "Youth chest"
  expect(spelt.map((text) => found.get(text))).toEqual([youth, youth, youth, null, null, null])
})

test("sizes of one name are told apart by their width, and without one nothing is guessed", async () => {
  const { client } = await app.givenUser({ name: "Widths" })
  await givenSize(client, "Adult 10 in", 10)
  await givenSize(client, "Adult 11.5 in", 11.5)
  await givenSize(client, "Youth", 7.5)
  const mapping = { orderNumber: "Order", itemTitle: "Product", quantity: "Quantity", size: "Size" }
  const wanted = {
    'Adult 11.5"': "Adult 11.5 in",
    "adult 10in": "Adult 10 in",
    "Adult 25.4 cm": "Adult 10 in",
    Adult: null,
    "Adult (42 in)": null,
    "Youth (28 in)": "Youth",
  }
  const rows = Object.keys(wanted).map((text, at) => [`W-${at}`, "Tee", 1, text])
  await importFile(client, csvOf([Object.values(mapping), ...rows]), { mapping })
  const items = (await ordersOf(client)).map(({ orderItems: [item] }) => item)
  expect(Object.fromEntries(items.map(({ size, match }) => [size, match.sizeId?.name ?? null]))).toEqual(
    wanted,
  )
})

test("a file of several reads arrives whole", async () => {
  const { client } = await app.givenUser({ name: "Bulk" })
  const look = await importFile(
    client,
    syntheticBulk(2_000, () => "TEE"),
    { isDryRun: true },
  )
  expect(look.data).toMatchObject({ rows: 2_000, orders: 1_500, duplicates: 0, errors: [] })
})

test("imports that stall hold up no upload, and an account's imports wait for each other", async () => {
  const people = await Promise.all([1, 2, 3].map((n) => app.givenUser({ name: `Stalled${n}` })))
  const rows = Array.from({ length: 100 }, (_, n) => [`R-${n}`, "TEE"])
  const bytes = Buffer.from(csvOf([["Order", "SKU"], ...rows]))
  const begin = ({ client }: (typeof people)[number]) =>
    beginUpload(
      app.origin,
      { ...client.headers, cookie: client.cookieHeader() },
      { name: "orders.csv", bytes },
      orders,
    )
  const stalled = people.map(begin)
  // The form's head comes first, so the file's end is still missing.
  for (const one of stalled) await one.send(bytes.length)
  const { client } = await app.givenUser({ name: "Uploader" })
  await Promise.all([1, 2, 3, 4, 5].map((n) => givenImage(client, { name: `${n}.svg`, bytes: logoSvg() })))

  // One more waits for the first, and another is refused.
  const more = [1, 2].map(() => begin(people[0]).finish())
  expect((await Promise.race(more)).status).toBe(429)
  // A file without a known header is not imported by a guess.
  for (const one of stalled) expect(await one.finish()).toMatchObject({ status: 422 })
  expect((await Promise.all(more)).map(({ status }) => status).sort()).toEqual([422, 429])
  await expect.poll(() => keysIn(app, "imports/")).toEqual([])
})

test("an order holds so many items, whatever files they come in", async () => {
  const { client } = await app.givenUser({ name: "Many" })
  const rows = (from: number, count: number) =>
    csvOf([
      ["Order", "SKU", "Qty"],
      ...Array.from({ length: count }, (_, n) => ["R-1", `TEE-${from + n}`, 1]),
    ])
  const mapping = { orderNumber: "Order", sku: "SKU", quantity: "Qty" }
  const first = await importFile(client, rows(0, 502), { mapping })
  expect(first.data).toMatchObject({
    orders: 1,
    errors: [502, 503].map((row) => ({ row, message: "An order holds at most 500 items" })),
  })
  const second = await importFile(client, rows(499, 2), { mapping })
  expect(second.data).toMatchObject({
    duplicates: 1,
    errors: [{ row: 3, message: "An order holds at most 500 items" }],
  })
  const [order] = await ordersOf(client)
  expect(order.orderItems).toHaveLength(500)
})

longTest("an account holds so many items of files, and a file with more is refused whole", async () => {
  const { client, userId } = await app.givenUser({ name: "Hoarder" })
  const file = (numbers: number[]) =>
    csvOf([["Order", "SKU", "Qty"], ...numbers.map((number) => [`R-${number}`, "TEE", 1])])
  const mapping = { orderNumber: "Order", sku: "SKU", quantity: "Qty" }
  expect((await importFile(client, file([1]), { mapping })).data.orders).toBe(1)
  const columns =
    "order_id, user_id, title, sku, size, personalisation, quantity, price_cents, currency, status"
  await app.db
    .prepare(
      `WITH RECURSIVE many (n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM many WHERE n < ?)
      INSERT INTO order_item (id, vendor_item_id, ${columns})
      SELECT printf('01900000-0000-7000-8000-%012d', n), n, ${columns} FROM many, order_item WHERE user_id = ?`,
    )
    .bind(MAX_FILE_ITEMS - 1, userId)
    .run()
  const refusal = {
    status: 409,
    message: `An account holds at most ${MAX_FILE_ITEMS} unprinted items from files. Delete orders that you no longer need.`,
  }
  for (const options of [{}, { isDryRun: true }])
    expect(await importFile(client, file([2, 3]), options)).toMatchObject(refusal)
  // Existing orders take no room, and one more has some.
  expect((await importFile(client, file([1, 2]))).data).toMatchObject({ orders: 1, duplicates: 1 })
  expect(await importFile(client, file([3]))).toMatchObject(refusal)
})

test("what is no table, or none of orders, is refused in words", async () => {
  const { client } = await app.givenUser({ name: "Refused" })
  const sent = async (text: string | Uint8Array<ArrayBuffer>) => {
    const { status, message } = await importFile(client, text)
    return [status, message]
  }
  expect(await sent("")).toEqual([422, "This file is empty"])
  expect(await sent("Dear Sir or Madam")).toEqual([
    422,
    "This file has no header row with the names of its columns.",
  ])
  expect(await sent(Uint8Array.from({ length: 300 }, (_, at) => (at % 3 === 0 ? 0 : at % 251)))).toEqual([
    422,
    "This file is not a table. Upload a CSV, TSV or XLSX file.",
  ])
  const etsyOrders = csvOf([["Sale Date", "Order ID", "Buyer User ID", "Number of Items", "Order Value"]])
  expect((await sent(etsyOrders))[1]).toContain("download “Order Items”")
  const none = await client.post("/api/orders/import", new FormData())
  expect([none.status, none.message]).toEqual([400, "Choose a file"])
  // Its integration is never synced or connected.
  await importFile(client, report)
  const [{ _id }] = (await client.get("/api/integrations")).data as { _id: string }[]
  for (const call of ["orders", "auth"]) {
    const refusal = await client.fetch("GET", `/api/integrations/${_id}/${call}`, undefined, {
      "sec-fetch-site": "same-origin",
    })
    expect(refusal.status, call).toBe(409)
    expect(await refusal.json()).toMatchObject({
      message: "Its orders come from files. Import one on the Orders page.",
    })
  }
})
