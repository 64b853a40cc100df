import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import { makeId } from "../../contract/id.ts"
import { MAX_PRINT_COPIES } from "../../contract/limit.ts"
import type { PrintItem } from "../../contract/prints/print.ts"
import { longTest } from "../../harness/long-test.ts"
import { layoutHost } from "../../harness/nest/nest-host.ts"
import { createRandom } from "../../sheet/layout/random.ts"
import { labelStrip } from "../../sheet/preflight/label-strip.ts"
import { planPrint } from "../../sheet/preflight/plan-print.ts"
import { previewOfPrint } from "../../web/features/prints/print-rules.ts"
import { askedLayout } from "../../web/features/sheet-preview/layout-question.ts"
import type { HandWish, Pin } from "../../web/features/sheet-preview/pin.ts"
import { itemWarnings, placedItems } from "../../web/features/sheet-preview/preview-item.ts"

function randomPrint(seed: number, count: number): PrintItem[] {
  const random = createRandom(seed)
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return Array.from({ length: count }, (_, i) => {
    const [widthPx, heightPx] = [from(300, 4500), from(300, 4500)]
    const trim = { x: from(0, 20), y: from(0, 20), width: widthPx - 40, height: heightPx - 40 }
    return {
      _id: makeId(seed * 1_000 + i),
      code: `0123456789-${i + 1}`,
      imageId: {
        _id: makeId(seed * 1_000 + 500 + i),
        name: `Art ${i}`,
        status: "Ready",
        previewFile: null,
        file: null,
        mediaType: i % 4 === 0 ? "image/svg+xml" : "image/png",
        isVector: i % 4 === 0,
        widthPx,
        heightPx,
        trim: i % 5 === 0 ? null : trim,
        isOpaque: false,
        softShare: 0,
        fields: [],
      },
      sizeId: { _id: makeId(seed * 1_000 + 900 + i), name: "Size", value: from(10, 90) / 10 },
      values: {},
      piece: null,
      wasImageDeleted: false,
      wasSizeDeleted: false,
      quantity: from(1, 6),
      orderItemId: null,
    }
  })
}

longTest("the sheets previewed are the sheets that are planned, copy for copy", () => {
  const templates = [
    defaultSheetTemplate,
    { ...defaultSheetTemplate, widthIn: 13, gapIn: 0.05, rotate: false, trim: false, labels: true },
  ]
  for (const [index, template] of templates.entries()) {
    const items = randomPrint(index + 1, 7)
    const { question } = askedLayout(previewOfPrint(items), template)
    const previewed = planPrint(question.items, question.template, layoutHost, { effort: "balanced" })
    const planned = planPrint(
      items.map((item) => ({
        image: {
          widthPx: item.imageId?.widthPx ?? 0,
          heightPx: item.imageId?.heightPx ?? 0,
          trim: item.imageId?.trim ?? null,
        },
        widthIn: item.sizeId?.value ?? 0,
        quantity: item.quantity,
      })),
      template,
      layoutHost,
    )
    expect(planned.kind).toBe("planned")
    expect(labelStrip(template).reservePx > 0).toBe(template.labels)
    expect(previewed).toEqual(planned)
  }
})

test("items that miss a part take no place and warn of nothing", () => {
  const [whole, noImage, noSize, unread] = randomPrint(9, 4)
  const items = previewOfPrint([
    whole,
    { ...noImage, imageId: null },
    { ...noSize, sizeId: null },
    { ...unread, imageId: unread.imageId && { ...unread.imageId, widthPx: null } },
  ])
  expect(placedItems(items).map((item) => item.id)).toEqual([whole._id])
  expect(itemWarnings(items, defaultSheetTemplate).every((warning) => warning.itemId === whole._id)).toBe(
    true,
  )
  expect(askedLayout(items.slice(1), defaultSheetTemplate).key).toBe("")
})

test("a low resolution comes with the width that mends it", () => {
  const [item] = randomPrint(3, 1)
  const image = item.imageId && {
    ...item.imageId,
    mediaType: "image/png" as const,
    isVector: false,
    trim: { x: 0, y: 0, width: 1330, height: 1380 },
  }
  const preview = (widthIn: number) => [{ id: "a", image, widthIn, quantity: MAX_PRINT_COPIES, order: null }]
  expect(itemWarnings(preview(7.5), defaultSheetTemplate)[0]).toMatchObject({ dpi: 177, sharpWidthIn: 6.6 })
  expect(itemWarnings(preview(6.6), defaultSheetTemplate)).toEqual([])
})

test("a hand's pins name pieces; those of copies that are gone are left out, and a new start asks anew", () => {
  const items = previewOfPrint(randomPrint(4, 3))
  const [first, second] = items
  const pin = (itemId: string, copy: number): Pin => ({ itemId, copy, sheet: 0, x: 75, y: 75, turn: 90 })
  const pins = [pin(second.id, 0), pin(first.id, first.quantity), pin("gone", 0)]
  const asked = askedLayout(items, defaultSheetTemplate, { pins, start: [pin(first.id, 0)] })
  expect(asked.question.pins).toEqual([{ piece: 1, copy: 0, sheet: 0, x: 75, y: 75, turn: 90 }])
  expect(asked.question.start).toEqual([{ piece: 0, copy: 0, sheet: 0, x: 75, y: 75, turn: 90 }])

  const keyOf = (hand: Partial<HandWish>) => askedLayout(items, defaultSheetTemplate, hand).key
  const start = [pin(first.id, 0)]
  expect(keyOf({ pins: [], start: null })).toBe(askedLayout(items, defaultSheetTemplate).key)
  expect(keyOf({ start })).toBe(keyOf({ start }))
  expect(keyOf({ start })).not.toBe(keyOf({ start: [...start] }))
  expect(keyOf({ pins })).not.toBe(keyOf({}))
})
