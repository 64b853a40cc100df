import { expect, test } from "vitest"
import type { Font } from "../../../contract/artwork/font.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { useApp } from "../../../harness/app.ts"
import { boxedLogoPng } from "../../../harness/artwork.ts"
import {
  colouredFontFile,
  libraryFontFile,
  ownFontFile,
  packedFontFile,
} from "../../../harness/font-files.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { beginUpload, fonts } from "../../../harness/slow-upload.ts"
import type { Client } from "../../../local/client.ts"
import { formOf, givenImage, imageOf, ingested, keysIn, until, upload } from "./artwork-steps.ts"

const app = useApp()

test("a seller's fonts stand beside the library's, are checked, and come back when their deletion is undone", async () => {
  const { client } = await app.givenUser({ name: "Fonts" })
  const list = async (query = "") => (await client.get(`/api/fonts${query}`)).data as Font[]
  const library = await list("?limit=999")
  expect(library.length).toBeGreaterThan(60)
  expect(await list("?search=graduate")).toMatchObject([
    { _id: "library:graduate-400", source: "library", category: "varsity", weight: 400, style: "normal" },
  ])
  expect((await list("?category=stencil&limit=99")).map(({ family }) => family)).toEqual([
    "Black Ops One",
    "Saira Stencil One",
    "Wallpoet",
  ])

  // Served by the app itself, for good, with its licence.
  const [{ path, licencePath }] = await list("?search=lobster")
  const served = await app.visitor().fetch("GET", path)
  expect(served.headers.get("cache-control")).toContain("immutable")
  expect(new Uint8Array(await served.arrayBuffer())).toEqual(libraryFontFile("lobster-400"))
  expect(await (await app.visitor().fetch("GET", licencePath ?? "")).text()).toContain("Open Font License")

  const club = ownFontFile("lobster-400", "Club Script")
  const files = [
    { name: "lobster.woff2", bytes: packedFontFile("woff2") },
    { name: "club.ttf", bytes: club },
    { name: "broken.ttf", bytes: club.slice(0, 20_000) },
    { name: "notes.ttf", bytes: "Dear Sir or Madam" },
  ]
  const sent = await client.fetch("POST", "/api/fonts", formOf(files))
  expect(sent.status).toBe(201)
  const reply = (await sent.json()) as { data: Font[] }
  expect(reply).toMatchObject({
    message: "2 of 4 files could not be used",
    coloured: [],
    data: [
      { family: "Lobster", source: "account", category: "own", weight: 400 },
      { family: "Club Script", style: "normal", isRestricted: false },
    ],
    refused: [
      { name: "broken.ttf", reason: expect.stringMatching(/^This font is damaged: /) },
      { name: "notes.ttf", reason: "This file is not a font. Upload a TTF, OTF, WOFF or WOFF2 file." },
    ],
  })
  const [, script] = reply.data
  const file = await client.fetch("GET", script.path)
  expect(file.headers.get("content-type")).toBe("font/ttf")
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 4)
      .toString("hex"),
  ).toBe("00010000")
  const stranger = await app.givenUser({ name: "Other" })
  expect((await stranger.client.fetch("GET", script.path)).status).toBe(404)

  // The same file again makes nothing; another one in its place is refused.
  const again = await client.post("/api/fonts", formOf(files.slice(1, 2)))
  expect(again.data).toMatchObject([{ _id: script._id }])
  const other = [{ name: "other.ttf", bytes: ownFontFile("pacifico-400", "Club Script") }]
  expect(await client.post("/api/fonts", formOf(other))).toMatchObject({
    status: 422,
    message:
      "other.ttf: You have another file of Club Script 400. Delete that one first, then upload this one.",
  })
  expect((await list("?source=account")).map(({ family }) => family)).toEqual(["Club Script", "Lobster"])

  const deleted = await client.delete(`/api/fonts/${script._id}`)
  expect(await list("?search=club")).toEqual([])
  const { undoId } = deleted.data as { undoId: string }
  expect((await client.post(`/api/undo/${undoId}`)).status).toBe(200)
  expect(await list("?search=club%20script")).toEqual([script])
  await app.runtime.runCron("* * * * *", Date.now() + 3_600_000)
  expect((await client.fetch("GET", script.path)).status).toBe(200)
  expect((await client.delete("/api/fonts/library:lobster-400")).status).toBe(404)
})

test("fonts that stall hold up no upload, and arrive", async () => {
  const { client } = await app.givenUser({ name: "Stalling" })
  const file = { name: "club.ttf", bytes: Buffer.from(ownFontFile("lobster-400", "Club Script")) }
  const stalled = Array.from({ length: 5 }, () =>
    beginUpload(app.origin, { ...client.headers, cookie: client.cookieHeader() }, file, fonts),
  )
  // The form's head comes first, so the file's end is still missing.
  for (const one of stalled) await one.send(file.bytes.length)
  const other = await app.givenUser({ name: "Uploader" })
  await givenImage(other.client, { name: "logo.svg", bytes: logoSvg() })
  for (const one of stalled) expect(await one.finish()).toMatchObject({ status: 201 })
  expect((await client.get("/api/fonts?source=account")).data).toMatchObject([{ family: "Club Script" }])
  expect(await keysIn(app, "imports/")).toEqual([])
})

test("text in an SVG waits for its font by name, and is drawn anew once the font is there", async () => {
  const { client } = await app.givenUser({ name: "Letters", credits: 50 })
  const size = await client.expect<{ _id: string }>("POST", "/api/sizes", { name: "Chest", value: 3 })
  const svg = (family: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 120"><text x="9" y="90" font-size="80" font-family="${family}">Zoë 7</text></svg>`
  const image = await givenImage(client, { name: "name.svg", bytes: svg("Club Script") })
  expect(image).toMatchObject({
    missingFonts: ["Club Script"],
    warnings: [
      `"Club Script" is not available: its text is drawn in a plain font. Upload the font, or choose another.`,
    ],
  })
  const pictureOf = async ({ previewFile }: Image) => {
    const reply = await client.fetch("GET", `/api/${previewFile?.path}`)
    expect(reply.headers.get("cache-control")).toBe("private, no-cache")
    return Buffer.from(await reply.arrayBuffer()).toString("base64")
  }
  const plain = await pictureOf(image)
  const draft = { printItems: [{ imageId: image._id, sizeId: size._id, quantity: 1 }] }
  const before = await completed(client, draft)

  const sent = await client.fetch(
    "POST",
    "/api/fonts",
    formOf([{ name: "club.ttf", bytes: colouredFontFile("lobster-400", "Club Script") }]),
  )
  expect(await sent.json()).toMatchObject({ imagesToRead: 1, refused: [], coloured: ["club.ttf"] })
  const drawn = await until("the second reading", async () => {
    const now = await imageOf(client, image._id)
    return now.missingFonts.length === 0 && now
  })
  expect(drawn).toMatchObject({ status: "Ready", warnings: [], widthPx: image.widthPx })
  expect(await pictureOf(drawn)).not.toBe(plain)
  // The library's Lobster has the same letters, and so has an SVG that brings them along.
  const known = await givenImage(client, { name: "lobster.svg", bytes: svg("Lobster") })
  const packed = Buffer.from(packedFontFile("woff2")).toString("base64")
  const style = `<style>@font-face{font-family:Mine;src:url(data:font/woff2;base64,${packed})}</style>`
  const own = await givenImage(client, {
    name: "own.svg",
    bytes: svg("Mine").replace("<text", `${style}<text`),
  })
  for (const same of [known, own]) {
    expect(same).toMatchObject({ missingFonts: [], warnings: [], trim: drawn.trim })
    expect(await pictureOf(same)).toBe(await pictureOf(drawn))
  }

  // The print follows: another stamp, because the letters differ.
  const after = await completed(client, draft)
  expect(after).not.toEqual(before)
  // A message that was lost is made up for; the outlines of before are gone.
  await app.db.prepare("UPDATE image SET retry_at = 1 WHERE id = ?").bind(image._id).run()
  await app.runtime.runCron("* * * * *")
  await until("the third reading", async () => {
    const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(image._id).first()
    return row?.retry_at === null
  })
  await app.runtime.runCron("* * * * *")
  const keys = await app.runtime.miniflare
    .getR2Bucket("FILES")
    .then((files) => files.list({ prefix: `images/${image._id}/` }))
  expect(keys.objects.map(({ key }) => key.split("/")[2].replace(/-\w+$/, "-…")).sort()).toEqual([
    "master-…",
    "preview",
    "silhouette",
    "source",
  ])
  await client.delete(`/api/images/${image._id}`)
  await app.runtime.runCron("* * * * *", Date.now() + 3_600_000)
  const left = await app.runtime.miniflare
    .getR2Bucket("FILES")
    .then((files) => files.list({ prefix: `images/${image._id}/` }))
  expect(left.objects).toEqual([])
})

/** Prints a draft and answers the stamps of it. */
async function completed(client: Client, draft: object): Promise<unknown[]> {
  const { _id } = await client.expect<{ _id: string }>("POST", "/api/prints", draft)
  const process = await client.post(`/api/prints/${_id}/proccess`, {})
  expect(process.status, process.message).toBe(202)
  await until("the print", async () => {
    const print = (await client.get(`/api/prints/${_id}`)).data as { status: string }
    expect(print.status).not.toBe("Failed")
    return print.status === "Completed"
  })
  const stamps = await app.db
    .prepare(
      "SELECT stamp_key FROM attempt_stamp JOIN attempt ON attempt.id = attempt_stamp.attempt_id WHERE attempt.print_id = ?",
    )
    .bind(_id)
    .all()
  return stamps.results
}

test("a font that is not here is replaced by another, until that is taken back", async () => {
  const { client } = await app.givenUser({ name: "Replaces" })
  const svg = (family: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 120"><text x="9" y="90" font-size="80" font-weight="700" font-family="${family}, Nowhere Sans">Zoë 7</text></svg>`
  const pictureOf = async (id: string) => {
    const reply = await client.fetch("GET", `/api/files/images/${id}/preview`)
    return Buffer.from(await reply.arrayBuffer()).toString("base64")
  }
  const readAgain = (id: string, isRead: (image: Image) => boolean) =>
    until("another reading", async () => {
      const now = await imageOf(client, id)
      const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(id).first()
      return row?.retry_at === null && isRead(now) && now
    })
  const image = await givenImage(client, { name: "name.svg", bytes: svg("Brush Hand") })
  expect(image).toMatchObject({ missingFonts: ["Brush Hand"], fontReplacements: [] })
  const plain = await pictureOf(image._id)
  const put = (fontReplacements: { family: string; fontId: string }[]) =>
    client.put(`/api/images/${image._id}`, { fontReplacements })

  const unknown = [{ family: "Brush Hand", fontId: "library:nothing-400" }]
  const message = "This font does not exist. Choose another one."
  expect(await put(unknown)).toMatchObject({ status: 422, message, fields: { fontReplacements: message } })
  const lobster = { family: "brush  HAND", fontId: "library:lobster-400" }
  expect((await put([lobster, { ...lobster, family: "Brush Hand" }])).status).toBe(400)

  const chosen = await put([lobster])
  expect(chosen.data).toMatchObject({ fontReplacements: [lobster] })
  const drawn = await readAgain(image._id, ({ missingFonts }) => missingFonts.length === 0)
  expect(drawn).toMatchObject({ status: "Ready", warnings: [], fontReplacements: [lobster] })
  const known = await givenImage(client, { name: "lobster.svg", bytes: svg("Lobster") })
  expect(await pictureOf(image._id)).toBe(await pictureOf(known._id))
  const replaced = { values: {}, widthPx: 200 }
  const previewOf = async (id: string) => {
    const reply = await client.fetch("POST", `/api/images/${id}/preview`, replaced)
    expect(reply.status).toBe(200)
    return Buffer.from(await reply.arrayBuffer()).toString("base64")
  }
  expect(await previewOf(image._id)).toBe(await previewOf(known._id))

  // One of the account, which goes and comes back.
  const form = formOf([{ name: "own.ttf", bytes: ownFontFile("pacifico-400", "House Script") }])
  const [own] = (await client.post("/api/fonts", form)).data as Font[]
  await put([{ family: "Brush Hand", fontId: own._id }])
  const withOwn = await until("the own font", async () => {
    const now = await pictureOf(image._id)
    return now !== plain && now !== (await pictureOf(known._id)) && now
  })
  const { undoId } = (await client.delete(`/api/fonts/${own._id}`)).data as { undoId: string }
  await app.runtime.runCron("* * * * *")
  await readAgain(image._id, ({ missingFonts }) => missingFonts.length === 1)
  expect(await pictureOf(image._id)).toBe(plain)
  expect((await client.post(`/api/undo/${undoId}`)).status).toBe(200)
  await app.runtime.runCron("* * * * *", Date.now() + 60_000)
  await readAgain(image._id, ({ missingFonts }) => missingFonts.length === 0)
  expect(await pictureOf(image._id)).toBe(withOwn)

  expect((await put([])).data).toMatchObject({ fontReplacements: [] })
  const back = await readAgain(image._id, ({ missingFonts }) => missingFonts.length === 1)
  expect(back.warnings).toEqual(image.warnings)
  expect(await pictureOf(image._id)).toBe(plain)
})

test("outlines that a later reading makes again stay, and those of the reading between go", async () => {
  const { client } = await app.givenUser({ name: "Toggles" })
  const bytes =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 120"><text x="9" y="90" font-size="80" font-family="Quill Hand">Ana 4</text></svg>'
  const image = await givenImage(client, { name: "toggled.svg", bytes })
  const outlines = () => keysIn(app, `images/${image._id}/master-`)
  const first = await outlines()
  expect(first).toHaveLength(1)
  for (const fontReplacements of [[{ family: "Quill Hand", fontId: "library:lobster-400" }], []]) {
    await client.expect("PUT", `/api/images/${image._id}`, { fontReplacements })
    await until("another reading", async () => {
      const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(image._id).first()
      return row?.retry_at === null
    })
  }
  await app.runtime.runCron("* * * * *")
  expect(await outlines()).toEqual(first)
})

test("a library that is read again holds up neither another account's image nor the one that its seller changes", async () => {
  const many = await app.givenUser({ name: "Library" })
  const other = await app.givenUser({ name: "Single" })
  const form = formOf([{ name: "own.ttf", bytes: ownFontFile("pacifico-400", "House Script") }])
  const [font] = (await many.client.post("/api/fonts", form)).data as Font[]
  const bytes = await boxedLogoPng(300, 200)
  const named = (from: number) => Array.from({ length: 20 }, (_, i) => ({ name: `${from + i}.png`, bytes }))
  const images = (await Promise.all([0, 20, 40].map((from) => upload(many.client, named(from))))).flat()
  for (const { _id } of images) await ingested(many.client, _id)
  const single = await givenImage(other.client, { name: "single.png", bytes })
  const box = { x: 100, y: 700, width: 800, height: 200 }
  const layer = { text: "House", fontId: font._id, box, size: 100, fill: "#1f6f8b" }
  const waiting = async () => {
    const sql = "SELECT count(*) AS total FROM image WHERE user_id = ? AND retry_at IS NOT NULL"
    return (await app.db.prepare(sql).bind(many.userId).first<{ total: number }>())?.total ?? 0
  }
  const isRead = (id: string) =>
    until(`the reading of ${id}`, async () => {
      const row = await app.db.prepare("SELECT retry_at FROM image WHERE id = ?").bind(id).first()
      return row?.retry_at === null
    })
  const library = { ...layer, fontId: "library:lobster-400" }
  await many.client.expect("PUT", `/api/images/${images[0]._id}`, { layers: [layer] })
  await isRead(images[0]._id)
  await app.db
    .prepare("UPDATE image SET layers = (SELECT layers FROM image WHERE id = ?) WHERE user_id = ?")
    .bind(images[0]._id, many.userId)
    .run()

  expect((await many.client.delete(`/api/fonts/${font._id}`)).status).toBe(200)
  expect(await waiting()).toBe(60)
  // Its seller's image waits for no sweep, and puts off none.
  const last = images[0]._id
  const change = (text: string) =>
    many.client.expect("PUT", `/api/images/${last}`, { layers: [{ ...library, text }] })
  await change("First")
  await isRead(last)
  expect(await waiting()).toBe(59)
  await change("Second")
  await app.runtime.runCron("* * * * *")
  await other.client.expect("PUT", `/api/images/${single._id}`, { layers: [library] })
  await isRead(single._id)
  expect(await waiting()).toBeGreaterThan(20)
  await change("Third")
  await isRead(last)
  expect(await waiting()).toBeGreaterThan(0)
  await until("all readings", async () => (await waiting()) === 0)
  for (const { _id } of images.slice(1))
    expect((await imageOf(many.client, _id)).warnings.join()).toContain("uses a font that was deleted")
})
