import sharp from "sharp"
import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import type { LayoutReply, Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { longTest } from "../../../harness/long-test.ts"
import { decodeSilhouette } from "../../../sheet/silhouette.ts"
import { previewOfPrint } from "../../../web/features/prints/print-rules.ts"
import {
  download,
  givenImage,
  givenPrint,
  givenSize,
  printOf,
  processed,
  storedSheets,
} from "../artwork/artwork-steps.ts"
import { asAnswered, pagePacker } from "./page-packer.ts"

const app = useApp()

const colours = ["#d2222d", "#2277dd", "#22aa55"]
const svgOf = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">${inside}</svg>`
const drawings = [
  svgOf(`<path d="M10 10 H290 L10 290 Z" fill="${colours[0]}"/>`),
  svgOf(`<path d="M20 20 H90 V210 H280 V280 H20 Z" fill="${colours[1]}"/>`),
  svgOf(`<circle cx="150" cy="150" r="125" fill="none" stroke="${colours[2]}" stroke-width="40"/>`),
]

longTest(
  "shapes shown on the page before paying are stored, rendered and cost less film than boxes",
  async () => {
    const { client } = await app.givenUser({ name: "Nested", credits: 100 })
    const images = await Promise.all(
      drawings.map(async (svg, i) =>
        i === 1
          ? givenImage(client, { name: "corner.svg", bytes: svg })
          : givenImage(client, {
              name: `shape-${i}.png`,
              bytes: await sharp(Buffer.from(svg)).png().toBuffer(),
            }),
      ),
    )
    const silhouette = await client.fetch("GET", `/api/files/images/${images[0]._id}/silhouette`)
    expect(silhouette.status).toBe(200)
    expect(decodeSilhouette(new Uint8Array(await silhouette.arrayBuffer()))).toMatchObject({ widthPx: 300 })
    const stranger = await app.givenUser({ name: "Stranger" })
    const path = `/api/files/images/${images[0]._id}/silhouette`
    expect((await stranger.client.get(path)).status).toBe(404)

    const sizeId = await givenSize(client, "Three", 3)
    const wishes = images.map(({ _id }, i) => ({ imageId: _id, sizeId, quantity: 4 + i }))
    const print: Print = await givenPrint(client, wishes)
    const request = { ...defaultSheetTemplate, name: "Shapes", widthIn: 11, dpi: 100 }
    const made = await client.post("/api/sheet-templates", { ...request, isDefault: false, mirror: true })
    expect(made.status, made.message).toBe(201)
    const template = { ...request, mirror: true, ...(made.data as { _id: string }) }

    const shown = await pagePacker(client)(previewOfPrint(print.printItems), template)
    const lengthPx = shown.sheets[0].lengthPx
    expect(shown.interimPx.every((interim) => interim >= lengthPx)).toBe(true)
    const turns = shown.sheets[0].placements.filter(({ halfTurned }) => halfTurned)
    expect(turns.length).toBeGreaterThan(0)

    const layoutPath = `/api/prints/${print._id}/layout`
    const quick = (await client.post(layoutPath, { sheetTemplateId: template._id })).data as LayoutReply
    expect(quick.sheets.flatMap(({ placements }) => placements)).toHaveLength(15)
    const sheets = asAnswered(shown.sheets)
    const layout = await client.put(layoutPath, { sheetTemplateId: template._id, sheets })
    const planned = layout.data as LayoutReply
    expect(planned.sheets).toEqual(sheets)
    expect(planned.lengthIn).toBeLessThanOrEqual(quick.lengthIn)
    expect(planned.lengthIn).toBeLessThan(planned.boxesLengthIn * 0.95)

    const started = await client.post(`/api/prints/${print._id}/proccess`, { sheetTemplateId: template._id })
    expect(started.status, started.message).toBe(202)
    const done = await processed(client, print._id)
    expect(done.status, done.failureMessage ?? "").toBe("Completed")
    const stored = await storedSheets(app, print._id)
    expect(
      stored.map(({ placements }) => placements.map(({ stampKey: _, label: __, ...place }) => place)),
    ).toEqual(shown.sheets.map(({ placements }) => placements))

    // Every copy is whole: its colour has as many solid pixels as its area, less the outline.
    const png = await download(client, done.fileId[0])
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([shown.sheets[0].widthPx, lengthPx])
    const areas = [0.5, (70 * 260 + 190 * 70) / 260 ** 2, (Math.PI * (145 ** 2 - 105 ** 2)) / 290 ** 2]
    const result = colours.map(() => 0)
    for (let at = 0; at < data.length; at += 4) {
      const colour = colours.indexOf(`#${data.subarray(at, at + 3).toString("hex")}`)
      if (data[at + 3] === 255 && colour >= 0) result[colour]++
    }
    result.forEach((pixels, i) => {
      expect(pixels / (areas[i] * 300 * 300 * (4 + i))).toBeGreaterThan(0.9)
      expect(pixels / (areas[i] * 300 * 300 * (4 + i))).toBeLessThan(1.02)
    })
    expect((await printOf(client, print._id)).copies).toBe(15)
  },
)

test("an image without a silhouette gets it when first needed; one whose file is lost is nested as its box", async () => {
  app.expectErrors(/silhouette not made/)
  const { client } = await app.givenUser({ name: "Unread", credits: 100 })
  const bytes = await sharp(Buffer.from(drawings[0])).png().toBuffer()
  const given = (name: string) => givenImage(client, { name, bytes })
  const [old, lost] = [await given("old.png"), await given("lost.png")]
  const bucket = await app.runtime.miniflare.getR2Bucket("FILES")
  const path = `images/${old._id}/silhouette`
  const first = new Uint8Array(await (await client.fetch("GET", `/api/files/${path}`)).arrayBuffer())
  await bucket.delete([path, `images/${lost._id}/silhouette`, `images/${lost._id}/source`])
  const sizeId = await givenSize(client, "Two", 2)
  const print = await givenPrint(client, [
    { imageId: old._id, sizeId, quantity: 5 },
    { imageId: lost._id, sizeId, quantity: 5 },
  ])
  const request = { ...defaultSheetTemplate, name: "Shapes", widthIn: 9, dpi: 100, labels: true }
  const made = await client.post("/api/sheet-templates", { ...request, isDefault: false })
  const { _id: sheetTemplateId } = made.data as { _id: string }
  const planned = await client.post(`/api/prints/${print._id}/layout`, { sheetTemplateId })
  expect((planned.data as LayoutReply).sheets.flatMap(({ placements }) => placements)).toHaveLength(10)
  const shown = await pagePacker(client)(previewOfPrint(print.printItems), request)
  const sheets = asAnswered(shown.sheets)
  const kept = await client.put(`/api/prints/${print._id}/layout`, { sheetTemplateId, sheets })
  expect((kept.data as LayoutReply).sheets).toEqual(sheets)
  const again = await client.fetch("GET", `/api/files/${path}`)
  expect(new Uint8Array(await again.arrayBuffer())).toEqual(first)
  expect((await client.get(`/api/files/images/${lost._id}/silhouette`)).status).toBe(404)
})

test("a dot in a ring is refused until the template uses holes, and what was stored fits neither then", async () => {
  const { client } = await app.givenUser({ name: "Holes", credits: 10 })
  const pngOf = (svg: string) => sharp(Buffer.from(svg)).png().toBuffer()
  const disc = svgOf(`<circle cx="150" cy="150" r="140" fill="${colours[0]}"/>`)
  const ring = await givenImage(client, { name: "ring.png", bytes: await pngOf(drawings[2]) })
  const dot = await givenImage(client, { name: "dot.png", bytes: await pngOf(disc) })
  const print: Print = await givenPrint(client, [
    { imageId: ring._id, sizeId: await givenSize(client, "Four", 4), quantity: 1 },
    { imageId: dot._id, sizeId: await givenSize(client, "Small", 0.5), quantity: 1 },
  ])
  const request = { ...defaultSheetTemplate, name: "Holes", widthIn: 11, dpi: 100, isDefault: false }
  const { _id: sheetTemplateId } = (await client.post("/api/sheet-templates", request)).data as {
    _id: string
  }
  const [ringItem, dotItem] = print.printItems
  const middle = 25 + 200 - 25
  const placements = [
    { itemId: ringItem._id, copy: 1, x: 25, y: 25, turn: 0, pinned: false },
    { itemId: dotItem._id, copy: 1, x: middle, y: middle, turn: 0, pinned: false },
  ]
  const path = `/api/prints/${print._id}/layout`
  const document = { sheetTemplateId, packing: "tightest", sheets: [{ lengthPx: 450, placements }] }
  expect(await client.put(path, document)).toMatchObject({
    status: 422,
    code: "layout-invalid",
    violations: [{ code: "overlap", sheet: 0, placements: [0, 1] }],
  })
  await client.put(`/api/sheet-templates/${sheetTemplateId}`, { ...request, useHoles: true })
  expect((await client.put(path, document)).status).toBe(200)
  expect((await client.get(path)).data).toMatchObject(document)
  await client.put(`/api/sheet-templates/${sheetTemplateId}`, request)
  expect((await client.get(path)).data).toBeNull()
})
