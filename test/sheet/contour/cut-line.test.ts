import { expect, test } from "vitest"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { drawnSheet } from "../../../harness/drawn-sheet.ts"
import { seededPrint } from "../../../harness/formats/seeded-print.ts"
import { cutCase } from "../../../harness/fuzz/cut-case.ts"
import type { Drawing } from "../../../harness/fuzz/silhouettes.ts"
import { longTest } from "../../../harness/long-test.ts"
import { checkCutLine } from "../../../sheet/contour/check-cut-line.ts"
import type { CutLine, CutRules } from "../../../sheet/contour/cut-line.ts"
import { placedRings } from "../../../sheet/contour/cut-line.ts"
import { traceCutLine } from "../../../sheet/contour/trace-cut-line.ts"
import type { FormatJob } from "../../../sheet/formats/sheet-format.ts"
import { host } from "../raster/decode.ts"
import { expectNoInkWithin, inkDistances } from "./nearest-ink.ts"

const mm = 300 / 25.4
const rules: CutRules = { offsetMm: 1, corners: "round", islands: false, holes: false, smallestHoleMm: 2.5 }

/** Traces and proves the lines of one drawing; returns them as points. */
async function cut(drawing: Drawing, changes: Partial<CutRules> = {}) {
  const { job, openStamp } = await drawnSheet([drawing], host)
  const all = { ...rules, ...changes }
  const line = await traceCutLine(job, all, openStamp, host)
  await checkCutLine(line, job, all, openStamp, host)
  return { line, lengthMm: line.lengthPx / mm, rings: [...placedRings(line)] }
}

test("a box is cut as a box: round or in its corners, out or in, and its length is told", async () => {
  const box: Drawing = { widthPx: 240, heightPx: 120, isInk: () => true }
  const sides = (2 * (240 + 120)) / mm
  const round = await cut(box)
  expect(round.rings).toHaveLength(1)
  expect(round.lengthMm).toBeCloseTo(sides + 2 * Math.PI, 0)
  // Four sides and four corners, each of some curves.
  expect(round.rings[0].length).toBeLessThanOrEqual(2 + 6 * 16)
  const mitre = await cut(box, { corners: "mitre" })
  // The amount that thinning might have lost is added all around.
  expect(mitre.lengthMm).toBeGreaterThan(sides + 8)
  expect(mitre.lengthMm).toBeLessThan(sides + 8.8)
  expect(mitre.rings[0].length).toBe(2 + 6 * 4)
  const inward = await cut(box, { offsetMm: -1 })
  expect(inward.lengthMm).toBeCloseTo(sides - 8.4, 0)
  const none = await cut(box, { offsetMm: -6 })
  expect(none.rings).toEqual([])
  expect(none.line.uncut).toBe(1)
})

test("holes that are asked for are cut from the smallest on, and smaller ones are not", async () => {
  const frame = (holePx: number): Drawing => ({
    widthPx: 300,
    heightPx: 300,
    isInk: (x, y) => Math.hypot(x - 150, y - 150) > holePx / 2,
  })
  // The line lies a millimetre inside the hole: of 6 mm across, 4 remain.
  expect((await cut(frame(6 * mm), { holes: true })).rings).toHaveLength(2)
  expect((await cut(frame(6 * mm), { holes: true, smallestHoleMm: 5 })).rings).toHaveLength(1)
  expect((await cut(frame(3 * mm), { holes: true })).rings).toHaveLength(1)
})

test("pieces whose lines lie close are cut as one, others apart", async () => {
  const disc: Drawing = { widthPx: 100, heightPx: 100, isInk: (x, y) => Math.hypot(x - 50, y - 50) < 50 }
  const apart = async (gapMm: number) => {
    const { job, openStamp } = await drawnSheet([disc, disc], host, Math.round(gapMm * mm))
    const line = await traceCutLine(job, rules, openStamp, host)
    await checkCutLine(line, job, rules, openStamp, host)
    return line
  }
  for (const gapMm of [0.5, 1.8, 2.4]) expect((await apart(gapMm)).joined, `${gapMm} mm`).toHaveLength(1)
  const alone = await apart(3)
  expect(alone.joined).toEqual([])
  expect([...placedRings(alone)]).toHaveLength(2)
})

test("the dots of a halftone are cut as one piece, in about the time of a disc", async () => {
  const dots: Drawing = { widthPx: 480, heightPx: 480, isInk: (x, y) => x % 5 === 0 && y % 5 === 0 }
  const startMs = cpuMs()
  const { rings, lengthMm } = await cut(dots, { offsetMm: 5 })
  expect(cpuMs() - startMs).toBeLessThan(3_000)
  expect(rings).toHaveLength(1)
  expect(lengthMm).toBeCloseTo((4 * 476) / mm + 10 * Math.PI, -1)
})

test("a line that would leave the film is refused in words", async () => {
  const { job, openStamp } = await drawnSheet([{ widthPx: 80, heightPx: 80, isInk: () => true }], host)
  await expect(traceCutLine(job, { ...rules, offsetMm: 9 }, openStamp, host)).rejects.toThrow(
    /^The cut line would leave the film: the margin at its edges has to be 0\.02\d in wider/,
  )
})

test("halftones and hairs are traced in bounded pieces, and nothing of them lies outside", async () => {
  const halftone: Drawing = { widthPx: 900, heightPx: 900, isInk: (x, y) => x % 3 === 0 && y % 3 === 0 }
  expect((await cut(halftone)).rings).toHaveLength(1)
  const hairs: Drawing = {
    widthPx: 400,
    heightPx: 400,
    isInk: (x, y) => x === y || x === 200 || x + y === 399,
  }
  for (const offsetMm of [0, 0.2, 1]) expect((await cut(hairs, { offsetMm })).rings.length).toBeGreaterThan(0)
})

test("needles, holes, specks and single pixels are cut around, whatever the rules", async () => {
  let rings = 0
  for (let seed = 0; seed < 10; seed++) rings += await cutCase(seed, host)
  expect(rings).toBeGreaterThan(8)
})

longTest(
  "of seeded prints no line comes nearer to ink than the offset less 0.1 mm, nor crosses a piece",
  async () => {
    let [joined, alone, looked] = [0, 0, 0]
    for (const seed of [2, 6, 9, 11, 13]) {
      const print = await seededPrint(seed, host)
      const job = withMargin(print.sheets[0])
      const ink = await inkDistances(job, print.openStamp)
      for (const [i, offsetMm] of [0.05, 0.7, 2, -0.6].entries()) {
        const all: CutRules = {
          offsetMm,
          corners: (seed + i) % 2 === 0 ? "round" : "mitre",
          islands: seed % 3 === 0,
          holes: seed % 2 === 0,
          smallestHoleMm: 2.5,
        }
        const line = await traceCutLine(job, all, print.openStamp, host)
        await checkCutLine(line, job, all, print.openStamp, host)
        if (offsetMm > 0.1) looked += expectNoInkWithin(ink, line, ((offsetMm - 0.1) * job.dpi) / 25.4)
        joined += line.joined.length
        alone += line.designs.length
      }
    }
    expect(joined).toBeGreaterThan(50)
    expect(alone).toBeGreaterThan(10)
    expect(looked).toBeGreaterThan(20_000)
  },
)

test("the proof finds a line that is moved by a quarter of a millimetre, and one through a neighbour", async () => {
  const disc: Drawing = { widthPx: 200, heightPx: 200, isInk: (x, y) => Math.hypot(x - 100, y - 100) < 100 }
  const { job, openStamp } = await drawnSheet([disc, disc], host, 60)
  const check = (line: CutLine) => checkCutLine(line, job, rules, openStamp, host)
  const line = await traceCutLine(job, rules, openStamp, host)
  expect((await check(line)).points).toBeGreaterThan(1000)
  const [design] = line.designs
  const moved = (px: number) => ({
    ...line,
    designs: [
      { ...design, rings: design.rings.map((ring) => ring.map((at, i) => (i % 2 === 0 ? at + px : at))) },
    ],
  })
  for (const px of [0.25 * mm, -0.25 * mm, 60])
    await expect(check(moved(px))).rejects.toThrow("nearer to ink")
  for (const ring of design.rings) ring.set([ring[0], ring[1] + 60], 2)
  await expect(check(line)).rejects.toThrow("nearer to ink")
})

/** Returns the same sheet with more film around it, so that wide lines stay on it. */
function withMargin(job: FormatJob): FormatJob {
  const margin = 60
  const placements = job.placements.map((place) => ({ ...place, x: place.x + margin, y: place.y + margin }))
  const { widthPx, lengthPx } = job
  return { ...job, widthPx: widthPx + 2 * margin, lengthPx: lengthPx + 2 * margin, placements, labels: [] }
}
