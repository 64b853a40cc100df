import sharp from "sharp"
import { expect, test } from "vitest"
import { useApp } from "../../../harness/app.ts"
import { photoJpeg, softArtPng } from "../../../harness/artwork.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import { longTest } from "../../../harness/long-test.ts"
import { beginUpload, paddedPng } from "../../../harness/slow-upload.ts"
import { PART_BYTES } from "../../../worker/files/r2-upload.ts"
import { formOf, givenImage, imageOf, ingested, keysIn, unknownKeys, until, upload } from "./artwork-steps.ts"

const app = useApp()

test("an uploaded PNG is measured and shown; a second message for it changes nothing", async () => {
  const { client, hub, userId } = await app.givenUser({ name: "Upload" })
  const art = await softArtPng(900, 1080)
  const before = (await hub.poll({ userId, after: -1, waitMs: 0 })).latest
  const [file] = await upload(client, [{ name: "C:\\art\\Moth \u202egnp.png", bytes: art }], { score: "3.5" })
  expect(file).toMatchObject({ name: "Moth gnp.png", failureReason: null })
  const image = await ingested(client, file._id)
  expect(image).toMatchObject({
    status: "Ready",
    mediaType: "image/png",
    widthPx: 900,
    heightPx: 1080,
    bytes: art.length,
    score: 3.5,
    isOpaque: false,
    usedInPrint: 0,
  })
  expect(image.trim?.width).toBeLessThan(900)
  expect(image.softShare).toBeGreaterThan(0)

  const preview = await client.fetch("GET", `/api/${image.previewFile?.path}`)
  expect(preview.headers.get("content-type")).toBe("image/png")
  const shown = await sharp(Buffer.from(await preview.arrayBuffer())).metadata()
  expect([shown.width, shown.height, shown.hasAlpha]).toEqual([427, 512, true])

  const messages = await hub.poll({ userId, after: before, waitMs: 0 })
  expect(messages.events).toMatchObject([
    { event: `image-${userId}`, data: { imageId: image._id, status: "Ready" } },
  ])
  const message = { imageId: image._id }
  expect(await app.deliver("sheetsmith-ingest", message, message)).toMatchObject({ retried: [] })
  expect(await imageOf(client, image._id)).toEqual(image)
  expect((await hub.poll({ userId, after: before, waitMs: 0 })).events).toHaveLength(1)
})

test("JPEG, SVG, TIFF, WebP and interlaced PNG become ready too; what is dear to read gets a master", async () => {
  const { client } = await app.givenUser({ name: "Kinds" })
  const photo = await photoJpeg(800, 600)
  const jpeg = await givenImage(client, { name: "photo.jpg", bytes: photo })
  expect(jpeg).toMatchObject({ mediaType: "image/jpeg", widthPx: 800, heightPx: 600, isOpaque: true })
  expect(jpeg.trim).toEqual({ x: 0, y: 0, width: 800, height: 600 })
  expect(await keysIn(app, `images/${jpeg._id}/`)).toEqual(
    ["master", "preview", "silhouette", "source"].map((noun) => `images/${jpeg._id}/${noun}`),
  )
  // The name says PNG, the bytes say SVG: the bytes are right.
  const logo = await givenImage(client, { name: "logo.png", bytes: logoSvg() })
  expect(logo).toMatchObject({ mediaType: "image/svg+xml", softShare: expect.any(Number) })
  const adam7 = await sharp(await softArtPng(300, 360))
    .png({ progressive: true })
    .toBuffer()
  const interlaced = await givenImage(client, { name: "adam7.png", bytes: adam7 })
  expect(interlaced).toMatchObject({ mediaType: "image/png", widthPx: 300, heightPx: 360 })
  // Its directory lies behind four megabytes of pixels.
  const plain = await sharp(await softArtPng(900, 1080))
    .tiff({ compression: "none" })
    .toBuffer()
  const tiff = await givenImage(client, { name: "plain.tif", bytes: plain })
  expect(tiff).toMatchObject({ mediaType: "image/tiff", widthPx: 900, heightPx: 1080, warnings: [] })
  expect(await keysIn(app, `images/${tiff._id}/`)).toHaveLength(4)
  const webp = await givenImage(client, { name: "soft.webp", bytes: await sharp(adam7).webp().toBuffer() })
  expect(webp).toMatchObject({ mediaType: "image/webp", widthPx: 300, heightPx: 360, isOpaque: false })
  expect(await keysIn(app, `images/${webp._id}/`)).toHaveLength(4)
  expect(await keysIn(app, `images/${logo._id}/`)).toHaveLength(3)
  expect(await keysIn(app, `images/${interlaced._id}/`)).toHaveLength(4)

  const source = await client.fetch("GET", `/api/${logo.file?.path}`)
  expect(source.headers.get("content-type")).toBe("image/svg+xml")
  expect(source.headers.get("content-security-policy")).toContain("sandbox; default-src 'none'")
  expect(source.headers.get("x-content-type-options")).toBe("nosniff")
  expect(Buffer.from(await source.arrayBuffer()).equals(logoSvg())).toBe(true)
})

test("an upload sent again under its key is the first one's image; the key is its file's and its owner's alone", async () => {
  const { client } = await app.givenUser({ name: "Retrying" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const requestKey = crypto.randomUUID()
  const logo = { name: "logo.svg", bytes: logoSvg() }
  const [first] = await upload(client, [logo], { requestKey })
  expect((await ingested(client, first._id)).status).toBe("Ready")
  const [again, other] = await upload(client, [logo, { ...logo, name: "other.svg" }], { requestKey })
  expect(again).toMatchObject({ _id: first._id, name: "logo.svg", status: "Ready" })
  expect(other._id).not.toBe(first._id)
  const [theirs] = await upload(stranger.client, [logo], { requestKey })
  expect(theirs._id).not.toBe(first._id)

  const large = {
    name: "large.png",
    bytes: Buffer.concat([await softArtPng(90, 90), Buffer.alloc(PART_BYTES)]),
  }
  const largeKey = { requestKey: crypto.randomUUID() }
  const [sent] = await upload(client, [large], largeKey)
  expect((await upload(client, [large], largeKey))[0]._id).toBe(sent._id)
  expect(await unknownKeys(app)).toEqual([])

  // A refused file leaves its key free.
  const torn = { name: "torn.svg", bytes: Buffer.from("<svg") }
  const tornKey = { requestKey: crypto.randomUUID() }
  for (let time = 0; time < 2; time++)
    expect((await client.post("/api/images/bulk-upload", formOf([torn], tornKey))).status).toBe(422)
  expect((await upload(client, [logo], tornKey))[0].name).toBe("logo.svg")

  const form = new FormData()
  form.append("requestKey", "no-key")
  form.append("files", new File([logoSvg() as BlobPart], "logo.svg"))
  expect((await client.post("/api/images/bulk-upload", form)).status).toBe(400)
  expect((await client.get("/api/images")).pagination).toMatchObject({ totalDocuments: 4 })
  expect(await unknownKeys(app)).toEqual([])
})

longTest("forty uploads that stall in the middle hold up no other, and arrive once they go on", async () => {
  const { client } = await app.givenUser({ name: "Slow" })
  const bytes = paddedPng(await softArtPng(60, 72), 1_300_000)
  const headers = { ...client.headers, cookie: client.cookieHeader() }
  const begin = (i: number) => beginUpload(app.origin, headers, { name: `${i}.png`, bytes })
  const stalled = Array.from({ length: 40 }, (_, i) => begin(i))
  // Not waited for: what has to wait is not read yet.
  for (const upload of stalled) void upload.send(1_200_000)
  const asideKeys = async () => (await keysIn(app, "images/")).filter((key) => key.includes("source-aside-"))
  await until("all that stall to have given their memory back", async () => (await asideKeys()).length >= 15)
  const others = Array.from({ length: 20 }, (_, i) => begin(40 + i))
  for (const { status } of await Promise.all(others.map((upload) => upload.finish())))
    expect(status).toBe(201)
  expect((await client.get("/api/images")).pagination).toMatchObject({ totalDocuments: 20 })

  for (const upload of stalled.splice(0, 5)) upload.cut()
  for (const { status, body } of await Promise.all(stalled.map((upload) => upload.finish())))
    expect(status, body).toBe(201)
  const { data, pagination } = await client.get("/api/images?limit=100")
  expect(pagination).toMatchObject({ totalDocuments: 55 })
  const [{ _id }] = data as { _id: string }[]
  const source = await client.fetch("GET", `/api/files/images/${_id}/source`)
  expect(Buffer.from(await source.arrayBuffer()).equals(bytes)).toBe(true)
  await until("what was cut off to go", async () => (await unknownKeys(app)).length === 0)
  expect(await asideKeys()).toEqual([])
})
