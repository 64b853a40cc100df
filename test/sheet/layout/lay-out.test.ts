import { expect, test } from "vitest"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { isFull } from "../../../harness/layer.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { checkLayout } from "../../../sheet/layout/check/check-layout.ts"
import { layOut, layOutWithin, maxCopies, maxSidePx } from "../../../sheet/layout/lay-out.ts"
import type { LayoutResult, PieceType, SheetBounds, SheetLayout } from "../../../sheet/layout/layout.ts"
import type { LayoutHost } from "../../../sheet/layout/layout-kernel.ts"
import { createRandom, type Random } from "../../../sheet/layout/random.ts"
import { describeLayout } from "../../../sheet/layout/utilisation.ts"

const plain: SheetBounds = { widthPx: 1000, maxLengthPx: 5000, edgePx: 0, gapPx: 0, rotate: false }
const roll: SheetBounds = { widthPx: 6600, maxLengthPx: 30_000, edgePx: 75, gapPx: 75, rotate: true }

function sheetsOf(result: LayoutResult): SheetLayout[] {
  if (result.kind !== "laid-out") throw new Error(`pieces ${result.pieces} are too large`)
  return result.layout.sheets
}

function randomBounds(random: Random): SheetBounds {
  return {
    widthPx: 60 + Math.floor(random() * 2000),
    maxLengthPx: 60 + Math.floor(random() * 4000),
    edgePx: Math.floor(random() * 3) * Math.floor(random() * 10),
    gapPx: Math.floor(random() * 3) * Math.floor(random() * 12),
    rotate: random() < 0.5,
  }
}

function randomPieces(random: Random, bounds: SheetBounds): PieceType[] {
  const innerWidth = bounds.widthPx - 2 * bounds.edgePx
  const innerHeight = bounds.maxLengthPx - 2 * bounds.edgePx
  const largest = random() < 0.3 ? 1 : 0.2 + 0.5 * random()
  return Array.from({ length: 1 + Math.floor(random() * 25) }, () => ({
    widthPx: 1 + Math.floor(random() * largest * (innerWidth - 1)),
    heightPx: 1 + Math.floor(random() * largest * (innerHeight - 1)),
    count: Math.floor(random() * 12),
  }))
}

function randomOrder(seed: number, designs: number, copies: number): PieceType[] {
  const random = createRandom(seed)
  return Array.from({ length: designs }, () => ({
    widthPx: 300 + Math.floor(random() * 2700),
    heightPx: 300 + Math.floor(random() * 2700),
    count: copies,
  }))
}

/** The number of cases; a thousand in the long layer. */
const ROUNDS = isFull ? 1000 : 150

test("random orders are laid out inside the edges, apart, complete and within the longest sheet", () => {
  const random = createRandom(2024)
  let severalSheets = 0
  for (let round = 0; round < ROUNDS; round++) {
    const bounds = randomBounds(random)
    const pieces = randomPieces(random, bounds)
    const sheets = sheetsOf(layOutWithin(pieces, bounds, 150_000, { seed: round }))
    expect(checkLayout({ pieces, bounds }, { sheets }), `round ${round}`).toEqual([])
    if (sheets.length > 1) severalSheets++
  }
  expect(severalSheets).toBeGreaterThan(ROUNDS / 5)
})

test("the same order gives the same layout again, from other objects, and another seed may differ", () => {
  const pieces = randomOrder(5, 12, 9)
  const first = layOut(pieces, roll, "quick")
  const again = layOut(structuredClone(pieces), { ...roll }, "quick")
  expect(JSON.stringify(again)).toBe(JSON.stringify(first))
  expect(again).not.toBe(first)

  const reseeded = layOut(pieces, roll, "quick", { seed: 99 })
  expect(checkLayout({ pieces, bounds: roll }, { sheets: sheetsOf(reseeded) })).toEqual([])
})

test("the layout of a known order stays what it was, in every runtime", () => {
  const result = layOutWithin(randomOrder(11, 6, 3), roll, 1_000_000)
  expect(describeLayout({ sheets: sheetsOf(result) })).toMatchInlineSnapshot(`
    {
      "lengthPx": 8163,
      "sheets": 1,
      "utilisation": 0.8594272382034235,
    }
  `)
})

test("an order leaves its input untouched", () => {
  const pieces = randomOrder(6, 5, 4)
  const before = structuredClone(pieces)
  layOut(pieces, roll, "quick")
  expect(pieces).toEqual(before)
})

test("a hundredfold effort saves film", () => {
  for (const seed of [1, 2, 3]) {
    const pieces = randomOrder(seed, 15, 6)
    const lengths = [200_000, 20_000_000].map(
      (steps) => describeLayout({ sheets: sheetsOf(layOutWithin(pieces, roll, steps)) }).lengthPx,
    )
    expect(lengths[1]).toBeLessThan(lengths[0])
  }
})

test("pieces that fit no sheet are named, and a turn counts only where it is allowed", () => {
  const pieces = [
    { widthPx: 900, heightPx: 900, count: 1 },
    { widthPx: 1001, heightPx: 10, count: 3 },
    { widthPx: 1001, heightPx: 5001, count: 1 },
    { widthPx: 10, heightPx: 5001, count: 1 },
    { widthPx: 9999, heightPx: 9999, count: 0 },
  ]
  expect(layOut(pieces, plain, "quick")).toEqual({ kind: "too-large", pieces: [1, 2, 3] })
  expect(layOut(pieces, { ...plain, rotate: true }, "quick")).toEqual({ kind: "too-large", pieces: [2, 3] })
  // The edge is kept on both sides: two pixels of it are two pixels too many.
  expect(layOut([{ widthPx: 999, heightPx: 1, count: 1 }], { ...plain, edgePx: 1 }, "quick")).toEqual({
    kind: "too-large",
    pieces: [0],
  })
})

test("a piece exactly as wide as the sheet allows fits, with edge and gap, and alone fills it", () => {
  const bounds = { ...plain, edgePx: 20, gapPx: 30 }
  const sheets = sheetsOf(layOut([{ widthPx: 960, heightPx: 4960, count: 2 }], bounds, "quick"))
  expect(sheets.map((sheet) => sheet.lengthPx)).toEqual([5000, 5000])
  expect(sheets[0].placements[0]).toEqual({
    piece: 0,
    copy: 0,
    x: 20,
    y: 20,
    widthPx: 960,
    heightPx: 4960,
    rotated: false,
  })
})

test("a piece that fits only turned is turned", () => {
  const bounds = { ...plain, rotate: true }
  const [sheet] = sheetsOf(layOut([{ widthPx: 4000, heightPx: 1000, count: 1 }], bounds, "quick"))
  expect(sheet.placements[0]).toMatchObject({ widthPx: 1000, heightPx: 4000, rotated: true })
})

test("edge and gap are kept exactly and no more: four squares fill a sheet cut to content", () => {
  const bounds = { widthPx: 2 * 100 + 10 + 2 * 7, maxLengthPx: 1000, edgePx: 7, gapPx: 10, rotate: false }
  const [sheet] = sheetsOf(layOut([{ widthPx: 100, heightPx: 100, count: 4 }], bounds, "quick"))
  expect(sheet.lengthPx).toBe(224)
  expect(sheet.placements.map(({ x, y }) => [x, y])).toEqual([
    [7, 7],
    [117, 7],
    [7, 117],
    [117, 117],
  ])
})

test("without edge and gap a perfect tiling is found", () => {
  const pieces = [
    { widthPx: 500, heightPx: 300, count: 4 },
    { widthPx: 1000, heightPx: 100, count: 3 },
    { widthPx: 250, heightPx: 400, count: 4 },
  ]
  const [sheet] = sheetsOf(layOut(pieces, plain, "quick"))
  expect(sheet.lengthPx).toBe(1300)
})

test("pieces of one pixel are laid out like any other", () => {
  const pieces = [{ widthPx: 1, heightPx: 1, count: 100 }]
  const bounds = { widthPx: 10, maxLengthPx: 5, edgePx: 0, gapPx: 0, rotate: true }
  const sheets = sheetsOf(layOut(pieces, bounds, "quick"))
  expect(sheets.map((sheet) => sheet.lengthPx)).toEqual([5, 5])
  expect(checkLayout({ pieces, bounds }, { sheets })).toEqual([])
})

test("an order of nothing is a layout without sheets", () => {
  expect(layOut([], plain, "quick")).toEqual({ kind: "laid-out", layout: { sheets: [] } })
  const none = layOut([{ widthPx: 10, heightPx: 10, count: 0 }], plain, "quick")
  expect(none).toEqual({ kind: "laid-out", layout: { sheets: [] } })
})

test("equal sizes of different items share a place in the search but keep their names", () => {
  const pieces = [
    { widthPx: 300, heightPx: 200, count: 3 },
    { widthPx: 200, heightPx: 300, count: 3 },
    { widthPx: 300, heightPx: 200, count: 3 },
  ]
  const bounds = { ...plain, rotate: true }
  const sheets = sheetsOf(layOut(pieces, bounds, "quick"))
  expect(checkLayout({ pieces, bounds }, { sheets })).toEqual([])
  const turned = sheets[0].placements.filter(({ piece, rotated, widthPx }) => {
    return rotated !== (widthPx !== pieces[piece].widthPx)
  })
  expect(turned).toEqual([])
})

test("a few large pieces among many small ones take hardly more film than alone, kernel or not", () => {
  const random = createRandom(4)
  const large = Array.from({ length: 14 }, () => ({
    widthPx: 250 + Math.floor(random() * 500),
    heightPx: 250 + Math.floor(random() * 500),
    count: 1,
  }))
  const small = Array.from({ length: 12 }, () => ({
    widthPx: 5 + Math.floor(random() * 15),
    heightPx: 5 + Math.floor(random() * 15),
    count: 20,
  }))
  const bounds = { ...plain, widthPx: 1500, edgePx: 3, gapPx: 2 }
  const lengthOf = (pieces: PieceType[], host?: LayoutHost) => {
    const sheets = sheetsOf(layOutWithin(pieces, bounds, 12_000_000, { host }))
    expect(checkLayout({ pieces, bounds }, { sheets })).toEqual([])
    expect(sheets.length).toBe(1)
    return sheets[0].lengthPx
  }
  const together = lengthOf([...large, ...small], layoutHost)
  expect(together).toBeLessThan(1.01 * lengthOf(large, layoutHost))
  expect(lengthOf([...large, ...small])).toBe(together)
})

test("5,000 copies stay responsive at quick, of one design, of thirty and all different", () => {
  for (const designs of [1, 30, 5000]) {
    const pieces = randomOrder(designs, designs, Math.floor(5000 / designs))
    const start = cpuMs()
    const sheets = sheetsOf(layOut(pieces, roll, "quick"))
    // A fraction of a second on an idle core; the bound catches only what has gone quadratic.
    expect(cpuMs() - start).toBeLessThan(10_000)
    expect(sheets.length).toBeGreaterThan(10)
    expect(checkLayout({ pieces, bounds: roll }, { sheets })).toEqual([])
  }
})

test("numbers that are no sizes, and more copies than allowed, are the caller's mistake", () => {
  const one = { widthPx: 10, heightPx: 10, count: 1 }
  const mistakes: [PieceType[], SheetBounds, RegExp][] = [
    [[{ ...one, widthPx: 0 }], plain, /piece 0 widthPx is 0/],
    [[one, { ...one, heightPx: 1.5 }], plain, /piece 1 heightPx is 1.5/],
    [[{ ...one, count: -1 }], plain, /piece 0 count is -1/],
    [[{ ...one, count: Number.NaN }], plain, /piece 0 count is NaN/],
    [[{ ...one, count: maxCopies }, one], plain, /number of copies is 5001/],
    [[one], { ...plain, widthPx: maxSidePx + 1 }, /sheet widthPx is 200001/],
    [[one], { ...plain, gapPx: -1 }, /sheet gapPx is -1/],
  ]
  for (const [pieces, bounds, message] of mistakes)
    expect(() => layOut(pieces, bounds, "quick")).toThrow(message)
})
