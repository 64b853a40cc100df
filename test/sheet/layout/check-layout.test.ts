import { expect, test } from "vitest"
import { checkLayout } from "../../../sheet/layout/check-layout.ts"
import { layOutWithin } from "../../../sheet/layout/lay-out.ts"
import type { Layout, Placement, SheetBounds } from "../../../sheet/layout/layout.ts"
import { createRandom } from "../../../sheet/layout/random.ts"
import { describeLayout } from "../../../sheet/layout/utilisation.ts"

const bounds: SheetBounds = { widthPx: 100, maxLengthPx: 200, edgePx: 5, gapPx: 4, rotate: true }
const pieces = [
  { widthPx: 40, heightPx: 30, count: 2 },
  { widthPx: 20, heightPx: 50, count: 1 },
]

function sound(): Layout {
  const place = (piece: number, copy: number, x: number, y: number, rotated = false): Placement => {
    const { widthPx, heightPx } = pieces[piece]
    return {
      piece,
      copy,
      x,
      y,
      widthPx: rotated ? heightPx : widthPx,
      heightPx: rotated ? widthPx : heightPx,
      rotated,
    }
  }
  const placements = [place(0, 0, 5, 5), place(0, 1, 49, 5), place(1, 0, 5, 39, true)]
  return { sheets: [{ widthPx: 100, lengthPx: 64, placements }] }
}

test("a sound layout has no violation", () => {
  expect(checkLayout(pieces, bounds, sound())).toEqual([])
  expect(checkLayout([], bounds, { sheets: [] })).toEqual([])
})

test("each planted violation is refused", () => {
  const planted: [string, (layout: Layout) => void, RegExp][] = [
    [
      "overlap",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].x = 30
      },
      /closer than 4/,
    ],
    [
      "gap to the side",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].x = 48
      },
      /closer than 4/,
    ],
    [
      "gap below",
      ({ sheets: [sheet] }) => {
        sheet.placements[2].y = 38
      },
      /closer than 4/,
    ],
    [
      "same place",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].x = 5
      },
      /closer than 4/,
    ],
    [
      "left edge",
      ({ sheets: [sheet] }) => {
        sheet.placements[0].x = 4
      },
      /over the edge/,
    ],
    [
      "top edge",
      ({ sheets: [sheet] }) => {
        sheet.placements[0].y = 4
      },
      /over the edge/,
    ],
    [
      "right edge",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].x = 56
      },
      /over the edge/,
    ],
    [
      "lower edge",
      ({ sheets: [sheet] }) => {
        sheet.lengthPx = 63
      },
      /over the edge/,
    ],
    [
      "not cut",
      ({ sheets: [sheet] }) => {
        sheet.lengthPx = 70
      },
      /content ends at 59/,
    ],
    [
      "too long",
      ({ sheets: [sheet] }) => {
        sheet.lengthPx = 201
      },
      /at most 200/,
    ],
    [
      "other width",
      ({ sheets: [sheet] }) => {
        sheet.widthPx = 101
      },
      /101 wide/,
    ],
    [
      "missing",
      ({ sheets: [sheet] }) => {
        sheet.placements.pop()
      },
      /1 copies are not placed/,
    ],
    [
      "twice",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].copy = 0
      },
      /copy 0 is placed twice/,
    ],
    [
      "no such copy",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].copy = 2
      },
      /not ordered/,
    ],
    [
      "no such piece",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].piece = 7
      },
      /not ordered/,
    ],
    [
      "wrong size",
      ({ sheets: [sheet] }) => {
        sheet.placements[0].widthPx = 39
      },
      /39×30, not 40×30/,
    ],
    [
      "false turn",
      ({ sheets: [sheet] }) => {
        sheet.placements[2].rotated = false
      },
      /not 20×50/,
    ],
    [
      "half a pixel",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].x = 49.5
      },
      /whole pixels/,
    ],
    [
      "not a number",
      ({ sheets: [sheet] }) => {
        sheet.placements[1].x = Number.NaN
      },
      /over the edge/,
    ],
    [
      "empty sheet",
      ({ sheets }) => {
        sheets.push({ widthPx: 100, lengthPx: 5, placements: [] })
      },
      /empty/,
    ],
    [
      "no sheet",
      ({ sheets }) => {
        sheets.pop()
      },
      /2 copies are not placed/,
    ],
  ]
  for (const [name, plant, message] of planted) {
    const layout = sound()
    plant(layout)
    expect(checkLayout(pieces, bounds, layout).join("; "), name).toMatch(message)
  }
  expect(checkLayout(pieces, { ...bounds, rotate: false }, sound()).join()).toMatch(/turned, which is not/)
})

test("one pixel moved anywhere in a dense layout agrees with a comparison of every two pieces", () => {
  const random = createRandom(77)
  const tight: SheetBounds = { widthPx: 300, maxLengthPx: 4000, edgePx: 0, gapPx: 2, rotate: true }
  const order = Array.from({ length: 12 }, () => ({
    widthPx: 5 + Math.floor(random() * 60),
    heightPx: 5 + Math.floor(random() * 60),
    count: 1 + Math.floor(random() * 6),
  }))
  const result = layOutWithin(order, tight, 2_000_000)
  if (result.kind !== "laid-out") throw new Error("too large")
  let refused = 0
  for (let round = 0; round < 500; round++) {
    const layout = structuredClone(result.layout)
    const { placements } = layout.sheets[0]
    const moved = placements[Math.floor(random() * placements.length)]
    if (random() < 0.5) moved.x += random() < 0.5 ? 1 : -1
    else moved.y += random() < 0.5 ? 1 : -1
    const isTooClose = checkLayout(order, tight, layout).some((violation) => violation.includes("closer"))
    expect(isTooClose, `round ${round}`).toBe(anyTooClose(placements, tight.gapPx))
    if (isTooClose) refused++
  }
  expect(refused).toBeGreaterThan(100)
})

test("a layout is described by its sheets, its film and the share of it that is printed", () => {
  expect(describeLayout(sound())).toEqual({ sheets: 1, lengthPx: 64, utilisation: (2 * 1200 + 1000) / 6400 })
  expect(describeLayout({ sheets: [] })).toEqual({ sheets: 0, lengthPx: 0, utilisation: 0 })
})

function anyTooClose(placements: readonly Placement[], gap: number): boolean {
  return placements.some((a, i) =>
    placements.some(
      (b, j) =>
        j > i &&
        a.x < b.x + b.widthPx + gap &&
        b.x < a.x + a.widthPx + gap &&
        a.y < b.y + b.heightPx + gap &&
        b.y < a.y + a.heightPx + gap,
    ),
  )
}
