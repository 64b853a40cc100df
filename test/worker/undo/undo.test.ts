import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { MINUTE_MS } from "../../../contract/duration.ts"
import { makeId } from "../../../contract/id.ts"
import { MAX_BULK_IDS } from "../../../contract/limit.ts"
import { UNDO_MS } from "../../../contract/undo.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  imageOf,
  keysIn,
  printOf,
  processed,
} from "../artwork/artwork-steps.ts"
import { givenShop, ordersOf, shopName, sync, tellEtsy } from "../orders/order-steps.ts"

const app = useApp()
const EVERY_MINUTE = "* * * * *"

type Deleted = { undoId: string | null }

function undoIdOf(reply: { status: number; message: string; data: unknown }): string {
  expect(reply.status, reply.message).toBe(200)
  const { undoId } = reply.data as Deleted
  if (undoId === null) throw new Error("nothing to undo")
  return undoId
}

async function undo(client: Client, undoId: string): Promise<void> {
  expect(await client.post(`/api/undo/${undoId}`)).toMatchObject({ status: 200, message: "Undone" })
}

/** Runs the sweeps when no deletion of now can be undone any more. */
async function sweepLater(): Promise<void> {
  await app.runtime.runCron(EVERY_MINUTE, Date.now() + UNDO_MS + 2 * MINUTE_MS)
}

/** A change, and so its undoing, is a new version of a print. */
function withoutTimes(replies: unknown): unknown {
  return JSON.parse(JSON.stringify(replies, (key, value) => (key === "updatedAt" ? undefined : value)))
}

async function made(client: Client, path: string, body: unknown): Promise<string> {
  const reply = await client.post(path, body)
  expect(reply.status, reply.message).toBe(201)
  return (reply.data as { _id: string })._id
}

test("deleted images come back whole: file, category, print items, choices; once, and in time", async () => {
  const { client, userId } = await app.givenUser({ name: "Images", credits: 40 })
  const stranger = await app.givenUser({ name: "Stranger" })
  const moth = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const logo = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const categoryId = await made(client, "/api/image-categories", { name: "Animals" })
  await client.put(`/api/images/${moth._id}`, { imageCategoryId: categoryId, score: 4.5 })
  const large = await givenSize(client, "Large", 3.3333)
  const small = await givenSize(client, "Small", 2)
  const draft = await givenPrint(client, [
    { imageId: moth._id, sizeId: large, quantity: 2 },
    { imageId: moth._id, sizeId: small, quantity: 1 },
    { imageId: logo._id, sizeId: small, quantity: 3 },
  ])
  expect((await client.post(`/api/prints/${draft._id}/process`)).status).toBe(202)
  await processed(client, draft._id)
  const other = await givenPrint(client, [
    { imageId: moth._id, sizeId: large, quantity: 1 },
    { imageId: moth._id, sizeId: small, quantity: 4 },
  ])
  const before = { moth: await imageOf(client, moth._id), print: await printOf(client, draft._id) }
  const stamps = await keysIn(app, "stamps/")
  const file = await download(client, { path: before.moth.file?.path ?? "" })

  const ids = [moth._id, logo._id]
  const undoId = undoIdOf(await client.post("/api/images/bulk-delete", { ids }))
  expect((await printOf(client, draft._id)).printItems.map(({ imageId }) => imageId)).toEqual([
    null,
    null,
    null,
  ])
  expect((await client.get(`/api/images/${moth._id}`)).status).toBe(404)
  await app.runtime.runCron(EVERY_MINUTE, Date.now() + MINUTE_MS)
  // Meanwhile one size of the two becomes the other's: the print would hold one pair twice.
  const [first] = other.printItems
  await client.put(`/api/prints/${other._id}/${first._id}`, { sizeId: small })

  expect((await stranger.client.post(`/api/undo/${undoId}`)).status).toBe(404)
  await undo(client, undoId)
  expect(await imageOf(client, moth._id)).toEqual(before.moth)
  expect((await printOf(client, draft._id)).printItems).toEqual(before.print.printItems)
  expect((await printOf(client, other._id)).printItems.map(({ imageId }) => imageId?._id)).toEqual([
    moth._id,
    undefined,
  ])
  expect(await client.post(`/api/undo/${undoId}`)).toMatchObject({ status: 409, code: "conflict" })
  await sweepLater()
  expect((await download(client, { path: before.moth.file?.path ?? "" })).equals(file)).toBe(true)
  expect(await keysIn(app, "stamps/")).toEqual(stamps)

  const again = undoIdOf(await client.delete(`/api/images/${moth._id}`))
  expect(await keysIn(app, `images/${moth._id}/`)).not.toEqual([])
  await app.db.prepare("UPDATE undo SET expires_at = ? WHERE id = ?").bind(Date.now(), again).run()
  expect(await client.post(`/api/undo/${again}`)).toMatchObject({ status: 404, code: "not-found" })
  await sweepLater()
  expect(await keysIn(app, `images/${moth._id}/`)).toEqual([])
  const left = await app.db
    .prepare("SELECT count(*) AS total FROM undo WHERE user_id = ?")
    .bind(userId)
    .first()
  expect(left).toEqual({ total: 0 })
  expect(await app.db.prepare("SELECT count(*) AS total FROM undo_part").first()).toEqual({ total: 0 })
  expect((await client.post("/api/images/bulk-delete", { ids: [moth._id] })).data).toEqual({
    ids: [],
    undoId: null,
  })
})

test("categories, sizes and templates come back with all that had them", async () => {
  const { client } = await app.givenUser({ name: "Lists" })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const category = await made(client, "/api/image-categories", { name: "Retro" })
  await client.put(`/api/images/${image._id}`, { imageCategoryId: category })
  const before = await imageOf(client, image._id)
  const ofCategory = undoIdOf(await client.delete(`/api/image-categories/${category}`))
  expect((await imageOf(client, image._id)).imageCategory).toBeNull()
  const rival = await made(client, "/api/image-categories", { name: "retro" })
  expect(await client.post(`/api/undo/${ofCategory}`)).toMatchObject({
    status: 409,
    message: "You now have another category with this name. Rename it first, then undo.",
  })
  await client.delete(`/api/image-categories/${rival}`)
  await undo(client, ofCategory)
  expect({ ...(await imageOf(client, image._id)), updatedAt: before.updatedAt }).toEqual(before)

  const size = await givenSize(client, "Pocket", 3.3333)
  const printId = (await givenPrint(client, [{ imageId: image._id, sizeId: size, quantity: 2 }]))._id
  const items = (await printOf(client, printId)).printItems
  const ofSize = undoIdOf(await client.delete(`/api/sizes/${size}`))
  const news = (await client.get("/api/notifications")).data as unknown[]
  expect((await printOf(client, printId)).printItems[0].sizeId).toBeNull()
  await undo(client, ofSize)
  expect((await printOf(client, printId)).printItems).toEqual(items)
  expect((await client.get("/api/notifications")).data).toEqual(news.slice(1))

  const template = await made(client, "/api/sheet-templates", {
    ...defaultSheetTemplate,
    name: "Narrow",
    widthIn: 12,
    isDefault: false,
  })
  const laidOut = await client.post(`/api/prints/${printId}/layout`, { sheetTemplateId: template })
  expect(laidOut.status, laidOut.message).toBe(200)
  const layout = (await client.get(`/api/prints/${printId}/layout`)).data
  expect(layout).toMatchObject({ sheetTemplateId: template })
  const ofTemplate = undoIdOf(await client.delete(`/api/sheet-templates/${template}`))
  expect((await client.get(`/api/prints/${printId}/layout`)).data).toBeNull()
  await undo(client, ofTemplate)
  expect((await client.get(`/api/prints/${printId}/layout`)).data).toEqual(layout)
})

test("deleted orders come back in their prints, and their shop is read from then on", async () => {
  const { client } = await app.givenUser({ name: "Orders" })
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 5 })
  const { id } = await givenShop(client, shop)
  const open = (await ordersOf(client)).filter((order) => !order.isCancelled)
  const image = await givenImage(client, { name: "chosen.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, "Chosen", 3)
  const chosen = { imageId: image._id, sizeId }
  expect((await client.put(`/api/orders/items/${open[0].orderItems[0]._id}/match`, chosen)).status).toBe(200)
  const orderItems = open.flatMap((order) => order.orderItems.map((item) => item._id))
  const printId = await made(client, "/api/orders/print", { orderItems })
  const before = { orders: await ordersOf(client), items: (await printOf(client, printId)).printItems }
  const undoId = undoIdOf(
    await client.post("/api/orders/bulk-delete", { orderIds: open.map(({ _id }) => _id) }),
  )
  await sync(client, id)
  expect(await ordersOf(client)).toHaveLength(before.orders.length - open.length)
  await undo(client, undoId)
  expect(await ordersOf(client)).toEqual(before.orders)
  // The choices for their SKUs come back with the artwork and the size.
  const gone = [
    undoIdOf(await client.delete(`/api/images/${image._id}`)),
    undoIdOf(await client.delete(`/api/sizes/${sizeId}`)),
  ]
  expect(await ordersOf(client)).not.toEqual(before.orders)
  for (const id of gone) await undo(client, id)
  expect(await ordersOf(client)).toEqual(before.orders)
  expect((await printOf(client, printId)).printItems).toEqual(before.items)
  const row = await app.db
    .prepare("SELECT synced_until_s FROM integration WHERE id = ?")
    .bind(id)
    .first<{ synced_until_s: number }>()
  const deleted = await app.db
    .prepare("SELECT created_at FROM undo WHERE id = ?")
    .bind(undoId)
    .first<{ created_at: number }>()
  expect(row?.synced_until_s).toBeLessThanOrEqual((deleted?.created_at ?? 0) / 1000)

  const last = undoIdOf(await client.post("/api/orders/bulk-delete", { orderIds: [open[0]._id] }))
  expect((await client.delete(`/api/integrations/${id}`)).status).toBe(200)
  expect(await client.post(`/api/undo/${last}`)).toMatchObject({
    status: 409,
    message: "The orders' store is no longer connected. They cannot come back.",
  })
})

test("sheets come back with their print's state, unless it was processed since", async () => {
  const { client } = await app.givenUser({ name: "Sheets", credits: 40 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id } = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 2 }])
  await client.post(`/api/prints/${_id}/process`)
  const done = await processed(client, _id)
  const undoId = undoIdOf(await client.delete(`/api/prints/${_id}`))
  expect(await printOf(client, _id)).toMatchObject({ status: "Deleted", fileId: [] })
  expect((await client.delete(`/api/prints/${_id}`)).data).toEqual({ _id, undoId: null })
  await undo(client, undoId)
  await sweepLater()
  expect({ ...(await printOf(client, _id)), updatedAt: done.updatedAt }).toEqual(done)
  await download(client, done.fileId[0])

  const second = undoIdOf(await client.post("/api/prints/bulk-delete", { printIds: [_id] }))
  expect((await client.post(`/api/prints/${_id}/process`)).status).toBe(202)
  await processed(client, _id)
  expect(await client.post(`/api/undo/${second}`)).toMatchObject({ status: 409 })
  await sweepLater()
  expect((await client.fetch("GET", `/api/${done.fileId[0].path}`)).status).toBe(404)
  await download(client, (await printOf(client, _id)).fileId[0])
})

test("a print deleted with all its data is in no reply, and comes back or goes for good", async () => {
  const { client, userId } = await app.givenUser({ name: "Prints", credits: 60 })
  const admin = await app.givenUser({ name: "Admin", role: "admin" })
  const shop = shopName()
  await tellEtsy(app, { action: "receipts", shop, count: 4 })
  await givenShop(client, shop)
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const sizeId = await givenSize(client, "Pocket", 2)
  const [order] = (await ordersOf(client)).filter((one) => !one.isCancelled)
  for (const { _id } of order.orderItems)
    await client.put(`/api/orders/items/${_id}/match`, { imageId: image._id, sizeId })
  const ordered = order.orderItems.map((item) => item._id)
  const printId = await made(client, "/api/orders/print", { orderItems: ordered })
  await client.post(`/api/prints/${printId}/process`)
  const done = await processed(client, printId)
  expect(done.status).toBe("Completed")
  const itemId = done.printItems[0]._id

  /** Returns all replies about prints, as the owner, an admin and a visitor see them. */
  const seen = async () => {
    const replies = []
    for (const path of [
      "/api/prints",
      "/api/prints?status=Completed&type=Etsy",
      `/api/prints?search=${printId.slice(-6)}`,
      `/api/prints?imageId=${image._id}`,
      `/api/prints/user/${userId}`,
      "/api/orders",
      "/api/statistics",
      "/api/archive",
    ]) {
      const { status, data, pagination } = await client.get(path)
      replies.push({ path, status, data, pagination })
    }
    const { data } = await admin.client.get(`/api/prints/user/${userId}`)
    replies.push({ data })
    return replies
  }
  const ofPrint: [string, string, unknown?][] = [
    ["GET", ""],
    ["GET", "/layout"],
    ["POST", "/layout", {}],
    ["PUT", "/layout", { sheetTemplateId: image._id, packing: "tightest", sheets: [] }],
    ["GET", "/manifest"],
    ["GET", "/manifest.csv"],
    ["GET", "/manifest.html"],
    ["POST", "/process", {}],
    ["POST", "/cancel"],
    ["POST", "/printItem", { imageId: image._id, sizeId, quantity: 1 }],
    ["PUT", `/${itemId}`, { quantity: 2 }],
    ["DELETE", `/${itemId}`],
    ["DELETE", ""],
    ["DELETE", "/force"],
  ]
  const before = await seen()
  const { data: figures } = await client.get("/api/statistics")
  expect(figures).toMatchObject({ totalPrints: 1, filmIn: expect.closeTo(done.lengthIn ?? 0, 6) })
  const undoId = undoIdOf(await client.delete(`/api/prints/${printId}/force`))
  for (const [method, path, body] of ofPrint)
    expect(
      await client.send(method, `/api/prints/${printId}${path}`, body),
      `${method} ${path}`,
    ).toMatchObject({ status: 404 })
  expect((await admin.client.get(`/api/prints/${printId}`)).status).toBe(404)
  for (const path of ["bulk-delete", "bulk-delete-force"])
    expect((await client.post(`/api/prints/${path}`, { printIds: [printId] })).data).toEqual({
      printIds: [],
      undoId: null,
    })
  expect((await client.fetch("GET", `/api/${done.fileId[0].path}`)).status).toBe(404)
  const without = await seen()
  expect(JSON.stringify(without)).not.toContain(printId)
  expect((await ordersOf(client)).find(({ _id }) => _id === order._id)?.status).toBe("Pending")
  expect((await client.get("/api/statistics")).data).toMatchObject({ totalPrints: 0, filmIn: 0 })

  await undo(client, undoId)
  expect(withoutTimes(await seen())).toEqual(withoutTimes(before))
  await sweepLater()
  await download(client, done.fileId[0])

  // Its items are put into another print meanwhile: nothing is printed twice by an undo.
  const again = undoIdOf(await client.delete(`/api/prints/${printId}/force`))
  const rival = await made(client, "/api/orders/print", { orderItems: ordered })
  expect(await client.post(`/api/undo/${again}`)).toMatchObject({ status: 409 })
  await client.delete(`/api/prints/${rival}/force`)
  await undo(client, again)

  await client.post("/api/prints/bulk-delete-force", { printIds: [printId, rival] })
  await sweepLater()
  const left = await app.db
    .prepare("SELECT count(*) AS total FROM print WHERE user_id = ?")
    .bind(userId)
    .first()
  expect(left).toEqual({ total: 0 })
  expect(
    await keysIn(app, `${done.fileId[0].path.slice("files/".length).split("/").slice(0, 2).join("/")}/`),
  ).toEqual([])
})

test("an item that was removed returns to its place, while its print can take it", async () => {
  const { client } = await app.givenUser({ name: "Items" })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizes = [await givenSize(client, "Large", 4), await givenSize(client, "Small", 2)]
  const draft = await givenPrint(
    client,
    sizes.map((sizeId, i) => ({ imageId: image._id, sizeId, quantity: i + 1 })),
  )
  const path = `/api/prints/${draft._id}`
  const [first] = draft.printItems
  const undoId = undoIdOf(await client.delete(`${path}/${first._id}`))
  expect((await printOf(client, draft._id)).itemCount).toBe(1)
  const added = await client.post(`${path}/printItem`, { imageId: image._id, sizeId: sizes[0], quantity: 9 })
  const twin = (added.data as typeof draft).printItems.find(({ quantity }) => quantity === 9)
  expect(await client.post(`/api/undo/${undoId}`)).toMatchObject({
    status: 409,
    message: "The print already has this image in this size.",
  })
  await client.delete(`${path}/${twin?._id}`)
  await undo(client, undoId)
  expect((await printOf(client, draft._id)).printItems).toEqual(draft.printItems)
  expect(await printOf(client, draft._id)).toMatchObject({ itemCount: 2, copies: 3 })
})

test("the longest deletion is kept in parts, comes back row by row, and for one of two calls", async () => {
  const { client, userId } = await app.givenUser({ name: "Many" })
  const sizeId = await givenSize(client, "Pocket", 2)
  const { _id: printId } = await givenPrint(client, [{ quantity: 1 }])
  const ids = Array.from({ length: MAX_BULK_IDS }, (_, i) => makeId(i + 1))
  await app.db
    .prepare(
      `INSERT INTO image (id, user_id, name, sku_key, half_stars, status, failure_reason, bytes, is_opaque, soft_share, warnings, used_in_print, created_at, updated_at)
       SELECT value, ?1, 'Größe "' || key || '"', key, 7, 'Failed', 'Torn', 3, 0, 0.1, '["soft"]', 0, key, key FROM json_each(?2)`,
    )
    .bind(userId, JSON.stringify(ids))
    .run()
  await app.db
    .prepare(
      `INSERT INTO print_item (id, print_id, image_id, was_image_deleted, size_id, was_size_deleted, is_ordered, quantity, position)
       SELECT value, ?1, value, 0, ?2, 0, 0, 1, key FROM json_each(?3)`,
    )
    .bind(printId, sizeId, JSON.stringify(ids))
    .run()
  // In parts of 200 rows, these findings would pass what D1 takes as a value.
  await app.db
    .prepare(
      `INSERT INTO image_ink (image_id, user_id, digest, asked, state, findings, created_at)
       SELECT value, ?3, 'one', '{}', 'ready', ?1, 1 FROM json_each(?2) LIMIT 120`,
    )
    .bind(JSON.stringify(["x".repeat(20_000)]), JSON.stringify(ids), userId)
    .run()
  const rows = async () => [
    (await app.db.prepare("SELECT * FROM image_ink WHERE digest = 'one' ORDER BY image_id").all()).results,
    (await app.db.prepare("SELECT * FROM image WHERE user_id = ? ORDER BY id").bind(userId).all()).results,
    (await app.db.prepare("SELECT * FROM print_item WHERE print_id = ? ORDER BY id").bind(printId).all())
      .results,
  ]
  const before = await rows()
  expect(before.map((list) => list.length)).toEqual([120, MAX_BULK_IDS, MAX_BULK_IDS + 1])
  const undoId = undoIdOf(await client.post("/api/images/bulk-delete", { ids }))
  expect((await rows()).slice(0, 2)).toEqual([[], []])
  const parts = app.db.prepare(
    "SELECT kind, count(*) AS parts FROM undo_part WHERE undo_id = ? GROUP BY kind",
  )
  expect((await parts.bind(undoId).all()).results).toEqual([
    { kind: "image", parts: 3 },
    { kind: "imageItem", parts: 3 },
    { kind: "ink", parts: 3 },
  ])
  const twice = await Promise.all([1, 2].map(() => client.post(`/api/undo/${undoId}`)))
  expect(twice.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await rows()).toEqual(before)
})
