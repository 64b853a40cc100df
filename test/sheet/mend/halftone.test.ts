import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { alphaOf, box, coverageOf, disc, draw } from "./made-shapes.ts"

const host = await openNodeHost()
const shapes = ["dot", "line", "diffusion"] as const

async function dotted(picture: Picture, dpi: number, mend: Omit<Mend & { kind: "halftone" }, "kind">) {
  const rows = await mendRows(pictureRows(picture), [{ kind: "halftone", ...mend }], {
    mmPerPx: 25.4 / dpi,
    host,
  })
  const result = await rowsPicture(rows)
  const isDot = (_byte: number, i: number) => i % 4 !== 3 || result.rgba[i] === 0 || result.rgba[i] === 255
  expect(result.rgba.every(isDot)).toBe(true)
  return result
}

/** Returns the mean alpha of a picture's middle, without `rim` pixels on each side. */
function toneOf(picture: Picture, rim: number): number {
  let sum = 0
  for (let y = rim; y < picture.heightPx - rim; y++)
    for (let x = rim; x < picture.widthPx - rim; x++) sum += alphaOf(picture, x, y)
  return sum / ((picture.widthPx - 2 * rim) * (picture.heightPx - 2 * rim))
}

test("areas of one tone keep it within one percent, whatever the lines and the angle", async () => {
  const settings = [
    { dpi: 300, linesPerInch: 45, angle: 22.5 },
    { dpi: 300, linesPerInch: 50, angle: 0 },
    { dpi: 300, linesPerInch: 75, angle: 45 },
    { dpi: 600, linesPerInch: 100, angle: 90 },
    { dpi: 150, linesPerInch: 37, angle: 61 },
  ]
  for (const { dpi, ...lines } of settings)
    for (const shape of shapes)
      for (const alpha of [6, 20, 64, 128, 200, 249]) {
        const flat = draw(260, 260, () => alpha)
        const tone = toneOf(await dotted(flat, dpi, { shape, ...lines }), 2)
        expect(Math.abs(tone - alpha) / 255, `${shape} ${alpha} ${JSON.stringify(lines)}`).toBeLessThan(0.01)
      }
})

test("a fade keeps its tone all along, and its whole ink even where it ends", async () => {
  const fade = draw(400, 300, (x, y) => (disc(200, 150, 140)(x, y) < 0 ? Math.round((x - 50) * 0.8) : 0))
  const sum = (picture: Picture) => toneOf(picture, 0) * picture.widthPx * picture.heightPx
  for (const shape of shapes) {
    const mended = await dotted(fade, 300, { shape, linesPerInch: 60, angle: 30 })
    expect(Math.abs(sum(mended) / sum(fade) - 1), shape).toBeLessThan(0.01)
  }
})

/** Returns how strongly a picture's alphas follow a wave of so many periods a pixel across and along. */
function waveOf(picture: Picture, across: number, along: number): number {
  let [real, imaginary] = [0, 0]
  for (let y = 0; y < picture.heightPx; y++)
    for (let x = 0; x < picture.widthPx; x++) {
      const turn = 2 * Math.PI * (x * across + y * along)
      real += alphaOf(picture, x, y) * Math.cos(turn)
      imaginary += alphaOf(picture, x, y) * Math.sin(turn)
    }
  return Math.hypot(real, imaginary) / (picture.widthPx * picture.heightPx * 255)
}

test("lines per inch and angle are exact over the whole picture", async () => {
  const side = 500
  const flat = draw(side, side, () => 120)
  for (const [linesPerInch, angle] of [
    [45, 22.5],
    [61.3, 75],
  ]) {
    const way = (angle * Math.PI) / 180
    for (const shape of ["dot", "line"] as const) {
      const mended = await dotted(flat, 300, { shape, linesPerInch, angle })
      // The lines run at the angle, so the wave stands across it. An error of half a period would put it out.
      const at = (lines: number, turn: number) =>
        waveOf(mended, (lines / 300) * Math.sin(turn), (lines / 300) * Math.cos(turn))
      const own = at(linesPerInch, way)
      expect(own).toBeGreaterThan(shape === "line" ? 0.28 : 0.12)
      for (const [lines, turn] of [
        [linesPerInch + 0.3, way],
        [linesPerInch - 0.3, way],
        [linesPerInch, way + 0.006],
        [linesPerInch, way - 0.006],
      ])
        expect(at(lines, turn), `${shape} ${lines} ${turn}`).toBeLessThan(own * 0.95)
    }
  }
})

test("solid parts stay solid, film stays film, smoothed edges are cut at their half and colours stay", async () => {
  const shape = box(60, 60, 70.4, 60.6, 21)
  const coverage = coverageOf(shape)
  const picture = draw(120, 120, coverage, (x, y) => [x, y, 9])
  for (const halftone of shapes) {
    const mended = await dotted(picture, 300, { shape: halftone, linesPerInch: 45, angle: 22.5 })
    for (let y = 0; y < 120; y++)
      for (let x = 0; x < 120; x++) {
        const i = (y * 120 + x) * 4
        expect(mended.rgba[i + 3]).toBe(coverage(x, y) < 128 ? 0 : 255)
        expect(mended.rgba.subarray(i, i + 3)).toEqual(picture.rgba.subarray(i, i + 3))
      }
  }
})

test("a shadow beside a solid shape is dotted up to its edge", async () => {
  const picture = draw(200, 100, (x) => (x < 100 ? 255 : 128))
  for (const shape of shapes) {
    const mended = await dotted(picture, 300, { shape, linesPerInch: 45, angle: 22.5 })
    let ink = 0
    for (let y = 0; y < 100; y++) for (let x = 100; x < 110; x++) ink += alphaOf(mended, x, y) / 255
    expect(alphaOf(mended, 99, 50)).toBe(255)
    expect(Math.abs(ink / 1000 - 0.5), shape).toBeLessThan(0.1)
  }
})
