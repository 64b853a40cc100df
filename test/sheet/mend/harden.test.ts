import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import type { Picture } from "../../../sheet/raster/artwork.ts"
import { alphaOf, box, coverageOf, disc, draw, type Shape } from "./made-shapes.ts"

const host = await openNodeHost()
const SIDE = 80

function hardened(picture: Picture, threshold: number): Promise<Picture> {
  return mendRows(pictureRows(picture), [{ kind: "harden", threshold }], { mmPerPx: 0.1, host }).then(
    rowsPicture,
  )
}

/** Returns alphas that fall from 255 to 0 over so many pixels across a shape's outline. */
const soft = (shape: Shape, width: number) => (x: number, y: number) =>
  Math.round(255 * Math.max(0, Math.min(1, 0.5 - shape(x, y) / width)))

test("soft alpha becomes solid at the threshold, with one soft pixel at the outline", async () => {
  const shapes = [disc(39.3, 40.6, 22), box(40.2, 39.7, 40.5, 33, 17), box(40, 40, 41, 30)]
  for (const shape of shapes)
    for (const width of [3, 8, 20])
      for (const threshold of [64, 128, 200]) {
        const mended = await hardened(draw(SIDE, SIDE, soft(shape, width)), threshold)
        // The line where alpha is the threshold.
        const outset = (0.5 - (threshold - 0.5) / 255) * width
        for (let y = 0; y < SIDE; y++)
          for (let x = 0; x < SIDE; x++) {
            const distance = shape(x, y) - outset
            // Around corners the lines of equal alpha are those of the distance.
            const wanted = 255 * Math.max(0, Math.min(1, 0.5 - distance))
            const which = `${x}, ${y} at ${threshold} over ${width} px, ${distance.toFixed(2)} px off`
            if (Math.abs(distance) > 1) expect(alphaOf(mended, x, y), which).toBe(wanted)
            else expect(Math.abs(alphaOf(mended, x, y) - wanted), which).toBeLessThan(127)
          }
      }
})

test("an outline that is clean already stays within an eighth of a pixel, and hard edges stay as they are", async () => {
  for (const shape of [disc(39.3, 40.6, 22), box(40.2, 39.7, 40.5, 33, 17)]) {
    const before = draw(SIDE, SIDE, coverageOf(shape))
    const after = await hardened(before, 128)
    let moved = 0
    let edges = 0
    for (let i = 3; i < before.rgba.length; i += 4) {
      moved += after.rgba[i] - before.rgba[i]
      if (before.rgba[i] % 255 !== 0) edges++
    }
    expect(Math.abs(moved / 255 / edges)).toBeLessThan(0.05)
    const most = before.rgba.reduce((worst, value, i) => Math.max(worst, Math.abs(value - after.rgba[i])), 0)
    expect(most).toBeLessThanOrEqual(64)
  }
  const hard = draw(SIDE, SIDE, (x, y) => (disc(40, 40, 20)(x, y) < 0 ? 255 : 0))
  expect(await hardened(hard, 128)).toEqual(hard)
})

test("soft areas below the threshold vanish, those above become solid, and colours stay", async () => {
  const picture = draw(
    20,
    4,
    (x) => (x < 10 ? 127 : 128),
    (x, y) => [x, y, 7],
  )
  const mended = await hardened(picture, 128)
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 20; x++) {
      expect([...mended.rgba.subarray((y * 20 + x) * 4, (y * 20 + x) * 4 + 3)]).toEqual([x, y, 7])
      expect(alphaOf(mended, x, y), `${x}`).toBe(x < 10 ? 0 : 255)
    }
})
