import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { randomBytes, seeded } from "../../../harness/seeded-random.ts"
import { turn } from "../../../sheet/mend/turn.ts"
import type { Picture, RowSource } from "../../../sheet/raster/artwork.ts"

const host = await openNodeHost()

async function turned(picture: Picture, degrees: 90 | 180 | 270): Promise<Picture> {
  return rowsPicture(await turn(pictureRows(picture), { kind: "turn", degrees }, { mmPerPx: 0.1, host }))
}

function pixels({ rgba }: Picture): Uint32Array {
  return new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length / 4)
}

test("a turn is clockwise and keeps each pixel", async () => {
  const random = seeded(4)
  for (const [widthPx, heightPx] of [
    [1, 1],
    [3, 2],
    [19, 40],
    [37, 5],
  ]) {
    const picture = { widthPx, heightPx, rgba: randomBytes(widthPx * heightPx * 4, random) }
    const [quarter, half, back] = [
      await turned(picture, 90),
      await turned(picture, 180),
      await turned(picture, 270),
    ]
    expect([quarter.widthPx, half.widthPx, back.widthPx]).toEqual([heightPx, widthPx, heightPx])
    const from = pixels(picture)
    for (let y = 0; y < heightPx; y++)
      for (let x = 0; x < widthPx; x++) {
        const pixel = from[y * widthPx + x]
        expect(pixels(quarter)[x * heightPx + heightPx - 1 - y]).toBe(pixel)
        expect(pixels(half)[(heightPx - 1 - y) * widthPx + widthPx - 1 - x]).toBe(pixel)
        expect(pixels(back)[(widthPx - 1 - x) * heightPx + y]).toBe(pixel)
      }
  }
})

test("a picture larger than a slice is turned in passes", async () => {
  const [widthPx, heightPx] = [2100, 2000]
  const rgba = new Uint8Array(Uint32Array.from({ length: widthPx * heightPx }, (_, i) => i).buffer)
  const source = pictureRows({ widthPx, heightPx, rgba })
  let passes = 0
  const counted: RowSource = {
    widthPx,
    heightPx,
    decode: (sink, pause) => {
      passes++
      return source.decode(sink, pause)
    },
  }
  const context = { mmPerPx: 0.1, host }
  const quarter = await rowsPicture(await turn(counted, { kind: "turn", degrees: 90 }, context))
  expect(passes).toBe(2)
  const half = await rowsPicture(await turn(counted, { kind: "turn", degrees: 180 }, context))
  expect(passes).toBe(4)
  expect(Buffer.compare((await turned(quarter, 90)).rgba, half.rgba)).toBe(0)
  expect(Buffer.compare((await turned(quarter, 270)).rgba, rgba)).toBe(0)
})
