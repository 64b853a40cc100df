import sharp from "sharp"
import { expect, test } from "vitest"
import type { Image } from "../../contract/image.ts"
import { softArtPng } from "../artwork.ts"
import { deliver, givenImage, imageOf, ingested, keysIn, upload } from "./artwork-steps.ts"
import { useApp } from "./harness.ts"

const app = useApp()

function rows(reply: { data: unknown }): Image[] {
  return reply.data as Image[]
}

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

  const told = await hub.poll({ userId, after: before, waitMs: 0 })
  expect(told.events).toMatchObject([
    { event: `image-${userId}`, data: { imageId: image._id, status: "Ready" } },
  ])
  const message = { imageId: image._id }
  expect(await deliver(app, "sheetsmith-ingest", message, message)).toMatchObject({ retried: [] })
  expect(await imageOf(client, image._id)).toEqual(image)
  expect((await hub.poll({ userId, after: before, waitMs: 0 })).events).toHaveLength(1)
})
