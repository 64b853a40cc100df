import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { greyAndGreenPng } from "../../../harness/artwork.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import { buildPressProfile } from "../../../harness/icc-profile.ts"
import { drawInkPictures } from "../../../harness/ink-pictures.ts"
import { pictureRows } from "../../../harness/picture-rows.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { checkInk, checkInkRows } from "../../../sheet/ink/check-ink.ts"
import { withoutDots } from "../../../sheet/ink/dotted-ink.ts"
import { findInk } from "../../../sheet/ink/find-ink.ts"
import {
  defaultInkLimits,
  INK_MAX_PLACES,
  type InkFinding,
  type InkReport,
} from "../../../sheet/ink/finding.ts"
import { openInkReading } from "../../../sheet/ink/read-ink.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { SVG_INSPECT_WIDTH_PX } from "../../../sheet/raster/limits.ts"
import { openKernel } from "../../../sheet/raster/raster-kernel.ts"

const host = await openNodeHost()
const limits = defaultInkLimits
const MM_PER_IN = 25.4

/** Returns the findings of a square picture of `px` pixels, whose alphas are given by place. */
function findingsOf(px: number, dpi: number, alphaAt: (x: number, y: number) => number): InkFinding[] {
  const kernel = openKernel(host, "ink")
  const reading = openInkReading(kernel, { widthPx: px, heightPx: px, mmPerPx: MM_PER_IN / dpi }, limits)
  const row = new Uint8Array(px * 4)
  for (let y = 0; y < px; y++) {
    for (let x = 0; x < px; x++) row.set([40, 90, 160, alphaAt(x, y)], x * 4)
    reading.push(row)
  }
  const facts = { dpi: null, hasWhite: false, replacedFonts: null, droppedProfile: null, outside: null }
  const findings = findInk(reading.finish(), facts, limits)
  kernel.close()
  return findings
}

/** Returns the alpha of a pixel by the share of 8 × 8 points in it that are ink; points count in mm. */
function coverage(dpi: number, isInk: (x: number, y: number) => boolean) {
  const mm = MM_PER_IN / dpi
  return (x: number, y: number) => {
    let inked = 0
    for (let i = 0; i < 64; i++)
      if (isInk((x + (i % 8) / 8 + 1 / 16) * mm, (y + (i >> 3) / 8 + 1 / 16) * mm)) inked++
    return Math.round((inked / 64) * 255)
  }
}

test("strokes, gaps, specks and pinholes are measured to a tenth of a mm, at any angle and resolution", () => {
  const figure = (findings: InkFinding[], code: string) =>
    findings.find((finding) => finding.code === code)?.figure
  const random = seeded(5)
  for (const dpi of [150, 300, 600]) {
    const px = Math.round((8 / MM_PER_IN) * dpi)
    for (const sizeMm of [0.12, 0.16, 0.22, 0.45]) {
      const way = random(360) * (Math.PI / 180)
      const off = random(100) / 300
      const fromLine = (x: number, y: number) => (x - 4) * Math.sin(way) - (y - 4) * Math.cos(way) - off
      const alongLine = (x: number, y: number) => Math.abs((x - 4) * Math.cos(way) + (y - 4) * Math.sin(way))
      const isLine = (x: number, y: number) => Math.abs(fromLine(x, y)) <= sizeMm / 2 && alongLine(x, y) < 2.6
      const isDisc = (x: number, y: number) => Math.hypot(x - 4 - off, y - 4 + off) <= sizeMm / 2
      const isBlock = (x: number, y: number) => Math.abs(x - 4) < 7 && Math.abs(y - 4) < 7
      const made = [
        ["thin-stroke", isLine, limits.minStrokeMm],
        ["thin-gap", (x: number, y: number) => isBlock(x, y) && !isLine(x, y), limits.minGapMm],
        ["speck", (x: number, y: number) => (isBlock(x, y) && y > 5) || isDisc(x, y), limits.minSpeckMm],
        ["pinhole", (x: number, y: number) => isBlock(x, y) && !isDisc(x, y), limits.minSpeckMm],
      ] as const
      for (const [code, isInk, limit] of made) {
        const found = figure(findingsOf(px, dpi, coverage(dpi, isInk)), code)
        const which = `${code} of ${sizeMm} mm at ${dpi} DPI`
        if (sizeMm < limit - 0.1) expect(found, which).toBeDefined()
        if (sizeMm > limit + 0.1) expect(found, which).toBeUndefined()
        if (found !== undefined) expect(Math.abs(found - sizeMm), which).toBeLessThanOrEqual(0.1)
      }
    }
  }
})

test("drawn faults are found and nothing else, and clean pictures have none", async () => {
  for (const {
    name,
    faults,
    bytes,
    kind,
    widthMm,
    dpi,
    limits: drawnLimits,
    hasWhite,
  } of await drawInkPictures(2, 0.1625)) {
    const mmPerPx = kind === "svg" ? widthMm / SVG_INSPECT_WIDTH_PX : MM_PER_IN / dpi
    const { findings } = await checkInk(bytesSource(bytes), kind, host, {
      mmPerPx,
      limits: drawnLimits,
      hasWhite,
    })
    expect(findings.map(({ code }) => code).sort(), name).toEqual(faults.toSorted())
  }
})

test("of a picture full of specks or hair lines the worst places are kept, and the rest is counted", () => {
  const specks = findingsOf(900, 300, (x, y) => (x % 3 === 0 && y % 3 === 0 ? 255 : 0))
  const [speck] = specks.filter(({ code }) => code === "speck")
  expect(speck).toMatchObject({ count: 90_000, unit: "mm", limit: limits.minSpeckMm })
  expect(speck.places).toHaveLength(INK_MAX_PLACES)
  const comb = findingsOf(900, 300, (x) => (x % 6 < 2 ? 255 : 0))
  expect(comb.map(({ code }) => code)).toContain("thin-stroke")
})

test("ink that a press cannot mix is found by its share and place, and what it can mix is not", async () => {
  const icc = buildPressProfile()
  const found = async (vivid: number, press?: Uint8Array) => {
    const bytes = await greyAndGreenPng(2000, vivid)
    const { findings, notChecked } = await checkInk(bytesSource(bytes), "png", host, {
      ...{ mmPerPx: MM_PER_IN / 300, limits, hasWhite: false },
      ...(press && { press: async () => press }),
    })
    expect(notChecked).toEqual([])
    return findings.filter(({ code }) => code === "out-of-gamut")
  }
  expect(await found(0.4, icc)).toMatchObject([
    {
      ...{ severity: "warn", figure: 40, limit: 2, unit: "percent", count: 1, mends: [] },
      text: "40 % of the ink is outside what this press can mix. It prints duller than on a screen. Less vivid colours print as they are.",
    },
  ])
  // The green band lies on the right, to the tile of 32 of a thousand pixels.
  const [{ places }] = await found(0.1, icc)
  expect(places).toHaveLength(1)
  const [{ x, y, width, height }] = places
  expect([Math.abs(x - 900) <= 32, x + width, y, height]).toEqual([true, 1000, 0, 1000])
  expect(await found(0.1, icc)).toMatchObject([{ severity: "note", figure: 10 }])
  expect(await found(0.01, icc)).toEqual([])
  expect(await found(0.4)).toEqual([])
  // A profile that says it prints, and does not, is told as the reason why they are not known; the other findings stay.
  const { findings, notChecked } = await checkInk(bytesSource(await greyAndGreenPng(600, 0.4)), "png", host, {
    ...{ mmPerPx: MM_PER_IN / 100, limits, hasWhite: false },
    press: async () => icc.subarray(0, 400),
  })
  expect(notChecked).toEqual([
    { code: "out-of-gamut", reason: expect.stringContaining("Upload another one") },
  ])
  expect(findings.map(({ code }) => code)).toEqual(["low-dpi"])
})

test("the dots of a halftone are no specks, pinholes, strokes or gaps, and what else there is is told", async () => {
  const px = 360
  const rgba = Buffer.alloc(px * px * 4)
  for (let i = 0; i < px * px; i++) rgba.set([200, 30, 60, Math.round(((i % px) / px) * 255)], i * 4)
  const soft = { widthPx: px, heightPx: px, rgba }
  const mmPerPx = MM_PER_IN / 300
  const codesOf = (report: InkReport) => report.findings.map(({ code }) => code)
  const dotted = ["thin-stroke", "thin-gap", "speck", "pinhole"]
  for (const shape of ["dot", "line", "diffusion"] as const) {
    const mends = [{ kind: "halftone", shape, linesPerInch: 45, angle: 22.5 }] as const
    const rows = await mendRows(pictureRows(soft), mends, { mmPerPx, host })
    const report = await checkInkRows(rows, host, { mmPerPx, limits, hasWhite: false })
    expect(
      codesOf(report).some((code) => dotted.includes(code)),
      shape,
    ).toBe(true)
    const told = withoutDots(report, mends)
    expect(codesOf(told)).toEqual(codesOf(report).filter((code) => !dotted.includes(code)))
    expect(told.notChecked.map(({ code }) => code)).toEqual(dotted)
    expect(withoutDots(report, [{ kind: "harden" }])).toEqual(report)
  }
})
