import sharp from "sharp"
import { expect, test } from "vitest"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { decodeAll, firstDifference } from "./decode.ts"

/** Draws waves, or squares with grain. */
function picture(widthPx: number, heightPx: number, channels: 3 | 4, isWavy: boolean) {
  const random = randomFrom(widthPx + channels)
  const data = Buffer.alloc(widthPx * heightPx * channels)
  for (let i = 0; i < data.length; i++) {
    const channel = i % channels
    const x = Math.floor(i / channels) % widthPx
    const y = Math.floor(i / channels / widthPx)
    data[i] = isWavy
      ? 128 + 80 * Math.sin(x / 9 + channel) + 40 * Math.cos(y / 7)
      : (((x >> 3) + (y >> 3)) & 1) * 180 + channel * 9 + random() * 40
  }
  return sharp(data, { raw: { width: widthPx, height: heightPx, channels } })
}

const kinds = [
  { quality: 80 },
  { quality: 5 },
  { quality: 60, alphaQuality: 40 },
  { quality: 40, preset: "text" },
  { lossless: true },
  { lossless: true, effort: 0 },
  { nearLossless: true, quality: 50 },
] as const

test("WebP, lossy and lossless, with alpha and without, has libwebp's pixels", async () => {
  for (const [widthPx, heightPx] of [
    [61, 47],
    [2, 3],
    [33, 100],
  ])
    for (const channels of [3, 4] as const)
      for (const isWavy of [true, false])
        for (const kind of kinds) {
          const webp = await picture(widthPx, heightPx, channels, isWavy).webp(kind).toBuffer()
          const { rgba, warnings } = await decodeAll(webp, { kind: "webp" })
          const expected = await sharp(webp).ensureAlpha().toColourspace("srgb").raw().toBuffer()
          const what = `${widthPx} × ${heightPx}, ${channels}, ${isWavy}, ${JSON.stringify(kind)}`
          expect([firstDifference(rgba, expected), warnings], what).toEqual([-1, []])
        }
})

test("a palette, a profile and few colours; an animation and a file of another size are refused in words", async () => {
  const few = await picture(40, 30, 4, false).png({ palette: true, colours: 4 }).toBuffer()
  const indexed = await sharp(few).webp({ lossless: true }).toBuffer()
  const { rgba } = await decodeAll(indexed, { kind: "webp" })
  expect(firstDifference(rgba, await sharp(indexed).ensureAlpha().raw().toBuffer())).toBe(-1)

  const frames = [
    await picture(20, 20, 3, true).png().toBuffer(),
    await picture(20, 20, 3, false).png().toBuffer(),
  ]
  const animated = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer()
  await expect(decodeAll(animated, { kind: "webp" })).rejects.toThrow(
    /animated\. Save one of its pictures as PNG/,
  )
  const large = new Uint8Array(indexed)
  large.set([0, 0, 0, 2], 4)
  await expect(decodeAll(large, { kind: "webp" })).rejects.toThrow(/over 24 MB .* Save it as PNG/)
})

test("a WebP that is cut short or changed anywhere is decoded or refused in words", async () => {
  const random = randomFrom(3)
  for (const kind of [{ quality: 60, alphaQuality: 50 }, { lossless: true }]) {
    const webp = await picture(40, 30, 4, false).webp(kind).toBuffer()
    for (let i = 0; i < 100; i++) {
      const cut = new Uint8Array(webp.subarray(0, Math.floor(random() * webp.length)))
      await expect(decodeAll(cut, { kind: "webp" })).rejects.toThrow(ArtworkError)
      const changed = new Uint8Array(webp)
      changed[12 + Math.floor(random() * Math.min(100, webp.length - 12))] ^= 1 << Math.floor(random() * 8)
      await decodeAll(changed, { kind: "webp" }).catch((error) => expect(error).toBeInstanceOf(ArtworkError))
    }
  }
})
