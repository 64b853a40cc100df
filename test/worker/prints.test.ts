import sharp from "sharp"
import { expect, test } from "vitest"
import type { LayoutReply } from "../../contract/print.ts"
import { useApp } from "../../harness/app.ts"
import { softArtPng } from "../../harness/artwork.ts"
import { compareSheet } from "../journeys/compare-sheet.ts"
import { download, givenImage, givenPrint, givenSize, processed } from "./artwork-steps.ts"

const app = useApp()

test("a print is laid out, paid for, rendered as planned, announced and mailed", async () => {
  const { client, hub, userId, email } = await app.givenUser({ name: "Whole" })
  const art = await softArtPng(900, 1080)
  const image = await givenImage(client, { name: "moth.png", bytes: art })
  const large = await givenSize(client, "Adult chest", 4)
  const small = await givenSize(client, "Pocket", 1.5)
  const draft = await givenPrint(client, [
    { imageId: image._id, sizeId: large, quantity: 3 },
    { imageId: image._id, sizeId: small, quantity: 2 },
    { imageId: image._id, sizeId: large, quantity: 1 },
  ])
  expect(draft).toMatchObject({ status: "In Draft", type: "Manual", copies: 6, itemCount: 2, fileId: [] })

  const planned = (await client.post(`/api/prints/${draft._id}/layout`)).data as LayoutReply
  expect(planned).toMatchObject({ dpi: 300, copies: 6, credits: 6 })
  const before = (await hub.poll({ userId, after: -1, waitMs: 0 })).latest
  const started = await client.post(`/api/prints/${draft._id}/proccess`)
  expect(started).toMatchObject({ status: 202, data: { _id: draft._id, status: "Processing" } })
  const print = await processed(client, draft._id)
  expect(print).toMatchObject({ status: "Completed", failureMessage: null, progress: null })
  expect(print.fileId).toHaveLength(planned.sheets.length)
  // The mail is the last thing that happens.
  await app.mailed(email, "Your print is ready: 1 sheet")
  expect(await hub.balance()).toMatchObject({ available: 14, used: 6, held: 0 })

  const sheet = await download(client, print.fileId[0])
  expect(sheet.length).toBe(print.fileId[0].bytes)
  const compared = await compareSheet(
    sheet,
    planned.sheets[0].placements.map((placement) => ({ art, ...placement })),
  )
  expect(compared).toMatchObject({
    widthPx: planned.sheets[0].widthPx,
    lengthPx: planned.sheets[0].lengthPx,
    density: 300,
    strayPixels: 0,
  })
  const picture = await download(client, { path: print.fileId[0].previewPath ?? "" })
  expect(await sharp(picture).metadata()).toMatchObject({ width: 480, hasAlpha: true })
  expect(Math.min(...compared.psnrDb)).toBeGreaterThan(38)

  const told = await hub.poll({ userId, after: before, waitMs: 0 })
  expect(told.events).toMatchObject([
    { event: `print-update-${userId}`, data: { printId: print._id, status: "Processing" } },
    { event: `print-${userId}`, data: { attachmentId: print._id } },
  ])
  const notices = await client.get("/api/notifications")
  expect(notices.data).toMatchObject([{ type: "print", attachmentId: print._id }, {}, {}])
  expect((await client.get(`/api/images/${image._id}`)).data).toMatchObject({ usedInPrint: 6 })
})
