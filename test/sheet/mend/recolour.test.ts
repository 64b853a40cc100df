import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { drawComposite } from "../../../harness/composites.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { colourOf, difference, labOf } from "../../../sheet/mend/oklab.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"

const host = await openNodeHost()
const mend: Mend = { kind: "recolour", from: "#c83232", to: "#2850c8", tolerance: 8 }

async function mended(picture: Picture, ...mends: Mend[]): Promise<Picture> {
  return rowsPicture(await mendRows(pictureRows(picture), mends, { mmPerPx: 25.4 / 300, host }))
}

test("a colour gets another, its shades keep their difference, and alphas stay", async () => {
  const shades = ["#c83232", "#cc3838", "#be2d2f", "#ffffff", "#c83232"].map(colourOf)
  const rgba = new Uint8Array(shades.length * 4)
  shades.forEach((colour, i) => {
    rgba.set([colour & 255, (colour >>> 8) & 255, colour >>> 16, i === 4 ? 100 : 255], i * 4)
  })
  const result = await mended({ widthPx: 5, heightPx: 1, rgba }, mend)
  const colours = Array.from({ length: 5 }, (_, i) => {
    const [red, green, blue] = result.rgba.subarray(i * 4)
    return red | (green << 8) | (blue << 16)
  })
  expect([colours[0], colours[3], colours[4]]).toEqual([colourOf("#2850c8"), 0xffffff, colourOf("#2850c8")])
  for (const i of [1, 2])
    for (let c = 0; c < 3; c++) {
      const own = labOf(shades[i])[c] - labOf(shades[0])[c]
      expect(labOf(colours[i])[c] - labOf(colours[0])[c]).toBeCloseTo(own, 1)
    }
  expect(result.rgba.filter((_, i) => i % 4 === 3)).toEqual(Uint8Array.of(255, 255, 255, 255, 100))
})

test("a recoloured drawing looks as if drawn so, without a rim of the old colour", async () => {
  // Any drawing, its ground, and the same drawing on another ground.
  for (const i of [1, 2, 4, 7]) {
    const { picture, truth, ground } = drawComposite(i, 120)
    const to = colourOf("#2850c8")
    const result = await mended(picture, { kind: "recolour", from: ground, to: "#2850c8", tolerance: 8 })
    let wrong = 0
    for (let at = 0; at < result.rgba.length; at += 4) {
      const share = truth.rgba[at + 3] / 255
      let wanted = 0
      for (let c = 0; c < 3; c++)
        wanted |= Math.round(share * truth.rgba[at + c] + (1 - share) * ((to >>> (8 * c)) & 255)) << (8 * c)
      const colour = result.rgba[at] | (result.rgba[at + 1] << 8) | (result.rgba[at + 2] << 16)
      if (difference(colour, wanted) > 2) wrong++
    }
    expect(wrong, `drawing ${i}`).toBeLessThan(10)
  }
})

test("between the tolerance and one and a half of it the change fades", async () => {
  const grey = (code: number) => [code, code, code, 255]
  const codes = Array.from({ length: 60 }, (_, i) => 100 + i)
  const rgba = Uint8Array.from(codes.flatMap(grey))
  const shift = (r: Picture, i: number) => r.rgba[i * 4 + 2] - r.rgba[i * 4]
  const result = await mended(
    { widthPx: 60, heightPx: 1, rgba },
    { kind: "recolour", from: "#646464", to: "#64649b", tolerance: 8 },
  )
  const shifts = codes.map((_, i) => shift(result, i))
  expect(shifts[0]).toBe(0x9b - 0x64)
  expect(shifts[59]).toBe(0)
  for (let i = 1; i < 60; i++) expect(Math.abs(shifts[i] - shifts[i - 1])).toBeLessThan(16)
})
