import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { bytesSource } from "../../../harness/bytes.ts"
import { drawFaultyPictures } from "../../../harness/ink-pictures.ts"
import { isFull } from "../../../harness/layer.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { defaultInkLimits } from "../../../sheet/ink/finding.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { openArtwork } from "../../../sheet/raster/open-artwork.ts"
import { SVG_STAMP_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { codesOf } from "./ink-codes.ts"
import { alphaOf, box, coverageOf, disc, draw, either, without } from "./made-shapes.ts"

const host = await openNodeHost()
const SIDE = 120
/** The share of the check's test pictures that are drawn. */
const SHARE = isFull ? 1 : 0.25
const mmPerPx = 25.4 / 300

const mended = async (picture: Picture, ...mends: Mend[]) =>
  rowsPicture(await mendRows(pictureRows(picture), mends, { mmPerPx, host }))

test("ink alone of less area than a disc of the limit goes, whatever else stays as it is", async () => {
  const px = 0.5 / mmPerPx
  const large = either(box(60, 80, 100, 60), disc(30, 20, px * 0.54))
  const small = either(disc(60.3, 20.6, px * 0.46), box(90, 20, 2, 1), box(100.5, 30.5, 1, 1))
  const ink = either(large, small)
  const picture = draw(SIDE, SIDE, coverageOf(ink))
  const after = await mended(picture, { kind: "drop-specks", mm: 0.5 })
  const wanted = draw(SIDE, SIDE, coverageOf(large))
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++) expect(alphaOf(after, x, y), `${x}, ${y}`).toBe(alphaOf(wanted, x, y))
})

test("film within ink of less area than a disc of the limit gets the colours around it", async () => {
  const px = 0.5 / mmPerPx
  const large = disc(90, 40, px * 0.54)
  const small = either(disc(40.3, 40.6, px * 0.46), box(60, 90, 2, 2), disc(80, 80, px * 0.4))
  const sheet = box(60, 60, 100, 100)
  // Colours that change slowly, so that the right one is known.
  const colour = (x: number, y: number) => [2 * x, 2 * y, 90] as const
  const picture = draw(SIDE, SIDE, coverageOf(without(sheet, large, small)), colour)
  const after = await mended(picture, { kind: "fill-pinholes", mm: 0.5 })
  const wanted = draw(SIDE, SIDE, coverageOf(without(sheet, large)), colour)
  for (let i = 0; i < wanted.rgba.length; i += 4) {
    // Smoothed edges of holes that are all but full stay.
    expect(Math.abs(after.rgba[i + 3] - wanted.rgba[i + 3])).toBeLessThan(16)
    if (wanted.rgba[i + 3] === 0) continue
    for (let c = i; c < i + 3; c++)
      expect(Math.abs(after.rgba[c] - wanted.rgba[c]), `${i}`).toBeLessThanOrEqual(4)
  }
})

test("a dot at the picture's border, one that reaches out of it and one within another are mended where they are dots", async () => {
  // A hole at the border is no pinhole; a speck at the border is a speck; a ring holds a speck in its film.
  const alpha = (x: number, y: number) => {
    const ring = Math.hypot(x - 60, y - 60)
    if (x < 3 && y > 50 && y < 54) return 255
    if (y >= SIDE - 2) return x > 20 && x < 24 ? 0 : 255
    return (ring > 20 && ring < 30) || ring < 1.5 ? 255 : 0
  }
  const after = await mended(
    draw(SIDE, SIDE, alpha),
    { kind: "drop-specks", mm: 0.5 },
    { kind: "fill-pinholes", mm: 0.5 },
  )
  expect(alphaOf(after, 1, 52)).toBe(0)
  expect(alphaOf(after, 22, SIDE - 1)).toBe(0)
  expect(alphaOf(after, 60, 60)).toBe(0)
  expect(alphaOf(after, 35, 60)).toBe(255)
})

test("after the mend for specks or pinholes at the template's limit the check finds none", async () => {
  const pictures = [
    ...(await drawFaultyPictures(3, "speck", SHARE)),
    ...(await drawFaultyPictures(3, "pinhole", SHARE)),
  ]
  expect(pictures.length).toBeGreaterThanOrEqual(4)
  for (const { name, bytes, kind, dpi, limits } of pictures) {
    const artwork = await openArtwork(bytesSource(bytes), kind, host, {
      widthPx: 1,
      effort: SVG_STAMP_EFFORT,
    })
    const printed = 25.4 / dpi
    const isSpeck = name.startsWith("speck")
    const code = isSpeck ? "speck" : "pinhole"
    expect(await codesOf(artwork, printed, limits, host), name).toContain(code)
    const mend: Mend = { kind: isSpeck ? "drop-specks" : "fill-pinholes", mm: limits.minSpeckMm }
    const rows = await mendRows(artwork, [mend], { mmPerPx: printed, host })
    expect(await codesOf(rows, printed, limits, host), name).not.toContain(code)
  }
})

test("a picture full of specks loses them all", async () => {
  const picture = draw(300, 300, (x, y) => (x % 3 === 0 && y % 3 === 0 ? 255 : 0))
  const after = await mended(picture, { kind: "drop-specks", mm: defaultInkLimits.minSpeckMm })
  expect(after.rgba.some((value, i) => i % 4 === 3 && value > 0)).toBe(false)
})
