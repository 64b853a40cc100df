import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import type { SheetLayout } from "../../../sheet/layout/layout.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import { labelsOf } from "../../../sheet/preflight/planned-labels.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

const template: LayoutTemplate = { ...defaultSheetTemplate, dpi: 100, nesting: "boxes", packing: "by-order" }

type Item = LayoutItem & { label: string }

function orders(seed: number, count: number): Item[] {
  const random = randomFrom(seed)
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return Array.from({ length: count }, (_, index) => {
    const shipDay = index % 7 === 6 ? null : `2026-09-0${from(1, 4)}`
    const order = { number: String(500 + index), shipDay }
    return Array.from({ length: from(1, 4) }, () => ({
      image: { widthPx: from(300, 1_200), heightPx: from(300, 1_600), trim: null },
      widthIn: from(35, 110) / 10,
      quantity: from(1, 2),
      order,
      label: "Moth",
    }))
  }).flat()
}

function planned(items: readonly Item[], request: LayoutTemplate = template) {
  const plan = planPrint(items, request, null, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("it does not fit")
  return plan
}

/** The size of a cell: half of the gap, so that the film halfway between two inks is seen. */
const cellPx = 12

/**
 * Cuts the film halfway between the inks of different orders, as scissors would: every cell goes
 * to the order whose ink is nearest. Returns the pieces of film that each order then has.
 */
function cutOff(sheet: SheetLayout, items: readonly Item[]): Map<string, number> {
  const columns = Math.ceil(sheet.widthPx / cellPx)
  const rows = Math.ceil(sheet.lengthPx / cellPx)
  const owner = new Array<string | undefined>(columns * rows).fill(undefined)
  let edge: number[] = []
  for (const { piece, x, y, widthPx, heightPx } of sheet.placements) {
    for (let row = Math.ceil(y / cellPx); row * cellPx < y + heightPx; row++) {
      for (let column = Math.ceil(x / cellPx); column * cellPx < x + widthPx; column++) {
        owner[row * columns + column] = items[piece].order?.number ?? "by hand"
        edge.push(row * columns + column)
      }
    }
  }
  const beside = (cell: number) => [
    ...(cell % columns > 0 ? [cell - 1] : []),
    ...(cell % columns < columns - 1 ? [cell + 1] : []),
    cell - columns,
    cell + columns,
  ]
  while (edge.length > 0) {
    const next: number[] = []
    for (const cell of edge) {
      for (const to of beside(cell)) {
        if (to < 0 || to >= owner.length || owner[to] !== undefined) continue
        owner[to] = owner[cell]
        next.push(to)
      }
    }
    edge = next
  }
  const regions = new Map<string, number>()
  const isSeen = new Uint8Array(owner.length)
  owner.forEach((own, start) => {
    if (own === undefined || isSeen[start]) return
    regions.set(own, (regions.get(own) ?? 0) + 1)
    const open = [start]
    isSeen[start] = 1
    for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
      for (const to of beside(cell)) {
        if (to < 0 || to >= owner.length || isSeen[to] || owner[to] !== own) continue
        isSeen[to] = 1
        open.push(to)
      }
    }
  })
  return regions
}

test("by order, scissors cut each order off in one piece, and orders follow by the day they ship", () => {
  for (const [seed, rotate] of [
    [1, true],
    [2, false],
  ] as const) {
    const items = orders(seed, 24)
    const { layout } = planned(items, { ...template, rotate })
    const sheetOf = new Map<string, number>()
    layout.sheets.forEach((sheet, index) => {
      for (const [number, regions] of cutOff(sheet, items)) {
        expect([number, regions]).toEqual([number, 1])
        expect(sheetOf.get(number) ?? index).toBe(index)
        sheetOf.set(number, index)
      }
    })
    const dayOf = (piece: number) => items[piece].order?.shipDay ?? "undated"
    let last = ""
    for (const { placements } of layout.sheets) {
      for (const above of placements) {
        for (const below of placements) {
          const isAbove = above.y + above.heightPx <= below.y
          const shares = above.x < below.x + below.widthPx && below.x < above.x + above.widthPx
          if (isAbove && shares) expect(dayOf(above.piece) <= dayOf(below.piece)).toBe(true)
        }
      }
      const days = placements.map(({ piece }) => dayOf(piece)).sort()
      expect(days[0] >= last).toBe(true)
      last = days.at(-1) ?? last
    }
  }
})

test("the cutting rule tells an order that lies apart", () => {
  const items = orders(3, 3)
  const box = (piece: number, x: number) => ({
    piece,
    copy: 0,
    x,
    y: 25,
    widthPx: 300,
    heightPx: 300,
    rotated: false,
  })
  const first = items.findIndex(({ order }) => order?.number === "500")
  const other = items.findIndex(({ order }) => order?.number === "501")
  const sheet = { widthPx: 2_200, lengthPx: 350 }
  const apart = { ...sheet, placements: [box(first, 25), box(other, 350), box(first, 675)] }
  expect(cutOff(apart, items).get("500")).toBe(2)
  const together = { ...sheet, placements: [box(first, 25), box(first, 350), box(other, 675)] }
  expect(cutOff(together, items).get("500")).toBe(1)
})

test("each order is labelled once with its number and pieces; what was chosen by hand comes last", () => {
  const byHand: Item[] = orders(4, 2).map((item) => ({ ...item, order: null }))
  const items = [...byHand, ...orders(5, 9)]
  const { layout } = planned(items)
  const texts = layout.sheets.flatMap((sheet) => labelsOf(sheet, items, template).map(({ text }) => text))
  const copies = Map.groupBy(items.slice(byHand.length), ({ order }) => order?.number)
  const expected = [...copies].map(([number, own]) => {
    const count = own.reduce((sum, { quantity }) => sum + quantity, 0)
    return `#${number}, ${count} ${count === 1 ? "piece" : "pieces"}`
  })
  expect(texts.filter((text) => text !== "").sort()).toEqual(expected.sort())
  const { placements } = layout.sheets[layout.sheets.length - 1]
  const lowest = placements.reduce((low, one) => (one.y + one.heightPx > low.y + low.heightPx ? one : low))
  expect(items[lowest.piece].order).toBe(null)
  const labelled = { ...template, labels: true }
  const all = planned(items, labelled).layout.sheets.flatMap((sheet) => labelsOf(sheet, items, labelled))
  expect(all.filter(({ text }) => text === "")).toEqual([])
  expect(all.filter(({ text }) => text.endsWith("pieces Moth")).length).toBeGreaterThan(3)
})

test("labels count the pieces of each order from the first to the last, across items and copies", () => {
  const order = { number: "500", shipDay: null }
  const [item] = orders(4, 1)
  const items = [
    { ...item, order, quantity: 2 },
    { ...item, order: null, quantity: 2 },
    { ...item, order: { number: "501", shipDay: null }, quantity: 1 },
    { ...item, order, quantity: 1 },
  ]
  const labelled = { ...template, packing: "tightest" as const, labels: true }
  const texts = planned(items, labelled).layout.sheets.flatMap((sheet) =>
    labelsOf(sheet, items, labelled).map(({ text }) => text),
  )
  const counted = texts.flatMap((text) => /^\(\d of \d\) /.exec(text) ?? [])
  expect(counted.sort()).toEqual(["(1 of 3) ", "(2 of 3) ", "(3 of 3) "])
  expect(texts).toHaveLength(6)
})

test("an order longer than a sheet is parted, and prints without orders are packed as boxes", () => {
  const [one] = orders(6, 1)
  const many = [{ ...one, widthIn: 10, quantity: 60 }]
  expect(planned(many).layout.sheets.length).toBeGreaterThan(1)
  const byHand = orders(7, 8).map((item) => ({ ...item, order: null }))
  const tightest = planned(byHand, { ...template, packing: "tightest", labels: true })
  expect(planned(byHand, { ...template, labels: true }).layout).toEqual(tightest.layout)
})

test("where boxes are packed, by order or with straight cuts, no artwork's ink is read", () => {
  const unreadable = {
    ...{ widthPx: 300, heightPx: 300, cellPx: 1, isVector: false },
    get rows(): readonly Uint16Array[] {
      throw new Error("the ink was read")
    },
  }
  const artwork = { widthPx: 300, heightPx: 300, trim: null }
  const items = orders(8, 4).map((item) => ({ ...item, image: artwork, silhouette: unreadable }))
  for (const [nesting, packing] of [
    ["boxes", "by-order"],
    ["shapes", "straight-cuts"],
  ] as const)
    expect(planned(items, { ...template, nesting, packing }).layout.sheets).toHaveLength(1)
  for (const packing of ["by-order", "tightest"] as const)
    expect(() => planned(items, { ...template, nesting: "shapes", packing })).toThrow("the ink was read")
})
