import { scheduler as nodeScheduler } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { makeId } from "../../../contract/id.ts"
import { MAX_BATCH_ITEMS, MAX_ORDER_ITEMS, MAX_PAGE_ITEMS } from "../../../contract/limit.ts"
import { orderListQuerySchema } from "../../../contract/orders/order.ts"
import { sqliteD1 } from "../../../harness/sqlite-d1.ts"
import { databaseOf } from "../../../worker/data/database.ts"
import { countFileItems } from "../../../worker/data/orders/file-order-rows.ts"
import { listOrderPage } from "../../../worker/data/orders/order-rows.ts"
import { pageOf, pageOfParts } from "../../../worker/data/paging.ts"
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
  return databaseOf({ DB })
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
      const { offset, length, pagination } = pageOfParts(query, parts.length, { parts: seen, most })
      expect(offset).toBe(end)
      const sum = parts.slice(offset, offset + length).reduce((total, part) => total + part, 0)
      expect(length === 1 || (length > 0 && length <= 9 && sum <= most)).toBe(true)
      end = offset + length
      totalPages = pagination.totalPages
    }
    expect(end).toBe(parts.length)
  }
  for (const total of [0, 1, 9, 10, 95])
    for (const page of [1, 2, 11, 500]) {
      const parts = Array<number>(Math.min(total, page * 10)).fill(1)
      expect(pageOfParts({ page, limit: 10 }, total, { parts, most: 1_000 })).toMatchObject(
        pageOf({ page, limit: 10 }, total),
      )
    }
})

test("a batch looks through so many items, some at a time, and leaves no order in halves", async () => {
  const db = givenOrders(Array<number>(22).fill(480))
  rests.mockClear()
  const { chosen, skipped } = await readChoice(db, { id: userId }, {}, clock)
  expect(chosen).toEqual([])
  expect(skipped).toHaveLength(Math.floor(MAX_BATCH_ITEMS / 480) * 480)
  expect(rests.mock.calls.length).toBeGreaterThanOrEqual(20)
  expect(await countFileItems(db, userId)).toBe(22 * 480)
})
