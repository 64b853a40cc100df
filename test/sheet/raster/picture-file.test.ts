import sharp from "sharp"
import { expect, test } from "vitest"
import { seeded } from "../../../harness/seeded-random.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { decodePicture, encodePicture, openAlikeEncoder } from "../../../sheet/raster/picture-file.ts"
import { host } from "./decode.ts"

test("small pictures come back pixel for pixel, also to others, and give the same bytes twice", async () => {
  const random = seeded(7)
  for (const [widthPx, heightPx] of [
    [1, 1],
    [480, 3],
    [7, 1080],
    [512, 384],
  ]) {
    const rgba = Uint8Array.from({ length: widthPx * heightPx * 4 }, (_, i) => (i % 11) * 9 + random(8))
    const picture = { widthPx, heightPx, rgba }
    const png = await encodePicture(picture, host)
    expect(await encodePicture(picture, host)).toEqual(png)
    expect(await decodePicture(png, host)).toEqual(picture)
    const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: widthPx, height: heightPx, channels: 4 })
    expect(Buffer.compare(data, rgba)).toBe(0)
    await expect(decodePicture(png.subarray(0, png.length - 20), host)).rejects.toThrow(ArtworkError)
  }
})

test("pictures that differ in some rows come back pixel for pixel, with the same bytes whatever came before", async () => {
  const random = seeded(8)
  for (const heightPx of [1, 31, 32, 33, 200]) {
    const common = Uint8Array.from({ length: 90 * heightPx * 4 }, (_, i) => (i % 13) * 9 + random(5))
    const encode = openAlikeEncoder(host)
    for (let count = 0; count < 12; count++) {
      const [from, to] = [random(heightPx + 1), random(heightPx + 1)].sort((a, b) => a - b)
      const rgba = common.slice()
      for (let at = from * 90 * 4; at < to * 90 * 4; at++) rgba[at] = random(256)
      const picture = { widthPx: 90, heightPx, rgba }
      const png = await encode(picture, { from, to })
      expect(png).toEqual(await openAlikeEncoder(host)(picture, { from, to }))
      expect(await decodePicture(png, host)).toEqual(picture)
      expect(Buffer.compare(await sharp(png).raw().toBuffer(), rgba)).toBe(0)
    }
  }
})
