import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import type { LayoutDocument, LayoutViolation } from "../../../contract/prints/layout.ts"
import type { LayoutReply } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import type { Client } from "../../../local/client.ts"
import { givenImage, givenPrint, givenSize, printOf } from "../artwork/artwork-steps.ts"

const app = useApp()

const film = { ...defaultSheetTemplate, isDefault: false, dpi: 100, nesting: "boxes", trim: false }

async function givenTemplate(client: Client, changes: object): Promise<string> {
  const request = { ...film, ...changes }
  const made = await client.post("/api/sheet-templates", request)
  expect(made.status, made.message).toBe(201)
  return (made.data as { _id: string })._id
}

test("a layout is stored, answered, and forgotten once items or template have changed", async () => {
  const { client } = await app.givenUser({ name: "Layouts" })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 300) })
  const sizeId = await givenSize(client, "Two", 2)
  const sheetTemplateId = await givenTemplate(client, {
    name: "Film",
    widthIn: 10,
    edgeIn: 0.25,
    gapIn: 0.25,
  })
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 3 }])
  const path = `/api/prints/${print._id}/layout`
  const stored = async () => (await client.get(path)).data as LayoutDocument | null
  expect(await stored()).toBeNull()

  const dry = (await client.post(path, { sheetTemplateId })).data as LayoutReply
  expect(dry).toMatchObject({ sheetTemplateId, packing: "tightest", dpi: 100, copies: 3, credits: 3 })
  const first = await stored()
  expect(dry).toMatchObject({ ...first })
  if (!first) throw new Error("nothing was stored")

  // A hand spreads the three over two sheets, one of them upside down.
  const [itemId] = first.sheets[0].placements.map((placement) => placement.itemId)
  const at = (copy: number, x: number, y: number, turn: 0 | 180 = 0) => ({
    itemId,
    copy,
    x,
    y,
    turn,
    pinned: copy === 2,
  })
  const moved = {
    sheetTemplateId,
    packing: "straight-cuts",
    sheets: [
      { lengthPx: 25 + 200 + 25, placements: [at(3, 25, 25), at(1, 25 + 200 + 25, 25)] },
      { lengthPx: 725, placements: [at(2, 775, 500, 180)] },
    ],
  }
  const kept = await client.put(path, moved)
  expect(kept, kept.message).toMatchObject({
    status: 200,
    data: { ...moved, lengthIn: 9.75, boxesLengthIn: 9.75 },
  })
  expect(await stored()).toEqual(moved)
  // Without a wish of its own, a dry run answers what was stored last.
  expect((await client.post(path)).data).toEqual(kept.data)
  expect((await client.post(path, { sheetTemplateId, packing: "straight-cuts" })).data).toEqual(kept.data)

  // A page that only shows the sheet does not take back what another one has placed.
  const loose = structuredClone(moved)
  loose.sheets[1].placements[0].pinned = false
  expect(await client.put(path, { ...loose, keepsPins: true })).toMatchObject({
    status: 409,
    message: expect.stringContaining("placed by hand on another page"),
  })
  expect((await client.put(path, { ...moved, keepsPins: true })).status).toBe(200)
  expect(await stored()).toEqual(moved)
  expect((await client.put(path, loose)).status).toBe(200)
  expect((await client.put(path, { ...moved, keepsPins: true })).status).toBe(200)

  const spoilt = structuredClone(moved)
  spoilt.sheets[0].placements[1].x -= 2
  spoilt.sheets[1].placements[0].x = 776
  const refused = await client.put(path, spoilt)
  expect(refused).toMatchObject({ status: 422, code: "layout-invalid" })
  expect(refused.violations).toEqual([
    { code: "overlap", sheet: 0, placements: [0, 1], byPx: 2 },
    { code: "outside", sheet: 1, placements: [0], byPx: 1 },
  ] satisfies LayoutViolation[])
  expect(await stored()).toEqual(moved)

  const stranger = await app.givenUser({ name: "Stranger" })
  expect((await stranger.client.get(path)).status).toBe(404)
  expect((await stranger.client.put(path, moved)).status).toBe(404)

  // Another packing is another layout, and takes its place.
  const tight = (await client.post(path, { sheetTemplateId, packing: "tightest" })).data as LayoutReply
  expect(tight.sheets).toHaveLength(1)
  expect(await stored()).toEqual(first)

  await client.put(path, moved)
  const template = { ...film, name: "Film", widthIn: 10 }
  await client.put(`/api/sheet-templates/${sheetTemplateId}`, { ...template, edgeIn: 0.3, gapIn: 0.25 })
  expect(await stored()).toBeNull()
  const laid = { ...template, edgeIn: 0.25, gapIn: 0.25 }
  const holed = await client.put(`/api/sheet-templates/${sheetTemplateId}`, { ...laid, useHoles: true })
  expect(holed.data).toMatchObject({ useHoles: true })
  expect(await stored()).toBeNull()
  await client.put(`/api/sheet-templates/${sheetTemplateId}`, laid)
  expect(await stored()).toEqual(moved)
  const [item] = (await printOf(client, print._id)).printItems
  await client.put(`/api/prints/${print._id}/${item._id}`, { quantity: 4 })
  expect(await stored()).toBeNull()
  expect((await client.put(path, moved)).violations).toEqual([
    { code: "missing", sheet: 0, placements: [], itemId, copies: [4] },
  ])
  await client.delete(`/api/images/${image._id}`)
  expect(await stored()).toBeNull()
  expect((await client.post(path)).status).toBe(422)
})

test("a layout of 5,000 copies is answered and taken back; a longer body than any layout's is refused", async () => {
  const { client } = await app.givenUser({ name: "Many" })
  const image = await givenImage(client, { name: "dot.png", bytes: await softArtPng(100, 100) })
  const sizeId = await givenSize(client, "Small", 1)
  const sheetTemplateId = await givenTemplate(client, { name: "Roll", widthIn: 22, maxLengthIn: 200 })
  const print = await givenPrint(client, [{ imageId: image._id, sizeId, quantity: 5_000 }])
  const path = `/api/prints/${print._id}/layout`
  const dry = await client.post(path, { sheetTemplateId })
  expect(dry.status, dry.message).toBe(200)
  const document = (await client.get(path)).data as LayoutDocument
  expect(document.sheets.reduce((sum, { placements }) => sum + placements.length, 0)).toBe(5_000)
  expect(JSON.stringify(document).length).toBeGreaterThan(500_000)
  // Meanwhile the ink may have been checked.
  const checked = { findings: expect.any(Array), notChecked: expect.any(Array) }
  expect((await client.put(path, document)).data).toEqual({ ...(dry.data as LayoutReply), ...checked })
  const padded = { ...document, padding: "x".repeat(600_000) }
  expect(await client.put(path, padded)).toMatchObject({ status: 413, code: "too-large" })
})
