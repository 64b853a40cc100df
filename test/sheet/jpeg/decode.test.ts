import { expect, test } from "vitest"
import { cpuMs } from "../../../harness/cpu-time.ts"
import {
  decode,
  decodeBySharp,
  fixture,
  host,
  largestDifference,
  leavingLittleRoom,
  photo,
  sourceOf,
} from "../../../harness/jpeg-pictures.ts"
import { sampled } from "../../../harness/layer.ts"
import type { RasterHost } from "../../../sheet/raster/host.ts"
import { openJpeg, probeJpeg } from "../../../sheet/raster/jpeg/open-jpeg.ts"

const variants = [
  ...["1x1", "2x1", "1x2", "2x2", "4x1", "1x4", "4x2"].flatMap((s) => [`baseline-${s}`, `progressive-${s}`]),
  ...["restart-each-mcu", "restart-each-row", "restart-progressive", "separate-scans", "scans-96"],
  ...["rgb", "grey", "grey-progressive", "quality-3", "quality-100", "mixed-sampling"],
]

test.for(variants)("%s decodes as libjpeg-turbo does, however the bytes are cut", async (name) => {
  const bytes = fixture(`${name}.jpg`)
  const expected = await decodeBySharp(bytes)
  const ours = await decode(bytes)
  expect([ours.widthPx, ours.heightPx]).toEqual([expected.widthPx, expected.heightPx])
  expect(largestDifference(ours.rgba, expected.rgba)).toBeLessThanOrEqual(1)
  expect(ours.warnings).toEqual([])
  expect(largestDifference((await decode(bytes, 7)).rgba, ours.rgba)).toBe(0)
})

test.for([
  [1, 1],
  [2, 3],
  [7, 8],
  [9, 17],
  [31, 33],
  [640, 5],
  [5, 640],
])("odd size %j in every kind sharp writes", async ([width, height]) => {
  for (const chromaSubsampling of ["4:4:4", "4:2:0"]) {
    for (const options of [{}, { progressive: true }, { mozjpeg: true }]) {
      const bytes = await photo(width, height)
        .jpeg({ quality: 82, chromaSubsampling, ...options })
        .toBuffer()
      const expected = await decodeBySharp(bytes)
      expect(largestDifference((await decode(bytes)).rgba, expected.rgba)).toBeLessThanOrEqual(1)
    }
  }
})

/** A converter that multiplies light by black, as libjpeg's djpeg does. */
const multiplying: RasterHost["colours"] = {
  openProof: () => null,
  open: () => ({
    apply(row) {
      const light = row.map((ink) => 255 - ink)
      for (let at = 0; at < row.length; at++)
        row[at] = at % 4 === 3 ? 255 : Math.round((light[at] * light[at | 3]) / 255)
      return true
    },
  }),
}

test.for(["cmyk", "ycck"])("%s has libjpeg's inks, and without a profile is read as SWOP", async (name) => {
  const expected = fixture(`${name}.ppm`).subarray(-61 * 47 * 3)
  const opened = await openJpeg(sourceOf(fixture(`${name}.jpg`)), { ...host, colours: multiplying })
  let next = 0
  await opened.decode((row) => {
    const rgb = row.filter((_, i) => i % 4 !== 3)
    expect(largestDifference(rgb, expected.subarray(next, next + 61 * 3))).toBeLessThanOrEqual(1)
    next += 61 * 3
  })
  expect(next).toBe(expected.length)
  const { warnings } = await decode(fixture(`${name}.jpg`))
  expect(warnings).toEqual([expect.stringMatching(/CMYK without a colour profile.* as SWOP/)])
})

test("every orientation comes out upright, in one strip and in many", async () => {
  for (const orientation of sampled([6, 1, 2, 3, 4, 5, 7, 8], 4)) {
    for (const options of [
      { chromaSubsampling: "4:2:0" },
      { progressive: true },
      { chromaSubsampling: "4:4:4" },
    ]) {
      const bytes = await photo(211, 97).withMetadata({ orientation }).jpeg(options).toBuffer()
      const expected = await decodeBySharp(bytes)
      const ours = await decode(bytes)
      expect([ours.widthPx, ours.heightPx]).toEqual([expected.widthPx, expected.heightPx])
      expect(probeJpeg(bytes)).toEqual({ widthPx: expected.widthPx, heightPx: expected.heightPx })
      expect(largestDifference(ours.rgba, expected.rgba)).toBeLessThanOrEqual(1)
    }
  }
  // 3000 × 2500 px take 30 MB, more than so long a file leaves for turning.
  for (const [orientation, progressive] of [
    [6, true],
    [7, false],
  ] as const) {
    const bytes = await photo(3000, 2500).withMetadata({ orientation }).jpeg({ progressive }).toBuffer()
    expect(
      largestDifference((await decode(leavingLittleRoom(bytes))).rgba, (await decodeBySharp(bytes)).rgba),
    ).toBeLessThanOrEqual(1)
  }
})

test("two hundred scans, most of which add nothing, decode to the same picture", async () => {
  const bytes = fixture("scans-96.jpg")
  const end = bytes.length - 2
  // The only code, one bit, is a run of 32 empty blocks plus five bits: 48, a whole 61 × 47
  // channel.
  const table = [0xff, 0xc4, 0, 20, 0x10, 1, ...new Array(15).fill(0), 0x50]
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0x00, 63, 63, 0x00, 0b01000011]
  const padded = Buffer.concat([
    bytes.subarray(0, end),
    Buffer.from(table),
    ...Array.from({ length: 110 }, () => Buffer.from(scan)),
    bytes.subarray(end),
  ])
  expect(largestDifference((await decode(padded)).rgba, (await decode(bytes)).rgba)).toBe(0)
})

test("restart interval zero, fill bytes, garbage between segments and garbled EXIF change nothing", async () => {
  const bytes = fixture("baseline-2x2.jpg")
  const expected = (await decode(bytes)).rgba
  const insert = (...extra: number[]) =>
    Buffer.concat([bytes.subarray(0, 2), Buffer.from(extra), bytes.subarray(2)])
  const exif = [..."Exif\0\0"].map((c) => c.charCodeAt(0))
  const oddities = [
    insert(0xff, 0xdd, 0, 4, 0, 0),
    insert(0xff, 0xff, 0xff),
    insert(1, 2, 3),
    insert(0xff, 0xe1, 0, 10, ...exif, 0x49, 0x49),
    insert(0xff, 0xe1, 0, 18, ...exif, 0x4d, 0x4d, 0, 42, 0xff, 0xff, 0xff, 0xff, 0, 0),
    insert(0xff, 0xe1, 0, 2),
    insert(0xff, 0xe2, 0, 3, 1),
    Buffer.concat([bytes, Buffer.from("trailing notes")]),
    bytes.subarray(0, -2),
  ]
  for (const odd of oddities) expect(largestDifference((await decode(odd)).rgba, expected)).toBe(0)
})

test("a file is refused in plain words for what it is", async () => {
  const frame = (code: number, ...body: number[]) =>
    Uint8Array.from([0xff, 0xd8, 0xff, code, 0, body.length + 2, ...body])
  const refusal = async (bytes: Uint8Array) => {
    const error = await openJpeg(sourceOf(bytes), host).catch((reason) => reason)
    return `${error.name} ${error.code}: ${error.message}`
  }
  const channel = [1, 0x11, 0]
  expect(await refusal(fixture("arithmetic.jpg"))).toMatch(/^ArtworkError unsupported: .*arithmetic/)
  expect(await refusal(frame(0xc3, 8, 0, 9, 0, 9, 1, ...channel))).toMatch(/unsupported: .*lossless/)
  expect(await refusal(frame(0xc0, 12, 0, 9, 0, 9, 1, ...channel))).toMatch(/unsupported: .*12 bits/)
  expect(await refusal(frame(0xc0, 8, 0, 0, 0, 9, 1, ...channel))).toMatch(/unsupported: .*height/)
  expect(await refusal(frame(0xc0, 8, 0xff, 0xff, 0xff, 0xff, 1, ...channel))).toMatch(
    /too-large: .*4295 megapixels/,
  )
  expect(await refusal(frame(0xc0, 8, 0, 9, 0, 9, 2, ...channel, 2, 0x11, 0))).toMatch(
    /unsupported: .*2 colour/,
  )
  expect(await refusal(new Uint8Array())).toMatch(/damaged: .*too early/)
  expect(await refusal(Buffer.from("GIF89a"))).toMatch(/damaged: .*begin/)
  expect(() => probeJpeg(frame(0xc0, 8, 0xff, 0xff, 0xff, 0xff, 1, ...channel))).toThrow(/megapixels/)
  expect(probeJpeg(fixture("grey.jpg").subarray(0, 40))).toBeNull()
})

test("a scan bomb and an endless header are refused before any work", async () => {
  const bytes = fixture("progressive-1x1.jpg")
  const at = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  const large = Buffer.from(bytes)
  // 9984 × 9984: 1.6 million blocks a scan.
  large.writeUInt16BE(9984, at + 5)
  large.writeUInt16BE(9984, at + 7)
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0x00, 63, 63, 0x00, 0])
  const start = cpuMs()
  for (const length of [36, 900]) {
    const scans = Array.from({ length }, () => scan)
    const bomb = Buffer.concat([large.subarray(0, -2), ...scans, Buffer.from([0xff, 0xd9])])
    await expect(decode(bomb)).rejects.toThrow(/too many passes/)
  }
  const segments = Buffer.concat([
    bytes.subarray(0, 2),
    ...Array.from({ length: 9000 }, () => Buffer.from([0xff, 0xe5, 0, 2])),
  ])
  await expect(decode(segments)).rejects.toThrow(/too many parts/)
  expect(cpuMs() - start).toBeLessThan(1000)
})

test("a picture with a matrix profile comes out in sRGB, as lcms makes it", async () => {
  const bytes = await photo(64, 64).withIccProfile("p3").jpeg({ quality: 95 }).toBuffer()
  const ours = await decode(bytes)
  expect(ours.warnings).toEqual([])
  expect(largestDifference(ours.rgba, (await decodeBySharp(bytes)).rgba)).toBeLessThanOrEqual(2)
})
