import { expect, test } from "vitest"
import { longTest } from "../../../harness/long-test.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { drawn, inkOf, silhouetteOf } from "../../../harness/nest/ink.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { checkLayout } from "../../../sheet/layout/check/check-layout.ts"
import type { LayoutViolation } from "../../../sheet/layout/check/violation.ts"
import type { Layout, PieceType, SheetBounds } from "../../../sheet/layout/layout.ts"
import { layOutShapes } from "../../../sheet/layout/nest/lay-out-shapes.ts"
import type { PrintedInk } from "../../../sheet/layout/nest/printed-ink.ts"

const dpi = 100
const bounds: SheetBounds = { widthPx: 22 * dpi, maxLengthPx: 100 * dpi, edgePx: 25, gapPx: 25, rotate: true }

type Order = { pieces: PieceType[]; inks: (PrintedInk | null)[] }

/**
 * Returns a generated gang sheet as artwork of about 300 pixels, printed at its size; every fifth piece is
 * a full picture.
 */
function orderOf(seed: number, mostCopies: number): Order {
  const inks: (PrintedInk | null)[] = []
  const pieces = gangSheet(seed).items.map(({ polygon, quantity }, i): PieceType => {
    const widthPx = Math.round(Math.max(...polygon.map(([x]) => x)) * dpi)
    const ink = inkOf(silhouetteOf(drawn(polygon, 120 + 13 * i)), widthPx, i % 2 === 1)
    inks.push(i % 5 === 4 ? null : ink)
    return { widthPx, heightPx: ink.heightPx, count: Math.min(quantity, mostCopies) }
  })
  return { pieces, inks }
}

function nested({ pieces, inks }: Order, own: SheetBounds = bounds): Layout {
  const result = layOutShapes(pieces, inks, own, layoutHost, { effort: "quick" })
  if (result.kind !== "laid-out") throw new Error("too large")
  expect(result.violations).toEqual([])
  return result.layout
}

test("orders of artwork save film against boxes, and the independent check finds nothing", async () => {
  await buildKernels()
  let shapes = 0
  for (let seed = 1; seed <= 4; seed++) {
    const order = orderOf(seed, 3)
    const own = { ...bounds, rotate: seed % 3 !== 0, gapPx: [25, 10, 1][seed % 3] }
    const result = layOutShapes(order.pieces, order.inks, own, layoutHost, { effort: "quick" })
    if (result.kind !== "laid-out") throw new Error("too large")
    expect(checkLayout({ pieces: order.pieces, inks: order.inks, bounds: own }, result.layout)).toEqual([])
    const length = result.layout.sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
    expect(length).toBeLessThanOrEqual(result.boxesLengthPx)
    if (result.nesting === "shapes") shapes++
  }
  expect(shapes).toBeGreaterThanOrEqual(3)
})

test("labelled pieces nest with a free strip at their feet; a piece on another's strip is refused", async () => {
  await buildKernels()
  const { pieces, inks } = orderOf(2, 2)
  for (const foot of [
    { stripPx: 20, reservePx: 0 },
    { stripPx: 20, reservePx: 8 },
  ]) {
    const labelled = pieces.map((piece) => ({ ...piece, heightPx: piece.heightPx + foot.reservePx }))
    const result = layOutShapes(labelled, inks, bounds, layoutHost, { effort: "quick", foot })
    if (result.kind !== "laid-out") throw new Error("too large")
    expect(result).toMatchObject({ nesting: "shapes", violations: [] })
    expect(result.layout.sheets[0].placements.some(({ halfTurned }) => halfTurned)).toBe(true)
    const check = (other: typeof foot) =>
      codesOf(checkLayout({ pieces: labelled, inks, bounds, foot: other }, result.layout))
    expect(check(foot)).toEqual([])
    expect(check({ ...foot, stripPx: 120 })).toEqual(["label-covered", "outside"])
  }
})

longTest("the longest search takes no more film than the usual one", async () => {
  await buildKernels()
  const order = orderOf(1, 1)
  const [pieces, inks] = [order.pieces.slice(0, 3), order.inks.slice(0, 3)]
  const lengthOf = (effort: "balanced" | "best") => {
    const result = layOutShapes(pieces, inks, bounds, layoutHost, { effort })
    if (result.kind !== "laid-out") throw new Error("too large")
    expect(checkLayout({ pieces, inks, bounds }, result.layout)).toEqual([])
    return result.layout.sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
  }
  expect(lengthOf("best")).toBeLessThanOrEqual(lengthOf("balanced"))
})

test("boxes are kept where nothing nests, and pieces that fit no sheet are named", async () => {
  await buildKernels()
  const pieces = [{ widthPx: 900, heightPx: 400, count: 9 }]
  const boxes = layOutShapes(pieces, [null], bounds, layoutHost, { effort: "quick" })
  expect(boxes).toMatchObject({ kind: "laid-out", nesting: "boxes", violations: [] })

  const large = [{ widthPx: 9_000, heightPx: 9_000, count: 1 }]
  expect(layOutShapes(large, [null], bounds, layoutHost, { effort: "quick" })).toEqual({
    kind: "too-large",
    pieces: [0],
  })
})

longTest("hundreds of copies are nested in groups that repeat, what is left over beside them", async () => {
  await buildKernels()
  const { pieces, inks } = orderOf(3, 1)
  for (const copies of [400, 1_300]) {
    const each = Math.floor(copies / pieces.length)
    const many = pieces.map((piece, i) => ({
      widthPx: piece.widthPx >> 1,
      heightPx: piece.heightPx >> 1,
      count: each + i,
    }))
    const small = inks.map((ink, i) => ink && { ...ink, ...many[i] })
    const result = layOutShapes(many, small, bounds, layoutHost, { effort: "balanced" })
    if (result.kind !== "laid-out") throw new Error("too large")
    expect(result).toMatchObject({ nesting: "shapes", violations: [] })
    expect(checkLayout({ pieces: many, inks: small, bounds }, result.layout)).toEqual([])
    const length = result.layout.sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
    expect(length).toBeLessThan(result.boxesLengthPx * 0.98)
  }
})

test("every better layout on the way is told of, and the last one is the result", async () => {
  await buildKernels()
  const { pieces, inks } = orderOf(2, 2)
  const lengths: number[] = []
  const result = layOutShapes(pieces, inks, bounds, layoutHost, {
    effort: "quick",
    onBetter: (layout) => lengths.push(layout.sheets[0].lengthPx),
  })
  expect(result).toMatchObject({ kind: "laid-out", nesting: "shapes" })
  expect(lengths.length).toBeGreaterThan(1)
  expect(lengths).toEqual([...lengths].sort((a, b) => b - a))
})

test("damaged layouts are refused", async () => {
  await buildKernels()
  const order = orderOf(2, 2)
  const layout = nested(order)
  const check = (damage: (sheet: Layout["sheets"][number]) => void, own = bounds) => {
    const damaged = structuredClone(layout)
    damage(damaged.sheets[0])
    return codesOf(checkLayout({ pieces: order.pieces, inks: order.inks, bounds: own }, damaged))
  }
  expect(check(() => {})).toEqual([])
  expect(check(({ placements }) => placements.push({ ...placements[0] }))).toEqual(["overlap", "repeated"])
  expect(check(({ placements }) => Object.assign(placements[0], { piece: 99 }))).toEqual([
    "missing",
    "unknown-item",
  ])
  expect(check(({ placements }) => Object.assign(placements[0], { x: 24 }))).toContain("outside")
  expect(check((sheet) => Object.assign(sheet, { lengthPx: sheet.lengthPx + 1 }))).toEqual(["wrong-length"])
  expect(check(() => {}, { ...bounds, maxLengthPx: 100 })).toEqual(["too-long"])
  expect(check(() => {}, { ...bounds, rotate: false })).toEqual(["turned"])
  expect(check(() => {}, { ...bounds, gapPx: 60 })).toEqual(["overlap"])

  let refused = 0
  layout.sheets[0].placements.forEach((_, i) => {
    for (const [dx, dy] of [
      [60, 0],
      [-60, 0],
      [0, 60],
      [0, -60],
    ]) {
      const matches = check(({ placements }) => {
        placements[i].x += dx
        placements[i].y += dy
      })
      if (matches.length > 0) refused++
    }
  })
  expect(refused).toBeGreaterThan(layout.sheets[0].placements.length * 2)
})

function codesOf(violations: readonly LayoutViolation[]): string[] {
  return [...new Set(violations.map(({ code }) => code))].sort()
}
