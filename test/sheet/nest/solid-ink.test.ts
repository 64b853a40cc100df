import { expect, test } from "vitest"
import { type Drawing, hardSilhouette } from "../../../harness/fuzz/silhouettes.ts"
import { inkOf, silhouetteOf } from "../../../harness/nest/ink.ts"
import type { PrintedInk } from "../../../sheet/layout/nest/printed-ink.ts"
import { solidInk } from "../../../sheet/layout/nest/solid-ink.ts"
import { createRandom } from "../../../sheet/layout/random.ts"

const DPI = 300

function inkOfDrawing({ widthPx, heightPx, isInk }: Drawing, printedPx = widthPx): PrintedInk {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  for (let y = 0; y < heightPx; y++)
    for (let x = 0; x < widthPx; x++) if (isInk(x, y)) rgba[(y * widthPx + x) * 4 + 3] = 255
  return inkOf(silhouetteOf({ widthPx, heightPx, rgba }), printedPx)
}

/** The silhouette as one byte a cell, with a clear cell all around. */
function cellsOf({ silhouette: { rows, widthPx, cellPx } }: PrintedInk) {
  const columns = Math.ceil(widthPx / cellPx) + 2
  const cells = new Uint8Array(columns * (rows.length + 2))
  rows.forEach((row, y) => {
    for (let i = 0; i < row.length; i += 2) {
      const first = (y + 1) * columns + 1
      cells.fill(1, first + row[i], first + row[i + 1])
    }
  })
  return { cells, columns }
}

/** Floods from a cell over all cells like it, by sides or by sides and corners. */
function flood(
  { cells, columns }: ReturnType<typeof cellsOf>,
  from: number,
  steps: readonly number[],
): Uint8Array {
  const isReached = new Uint8Array(cells.length)
  const open = [from]
  isReached[from] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const step of steps) {
      const to = at + step
      const isWrapped = Math.abs((to % columns) - (at % columns)) > 1
      if (to < 0 || to >= cells.length || isWrapped || isReached[to] || cells[to] !== cells[from]) continue
      isReached[to] = 1
      open.push(to)
    }
  }
  return isReached
}

/** Tells whether the solid is one part without holes that holds all of the ink, within the ink's box. */
function expectSolid(ink: PrintedInk, solid: PrintedInk, what: string): void {
  const drawn = cellsOf(ink)
  const all = cellsOf(solid)
  const { cells, columns } = all
  const inked = [...cells.keys()].filter((cell) => cells[cell] === 1)
  expect(
    [...drawn.cells.keys()].filter((cell) => drawn.cells[cell] > cells[cell]),
    `${what}: ink outside`,
  ).toEqual([])
  if (inked.length === 0) return
  const sides = [1, -1, columns, -columns]
  const part = flood(all, inked[0], [...sides, columns + 1, columns - 1, -columns - 1, -columns + 1])
  expect(inked.filter((cell) => !part[cell]).length, `${what}: cells of other parts`).toBe(0)
  const outside = flood(all, 0, sides)
  expect(
    cells.findIndex((cell, at) => cell === 0 && !outside[at]),
    `${what}: a hole`,
  ).toBe(-1)
  const box = (of: Uint8Array) => {
    let [left, right, top, bottom] = [columns, 0, cells.length, 0]
    for (let cell = 0; cell < of.length; cell++) {
      if (of[cell] === 0) continue
      left = Math.min(left, cell % columns)
      right = Math.max(right, cell % columns)
      top = Math.min(top, Math.floor(cell / columns))
      bottom = Math.floor(cell / columns)
    }
    return [left, right, top, bottom]
  }
  expect(box(cells), `${what}: reaches out`).toEqual(box(drawn.cells))
}

test("rings, dots, letters and bays become one part without holes that holds all ink", () => {
  const disc = (x: number, y: number, cx: number, cy: number, r: number) => Math.hypot(x - cx, y - cy) < r
  const drawings: [string, Drawing][] = [
    [
      "ring",
      {
        widthPx: 300,
        heightPx: 300,
        isInk: (x, y) => disc(x, y, 150, 150, 149) && !disc(x, y, 150, 150, 130),
      },
    ],
    [
      "dots",
      {
        widthPx: 600,
        heightPx: 400,
        isInk: (x, y) =>
          [
            [40, 40],
            [560, 50],
            [300, 360],
            [90, 350],
          ].some(([cx, cy]) => disc(x, y, cx, cy, 12)),
      },
    ],
    [
      "bars",
      {
        widthPx: 500,
        heightPx: 300,
        isInk: (x, y) => y < 20 || y > 280 || (x > 240 && x < 250 && y > 100 && y < 110),
      },
    ],
    [
      "open ring",
      {
        widthPx: 300,
        heightPx: 300,
        isInk: (x, y) =>
          disc(x, y, 150, 150, 149) && !disc(x, y, 150, 150, 130) && !(x > 150 && Math.abs(y - 150) < 20),
      },
    ],
  ]
  for (const [name, drawing] of drawings) {
    for (const printedPx of [150, 600, 3000]) {
      const ink = inkOfDrawing(drawing, printedPx)
      for (const gapPx of [0, 15, 75])
        expectSolid(ink, solidInk(ink, gapPx, DPI), `${name} at ${printedPx}, gap ${gapPx}`)
    }
  }
})

test("hard silhouettes become one part without holes", () => {
  const random = createRandom(7)
  for (let i = 0; i < 150; i++) {
    const drawing = hardSilhouette(random)
    const scale = [0.5, 1, 3, 12][i % 4]
    const ink = inkOfDrawing(drawing, Math.max(1, Math.round(drawing.widthPx * scale)))
    const gapPx = [0, 20, 75][i % 3]
    const solid = solidInk(ink, gapPx, DPI)
    expectSolid(ink, solid, `silhouette ${i}`)
    expect(solidInk(ink, gapPx, DPI), "the same again").toEqual(solid)
  }
})

test("a bay stays open where its mouth lets another piece through, and is shut where it does not", () => {
  const bay = (mouthPx: number): Drawing => ({
    widthPx: 400,
    heightPx: 400,
    // A box with a large room and a mouth to the right.
    isInk: (x, y) =>
      !(x > 60 && x < 340 && y > 60 && y < 340) && !(x >= 340 && Math.abs(y - 200) < mouthPx / 2),
  })
  const isClear = (ink: PrintedInk) => {
    const { cells, columns } = cellsOf(ink)
    return cells[201 * columns + 201] === 0
  }
  const gapPx = 75
  for (const mouthPx of [20, 60, 72])
    expect(isClear(solidInk(inkOfDrawing(bay(mouthPx)), gapPx, DPI))).toBe(false)
  for (const mouthPx of [120, 160, 200]) {
    const ink = inkOfDrawing(bay(mouthPx))
    expect(solidInk(ink, gapPx, DPI)).toBe(ink)
  }
})

test("a simple shape is given back as it is", () => {
  const ink = inkOfDrawing({
    widthPx: 300,
    heightPx: 200,
    isInk: (x, y) => Math.hypot(x - 150, y - 100) < 99,
  })
  expect(solidInk(ink, 75, DPI)).toBe(ink)
})
