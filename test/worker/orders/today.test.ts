import { expect, test } from "vitest"
import { makeId } from "../../../contract/id.ts"
import type { Order } from "../../../contract/orders/order.ts"
import { type OrderBatchReply, SKIPPED_SHOWN } from "../../../contract/orders/order-batch.ts"
import type { Today, TodayFilm } from "../../../contract/orders/today.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { rateRules } from "../../../worker/rate-limit.ts"
import { givenImage, givenSize } from "../artwork/artwork-steps.ts"
import { givenDue, shipTime, zonedSellerOf } from "./order-steps.ts"

const app = useApp()

/** Changes an order's row, or its item's. */
async function had(itemId: string, table: "order" | "order_item", columns: string): Promise<void> {
  const id = table === "order" ? "(SELECT order_id FROM order_item WHERE id = ?)" : "?"
  await app.db.prepare(`UPDATE "${table}" SET ${columns} WHERE id = ${id}`).bind(itemId).run()
}

const news = (seenAtMs: number) =>
  `changes = '${JSON.stringify([{ kind: "address", from: "", to: "", seenAtMs }])}'`

/** A finished print, handed over with a link if `isShared`. */
async function givenFinished(client: Client, userId: string, name: string, isShared: boolean): Promise<void> {
  const { data } = await client.post("/api/prints", { name, printItems: [{ quantity: 1 }] })
  const printId = (data as { _id: string })._id
  const [shareId, nowMs] = [makeId(Date.now()), Date.now()]
  await app.db
    .prepare("UPDATE print SET status = 'Completed', printed_at = ? WHERE id = ?")
    .bind(nowMs, printId)
    .run()
  if (!isShared) return
  await app.db.batch([
    app.db
      .prepare("INSERT INTO share (id, token, user_id, created_at) VALUES (?, ?, ?, ?)")
      .bind(shareId, shareId, userId, nowMs),
    app.db
      .prepare("INSERT INTO share_print (share_id, print_id, position) VALUES (?, ?, 0)")
      .bind(shareId, printId),
  ])
}

const todayOf = async (client: Client) => (await client.get("/api/today")).data as Today

test("each count of today is that of the list that it leads to, and of the seller's own rows alone", async () => {
  const { client, userId } = await zonedSellerOf(app)
  const given = (number: string, shipBy: number | null) => givenDue(app, userId, number, shipBy)
  await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  await givenSize(client, "M", 4)
  await given("late", shipTime(-1, 5))
  await given("today", shipTime(0, 5))
  await given("next", shipTime(2, 5))
  await given("third", shipTime(3, 5))
  await had(await given("no artwork", shipTime(0, 6)), "order_item", "sku_key = 'none'")
  // Its artwork has no place for the text.
  const doubtful = await given("text", null)
  await had(doubtful, "order_item", "personalisation = 'For Ann'")
  const both = await given("text and changed", null)
  await had(both, "order_item", "personalisation = 'For Ann'")
  await had(both, "order", news(5))
  await had(await given("item changed", null), "order_item", news(5))
  const seen = await given("seen", null)
  await had(seen, "order", `${news(5)}, changes_seen_at = 5`)
  const printed = await given("printed and changed", shipTime(0, 7))
  await had(printed, "order", `status = 'Completed', ${news(5)}`)
  await had(printed, "order_item", "status = 'Completed'")
  await had(await given("pressed", shipTime(0, 8)), "order", "status = 'Completed', pressed_at = 1")
  await had(await given("cancelled", shipTime(0, 8)), "order", "is_cancelled = 1")
  // Shipped by the marketplace before it was printed: nobody has to look for its artwork any more.
  const gone = await given("shipped", shipTime(0, 9))
  await had(gone, "order_item", "sku_key = 'none'")
  await had(gone, "order", `shipped_at = 1, ${news(5)}`)
  await givenFinished(client, userId, "At home", false)
  await givenFinished(client, userId, "Tue batch", true)

  const listed = async (query: string) => {
    const { data, pagination } = await client.get(`/api/orders?limit=50&sortBy=shipBy&sort=asc&${query}`)
    const numbers = (data as Order[]).map(({ orderNumber }) => orderNumber)
    expect(pagination).toMatchObject({ totalDocuments: numbers.length })
    return numbers.sort()
  }
  const lists = {
    overdue: await listed("shipBy=overdue"),
    today: await listed("shipBy=today"),
    unmatched: await listed("unmatched=true"),
    doubtful: await listed("doubtful=true"),
    changed: await listed("changed=true"),
    needsYou: await listed("needsYou=true"),
    toPress: await listed("fulfilment=to-press"),
    toShip: await listed("fulfilment=to-ship"),
  }
  expect(lists).toEqual({
    overdue: ["late"],
    today: ["no artwork", "today"],
    unmatched: ["no artwork"],
    doubtful: ["text", "text and changed"],
    changed: ["item changed", "printed and changed", "text and changed"],
    needsYou: ["item changed", "no artwork", "printed and changed", "text", "text and changed"],
    toPress: ["printed and changed"],
    toShip: ["pressed"],
  })
  const told = await todayOf(client)
  const counts = Object.fromEntries(Object.entries(lists).map(([name, numbers]) => [name, numbers.length]))
  expect(told.orders).toMatchObject(counts)
  expect(await listed("step=pressed")).toHaveLength(told.orders.steps.pressed)
  expect((await client.get("/api/orders/summary")).data).toEqual(told.orders)
  expect(told.nextShipBy).toBe(new Date(shipTime(2, 5)).toISOString())
  expect((await client.get("/api/prints?shop=sent")).data).toMatchObject([{ name: "Tue batch" }])
  expect(told.atShop).toEqual({ prints: 1, names: ["Tue batch"] })
  await app.db.prepare("UPDATE share SET ended_at = 1 WHERE user_id = ?").bind(userId).run()
  expect((await todayOf(client)).atShop).toEqual({ prints: 0, names: [] })

  // A look at the changes takes them off the list.
  const ids = ((await client.get("/api/orders?changed=true")).data as Order[]).map(({ _id }) => _id)
  await client.post("/api/orders/seen", { orderIds: ids })
  expect((await todayOf(client)).orders).toMatchObject({ changed: 0, needsYou: 3 })

  const stranger = await app.givenUser()
  const theirs = await todayOf(stranger.client)
  expect(theirs).toMatchObject({ atShop: { prints: 0 }, carriesFiles: false, nextShipBy: null })
  const { steps, late, ...theirCounts } = theirs.orders
  expect(new Set([theirCounts, steps, late].flatMap((counts) => Object.values(counts)))).toEqual(new Set([0]))
})

test("today's film is what the batch of today would print and leave out", async () => {
  const { client, userId } = await zonedSellerOf(app)
  const given = (number: string, shipBy: number | null) => givenDue(app, userId, number, shipBy)
  const film = async () => (await client.get("/api/today/film")).data as TodayFilm
  expect(await film()).toEqual({ orders: 0, copies: 0, orderItems: [], left: {}, skipped: [], printId: null })
  await givenImage(client, { name: "moth.svg", bytes: logoSvg() })
  await givenSize(client, "M", 4)
  const late = await given("late", shipTime(-1, 5))
  const today = await given("today", shipTime(0, 5))
  await had(today, "order_item", "quantity = 3")
  const unmatched = await given("no artwork", shipTime(0, 6))
  await had(unmatched, "order_item", "sku_key = 'none'")
  await given("tomorrow", shipTime(1, 0))

  const shown = await film()
  const wish = { shipWithinDays: 1 }
  const tried = (await client.post("/api/orders/batch", { ...wish, dryRun: true })).data as OrderBatchReply
  expect(shown).toMatchObject({ orders: tried.orders, copies: tried.copies, skipped: tried.skipped })
  expect(shown).toMatchObject({ orders: 2, copies: 4, skipped: [{ reason: "unmatched" }] })
  expect(shown.orderItems.map(({ _id, shipBy }) => [_id, shipBy])).toEqual([
    [late, new Date(shipTime(-1, 5)).toISOString()],
    [today, new Date(shipTime(0, 5)).toISOString()],
  ])
  expect(shown).toMatchObject({ left: { unmatched: 1 }, printId: null })
  const made = (await client.post("/api/orders/batch", wish)).data as OrderBatchReply
  expect(made).toMatchObject({ orders: shown.orders, items: shown.orderItems.length, copies: shown.copies })
  // Now all of it is on film, and says on which.
  const after = await film()
  expect(after).toMatchObject({ orders: 0, orderItems: [], printId: null })
  expect(after.skipped.map(({ reason, printId }) => [reason, printId])).toEqual([
    ["in-print", made._id],
    ["in-print", made._id],
    ["unmatched", null],
  ])
  await had(unmatched, "order_item", "is_cancelled = 1")
  expect(await film()).toMatchObject({ left: { "in-print": 2 }, printId: made._id })
  expect((await app.visitor().get("/api/today/film")).status).toBe(401)

  // The first of many that are left out are listed, and all are counted.
  await app.db
    .prepare(
      `INSERT INTO order_item (id, order_id, user_id, vendor_item_id, title, sku, size, personalisation, quantity, price_cents, currency, status, sku_key)
      SELECT printf('01900000-0000-7000-8000-%012x', value), order_id, user_id, 'v' || value, title, sku, size, '', 1, 2500, 'USD', 'Pending', 'none'
      FROM order_item JOIN json_each(?) WHERE order_item.id = ?`,
    )
    .bind(JSON.stringify(Array.from({ length: SKIPPED_SHOWN + 9 }, (_, at) => at)), today)
    .run()
  const crowded = await film()
  expect(crowded).toMatchObject({ left: { "in-print": 2, unmatched: SKIPPED_SHOWN + 9 }, printId: null })
  expect(crowded.skipped).toHaveLength(2 + SKIPPED_SHOWN)

  // It costs as much as a dry run, and counts like one.
  const { name: key, limit, windowMs } = rateRules.layoutByAccount
  const hub = await app.hubOf(userId)
  const spent = await hub.count({ userId, key, windowMs, by: limit })
  expect(spent.count).toBeGreaterThan(limit)
  expect((await client.get("/api/today/film")).status).toBe(429)
})
