import sharp from "sharp"
import { expect, test } from "vitest"
import { openLayoutHost } from "../../../cli/node-host.ts"
import { defaultSheetTemplate } from "../../../contract/artwork/size.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import { drawnSheets } from "../../../harness/formats/seeded-print.ts"
import { sampled } from "../../../harness/layer.ts"
import { longTest } from "../../../harness/long-test.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { checkCutLine } from "../../../sheet/contour/check-cut-line.ts"
import { type CutRules, placedRings, ringPoints } from "../../../sheet/contour/cut-line.ts"
import { traceCutLine } from "../../../sheet/contour/trace-cut-line.ts"
import { documentOf, layoutOf, proveDocument } from "../../../sheet/preflight/layout-document.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"
import { inspectArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { host } from "../raster/decode.ts"

const film: LayoutTemplate = { ...defaultSheetTemplate, widthIn: 10, maxLengthIn: 60, dpi: 150 }
const rules: CutRules = {
  offsetMm: 0.06 * 25.4,
  corners: "round",
  islands: false,
  holes: false,
  smallestHoleMm: 2.54,
}

type Random = (below: number) => number

/** Returns artwork in parts: rings, open rings, bars and dots far apart, some with a small one inside. */
async function artwork(random: Random): Promise<Uint8Array> {
  const size = 320
  const rgba = new Uint8Array(size * size * 4)
  const kind = random(4)
  const dots = Array.from({ length: 2 + random(4) }, () => [random(size), random(size), 8 + random(30)])
  const [outer, thick, mouth] = [155, 12 + random(25), 10 + random(90)]
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const away = Math.hypot(x - size / 2, y - size / 2)
      const onRing = away < outer && away > outer - thick
      const isInk =
        kind === 0
          ? onRing
          : kind === 1
            ? (onRing && !(x > size / 2 && Math.abs(y - size / 2) < mouth)) || (away < 20 && mouth > 60)
            : kind === 2
              ? x < thick || x >= size - thick
              : dots.some(([cx, cy, radius]) => Math.hypot(x - cx, y - cy) < radius)
      if (isInk) rgba.set([20, 90, 160, 255], (y * size + x) * 4)
    }
  }
  return new Uint8Array(
    await sharp(rgba, { raw: { width: size, height: size, channels: 4 } })
      .png()
      .toBuffer(),
  )
}

async function printOf(seed: number) {
  const random = seeded(seed)
  const artworks: Uint8Array[] = []
  const items = []
  for (let i = 0; i < 5; i++) {
    const png = await artwork(random)
    const image = await inspectArtwork(bytesSource(png), host, { previewPx: 16 })
    artworks.push(png)
    const widthIn = i < 2 ? 3 + random(30) / 10 : 0.5 + random(15) / 10
    items.push({ id: `${i}`, image, widthIn, quantity: i < 2 ? 2 : 4, silhouette: image.silhouette })
  }
  return { items, artworks }
}

type Print = Awaited<ReturnType<typeof printOf>>

async function planned({ items, artworks }: Print, template: LayoutTemplate) {
  const plan = planPrint(items, template, await openLayoutHost(), { effort: "quick" })
  if (plan.kind === "too-large") throw new Error("a piece is too large")
  expect(plan.violations).toEqual([])
  return { plan, ...(await drawnSheets(plan.layout, { items, artworks }, template, host)) }
}

function isWithin(ring: Float64Array, x: number, y: number): boolean {
  const points = ringPoints(ring, 0.1)
  let isIn = false
  for (let i = 0; i < points.length; i += 2) {
    const [ax, ay] = [points[i], points[i + 1]]
    const next = (i + 2) % points.length
    const [bx, by] = [points[next], points[next + 1]]
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isIn = !isIn
  }
  return isIn
}

const seeds = sampled([1, 2, 3, 4, 5, 6], 3)

test("by a new template and destination, nested pieces have one line each, and none lies in another's", async () => {
  let pieces = 0
  for (const seed of seeds) {
    const { jobs, openStamp } = await planned(await printOf(seed), film)
    for (const job of jobs) {
      const line = await traceCutLine(job, rules, openStamp, host)
      await checkCutLine(line, job, rules, openStamp, host)
      const rings = [...placedRings(line)]
      expect(rings.length, `print ${seed}`).toBe(job.placements.length)
      for (const [i, ring] of rings.entries()) {
        const others = rings.filter((other, k) => k !== i && isWithin(ring, other[0], other[1]))
        expect(others.length, `print ${seed}, line ${i}`).toBe(0)
      }
      pieces += rings.length
    }
  }
  expect(pieces).toBe(seeds.length * 16)
})

longTest("only a template that uses holes takes a layout with a piece in another's hole", async () => {
  let [inside, proved] = [0, 0]
  for (const seed of seeds) {
    const print = await printOf(seed)
    const holed = { ...film, useHoles: true }
    const { plan, jobs, openStamp } = await planned(print, holed)
    const document = documentOf(plan.layout, print.items, { sheetTemplateId: "t", packing: "tightest" })
    expect(proveDocument(print.items, holed, document).kind).toBe("planned")
    const proof = proveDocument(print.items, film, document)
    proved++
    if (proof.kind === "planned") continue
    inside++
    expect(new Set(proof.violations.map(({ code }) => code))).toEqual(new Set(["overlap"]))
    expect(layoutOf(document, print.items, film).sheets).toHaveLength(jobs.length)
    // The line still comes between any two pieces.
    for (const job of jobs) {
      const line = await traceCutLine(job, rules, openStamp, host)
      await checkCutLine(line, job, rules, openStamp, host)
    }
  }
  expect(proved).toBe(seeds.length)
  expect(inside).toBeGreaterThanOrEqual(seeds.length / 2)
})
