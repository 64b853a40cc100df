import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { drawEnlarged } from "../../../harness/enlarged-drawings.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { psnr } from "../../../harness/psnr.ts"
import { photoLike } from "../../../harness/raw-pictures.ts"
import { randomBytes, seeded } from "../../../harness/seeded-random.ts"
import { throughJpeg } from "../../../harness/through-jpeg.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { colourOf, difference } from "../../../sheet/mend/oklab.ts"
import { traceDrawing } from "../../../sheet/mend/trace-drawing.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { openSvg } from "../../../sheet/raster/svg/open-svg.ts"
import { SVG_STAMP_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"
import { textSource } from "../../../sheet/raster/text-source.ts"
import { box, coverageOf, disc, draw } from "./made-shapes.ts"

const host = await openNodeHost()

const traced = async (picture: Picture, colours: number, printedWidthPx: number) => {
  const mend: Mend = { kind: "trace", colours }
  return rowsPicture(await mendRows(pictureRows(picture), [mend], { mmPerPx: 0.1, printedWidthPx, host }))
}

/** Returns the opaque colours of a picture and how often each is there. */
function coloursOf({ rgba }: Picture): Map<number, number> {
  const counts = new Map<number, number>()
  for (let at = 0; at < rgba.length; at += 4) {
    if (rgba[at + 3] !== 255) continue
    const colour = rgba[at] | (rgba[at + 1] << 8) | (rgba[at + 2] << 16)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return counts
}

test("a logo that went through JPEG has its few colours again, each nearly as it was drawn", async () => {
  const [drawing] = (await drawEnlarged(128, 1)).filter(({ name }) => name.includes("blob"))
  const wanted = ["#ffffff", "#f5a0be", "#14141a"].map(colourOf)
  const noisy = await throughJpeg(drawing.small, 80)
  expect(coloursOf(noisy).size).toBeGreaterThan(200)
  const after = await traced(noisy, 6, 128)
  const most = [...coloursOf(after)].sort(([, one], [, other]) => other - one).slice(0, 3)
  for (const [colour] of most)
    expect(Math.min(...wanted.map((own) => difference(own, colour)))).toBeLessThan(3)
  const share = most.reduce((sum, [, count]) => sum + count, 0) / (128 * 128)
  expect(share).toBeGreaterThan(0.8)
  expect(psnr(after.rgba, drawing.small.rgba)).toBeGreaterThan(psnr(noisy.rgba, drawing.small.rgba))
})

test("a drawing that is traced is as large and as sharp as if drawn so", async () => {
  for (const { name, small, large } of await drawEnlarged(64, 4)) {
    const after = await traced(small, 8, 256)
    expect([after.widthPx, after.heightPx], name).toEqual([256, 256])
    expect(psnr(after.rgba, large.rgba), name).toBeGreaterThan(17)
  }
})

test("no more colours than asked for stay, the largest first, and film stays film", async () => {
  const colours = [
    [200, 50, 60],
    [20, 20, 24],
    [31, 111, 139],
    [224, 165, 38],
    [61, 122, 58],
  ] as const
  const bars = (x: number) => Math.min(4, Math.floor(x / 20))
  const picture = draw(
    120,
    40,
    (x) => (x < 100 ? 255 : 0),
    (x) => colours[bars(x)],
  )
  const count = async (most: number) => {
    const after = await traced(picture, most, 120)
    for (let i = 3; i < after.rgba.length; i += 4) expect(after.rgba[i]).toBe(picture.rgba[i])
    return [...coloursOf(after).values()].filter((pixels) => pixels > 40).length
  }
  expect(await count(8)).toBe(5)
  expect(await count(3)).toBe(3)
  expect(await count(2)).toBe(2)
})

test("a picture without opaque ink stays as it is, and one of hairs alone keeps them", async () => {
  const faint = draw(30, 30, () => 90)
  expect(await traced(faint, 4, 30)).toEqual(faint)
  const hairs = draw(60, 60, (x, y) => (y % 6 === 0 ? 255 : x % 9 === 0 ? 255 : 0))
  expect(await traced(hairs, 4, 60)).toEqual(hairs)
  const soft = draw(
    80,
    80,
    coverageOf((x, y) => Math.min(disc(40, 40, 20)(x, y), box(40, 40, 70, 2, 30)(x, y))),
  )
  const { rgba } = await traced(soft, 4, 80)
  for (let i = 3; i < rgba.length; i += 4) expect(Math.abs(rgba[i] - soft.rgba[i])).toBeLessThan(24)
})

test("a logo becomes a drawing that is nearer to it than its pixels are, at four times their number", async () => {
  for (const { name, small, large } of await drawEnlarged(96, 4)) {
    const drawing = await traceDrawing(pictureRows(small), 8, host)
    if (drawing === null) throw new Error(`${name} is no drawing`)
    const rows = await openSvg(textSource(drawing), host, { widthPx: large.widthPx }, SVG_STAMP_EFFORT)
    const after = psnr((await rowsPicture(rows)).rgba, large.rgba)
    const inPixels = psnr((await traced(small, 8, large.widthPx)).rgba, large.rgba)
    expect(after, name).toBeGreaterThan(inPixels)
    expect(await traceDrawing(pictureRows(small), 8, host), name).toBe(drawing)
  }
})

test("shapes meet without a gap, to the picture's border, and only film lets through", async () => {
  const colours = [
    [200, 50, 60],
    [20, 20, 24],
    [31, 111, 139],
  ] as const
  const fan = draw(
    90,
    70,
    () => 255,
    (x, y) => colours[Math.abs(Math.floor((Math.atan2(y - 30.3, x - 41.7) * 3) / Math.PI)) % 3],
  )
  const drawing = await traceDrawing(pictureRows(fan), 6, host)
  if (drawing === null) throw new Error("it is no drawing")
  for (const widthPx of [90, 360, 700]) {
    const rows = await openSvg(textSource(drawing), host, { widthPx }, SVG_STAMP_EFFORT)
    const { rgba } = await rowsPicture(rows)
    let least = 255
    for (let i = 3; i < rgba.length; i += 4) least = Math.min(least, rgba[i])
    expect(least, `${widthPx} px`).toBe(255)
  }
})

test("what is no drawing is not made one: shades, hairs and photographs", async () => {
  const faint = draw(40, 40, (x) => 6 * x)
  const hairs = draw(60, 60, (x, y) => (y % 6 === 0 || x % 9 === 0 ? 100 : (x ^ y) % 11 === 0 ? 255 : 0))
  const photo = { widthPx: 300, heightPx: 200, rgba: photoLike(300, 200, 3) }
  for (const picture of [draw(30, 30, () => 90), faint, hairs, photo])
    expect(await traceDrawing(pictureRows(picture), 16, host)).toBeNull()
})

test("where every colour is rare, as many are kept as are asked for", async () => {
  const noise = { widthPx: 400, heightPx: 300, rgba: randomBytes(400 * 300 * 4, seeded(5)) }
  for (let i = 3; i < noise.rgba.length; i += 4) noise.rgba[i] = 255
  const { size } = coloursOf(await traced(noise, 4, 400))
  expect(size).toBeGreaterThan(0)
})
