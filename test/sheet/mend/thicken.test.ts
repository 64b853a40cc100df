import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import { drawFaultyPictures } from "../../../harness/ink-pictures.ts"
import { isFull } from "../../../harness/layer.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { SVG_STAMP_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { codesOf } from "./ink-codes.ts"
import { alphaOf, box, coverageOf, disc, draw, either, type Shape, without } from "./made-shapes.ts"

const host = await openNodeHost()
const SIDE = 140

const thickened = async (picture: Picture, mm: number, mmPerPx = 0.1) =>
  rowsPicture(
    await mendRows(pictureRows(picture), [{ kind: "thicken", mm } satisfies Mend], { mmPerPx, host }),
  )

/** Returns the greatest error of a picture's alphas from a shape's, in pixels, where `isIn` says so. */
function errorOf(
  picture: Picture,
  shape: Shape,
  isIn: (x: number, y: number) => boolean = () => true,
): number {
  let most = 0
  for (let y = 0; y < picture.heightPx; y++)
    for (let x = 0; x < picture.widthPx; x++)
      if (isIn(x, y)) most = Math.max(most, Math.abs(alphaOf(picture, x, y) - coverageOf(shape)(x, y)) / 255)
  return most
}

test("strokes thinner than the limit get its width, along straight and bent lines at any angle", async () => {
  for (const width of [0.8, 1.3, 2.1, 3.4])
    for (const degrees of [0, 7, 30, 45, 60, 88, 90]) {
      const thin = box(70.3, 69.6, 90, width, degrees)
      const wide = box(70.3, 69.6, 90, 4.2, degrees)
      const away = (x: number, y: number) => Math.hypot(x - 70.3, y - 69.6) < 40
      const after = await thickened(draw(SIDE, SIDE, coverageOf(thin)), 0.42)
      expect(errorOf(after, wide, away), `${width} px at ${degrees}°`).toBeLessThan(0.35)
    }
  const ring = (width: number) => without(disc(70.3, 69.6, 40 + width / 2), disc(70.3, 69.6, 40 - width / 2))
  for (const width of [1, 2.5])
    expect(errorOf(await thickened(draw(SIDE, SIDE, coverageOf(ring(width))), 0.42), ring(4.2))).toBeLessThan(
      0.35,
    )
})

test("ink that is thick enough keeps its outline, corners and tips too", async () => {
  const star: Shape = (x, y) => {
    const way = (((Math.atan2(y - 70, x - 70) * 5) / (2 * Math.PI) + 5.25) % 1) - 0.5
    const [radius, turn] = [Math.hypot(x - 70, y - 70), (Math.abs(way) * 2 * Math.PI) / 5]
    // The line from a tip at 60 px to the next notch at 30 px.
    const [tipX, notchX, notchY] = [60, 30 * Math.cos(Math.PI / 5), 30 * Math.sin(Math.PI / 5)]
    const [px, py] = [radius * Math.cos(turn), radius * Math.sin(turn)]
    const length = Math.hypot(notchX - tipX, notchY)
    return ((px - tipX) * notchY - py * (notchX - tipX)) / length
  }
  const thick = [
    disc(70.3, 69.6, 2.3),
    disc(70.3, 69.6, 30),
    box(70, 70, 60, 40),
    box(70.3, 69.6, 60, 40, 20),
    box(70.3, 69.6, 60, 40, 45),
    box(70.3, 69.6, 60, 4.7, 33),
    box(70.3, 69.6, 8, 8, 45),
    star,
  ]
  for (const [i, shape] of thick.entries()) {
    const before = draw(SIDE, SIDE, coverageOf(shape))
    const after = await thickened(before, 0.42)
    const most = before.rgba.reduce(
      (worst, value, at) => Math.max(worst, Math.abs(value - after.rgba[at])),
      0,
    )
    expect(most, `shape ${i}`).toBeLessThanOrEqual(128)
  }
})

test("a dot that is too small gets the limit's diameter, and the ends of strokes reach no farther than that", async () => {
  const dots = either(disc(30.3, 29.6, 1.2), disc(60, 30, 0.6), box(100, 30, 2, 2))
  const after = await thickened(draw(SIDE, 60, coverageOf(dots)), 0.6)
  const wanted = either(disc(30.3, 29.6, 3), disc(60, 30, 3), disc(100, 30, 3))
  expect(errorOf(after, wanted)).toBeLessThan(0.7)
  const stroke = await thickened(draw(SIDE, 60, coverageOf(box(70, 30, 60, 2))), 0.6)
  for (let y = 0; y < 60; y++)
    for (let x = 0; x < SIDE; x++)
      if (box(70, 30, 64, 6)(x, y) > 1) expect(alphaOf(stroke, x, y), `${x}, ${y}`).toBe(0)
})

test("what is added has the colour of the ink that is nearest, and art lies over it", async () => {
  const left = box(50, 50, 2, 80)
  const right = box(56, 50, 2, 80)
  const picture = draw(110, 100, coverageOf(either(left, right)), (x) =>
    x < 53 ? [200, 10, 20] : [10, 20, 200],
  )
  const { rgba } = await thickened(picture, 0.5)
  for (let x = 40; x < 66; x++) {
    const at = (50 * 110 + x) * 4
    if (rgba[at + 3] === 0) continue
    expect([...rgba.subarray(at, at + 3)], `${x}`).toEqual(x < 53 ? [200, 10, 20] : [10, 20, 200])
  }
})

test("a thin frame along the picture's border grows inwards, to the whole width", async () => {
  for (const width of [1, 2]) {
    const frame = without(box(49.5, 39.5, 100, 80), box(49.5, 39.5, 100 - 2 * width, 80 - 2 * width))
    const wanted = without(box(49.5, 39.5, 100, 80), box(49.5, 39.5, 90, 70))
    const after = await thickened(draw(100, 80, coverageOf(frame)), 0.5)
    const isBar = (x: number, y: number) => (x > 10 && x < 90) !== (y > 10 && y < 70)
    expect(errorOf(after, wanted, isBar)).toBeLessThan(0.1)
    for (let i = 0; i < after.rgba.length; i += 4)
      if (after.rgba[i + 3] > 0) expect([...after.rgba.subarray(i, i + 3)]).toEqual([40, 90, 160])
  }
})

test("after thickening to the check's own proposal it finds no thin strokes", async () => {
  const pictures = await drawFaultyPictures(3, "thin-stroke", isFull ? 1 : 0.4)
  expect(pictures.length).toBeGreaterThanOrEqual(2)
  for (const { name, bytes, kind, dpi, limits } of pictures) {
    const artwork = await openArtwork(bytesSource(bytes), kind, host, {
      widthPx: 1,
      effort: SVG_STAMP_EFFORT,
    })
    const printed = 25.4 / dpi
    expect(await codesOf(artwork, printed, limits, host), name).toContain("thin-stroke")
    const mend: Mend = { kind: "thicken", mm: limits.minStrokeMm + 0.05 }
    const rows = await mendRows(artwork, [mend], { mmPerPx: printed, host })
    expect(await codesOf(rows, printed, limits, host), name).not.toContain("thin-stroke")
  }
})
