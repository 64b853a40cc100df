import { expect, test } from "vitest"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { type CheckedOrder, checkLayout } from "../../../sheet/layout/check/check-layout.ts"
import { type LayoutViolation, violationText } from "../../../sheet/layout/check/violation.ts"
import { layOutWithin } from "../../../sheet/layout/lay-out.ts"
import type { Layout, Placement, SheetBounds } from "../../../sheet/layout/layout.ts"
import { describeLayout } from "../../../sheet/layout/utilisation.ts"
import { giveInk, type PaintedInk, paint, squaredDistance } from "./painted-inks.ts"

const bounds: SheetBounds = { widthPx: 100, maxLengthPx: 200, edgePx: 5, gapPx: 4, rotate: true }
const pieces = [
  { widthPx: 40, heightPx: 30, count: 2 },
  { widthPx: 20, heightPx: 50, count: 2 },
]
const order: CheckedOrder = { pieces, bounds }

/** One and two on the first sheet, three (turned) below them, the fourth on a second sheet. */
function sound(): Layout {
  return {
    sheets: [
      {
        widthPx: 100,
        lengthPx: 64,
        placements: [
          { piece: 0, copy: 0, x: 5, y: 5, widthPx: 40, heightPx: 30, rotated: false },
          { piece: 0, copy: 1, x: 49, y: 5, widthPx: 40, heightPx: 30, rotated: false, halfTurned: true },
          { piece: 1, copy: 0, x: 5, y: 39, widthPx: 50, heightPx: 20, rotated: true },
        ],
      },
      {
        widthPx: 100,
        lengthPx: 60,
        placements: [{ piece: 1, copy: 1, x: 75, y: 5, widthPx: 20, heightPx: 50, rotated: false }],
      },
    ],
  }
}

test("a sound layout has no violation", () => {
  expect(checkLayout(order, sound())).toEqual([])
  expect(checkLayout({ pieces: [], bounds }, { sheets: [] })).toEqual([])
})

test("each planted violation is named with its sheet, its pieces and by how much", () => {
  const place = (index: number, change: Partial<Placement>, sheet = 0) => {
    return ({ sheets }: Layout) => {
      Object.assign(sheets[sheet].placements[index], change)
    }
  }
  const planted: Record<string, [(layout: Layout) => void, LayoutViolation[]]> = {
    "one over the other": [
      place(1, { x: 30 }),
      [{ code: "overlap", sheet: 0, placements: [0, 1], byPx: 4 + 15 }],
    ],
    "gap to the side": [place(1, { x: 48 }), [{ code: "overlap", sheet: 0, placements: [0, 1], byPx: 1 }]],
    "left edge": [place(0, { x: 2 }), [{ code: "outside", sheet: 0, placements: [0], byPx: 3 }]],
    "top edge": [place(0, { y: 4 }), [{ code: "outside", sheet: 0, placements: [0], byPx: 1 }]],
    "right edge": [place(0, { x: 77 }, 1), [{ code: "outside", sheet: 1, placements: [0], byPx: 2 }]],
    "cut too short": [
      ({ sheets }) => {
        sheets[0].lengthPx = 62
      },
      [
        { code: "outside", sheet: 0, placements: [2], byPx: 2 },
        { code: "wrong-length", sheet: 0, placements: [2], byPx: 2 },
      ],
    ],
    "cut too long": [
      ({ sheets }) => {
        sheets[1].lengthPx = 70
      },
      [{ code: "wrong-length", sheet: 1, placements: [0], byPx: 10 }],
    ],
    "longer than allowed": [
      ({ sheets }) => {
        sheets[1].lengthPx = 210
        sheets[1].placements[0].y = 155
      },
      [{ code: "too-long", sheet: 1, placements: [0], byPx: 10 }],
    ],
    "a copy missing": [
      ({ sheets }) => {
        sheets[0].placements.splice(1, 1)
      },
      [{ code: "missing", sheet: 0, placements: [], missing: { piece: 0, copies: [1] } }],
    ],
    "a sheet missing": [
      ({ sheets }) => {
        sheets.pop()
      },
      [{ code: "missing", sheet: 0, placements: [], missing: { piece: 1, copies: [1] } }],
    ],
    "a copy on two sheets": [
      ({ sheets }) => {
        sheets[1].placements.push({ ...sheets[0].placements[0] })
      },
      [{ code: "repeated", sheet: 1, placements: [1] }],
    ],
    "no such copy": [
      place(1, { copy: 2 }),
      [
        { code: "unknown-item", sheet: 0, placements: [1] },
        { code: "missing", sheet: 0, placements: [], missing: { piece: 0, copies: [1] } },
      ],
    ],
    "no such piece": [
      ({ sheets }) => {
        sheets[1].placements.push({ ...sheets[0].placements[0], piece: 7 })
      },
      [{ code: "unknown-item", sheet: 1, placements: [1] }],
    ],
    "an empty sheet": [
      ({ sheets }) => {
        sheets.push({ widthPx: 100, lengthPx: 0, placements: [] })
      },
      [{ code: "wrong-length", sheet: 2, placements: [], byPx: 0 }],
    ],
  }
  for (const [name, [plant, expected]] of Object.entries(planted)) {
    const layout = sound()
    plant(layout)
    expect(checkLayout(order, layout), name).toEqual(expected)
  }
  expect(checkLayout({ pieces, bounds: { ...bounds, rotate: false } }, sound())).toEqual([
    { code: "turned", sheet: 0, placements: [1] },
    { code: "turned", sheet: 0, placements: [2] },
  ])
})

test("boxes may come nearer than the gap in x and in y, if their corners are that far apart", () => {
  const two: CheckedOrder = {
    pieces: [{ widthPx: 20, heightPx: 20, count: 2 }],
    bounds: { ...bounds, gapPx: 5 },
  }
  const at = (x: number, y: number, copy: number): Placement => ({
    ...{ piece: 0, copy, x, y, widthPx: 20, heightPx: 20, rotated: false },
  })
  const check = (x: number, y: number) =>
    checkLayout(two, { sheets: [{ widthPx: 100, lengthPx: y + 25, placements: [at(5, 5, 0), at(x, y, 1)] }] })
  expect(check(5 + 20 + 3, 5 + 20 + 4)).toEqual([])
  expect(check(5 + 20 + 3, 5 + 20 + 3)).toMatchObject([{ code: "overlap", byPx: 1 }])
})

test("what is no layout of the order is refused outright", () => {
  const spoilt: [(layout: Layout) => void, RegExp][] = [
    [({ sheets }) => Object.assign(sheets[0].placements[0], { widthPx: 39 }), /39 × 30 px, not 40 × 30/],
    [({ sheets }) => Object.assign(sheets[0].placements[2], { rotated: false }), /not 20 × 50/],
    [({ sheets }) => Object.assign(sheets[0].placements[1], { x: 49.5 }), /lies at 49.5/],
    [({ sheets }) => Object.assign(sheets[0].placements[1], { y: Number.NaN }), /lies at 49, NaN/],
    [({ sheets }) => Object.assign(sheets[1], { widthPx: 101 }), /101 px wide, not 100/],
    [({ sheets }) => Object.assign(sheets[1], { lengthPx: 59.5 }), /59.5 px long/],
  ]
  for (const [spoil, message] of spoilt) {
    const layout = sound()
    spoil(layout)
    expect(() => checkLayout(order, layout)).toThrow(message)
  }
})

test("a hundred violations are enough, even where every piece lies on every other", () => {
  const many: CheckedOrder = { pieces: [{ widthPx: 20, heightPx: 20, count: 5_000 }], bounds }
  const placements = Array.from({ length: 5_000 }, (_, copy): Placement => {
    return { piece: 0, copy, x: 5, y: 5, widthPx: 20, heightPx: 20, rotated: false }
  })
  const matches = checkLayout(many, { sheets: [{ widthPx: 100, lengthPx: 30, placements }] })
  expect(matches).toHaveLength(100)
  expect(matches.at(-1)).toMatchObject({ code: "overlap", byPx: 24 })
})

test("shapes in every turn, mirrored, enlarged and labelled are measured as painted pixels are", () => {
  const seen: Record<string, number> = { overlap: 0, "label-covered": 0, none: 0 }
  for (let seed = 1; seed <= 150; seed++) {
    const random = randomFrom(seed)
    const upTo = (most: number) => Math.floor(random() * (most + 1))
    const gapPx = upTo(6)
    const foot = random() < 0.5 ? { stripPx: 0, reservePx: 0 } : { stripPx: 2 + upTo(3), reservePx: upTo(2) }
    const inks = Array.from({ length: 3 }, () => (random() < 0.2 ? null : giveInk(random)))
    const order: CheckedOrder = {
      inks,
      foot,
      bounds: { widthPx: 200, maxLengthPx: 400, edgePx: 0, gapPx, rotate: true },
      pieces: inks.map((ink) => ({
        widthPx: ink?.widthPx ?? 12,
        heightPx: (ink?.heightPx ?? 8) + foot.reservePx,
        count: 1,
      })),
    }
    const placements = order.pieces.map(({ widthPx, heightPx }, piece): Placement => {
      const rotated = random() < 0.5
      const [wide, high] = rotated ? [heightPx, widthPx] : [widthPx, heightPx]
      const halfTurned = random() < 0.5 ? ({ halfTurned: true } as const) : {}
      const at = { x: 60 + upTo(30), y: 60 + upTo(30) }
      return { piece, copy: 0, ...at, widthPx: wide, heightPx: high, rotated, ...halfTurned }
    })
    const end = Math.max(...placements.map(({ y, heightPx }) => y + heightPx))
    const matches = checkLayout(order, { sheets: [{ widthPx: 200, lengthPx: end, placements }] })
    const painted = placements.map((placement) => paint(placement, inks[placement.piece], foot))
    const expected = painted.flatMap((a, i) =>
      painted.slice(i + 1).flatMap((b, k) => between(a, b, [i, i + 1 + k])),
    )
    function between(a: PaintedInk, b: PaintedInk, both: [number, number]): string[] {
      const apart = squaredDistance(a.ink, b.ink)
      const covers = (strip: PaintedInk["ink"], other: PaintedInk["ink"]) => squaredDistance(strip, other) < 0
      const names: string[] = []
      if (apart < gapPx ** 2) names.push(`overlap ${both}`)
      if (covers(a.strip, b.ink) || covers(a.strip, b.strip)) names.push(`label-covered ${both}`)
      if (covers(b.strip, a.ink)) names.push(`label-covered ${both.toReversed()}`)
      return names
    }
    const named = matches.filter(({ code }) => code === "overlap" || code === "label-covered")
    expect(named.map(({ code, placements }) => `${code} ${placements}`).sort(), `seed ${seed}`).toEqual(
      expected.sort(),
    )
    for (const {
      code,
      placements: [i, j],
      byPx,
    } of named) {
      seen[code]++
      const apart = squaredDistance(painted[i].ink, painted[j].ink)
      if (code === "overlap" && apart >= 0) expect(byPx).toBe(Math.ceil(gapPx - Math.sqrt(apart)))
      if (code === "overlap" && apart < 0) expect(byPx).toBeGreaterThan(gapPx)
    }
    if (named.length === 0) seen.none++
  }
  for (const [name, times] of Object.entries(seen)) expect(times, name).toBeGreaterThan(20)
})

test("one pixel moved anywhere in a dense layout agrees with a comparison of every two boxes", () => {
  const random = randomFrom(77)
  const tight: SheetBounds = { widthPx: 300, maxLengthPx: 4000, edgePx: 0, gapPx: 2, rotate: true }
  const boxes = Array.from({ length: 12 }, () => ({
    widthPx: 5 + Math.floor(random() * 60),
    heightPx: 5 + Math.floor(random() * 60),
    count: 1 + Math.floor(random() * 6),
  }))
  const result = layOutWithin(boxes, tight, 2_000_000)
  if (result.kind !== "laid-out") throw new Error("too large")
  let refused = 0
  for (let round = 0; round < 500; round++) {
    const layout = structuredClone(result.layout)
    const { placements } = layout.sheets[0]
    const moved = placements[Math.floor(random() * placements.length)]
    if (random() < 0.5) moved.x += random() < 0.5 ? 1 : -1
    else moved.y += random() < 0.5 ? 1 : -1
    const isTooClose = checkLayout({ pieces: boxes, bounds: tight }, layout).some(
      ({ code }) => code === "overlap",
    )
    expect(isTooClose, `round ${round}`).toBe(anyTooClose(placements, tight.gapPx))
    if (isTooClose) refused++
  }
  expect(refused).toBeGreaterThan(100)
})

test("a violation is a sentence that counts from one", () => {
  expect(violationText({ code: "overlap", sheet: 0, placements: [2, 4], byPx: 3 })).toBe(
    "sheet 1: placements 3 and 5 are 3 px too close",
  )
  const missing = { piece: 2, copies: [0, 7] }
  expect(violationText({ code: "missing", sheet: 0, placements: [], missing })).toBe(
    "2 copies of piece 3 are not placed",
  )
})

test("a layout is described by its sheets, its film and the share of it that is printed", () => {
  expect(describeLayout(sound())).toEqual({
    sheets: 2,
    lengthPx: 124,
    utilisation: (2 * 1200 + 2 * 1000) / 12_400,
  })
  expect(describeLayout({ sheets: [] })).toEqual({ sheets: 0, lengthPx: 0, utilisation: 0 })
})

function anyTooClose(placements: readonly Placement[], gap: number): boolean {
  const apart = (from: number, length: number, other: number, otherLength: number) =>
    Math.max(0, other - from - length, from - other - otherLength)
  return placements.some((a, i) =>
    placements.slice(i + 1).some((b) => {
      const across = apart(a.x, a.widthPx, b.x, b.widthPx)
      const down = apart(a.y, a.heightPx, b.y, b.heightPx)
      return across ** 2 + down ** 2 < gap ** 2
    }),
  )
}
