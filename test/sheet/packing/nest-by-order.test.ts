import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { mixedItems } from "../../../harness/nest/mixed-items.ts"
import { layoutHost as host } from "../../../harness/nest/nest-host.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { checkGroups, type GroupRule } from "../../../sheet/layout/check/check-groups.ts"
import { cutFilm, inkCells, outside } from "../../../sheet/layout/check/cut-film.ts"
import { inkShapes } from "../../../sheet/layout/check/ink-shapes.ts"
import { inkTree } from "../../../sheet/layout/check/ink-tree.ts"
import type { SheetLayout } from "../../../sheet/layout/layout.ts"
import { orderGroups, shipDay } from "../../../sheet/preflight/order-groups.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import { printLayoutInput } from "../../../sheet/preflight/print-inks.ts"
import type { LayoutItem, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"

const template: LayoutTemplate = { ...defaultSheetTemplate, dpi: 100, packing: "by-order" }
const neckPx = 50

/** Returns designs in orders of one to four, to be shipped within three days, and one piece by hand. */
function orders(seed: number, designs: number): LayoutItem[] {
  const random = randomFrom(seed)
  let number = 0
  return mixedItems(designs, designs, { firstSheet: seed, scale: 0.9 }).map((item, index) => {
    if (index === 0 || random() < 0.4) number++
    const order = { number: String(number), shipDay: `2026-09-0${1 + (number % 3)}` }
    return { ...item, order: index === designs - 1 ? null : order }
  })
}

function planned(items: readonly LayoutItem[], changes: Partial<LayoutTemplate> = {}) {
  const plan = planPrint(items, { ...template, ...changes }, host, { effort: "quick" })
  if (plan.kind !== "planned") throw new Error("it does not fit")
  return plan
}

function ruleOf(items: readonly LayoutItem[]): GroupRule {
  const groups = orderGroups(items)
  const days = [...new Set(groups.map(shipDay))]
  return {
    groupOf: (piece) => groups.findIndex((group) => group.items.includes(piece)),
    ranks: groups.map((group) => days.indexOf(shipDay(group))),
    neckPx,
  }
}

test("by order, shapes take less film than boxes, and one line cuts each order out", () => {
  for (const [seed, rotate] of [
    [1, true],
    [4, false],
  ] as const) {
    const items = orders(seed, 24)
    const nested = planned(items, { rotate })
    expect(nested.lengthIn).toBeLessThan(planned(items, { rotate, nesting: "boxes" }).lengthIn)
    expect(planned(items, { rotate })).toEqual(nested)
    const { pieces, inks, bounds, label } = printLayoutInput(items, template)
    const shapes = inkShapes(pieces, inks, label)
    const rule = ruleOf(items)
    const sheetsOf = new Map<number, number>()
    let last = 0
    nested.layout.sheets.forEach((sheet, index) => {
      expect(checkGroups(sheet, { shapes, gapPx: bounds.gapPx, rule })).toEqual([])
      const groups = sheet.placements.map(({ piece, copy }) => rule.groupOf(piece, copy))
      for (const group of groups) expect(sheetsOf.get(group) ?? index).toBe(index)
      for (const group of groups) sheetsOf.set(group, index)
      const ranks = groups.map((group) => rule.ranks[group])
      expect(Math.min(...ranks)).toBeGreaterThanOrEqual(last)
      last = Math.max(...ranks)
    })
    expect(sheetsOf.size).toBe(rule.ranks.length)
  }
})

test("by order, on short film shapes take no more sheets than boxes, nor more film", () => {
  const items = orders(2, 24)
  const maxLengthIn = 25
  const nested = planned(items, { maxLengthIn })
  const boxes = planned(items, { maxLengthIn, nesting: "boxes" })
  expect(boxes.layout.sheets.length).toBeGreaterThan(1)
  expect(nested.layout.sheets.length).toBeLessThanOrEqual(boxes.layout.sheets.length)
  expect(nested.lengthIn).toBeLessThanOrEqual(boxes.lengthIn)
})

/** Returns a sheet of squares of an inch at these places, in tenths of an inch. */
function squares(places: readonly (readonly [x: number, y: number])[]): SheetLayout {
  const placements = places.map(([x, y], piece) => {
    return { piece, copy: 0, x: 10 * x, y: 10 * y, widthPx: 100, heightPx: 100, rotated: false }
  })
  return { widthPx: 1_000, lengthPx: Math.max(...placements.map(({ y }) => y)) + 125, placements }
}

test("the check tells an order that lies apart, around another, or before one that ships earlier", () => {
  const codes = (
    places: readonly (readonly [number, number])[],
    groups: readonly number[],
    ranks = groups.map(() => 0),
  ) => {
    const pieces = places.map(() => ({ widthPx: 100, heightPx: 100, count: 1 }))
    const shapes = inkShapes(pieces, [], { stripPx: 0, reservePx: 0 })
    const rule = { groupOf: (piece: number) => groups[piece], ranks, neckPx }
    return checkGroups(squares(places), { shapes, gapPx: 25, rule }).map(({ code }) => code)
  }
  const row = [
    [2, 2],
    [14, 2],
    [26, 2],
  ] as const
  expect(codes(row, [0, 0, 1])).toEqual([])
  expect(codes(row, [0, 1, 0])).toEqual(["apart"])
  // Side by side along a quarter of an inch only, with another piece at the corner.
  const corner = [
    [2, 2],
    [14, 11],
    [14, -1],
    [2, 14],
  ] as const
  expect(codes(corner, [0, 0, 1, 2])).toEqual(["apart"])
  const ring = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => [2 + 12 * x, 2 + 12 * y] as const))
  expect(codes(ring, [0, 0, 0, 0, 1, 0, 0, 0, 0])).toEqual(["around"])
  expect(codes(ring, [0, 0, 0, 0, 1, 0, 0, 1, 0])).toEqual([])
  const column = [
    [2, 2],
    [2, 14],
    [14, 8],
  ] as const
  expect(codes(column, [0, 1, 2], [1, 0, 0])).toEqual(["early"])
  expect(codes(column, [0, 1, 2], [0, 1, 0])).toEqual([])
  expect(codes(column, [0, 1, 2], [0, 0, 1])).toEqual([])
})

test("film is cut halfway between inks", () => {
  const random = randomFrom(3)
  const cellPx = 5
  // Nine inks, apart from each other.
  const inks = Array.from({ length: 9 }, (_, i) => {
    const [width, height] = [60 + Math.floor(random() * 40), 60 + Math.floor(random() * 40)]
    const at = {
      x: 130 * (i % 3) + Math.floor(random() * 25),
      y: 130 * Math.floor(i / 3) + Math.floor(random() * 25),
    }
    const ink = inkTree([{ left: 0, top: 0, right: width, bottom: height }])
    return { ...at, cells: inkCells(ink, cellPx), width, height }
  })
  const sizePx = 400
  const film = cutFilm(inks, { widthPx: sizePx, lengthPx: sizePx }, cellPx)
  const ownerAt = (x: number, y: number) => {
    const away = inks.map((ink) => {
      const across = Math.max(0, ink.x - x, x - ink.x - ink.width)
      const down = Math.max(0, ink.y - y, y - ink.y - ink.height)
      return Math.hypot(across, down)
    })
    return away.indexOf(Math.min(...away))
  }
  const onEdge = new Set<number>()
  for (let at = 2; at < sizePx; at += cellPx)
    for (const owner of [ownerAt(at, 0), ownerAt(at, sizePx), ownerAt(0, at), ownerAt(sizePx, at)])
      onEdge.add(owner)
  for (const [i, neighbours] of film.neighbours.entries())
    expect([i, neighbours.includes(outside)]).toEqual([i, onEdge.has(i)])
  // Borders in pixels, by counting pixels that have another owner beside or below them.
  const across = new Map<string, number>()
  const down = new Map<string, number>()
  for (let y = 0; y < sizePx - 1; y++) {
    for (let x = 0; x < sizePx - 1; x++) {
      const own = ownerAt(x + 0.5, y + 0.5)
      const [right, below] = [ownerAt(x + 1.5, y + 0.5), ownerAt(x + 0.5, y + 1.5)]
      const key = (other: number) => `${Math.min(own, other)} ${Math.max(own, other)}`
      if (right !== own) down.set(key(right), (down.get(key(right)) ?? 0) + 1)
      if (below !== own) across.set(key(below), (across.get(key(below)) ?? 0) + 1)
    }
  }
  for (let a = 0; a < inks.length; a++) {
    for (let b = a + 1; b < inks.length; b++) {
      const px = Math.hypot(across.get(`${a} ${b}`) ?? 0, down.get(`${a} ${b}`) ?? 0)
      expect(Math.abs(film.borderPx(a, b) - px)).toBeLessThan(8 * cellPx)
    }
  }
})
