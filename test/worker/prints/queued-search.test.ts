import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { LayoutReply, Print } from "../../../contract/prints/print.ts"
import { packings } from "../../../contract/status.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { sampled } from "../../../harness/layer.ts"
import { longTest } from "../../../harness/long-test.ts"
import type { Client } from "../../../local/client.ts"
import {
  givenImage,
  givenPrint,
  givenSize,
  printOf,
  processed,
  storedSheets,
} from "../artwork/artwork-steps.ts"

const app = useApp()

const RENDER = "sheetsmith-render"

const film = { ...defaultSheetTemplate, isDefault: false, dpi: 100, widthIn: 9, maxLengthIn: 10 }

async function givenFilm(client: Client, changes: object): Promise<string> {
  const made = await client.post("/api/sheet-templates", { ...film, ...changes })
  expect(made.status, made.message).toBe(201)
  return (made.data as { _id: string })._id
}

const wedge = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 300" width="300" height="300">
  <path d="M10 10 H290 L10 290 Z" fill="#d2222d"/></svg>`

/** Makes pieces of four sizes that take two sheets and more of the film. */
async function givenPieces(client: Client): Promise<Print> {
  const boxes = await givenImage(client, { name: "paper.png", bytes: await softArtPng(300, 360) })
  const shape = await givenImage(client, { name: "wedge.svg", bytes: wedge })
  const sizes = await Promise.all([2, 2.4, 2.9, 3.3].map((width) => givenSize(client, `${width}`, width)))
  return givenPrint(
    client,
    sizes.flatMap((sizeId) => [
      { imageId: boxes._id, sizeId, quantity: 3 },
      { imageId: shape._id, sizeId, quantity: 3 },
    ]),
  )
}

const endOf = ({ y, heightPx }: { y: number; heightPx: number }) => y + heightPx
const filmOf = ({ sheets }: Pick<LayoutDocument, "sheets">) =>
  sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)

/** The quick layout further down each sheet, where no search puts it, the last piece of each pinned. */
async function looseDocument(
  client: Client,
  print: Print,
  request: { sheetTemplateId: string; packing: (typeof packings)[number] },
): Promise<LayoutDocument> {
  const dry = (await client.post(`/api/prints/${print._id}/layout`, request)).data as LayoutReply
  const sheets = dry.sheets.map(({ lengthPx, placements }) => {
    const last = placements.reduce((a, b) => (endOf(b) > endOf(a) ? b : a))
    const byPx = Math.min(40, film.maxLengthIn * film.dpi - lengthPx)
    return {
      lengthPx: lengthPx + byPx,
      placements: placements.map((place) => {
        const { itemId, copy, x, y, turn } = place
        return { itemId, copy, x, y: y + byPx, turn, pinned: place === last }
      }),
    }
  })
  return { sheetTemplateId: dry.sheetTemplateId, packing: request.packing, sheets } as LayoutDocument
}

/** Returns the places of the pinned pieces, by sheet. */
function pinsOf({ sheets }: Pick<LayoutDocument, "sheets">) {
  return sheets.flatMap(({ placements }, sheet) =>
    placements
      .filter(({ pinned }) => pinned)
      .map(({ itemId, copy, x, y, turn }) => ({ sheet, itemId, copy, x, y, turn })),
  )
}

/** Returns the rendered pieces, in the form of a document's places. */
async function renderedPlaces(printId: string) {
  const sheets = await storedSheets(app, printId)
  return sheets.map(({ lengthPx, placements }) => ({
    lengthPx,
    placements: placements.map(({ itemId, copy, x, y, rotated, halfTurned }) => ({
      itemId,
      copy: copy + 1,
      x,
      y,
      turn: (rotated ? 90 : 0) + (halfTurned ? 180 : 0),
    })),
  }))
}

const withoutPins = ({ sheets }: LayoutDocument) =>
  sheets.map(({ lengthPx, placements }) => ({
    lengthPx,
    placements: placements.map(({ pinned: _, ...place }) => place),
  }))

for (const nesting of sampled(["shapes", "boxes"] as const, 2))
  for (const packing of sampled(packings, packings.length))
    test(`a search in the queue moves nothing that was pinned: ${nesting}, ${packing}`, async () => {
      const { client } = await app.givenUser({ name: `Pins-${nesting}-${packing}`, credits: 100 })
      const sheetTemplateId = await givenFilm(client, { name: "Film", nesting })
      const print = await givenPieces(client)
      const path = `/api/prints/${print._id}/layout`
      const document = await looseDocument(client, print, { sheetTemplateId, packing })
      expect(document.sheets.length).toBeGreaterThan(1)
      const kept = await client.put(path, document)
      expect(kept.status, kept.message).toBe(200)
      const pins = pinsOf(document)
      expect(pins.length).toBe(document.sheets.length)

      const request = { effort: "quick", ...(packing === film.packing ? {} : { packing }) }
      const started = await client.post(`/api/prints/${print._id}/proccess`, { sheetTemplateId, ...request })
      expect(started.status, started.message).toBe(202)
      const done = await processed(client, print._id)
      expect(done.status, done.failureMessage ?? "").toBe("Completed")
      const rendered = await renderedPlaces(print._id)
      const places = rendered.flatMap(({ placements }, sheet) =>
        placements.map((place) => ({ sheet, ...place })),
      )
      for (const pin of pins) expect(places).toContainEqual(pin)
      expect(filmOf({ sheets: rendered } as unknown as LayoutDocument)).toBeLessThanOrEqual(filmOf(document))
      expect(rendered.length).toBeLessThanOrEqual(document.sheets.length)
      const stored = (await client.get(path)).data as LayoutDocument
      expect(pinsOf(stored)).toEqual(pins)
      expect(withoutPins(stored)).toEqual(rendered)
    })

test("prints that are started together are searched on from the layouts stored with them", async () => {
  const { client } = await app.givenUser({ name: "Together", credits: 100 })
  const sheetTemplateId = await givenFilm(client, { name: "Film", nesting: "boxes" })
  const print = await givenPieces(client)
  const document = await looseDocument(client, print, { sheetTemplateId, packing: "tightest" })
  for (const { placements } of document.sheets) for (const place of placements) place.pinned = false
  expect((await client.put(`/api/prints/${print._id}/layout`, document)).status).toBe(200)
  const started = await client.post("/api/prints/bulk-process", { printIds: [print._id] })
  expect(started.data).toEqual([{ _id: print._id, status: "Processing" }])
  expect(await processed(client, print._id)).toMatchObject({ status: "Completed", sheetTemplateId })
  const sheets = await renderedPlaces(print._id)
  expect(sheets.length).toBeLessThanOrEqual(document.sheets.length)
  expect(sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)).toBeLessThan(filmOf(document))
})

longTest(
  "what was seen is the most that is printed: a search begins from the given layout, and a repeat changes nothing",
  async () => {
    const { client, hub } = await app.givenUser({ name: "Early", credits: 100 })
    const sheetTemplateId = await givenFilm(client, { name: "Film" })
    const print = await givenPieces(client)
    const path = `/api/prints/${print._id}/layout`
    const process = (body: object) => client.post(`/api/prints/${print._id}/proccess`, body)
    const seen = await looseDocument(client, print, { sheetTemplateId, packing: "tightest" })
    const pins = pinsOf(seen).slice(0, 1)
    for (const { placements } of seen.sheets.slice(1)) for (const place of placements) place.pinned = false

    const spoilt = structuredClone(seen)
    spoilt.sheets[0].placements.pop()
    expect(await process({ layout: spoilt, effort: "quick" })).toMatchObject({
      status: 422,
      code: "layout-invalid",
    })
    expect(await hub.balance()).toMatchObject({ available: 100, held: 0 })
    expect((await printOf(client, print._id)).status).toBe("In Draft")

    expect((await client.put(path, seen)).status).toBe(200)
    // Sheets and document are stored together or not at all: whatever was stored is what is rendered.
    app.expectErrors(/job failed.*not now/)
    await app.db
      .prepare(
        "CREATE TRIGGER refuse BEFORE UPDATE ON print_layout WHEN OLD.sheets <> NEW.sheets BEGIN SELECT RAISE(ABORT, 'not now'); END",
      )
      .run()
    expect((await process({ layout: seen, effort: "quick" })).status).toBe(202)
    const attempt = await app.db
      .prepare("SELECT id FROM attempt WHERE print_id = ?")
      .bind(print._id)
      .first<{ id: string }>()
    const message = { kind: "layout", attemptId: attempt?.id }
    await app.deliver(RENDER, message)
    expect(await storedSheets(app, print._id)).toEqual([])
    const agreedLengthIn = filmOf(seen) / film.dpi
    expect(await printOf(client, print._id)).toMatchObject({
      ...{ status: "Processing", lengthIn: null, agreedLengthIn },
      progress: { stage: "layout", done: 0, total: 1 },
    })
    // Nobody changes what the search begins from.
    expect((await client.put(path, seen)).status).toBe(409)
    await app.db.prepare("DROP TRIGGER refuse").run()
    expect(await app.deliver(RENDER, message, message)).toMatchObject({ retried: [] })

    const done = await processed(client, print._id)
    expect(done).toMatchObject({ status: "Completed", agreedLengthIn })
    const rendered = await renderedPlaces(print._id)
    const stored = (await client.get(path)).data as LayoutDocument
    expect(withoutPins(stored)).toEqual(rendered)
    expect(pinsOf(stored)).toEqual(pins)
    expect(done.lengthIn).toBeCloseTo(filmOf(stored) / film.dpi, 9)
    expect(filmOf(stored)).toBeLessThan(filmOf(seen))
    expect(stored.sheets.length).toBeLessThanOrEqual(seen.sheets.length)

    // A sheet that no search betters is printed itself; without a search it is printed exactly.
    const again = async (request: object) => {
      expect((await client.delete(`/api/prints/${print._id}`)).status).toBe(200)
      expect((await process(request)).status).toBe(202)
      const { status, agreedLengthIn } = await processed(client, print._id)
      expect(status).toBe("Completed")
      return { agreedLengthIn, sheets: await renderedPlaces(print._id) }
    }
    const fixed = structuredClone(seen)
    for (const { placements } of fixed.sheets) for (const place of placements) place.pinned = true
    expect(await again({ layout: fixed, effort: "quick" })).toEqual({
      agreedLengthIn,
      sheets: withoutPins(fixed),
    })
    expect(await again({ layout: seen })).toEqual({ agreedLengthIn: null, sheets: withoutPins(seen) })
  },
)

test("a print whose size changes after its sheet was agreed to is not printed on other film", async () => {
  app.expectErrors(/job failed.*not now/)
  const { client, hub } = await app.givenUser({ name: "Changed", credits: 100 })
  const sheetTemplateId = await givenFilm(client, { name: "Film" })
  const print = await givenPieces(client)
  const layout = await looseDocument(client, print, { sheetTemplateId, packing: "tightest" })
  await app.db
    .prepare("CREATE TRIGGER refuse_sheets BEFORE INSERT ON sheet BEGIN SELECT RAISE(ABORT, 'not now'); END")
    .run()
  expect((await client.post(`/api/prints/${print._id}/proccess`, { layout, effort: "quick" })).status).toBe(
    202,
  )
  const sizeId = print.printItems[0].sizeId?._id
  await client.put(`/api/sizes/${sizeId}`, { name: "Larger", value: 2.2 })
  const attempt = await app.db
    .prepare("SELECT id FROM attempt WHERE print_id = ?")
    .bind(print._id)
    .first<{ id: string }>()
  await app.deliver(RENDER, { kind: "layout", attemptId: attempt?.id })
  await app.db.prepare("DROP TRIGGER refuse_sheets").run()
  expect(await processed(client, print._id)).toMatchObject({
    status: "In Draft",
    failureMessage: expect.stringContaining("were changed after you approved the sheet"),
  })
  await expect.poll(() => hub.balance()).toMatchObject({ available: 100, held: 0 })
})
