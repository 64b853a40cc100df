import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { drawComposite } from "../../../harness/composites.ts"
import { drawEnlarged, drawOthers } from "../../../harness/enlarged-drawings.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { psnr } from "../../../harness/psnr.ts"
import { photoLike } from "../../../harness/raw-pictures.ts"
import { defaultInkLimits } from "../../../sheet/ink/finding.ts"
import { isBetterSharp } from "../../../sheet/mend/edge-trial.ts"
import { enlargementOf } from "../../../sheet/mend/enlarge.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendPrinted } from "../../../sheet/mend/mend-printed.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { resampled } from "../../../sheet/mend/resampled.ts"
import type { Picture, RowSource } from "../../../sheet/raster/artwork.ts"
import { codesOf } from "./ink-codes.ts"
import { alphaOf, box, coverageOf, disc, draw, either, without } from "./made-shapes.ts"

const host = await openNodeHost()
const edges: Mend = { kind: "enlarge", method: "edges" }
const lanczos: Mend = { kind: "enlarge", method: "lanczos" }
const TIMES = 4
/** What an edge-directed method has to be better by, in dB, on each drawing. */
const LEAST_GAIN_DB = 1.5

const stretched = async (small: Picture, { widthPx, heightPx }: Picture) =>
  resampled(pictureRows(small), widthPx, heightPx, host)
const enlarged = async (picture: Picture, mend: Mend, printedWidthPx = picture.widthPx * TIMES) =>
  rowsPicture(await mendRows(pictureRows(picture), [mend], { mmPerPx: 25.4 / 72, printedWidthPx, host }))

test("a drawing comes nearer to itself at the new size than by Lanczos", async () => {
  for (const { name, small, large } of await drawEnlarged(64, TIMES)) {
    if (name.startsWith("hard")) continue
    const [sharp, soft] = [await enlarged(small, edges), await enlarged(small, lanczos)]
    expect([sharp.widthPx, sharp.heightPx], name).toEqual([large.widthPx, large.heightPx])
    expect(psnr(sharp.rgba, large.rgba), name).toBeGreaterThan(psnr(soft.rgba, large.rgba) + LEAST_GAIN_DB)
  }
})

test("a picture that sharp edges are no gain for is enlarged by Lanczos, and no drawing comes out worse", async () => {
  for (const times of [2, TIMES])
    for (const { name, small, large } of [
      ...(await drawEnlarged(96, times)),
      ...(await drawOthers(96, times)),
    ]) {
      const [sharp, soft] = [
        await enlarged(small, edges, large.widthPx),
        await enlarged(small, lanczos, large.widthPx),
      ]
      if (name.startsWith("hard")) expect(sharp, name).toEqual(soft)
      else
        expect(psnr(sharp.rgba, large.rgba), name).toBeGreaterThan(
          psnr(soft.rgba, large.rgba) + LEAST_GAIN_DB,
        )
    }
  const photo = { widthPx: 300, heightPx: 200, rgba: photoLike(300, 200, 3) }
  expect(await enlarged(photo, edges)).toEqual(await enlarged(photo, lanczos))
  const [one] = await drawEnlarged(96, 2)
  const around = { widthPx: 4000, heightPx: 3000, rgba: new Uint8Array(4000 * 3000 * 4) }
  for (let y = 0; y < 96; y++)
    around.rgba.set(one.small.rgba.subarray(y * 384, (y + 1) * 384), ((1500 + y) * 4000 + 1700) * 4)
  expect(await isBetterSharp(pictureRows(around), 1, host)).toBe(true)
})

test("a drawing that was enlarged before it came keeps its pixels and gets the edges that they have room for", async () => {
  for (const times of [2, 3, 4])
    for (const { name, small, large } of await drawEnlarged(96, times)) {
      if (name.startsWith("hard")) continue
      const before = await rowsPicture(await stretched(small, large))
      const sharp = await enlarged(before, edges, before.widthPx)
      expect([sharp.widthPx, sharp.heightPx], name).toEqual([large.widthPx, large.heightPx])
      expect(psnr(sharp.rgba, large.rgba), name).toBeGreaterThan(
        psnr(before.rgba, large.rgba) + LEAST_GAIN_DB,
      )
    }
})

test("edges are one pixel soft and stay where they were", async () => {
  const shape = either(without(disc(30.3, 29.6, 20.2), disc(33, 28, 8.5)), box(62.2, 30.3, 9, 40, 12))
  const sharp = await enlarged(draw(75, 60, coverageOf(shape)), edges)
  const large = coverageOf((x, y) => shape((x - 1.5) / TIMES, (y - 1.5) / TIMES) * TIMES)
  let [off, most, count] = [0, 0, 0]
  for (let y = 0; y < sharp.heightPx; y++)
    for (let x = 0; x < sharp.widthPx; x++) {
      const distance = shape((x - 1.5) / TIMES, (y - 1.5) / TIMES) * TIMES
      if (Math.abs(distance) > 6) expect(alphaOf(sharp, x, y), `${x}, ${y}`).toBe(distance < 0 ? 255 : 0)
      else {
        const error = (alphaOf(sharp, x, y) - large(x, y)) / 255
        off += error
        most = Math.max(most, Math.abs(error))
        count++
      }
    }
  expect(Math.abs(off / count)).toBeLessThan(0.02)
  // A corner loses its tip.
  expect(most).toBeLessThan(1.01)
})

test("what is soft by itself stays as Lanczos has it: fades, shadows and photographs' grounds", async () => {
  const fade = draw(60, 40, (x, y) => Math.max(0, Math.round(255 - 6 * Math.hypot(x - 30, y - 20))))
  const [sharp, soft] = [await enlarged(fade, edges), await enlarged(fade, lanczos)]
  const most = sharp.rgba.reduce((worst, code, i) => Math.max(worst, Math.abs(code - soft.rgba[i])), 0)
  expect(most).toBeLessThanOrEqual(8)
  const photo = { widthPx: 60, heightPx: 40, rgba: photoLike(60, 40, 3) }
  expect(await enlarged(photo, edges)).toMatchObject({ widthPx: 240, heightPx: 160 })
})

test("a picture gets as many pixels as its print has, at most four times as many, and never more than there may be", async () => {
  const small = { widthPx: 500, heightPx: 300 }
  expect(enlargementOf(small, { printedWidthPx: 500 })).toBe(1)
  expect(enlargementOf(small, { printedWidthPx: 501 })).toBe(2)
  expect(enlargementOf(small, { printedWidthPx: 1000 })).toBe(2)
  expect(enlargementOf(small, { printedWidthPx: 1001 })).toBe(4)
  expect(enlargementOf(small, { printedWidthPx: 9000 })).toBe(4)
  // Where the printed width is not known, 20 in at 300 DPI.
  expect(enlargementOf(small, {})).toBe(4)
  expect(enlargementOf({ widthPx: 2000, heightPx: 3000 }, {})).toBe(2)
  expect(enlargementOf({ widthPx: 6000, heightPx: 10 }, {})).toBe(1)
  expect(enlargementOf({ widthPx: 5500, heightPx: 5500 }, {})).toBe(1)
  expect(enlargementOf({ widthPx: 40_000, heightPx: 10 }, { printedWidthPx: 160_000 })).toBe(2)
  expect(enlargementOf(small, { mostPixels: 2_000_000 })).toBe(2)
  const { truth } = drawComposite(1, 60)
  expect(await enlarged(truth, edges, 60)).toEqual(truth)
})

test("a piece is enlarged for its print, and the check finds its detail fine", async () => {
  const rings = Array.from({ length: 6 }, (_, i) =>
    without(disc(60 * i + 30.3, 39.6, 28), disc(60 * i + 33, 38, 12.5)),
  )
  const picture = draw(360, 80, coverageOf(either(...rings)))
  // From some 90 pixels an inch.
  const print = { widthPx: 1200, dpi: 300 }
  const [plain, sharp] = [
    await mendPrinted(pictureRows(picture), [], print, host),
    await mendPrinted(pictureRows(picture), [edges], print, host),
  ]
  expect([sharp.widthPx, sharp.heightPx]).toEqual([plain.widthPx, plain.heightPx])
  const codes = (rows: RowSource) => codesOf(rows, 25.4 / print.dpi, defaultInkLimits, host, print.dpi)
  expect(await codes(plain)).toContain("upscaled")
  expect(await codes(sharp)).not.toContain("upscaled")
})

test("mends that count in mm go by the enlarged picture's pixels", async () => {
  const picture = draw(60, 60, coverageOf(disc(30, 30, 20)))
  const rows = await mendRows(pictureRows(picture), [{ kind: "choke", mm: 1 }, edges], {
    mmPerPx: 0.25,
    printedWidthPx: 240,
    host,
  })
  const choked = await rowsPicture(rows)
  let inked = 0
  for (let x = 0; x < 240; x++) inked += alphaOf(choked, x, 120) / 255
  // 40 pixels of 0.25 mm, less 1 mm on each side, in pixels of 0.0625 mm.
  expect(Math.abs(inked - 128)).toBeLessThan(1)
})
