import sharp from "sharp"
import { expect, test } from "vitest"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { makeTiff, type TiffShape } from "../../../harness/tiff-file.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { swopProfile } from "../../../sheet/raster/profile/swop.ts"
import { ALPHA, COLOURS, TAG } from "../../../sheet/raster/tiff/tiff-tag.ts"
import { decodeAll, firstDifference, host, largestDifference } from "./decode.ts"

const [widthPx, heightPx] = [61, 47]

/** Returns samples that repeat in part, so that every way of packing finds and misses something. */
function valuesOf(samples: number, depth: number): number[] {
  const random = randomFrom(samples * depth)
  const most = 2 ** depth
  return Array.from(
    { length: widthPx * heightPx * samples },
    (_, i) => Math.floor(i * most * 0.013 + (i % 900 < 500 ? 0 : random() * most * 0.2)) % most,
  )
}

function picture(channels: 1 | 3 | 4) {
  return sharp(Buffer.from(valuesOf(channels, 8)), { raw: { width: widthPx, height: heightPx, channels } })
}

/** Returns the pixels by libtiff; samples of 16 bits are rounded, where libvips would cut them. */
async function byLibtiff(tiff: Uint8Array): Promise<Uint8Array> {
  const isDeep = (await sharp(tiff).metadata()).depth === "ushort"
  const opened = sharp(tiff).ensureAlpha()
  if (!isDeep) return opened.toColourspace("srgb").raw().toBuffer()
  const deep = await opened.toColourspace("rgb16").raw({ depth: "ushort" }).toBuffer()
  return Uint8Array.from(new Uint16Array(new Uint8Array(deep).buffer), (value) => Math.round(value / 257))
}

async function expectAsLibtiff(tiff: Uint8Array, what: string): Promise<void> {
  const { rgba, warnings } = await decodeAll(tiff, { kind: "tiff" })
  expect([firstDifference(rgba, await byLibtiff(tiff)), warnings], what).toEqual([-1, []])
}

/** Makes a TIFF of many strips that all lie at one place, so that each is read anew. */
function everyStripAt(offset: number): Uint8Array {
  const rows = 600
  const fields = { [TAG.stripOffsets]: new Array(rows).fill(offset) }
  const shape = { widthPx: 4, heightPx: rows, colours: COLOURS.rgb, depth: 8, samples: 3, rowsPerStrip: 1 }
  return makeTiff({ ...shape, values: new Uint8Array(rows * 12), fields })
}

async function refusalOf(tiff: Uint8Array): Promise<string> {
  try {
    await decodeAll(tiff, { kind: "tiff" })
  } catch (error) {
    if (error instanceof ArtworkError) return error.message
    throw error
  }
  return "decoded"
}

test("TIFF of every compression, in strips and tiles, has libtiff's pixels", async () => {
  for (const compression of ["none", "lzw", "deflate", "packbits"] as const)
    for (const predictor of ["none", "horizontal"] as const)
      for (const tile of [false, true])
        for (const channels of [1, 4] as const) {
          const tiff = await picture(channels)
            .toColourspace(channels === 1 ? "b-w" : "srgb")
            .tiff({ compression, predictor, tile, tileWidth: 32, tileHeight: 16 })
            .toBuffer()
          await expectAsLibtiff(tiff, `${compression} ${predictor} ${tile} ${channels}`)
        }
  for (const compression of ["lzw", "deflate"] as const)
    for (const predictor of ["none", "horizontal"] as const) {
      const deep = picture(3).toColourspace("rgb16")
      await expectAsLibtiff(
        await deep.tiff({ compression, predictor }).toBuffer(),
        `deep ${compression} ${predictor}`,
      )
    }
})

test("either order of bytes, BigTIFF, separate channels, alpha, palettes and few bits", async () => {
  const rgb: Partial<TiffShape> = { colours: COLOURS.rgb, samples: 3 }
  const rgba = { ...rgb, samples: 4, fields: { [TAG.extraSamples]: [ALPHA.straight] } }
  const palette = (depth: number) => ({
    [TAG.palette]: valuesOf(3, 16)
      .slice(0, 3 << depth)
      .map((value) => (value >> 8) * 257),
  })
  const shapes: Record<string, Partial<TiffShape>> = {
    big: { ...rgb, isBig: true, rowsPerStrip: 5 },
    "other order": { ...rgb, depth: 16, isLittle: false },
    "big, other order": { ...rgba, depth: 16, isLittle: false, isBig: true, rowsPerStrip: 7 },
    "alpha of 16 bits": { ...rgba, depth: 16 },
    separate: { ...rgba, isSeparate: true, rowsPerStrip: 10 },
    "separate, 16 bits": { ...rgb, depth: 16, isSeparate: true },
    "white is 0": { colours: COLOURS.whiteIsZero },
    "grey of 16 bits": { depth: 16, isLittle: false },
    ...Object.fromEntries([1, 2, 4].map((depth) => [`grey of ${depth} bits`, { depth, rowsPerStrip: 3 }])),
    ...Object.fromEntries(
      [2, 4, 8].map((depth) => [
        `palette of ${depth}`,
        { depth, colours: COLOURS.palette, fields: palette(depth) },
      ]),
    ),
  }
  for (const [what, { depth = 8, samples = 1, ...shape }] of Object.entries(shapes)) {
    const values = valuesOf(samples, depth)
    await expectAsLibtiff(
      makeTiff({ widthPx, heightPx, colours: COLOURS.blackIsZero, ...shape, depth, samples, values }),
      what,
    )
  }
  // Colours that alpha was multiplied into are divided again.
  for (const depth of [8, 16]) {
    const full = 2 ** depth - 1
    const values = valuesOf(4, depth).map((value, i, all) =>
      i % 4 === 3 ? value : Math.round((value * all[i | 3]) / full),
    )
    const tiff = makeTiff({
      widthPx,
      heightPx,
      ...rgba,
      colours: COLOURS.rgb,
      samples: 4,
      depth,
      values,
      fields: { [TAG.extraSamples]: [ALPHA.associated] },
    })
    const { rgba: pixels } = await decodeAll(tiff, { kind: "tiff" })
    expect(largestDifference(pixels, await byLibtiff(tiff)), `associated ${depth}`).toBeLessThanOrEqual(1)
  }
})

test("a channel beside colours and alpha is left out and told, and so are further pictures", async () => {
  const values = valuesOf(5, 8)
  const shape = { widthPx, heightPx, colours: COLOURS.rgb, depth: 8, samples: 5, values }
  const tiff = makeTiff({ ...shape, fields: { [TAG.extraSamples]: [0, ALPHA.straight] } })
  const { rgba, warnings } = await decodeAll(tiff, { kind: "tiff" })
  expect(Array.from(rgba.subarray(0, 4))).toEqual([values[0], values[1], values[2], values[4]])
  expect(warnings).toEqual([
    "This TIFF has a channel beside its colours and transparency, which is not printed.",
  ])
  const pages = await sharp(
    [Buffer.from(await picture(3).png().toBuffer()), await picture(3).png().toBuffer()],
    { join: { animated: true } },
  )
    .tiff({ compression: "lzw" })
    .toBuffer()
  expect((await decodeAll(pages, { kind: "tiff" })).warnings).toEqual([
    "This TIFF holds several pictures; only its first is printed.",
  ])
})

/** Makes a TIFF in CMYK, with more fields or with an alpha. */
function inks(fields: TiffShape["fields"] = {}, samples = 4, depth = 8): Uint8Array {
  const values = valuesOf(samples, depth)
  return makeTiff({ widthPx, heightPx, colours: COLOURS.cmyk, depth, samples, values, fields })
}

test("CMYK is converted to RGB of the same pixels, beside its alpha", async () => {
  const plain = await decodeAll(inks(), { kind: "tiff" })
  expect(plain.warnings).toEqual([expect.stringContaining("CMYK without a colour profile")])
  const expected = Uint8Array.from(valuesOf(4, 8))
  host.colours.open(swopProfile(), "cmyk")?.apply(expected)
  expect(firstDifference(plain.rgba, expected)).toBe(-1)
  const clear = inks({ [TAG.extraSamples]: [ALPHA.straight] }, 5)
  const { rgba } = await decodeAll(clear, { kind: "tiff" })
  const alphas = valuesOf(5, 8).filter((_, i) => i % 5 === 4)
  expect([...rgba.filter((_, i) => i % 4 === 3)]).toEqual(alphas)
  const deep = await decodeAll(inks({}, 4, 16), { kind: "tiff" })
  expect(deep.rgba.length).toBe(plain.rgba.length)
})

test("what cannot be printed from is refused with what to save instead", async () => {
  const shape = { widthPx, heightPx, colours: COLOURS.rgb, depth: 8, samples: 3, values: valuesOf(3, 8) }
  const cases: [Uint8Array, RegExp][] = [
    [inks({ [TAG.inkSet]: [2] }), /is in other inks than CMYK, .* Save it in RGB/],
    [await picture(3).tiff({ compression: "jpeg" }).toBuffer(), /compressed with JPEG, .* LZW or ZIP/],
    [makeTiff({ ...shape, fields: { [TAG.compression]: [50_000] } }), /unusual way \(50000\), .* LZW or ZIP/],
    [await picture(3).toColourspace("lab").tiff({ compression: "lzw" }).toBuffer(), /another kind than RGB/],
    [makeTiff({ ...shape, fields: { [TAG.sampleFormat]: [3] } }), /floating point/],
    [makeTiff({ ...shape, fields: { [TAG.orientation]: [6] } }), /turned or mirrored/],
    [everyStripAt(8), /lie in no order/],
    [makeTiff({ ...shape, fields: { [TAG.bits]: [8, 8, 16] } }), /different depths/],
  ]
  for (const [tiff, words] of cases) expect(await refusalOf(tiff)).toMatch(words)
})

test("a TIFF that is cut short or changed anywhere is decoded or refused in words", async () => {
  const random = randomFrom(5)
  for (const compression of ["none", "lzw", "deflate", "packbits"] as const) {
    const tiff = await picture(4)
      .tiff({
        compression,
        predictor: "horizontal",
        tile: compression === "lzw",
        tileWidth: 16,
        tileHeight: 16,
      })
      .toBuffer()
    for (let i = 0; i < 60; i++) {
      const cut = new Uint8Array(tiff.subarray(0, Math.floor(random() * tiff.length)))
      expect(await refusalOf(cut)).toMatch(/damaged/)
      const changed = new Uint8Array(tiff)
      for (let n = 0; n < 4; n++)
        changed[tiff.length - 1 - Math.floor(random() * 400)] = Math.floor(random() * 256)
      expect((await refusalOf(changed)).length).toBeGreaterThan(0)
    }
  }
})
