import { scheduler as nodeScheduler } from "node:timers/promises"
import { expect, test, vi } from "vitest"
import { makeId } from "../../../contract/id.ts"
import { type OrderListQuery, orderListQuerySchema } from "../../../contract/orders/order.ts"
import { sqliteD1 } from "../../../harness/sqlite-d1.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { countCsvLines } from "../../../worker/data/orders/order-rows.ts"
import { writeOrdersCsv } from "../../../worker/flows/orders/write-orders-csv.ts"

vi.stubGlobal("scheduler", nodeScheduler)

const clock = { nowMs: Date.parse("2026-11-27T12:00:00Z"), timeZone: "UTC" }
const userId = makeId(1)
const shopId = makeId(2)
const newestFirst = orderListQuerySchema.parse({})

/** An account with so many orders of one item, the last one the newest. */
function givenOrders(count: number) {
  const { DB, db, asked } = sqliteD1()
  db.exec("PRAGMA foreign_keys = OFF")
  db.prepare(
    "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES (?, ?, 'Shop', 'Etsy', 0, 0)",
  ).run(shopId, userId)
  const addOrder = (number: number) => {
    const id = makeId(10 + number)
    db.prepare(
      `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, ordered_at, created_at, updated_at)
      VALUES (?, ?, ?, ?, 'Ann', '', '', '', 'US', 2500, 'USD', 'Pending', ?, 0, 0)`,
    ).run(id, userId, shopId, `N-${number}`, number)
    db.prepare(
      `INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, size, personalisation, quantity, price_cents, currency, status)
      VALUES (?, ?, ?, '1', 'Tee', 'MOTH', 'M', '', 1, 2500, 'USD', 'Pending')`,
    ).run(makeId(number), id, userId)
  }
  for (let number = 1; number <= count; number++) addOrder(number)
  return { DB, db, asked, addOrder, open: open(openDatabase(DB)) }
}

function open(db: ReturnType<typeof openDatabase>) {
  return async (owner = userId, query: OrderListQuery = newestFirst) =>
    (await writeOrdersCsv(db, owner, query, clock)).getReader()
}

type Reader = ReadableStreamDefaultReader<Uint8Array>

/** The next part of a file; null at its end. */
async function partOf(reader: Reader): Promise<string | null> {
  const { done, value } = await reader.read()
  return done ? null : new TextDecoder().decode(value)
}

async function restOf(reader: Reader): Promise<string> {
  for (let text = ""; ; ) {
    const part = await partOf(reader)
    if (part === null) return text
    text += part
  }
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/^"N-(\d+)"/gm)].map(([, number]) => Number(number))
}

test("an order that comes or goes while the file is written neither repeats nor hides another", async () => {
  const { db, asked, addOrder, open } = givenOrders(1_200)
  const reader = await open()
  let text = `${await partOf(reader)}${await partOf(reader)}`
  for (let number = 1_201; number <= 1_500; number++) addOrder(number)
  db.exec(`DELETE FROM "order" WHERE vendor_order_id = 'N-7'`)
  db.exec(`UPDATE "order" SET ordered_at = 9999 WHERE vendor_order_id = 'N-8'`)
  text += await restOf(reader)
  const expected = Array.from({ length: 1_200 }, (_, at) => 1_200 - at).filter((number) => number !== 7)
  expect(numbersIn(text)).toEqual(expected)
  // The list is asked for once, and nothing is counted or skipped for each part of it.
  expect(asked.filter((sql) => /offset/i.test(sql))).toEqual([])
  expect(asked.filter((sql) => /from "order" where/i.test(sql))).toHaveLength(1)
  expect(asked.length).toBeLessThan(30)
})

test("a slice that fails breaks the file off, and gives the turn to the next", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined)
  const { db, open } = givenOrders(1_200)
  const reader = await open()
  await partOf(reader)
  db.exec("ALTER TABLE order_item RENAME TO gone")
  await expect(restOf(reader)).rejects.toThrow()
  expect(logged.mock.calls.join()).toContain("a file of orders broke off")
  logged.mockRestore()
  db.exec("ALTER TABLE gone RENAME TO order_item")
  expect(numbersIn(await restOf(await open()))).toHaveLength(1_200)
})

test("an account's files are written one after the other, and another account's meanwhile", async () => {
  const logged = vi.spyOn(console, "error")
  const { open } = givenOrders(600)
  const first = await open()
  const order: string[] = []
  const second = open().then((reader) => {
    order.push("second")
    return reader
  })
  // A third one would only wait, too.
  await expect(open()).rejects.toMatchObject({ code: "too-many-requests" })
  expect(numbersIn(await restOf(await open(makeId(3))))).toEqual([])
  order.push("another account's")
  expect(numbersIn(await restOf(first))).toHaveLength(600)
  await (await second).cancel()
  expect(order).toEqual(["another account's", "second"])
  expect(numbersIn(await restOf(await open()))).toHaveLength(600)
  expect(logged).not.toHaveBeenCalled()
})

test("more than a file holds is refused in words, and nothing is held for it", async () => {
  const { DB, db, open } = givenOrders(1)
  db.exec(`WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 50000)
    INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, size, personalisation, quantity, price_cents, currency, status)
    SELECT 'item' || n, "order".id, "order".user_id, 'v' || n, '', '', '', '', 1, 0, 'USD', 'Pending' FROM many, "order"`)
  const counted = (query: object) =>
    countCsvLines(openDatabase(DB), userId, orderListQuerySchema.parse(query), clock)
  expect(await counted({})).toBe(50_001)
  expect(await counted({ status: "Completed" })).toBe(0)
  for (let times = 0; times < 3; times++)
    await expect(open()).rejects.toMatchObject({
      code: "unprocessable",
      message: "A file holds fewer than 50000 lines, one for each item. Choose dates, and save each part.",
    })
})
