import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { makeId } from "../../contract/id.ts"
import type { Print } from "../../contract/prints/print.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import {
  savedAsIs,
  savedFromOrders,
  savedFromRows,
  sheetDocument,
  wishOf,
} from "../../web/features/prints/sheet-document.ts"
import {
  handOfDocument,
  handOfKept,
  type KeptLayout,
  keepsKeptPins,
  keptLayoutOf,
  parseKeptLayout,
} from "../../web/features/sheet-preview/kept-layout.ts"
import { askedLayout } from "../../web/features/sheet-preview/layout-question.ts"
import type { Pin } from "../../web/features/sheet-preview/pin.ts"
import type { PreviewItem } from "../../web/features/sheet-preview/preview-item.ts"
import type { PackedSheets } from "../../web/features/sheet-preview/use-sheet-layout.ts"

const sheetTemplateId = makeId(9)
const template = { ...defaultSheetTemplate, name: "Roll" }

const row = (id: string, widthIn: number, quantity: number): PreviewItem => ({
  id,
  image: {
    _id: makeId(id.length),
    name: id,
    status: "Ready",
    previewFile: null,
    isVector: false,
    widthPx: 1500,
    heightPx: 1000,
    trim: null,
    isOpaque: true,
    softShare: 0,
  },
  widthIn,
  quantity,
  order: null,
})
const rows = [row("moth", 4, 5), row("wave", 7, 2)]

/** The rows as they lie after a quick search, the first copy pinned. */
function packedRows(): PackedSheets {
  const { key, question, placed } = askedLayout(rows, template)
  const plan = planPrint(question.items, question.template, layoutHost, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("a row is too large for the test's film")
  const [sheet] = plan.layout.sheets
  const [first, ...rest] = sheet.placements
  const layout = { sheets: [{ ...sheet, placements: [{ ...first, pinned: true as const }, ...rest] }] }
  return { ...plan, layout, key, items: placed, labels: [[]], template, dpi: template.dpi }
}

test("a sheet without another tab's pins is known from one with them", () => {
  const kept = keptLayoutOf(packedRows())
  const unpinned = ([...place]: KeptLayout["places"][number]): KeptLayout["places"][number] => {
    place[6] = 0
    return place
  }
  const loose = { ...kept, places: kept.places.map(unpinned) }
  expect(keepsKeptPins(kept, loose)).toBe(false)
  expect(keepsKeptPins(loose, kept)).toBe(true)
  expect(keepsKeptPins(kept, structuredClone(kept))).toBe(true)
  // Other rows lie on a sheet of their own.
  expect(keepsKeptPins(kept, { ...loose, rows: ["moth"] })).toBe(true)
})

test("a kept layout comes back as it lay, pins too, and the planner shows it again", () => {
  const packed = packedRows()
  const kept = parseKeptLayout(JSON.stringify(keptLayoutOf(packed)))
  const hand = kept && handOfKept(kept, rows, template)
  expect(hand?.start).toHaveLength(7)
  expect(hand?.pins).toHaveLength(1)
  const { question } = askedLayout(rows, template, { pins: [], start: hand?.start })
  const again = planPrint(question.items, question.template, layoutHost, {
    effort: "quick",
    start: question.start,
  })
  if (again.kind !== "planned") throw new Error("it fitted before")
  const places = (layout: PackedSheets["layout"]) =>
    layout.sheets.flatMap(({ placements }) =>
      placements.map(({ piece, copy, x, y, rotated }) => [piece, copy, x, y, rotated].join()).sort(),
    )
  expect(places(again.layout)).toEqual(places(packed.layout))
})

test("what was kept for other rows, other film, or is no layout at all is not used", () => {
  const kept = keptLayoutOf(packedRows())
  expect(handOfKept(kept, rows.slice(1), template)).toBeNull()
  expect(handOfKept(kept, [...rows].reverse(), template)).toBeNull()
  expect(handOfKept(kept, rows, { ...template, gapIn: 0.5 })).toBeNull()
  for (const text of [null, "", "{", '{"film":"","rows":[],"places":[[0,0,0,-1,0,0,0]]}'])
    expect(parseKeptLayout(text)).toBeNull()
})

test("a sheet is sent with the items that the server made of its rows, and comes back the same", () => {
  const packed = packedRows()
  const sheet = { packed, sheetTemplateId }
  const artId = makeId(41)
  const [moth, wave] = [makeId(21), makeId(22)]
  const sizeSeven = makeId(32)
  const print = {
    _id: makeId(20),
    printItems: [
      {
        _id: wave,
        imageId: { _id: artId },
        sizeId: { _id: sizeSeven },
        values: {},
        orderItemId: { _id: "wave" },
      },
      {
        _id: moth,
        imageId: { _id: artId },
        sizeId: { _id: sizeSeven },
        values: { name: "ZOE" },
        orderItemId: { _id: "moth" },
      },
    ],
  } as unknown as Print
  const draft: Parameters<typeof savedFromRows>[1] = [
    { key: "moth", image: { _id: artId }, size: { _id: sizeSeven }, values: { name: "ZOE" } },
    { key: "wave", image: { _id: artId }, size: { _id: sizeSeven }, values: {} },
  ]
  const ids = new Map([
    ["moth", moth],
    ["wave", wave],
  ])
  expect(savedFromRows(print, draft).itemIdOf).toEqual(ids)
  expect(savedFromOrders(print).itemIdOf).toEqual(ids)
  expect(savedAsIs(print).itemIdOf.get(wave)).toBe(wave)

  const document = sheetDocument(sheet, ids)
  expect(document).toMatchObject({ sheetTemplateId, packing: "tightest" })
  const placements = document?.sheets[0].placements ?? []
  expect(
    placements
      .filter(({ itemId }) => itemId === moth)
      .map(({ copy }) => copy)
      .sort(),
  ).toEqual([1, 2, 3, 4, 5])
  const back = document && handOfDocument(document)
  const pinned = placements.filter((place) => place.pinned)
  expect(back?.pins).toEqual([{ itemId: wave, copy: 0, sheet: 0, ...placeOf(pinned[0]) }])
  expect(back?.start).toHaveLength(7)

  const agreed = { sheet, formats: ["pdf", "tiff"] as const, goesOn: false, hasLookedAtInk: false }
  const { formats } = agreed
  expect(wishOf(agreed, { _id: print._id, itemIdOf: ids })).toEqual({
    sheetTemplateId,
    formats,
    layout: document,
  })
  // The sheet is the longest that is printed: the search goes on from it.
  const open = { ...agreed, goesOn: true }
  expect(wishOf(open, { _id: print._id, itemIdOf: ids })).toEqual({
    sheetTemplateId,
    formats,
    layout: document,
    effort: "best",
  })
  expect(wishOf({ ...open, sheet: null, hasLookedAtInk: true }, undefined)).toEqual({
    formats,
    hasLookedAtInk: true,
  })
  // A row that the server does not know: it packs by itself.
  expect(wishOf(open, { _id: print._id, itemIdOf: new Map([["moth", moth]]) })).toEqual({
    sheetTemplateId,
    formats,
  })
  expect(wishOf({ sheet: null, formats, goesOn: false, hasLookedAtInk: false }, undefined)).toEqual({
    formats,
  })
})

function placeOf({ x, y, turn }: Pick<Pin, "x" | "y" | "turn">) {
  return { x, y, turn }
}
