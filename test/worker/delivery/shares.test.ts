import { BlobReader, type FileEntry, TextWriter, ZipReader } from "@zip.js/zip.js"
import { expect, test } from "vitest"
import type { Share, Shared } from "../../../contract/delivery/share.ts"
import { SHOP_UNDO_MS, zipPath } from "../../../contract/delivery/share-path.ts"
import type { Notification } from "../../../contract/live.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, printOf, processed } from "../artwork/artwork-steps.ts"
import { givenOrderItem } from "../orders/order-steps.ts"

const app = useApp()

/** A completed print of an order, of one sheet in two formats. */
async function givenDone(client: Client, userId: string, name: string): Promise<Print> {
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const sizeId = await givenSize(client, name, 1)
  const orderItems = [await givenOrderItem(app, userId, name, "Luna Moth Tee")]
  const made = await client.expect<Print>("POST", "/api/orders/print", { orderItems })
  const [item] = (await printOf(client, made._id)).printItems
  await client.put(`/api/prints/${made._id}/${item._id}`, { imageId: image._id, sizeId })
  await client.put(`/api/prints/${made._id}`, { name })
  await client.post(`/api/prints/${made._id}/process`, { formats: ["png", "pdf"] })
  const done = await processed(client, made._id)
  expect(done.status, done.failureMessage ?? "").toBe("Completed")
  return done
}

function tokenOf(path: string): string {
  return path.split("/").at(-1) ?? ""
}

/** Returns every path that a link's page hands out. */
function pathsOf({ prints, zip }: Shared): string[] {
  const sheets = prints.flatMap((print) => print.sheets)
  return [
    zip.path,
    ...sheets.flatMap(({ previewPath, files }) => [previewPath ?? "", ...files.map(({ path }) => path)]),
  ]
}

test("an ended link's page has handed out nothing that opens anything", async () => {
  const { client, userId } = await app.givenUser({ name: "Ender", credits: 10 })
  const shop = app.visitor()
  const done = await givenDone(client, userId, "3184906240")
  const share = await client.expect<Share>("POST", "/api/shares", { printIds: [done._id] })
  const token = tokenOf(share.path)
  const shared = await shop.expect<Shared>("GET", `/api/share/${token}`)
  const paths = pathsOf(shared)
  expect(paths).toHaveLength(4)

  // Every path goes by the link's token, and gives what the seller's own gives.
  for (const path of paths) expect(path).toContain(`files/sheets/${token}/`)
  expect(JSON.stringify(shared)).not.toContain(done.fileId[0].path.split("/")[2])
  const [sheet] = shared.prints[0].sheets
  for (const [index, { path }] of sheet.files.entries()) {
    const theirs = await shop.fetch("GET", `/api/${path}`)
    const own = await client.fetch("GET", `/api/${done.fileId[index].path}`)
    for (const name of ["content-type", "content-disposition", "etag"])
      expect(theirs.headers.get(name)).toBe(own.headers.get(name))
    expect(Buffer.from(await theirs.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true)
  }
  const picture = await shop.fetch("GET", `/api/${sheet.previewPath}`)
  expect(picture.headers.get("content-type")).toBe("image/png")
  const partly = await shop.fetch("GET", `/api/${sheet.files[0].path}`, undefined, { range: "bytes=0-7" })
  expect(partly.status).toBe(206)
  for (const name of ["2-sheet-1.png", "1-sheet-2.png", "1-sheet-1.tiff", "0-sheet-1.png", "sheet-1.png"])
    expect((await shop.get(`/api/files/sheets/${token}/${name}`)).status, name).toBe(404)

  // A page that was opened by a sheet's own token hands out that token alone.
  const ownToken = done.fileId[0].path.split("/")[2]
  const own = await client.expect<Shared>("GET", `/api/share/${ownToken}`)
  for (const path of pathsOf(own)) expect((await client.fetch("GET", `/api/${path}`)).status, path).toBe(200)

  expect((await client.delete(`/api/shares/${share._id}`)).status).toBe(200)
  const tokens = new Set(paths.map((path) => path.split("/")[2]))
  for (const path of [...paths, ...[...tokens].map((one) => `share/${one}`)])
    expect((await shop.get(`/api/${path}`)).status, path).toBe(410)
  for (const one of tokens)
    expect(await shop.post(`/api/share/${one}/printed`, { number: 1, isPrinted: true })).toMatchObject({
      status: 410,
    })
  // The seller's own go on.
  expect((await client.fetch("GET", `/api/${done.fileId[0].path}`)).status).toBe(200)
})

test("a shop opens a link without an account, fetches everything and says that it has printed", async () => {
  const { client, userId } = await app.givenUser({ name: "Sharer", credits: 10 })
  const stranger = await app.givenUser({ name: "Stranger" })
  const shop = app.visitor()
  const first = await givenDone(client, userId, "3184906231")
  const second = await givenDone(client, userId, "3184906232")
  const draft = await givenPrint(client, [{ quantity: 1 }])

  const printIds = [second._id, first._id, draft._id]
  expect(await stranger.client.post("/api/shares", { printIds })).toMatchObject({ status: 409 })
  const share = await client.expect<Share>("POST", "/api/shares", { printIds })
  expect(share.prints).toBe(2)
  const token = tokenOf(share.path)
  expect(token).toMatch(/^[\w-]{24}$/)

  const reply = await shop.fetch("GET", `/api/share/${token}`)
  const text = await reply.text()
  for (const secret of ["Ann", "For Ann", "example.test", userId, first._id])
    expect(text).not.toContain(secret)
  const shared: Shared = JSON.parse(text).data
  expect(shared).toMatchObject({
    gone: 0,
    zip: { path: zipPath(token) },
    prints: [
      { number: 1, name: "3184906232", shopPrintedAt: null },
      { number: 2, name: "3184906231", shopPrintedAt: null },
    ],
  })
  const [sheet] = shared.prints[1].sheets
  expect(sheet).toMatchObject({ destination: null, sheet: 1, widthIn: 22, pieces: 1 })
  expect(sheet.files.map(({ name }) => name)).toEqual(first.fileId.map(({ name }) => name))
  expect(Date.parse(shared.prints[1].expiresAt)).toBeGreaterThan(Date.now())

  // All of it in one file. A manifest names the order, and nobody who bought.
  const head = await shop.fetch("HEAD", `/api/${shared.zip.path}`)
  expect(head.headers.get("content-disposition")).toContain('filename="sheetsmith-2-prints.zip"')
  const zip = await shop.fetch("GET", `/api/${shared.zip.path}`)
  const entries = await new ZipReader(new BlobReader(await zip.blob()), { checkSignature: true }).getEntries()
  expect(entries.map(({ filename }) => filename)).toEqual(
    [second, first].flatMap(({ name, fileId }) => [
      `${name}/manifest.csv`,
      `${name}/manifest.pdf`,
      `${name}/contact-sheet.pdf`,
      ...fileId.map((file) => `${name}/${file.name}`),
    ]),
  )
  const manifest = await (entries[0] as FileEntry).getData(new TextWriter())
  expect(manifest).toContain('1,1,0.25,0.25,"3184906232","Luna Moth Tee","MOTH"')
  expect(manifest).not.toMatch(/Ann|Bob/)

  // The seller is told once, and the shop may take it back for some minutes.
  const say = (number: number, isPrinted: boolean) =>
    shop.post(`/api/share/${token}/printed`, { number, isPrinted })
  const news = async () =>
    ((await client.get("/api/notifications")).data as Notification[]).filter(({ message }) =>
      message.startsWith("Your print shop"),
    )
  expect(await say(2, true)).toMatchObject({ status: 200, data: { number: 2 } })
  expect(await say(2, true)).toMatchObject({ status: 200, message: "The seller has been notified" })
  expect(await news()).toMatchObject([
    { message: "Your print shop has printed 3184906231.", attachmentId: first._id },
  ])
  expect((await client.get("/api/prints?shop=printed")).data).toMatchObject([{ _id: first._id }])
  expect((await client.get("/api/prints?shop=open")).data).toMatchObject([{ _id: second._id }])
  expect(await say(2, false)).toMatchObject({ status: 200, data: { shopPrintedAt: null } })
  expect(await news()).toEqual([])
  expect(await say(2, false)).toMatchObject({ status: 409 })
  await say(2, true)
  await app.db
    .prepare("UPDATE print SET shop_printed_at = ? WHERE id = ?")
    .bind(Date.now() - SHOP_UNDO_MS - 1, first._id)
    .run()
  expect(await say(2, false)).toMatchObject({ status: 409 })
  expect(await say(3, true)).toMatchObject({ status: 404 })
  expect((await printOf(client, first._id)).shopPrintedAt).not.toBeNull()

  // A sheet's own token opens its print alone.
  const sheetToken = first.fileId[0].path.split("/")[2]
  const own = await shop.expect<Shared>("GET", `/api/share/${sheetToken}`)
  expect(own.prints.map(({ name }) => name)).toEqual(["3184906231"])
  const ownZip = await shop.fetch("HEAD", `/api/${zipPath(sheetToken)}`)
  expect(ownZip.headers.get("content-disposition")).toContain('filename="3184906231.zip"')

  // Deleted prints are gone, the remaining ones are shown, and a print made anew has not been printed.
  await client.delete(`/api/prints/${first._id}`)
  expect(await shop.expect<Shared>("GET", `/api/share/${token}`)).toMatchObject({
    gone: 1,
    prints: [{ number: 1 }],
  })
  expect(await shop.get(`/api/share/${sheetToken}`)).toMatchObject({ status: 410, code: "gone" })
  await client.post(`/api/prints/${first._id}/process`)
  expect(await processed(client, first._id)).toMatchObject({ status: "Completed", shopPrintedAt: null })

  // An ended link opens nothing; the same prints get another.
  const listed = await client.get(`/api/shares?printId=${first._id}`)
  expect(listed.data).toEqual([share])
  expect((await stranger.client.get(`/api/shares?printId=${first._id}`)).data).toEqual([])
  expect((await stranger.client.delete(`/api/shares/${share._id}`)).status).toBe(404)
  expect((await client.delete(`/api/shares/${share._id}`)).status).toBe(200)
  for (const path of [`share/${token}`, shared.zip.path])
    expect(await shop.get(`/api/${path}`)).toMatchObject({
      status: 410,
      message: "The sender has ended this link",
    })
  expect((await client.get(`/api/shares?printId=${first._id}`)).data).toEqual([])
  const next = await client.expect<Share>("POST", "/api/shares", { printIds })
  expect(next._id).not.toBe(share._id)
  expect(await shop.get("/api/share/nothing")).toMatchObject({
    status: 404,
    message: "This link does not exist",
  })
})
