import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { drawEnlarged } from "../../../harness/enlarged-drawings.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { psnr } from "../../../harness/psnr.ts"
import { throughJpeg } from "../../../harness/through-jpeg.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { colourOf, difference } from "../../../sheet/mend/oklab.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
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
