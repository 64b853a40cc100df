import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import type { StatementEntry } from "../../../contract/credits/payment.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import { MAX_FIELD_VALUE_LENGTH, MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { Manifest } from "../../../contract/prints/manifest.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { readArchivePrints } from "../../../worker/data/accounts/archive-rows.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { redactBuyers } from "../../../worker/data/orders/redact-rows.ts"
import { archivePrints } from "../../../worker/data/prints/archive-rows.ts"
import { insertAttempt } from "../../../worker/data/prints/attempt-rows.ts"
import { storeTicks } from "../../../worker/data/prints/manifest-rows.ts"
import { addItems, listItems } from "../../../worker/data/prints/print-item-rows.ts"
import { findPrintLayout, storePrintLayout } from "../../../worker/data/prints/print-layout-rows.ts"
import { findPrint, type PrintRow } from "../../../worker/data/prints/print-rows.ts"
import type { Env } from "../../../worker/env.ts"
import {
  startArchives,
  sweepArchivedOrders,
  sweepArchivedPrints,
} from "../../../worker/jobs/sweep-archives.ts"
import {
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
  processed,
  sweepFiles,
  until,
} from "../artwork/artwork-steps.ts"
import { givenOrderItem, ordersOf } from "../orders/order-steps.ts"

const app = useApp()
const [MINUTE, NIGHT] = ["* * * * *", "17 3 * * *"]

type Call = "batch" | "get" | "put"

/** Opens the app's database and documents; `act` runs once, right before the next call of this kind. */
function openRows(kind?: Call, act?: () => Promise<unknown>) {
  let isDue = act !== undefined
  const call = (own: Call, of: object) => {
    const real = (Reflect.get(of, own) as (...given: unknown[]) => Promise<unknown>).bind(of)
    return async (...given: unknown[]) => {
      if (own === kind && isDue) {
        isDue = false
        await act?.()
      }
      return real(...given)
    }
  }
  const binding = { prepare: (sql: string) => app.db.prepare(sql), batch: call("batch", app.db) }
  const files = { get: call("get", app.files), put: call("put", app.files) }
  return openDatabase(binding as unknown as D1Database, files as unknown as R2Bucket)
}

/** A seller with a printed print of two images, one of whose pieces is ticked off. */
async function givenPrinted(name: string) {
  const user = await app.givenUser({ name, credits: 40 })
  const { client } = user
  const moth = await givenImage(client, { name: "luna-moth.png", bytes: await softArtPng(300, 360) })
  const logo = await givenImage(client, { name: "cosmic-cat.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id: printId } = await givenPrint(client, [
    { imageId: moth._id, sizeId, quantity: 2 },
    { imageId: logo._id, sizeId, quantity: 1 },
  ])
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  const print = await processed(client, printId)
  const ticks = [{ itemId: print.printItems[0]._id, copy: 2, isDone: true }]
  await client.expect("PUT", `/api/prints/${printId}/manifest`, { ticks })
  return { ...user, print, printId, moth, logo, sizeId }
}

/** Sets a print's end to more than 30 days ago, and removes its sheets, as the days since would have. */
async function endedLongAgo(printId: string): Promise<void> {
  const longAgo = Date.now() - 31 * DAY_MS
  const set = (sql: string) => app.db.prepare(sql).bind(longAgo, printId).run()
  await set("UPDATE print SET printed_at = ?1 WHERE id = ?2")
  await set("UPDATE attempt SET updated_at = ?1 WHERE print_id = ?2")
  await app.runtime.runCron(MINUTE)
  await set("UPDATE print SET updated_at = ?1, restored_at = NULL WHERE id = ?2")
  await app.db.prepare("DELETE FROM undo").run()
}

/** Lets the night archive, and returns the prints of an account that have nothing but their row. */
async function archivedAtNight(userId: string): Promise<string[]> {
  await app.runtime.runCron(NIGHT)
  const { results } = await app.db
    .prepare(
      `SELECT id FROM print WHERE user_id = ? AND archive_key IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM print_item WHERE print_id = print.id)
        AND NOT EXISTS (SELECT 1 FROM attempt WHERE print_id = print.id)`,
    )
    .bind(userId)
    .all<{ id: string }>()
  return results.map(({ id }) => id)
}

/** The replies that leave an archived print where it is. */
async function listsOf(client: Client, imageId: string, token: string) {
  const zip = await (await client.fetch("GET", "/api/profile/archive/part-1.zip")).text()
  return [
    (await client.get("/api/prints")).data,
    (await client.get(`/api/prints?imageId=${imageId}`)).data,
    (await client.get("/api/prints?search=cosmic-cat")).data,
    (await client.get("/api/prints?status=Deleted&search=cosmic")).data,
    zip.match(/\{"_id":"[^\n]*"items":[^\n]*/g),
    (await app.visitor().get(`/api/share/${token}`)).status,
    (await client.expect<StatementEntry[]>("GET", "/api/statement")).map(({ kind, by }) => [kind, by?.name]),
  ]
}

async function pagesOf(client: Client, { _id, printItems }: Print) {
  await until("the ink", async () => (await printOf(client, _id)).notChecked.length === 0)
  return [
    (await client.get(`/api/codes/${_id.slice(-10)}-1-2`)).data,
    (await client.get(`/api/prints/${_id}/manifest`)).data,
    { ...(await printOf(client, _id)), updatedAt: null },
    printItems.length,
  ]
}

test("a print that ended 30 days ago is a document, and every list and page has it as before", async () => {
  const { client, userId, print, printId, logo, sizeId } = await givenPrinted("Archivist")
  const token = print.fileId[0].path.split("/")[2]
  const mends = JSON.stringify([{ kind: "harden", isOn: true, threshold: 128 }])
  await app.db.prepare("UPDATE print_item SET shop_mends = ? WHERE print_id = ?").bind(mends, printId).run()
  await endedLongAgo(printId)
  const lists = await listsOf(client, logo._id, token)
  const pages = await pagesOf(client, print)
  expect(lists).toMatchObject([
    [{ itemPreviews: [{}, {}] }],
    [{}],
    [{}],
    [{}],
    [expect.stringContaining(logo._id)],
    410,
    expect.arrayContaining([["hold", "Archivist Seller"]]),
  ])
  expect(pages).toMatchObject([{ printId, copy: 2 }, { rows: [{}, {}, {}] }, {}, 2])

  expect(await archivedAtNight(userId)).toEqual([printId])
  const [document, ...others] = await keysIn(app, "prints/")
  expect(others).toEqual([])
  expect(await listsOf(client, logo._id, token)).toEqual(lists)
  expect(await archivedAtNight(userId)).toEqual([printId])
  expect(await pagesOf(client, print)).toEqual(pages)
  const items = await app.db
    .prepare("SELECT DISTINCT shop_mends FROM print_item WHERE print_id = ?")
    .bind(printId)
    .all()
  expect(items.results).toEqual([{ shop_mends: mends }])
  await sweepFiles(app)
  expect(await keysIn(app, "prints/")).not.toContain(document)

  // It stays in rows for a day; then it can be made again, copied, and printed again, from its document.
  expect(await archivedAtNight(userId)).toEqual([])
  const archived = async () => {
    await endedLongAgo(printId)
    expect(await archivedAtNight(userId)).toEqual([printId])
  }
  await archived()
  const copies = [{ itemId: print.printItems[0]._id, copy: 1 }]
  const remake = await client.expect<Print>("POST", `/api/prints/${printId}/remake`, {
    copies,
    reason: "cut",
  })
  expect(remake).toMatchObject({ copies: 1, printItems: [{ sizeId: { _id: sizeId } }] })
  await archived()
  expect(await client.expect("POST", `/api/prints/${printId}/duplicate`, {})).toMatchObject({ copies: 3 })
  await archived()
  expect((await client.post(`/api/prints/${printId}/proccess`)).status).toBe(202)
  expect(await processed(client, printId)).toMatchObject({ status: "Completed", copies: 3 })
})

test("a test print stays one as a document and when it comes back", async () => {
  const { client, userId, printId } = await givenPrinted("Tester")
  for (const sql of [
    "UPDATE print SET is_test = 1 WHERE id = ?",
    "UPDATE attempt SET is_test = 1 WHERE print_id = ?",
  ])
    await app.db.prepare(sql).bind(printId).run()
  await endedLongAgo(printId)
  expect(await archivedAtNight(userId)).toEqual([printId])
  expect((await client.get("/api/prints")).data).toMatchObject([{ _id: printId, isTest: true }])
  const zip = await (await client.fetch("GET", "/api/profile/archive/part-1.zip")).text()
  expect(zip).toContain('"isTest":true')
  expect(await printOf(client, printId)).toMatchObject({ isTest: true })
  const attempts = await app.db.prepare("SELECT is_test FROM attempt WHERE print_id = ?").bind(printId).all()
  expect(attempts.results).toEqual([{ is_test: 1 }])
})

test("an archived print misses artwork that was deleted, and has it again once that is undone", async () => {
  const { client, userId, printId, logo, sizeId } = await givenPrinted("Undoer")
  const listed = async () => (await client.expect<Print[]>("GET", "/api/prints"))[0]
  const removed = async (path: string) => (await client.expect<{ undoId: string }>("DELETE", path)).undoId
  await endedLongAgo(printId)
  const before = await printOf(client, printId)
  expect(await archivedAtNight(userId)).toEqual([printId])
  const image = await removed(`/api/images/${logo._id}`)
  expect(await listed()).toMatchObject({ missing: "image", itemPreviews: [{}] })
  await client.expect("POST", `/api/undo/${image}`, {})
  expect(await listed()).toMatchObject({ missing: null, itemPreviews: [{}, {}] })

  // Brought back in between, it gets both again, too.
  const both = [await removed(`/api/images/${logo._id}`), await removed(`/api/sizes/${sizeId}`)]
  expect((await printOf(client, printId)).printItems).toMatchObject([
    { sizeId: null },
    { imageId: null, sizeId: null, wasImageDeleted: true },
  ])
  for (const undoId of both) await client.expect("POST", `/api/undo/${undoId}`, {})
  expect((await printOf(client, printId)).printItems).toEqual(before.printItems)
})

test("a buyer is forgotten in archived prints, and an account goes with all its documents", async () => {
  const { client, userId, printId, print } = await givenPrinted("Leaver")
  const orderItem = await givenOrderItem(app, userId, "7001", "Moth tee")
  const [{ _id: orderId }] = await ordersOf(client, "search=7001")
  const longAgo = Date.now() - 31 * DAY_MS
  const db = app.db
  const attempt = await db
    .prepare("SELECT attempt_id AS id FROM print WHERE id = ?")
    .bind(printId)
    .first<{ id: string }>()
  await db.batch([
    db
      .prepare(`UPDATE "order" SET shipped_at = ?1, updated_at = ?1, status = 'Completed' WHERE id = ?2`)
      .bind(longAgo, orderId),
    db
      .prepare(
        `UPDATE print_item SET field_values = '{"name":"Ann"}', buyer_order = '7002', is_ordered = 1 WHERE id = ?`,
      )
      .bind(print.printItems[0]._id),
    db
      .prepare("UPDATE integration SET type = 'Shopify', shop_id = 'leaver.example' WHERE user_id = ?")
      .bind(userId),
  ])
  await endedLongAgo(printId)
  // An order is archived before its prints.
  await db
    .prepare("UPDATE print_item SET order_item_id = ? WHERE id = ?")
    .bind(orderItem, print.printItems[1]._id)
    .run()
  expect(await archivedAtNight(userId)).toEqual([printId])
  const [path, ...others] = await keysIn(app, "orders/")
  expect(others).toEqual([])
  // Nothing but a token opens anything, not even that there was something.
  for (const word of ["buyer:7002", path.slice("orders/".length), print.printItems[0].imageId?._id])
    expect((await app.visitor().get(`/api/share/${word}`)).status, word).toBe(404)
  // The first documents of orders did not name their prints.
  const document = await (await app.files.get(path))?.json<{ orders: { links: { print?: string }[] }[] }>()
  for (const { links } of document?.orders ?? []) for (const link of links) delete link.print
  await app.files.put(path, JSON.stringify(document))
  const [{ orderItems }] = await ordersOf(client, "search=7001")
  expect(orderItems).toMatchObject([{ prints: [{ _id: printId, status: "Deleted" }] }])

  await redactBuyers(openRows(), { type: "Shopify", shopId: "leaver.example" }, ["7002"], Date.now())
  const { printItems } = await printOf(client, printId)
  expect(printItems).toMatchObject([{ values: {} }, { orderItemId: { _id: orderItem } }])
  await sweepFiles(app)

  await db.prepare(`UPDATE "order" SET updated_at = ? WHERE id = ?`).bind(longAgo, orderId).run()
  await endedLongAgo(printId)
  expect(await archivedAtNight(userId)).toEqual([printId])
  const keys = async () => [
    ...(await keysIn(app, "orders/")),
    ...(await keysIn(app, "prints/")),
    ...(await keysIn(app, `layouts/${attempt?.id}`)),
  ]
  expect((await keys()).length).toBeGreaterThanOrEqual(3)
  const { client: admin } = await app.givenUser({ name: "Admin", role: "admin" })
  await admin.expect("DELETE", `/api/users/${userId}`)
  await app.runtime.runCron(MINUTE)
  await sweepFiles(app)
  const left = await db.prepare("SELECT count(*) AS n FROM archived_print_part").first<{ n: number }>()
  expect([left?.n, await keys()]).toEqual([0, []])
})

test("what began before a print was archived writes nothing into it, and it comes back whole", async () => {
  const { client, userId, print, printId, moth, sizeId } = await givenPrinted("Late")
  const { sheetTemplateId, printItems } = print
  await endedLongAgo(printId)

  // What is written while its document is stored, which then has too little, keeps it in rows.
  const ticks = [{ itemId: printItems[0]._id as Id, copy: 1, isDone: true }]
  const tick = () => storeTicks(openRows(), { printId: printId as Id, ticks, doneBy: null }, Date.now())
  expect(await archivePrints(openRows("put", tick), [printId as Id], Date.now())).toBe(0)
  const manifest = await client.expect<Manifest>("GET", `/api/prints/${printId}/manifest`)
  expect(manifest.rows.filter(({ isDone }) => isDone).length).toBe(2)
  await client.expect("PUT", `/api/prints/${printId}/manifest`, { ticks: [{ ...ticks[0], isDone: false }] })
  await endedLongAgo(printId)
  await sweepFiles(app)
  expect(await keysIn(app, "prints/")).toEqual([])

  const pages = await pagesOf(client, print)
  expect(await archivedAtNight(userId)).toEqual([printId])
  const rows = openRows()
  const key = { printId: printId as Id, userId: userId as Id }
  const document = { sheetTemplateId, packing: "tightest", sheets: [] } as unknown as LayoutDocument
  const late = { document, digest: "late", boxesLengthIn: 1, lengthIn: 1 }
  await storePrintLayout(rows, key.printId, late, Date.now())
  const item = {
    id: makeId(Date.now()),
    imageId: moth._id as Id,
    sizeId: sizeId as Id,
    quantity: 1,
    values: {},
  }
  expect(await addItems(rows, key, [item], Date.now())).toBe(false)
  await storeTicks(rows, { printId: key.printId, ticks, doneBy: null }, Date.now())
  const { updatedAt, attemptNumber } = (await findPrint(rows, key.userId, key.printId)) as PrintRow
  const attempt = {
    ...{ ...key, id: makeId(Date.now()), number: attemptNumber + 1, credits: 3, dpi: 300, mirror: false },
    ...{
      packing: "tightest" as const,
      formats: ["png" as const],
      white: null,
      contour: null,
      fileName: null,
      inkLookedBy: null,
      begunBy: null,
      isTest: false,
    },
    ...{ sheetTemplateId: sheetTemplateId as Id, prices: null, lane: "short" as const, hasOrders: false },
    items: [],
    layout: { searchEffort: "quick" as const, agreedFilmIn: null },
  }
  const planned = { updatedAt, statuses: ["Deleted" as const] }
  expect(await insertAttempt(rows, attempt, planned, Date.now())).toBe(false)
  const left = await app.db
    .prepare(
      `SELECT (SELECT count(*) FROM print_layout WHERE print_id = ?1) + (SELECT count(*) FROM print_item WHERE print_id = ?1)
        + (SELECT count(*) FROM manifest_tick WHERE print_id = ?1) + (SELECT count(*) FROM attempt WHERE print_id = ?1) AS n`,
    )
    .bind(printId)
    .first<{ n: number }>()
  expect(left?.n).toBe(0)
  expect(await pagesOf(client, print)).toEqual(pages)
})

test("an export and a copy have all of a print that is archived, or comes back, while it is read", async () => {
  const { client, userId, printId } = await givenPrinted("Racer")
  const archive = async () => {
    await endedLongAgo(printId)
    expect(await archivedAtNight(userId)).toEqual([printId])
  }
  const exported = async (rows = openRows()) => {
    const lists: unknown[] = []
    for await (const { items } of readArchivePrints(rows, userId as Id)) lists.push(items)
    return lists
  }
  await endedLongAgo(printId)
  const before = await exported()
  expect(before).toMatchObject([[{ quantity: 2 }, { quantity: 1 }]])
  expect(await exported(openRows("batch", archive))).toEqual(before)
  // Its row was read before.
  expect(await listItems(openRows(), printId as Id)).toMatchObject([{ quantity: 2 }, { quantity: 1 }])

  await archive()
  const restore = async () => {
    await printOf(client, printId)
    await sweepFiles(app)
  }
  expect(await exported(openRows("get", restore))).toEqual(before)

  // A document that R2 has lost takes nothing else along, and the file says what is missing.
  await archive()
  const row = app.db.prepare("SELECT archive_key FROM print WHERE id = ?").bind(printId)
  await app.files.delete(`prints/${await row.first("archive_key")}`)
  app.expectErrors(/archived prints lost/)
  const zip = await (await client.fetch("GET", "/api/profile/archive/part-1.zip")).text()
  expect(zip).toContain('"items":[],"sheets":[],"areItemsLost":true}')
  expect(zip).toContain(`The items of the print ${printId} (`)
  expect(zip).toContain("balance.json")
})

test("a template that comes back has the layouts again of prints that came back in between", async () => {
  const { client, userId, printId, print } = await givenPrinted("Framer")
  const added = { ...defaultSheetTemplate, name: "Wide", isDefault: false }
  const { _id: wide } = await client.expect<{ _id: string }>("POST", "/api/sheet-templates", added)
  const document = { sheetTemplateId: wide, packing: "tightest", sheets: [] } as unknown as LayoutDocument
  const byHand = { document, digest: "by hand", boxesLengthIn: 1, lengthIn: 1 }
  await storePrintLayout(openRows(), printId as Id, byHand, Date.now())
  await endedLongAgo(printId)
  expect(await archivedAtNight(userId)).toEqual([printId])
  const { undoId } = await client.expect<{ undoId: string }>("DELETE", `/api/sheet-templates/${wide}`)
  await printOf(client, printId)
  const templateOf = async () =>
    (await findPrintLayout(openRows(), printId as Id))?.document.sheetTemplateId ?? null
  expect(await templateOf()).toBe(print.sheetTemplateId)
  await client.expect("POST", `/api/undo/${undoId}`, {})
  expect(await templateOf()).toBe(wide)
})

test("a large print is archived, one that is too large for a value of D1 stays, and no other waits for it", async () => {
  const { client, userId } = await app.givenUser({ name: "Large" })
  const [ticked, tooLarge, small] = Array.from({ length: 3 }, () => makeId(Date.now()))
  const longAgo = Date.now() - 31 * DAY_MS
  const { db } = app
  const printed = (id: string) =>
    db
      .prepare(
        `INSERT INTO print (id, user_id, type, status, printed_at, created_at, updated_at)
          VALUES (?, ?, 'Manual', 'Deleted', ?3, ?3, ?3)`,
      )
      .bind(id, userId, longAgo)
  const items = (
    id: string,
    { count, quantity, letters }: Record<"count" | "quantity" | "letters", number>,
  ) =>
    db
      .prepare(
        `WITH RECURSIVE item(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM item WHERE n + 1 < ?2)
          INSERT INTO print_item (id, print_id, quantity, position, field_values)
          SELECT substr(?1, 1, 33) || printf('%03x', n), ?1, ?3, n, json_object('name', hex(zeroblob(?4))) FROM item`,
      )
      .bind(id, count, quantity, letters / 2)
  await db.batch([
    ...[ticked, tooLarge, small].map(printed),
    items(ticked, { count: 1, quantity: MAX_PRINT_COPIES, letters: 10 }),
    items(tooLarge, { count: MAX_PRINT_ITEMS, quantity: 1, letters: 20 * MAX_FIELD_VALUE_LENGTH }),
    items(small, { count: 1, quantity: 1, letters: 10 }),
    db
      .prepare(
        `WITH RECURSIVE tick(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM tick WHERE n < ?2)
          INSERT INTO manifest_tick (print_id, item_id, copy, done_at) SELECT ?1, id, n, 1 FROM print_item, tick WHERE print_id = ?1`,
      )
      .bind(ticked, MAX_PRINT_COPIES),
  ])
  expect((await archivedAtNight(userId)).sort()).toEqual([ticked, small].sort())
  expect(await printOf(client, ticked)).toMatchObject({ copies: MAX_PRINT_COPIES })
  const ticks = await db
    .prepare("SELECT count(*) AS n FROM manifest_tick WHERE print_id = ?")
    .bind(ticked)
    .first()
  expect(ticks).toEqual({ n: MAX_PRINT_COPIES })
})

test("one run writes so many documents at most, of orders and prints together", async () => {
  const { userId, printId } = await givenPrinted("Budget")
  await givenOrderItem(app, userId, "7101", "Moth tee")
  await app.db
    .prepare(`UPDATE "order" SET shipped_at = ?1, updated_at = ?1 WHERE vendor_order_id = '7101'`)
    .bind(Date.now() - 31 * DAY_MS)
    .run()
  await endedLongAgo(printId)
  const env = { DB: app.db, FILES: app.files, place: "DB" } as unknown as Env
  const written = async (documents: number) => {
    const run = { archives: { documents } }
    await sweepArchivedOrders(env, Date.now(), run)
    await sweepArchivedPrints(env, Date.now(), run)
    return [await keysIn(app, "orders/"), await keysIn(app, "prints/")].map(({ length }) => length)
  }
  const [orders, prints] = await written(0)
  await startArchives(env, Date.now())
  expect(await written(1)).toEqual([orders + 1, prints])
  expect(await written(1)).toEqual([orders + 1, prints + 1])
})
