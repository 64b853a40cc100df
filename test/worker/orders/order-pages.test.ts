import { scheduler as nodeScheduler } from "node:timers/promises"
import { sql } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import { idSchema, makeId } from "../../../contract/id.ts"
import {
  MAX_BATCH_ITEMS,
  MAX_COUNTED_ROWS,
  MAX_ORDER_ITEMS,
  MAX_PAGE_ITEMS,
} from "../../../contract/limit.ts"
import { orderListQuerySchema } from "../../../contract/orders/order.ts"
import { printListQuerySchema } from "../../../contract/prints/print.ts"
import { longTest } from "../../../harness/long-test.ts"
import { sqliteD1 } from "../../../harness/sqlite-d1.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { countFileItems } from "../../../worker/data/orders/file-order-rows.ts"
import { listOrderPage } from "../../../worker/data/orders/order-rows.ts"
import { contains, pageOf, pageOfParts } from "../../../worker/data/paging.ts"
import { listPrints } from "../../../worker/data/prints/print-view.ts"
import { readerOf } from "../../../worker/data/reader.ts"
import { readChoice } from "../../../worker/flows/orders/read-choice.ts"
import { readListedOrders } from "../../../worker/flows/orders/read-listed-orders.ts"

const rests = vi.fn((ms: number) => nodeScheduler.wait(ms))
vi.stubGlobal("scheduler", { wait: rests })

const clock = { nowMs: Date.parse("2026-11-27T12:00:00Z"), timeZone: "UTC" }
const userId = makeId(1)

/** An account with an order for each count of items, the first one the newest. */
function givenOrders(counts: readonly number[]) {
  const { DB, db } = sqliteD1()
  const shopId = makeId(2)
  db.exec("PRAGMA foreign_keys = OFF")
  db.prepare(
    "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES (?, ?, 'Files', 'File', 0, 0)",
  ).run(shopId, userId)
  const addOrder = db.prepare(
    `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, ordered_at, created_at, updated_at)
    VALUES (?, ?, ?, ?, 'Ann', '', '', '', 'US', 2500, 'USD', 'Pending', ?, 0, 0)`,
  )
  const addItem = db.prepare(
    `INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, size, personalisation, quantity, price_cents, currency, status)
    VALUES (?, ?, ?, ?, 'Tee', 'MOTH', 'M', '', 1, 2500, 'USD', 'Pending')`,
  )
  for (const [at, count] of counts.entries()) {
    const id = makeId(10 + at)
    addOrder.run(id, userId, shopId, `N-${at}`, counts.length - at)
    for (let item = 0; item < count; item++) addItem.run(makeId(at), id, userId, String(item))
  }
  return openDatabase(DB)
}

test("a page of large orders ends early, and the next one goes on", async () => {
  const counts = [...Array<number>(6).fill(MAX_ORDER_ITEMS), 1, 1, 1, 700, 1, 1]
  const db = givenOrders(counts)
  const pages: string[][] = []
  for (let page = 1, pagesLeft = true; pagesLeft; page++) {
    const query = orderListQuerySchema.parse({ page, limit: 999 })
    const { listed, pagination } = await listOrderPage(db, userId, query, clock)
    rests.mockClear()
    const orders = await readListedOrders(db, userId, listed)
    const items = orders.reduce((sum, { orderItems }) => sum + orderItems.length, 0)
    expect(items).toBeLessThanOrEqual(MAX_PAGE_ITEMS)
    // A slice of some hundred items is read at once.
    expect(rests.mock.calls.length).toBeGreaterThanOrEqual(Math.floor(items / MAX_ORDER_ITEMS) - 1)
    expect(pagination).toMatchObject({ totalDocuments: counts.length, page, limit: 999 })
    pages.push(orders.map(({ orderNumber, orderItems }) => `${orderNumber} ${orderItems.length}`))
    pagesLeft = page < pagination.totalPages
  }
  const all = counts.map((count, at) => `N-${at} ${count}`)
  expect(pages).toEqual([all.slice(0, 4), all.slice(4)])
  const beyond = orderListQuerySchema.parse({ page: 77, limit: 999 })
  expect((await listOrderPage(db, userId, beyond, clock)).pagination).toMatchObject({
    page: 2,
    totalPages: 2,
  })
  const few = orderListQuerySchema.parse({ page: 3, limit: 5 })
  expect((await listOrderPage(db, userId, few, clock)).listed).toHaveLength(3)
})

test("pages of parts have each row once, and are those of any list while nothing is large", () => {
  for (let most = 1; most <= 40; most++) {
    const parts = Array.from({ length: 60 }, (_, at) => (at * 7_919 * most) % 13)
    const query = { page: 1, limit: 9 }
    let end = 0
    for (let totalPages = 1; query.page <= totalPages; query.page++) {
      const seen = parts.slice(0, query.page * query.limit)
      const { offset, length, totalPages: pages } = pageOfParts(query, parts.length, { parts: seen, most })
      expect(offset).toBe(end)
      const sum = parts.slice(offset, offset + length).reduce((total, part) => total + part, 0)
      expect(length === 1 || (length > 0 && length <= 9 && sum <= most)).toBe(true)
      end = offset + length
      totalPages = pages
    }
    expect(end).toBe(parts.length)
  }
  for (const total of [0, 1, 9, 10, 95])
    for (const page of [1, 2, 11, 500]) {
      const parts = Array<number>(Math.min(total, page * 10)).fill(1)
      const { offset, pagination } = pageOf({ page, limit: 10 }, total)
      const { totalPages } = pagination
      const inParts = pageOfParts({ page, limit: 10 }, total, { parts, most: 1_000 })
      expect(inParts).toMatchObject({ offset, page: pagination.page, totalPages })
    }
})

test("pages that follow each other's places have each row once, in every order, and other places are refused", async () => {
  const db = givenOrders(Array<number>(23).fill(1))
  const d1 = db.$client
  await d1
    .prepare(`UPDATE "order" SET ship_by = CASE WHEN rowid % 3 > 0 THEN rowid % 5 END, total_cents = rowid % 4,
    status = CASE WHEN rowid % 2 THEN 'Pending' ELSE 'Completed' END, buyer_name = substr('aBCde', rowid % 5 + 1)`)
    .run()
  await d1
    .prepare(`INSERT INTO print (id, user_id, type, status, printed_at, created_at, updated_at)
      SELECT id, user_id, 'Manual', 'Cancelled', ship_by, rowid % 7, 0 FROM "order"`)
    .run()
  const orderPage = async (query: object) => {
    const { listed, pagination } = await listOrderPage(db, userId, orderListQuerySchema.parse(query), clock)
    return { ids: listed.map(({ id }) => id), pagination }
  }
  const printPage = async (query: object) => {
    const { prints, pagination } = await listPrints(
      readerOf(db),
      userId,
      printListQuerySchema.parse(query),
      0,
    )
    return { ids: prints.map(({ _id }) => _id), pagination }
  }
  const sorts = ["integrationOrderCreatedDate", "status", "shipBy", "total", "buyerName", "step"]
  const lists = [
    ...sorts.map((sortBy) => ({ sortBy, read: orderPage })),
    ...["createdAt", "printedAt", "status", "type", "_id"].map((sortBy) => ({ sortBy, read: printPage })),
  ]
  for (const { sortBy, read } of lists)
    for (const sort of ["asc", "desc"]) {
      const all = (await read({ sortBy, sort, limit: 999 })).ids
      const ids: string[] = []
      for (let after: string | null | undefined, page = 1; after !== null; page++) {
        const one = await read({ sortBy, sort, limit: 4, page, after: after ?? undefined })
        expect(one.pagination).toMatchObject({ page, totalPages: 6, totalDocuments: 23, isExact: true })
        expect((await read({ sortBy, sort, limit: 4, page })).ids).toEqual(one.ids)
        ids.push(...one.ids)
        after = one.pagination.next
      }
      expect(ids, `${sortBy} ${sort}`).toEqual(all)
      expect(new Set(ids).size).toBe(23)
    }
  const { next } = (await orderPage({ sortBy: "total", limit: 4 })).pagination
  for (const after of [next, "nonsense", "W10"])
    await expect(orderPage({ sortBy: "step", after })).rejects.toThrow("`after` is no place in this list")

  // Rows before the place have gone: what is behind it is a page of its own all the same.
  for (const read of [orderPage, printPage]) {
    const first = await read({ limit: 5 })
    for (const table of ['"order"', "print"])
      for (const id of first.ids) await d1.prepare(`DELETE FROM ${table} WHERE id = ?`).bind(id).run()
    const { pagination } = await read({ limit: 9, page: 2, after: first.pagination.next ?? undefined })
    expect(pagination).toMatchObject({ page: 2, totalPages: 3 })
    const last = await read({ limit: 18, page: 2, after: first.pagination.next ?? undefined })
    expect(last.pagination).toMatchObject({ page: 2, totalPages: 2, next: null })
  }
})

test("a list counts its rows up to a number, says that there are more, and goes on behind them", async () => {
  const more = MAX_COUNTED_ROWS + 60
  const db = givenOrders(Array<number>(more).fill(0))
  const page = async (query: object) =>
    listOrderPage(db, userId, orderListQuerySchema.parse({ limit: 50, ...query }), clock)
  expect((await page({})).pagination).toMatchObject({
    totalDocuments: MAX_COUNTED_ROWS,
    isExact: false,
    totalPages: 200,
  })
  expect((await page({ page: 201 })).pagination).toMatchObject({ page: 201, totalPages: 202 })
  const last = await page({ page: 999 })
  expect(last.listed).toHaveLength(10)
  expect(last.pagination).toMatchObject({ page: 202, totalPages: 202, next: null })
})

longTest(
  "a search of a long list finds by its words' index what every row's words have, in any account alone",
  async () => {
    const db = givenOrders(Array<number>(MAX_COUNTED_ROWS + 60).fill(1))
    const set = (text: string) => db.$client.prepare(text).run()
    const names = ["Zoë Ängström", "ΟΔΟΣ ς", "Заказ Москва", "İzmir ß", '100%_"quoted" it\'s', "მარიამ Anna"]
    for (const [at, name] of names.entries())
      await set(
        `UPDATE "order" SET buyer_name = '${name.replaceAll("'", "''")} ' || rowid WHERE rowid % 900 = ${at}`,
      )
    await set(
      "UPDATE order_item SET title = 'Luna Moth ' || rowid, own_personalisation = 'Für Özil' WHERE rowid % 1500 = 7",
    )
    await set(`INSERT INTO print (id, user_id, type, status, name, printed_at, created_at, updated_at)
    SELECT id, user_id, 'Manual', 'Cancelled', buyer_name, ${clock.nowMs} - ordered_at * 60000, 0, 0 FROM "order"`)
    const other = idSchema.parse(userId.replace(/.{6}$/, "abcdef"))
    await set(`UPDATE "order" SET user_id = '${other}' WHERE rowid % 1800 = 0`)
    const ordersWith = async (search: string) =>
      (await listOrderPage(db, userId, orderListQuerySchema.parse({ search, limit: 999 }), clock)).pagination
    const printsWith = async (search: string) =>
      (
        await listPrints(
          readerOf(db),
          userId,
          printListQuerySchema.parse({ search, limit: 999 }),
          clock.nowMs,
        )
      ).pagination
    const countOf = async (from: string, text: string, search: string) => {
      const isFound = contains(sql.raw(text), search)
      const [{ total }] = await db.all<{ total: number }>(
        sql`SELECT count(*) AS total FROM ${sql.raw(from)} WHERE ${isFound}`,
      )
      return total
    }
    const own = `(SELECT * FROM "order" JOIN order_item ON order_item.order_id = "order".id WHERE "order".user_id = '${userId}')`
    const searches = [
      "zoë",
      "ÄNGSTRÖM",
      "οδοσ",
      "москва",
      "заказ мо",
      "İzmir",
      "izmir",
      "mir ẞ",
      "0%_",
      '"quoted" IT',
      "მარიამ",
      "anna",
      "LUNA MOTH",
      "für ö",
      "no such",
      "N-77",
    ]
    for (const search of searches) {
      const total = await countOf(
        own,
        "coalesce(number, vendor_order_id) || char(10) || buyer_name || char(10) || title || char(10) || coalesce(own_personalisation, '')",
        search,
      )
      expect(await ordersWith(search), search).toMatchObject({ totalDocuments: total, isExact: true })
      if (search.startsWith("N-")) continue
      expect(await printsWith(search), search).toMatchObject({
        totalDocuments: await countOf("print", "name", search),
        isExact: true,
      })
    }
    expect(await ordersWith("tee")).toMatchObject({
      totalDocuments: MAX_COUNTED_ROWS,
      isExact: false,
      totalPages: 11,
    })
    // Two letters are looked for among the first rows alone.
    expect(await ordersWith("zo")).toMatchObject({ isExact: false })
    expect(await printsWith("25 Nov")).toMatchObject({ totalDocuments: 24 * 60, isExact: true })
    await set(`UPDATE "order" SET buyer_name = 'Forgotten' WHERE buyer_name LIKE '%Москва%'`)
    await set("DELETE FROM print WHERE name LIKE '%anna%'")
    expect(await ordersWith("москва")).toMatchObject({ totalDocuments: 0 })
    expect(await ordersWith("forgott")).toMatchObject({ totalDocuments: 12 })
    expect(await printsWith("anna")).toMatchObject({ totalDocuments: 0 })
  },
)

test("a batch looks through so many items, some at a time, and leaves no order in halves", async () => {
  const db = givenOrders(Array<number>(22).fill(480))
  rests.mockClear()
  const { chosen, skipped } = await readChoice(db, { id: userId }, {}, clock)
  expect(chosen).toEqual([])
  expect(skipped).toHaveLength(Math.floor(MAX_BATCH_ITEMS / 480) * 480)
  expect(rests.mock.calls.length).toBeGreaterThanOrEqual(20)
  expect(await countFileItems(db, userId)).toBe(22 * 480)
})
