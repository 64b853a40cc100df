import { expect, test } from "vitest"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { finish } from "../../../sheet/in-steps.ts"
import { checkLayout } from "../../../sheet/layout/check/check-layout.ts"
import { layOut } from "../../../sheet/layout/lay-out.ts"
import type { Placement, SheetBounds } from "../../../sheet/layout/layout.ts"
import { layOutStraight } from "../../../sheet/layout/packing/straight-cuts.ts"
import { describeLayout } from "../../../sheet/layout/utilisation.ts"

const film: SheetBounds = { widthPx: 2_200, maxLengthPx: 10_000, edgePx: 25, gapPx: 25, rotate: true }

/** Parts boxes by straight cuts along one axis, each in a strip of `gapPx` without boxes. */
function parts(boxes: readonly Placement[], axis: "x" | "y", gapPx: number): Placement[][] {
  const size = axis === "x" ? "widthPx" : "heightPx"
  const matches: Placement[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const box of [...boxes].sort((a, b) => a[axis] - b[axis])) {
    if (box[axis] >= end + gapPx) matches.push([])
    matches.at(-1)?.push(box)
    end = Math.max(end, box[axis] + box[size])
  }
  return matches
}

/** Returns boxes that three rounds of straight cuts leave together: across film, band, and column. */
function uncut(boxes: readonly Placement[], gapPx: number): Placement[][] {
  return parts(boxes, "y", gapPx)
    .flatMap((band) => parts(band, "x", gapPx))
    .flatMap((column) => parts(column, "y", gapPx))
    .filter((left) => left.length > 1)
}

function order(seed: number, items: number) {
  const random = randomFrom(seed)
  const from = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
  return Array.from({ length: items }, () => ({
    widthPx: from(350, 1_200),
    heightPx: from(300, 1_400),
    count: from(1, 3),
  }))
}

test("three rounds of straight cuts part every layout, which is sound and hardly longer than boxes", () => {
  let [straightPx, boxesPx] = [0, 0]
  for (const [seed, rotate] of [
    [1, true],
    [2, true],
    [3, false],
  ] as const) {
    const bounds = { ...film, rotate }
    const pieces = order(seed, 40)
    const result = finish(layOutStraight(pieces, bounds, { effort: "quick" }))
    const boxes = layOut(pieces, bounds, "quick")
    if (result.kind !== "laid-out" || boxes.kind !== "laid-out") throw new Error("it does not fit")
    expect(checkLayout({ pieces, bounds }, result.layout)).toEqual([])
    for (const sheet of result.layout.sheets) expect(uncut(sheet.placements, bounds.gapPx)).toEqual([])
    expect(finish(layOutStraight(pieces, bounds, { effort: "quick" }))).toEqual(result)
    straightPx += describeLayout(result.layout).lengthPx
    boxesPx += describeLayout(boxes.layout).lengthPx
  }
  expect(straightPx / boxesPx).toBeLessThan(1.12)
})

test("the cutting rule tells a pinwheel from bands", () => {
  const box = (x: number, y: number, widthPx: number, heightPx: number) => ({
    piece: 0,
    copy: 0,
    x,
    y,
    widthPx,
    heightPx,
    rotated: false,
  })
  const pinwheel = [box(0, 0, 200, 90), box(210, 0, 90, 200), box(100, 210, 200, 90), box(0, 100, 90, 200)]
  expect(uncut(pinwheel, 10)).toHaveLength(1)
  expect(uncut([box(0, 0, 200, 90), box(0, 100, 95, 90), box(105, 100, 95, 90)], 10)).toEqual([])
})

test("a long order is cut onto several sheets, and what fits no sheet is named", () => {
  const pieces = [...order(4, 60), { widthPx: 2_151, heightPx: 10_001, count: 1 }]
  expect(finish(layOutStraight(pieces, film, { effort: "quick" }))).toEqual({
    kind: "too-large",
    pieces: [60],
  })
  const result = finish(
    layOutStraight(pieces.slice(0, 60), { ...film, maxLengthPx: 3_000 }, { effort: "quick" }),
  )
  if (result.kind !== "laid-out") throw new Error("it does not fit")
  expect(result.layout.sheets.length).toBeGreaterThan(3)
  expect(
    checkLayout({ pieces: pieces.slice(0, 60), bounds: { ...film, maxLengthPx: 3_000 } }, result.layout),
  ).toEqual([])
})
