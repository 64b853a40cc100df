import { createConnection } from "node:net"
import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"
import { expect, test } from "vitest"
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FILES } from "../../contract/limit.ts"
import { texts } from "../../contract/text.ts"
import { useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { logoSvg } from "../../harness/logo-svg.ts"
import { longTest } from "../../harness/long-test.ts"
import {
  formOf,
  givenImage,
  imageOf,
  ingested,
  keysIn,
  type NamedFile,
  type UploadReply,
  unknownKeys,
  until,
  upload,
} from "../worker/artwork/artwork-steps.ts"

const app = useApp()

function pngChunk(name: string, body: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), body])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}

/** A PNG that claims these sides, with whatever data. */
function pngOf(widthPx: number, heightPx: number, data: Uint8Array): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(widthPx, 0)
  header.writeUInt32BE(heightPx, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const end = new Uint8Array(0)
  return Buffer.concat([signature, pngChunk("IHDR", header), pngChunk("IDAT", data), pngChunk("IEND", end)])
}

test("a file that cannot be printed is left out and named, or becomes a tile with the reason, and holds up no other", async () => {
  const { client } = await app.givenUser({ name: "Hostile" })
  const art = await softArtPng(300, 360)
  const flipped = Buffer.from(art)
  flipped[Math.floor(art.length / 2)] ^= 0xff
  const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024))
  const entities = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>&b;</text></svg>`
  const masked = '<path d="M0 0h999v999H0z" mask="url(#m)"/>'.repeat(1500)
  const complex = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 999 999"><mask id="m"><path fill="#fff" d="M0 0h999v999H0z"/></mask>${masked}</svg>`
  const tiff = await sharp(art).tiff({ compression: "none" }).toBuffer()
  const refusedAtOnce: NamedFile[] = [
    { name: "really.png", bytes: Buffer.from("GIF89a and so on") },
    { name: "empty.png", bytes: "" },
    { name: "text.svg", bytes: "just words" },
    { name: "huge.png", bytes: pngOf(2_000_000, 2_000_000, new Uint8Array(0)) },
    { name: "header-only.png", bytes: art.subarray(0, 20) },
    { name: "entities.svg", bytes: entities },
    {
      name: "cut.jpg",
      bytes: Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 99, 0, 99, 3, 1, 0x11, 0, 2, 0x11, 1]),
    },
  ]
  const refusedByIngest: NamedFile[] = [
    { name: "cut.png", bytes: art.subarray(0, art.length / 2) },
    { name: "cut.tif", bytes: tiff.subarray(0, tiff.length / 2) },
    { name: "flipped.png", bytes: flipped },
    { name: "bomb.png", bytes: pngOf(100, 100, bomb) },
    { name: "complex.svg", bytes: complex },
    { name: "clear.png", bytes: pngOf(2, 2, deflateSync(Buffer.alloc(18))) },
  ]
  const send = (files: readonly NamedFile[]) => client.post("/api/images/bulk-upload", formOf(files))
  for (const [files, status, words] of [
    [[{ name: "holiday.gif", bytes: "GIF89a and so on" }], 415, "holiday.gif: This is a GIF file"],
    [[{ name: "empty.png", bytes: "" }], 415, "empty.png: This file is empty"],
    [[{ name: "huge.png", bytes: pngOf(2_000_000, 2_000_000, new Uint8Array(0)) }], 413, "huge.png: "],
    [[{ name: "header-only.png", bytes: art.subarray(0, 20) }], 422, "header-only.png: This PNG is damaged"],
    [refusedAtOnce, 415, "text.svg: This file is not a picture"],
  ] as const) {
    const reply = await send(files)
    expect(reply, words).toMatchObject({ status, message: expect.stringContaining(words) })
  }
  expect((await client.get("/api/images")).pagination).toMatchObject({ totalDocuments: 0 })

  const good = { name: "good.png", bytes: art }
  const reply = await client.fetch(
    "POST",
    "/api/images/bulk-upload",
    formOf([...refusedAtOnce, ...refusedByIngest, good]),
  )
  expect(reply.status).toBe(201)
  const { data: uploaded, refused, message } = (await reply.json()) as UploadReply
  expect(refused.map((file) => file.name)).toEqual(refusedAtOnce.map((file) => file.name))
  expect(refused[0].reason).toBe(
    "This is a GIF file, which cannot be printed from. Export the design as PNG (best), JPEG or SVG and upload that.",
  )
  expect(message).toBe("7 of 14 files could not be used")
  expect(uploaded.map((file) => file.name)).toEqual([...refusedByIngest, good].map((file) => file.name))
  for (const file of uploaded) {
    const image = await ingested(client, file._id)
    if (file.name === "good.png") {
      expect(image.status).toBe("Ready")
      continue
    }
    expect(image, file.name).toMatchObject({ status: "Failed", file: null, previewFile: null })
    expect(image.failureReason?.length, file.name).toBeGreaterThan(20)
    if (file.name === "complex.svg") expect(image.failureReason).toMatch(/too complex to draw.*PNG/)
  }
  expect((await client.get("/api/images")).pagination).toMatchObject({ totalDocuments: uploaded.length })
  // Refused files leave nothing in R2; failed ones can be deleted by a click on their tile.
  expect(await unknownKeys(app)).toEqual([])
  for (const file of uploaded) {
    expect(await keysIn(app, `images/${file._id}/`)).toHaveLength(file.name === "good.png" ? 3 : 0)
  }
  expect((await client.delete(`/api/images/${uploaded[0]._id}`)).status).toBe(200)
})

test("scripts and foreign addresses in an SVG are refused or stay inert", async () => {
  const { client } = await app.givenUser({ name: "Script" })
  const svg = logoSvg().toString().replace("</svg>", "<script>alert(1)</script></svg>")
  const [file] = await upload(client, [{ name: "script.svg", bytes: svg }])
  const image = await ingested(client, file._id)
  if (image.status === "Failed") return
  const source = await client.fetch("GET", `/api/${image.file?.path}`)
  expect(source.headers.get("content-security-policy")).toContain("sandbox; default-src 'none'")
})

longTest(
  "a file beyond the limit is refused while it streams; the file behind it still arrives",
  async () => {
    const { client } = await app.givenUser({ name: "Large" })
    const art = await softArtPng(300, 360)
    const large = Buffer.concat([art, Buffer.alloc(MAX_UPLOAD_BYTES)])
    const [good, ...others] = await upload(client, [
      { name: "large.png", bytes: large },
      { name: "good.png", bytes: art },
    ])
    expect(others).toEqual([])
    expect(await ingested(client, good._id)).toMatchObject({ name: "good.png", status: "Ready" })
    expect((await client.get("/api/images")).pagination).toMatchObject({ totalDocuments: 1 })
    expect(await unknownKeys(app)).toEqual([])
  },
)

test("a request that breaks off leaves neither row nor object, whichever file it broke in", async () => {
  const { client } = await app.givenUser({ name: "Abort" })
  const art = await softArtPng(300, 360)
  const boundary = "----breaks-off"
  const part = (name: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
  const { hostname, port } = new URL(app.origin)
  const socket = createConnection(Number(port), hostname)
  await new Promise((resolve) => socket.once("connect", resolve))
  const headers = { ...client.headers, cookie: client.cookieHeader(), host: `${hostname}:${port}` }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(
    `POST /api/images/bulk-upload HTTP/1.1\r\n${lines.join("")}content-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 90000000\r\n\r\n`,
  )
  socket.write(
    Buffer.concat([Buffer.from(part("whole.png")), art, Buffer.from(`\r\n${part("broken.png")}`), art]),
  )
  socket.write(Buffer.alloc(12 * 1024 * 1024))
  await until("the first file to be stored", async () => (await unknownKeys(app)).length > 0)
  expect((await client.get("/api/images")).data).toEqual([])
  socket.destroy()
  await until("the first file to go", async () => (await unknownKeys(app)).length === 0)
  expect((await client.get("/api/images")).data).toEqual([])
})

test("malformed uploads are refused in words", async () => {
  const { client } = await app.givenUser({ name: "Malformed" })
  const art = await softArtPng(60, 60)
  const send = (body: string | FormData, type?: string) =>
    client.post("/api/images/bulk-upload", body, type ? { "content-type": type } : {})
  expect((await send("{}", "application/json")).status).toBe(415)
  expect((await send("--x--\r\n", "multipart/form-data")).status).toBe(415)
  expect((await send("--x--\r\n", "multipart/form-data; boundary=x")).message).toBe(
    "Choose at least one file",
  )
  expect((await send("no boundary at all", "multipart/form-data; boundary=x")).status).toBe(400)
  expect((await send("--x\r\n\r\nnameless\r\n--x--", "multipart/form-data; boundary=x")).status).toBe(400)
  expect((await send(`--x\r\nA: ${"b".repeat(20_000)}`, "multipart/form-data; boundary=x")).status).toBe(400)

  const form = (fields: Record<string, string>, files: number, areFieldsFirst: boolean) => {
    const made = new FormData()
    const addFields = () => {
      for (const [name, value] of Object.entries(fields)) made.append(name, value)
    }
    if (areFieldsFirst) addFields()
    for (let i = 0; i < files; i++) made.append("files", new File([new Uint8Array(art)], `${i}.png`))
    if (!areFieldsFirst) addFields()
    return made
  }
  expect((await send(form({}, 0, true))).message).toBe("Choose at least one file")
  for (const score of ["7", "1.3", "many", "-1"]) {
    // In either order: files are stored before later fields are seen, and are then taken back.
    for (const isFirst of [true, false])
      expect(await send(form({ score }, 2, isFirst)), `${score} ${isFirst}`).toMatchObject({
        status: 400,
        message: "A score is 0 to 5 in half steps",
      })
  }
  const stranger = await app.givenUser({ name: "Stranger" })
  const theirs = await stranger.client.post("/api/image-categories", { name: "Theirs" })
  const foreign = (theirs.data as { _id: string })._id
  expect((await send(form({ imageCategoryId: foreign }, 1, true))).status).toBe(404)
  expect((await send(form({ imageCategoryId: foreign }, 1, false))).status).toBe(404)
  expect((await send(form({ imageCategoryId: "x" }, 1, false))).message).toBe("This id is not valid")
  expect((await send(form({ requestKey: "x" }, 1, false))).message).toBe(
    "The key of the upload is not a valid id",
  )
  expect((await send(form({ note: "x".repeat(2_000) }, 1, false))).message).toBe("The field note is too long")
  expect((await client.get("/api/images")).data).toEqual([])
  expect(await unknownKeys(app)).toEqual([])

  const mine = (await client.post("/api/image-categories", { name: "Mine" })).data as { _id: string }
  const late = await send(form({ imageCategoryId: mine._id, score: "4.5", userId: "x" }, 2, false))
  expect(late.status).toBe(201)
  for (const { _id } of late.data as { _id: string }[]) {
    expect(await imageOf(client, _id)).toMatchObject({ score: 4.5, imageCategory: { name: "Mine" } })
  }
  expect((await send(form({}, MAX_UPLOAD_FILES + 1, true))).message).toContain(
    `at most ${MAX_UPLOAD_FILES} files`,
  )
  expect((await client.get("/api/images")).pagination).toMatchObject({ totalDocuments: 2 })
  expect(await unknownKeys(app)).toEqual([])
})

test("an image whose every try fails is ended by the dead-letter queue; one in use elsewhere is not", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Dead" })
  const image = await givenImage(client, { name: "a.png", bytes: await softArtPng(60, 60) })
  const message = { imageId: image._id }
  expect(await app.deliver("sheetsmith-ingest-dead", message)).toMatchObject({ retried: [] })
  expect((await imageOf(client, image._id)).status).toBe("Ready")
  await app.db
    .prepare("UPDATE image SET status = 'Ingesting', master_key = NULL WHERE id = ?")
    .bind(image._id)
    .run()
  await app.deliver("sheetsmith-ingest-dead", message, message)
  expect(await imageOf(client, image._id)).toMatchObject({
    status: "Failed",
    failureReason: expect.stringContaining("technical problem"),
  })
  expect(texts.imageFailed).toContain("Click to delete")
  // If the hub was away at the failure, the next try tells it, whichever queue that is in.
  for (const queue of ["sheetsmith-ingest", "sheetsmith-ingest-dead"]) {
    await hub.forgetEvents()
    await app.deliver(queue, message, message)
    const { events } = await hub.poll({
      userId,
      after: (await hub.poll({ userId, after: -1, waitMs: 0 })).latest - 1,
      waitMs: 0,
    })
    expect(events, queue).toMatchObject([{ data: { imageId: image._id, status: "Failed" } }])
  }
  app.expectErrors(/queue message not understood/)
  expect(await app.deliver("sheetsmith-ingest", { imageId: "x" }, null)).toMatchObject({ retried: [] })
})
