import sharp from "sharp"
import { expect, test } from "vitest"
import { type SheetTemplateInput, sheetTemplateInputSchema } from "../../../contract/artwork/size.ts"
import type { LayoutReply, Print } from "../../../contract/prints/print.ts"
import { type GivenUser, useApp } from "../../../harness/app.ts"
import { isFull, sampled } from "../../../harness/layer.ts"
import { longTest } from "../../../harness/long-test.ts"
import { checkLayout } from "../../../sheet/layout/check/check-layout.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { labelBox, labelStrip, withReserve } from "../../../sheet/preflight/label-strip.ts"
import { printLayoutInput } from "../../../sheet/preflight/print-inks.ts"
import {
  changeItems,
  type DraftItem,
  previewOfDraft,
  printItemsOf,
} from "../../../web/features/prints/print-draft.ts"
import { previewOfPrint } from "../../../web/features/prints/print-rules.ts"
import { askedLayout } from "../../../web/features/sheet-preview/layout-question.ts"
import {
  download,
  givenImage,
  givenSize,
  imageOf,
  printOf,
  processed,
  storedSheets,
} from "../artwork/artwork-steps.ts"
import { asAnswered, type Packed, pagePacker, type Sheets } from "./page-packer.ts"

const app = useApp()

/**
 * Returns solid artwork with a clear border, so that each copy is found on the sheet by its colour.
 */
const artworks = [
  { name: "wide.png", canvas: [300, 160], ink: [20, 30, 240, 100], colour: "#d2222d" },
  { name: "tall.png", canvas: [120, 400], ink: [10, 0, 100, 390], colour: "#2277dd" },
  { name: "square.png", canvas: [210, 210], ink: [0, 0, 210, 210], colour: "#22aa55" },
  { name: "logo.svg", canvas: [320, 200], ink: [40, 20, 200, 160], colour: "#8833cc" },
] as const
const widthsIn = [0.8, 1.3, 2.2, 3.7]
const templates: Partial<SheetTemplateInput>[] = [
  { name: "Trimmed, turned", trim: true, rotate: true },
  { name: "Whole, turned", trim: false, rotate: true, gapIn: 0, edgeIn: 0 },
  { name: "Trimmed, upright", trim: true, rotate: false, maxLengthIn: 9 },
  { name: "Whole, upright", trim: false, rotate: false, widthIn: 13.5, dpi: 101 },
  { name: "Labelled in a narrow gap", rotate: true, gapIn: 0.05, labels: true, mirror: true },
]

test("what the page shows before paying is the sheet that is stored and rendered, copy for copy", async () => {
  const seller = await app.givenUser({ name: "Preview", credits: 2_000 })
  const { client } = seller
  const images = await Promise.all(artworks.map(async (art) => givenImage(client, await artworkFile(art))))
  const sizes = await Promise.all(
    widthsIn.map(async (value) => ({
      _id: await givenSize(client, `W${value}`, value),
      name: `W${value}`,
      value,
    })),
  )
  const pack = pagePacker(client)

  for (const [index, request] of sampled([...templates.entries()], templates.length)) {
    const template = await givenTemplate(seller, request)
    const random = createRandom(index + 11)
    const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
    let draft: readonly DraftItem[] = []
    for (let i = 0; i < 7; i++) {
      const image = await imageOf(client, oneOf(images)._id)
      const size = oneOf(sizes) as never
      const quantity = 1 + Math.floor(random() * (isFull ? 9 : 4))
      draft = changeItems(draft, { kind: "add", rows: [{ key: `row ${i}`, image, size, quantity }] })
    }
    const created = await client.post("/api/prints", { printItems: printItemsOf(draft) })
    expect(created.status, created.message).toBe(201)
    const print = created.data as Print
    // The builder and the print's own page ask the packer the same question, so one answer stands
    // for both.
    const builder = askedLayout(
      previewOfDraft(draft, () => undefined),
      template,
    )
    expect(askedLayout(previewOfPrint(print.printItems), template).key).toBe(builder.key)
    const shown = checked(await pack(previewOfPrint(print.printItems), template))

    const started = await client.post(`/api/prints/${print._id}/proccess`, { sheetTemplateId: template._id })
    expect(started.status, started.message).toBe(202)
    const done = await processed(client, print._id)
    expect(done.status, done.failureMessage ?? "").toBe("Completed")
    expect(await placedSheets(print._id), template.name).toEqual(shown)
    expect(done.copies).toBe(shown.reduce((sum, sheet) => sum + sheet.placements.length, 0))
    await expectRendered(seller, done, shown, template)
  }
})

longTest(
  "after each change of the print the server takes what the page lays out, and nothing older",
  async () => {
    const seller = await app.givenUser({ name: "Changes", credits: 200 })
    const { client } = seller
    const image = await givenImage(client, await artworkFile(artworks[0]))
    const other = await givenImage(client, await artworkFile(artworks[1]))
    const sizeId = await givenSize(client, "Two", 2)
    const template = await givenTemplate(seller, templates[0])
    const pack = pagePacker(client)
    const { _id } = (
      await client.post("/api/prints", { printItems: [{ imageId: image._id, sizeId, quantity: 4 }] })
    ).data as Print
    const steps = [
      () => client.post(`/api/prints/${_id}/printItem`, { imageId: other._id, sizeId, quantity: 3 }),
      () => client.post(`/api/prints/${_id}/printItem`, { imageId: image._id, sizeId, quantity: 5 }),
      async () => {
        const [first] = (await printOf(client, _id)).printItems
        return client.put(`/api/prints/${_id}/${first._id}`, { quantity: 17 })
      },
      async () => {
        const [, second] = (await printOf(client, _id)).printItems
        return client.put(`/api/prints/${_id}/${second._id}`, { imageId: image._id })
      },
    ]
    for (const step of steps) {
      expect((await step()).status).toBeLessThan(300)
      const { printItems } = await printOf(client, _id)
      const shown = checked(await pack(previewOfPrint(printItems), template))
      const path = `/api/prints/${_id}/layout`
      expect((await client.get(path)).data).toBeNull()
      const sheets = asAnswered(shown)
      const kept = await client.put(path, { sheetTemplateId: template._id, sheets })
      expect(kept, kept.message).toMatchObject({ status: 200, data: { sheets } })
      const dry = await client.post(path, { sheetTemplateId: template._id })
      expect((dry.data as LayoutReply).sheets).toEqual(sheets)
    }
    expect((await printOf(client, _id)).printItems).toMatchObject([{ quantity: 20 }])
  },
)

function checked({ sheets, question, layout }: Packed): Sheets {
  const { pieces, bounds, label } = printLayoutInput(question.items, question.template)
  expect(checkLayout({ pieces, bounds, foot: label }, withReserve(layout, label))).toEqual([])
  return sheets
}

async function placedSheets(printId: string): Promise<Sheets> {
  return (await storedSheets(app, printId)).map(({ placements, ...sheet }) => ({
    ...sheet,
    placements: placements.map(({ stampKey: _, label: __, ...place }) => place),
  }))
}

/** Decodes each file: in the middle of every copy its own colour, and no ink outside the copies. */
async function expectRendered(
  { client }: GivenUser,
  print: Print,
  sheets: Sheets,
  template: SheetTemplateInput,
): Promise<void> {
  expect(print.fileId).toHaveLength(sheets.length)
  const artOf = new Map(
    print.printItems.map((item) => [
      item._id as string,
      artworks.find((art) => art.name === item.imageId?.name) ?? artworks[0],
    ]),
  )
  for (const [index, sheet] of sheets.entries()) {
    const png = await download(client, print.fileId[index])
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([sheet.widthPx, sheet.lengthPx])
    if (template.labels) expectLabelled(data, sheet, template)
    let inked = 0
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) inked++
    let expected = 0
    for (const piece of sheet.placements) {
      const art = artOf.get(piece.itemId) ?? artworks[0]
      const at = ((piece.y + (piece.heightPx >> 1)) * info.width + piece.x + (piece.widthPx >> 1)) * 4
      const hex = `#${data.subarray(at, at + 3).toString("hex")}`
      expect([hex, data[at + 3]], `${art.name} at ${piece.x}, ${piece.y}`).toEqual([art.colour, 255])
      const [canvasWidth, canvasHeight] = art.canvas
      const share = template.trim ? 1 : (art.ink[2] * art.ink[3]) / (canvasWidth * canvasHeight)
      expected += piece.widthPx * piece.heightPx * share
    }
    // Along the ink's edges a row of half covered pixels counts as ink, too.
    expect(inked / expected).toBeGreaterThan(0.97)
    expect(inked / expected).toBeLessThan(template.trim ? 1.001 : 1.15)
  }
}

/** Checks for ink in every label's box, then wipes the box: the remaining ink is the copies'. */
function expectLabelled(rgba: Buffer, sheet: Sheets[number], template: SheetTemplateInput): void {
  for (const piece of sheet.placements) {
    const box = labelBox(piece, labelStrip(template))
    let ink = 0
    for (let y = box.y; y < box.y + box.heightPx; y++) {
      const from = (y * sheet.widthPx + box.x) * 4
      const row = rgba.subarray(from, from + box.widthPx * 4)
      for (let at = 3; at < row.length; at += 4) ink += row[at]
      row.fill(0)
    }
    expect(ink / 255).toBeGreaterThan(20)
  }
}

async function givenTemplate({ client }: GivenUser, request: Partial<SheetTemplateInput>) {
  const input = sheetTemplateInputSchema.parse({
    name: "Film",
    widthIn: 11,
    maxLengthIn: 24,
    edgeIn: 0.2,
    gapIn: 0.13,
    dpi: 100,
    rotate: true,
    trim: true,
    mirror: false,
    labels: false,
    nesting: "boxes",
    isDefault: false,
    ...request,
  })
  const reply = await client.post("/api/sheet-templates", input)
  expect(reply.status, reply.message).toBe(201)
  return { ...input, _id: (reply.data as { _id: string })._id }
}

async function artworkFile(art: (typeof artworks)[number]) {
  const [width, height] = art.canvas
  const [x, y, inkWidth, inkHeight] = art.ink
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><rect x="${x}" y="${y}" width="${inkWidth}" height="${inkHeight}" fill="${art.colour}"/></svg>`
  const bytes = art.name.endsWith(".svg") ? svg : await sharp(Buffer.from(svg)).png().toBuffer()
  return { name: art.name, bytes }
}
