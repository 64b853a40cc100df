import { expect, test } from "vitest"
import { makeThumb, readThumb, THUMB_PX } from "../../../sheet/raster/piece-thumb.ts"

test("a thumb is a picture in small, and a smaller picture is its own", () => {
  const rgba = new Uint8Array(300 * 400 * 4)
  for (let y = 0; y < 400; y++)
    for (let x = 0; x < 150; x++) rgba.set(y < 200 ? [255, 0, 0, 255] : [0, 0, 255, 128], (y * 300 + x) * 4)
  const thumb = readThumb(makeThumb({ widthPx: 300, heightPx: 400, rgba }))
  expect([thumb.widthPx, thumb.heightPx]).toEqual([36, THUMB_PX])
  const at = (x: number, y: number) => [...thumb.rgba.subarray((y * 36 + x) * 4, (y * 36 + x + 1) * 4)]
  expect([at(3, 3), at(3, 44), at(30, 10)]).toEqual([
    [255, 0, 0, 255],
    [0, 0, 255, 128],
    [0, 0, 0, 0],
  ])
  const tiny = { widthPx: 2, heightPx: 1, rgba: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255) }
  expect(readThumb(makeThumb(tiny))).toEqual(tiny)
  expect(() => readThumb(makeThumb(tiny).subarray(0, 9))).toThrow(RangeError)
})
