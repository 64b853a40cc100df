import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { openNearestSites } from "../../../sheet/mend/nearest-sites.ts"
import { NO_SITE, siteCode, WITHIN } from "../../../sheet/mend/outline-sites.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { alphaOf, box, coverageOf, disc, draw, either, type Shape, without } from "./made-shapes.ts"

const host = await openNodeHost()

const mended = async (picture: Picture, mend: Mend, mmPerPx: number) =>
  rowsPicture(await mendRows(pictureRows(picture), [mend], { mmPerPx, host }))

/** Returns the greatest and the mean difference of alphas from those of a distance to an outline, 1 being a pixel. */
function errorOf(
  picture: Picture,
  distance: (x: number, y: number) => number,
): { most: number; mean: number } {
  let most = 0
  let sum = 0
  let edges = 0
  for (let y = 0; y < picture.heightPx; y++)
    for (let x = 0; x < picture.widthPx; x++) {
      const wanted = Math.max(0, Math.min(1, 0.5 - distance(x, y)))
      const error = Math.abs(alphaOf(picture, x, y) / 255 - wanted)
      most = Math.max(most, error)
      sum += error
      if (wanted > 0 && wanted < 1) edges++
    }
  return { most, mean: sum / edges }
}

const SIDE = 160
/** Shapes, and how far a border around them may be off, in pixels: smoothed corners that lie askew have lost their tips. */
const shapes: [string, Shape, number][] = [
  ["disc", disc(80.3, 79.6, 30.2), 0.06],
  ["box", box(80, 80, 61, 40), 0.02],
  ["slanted", box(80.2, 79.7, 70.3, 30.6, 17), 0.6],
  ["steep", box(80.2, 79.7, 70.3, 30.6, 86), 0.6],
  ["diagonal", box(79.6, 80.1, 60.5, 25.5, 45), 0.6],
  ["two near each other", either(disc(55.2, 80.3, 20.1), disc(110.4, 79.1, 30.3)), 0.06],
  ["small things", either(disc(60.4, 60.7, 1.4), box(100.3, 90.2, 2.1, 30, 30), box(50, 110, 1, 1)), 0.6],
]

test("a border has its width all around, below a tenth of a pixel, and is one pixel soft", async () => {
  for (const [name, shape, most] of shapes)
    for (const radius of [0.6, 2.4, 9.3, 40.7]) {
      const picture = draw(SIDE, SIDE, coverageOf(shape))
      const after = await mended(picture, { kind: "outline", mm: radius / 10, colour: "#28a05a" }, 0.1)
      const margin = Math.ceil(radius) + 1
      expect([after.widthPx, after.heightPx]).toEqual([SIDE + 2 * margin, SIDE + 2 * margin])
      const error = errorOf(after, (x, y) => shape(x - margin, y - margin) - radius)
      const which = `${name} by ${radius} px: ${JSON.stringify(error)}`
      expect(error.most, which).toBeLessThan(most)
      expect(error.mean, which).toBeLessThan(most < 0.1 ? 0.02 : 0.16)
    }
})

test("a choke takes its width off all around, holes and the picture's border too", async () => {
  const ring = without(disc(80.3, 79.6, 60.2), disc(84, 79, 20.5))
  for (const radius of [0.6, 2.4, 9.3]) {
    const after = await mended(draw(SIDE, SIDE, coverageOf(ring)), { kind: "choke", mm: radius / 10 }, 0.1)
    const error = errorOf(after, (x, y) => ring(x, y) + radius)
    expect(error.mean, `${radius}`).toBeLessThan(0.02)
    expect(error.most, `${radius}`).toBeLessThan(0.06)
    const whole = await mended(
      draw(60, 40, () => 255),
      { kind: "choke", mm: radius / 10 },
      0.1,
    )
    expect(errorOf(whole, (x, y) => box(29.5, 19.5, 60, 40)(x, y) + radius).most).toBeLessThan(0.02)
  }
})

test("a silhouette is all ink, shadows too: their inner edges are none", async () => {
  const shadow = box(80, 80, 101, 101)
  const solid = box(80, 80, 50, 50)
  const alpha = (x: number, y: number) => (solid(x, y) < 0 ? 255 : Math.round(coverageOf(shadow)(x, y) * 0.3))
  const choked = await mended(draw(SIDE, SIDE, alpha), { kind: "choke", mm: 0.5 }, 0.1)
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) expect(alphaOf(choked, x, y)).toBe(shadow(x, y) < -5 ? alpha(x, y) : 0)
  const bordered = await mended(draw(SIDE, SIDE, alpha), { kind: "outline", mm: 0.5, colour: "#000000" }, 0.1)
  expect(errorOf(bordered, (x, y) => shadow(x - 6, y - 6) - 5).most).toBeLessThan(0.05)
})

test("a border lies beneath the art, whose own pixels stay", async () => {
  const picture = draw(40, 40, coverageOf(disc(20, 20, 12.3)), (x, y) => [x, y, 200])
  const { widthPx, rgba } = await mended(picture, { kind: "outline", mm: 0.3, colour: "#ff8000" }, 0.1)
  for (let y = 0; y < 40; y++)
    for (let x = 0; x < 40; x++) {
      const own = picture.rgba.subarray((y * 40 + x) * 4, (y * 40 + x) * 4 + 4)
      const at = ((y + 4) * widthPx + x + 4) * 4
      const pixel = rgba.subarray(at, at + 4)
      if (own[3] === 255) expect(pixel).toEqual(own)
      else if (own[3] === 0 && pixel[3] > 0) expect([...pixel.subarray(0, 3)]).toEqual([255, 128, 0])
      else if (own[3] > 0) {
        const share = own[3] / 255
        expect(pixel[3]).toBe(255)
        expect(Math.abs(pixel[2] - 200 * share)).toBeLessThanOrEqual(1)
      }
    }
})

test("the nearest site of each pixel is the nearest, whatever lies where", () => {
  const random = seeded(9)
  for (const [width, height, reach, share] of [
    [40, 60, 7, 30],
    [33, 50, 12, 3],
    [70, 40, 30, 400],
    [25, 25, 60, 90],
  ]) {
    // A set in blocks, with sites in the middles of pixels.
    const codes = Uint16Array.from({ length: width * height }, () =>
      random(share) === 0 ? siteCode(0, 0) : random(5) === 0 ? WITHIN : NO_SITE,
    )
    const nearest = openNearestSites(width, reach)
    let y = 0
    for (let row = 0; row < height + reach; row++) {
      const own = row < height ? codes.subarray(row * width, (row + 1) * width) : new Uint16Array(width)
      const columns = Int32Array.from([...own.keys()].filter((x) => own[x] > WITHIN))
      nearest.push({ codes: own, columns, count: columns.length })
      if (nearest.row() < y) continue
      expect(nearest.row()).toBe(y)
      const cells = nearest.span(0, width)
      const found = new Float64Array(width).fill(Number.POSITIVE_INFINITY)
      for (let k = 0; k < cells; k++)
        for (let x = nearest.starts[k]; x < nearest.starts[k + 1]; x++) {
          found[x] = nearest.pixelSquare(k, x)
          expect(found[x]).toBe((x - nearest.columns[k]) ** 2 + (y - nearest.rows[k]) ** 2)
        }
      for (let x = 0; x < width; x++) {
        let least = Number.POSITIVE_INFINITY
        codes.forEach((code, i) => {
          const square = (x - (i % width)) ** 2 + (y - Math.floor(i / width)) ** 2
          if (code > WITHIN && square < least) least = square
        })
        if (least <= reach * reach) expect(found[x], `${x}, ${y}`).toBe(least)
        else expect(found[x] > reach * reach).toBe(true)
      }
      y++
    }
    expect(y).toBe(height)
  }
})
