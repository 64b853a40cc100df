import { DatabaseSync } from "node:sqlite"
import { expect, test } from "vitest"
import { makeId } from "../../contract/id.ts"
import { fullScansOf } from "../../harness/full-scans.ts"
import { listsOf, reasonFor } from "../../harness/lists/lists.ts"
import { plansOf } from "../../harness/lists/plans.ts"
import { seedShop } from "../../harness/lists/seed.ts"
import { sqliteD1 } from "../../harness/sqlite-d1.ts"
import { openDatabase } from "../../worker/data/database.ts"
import { listDueDeliveries } from "../../worker/data/events/event-delivery-rows.ts"
import { claimShipmentsOf } from "../../worker/data/orders/shipment-rows.ts"

test("a page that a statement makes itself is no full scan; the table behind it is one, by whatever name", () => {
  const db = new DatabaseSync(":memory:")
  db.exec("CREATE TABLE print (id, user_id, name); CREATE INDEX print_user ON print (user_id, id)")
  const scansOf = (sql: string) =>
    fullScansOf(
      db
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail)),
    )
  const page = (where: string, from = "print") =>
    `WITH page AS MATERIALIZED (SELECT ${from}.id FROM print AS ${from} WHERE ${where} LIMIT 9)
    SELECT * FROM page CROSS JOIN print ON print.user_id = 'u' AND print.id = page.id`
  expect(scansOf(page("print.user_id = 'u'"))).toEqual([])
  expect(scansOf(page("print.name = 'n'"))).toEqual(["SCAN print"])
  expect(scansOf(page("p.name = 'n'", "p"))).toEqual(["SCAN p"])
  expect(scansOf("SELECT value FROM json_each('[1]')")).toEqual([])
  expect(scansOf("SELECT count(*) FROM print")).toEqual(["SCAN print USING COVERING INDEX print_user"])
})

test("no list reads all orders or prints of an account, but for those with a reason", async () => {
  const { DB, db } = sqliteD1()
  db.exec("PRAGMA foreign_keys = OFF")
  const [userId, nowMs] = [makeId(1), Date.parse("2026-11-27T12:00:00Z")]
  const shop = await seedShop(DB, { userId, images: 5, prints: 9, sizes: 2, categories: 1 }, nowMs, 1)
  const [{ id }] = db.prepare("SELECT id FROM print LIMIT 1").all()
  const known = { category: shop.categoryIds[0], imageId: shop.imageIds[0], printId: String(id) }
  db.prepare(
    "INSERT INTO integration (id, user_id, name, type, created_at, updated_at) VALUES (?, ?, 'Shop', 'Etsy', 0, 0)",
  ).run("s", userId)
  db.prepare(
    `INSERT INTO "order" (id, user_id, integration_id, vendor_order_id, buyer_name, buyer_email, buyer_phone, buyer_address, buyer_country, total_cents, currency, status, ordered_at, created_at, updated_at)
    VALUES ('o', ?, 's', '1', 'Ann', '', '', '', 'US', 2500, 'USD', 'Pending', ?, 0, 0)`,
  ).run(userId, nowMs)
  const reading = new Map<string, string[]>()
  for (const list of listsOf(known, nowMs)) {
    const plans = list === "/statistics" ? [] : await plansOf(DB, userId, list)
    const steps = plans.flatMap(({ fullScans, accountReads }) => [...fullScans, ...accountReads])
    if (steps.length > 0) reading.set(list, steps)
  }
  expect([...reading].filter(([list]) => reasonFor(list) === null)).toEqual([])
  // It sees such a step where there is one.
  expect(reading.get("/orders?limit=100")).toContain("SEARCH order USING INDEX order_created (user_id=?)")
})

test("a report to a marketplace that ends finds the account's next ones without reading all that wait", async () => {
  const { DB, db, asked } = sqliteD1()
  await claimShipmentsOf(openDatabase(DB), makeId(1), 1)
  const steps = db
    .prepare(`EXPLAIN QUERY PLAN ${asked.at(-1)}`)
    .all()
    .map(({ detail }) => String(detail))
  const read = steps.filter((step) => /shipment|next|other|ORDER BY/.test(step))
  expect(read.filter((step) => !/INDEX (shipment_next|sqlite_autoindex_shipment)/.test(step))).toEqual([])
})

test("what an endpoint is sent next is found in its order, however much waits for it", async () => {
  const { DB, db, asked } = sqliteD1()
  await listDueDeliveries(openDatabase(DB), makeId(1), { nowMs: 1, limit: 20 })
  const page = /SELECT id FROM event_delivery .*? LIMIT \?/s.exec(asked.at(-1) ?? "")?.[0]
  const steps = db
    .prepare(`EXPLAIN QUERY PLAN ${page}`)
    .all()
    .map(({ detail }) => String(detail))
  expect(steps).toEqual(["SEARCH event_delivery USING COVERING INDEX event_delivery_turn (endpoint_id=?)"])
  const whole = db
    .prepare(`EXPLAIN QUERY PLAN ${asked.at(-1)}`)
    .all()
    .map(({ detail }) => String(detail))
  expect(whole.filter((step) => step.startsWith("SCAN"))).toEqual(["SCAN due", "SCAN due"])
  expect(whole).toContain(
    "SEARCH tried USING INDEX event_delivery_turn (endpoint_id=? AND is_first=? AND tries>?)",
  )
})
