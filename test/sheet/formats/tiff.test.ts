import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, expect, test } from "vitest"
import { collect } from "../../../harness/bytes.ts"
import { hasJudges, libtiffRaw, tiffFields, vipsRaw } from "../../../harness/formats/judges.ts"
import { wholeSheet, writtenInMemory } from "../../../harness/formats/written-sheet.ts"
import { pngFormat } from "../../../sheet/formats/png-format.ts"
import type { FormatJob } from "../../../sheet/formats/sheet-format.ts"
import { srgbProfile } from "../../../sheet/formats/srgb-profile.ts"
import { tiffFormat, writeTiff } from "../../../sheet/formats/tiff/tiff-format.ts"
import { choke, takeAlphas } from "../../../sheet/kernel/raster-planes.twin.ts"
import { parseProfile } from "../../../sheet/raster/profile/parse-profile.ts"
import { host } from "../raster/decode.ts"
import { smallSheet } from "./small-sheet.ts"

const judged = test.skipIf(!hasJudges)

const scratch = mkdtempSync(join(tmpdir(), "sheetsmith-tiff-"))
afterAll(() => rmSync(scratch, { recursive: true }))

const { job, openStamp } = await smallSheet()
const png = await collect(pngFormat.write(job, openStamp, host))
const pixels = new Uint8Array(await sharp(png).raw().toBuffer())

async function write(changes: Partial<FormatJob>, bigFromBytes?: number) {
  const made = { ...job, ...changes }
  const bytes = await wholeSheet(writeTiff(made, openStamp, host, undefined, bigFromBytes))
  await tiffFormat.check(writtenInMemory(bytes), made, host)
  const file = join(scratch, "sheet.tiff")
  writeFileSync(file, bytes)
  return { bytes, file }
}

judged("it is the PNG's pixels, and says its resolution, its alpha, its colours and its time", async () => {
  const { file } = await write({})
  for (const read of [libtiffRaw, vipsRaw]) {
    const { channels, data } = await read(file, scratch)
    expect(channels).toBe(4)
    expect(Buffer.compare(data, pixels)).toBe(0)
  }
  const fields = await tiffFields(file)
  for (const line of [
    "Resolution: 150, 150 pixels/inch",
    "Compression Scheme: AdobeDeflate",
    "Extra Samples: 1<unassoc-alpha>",
    "Predictor: horizontal differencing 2 (0x2)",
    "DateTime: 2026:11:23 05:17:52",
    `ICC Profile: <present>, ${srgbProfile().length} bytes`,
  ])
    expect(fields).toContain(line)
  expect(parseProfile(srgbProfile())).toEqual({ kind: "srgb" })
})

judged("with offsets past 32 bits it is a BigTIFF, and the same picture", async () => {
  const plain = await write({})
  expect(plain.bytes[2]).toBe(42)
  // As if plain offsets ended exactly at the file's end, and one byte further on.
  const { bytes, file } = await write({}, plain.bytes.length)
  expect(bytes[2]).toBe(43)
  for (const read of [libtiffRaw, vipsRaw])
    expect(Buffer.compare((await read(file, scratch)).data, pixels)).toBe(0)
  expect((await write({}, plain.bytes.length + 1)).bytes[2]).toBe(42)
})

judged("white is a fifth sample from the alpha, choked by up to five pixels", async () => {
  for (const chokePx of [0, 1, 5]) {
    const white = choke(takeAlphas(pixels), job.widthPx, chokePx)
    const { file, bytes } = await write({ white: { name: "Spot 1", chokePx } })
    const expected = Uint8Array.from({ length: white.length * 5 }, (_, i) =>
      i % 5 === 4 ? white[Math.floor(i / 5)] : pixels[Math.floor(i / 5) * 4 + (i % 5)],
    )
    for (const read of [libtiffRaw, vipsRaw]) {
      const { channels, data } = await read(file, scratch)
      expect(channels).toBe(5)
      expect(Buffer.compare(data, expected), `choke ${chokePx}`).toBe(0)
    }
    const text = Buffer.from(bytes).toString("latin1")
    expect(text).toContain("\x0cTransparency\x06Spot 1")
  }
  await expect(write({ white: { name: "White", chokePx: 6 } })).rejects.toThrow("choke of 6")
})
