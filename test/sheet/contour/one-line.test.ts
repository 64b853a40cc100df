import { expect, test } from "vitest"
import { drawnSheet } from "../../../harness/drawn-sheet.ts"
import { type Drawing, hardSilhouette } from "../../../harness/fuzz/silhouettes.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { checkCutLine } from "../../../sheet/contour/check-cut-line.ts"
import { type CutRing, type CutRules, placedRings, ringPoints } from "../../../sheet/contour/cut-line.ts"
import { traceCutLine } from "../../../sheet/contour/trace-cut-line.ts"
import { host } from "../raster/decode.ts"
import { expectNoInkWithin, inkDistances } from "./nearest-ink.ts"

/** The usual rules of a destination: 0.06 in outside. */
const rules: CutRules = {
  offsetMm: 0.06 * 25.4,
  corners: "round",
  islands: false,
  holes: false,
  smallestHoleMm: 2.54,
}

type Shape = (x: number, y: number) => boolean
const disc =
  (cx: number, cy: number, radius: number): Shape =>
  (x, y) =>
    Math.hypot(x - cx, y - cy) < radius
const box =
  (left: number, top: number, width: number, height: number): Shape =>
  (x, y) =>
    x >= left && x < left + width && y >= top && y < top + height
const any =
  (...shapes: Shape[]): Shape =>
  (x, y) =>
    shapes.some((shape) => shape(x, y))

/** Draws letters of bars, `size` high: H, E, L, O, I with its dot. */
function lettering(text: string, left: number, top: number, size: number): Shape {
  const bar = size / 5
  return any(
    ...[...text].flatMap((letter, i) => {
      const x = left + i * size
      const stem = box(x, top, bar, size)
      const side = box(x + size * 0.6, top, bar, size)
      const across = (at: number) => box(x, top + at * (size - bar), size * 0.8, bar)
      if (letter === "H") return [stem, side, across(0.5)]
      if (letter === "E") return [stem, across(0), across(0.5), across(1)]
      if (letter === "L") return [stem, across(1)]
      if (letter === "O") return [stem, side, across(0), across(1)]
      return letter === "I" ? [box(x, top + size * 0.35, bar, size * 0.65), box(x, top, bar, bar)] : []
    }),
  )
}

const wreath: Drawing = {
  widthPx: 900,
  heightPx: 900,
  isInk: any(
    // Leaves around, some of them loose, and two lines of text within.
    ...Array.from({ length: 26 }, (_, i) => {
      const turn = (i / 26) * 2 * Math.PI
      return disc(450 + 400 * Math.cos(turn), 450 + 400 * Math.sin(turn), i % 5 === 0 ? 25 : 47)
    }),
    lettering("HELLO", 250, 300, 80),
    lettering("LIL", 330, 520, 60),
  ),
}

const made: [string, Drawing][] = [
  ["a wreath with lettering", wreath],
  [
    "a word whose letters stand wide apart",
    { widthPx: 1200, heightPx: 200, isInk: lettering("HE LLO I", 0, 40, 120) },
  ],
  [
    "dots",
    {
      widthPx: 800,
      heightPx: 500,
      isInk: any(disc(30, 40, 20), disc(780, 60, 9), disc(400, 480, 14), disc(420, 30, 2)),
    },
  ],
  [
    "two rings",
    {
      widthPx: 700,
      heightPx: 300,
      isInk: (x, y) => [150, 550].some((cx) => disc(cx, 150, 140)(x, y) && !disc(cx, 150, 110)(x, y)),
    },
  ],
  [
    "rings in rings",
    {
      widthPx: 500,
      heightPx: 500,
      isInk: (x, y) =>
        Math.floor(Math.hypot(x - 250, y - 250) / 40) % 2 === 1 && Math.hypot(x - 250, y - 250) < 245,
    },
  ],
  ["bars side by side", { widthPx: 600, heightPx: 400, isInk: (x) => x < 40 || x > 560 }],
  [
    "a triangle of equal dots",
    { widthPx: 400, heightPx: 350, isInk: any(disc(20, 330, 18), disc(380, 330, 18), disc(200, 18, 18)) },
  ],
]

type Polygon = [number, number][]

function polygonOf(ring: CutRing): Polygon {
  const points = ringPoints(ring, 0.05)
  return Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]])
}

/** Tells whether a closed polygon crosses itself: every side against all others near it. */
function crossesItself(polygon: Polygon): boolean {
  const count = polygon.length
  const side = (a: number[], b: number[], c: number[]) =>
    Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
  for (let i = 0; i < count; i++) {
    const [a, b] = [polygon[i], polygon[(i + 1) % count]]
    for (let k = i + 2; k < count; k++) {
      if (i === 0 && k === count - 1) continue
      const [c, d] = [polygon[k], polygon[(k + 1) % count]]
      if (Math.max(a[0], b[0]) < Math.min(c[0], d[0]) || Math.max(c[0], d[0]) < Math.min(a[0], b[0])) continue
      if (Math.max(a[1], b[1]) < Math.min(c[1], d[1]) || Math.max(c[1], d[1]) < Math.min(a[1], b[1])) continue
      if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true
    }
  }
  return false
}

/** Returns how often a pixel's row crosses polygons left of its middle: an odd number within them. */
function crossingsLeftOf(polygons: readonly Polygon[], x: number, y: number): number {
  let count = 0
  for (const polygon of polygons) {
    polygon.forEach((a, i) => {
      const b = polygon[(i + 1) % polygon.length]
      if (a[1] > y !== b[1] > y && a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) < x) count++
    })
  }
  return count
}

async function cut(drawings: readonly Drawing[], changes: Partial<CutRules> = {}, gapPx = 0) {
  const { job, openStamp } = await drawnSheet(drawings, host, gapPx)
  const all = { ...rules, ...changes }
  const line = await traceCutLine(job, all, openStamp, host)
  await checkCutLine(line, job, all, openStamp, host)
  const ink = await inkDistances(job, openStamp)
  expectNoInkWithin(ink, line, ((all.offsetMm - 0.1) * job.dpi) / 25.4)
  return { ink, polygons: [...placedRings(line)].map(polygonOf), job }
}

/** Throws where a line crosses itself, or an inked pixel lies within none or more than one of them. */
function expectAllInside({ ink, polygons }: Pick<Awaited<ReturnType<typeof cut>>, "ink" | "polygons">): void {
  expect(polygons.map(crossesItself)).not.toContain(true)
  const { widthPx, heightPx, distances } = ink
  for (let y = 0; y < heightPx; y += 3)
    for (let x = y % 4; x < widthPx; x += 4) {
      if (distances[y * widthPx + x] > 0) continue
      if (crossingsLeftOf(polygons, x + 0.5, y + 0.5) % 2 === 0)
        throw new Error(`ink at ${x}, ${y} is cut off`)
    }
}

for (const [name, drawing] of made) {
  test(`${name} is cut as one closed line, by the rules of a new destination`, async () => {
    for (const corners of ["round", "mitre"] as const) {
      const one = await cut([drawing], { corners })
      expect(one.polygons).toHaveLength(1)
      expectAllInside(one)
    }
  })
}

test("islands and holes are cut where they are asked for, alone or together", async () => {
  const [rings] = made.filter(([name]) => name === "two rings").map(([, drawing]) => drawing)
  expect((await cut([rings], { islands: true })).polygons).toHaveLength(2)
  expect((await cut([rings], { islands: true, holes: true })).polygons).toHaveLength(4)
  const joined = await cut([rings], { holes: true })
  expect(joined.polygons).toHaveLength(3)
  expectAllInside(joined)
  // The leaves' ring with its hole, and each line of text in it.
  expect((await cut([wreath], { islands: true, holes: true })).polygons).toHaveLength(4)
})

test("a bridge is as wide as it is said to be, and follows the shortest way", async () => {
  const { polygons } = await cut([
    { widthPx: 900, heightPx: 300, isInk: any(box(0, 0, 200, 300), box(700, 0, 200, 300)) },
  ])
  // Halfway between the two, which begin at 100, the outline is 5 mm high.
  const heights = [450, 550, 650].map((x) => {
    const ys = polygons[0].flatMap((a, i) => {
      const b = polygons[0][(i + 1) % polygons[0].length]
      return a[0] > x !== b[0] > x ? [a[1] + ((b[1] - a[1]) * (x - a[0])) / (b[0] - a[0])] : []
    })
    expect(ys).toHaveLength(2)
    return (Math.abs(ys[0] - ys[1]) * 25.4) / 300
  })
  for (const height of heights) expect(Math.abs(height - 5)).toBeLessThan(0.2)
})

test("hard silhouettes are one simple line each that holds all their ink", async () => {
  const random = randomFrom(33)
  let drawn = 0
  for (let i = 0; i < 24; i++) {
    const drawing = hardSilhouette(random)
    const one = await cut([drawing], { corners: i % 2 === 0 ? "round" : "mitre" })
    if (one.ink.distances.every((distance) => distance > 0)) continue
    drawn++
    expect(one.polygons, `silhouette ${i}`).toHaveLength(1)
    expectAllInside(one)
  }
  expect(drawn).toBeGreaterThan(18)
})

/** Lays a second drawing over the first, its top left corner moved right and down. */
async function overlaid(
  first: Drawing,
  second: Drawing,
  right: number,
  down: number,
  changes: Partial<CutRules> = {},
) {
  const { job, openStamp } = await drawnSheet([first, second], host)
  const [a, b] = job.placements
  const placements = [a, { ...b, x: a.x + right, y: a.y + down }]
  const laid = { ...job, placements, widthPx: job.widthPx }
  const all = { ...rules, ...changes }
  const line = await traceCutLine(laid, all, openStamp, host)
  await checkCutLine(line, laid, all, openStamp, host)
  const ink = await inkDistances(laid, openStamp)
  return { ink, polygons: [...placedRings(line)].map(polygonOf), at: { x: a.x + right, y: a.y + down } }
}

test("a hole in which another piece lies is cut, and the piece comes out of it", async () => {
  const ring: Drawing = {
    widthPx: 600,
    heightPx: 600,
    isInk: (x, y) => disc(300, 300, 295)(x, y) && !disc(300, 300, 220)(x, y),
  }
  const dot: Drawing = { widthPx: 80, heightPx: 80, isInk: disc(40, 40, 39) }
  const { polygons, ink, at } = await overlaid(ring, dot, 260, 260)
  expect(polygons).toHaveLength(3)
  // The dot lies within the ring's outer line, its hole and its own line.
  expect(crossingsLeftOf(polygons, at.x + 40.5, at.y + 40.5)).toBe(3)
  expectAllInside({ polygons, ink })
})

test("a bridge goes around a piece that lies between two parts, or is left out where it cannot", async () => {
  const bars: Drawing = { widthPx: 700, heightPx: 600, isInk: (x) => x < 60 || x >= 640 }
  const low: Drawing = { widthPx: 300, heightPx: 350, isInk: () => true }
  const { polygons, ink } = await overlaid(bars, low, 200, 0)
  expect(polygons).toHaveLength(2)
  expectAllInside({ polygons, ink })
  const tall: Drawing = { widthPx: 300, heightPx: 600, isInk: () => true }
  const apart = await overlaid(bars, tall, 200, 0)
  expect(apart.polygons).toHaveLength(3)
  expectAllInside(apart)
})
