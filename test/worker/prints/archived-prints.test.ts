import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { openDatabase } from "../../../worker/data/database.ts"
import { redactBuyers } from "../../../worker/data/orders/redact-rows.ts"
import { storePrintLayout } from "../../../worker/data/prints/print-layout-rows.ts"
import {
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
  processed,
  sweepFiles,
} from "../artwork/artwork-steps.ts"
import { givenOrderItem, ordersOf } from "../orders/order-steps.ts"

const app = useApp()
const [MINUTE, NIGHT] = ["* * * * *", "17 3 * * *"]

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
  ]
}

async function pagesOf(client: Client, { _id, printItems }: Print) {
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
  ])
  expect(pages).toMatchObject([{ printId, copy: 2 }, { rows: [{}, {}, {}] }, {}, 2])

  expect(await archivedAtNight(userId)).toEqual([printId])
  const [document, ...others] = await keysIn(app, "prints/")
  expect(others).toEqual([])
  expect(await listsOf(client, logo._id, token)).toEqual(lists)
  expect(await archivedAtNight(userId)).toEqual([printId])
  expect(await pagesOf(client, print)).toEqual(pages)
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
  expect((await keysIn(app, "orders/")).length).toBe(1)

  const rows = openDatabase(app.db as unknown as D1Database, app.files as unknown as R2Bucket)
  await redactBuyers(rows, { type: "Shopify", shopId: "leaver.example" }, ["7002"], Date.now())
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
  const { client, userId, print, printId } = await givenPrinted("Late")
  const { sheetTemplateId } = print
  await endedLongAgo(printId)
  const pages = await pagesOf(client, print)
  expect(await archivedAtNight(userId)).toEqual([printId])
  const document = { sheetTemplateId, packing: "tightest", sheets: [] } as unknown as LayoutDocument
  const late = { document, digest: "late", boxesLengthIn: 1, lengthIn: 1 }
  await storePrintLayout(openDatabase(app.db), printId as Id, late, Date.now())
  const { results } = await app.db
    .prepare("SELECT digest FROM print_layout WHERE print_id = ?")
    .bind(printId)
    .all()
  expect(results).toEqual([])
  expect(await pagesOf(client, print)).toEqual(pages)
})
