import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { makeId } from "../../contract/id.ts"
import type { PrintItem } from "../../contract/prints/print.ts"
import { documentOf } from "../../sheet/preflight/layout-document.ts"
import { draftSheet } from "../../web/features/prints/draft-sheet.ts"

const item = (quantity: number, more: Partial<PrintItem> = {}): PrintItem => ({
  _id: makeId(0),
  code: "1",
  imageId: {
    _id: makeId(0),
    name: "moth.png",
    status: "Ready",
    previewFile: null,
    file: null,
    mediaType: "image/png",
    isVector: false,
    widthPx: 600,
    heightPx: 900,
    trim: null,
    isOpaque: false,
    softShare: 0,
    fields: [],
  },
  sizeId: { _id: makeId(0), name: "Chest", value: 4 },
  values: {},
  piece: null,
  wasImageDeleted: false,
  wasSizeDeleted: false,
  quantity,
  orderItemId: null,
  ...more,
})

test("a draft's picture is its stored layout, else its pieces packed as boxes", () => {
  const items = [item(3), item(2, { sizeId: null })]
  const packed = draftSheet(items, defaultSheetTemplate, null)
  expect(packed?.layout.sheets.map(({ placements }) => placements.length)).toEqual([3])
  expect(packed?.items.map(({ id }) => id)).toEqual([items[0]._id])
  if (!packed) throw new Error("nothing was packed")

  const names = { sheetTemplateId: makeId(0), packing: defaultSheetTemplate.packing }
  const stored = documentOf(packed.layout, packed.items, names)
  const [sheet] = stored.sheets
  const moved = { ...stored, sheets: [{ ...sheet, placements: sheet.placements.toReversed() }] }
  expect(draftSheet(items, defaultSheetTemplate, moved)?.layout.sheets[0].placements).toEqual(
    packed.layout.sheets[0].placements.toReversed(),
  )

  // Nothing lies there, or other items, or more than a picture is worth.
  expect(draftSheet([item(1, { imageId: null })], defaultSheetTemplate, null)).toBeNull()
  expect(draftSheet([item(1)], defaultSheetTemplate, stored)).toBeNull()
  expect(draftSheet([item(61)], defaultSheetTemplate, null)).toBeNull()
})
