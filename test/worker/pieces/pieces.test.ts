import { request } from "node:http"
import sharp from "sharp"
import { expect, test } from "vitest"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import { MAX_WAITING_PIECES } from "../../../contract/limit.ts"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { destinationOf } from "../../../harness/destination.ts"
import { longTest } from "../../../harness/long-test.ts"
import type { Client } from "../../../local/client.ts"
import { lookFile, readLook } from "../../../worker/files/look-file.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  keysIn,
  printOf,
  processed,
  storedSheets,
  sweepFiles,
  until,
} from "../artwork/artwork-steps.ts"
import { expectDrawnAlone } from "./drawn-pieces.ts"

const app = useApp()
const GRADUATE = "library:graduate-400"
const nameField = { name: "name", label: "Name", sample: "Smith", maxLength: 12 }
const nameLayer = {
  field: "name",
  box: { x: 50, y: 700, width: 900, height: 250 },
  fontId: GRADUATE,
  size: 100,
  fill: "#0000ff",
}

/** A red disc in the upper half of a clear picture. */
async function discPng(width: number, height: number): Promise<Uint8Array> {
  const disc = `<svg width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 3}" r="${width / 5}" fill="#f00"/></svg>`
  return sharp(Buffer.from(disc)).png().toBuffer()
}

async function pieces(client: Client, id: string, values: object[]): Promise<ShownPiece[]> {
  const reply = await client.post(`/api/images/${id}/variants`, { values })
  expect(reply.status, reply.message).toBe(200)
  return reply.data as ShownPiece[]
}

function drawnPieces(client: Client, id: string, values: object[]): Promise<ShownPiece[]> {
  return until("the pieces", async () => {
    const result = await pieces(client, id, values)
    return result.every(({ state }) => state !== "waiting") && result
  })
}

test("each set of values is a piece of its own, drawn once, refused in words", async () => {
  const { client } = await app.givenUser({ name: "Pieces" })
  const stranger = await app.givenUser({ name: "Other" })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng(600, 900) })
  await client.put(`/api/images/${image._id}`, { fields: [nameField], layers: [nameLayer] })
  const values = [{ name: "Al" }, { name: " Bartholomew" }, { name: "Al" }, { name: "愛" }, {}]
  expect((await pieces(client, image._id, values))[0]).toMatchObject({ state: "waiting", values: values[0] })
  const [short, long, again, lacking, missing] = await drawnPieces(client, image._id, values)
  expect(again.digest).toBe(short.digest)
  expect(lacking).toMatchObject({ state: "failed", reason: expect.stringContaining("the font lacks: 愛") })
  expect(missing).toMatchObject({ state: "failed", reason: "Name is missing" })
  // The disc's box grows down to the letters, and to the sides for a name that is broader than it.
  const disc = { x: 180, y: 180, width: 240 }
  expect(short.trim).toMatchObject(disc)
  expect(short.trim?.height).toBeGreaterThan(480)
  expect(long.trim?.width).toBeGreaterThan(400)
  expect(short.previewFile?.path).toBe(`files/images/${image._id}/variants/${short.digest}/preview`)

  const shown = await client.fetch("GET", `/api/${short.previewFile?.path}`)
  const { data, info } = await sharp(Buffer.from(await shown.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const seen = { red: 0, blue: 0 }
  for (let at = 0; at < data.length; at += info.channels) {
    if (data[at + 3] < 200) continue
    if (data[at] > 200) seen.red++
    if (data[at + 2] > 200) seen.blue++
  }
  expect(seen.red).toBeGreaterThan(1000)
  expect(seen.blue).toBeGreaterThan(100)
  const outline = `/api/files/images/${image._id}/variants/${long.digest}/silhouette`
  expect((await client.fetch("GET", outline)).status).toBe(200)
  expect((await stranger.client.fetch("GET", outline)).status).toBe(404)
  expect((await stranger.client.post(`/api/images/${image._id}/variants`, { values })).status).toBe(404)

  // Asked again, nothing is drawn anew; other letters make other pieces.
  const keys = await keysIn(app, `images/${image._id}/variants/`)
  await drawnPieces(client, image._id, values)
  expect(await keysIn(app, `images/${image._id}/variants/`)).toEqual(keys)
  await client.put(`/api/images/${image._id}`, { layers: [{ ...nameLayer, fill: "#00ff00" }] })
  const [green] = await drawnPieces(client, image._id, [{ name: "Al" }])
  expect(green.digest).not.toBe(short.digest)
})

test("an SVG's own text is filled in before it becomes outlines", async () => {
  const { client } = await app.givenUser({ name: "Filled" })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100"><rect x="5" y="80" width="20" height="10"/><text x="5" y="60" font-family="Inter" font-size="40">{{name}}</text></svg>`
  const image = await givenImage(client, { name: "own.svg", bytes: svg })
  const layers = [{ ...nameLayer, field: "number", box: { x: 500, y: 700, width: 450, height: 250 } }]
  const fields = [...image.fields, { ...nameField, name: "number", label: "Number", sample: "7" }]
  expect((await client.put(`/api/images/${image._id}`, { fields, layers })).status).toBe(200)
  const sets = [
    { name: "I", number: "1" },
    { name: "MMMMM", number: "1" },
    { name: "I", number: "\u{a66e}" },
    { name: "MMMMMMMM", number: "1" },
  ]
  const [narrow, wide, lacking, cut] = await drawnPieces(client, image._id, sets)
  expect(wide.trim?.width).toBeGreaterThan(narrow.trim?.width ?? 0)
  expect(narrow.trim?.width).toBeGreaterThan(500)
  expect(lacking.reason).toContain("Number has a letter that the font lacks")
  // Text that is cut off is never printed.
  const reason = expect.stringContaining("cut off at the artwork's right edge")
  expect(cut).toMatchObject({ state: "failed", reason })
  const shown = await client.post(`/api/images/${image._id}/preview`, { values: sets[3], widthPx: 200 })
  expect(shown).toMatchObject({ status: 422, message: reason })
})

test("a print of names is laid out and written as each name looks when it is drawn alone", async () => {
  const { client } = await app.givenUser({ name: "Printed", credits: 20 })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng(600, 900) })
  await client.put(`/api/images/${image._id}`, { fields: [nameField], layers: [nameLayer] })
  const sizeId = await givenSize(client, "Chest", 2)
  const item = { imageId: image._id, sizeId, quantity: 1 }
  const draft = await givenPrint(client, [
    { ...item, values: { name: "Al" } },
    { ...item, values: { name: "Bartholomew" }, quantity: 2 },
  ])
  expect(draft.printItems.map(({ piece }) => piece?.state)).toEqual(["waiting", "waiting"])
  // One artwork is one picture, whatever the names on it.
  expect(draft.itemPreviews).toHaveLength(1)
  const started = await client.post(`/api/prints/${draft._id}/proccess`, { effort: "quick" })
  expect(started.status, started.message).toBe(202)
  const done = await processed(client, draft._id)
  expect([done.status, done.failureMessage]).toEqual(["Completed", null])
  const [al, bart] = done.printItems
  expect(al.imageId?.trim).not.toEqual(bart.imageId?.trim)
  const [{ placements }] = await storedSheets(app, draft._id)
  const sheet = await download(client, done.fileId[0])
  expect(placements).toHaveLength(3)
  await expectDrawnAlone(client, { sheet, placements, items: done.printItems })
  // The part that all names share is one stamp for each turn, whatever the number of names.
  const { results } = await app.db
    .prepare(
      `SELECT count(*) AS stamps, count(DISTINCT overlay_key) AS names, count(*) - count(overlay_key) AS shared,
        count(DISTINCT rotated || half_turned) AS turns FROM attempt_stamp WHERE image_id = ?`,
    )
    .bind(image._id)
    .all<Record<"stamps" | "names" | "shared" | "turns", number>>()
  const [{ stamps, names, shared, turns }] = results
  expect([names, shared]).toEqual([2, turns])
  expect(await keysIn(app, `stamps/${image._id}/`)).toHaveLength(stamps)

  // The sheet's small picture has the same names, and where they are no larger than thumbs.
  expect(await apartOfPicture(client, done)).toBeLessThan(0.1)
  const small = await givenPrint(client, [
    { ...item, sizeId: await givenSize(client, "Pocket", 1.2), values: { name: "Al" } },
  ])
  await client.expect("POST", `/api/prints/${small._id}/proccess`, { effort: "quick" })
  expect(await apartOfPicture(client, await processed(client, small._id))).toBeLessThan(0.1)

  // A letter that the font lacks is refused before anything is paid, and the item is named.
  const bad = await givenPrint(client, [{ ...item, values: { name: "愛" } }])
  const pieceOf = async () => (await printOf(client, bad._id)).printItems[0].piece
  await until("the refusal", async () => (await pieceOf())?.state === "failed")
  const refused = await client.post(`/api/prints/${bad._id}/proccess`, {})
  expect([refused.status, refused.message]).toEqual([
    422,
    expect.stringMatching(/^"disc.png" \(愛\): Name has a letter that the font lacks: 愛/),
  ])
})

/** Returns how much a sheet's small picture differs from the sheet, of all its ink. */
async function apartOfPicture(client: Client, { fileId: [file] }: Print): Promise<number> {
  const picture = sharp(await download(client, { path: file.previewPath ?? "" }))
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const sheet = sharp(await download(client, file)).resize(info.width, info.height, { fit: "fill" })
  const shrunk = await sheet.raw().toBuffer()
  let [ink, apart] = [0, 0]
  for (let at = 3; at < data.length; at += 4) {
    ink += shrunk[at]
    apart += Math.abs(data[at] - shrunk[at])
  }
  return apart / ink
}

test("what names share is made again when it is lost, and for the stamps of a version before", async () => {
  const { client } = await app.givenUser({ name: "Shared", credits: 20 })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng(300, 450) })
  await client.put(`/api/images/${image._id}`, { fields: [nameField], layers: [nameLayer] })
  const item = { imageId: image._id, sizeId: await givenSize(client, "Chest", 1), quantity: 1 }
  const draft = await givenPrint(
    client,
    ["Al", "Bo", "Cy"].map((name) => ({ ...item, values: { name } })),
  )
  await client.expect("POST", `/api/prints/${draft._id}/proccess`, { effort: "quick" })
  const print = await processed(client, draft._id)
  const pixelsOf = async (file: { path: string }) =>
    sharp(await download(client, file))
      .raw()
      .toBuffer()
  const printed = await pixelsOf(print.fileId[0])
  const writtenFor = async (name: string): Promise<Buffer> => {
    const wanted = destinationOf({ name, dpi: 300, formats: ["tiff"] })
    const { _id: destinationId } = await client.expect<{ _id: string }>("POST", "/api/destinations", wanted)
    await client.expect("POST", `/api/prints/${print._id}/files`, { destinationId })
    const file = async () =>
      (await printOf(client, print._id)).fileId.find(({ destination }) => destination === name)
    return pixelsOf(await until(`the files for ${name}`, async () => (await file()) ?? false))
  }

  const rows = app.db
    .prepare("SELECT stamp_key AS key, overlay_key AS text FROM attempt_stamp WHERE image_id = ?")
    .bind(image._id)
  const { results: stamps } = await rows.all<{ key: string; text: string | null }>()
  const shared = stamps.filter(({ text }) => text === null).map(({ key }) => key)
  expect(shared.length).toBeGreaterThan(0)
  await app.files.delete(shared)
  expect((await writtenFor("Lost")).equals(printed)).toBe(true)

  // The version before had other keys for names, and their shared stamp was none of the attempt's own.
  await app.db.batch([
    app.db.prepare("DELETE FROM stamp WHERE image_id = ?").bind(image._id),
    app.db.prepare("DELETE FROM attempt_stamp WHERE image_id = ? AND overlay_key IS NULL").bind(image._id),
    ...stamps.flatMap(({ key, text }) =>
      text === null
        ? []
        : [
            app.db
              .prepare("UPDATE attempt_stamp SET stamp_key = ? WHERE stamp_key = ?")
              .bind(`${key}-before`, key),
            app.db
              .prepare("UPDATE sheet_part SET placements = replace(placements, ?, ?)")
              .bind(key, `${key}-before`),
          ],
    ),
  ])
  await app.files.delete(stamps.map(({ key }) => key))
  // An earlier one had three objects in place of a look.
  for (const text of new Set(stamps.flatMap(({ text }) => text ?? []))) await storeAsBefore(text)
  await app.db
    .prepare(
      "UPDATE attempt_stamp SET overlay_key = replace(overlay_key, '/look', '/overlay') WHERE image_id = ?",
    )
    .bind(image._id)
    .run()
  expect((await writtenFor("Before")).equals(printed)).toBe(true)
})

/** Stores a piece's look in three objects, as a version before did. */
async function storeAsBefore(key: string): Promise<void> {
  const object = await app.files.get(key)
  const [silhouette, texts, thumb] = (object?.customMetadata?.parts ?? "").split(" ").map(Number)
  const bytes = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer(0))
  const { svg, canvas, ink } = JSON.parse(bytes.subarray(silhouette, silhouette + texts).toString())
  const folder = key.replace(/\/look$/, "")
  const customMetadata = {
    ...{ width: `${canvas.width}`, height: `${canvas.height}` },
    ink: [ink.left, ink.top, ink.right, ink.bottom].join(" "),
  }
  await app.files.put(`${folder}/overlay`, svg, { customMetadata })
  await app.files.put(`${folder}/silhouette`, bytes.subarray(0, silhouette))
  await app.files.put(`${folder}/preview`, bytes.subarray(silhouette + texts + thumb))
  await app.files.delete(key)
}

test("a piece's preview and silhouette are files of their own, though one object holds both", async () => {
  const { client } = await app.givenUser({ name: "Parts" })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng(200, 300) })
  await client.put(`/api/images/${image._id}`, { fields: [nameField], layers: [nameLayer] })
  const [{ digest }] = await drawnPieces(client, image._id, [{ name: "Al" }])
  const folder = `images/${image._id}/variants/${digest}`
  const read = (noun: string, headers: Record<string, string> = {}, method = "GET") =>
    client.fetch(method, `/api/files/${folder}/${noun}`, undefined, headers)
  const bytesOf = async (noun: string) => Buffer.from(await (await read(noun)).arrayBuffer())
  const [preview, silhouette] = [await bytesOf("preview"), await bytesOf("silhouette")]
  expect((await sharp(preview).metadata()).width).toBe(200)
  expect(silhouette.subarray(0, 4).toString()).toBe("SIL1")
  for (const [noun, whole] of [
    ["preview", preview],
    ["silhouette", silhouette],
  ] as const) {
    const head = await read(noun, {}, "HEAD")
    expect(head.headers.get("content-length")).toBe(`${whole.length}`)
    const some = await read(noun, { range: "bytes=4-9" })
    expect([some.status, some.headers.get("content-range")]).toEqual([206, `bytes 4-9/${whole.length}`])
    expect(Buffer.from(await some.arrayBuffer())).toEqual(whole.subarray(4, 10))
    const last = await read(noun, { range: "bytes=-3" })
    expect(Buffer.from(await last.arrayBuffer())).toEqual(whole.subarray(-3))
    expect((await read(noun, { range: `bytes=${whole.length}-` })).status).toBe(416)
    const etag = head.headers.get("etag") ?? ""
    expect((await read(noun, { "if-none-match": etag })).status).toBe(304)
    const other = await read(noun, { "if-none-match": '"another"' })
    expect(Buffer.from(await other.arrayBuffer())).toEqual(whole)
  }
  await storeAsBefore(`${folder}/look`)
  expect([await bytesOf("preview"), await bytesOf("silhouette")]).toEqual([preview, silhouette])
})

test("an image with texts is pictured with them, under a path of its own each time it is drawn", async () => {
  const { client } = await app.givenUser({ name: "Pictured" })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng(600, 900) })
  const plain = `files/images/${image._id}/preview`
  expect(image.previewFile?.path).toBe(plain)
  const sizeId = await givenSize(client, "Chest", 2)
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 1 }])
  const pathNow = async () =>
    (await client.get(`/api/images/${image._id}`)).data as {
      previewFile: { path: string }
      updatedAt: string
    }
  const saved = async (change: object) => {
    const { updatedAt } = (await client.put(`/api/images/${image._id}`, change)).data as { updatedAt: string }
    await until("the picture", async () => (await pathNow()).updatedAt !== updatedAt)
    return (await pathNow()).previewFile.path
  }
  const blue = async (path: string) => {
    const reply = await client.fetch("GET", `/api/${path}`)
    expect(reply.headers.get("cache-control")).toContain("no-cache")
    const pixels = await sharp(Buffer.from(await reply.arrayBuffer()))
      .raw()
      .toBuffer()
    return pixels.filter((_, at) => at % 4 === 2 && pixels[at] > 200 && pixels[at + 1] > 200).length
  }
  const smith = await saved({ fields: [nameField], layers: [nameLayer] })
  expect(smith).toMatch(new RegExp(`^${plain}\\.[0-9a-z]+$`))
  const short = await blue(smith)
  expect(short).toBeGreaterThan(100)
  const longer = await saved({ fields: [{ ...nameField, sample: "Bartholomew" }], layers: [nameLayer] })
  expect(longer).not.toBe(smith)
  expect(await blue(longer)).not.toBe(short)
  // Everything that shows the image shows that picture.
  const { printItems, itemPreviews } = await printOf(client, print._id)
  expect([printItems[0].imageId?.previewFile?.path, ...itemPreviews]).toEqual([longer, longer])
})

longTest(
  "an account's many pieces hold up neither another's piece nor its upload, and have an end",
  async () => {
    const many = await app.givenUser({ name: "Many" })
    const other = await app.givenUser({ name: "Turn" })
    const given = async (client: Client) => {
      const { _id } = await givenImage(client, { name: "disc.png", bytes: await discPng(300, 400) })
      await client.put(`/api/images/${_id}`, { fields: [nameField], layers: [nameLayer] })
      return _id
    }
    const [manyId, otherId] = [await given(many.client), await given(other.client)]
    const waiting = async () => {
      const sql = "SELECT count(*) AS total FROM image_variant WHERE image_id = ? AND state = 'waiting'"
      return (await app.db.prepare(sql).bind(manyId).first<{ total: number }>())?.total ?? 0
    }
    const names = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({ name: `N${from + i}` }))
    await pieces(many.client, manyId, names(0, 500))
    await pieces(many.client, manyId, names(500, 1_000))
    const [uploaded, [drawn]] = await Promise.all([
      givenImage(other.client, { name: "next.png", bytes: await discPng(100, 100) }),
      drawnPieces(other.client, otherId, [{ name: "Al" }]),
    ])
    expect([uploaded.status, drawn.state]).toEqual(["Ready", "ready"])
    expect(await waiting()).toBeGreaterThan(200)

    // Rows that wait for good: no more may be asked for than there is room for.
    await app.db.prepare("DELETE FROM image_variant WHERE image_id = ?").bind(manyId).run()
    await app.db
      .prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO image_variant (image_id, digest, field_values, state, retry_at, created_at, last_used_at)
       SELECT ?, 'digest' || i, '{"name":"none' || i || '"}', 'waiting', 9e15, 1, 1 FROM n`,
      )
      .bind(MAX_WAITING_PIECES - 10, manyId)
      .run()
    const refused = await many.client.post(`/api/images/${manyId}/variants`, { values: names(1_000, 1_011) })
    expect(refused).toMatchObject({ status: 429, code: "too-many-requests" })
    expect(refused.message).toMatch(/^Up to 2,000 pieces .* Please try again in a minute\.$/)
    const sizeId = await givenSize(many.client, "Chest", 2)
    const print = await givenPrint(
      many.client,
      names(1_000, 1_011).map((values) => ({ imageId: manyId, sizeId, quantity: 1, values })),
    )
    expect(print.printItems.map(({ piece }) => piece?.state)).toEqual(Array(11).fill("waiting"))
    expect(await waiting()).toBe(MAX_WAITING_PIECES - 10)
    await pieces(many.client, manyId, names(1_000, 1_010))
    // There is room for ten, which may be drawn by now.
    const all = app.db.prepare("SELECT count(*) AS total FROM image_variant WHERE image_id = ?").bind(manyId)
    expect(await all.first("total")).toBe(MAX_WAITING_PIECES)
    await app.db.prepare("DELETE FROM image_variant WHERE image_id = ?").bind(manyId).run()
  },
)

test("a preview is drawn while its caller waits, and no longer", async () => {
  const { client } = await app.givenUser({ name: "Gone" })
  // A picture under see-through layers: seconds at a preview's full width.
  const layers = Array.from(
    { length: 7 },
    (_, i) => `<g opacity="0.9"><rect x="${i}" y="${i}" width="190" height="290" fill="#0${i % 10}f"/></g>`,
  )
  const heavy = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300">${layers.join("")}</svg>`
  const image = await givenImage(client, { name: "heavy.svg", bytes: heavy })
  const quick = await givenImage(client, { name: "quick.png", bytes: await discPng(60, 60) })
  const path = `/api/images/${image._id}/preview`
  const folder = `previews/${image._id}/`
  const call = request(app.origin + path, {
    method: "POST",
    headers: {
      ...client.headers,
      cookie: client.cookieHeader(),
      "content-type": "application/json",
    },
  })
  const outcome = new Promise((resolve) => {
    call.on("response", () => resolve("answered")).on("error", () => resolve("left"))
  })
  call.end(JSON.stringify({ values: {}, widthPx: 2_000 }))
  const [key] = await until("the request", async () => {
    const keys = await keysIn(app, folder)
    return keys.length > 0 && keys
  })
  // The local runtime hears of a reset at once, and of a mere close only when it writes.
  call.socket?.resetAndDestroy()
  expect(await outcome).toBe("left")
  await until("the press to be told", async () => (await keysIn(app, folder)).length === 0)
  // The press takes one after the other: by then it has left off.
  expect((await client.post(`/api/images/${quick._id}/preview`, { values: {}, widthPx: 60 })).status).toBe(
    200,
  )
  expect(await keysIn(app, folder)).toEqual([])

  // A message that comes too late finds nobody waiting.
  const digest = key.slice(folder.length, -".json".length)
  const body = JSON.stringify({
    ...{ values: {}, fields: [], layers: [], fonts: [] },
    canvas: { width: 200, height: 300 },
    widthPx: 20,
  })
  const ask = (untilMs: number) => app.files.put(key, body, { customMetadata: { untilMs: `${untilMs}` } })
  const message = { kind: "preview", imageId: image._id, digest }
  await ask(Date.now() - 1)
  expect(await app.deliver("sheetsmith-pieces", message)).toMatchObject({ retried: [] })
  expect(await keysIn(app, folder)).toEqual([key])
  await ask(Date.now() + 60_000)
  expect(await app.deliver("sheetsmith-pieces", message, message)).toMatchObject({ retried: [] })
  expect(await keysIn(app, folder)).toHaveLength(2)
})

test("previews that an account asks for at once hold up nobody else's", async () => {
  const many = await app.givenUser({ name: "Rows" })
  const other = await app.givenUser({ name: "Other" })
  const layers = Array.from(
    { length: 7 },
    (_, i) => `<g opacity="0.9"><rect x="${i}" y="${i}" width="190" height="290" fill="#0${i % 10}f"/></g>`,
  )
  const heavy = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="300">${layers.join("")}</svg>`
  const image = await givenImage(many.client, { name: "heavy.svg", bytes: heavy })
  const single = await givenImage(other.client, { name: "quick.png", bytes: await discPng(60, 60) })
  let drawn = 0
  const ask = async (widthPx: number) => {
    const { status } = await many.client.fetch("POST", `/api/images/${image._id}/preview`, {
      values: {},
      widthPx,
    })
    if (status === 200) drawn += 1
    return status
  }
  const all = Array.from({ length: 60 }, (_, i) => ask(200 + i))
  await until("the first of them", async () => drawn > 0)
  const before = drawn
  const shown = await other.client.fetch("POST", `/api/images/${single._id}/preview`, {
    values: {},
    widthPx: 60,
  })
  expect(shown.status).toBe(200)
  expect(drawn - before).toBeLessThan(20)
  // On a slow machine some of them come too late.
  for (const status of await Promise.all(all)) expect([200, 503]).toContain(status)
  await until("an empty line", async () => (await keysIn(app, "previews/line/")).length === 0)
})

test("a piece that was lost on the way is drawn, an unused one goes, and an undone image has its own again", async () => {
  const { client } = await app.givenUser({ name: "Swept" })
  const image = await givenImage(client, { name: "disc.png", bytes: await discPng(200, 300) })
  await client.put(`/api/images/${image._id}`, { fields: [nameField], layers: [nameLayer] })
  const set = [{ name: "Al" }]
  const [first] = await drawnPieces(client, image._id, set)
  const folder = `images/${image._id}/variants/`
  expect((await keysIn(app, folder)).map((key) => key.split("/")[4])).toEqual(["look"])

  const lose = "UPDATE image_variant SET state = 'waiting', retry_at = created_at - 70000 WHERE image_id = ?"
  await app.db.prepare(lose).bind(image._id).run()
  expect(await pieces(client, image._id, set)).toMatchObject([{ state: "waiting" }])
  await app.runtime.runCron("* * * * *")
  expect(await drawnPieces(client, image._id, set)).toMatchObject([{ digest: first.digest, state: "ready" }])

  const forget = "UPDATE image_variant SET last_used_at = 0 WHERE image_id = ?"
  await app.db.prepare(forget).bind(image._id).run()
  await app.runtime.runCron("17 3 * * *")
  await sweepFiles(app)
  expect(await keysIn(app, folder)).toEqual([])

  await drawnPieces(client, image._id, set)
  const deleted = await client.delete(`/api/images/${image._id}`)
  const { undoId } = deleted.data as { undoId: string }
  expect((await client.post(`/api/undo/${undoId}`)).status).toBe(200)
  await drawnPieces(client, image._id, set)
  await sweepFiles(app)
  expect(await keysIn(app, folder)).toHaveLength(1)
  await client.delete(`/api/images/${image._id}`)
  await sweepFiles(app)
  expect(await keysIn(app, `images/${image._id}/`)).toEqual([])
})

test("each part of a look is read alone, also where a large silhouette has moved it out of what is read at first", async () => {
  const files = app.files as unknown as R2Bucket
  for (const length of [5_000, 40_000]) {
    const part = (first: number, size: number) => new Uint8Array(size).fill(first)
    const look = {
      silhouette: part(1, length),
      texts: new Uint8Array(),
      thumb: part(3, 300),
      preview: part(4, 70_000),
    }
    const key = `looks/${length}`
    const { bytes, metadata } = lookFile(look)
    await app.files.put(key, bytes, { customMetadata: metadata })
    for (const name of ["silhouette", "texts", "thumb", "preview"] as const)
      expect(await readLook(files, key, name), `${name} beside ${length}`).toEqual(look[name])
  }
  expect(await readLook(files, "looks/none", "texts")).toBeNull()
})
