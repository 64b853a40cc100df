import sharp from "sharp"
import { expect, test } from "vitest"
import type { Image } from "../../../contract/artwork/image.ts"
import { makeId } from "../../../contract/id.ts"
import { useApp } from "../../../harness/app.ts"
import { photoJpeg, softArtPng } from "../../../harness/artwork.ts"
import { longTest } from "../../../harness/long-test.ts"
import {
  givenImage,
  givenPrint,
  givenSize,
  imageOf,
  ingested,
  keysIn,
  printOf,
  sweepFiles,
  upload,
} from "./artwork-steps.ts"

const app = useApp()

test("the library is sorted, searched, filtered and paged; changes are the owner's alone", async () => {
  const { client } = await app.givenUser({ name: "Library" })
  const stranger = await app.givenUser({ name: "Stranger" })
  const admin = await app.givenUser({ name: "Boss", role: "admin" })
  const art = await softArtPng(60, 72)
  const names = ["Zebra.png", "apple 100%.png", "Moth_01.png", "moth-02.png"]
  const files = await upload(
    client,
    names.map((name) => ({ name, bytes: art })),
  )
  for (const { _id } of files) await ingested(client, _id)
  const result = async (query: string, who = client) =>
    ((await who.get(`/api/images?${query}`)).data as Image[]).map((image) => image.name)
  for (const [i, { _id }] of files.entries()) {
    await app.db
      .prepare("UPDATE image SET created_at = ?, used_in_print = ? WHERE id = ?")
      .bind(i + 1, 9 - i, _id)
      .run()
  }
  expect(await result("")).toEqual([...names].reverse())
  expect(await result("sortBy=name&sort=asc")).toEqual([
    "apple 100%.png",
    "moth-02.png",
    "Moth_01.png",
    "Zebra.png",
  ])
  expect(await result("sortBy=usedInPrint&sort=desc&limit=2")).toEqual(["Zebra.png", "apple 100%.png"])
  expect(await result("search=MOTH&sort=asc")).toEqual(["Moth_01.png", "moth-02.png"])
  expect(await result("search=_")).toEqual(["Moth_01.png"])
  expect(await result("search=%25")).toEqual(["apple 100%.png"])
  expect(await result("search=\\")).toEqual([])
  expect((await client.get("/api/images")).pagination).toMatchObject({ limit: 50, totalDocuments: 4 })
  expect((await client.get("/api/images?limit=25&page=9")).pagination).toMatchObject({ limit: 25, page: 1 })

  // By ids, for pages that keep some: those that are gone, or another's, are left out.
  const [zebra, apple, moth] = files.map((file) => file._id)
  expect(await result(`ids=${zebra},${apple},${makeId(1)}&sortBy=name&sort=asc`)).toEqual([
    "apple 100%.png",
    "Zebra.png",
  ])
  expect(await result(`ids=${zebra}`, stranger.client)).toEqual([])
  const many = Array.from({ length: 101 }, (_, i) => makeId(i)).join(",")
  for (const ids of [many, "nonsense"])
    expect((await client.get(`/api/images?ids=${ids}`)).status, ids).toBe(400)

  const category = (await client.post("/api/image-categories", { name: "Animals" })).data as { _id: string }
  const theirs = (await stranger.client.post("/api/image-categories", { name: "Animals" })).data as {
    _id: string
  }
  const change = {
    name: "  Zebra crossing.png ",
    imageCategoryId: category._id,
    score: 4.5,
    status: "Failed",
    userId: "x",
  }
  const changed = await client.put(`/api/images/${zebra}`, change)
  expect(changed).toMatchObject({ status: 200, message: "Image updated" })
  expect(await imageOf(client, zebra)).toMatchObject({
    name: "Zebra crossing.png",
    imageCategory: { _id: category._id, name: "Animals" },
    score: 4.5,
    status: "Ready",
  })
  expect((await client.patch(`/api/images/${zebra}`, { score: 2 })).data).toMatchObject({
    score: 2,
    name: "Zebra crossing.png",
  })
  expect((await client.put(`/api/images/${zebra}`, { name: " " })).message).toBe("Name is required")
  expect((await client.put(`/api/images/${zebra}`, { score: 5.5 })).status).toBe(400)
  expect((await client.put(`/api/images/${zebra}`, { imageCategoryId: theirs._id })).status).toBe(404)
  const move = (id: string, to: string | null) => ({ images: [{ _id: id, imageCategoryId: to }] })
  expect((await client.put("/api/images/bulk-update", move(apple, category._id))).data).toEqual({ moved: 1 })
  expect(await result(`imageCategory=${category._id}&sortBy=name&sort=asc`)).toEqual([
    "apple 100%.png",
    "Zebra crossing.png",
  ])
  expect((await client.put("/api/images/bulk-update", move(apple, null))).data).toEqual({ moved: 1 })
  expect((await client.put("/api/images/bulk-update", move(apple, theirs._id))).status).toBe(404)
  expect((await stranger.client.put("/api/images/bulk-update", move(apple, theirs._id))).data).toEqual({
    moved: 0,
  })

  const refusals = await Promise.all([
    stranger.client.get(`/api/images/${zebra}`),
    stranger.client.put(`/api/images/${zebra}`, { name: "Mine" }),
    stranger.client.delete(`/api/images/${zebra}`),
    stranger.client.get(`/api/files/images/${zebra}/source`),
    stranger.client.get(`/api/files/images/${zebra}/preview`),
    client.get("/api/images/nonsense"),
  ])
  expect(refusals.map((reply) => reply.status)).toEqual(refusals.map(() => 404))
  expect((await stranger.client.post("/api/images/bulk-delete", { ids: [zebra] })).data).toEqual({
    ids: [],
    undoId: null,
  })
  const visitor = app.visitor()
  for (const path of ["/api/images", `/api/images/${zebra}`, `/api/files/images/${zebra}/source`]) {
    expect((await visitor.get(path)).status).toBe(401)
  }
  expect((await admin.client.get(`/api/files/images/${zebra}/preview`)).status).toBe(200)

  // A category deleted leaves its images; images deleted leave placeholders and no objects.
  await client.delete(`/api/image-categories/${category._id}`)
  expect((await imageOf(client, zebra)).imageCategory).toBeNull()
  const sizeId = await givenSize(client, "Pocket", 1)
  const draft = await givenPrint(client, [{ imageId: moth, sizeId, quantity: 1 }])
  const gone = await client.post("/api/images/bulk-delete", { ids: [moth, apple, theirs._id] })
  expect(gone).toMatchObject({ status: 200, message: "2 images deleted successfully" })
  expect((await printOf(client, draft._id)).printItems).toMatchObject([
    { imageId: null, wasImageDeleted: true },
  ])
  await sweepFiles(app)
  expect(await keysIn(app, `images/${moth}/`)).toEqual([])
  expect(await keysIn(app, `images/${zebra}/`)).toHaveLength(3)
  expect((await client.post("/api/images/bulk-delete", { ids: [] })).message).toBe("Select at least one")
})

test("a long file name is cut to what may be sent back, and keeps what joins its letters", async () => {
  const { client } = await app.givenUser({ name: "Longname" })
  const bytes = await softArtPng(20, 20)
  for (const [name, kept] of [
    ["x\u{1F600}".repeat(60), "x\u{1F600}".repeat(40)],
    [`y${"\u{1F600}".repeat(80)}.png`, `y${"\u{1F600}".repeat(59)}`],
    ["a\u202Eb\u2028 \u{1F469}\u200D\u{1F467}.png", "ab \u{1F469}\u200D\u{1F467}.png"],
  ]) {
    const image = await givenImage(client, { name, bytes })
    expect(image.name).toBe(kept)
    expect(await client.put(`/api/images/${image._id}`, { name: kept })).toMatchObject({
      data: { name: kept },
    })
  }
})

test("files are served whole, in ranges, and not again when unchanged", async () => {
  const { client } = await app.givenUser({ name: "Files" })
  const art = await softArtPng(300, 360)
  const image = await givenImage(client, { name: 'Mo"th\r\n; ünï.png', bytes: art })
  const path = `/api/${image.file?.path}`
  const whole = await client.fetch("GET", path)
  expect(whole.status).toBe(200)
  expect(Buffer.from(await whole.arrayBuffer()).equals(art)).toBe(true)
  const header = (name: string) => whole.headers.get(name)
  expect([header("content-type"), header("content-length"), header("accept-ranges")]).toEqual([
    "image/png",
    String(art.length),
    "bytes",
  ])
  expect(header("content-disposition")).toBe(
    `inline; filename="Mo_th_ _n_.png"; filename*=UTF-8''Mo%22th%3B%20%C3%BCn%C3%AF.png`,
  )
  const etag = header("etag") ?? ""
  const part = async (range: string, more: Record<string, string> = {}) => {
    const response = await client.fetch("GET", path, undefined, { range, ...more })
    return [
      response.status,
      response.headers.get("content-range"),
      Buffer.from(await response.arrayBuffer()),
    ] as const
  }
  const size = art.length
  expect(await part("bytes=0-9")).toEqual([206, `bytes 0-9/${size}`, art.subarray(0, 10)])
  expect(await part(`bytes=${size - 5}-`)).toEqual([
    206,
    `bytes ${size - 5}-${size - 1}/${size}`,
    art.subarray(-5),
  ])
  expect(await part("bytes=-7")).toEqual([206, `bytes ${size - 7}-${size - 1}/${size}`, art.subarray(-7)])
  expect((await part(`bytes=0-${size * 2}`))[1]).toBe(`bytes 0-${size - 1}/${size}`)
  expect((await part(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`])
  expect((await part("bytes=0-1,4-5"))[0]).toBe(200)
  expect((await part("bytes=9-1"))[0]).toBe(200)
  expect((await part("bytes=0-9", { "if-range": etag }))[0]).toBe(206)
  expect((await part("bytes=0-9", { "if-range": '"other"' }))[0]).toBe(200)
  expect((await client.fetch("GET", path, undefined, { "if-none-match": `W/"x", ${etag}` })).status).toBe(304)
  expect((await client.get(path, { "if-none-match": '"x"' })).status).toBe(200)
  const head = await client.fetch("HEAD", path)
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    String(size),
    "",
  ])
  for (const bad of ["master", "source/", "..%2fsource", "source%00", "%2e%2e/source"]) {
    expect((await client.get(`/api/files/images/${image._id}/${bad}`)).status, bad).toBe(404)
  }
  for (const bad of ["x/sheet-1.png", "x/preview.png", "../images", "x/sheet-0.png", "%2e%2e/sheet-1.png"]) {
    expect((await client.get(`/api/files/sheets/${bad}`)).status, bad).toBe(404)
  }
})

longTest(
  "print-on-demand artwork of the usual size passes: 4500 × 5400 PNG and a 24-megapixel JPEG",
  async () => {
    const { client } = await app.givenUser({ name: "Real" })
    const png = await softArtPng(4500, 5400)
    const jpeg = await photoJpeg(6000, 4000)
    const [art, photo] = await upload(client, [
      { name: "art.png", bytes: png },
      { name: "photo.jpg", bytes: jpeg },
    ])
    expect(await ingested(client, art._id)).toMatchObject({ status: "Ready", widthPx: 4500, heightPx: 5400 })
    const ready = await ingested(client, photo._id)
    expect(ready).toMatchObject({ status: "Ready", widthPx: 6000, heightPx: 4000, isOpaque: true })
    const preview = await client.fetch("GET", `/api/${ready.previewFile?.path}`)
    expect(await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).toMatchObject({
      width: 512,
      height: 341,
    })
  },
)
