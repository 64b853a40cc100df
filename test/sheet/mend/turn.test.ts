import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { pictureRows, rowsPicture } from "../../../harness/picture-rows.ts"
import { randomBytes, seeded } from "../../../harness/seeded-random.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { turnedLast } from "../../../sheet/mend/move.ts"
import { resampled } from "../../../sheet/mend/resampled.ts"
import { turned } from "../../../sheet/mend/turn.ts"
import type { Picture, RowSource } from "../../../sheet/raster/artwork.ts"

const host = await openNodeHost()

const turnedPicture = (picture: Picture, degrees: number) =>
  rowsPicture(turned(pictureRows(picture), degrees, host))

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
      await turnedPicture(picture, 90),
      await turnedPicture(picture, 180),
      await turnedPicture(picture, 270),
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
  const quarter = await rowsPicture(turned(counted, 90, host))
  expect(passes).toBe(2)
  const half = await rowsPicture(turned(counted, 180, host))
  expect(passes).toBe(4)
  expect(Buffer.compare((await turnedPicture(quarter, 90)).rgba, half.rgba)).toBe(0)
  expect(Buffer.compare((await turnedPicture(quarter, 270)).rgba, rgba)).toBe(0)
})

test("crops and turns in a row are made at once, as they would be one after the other", async () => {
  const random = seeded(7)
  const side = () => random(1000)
  for (let i = 0; i < 60; i++) {
    const [widthPx, heightPx] = [1 + random(30), 1 + random(30)]
    const picture = { widthPx, heightPx, rgba: randomBytes(widthPx * heightPx * 4, random) }
    const moves = Array.from(
      { length: 1 + random(5) },
      (): Mend =>
        random(2) === 0
          ? { kind: "turn", degrees: ([90, 180, 270] as const)[random(3)] }
          : { kind: "crop", x: side(), y: side(), width: 1 + side(), height: 1 + side() },
    )
    let each = picture
    for (const move of moves)
      each = await rowsPicture(await mendRows(pictureRows(each), [move], { mmPerPx: 0.1, host }))
    const together = await rowsPicture(await mendRows(pictureRows(picture), moves, { mmPerPx: 0.1, host }))
    expect(together, JSON.stringify({ widthPx, heightPx, moves })).toEqual(each)
  }
})

test("however often a picture is turned, it is decoded as for one turn", async () => {
  const [widthPx, heightPx] = [2100, 2000]
  let passes = 0
  const source: RowSource = {
    widthPx,
    heightPx,
    decode: async (sink) => {
      passes++
      const row = new Uint8Array(widthPx * 4)
      for (let y = 0; y < heightPx; y++) sink(row, y)
    },
  }
  const turns = Array.from({ length: 5 }, (): Mend => ({ kind: "turn", degrees: 90 }))
  await (await mendRows(source, turns, { mmPerPx: 0.1, host })).decode(() => {})
  expect(passes).toBe(2)
})

test("mends whose turns come last give the same picture, and a small copy of it that was turned looks the same", async () => {
  const [widthPx, heightPx] = [200, 100]
  // Slopes without noise: of that, resampling cuts off other peaks across first than down first.
  const rgba = new Uint8Array(widthPx * heightPx * 4).map((_, at) => {
    const [x, y, channel] = [(at >> 2) % widthPx, Math.floor((at >> 2) / widthPx), at % 4]
    return channel === 3 ? 255 : 128 + 100 * Math.sin(x / (7 + channel)) * Math.cos(y / (9 - channel))
  })
  const source = pictureRows({ widthPx, heightPx, rgba })
  const crop = (x: number, y: number, width: number, height: number): Mend => ({
    ...{ kind: "crop", x, y, width, height },
  })
  const chains: Mend[][] = [
    [{ kind: "turn", degrees: 90 }],
    [crop(100, 200, 500, 600), { kind: "turn", degrees: 90 }, crop(250, 100, 700, 800)],
    [
      { kind: "turn", degrees: 180 },
      crop(300, 100, 400, 200),
      { kind: "turn", degrees: 90 },
      crop(0, 0, 500, 500),
    ],
    [{ kind: "turn", degrees: 270 }, crop(100, 0, 900, 500), { kind: "turn", degrees: 90 }],
  ]
  for (const mends of chains) {
    const whole = await rowsPicture(await mendRows(source, mends, { mmPerPx: 0.1, host }))
    const { mends: still, degrees } = turnedLast(mends)
    expect(still.map(({ kind }) => kind)).not.toContain("turn")
    const unturned = await mendRows(source, still, { mmPerPx: 0.1, host })
    expect(await turnedPicture(await rowsPicture(unturned), degrees)).toEqual(whole)

    const small = { widthPx: Math.ceil(whole.widthPx / 3), heightPx: Math.ceil(whole.heightPx / 3) }
    const [across, down] =
      degrees % 180 === 0 ? [small.widthPx, small.heightPx] : [small.heightPx, small.widthPx]
    const after = await rowsPicture(turned(resampled(unturned, across, down, host), degrees, host))
    const before = await rowsPicture(resampled(pictureRows(whole), small.widthPx, small.heightPx, host))
    const off = after.rgba.map((level, at) => Math.abs(level - before.rgba[at]))
    expect(off.reduce((most, one) => Math.max(most, one), 0)).toBeLessThanOrEqual(2)
  }
})
