import { expect, test } from "vitest"
import { DAY_MS, MINUTE_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { sqliteD1 } from "../../../harness/sqlite-d1.ts"
import type { Client } from "../../../local/client.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { giveSyncTurn, listDueSyncs, startSync } from "../../../worker/data/integrations/sync-rows.ts"
import { readerOf } from "../../../worker/data/reader.ts"
import { waitingQuery } from "../../../worker/work/statements.ts"
import { works } from "../../../worker/work/works.ts"
import { givenImage, givenSize, printOf, until } from "../artwork/artwork-steps.ts"
import {
  comeBack,
  consent,
  etsyState,
  faultAt,
  givenIntegration,
  givenShop,
  integrationOf,
  ordersOf,
  shopName,
  sync,
  synced,
  tellEtsy,
} from "../orders/order-steps.ts"

const app = useApp()

test("without a connection a sync says so in the specification's words", async () => {
  const { client } = await app.givenUser()
  const { _id } = await givenIntegration(client)
  expect(await client.get(`/api/integrations/${_id}/orders`)).toMatchObject({
    status: 409,
    message: "accessToken is not defined",
  })
})

test("syncs at the same time are one, and pages see its progress and its end", async () => {
  const { client, hub, userId } = await app.givenUser()
  const { _id: id, connectUrl } = await givenIntegration(client)
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 420 })
  await comeBack(client, await consent(connectUrl, "allow", shop))
  await synced(client, id)
  const before = await etsyState(app)
  // All orders again: none is known any more.
  await app.db.prepare("UPDATE integration SET synced_until_s = 0 WHERE id = ?").bind(id).run()
  const tabs = [client, client.fork(), client.fork(), client.fork()]
  const replies = await Promise.all(tabs.map((tab) => tab.get(`/api/integrations/${id}/orders`)))
  expect(replies.map(({ status }) => status)).toEqual([202, 202, 202, 202])
  expect(await synced(client, id)).toMatchObject({ syncState: "idle", orderCount: 418 })
  // Nine pages, not four times nine; each begins with what the one before it ended with.
  expect((await etsyState(app)).receiptCalls - before.receiptCalls).toBe(9)
  const ends = async () => {
    const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
    return events.filter(({ event }) => event === `sync-progress-${userId}`).map(({ data }) => data)
  }
  await expect.poll(ends).toMatchObject([
    { integrationId: id, state: "idle", done: 420, total: 420 },
    { integrationId: id, state: "idle", done: 420, total: 420 },
  ])

  // If a try stops before the pages are told, the next try of the same message tells them.
  await hub.forgetEvents()
  const { sync_run_id: runId } = (await app.db
    .prepare("SELECT sync_run_id FROM integration WHERE id = ?")
    .bind(id)
    .first()) as { sync_run_id: string }
  const { latest } = await hub.poll({ userId, after: -1, waitMs: 0 })
  for (const queue of ["sheetsmith-sync", "sheetsmith-sync-dead"])
    await app.deliver(queue, { integrationId: id, runId })
  expect((await hub.poll({ userId, after: latest, waitMs: 0 })).events).toMatchObject([
    { data: { integrationId: id, state: "idle", done: 420, total: 420 } },
  ])
})

test("news of known orders is read, with an overlap: cancelled, arrived, deleted", async () => {
  const { client } = await app.givenUser()
  const { id, shop } = await givenShop(client)
  const [order, unwanted] = (await ordersOf(client)).filter(({ isCancelled }) => !isCancelled)
  // One of its items waits in a draft when its buyer cancels it.
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Small", 1)
  const made = await client.post("/api/orders/print", { orderItems: [order.orderItems[0]._id] })
  const { _id: printId } = made.data as { _id: string }
  const [item] = (await printOf(client, printId)).printItems
  await client.put(`/api/prints/${printId}/${item._id}`, { imageId: image._id, sizeId })
  const index = Number(order.orderNumber) % 100_000
  expect((await client.post("/api/orders/bulk-delete", { orderIds: [unwanted._id] })).status).toBe(200)
  await tellEtsy(app, { action: "change", shop, index, status: "canceled" })
  await tellEtsy(app, {
    action: "change",
    shop,
    index: Number(unwanted.orderNumber) % 100_000,
    status: "completed",
  })
  await tellEtsy(app, { action: "arrive", shop, count: 3 })
  expect(await sync(client, id)).toMatchObject({ orderCount: 110 })
  const orders = await ordersOf(client)
  expect(orders.find(({ _id }) => _id === order._id)).toMatchObject({ isCancelled: true })
  expect(orders.some(({ orderNumber }) => orderNumber === unwanted.orderNumber)).toBe(false)
  const refused = await client.post("/api/orders/print", { orderItems: [order.orderItems[0]._id] })
  expect(refused).toMatchObject({
    status: 409,
    fields: { [order.orderItems[0]._id]: "The order was cancelled" },
  })
  expect(await client.post(`/api/prints/${printId}/proccess`)).toMatchObject({
    status: 422,
    message: `Order ${order.orderNumber} was cancelled. Remove its item from the print.`,
  })

  const row = await app.db.prepare("SELECT synced_until_s FROM integration WHERE id = ?").bind(id).first()
  await sync(client, id)
  expect(Number((await etsyState(app)).lastReceiptQuery.min_last_modified)).toBe(
    Number(row?.synced_until_s) - 900,
  )
  expect(await integrationOf(client, id)).toMatchObject({ orderCount: 110, syncState: "idle" })
})

test("cron syncs connected shops when they are due, and leaves inactive sellers' alone", async () => {
  await noneDue()
  const { client, userId } = await app.givenUser()
  const { id, shop } = await givenShop(client)
  const { lastSync } = await integrationOf(client, id)
  await tellEtsy(app, { action: "arrive", shop, count: 1 })
  await app.runtime.runCron("* * * * *", Date.now() + 5 * MINUTE_MS)
  expect(await integrationOf(client, id)).toMatchObject({ lastSync, orderCount: 108 })
  await app.db.prepare("UPDATE user SET status = 'inactive' WHERE id = ?").bind(userId).run()
  await app.runtime.runCron("* * * * *", Date.now() + 20 * MINUTE_MS)
  await app.db.prepare("UPDATE user SET status = 'active' WHERE id = ?").bind(userId).run()
  expect(await integrationOf(client, id)).toMatchObject({ lastSync, orderCount: 108 })
  await app.runtime.runCron("* * * * *", Date.now() + 20 * MINUTE_MS)
  await until("the cron's sync", async () => (await integrationOf(client, id)).orderCount === 109)
})

longTest("a sync cut off in the middle goes on where it was", async () => {
  app.expectErrors(/job failed.*cannot be read/)
  const { client } = await app.givenUser()
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 420 })
  await tellEtsy(app, { action: "cut-off", after: 3 })
  const before = (await etsyState(app)).receiptCalls
  const { id } = await givenShop(client, shop)
  expect(await integrationOf(client, id)).toMatchObject({ syncState: "idle", orderCount: 418 })
  // Nine pages, and the one that was cut off once more.
  expect((await etsyState(app)).receiptCalls - before).toBe(10)
})

test("a sync whose worker is gone is taken over from its last page", async () => {
  const { client } = await app.givenUser()
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 420 })
  const { id } = await givenShop(client, shop)
  await client.post("/api/orders/bulk-delete", { orderIds: [] })
  const { results } = await app.db
    .prepare('SELECT vendor_updated_at FROM "order" WHERE integration_id = ? ORDER BY vendor_updated_at')
    .bind(id)
    .all<{ vendor_updated_at: number }>()
  const cutAt = results[200].vendor_updated_at
  await app.db.batch([
    app.db.prepare('DELETE FROM "order" WHERE integration_id = ? AND vendor_updated_at > ?').bind(id, cutAt),
    app.db
      .prepare(
        "UPDATE integration SET sync_state = 'running', sync_run_id = 'gone', next_sync_at = ?, synced_until_s = ? WHERE id = ?",
      )
      .bind(Date.now() + MINUTE_MS, cutAt / 1000, id),
  ])
  const before = (await etsyState(app)).receiptCalls
  // While it may still be alive, a click joins it.
  expect((await client.get(`/api/integrations/${id}/orders`)).status).toBe(202)
  expect((await etsyState(app)).receiptCalls).toBe(before)
  await app.runtime.runCron("* * * * *", Date.now() + 2 * MINUTE_MS)
  expect(await synced(client, id)).toMatchObject({ syncState: "idle", orderCount: 418 })
  expect((await etsyState(app)).receiptCalls - before).toBe(5)
})

test("Etsy's limits are obeyed: the sync waits as long as it is told, and goes on by itself", async () => {
  await noneDue()
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  await tellEtsy(app, { action: "rate-limit", times: 2, retryAfterS: 1 })
  expect(await sync(client, id)).toMatchObject({ syncState: "idle", syncMessage: null })
  await tellEtsy(app, { action: "rate-limit", times: 1, retryAfterS: 3_600 })
  expect((await client.get(`/api/integrations/${id}/orders`)).status).toBe(202)
  const waiting = await until("the wait", async () => {
    const integration = await integrationOf(client, id)
    return integration.syncMessage === null ? null : integration
  })
  expect(waiting).toMatchObject({
    syncState: "running",
    syncMessage: "Etsy asks us to wait 60 minutes. The sync continues automatically.",
  })
  // Not stalled, only waiting.
  const run = () =>
    app.db.prepare("SELECT sync_run_id, next_sync_at FROM integration WHERE id = ?").bind(id).first()
  const before = await run()
  await app.runtime.runCron("* * * * *", Date.now() + 30 * MINUTE_MS)
  expect(await run()).toEqual(before)
  await app.runtime.runCron("* * * * *", Date.now() + 90 * MINUTE_MS)
  expect(await synced(client, id), "long past the hour it is taken over").toMatchObject({ syncState: "idle" })
})

test("tokens are refreshed by one caller at a time, and stored before they are used", async () => {
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  await tellEtsy(app, { action: "expire-tokens" })
  const before = (await etsyState(app)).tokens.issued
  await sync(client, id)
  expect((await etsyState(app)).tokens.issued).toBe(before + 1)

  await tellEtsy(app, { action: "expire-tokens" })
  const runId = "0197f3c0-0000-7000-8000-00000000beef"
  await app.db
    .prepare("UPDATE integration SET sync_state = 'running', sync_run_id = ?, next_sync_at = ? WHERE id = ?")
    .bind(runId, Date.now() + MINUTE_MS, id)
    .run()
  const message = { integrationId: id, runId }
  const outcomes = await Promise.all([1, 2, 3].map(() => app.deliver("sheetsmith-sync-slow", message)))
  expect(outcomes.map(({ acked }) => acked.length)).toEqual([1, 1, 1])
  expect((await etsyState(app)).tokens).toMatchObject({ issued: before + 2, lastError: null })
  expect(await integrationOf(client, id)).toMatchObject({ syncState: "idle", orderCount: 108 })
})

test("a refresh, which may be silent for long, is none of the quick lane's", async () => {
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  await tellEtsy(app, { action: "expire-tokens" })
  // Somebody else refreshes them, and has not ended yet.
  const lease =
    "UPDATE integration SET sync_state = 'running', token_lease_until = ?, sync_run_id = ?, next_sync_at = ? WHERE id = ?"
  const runId = "0197f3c0-0000-7000-8000-00000000cafe"
  const untilMs = Date.now() + 10 * MINUTE_MS
  await app.db.prepare(lease).bind(untilMs, runId, untilMs, id).run()
  const quick = await app.deliver("sheetsmith-sync", { integrationId: id, runId })
  expect(quick).toMatchObject({ retried: [] })
  await app.db.prepare(lease).bind(null, runId, untilMs, id).run()
  expect(await synced(client, id)).toMatchObject({ syncState: "idle", orderCount: 108 })
})

test("the longest waiting sync gets the turn, the sweep passes over waiting ones, and health sees one that stands still", async () => {
  const { DB, db: rows } = sqliteD1()
  const db = openDatabase(DB)
  rows.exec("PRAGMA foreign_keys = OFF")
  const userId = makeId(1)
  rows
    .prepare(
      `INSERT INTO user (id, email, email_key, username, username_key, first_name, last_name, company, phone, password_hash, role, status, created_at, updated_at)
       VALUES (?, '', '', '', '', '', '', '', '', '', 'user', 'active', 0, 0)`,
    )
    .run(userId)
  const NOW_MS = 100 * MINUTE_MS
  const shops = ["under", "way", "next", "first", "due"].map((name, i) => ({ name, id: makeId(i + 2) }))
  const idOf = (name: string) => shops.find((one) => one.name === name)?.id
  for (const { name, id } of shops)
    rows
      .prepare(
        `INSERT INTO integration (id, user_id, name, type, tokens_encrypted, sync_state, sync_run_id, next_sync_at, sync_moved_at, created_at, updated_at)
         VALUES (?, ?, ?, 'Etsy', 'sealed', ?, ?, ?, ?, 0, 0)`,
      )
      .run(
        ...[id, userId, name, name === "due" ? "idle" : "running", id],
        name === "under" || name === "way" ? NOW_MS + MINUTE_MS : name === "due" ? NOW_MS : 0,
        name === "next" ? NOW_MS - 2 * MINUTE_MS : NOW_MS - 20 * MINUTE_MS,
      )
  const set = (name: string, sql: string) => rows.exec(`UPDATE integration SET ${sql} WHERE name = '${name}'`)
  const late = async () => {
    const [[count]] = await readerOf(db)(waitingQuery(works.sync, NOW_MS - works.sync.lateAfterMs, NOW_MS))
    return count.total
  }
  expect(await giveSyncTurn(db, userId, NOW_MS)).toBeNull()
  expect(await listDueSyncs(db, NOW_MS, 10)).toEqual([idOf("due")])
  // Those that have their turn have read nothing for long.
  expect(await late()).toBe(2)
  set("under", `sync_moved_at = ${NOW_MS}`)
  expect(await late()).toBe(1)
  set("way", `sync_moved_at = ${NOW_MS}`)
  // One that waits for its turn is not late while others of its account are read.
  expect(await late()).toBe(0)

  set("under", "sync_state = 'idle'")
  expect(await listDueSyncs(db, NOW_MS, 10)).toEqual([idOf("first"), idOf("next"), idOf("due")])
  expect(await giveSyncTurn(db, userId, NOW_MS)).toMatchObject({ id: idOf("first") })
  expect(await giveSyncTurn(db, userId, NOW_MS)).toBeNull()
  expect(await late()).toBe(0)
  // One that has stalled and is taken over has stood still all the time.
  set("first", `next_sync_at = ${NOW_MS}, sync_moved_at = ${NOW_MS - 20 * MINUTE_MS}`)
  const begin = { nowMs: NOW_MS, overlapS: 0, earliestS: 0, isAnew: false }
  const again = await startSync(db, { id: shops[3].id, runId: makeId(9) }, begin)
  expect(again).toMatchObject({ hasTurn: true })
  expect(await late()).toBe(1)
})

test("a message for an integration that is gone is over with", async () => {
  const { client } = await app.givenUser()
  const { id } = await givenShop(client)
  await client.delete(`/api/integrations/${id}`)
  const message = { integrationId: id, runId: id }
  expect(await app.deliver("sheetsmith-sync", message, message)).toMatchObject({ retried: [] })
  expect(await app.deliver("sheetsmith-sync-dead", message)).toMatchObject({ retried: [] })
})

test("a connection that Etsy has ended is said, and connecting again mends it", async () => {
  app.expectErrors(/sync refused by marketplace.*refresh_token is invalid/)
  const { client } = await app.givenUser()
  const { id, shop } = await givenShop(client)
  await tellEtsy(app, { action: "revoke-tokens" })
  expect(await sync(client, id)).toMatchObject({
    syncState: "failed",
    session: null,
    syncMessage: "Etsy has ended the connection to your store. Please connect it again.",
    orderCount: 108,
  })
  expect((await client.get(`/api/integrations/${id}/orders`)).message).toBe("accessToken is not defined")
  const { connectUrl } = (await client.get(`/api/integrations/${id}/auth`)).data as { connectUrl: string }
  await comeBack(client, await consent(connectUrl, "allow", shop))
  expect(await synced(client, id)).toMatchObject({
    syncState: "idle",
    session: { access_token: "connected" },
  })
})

test("what Etsy refuses is told in Etsy's own words, to the seller and in the log, without secrets", async () => {
  app.expectErrors(/app refused by marketplace.*API key not found|sync refused by marketplace/)
  const { client } = await app.givenUser()
  const { id, shop } = await givenShop(client)
  const refused = async (status: number, error: string, description?: string) => {
    await tellEtsy(app, { action: "refuse", status, error, description, times: 1 })
    const { syncState, syncMessage, session } = await sync(client, id)
    expect(syncState).toBe("failed")
    return { syncMessage, isConnected: session !== null }
  }
  expect(await refused(403, "User does not own Shop 7360467")).toEqual({
    syncMessage:
      "Etsy refuses to send your store's orders. The next sync tries again. Etsy says: “User does not own Shop 7360467”",
    isConnected: true,
  })
  const key = "API key not found or not active, or incorrect shared secret for API key."
  const app403 = await refused(403, key)
  expect(app403.syncMessage).toMatch(/^Etsy does not accept Sheetsmith's own key .* Etsy says: “API key not/)
  expect(app403.isConnected).toBe(true)
  const secret = "sheetsmith1secret2that3is4long5enough6"
  const scope = await refused(
    403,
    "insufficient_scope",
    `transactions_r is missing for ana@shop.example ${secret}`,
  )
  expect(scope).toEqual({
    syncMessage:
      "Sheetsmith is not allowed to read your store's orders. Please connect the store again and allow everything it asks for. Etsy says: “transactions_r is missing for [address] […]”",
    isConnected: false,
  })
  const { results } = await app.db
    .prepare("SELECT code, last_text FROM vendor_error WHERE vendor = 'Etsy' ORDER BY last_at")
    .all()
  const texts = JSON.stringify(results)
  expect(texts).toContain('"insufficient_scope"')
  expect(texts).toContain("answered 403: ")
  expect(texts).not.toContain(secret)
  expect(texts).not.toContain("ana@shop")
  const { connectUrl } = (await client.get(`/api/integrations/${id}/auth`)).data as { connectUrl: string }
  await comeBack(client, await consent(connectUrl, "allow", shop))
  expect(await synced(client, id)).toMatchObject({ syncState: "idle", syncMessage: null })
})

test("when Etsy is away for long the sync ends with its reason, keeps what it has, and goes on next time", async () => {
  app.expectErrors(/job failed/)
  const { client, hub, userId } = await app.givenUser()
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 200 })
  const { id } = await givenShop(client, shop)
  await faultAt(app, { path: "/etsy/v3/application/shops", action: "fail", status: 503, times: 1_000 })
  expect((await client.get(`/api/integrations/${id}/orders`)).status).toBe(202)
  const { sync_run_id: runId } = (await app.db
    .prepare("SELECT sync_run_id FROM integration WHERE id = ?")
    .bind(id)
    .first()) as { sync_run_id: string }
  expect(await app.deliver("sheetsmith-sync", { integrationId: id, runId })).toMatchObject({ acked: [] })
  for (let times = 0; times < 2; times++)
    await app.deliver("sheetsmith-sync-dead", { integrationId: id, runId })
  const message =
    "Etsy did not answer as expected. The orders read so far are kept; the next sync continues from there."
  expect(await integrationOf(client, id)).toMatchObject({
    syncState: "failed",
    syncMessage: message,
    orderCount: 198,
  })
  const { events } = await hub.poll({ userId, after: 0, waitMs: 0 })
  expect(events.filter(({ data }) => (data as { state?: string }).state === "failed")).toHaveLength(1)
  await faultAt(app, { path: "/etsy/v3/application/shops", action: "clear" })
  await tellEtsy(app, { action: "arrive", shop, count: 2 })
  expect(await sync(client, id)).toMatchObject({ syncState: "idle", syncMessage: null, orderCount: 200 })
})

/** Connects stores of one account whose marketplace says nothing from then on, and asks for their syncs. */
async function givenSilentShops(
  client: Client,
  count: number,
): Promise<{ ids: string[]; speak: () => void }> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) {
    const shop = shopName()
    await tellEtsy(app, { action: "receipts", shop, count: 3 })
    ids.push((await givenShop(client, shop)).id)
  }
  const { results } = await app.db
    .prepare("SELECT shop_id AS shopId FROM integration WHERE id IN (SELECT value FROM json_each(?))")
    .bind(JSON.stringify(ids))
    .all<{ shopId: string }>()
  const paths = results.map(({ shopId }) => `/etsy/v3/application/shops/${shopId}/`)
  for (const path of paths) await faultAt(app, { path, action: "hold", times: 100 })
  for (const id of ids) expect((await client.get(`/api/integrations/${id}/orders`)).status).toBe(202)
  return { ids, speak: () => paths.forEach((path) => void faultAt(app, { path, action: "clear" })) }
}

async function statesOf(client: Client, ids: readonly string[]): Promise<string[]> {
  return (await Promise.all(ids.map((id) => integrationOf(client, id)))).map(({ syncState }) => syncState)
}

test("two syncs of an account are under way at once, and one that ends queues the next without a sweep", async () => {
  const { client, userId } = await app.givenUser()
  const { ids, speak } = await givenSilentShops(client, 4)
  const waiting = await app.db
    .prepare(
      "SELECT count(*) AS n FROM integration WHERE user_id = ? AND sync_state = 'running' AND next_sync_at <= ?",
    )
    .bind(userId, Date.now())
    .first<{ n: number }>()
  expect(waiting?.n).toBe(2)
  expect(await statesOf(client, ids)).toEqual(ids.map(() => "running"))
  speak()
  await until("all four synced", async () => (await statesOf(client, ids)).every((state) => state === "idle"))
})

longTest("shops that say nothing hold up another account's sync for seconds, and then nobody's", async () => {
  const { client } = await app.givenUser()
  const other = await app.givenUser()
  const { id } = await givenShop(other.client)
  const { ids, speak } = await givenSilentShops(client, 4)
  // One consumer for all: it leaves each silent shop to the slow lane, and none of those has ended meanwhile.
  for (let times = 0; times < 2; times++)
    expect(await sync(other.client, id)).toMatchObject({ syncState: "idle" })
  expect(await statesOf(client, ids)).toEqual(ids.map(() => "running"))
  speak()
  await until("all four synced", async () => (await statesOf(client, ids)).every((state) => state === "idle"))
})

test("answers that repeat, and receipts that cannot be read, lose no other order", async () => {
  app.expectErrors(/job failed.*before the time asked for|order not understood/)
  const { client } = await app.givenUser()
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 180 })
  await tellEtsy(app, { action: "spoil", shop, index: 60 })
  const { id } = await givenShop(client, shop)
  expect(await integrationOf(client, id)).toMatchObject({
    orderCount: 177,
    syncMessage: "Some orders could not be read and were left out. We are looking into it.",
  })
  await app.db.prepare('DELETE FROM "order" WHERE integration_id = ?').bind(id).run()
  await app.db.prepare("UPDATE integration SET synced_until_s = 0 WHERE id = ?").bind(id).run()
  await tellEtsy(app, { action: "repeat", after: 1 })
  expect(await sync(client, id)).toMatchObject({ syncState: "idle", orderCount: 177 })
})

/**
 * Postpones shops of earlier tests: they would be due too, and later tests would count their calls.
 */
async function noneDue(): Promise<void> {
  await app.db.prepare("UPDATE integration SET next_sync_at = next_sync_at + ?").bind(DAY_MS).run()
}
