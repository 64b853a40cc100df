import { deflateSync, inflateSync } from "node:zlib"
import { expect, test } from "vitest"
import { bytesSource } from "../../../harness/bytes.ts"
import { cpuMs } from "../../../harness/cpu-time.ts"
import { fixture as jpegFixture } from "../../../harness/jpeg-pictures.ts"
import { isFull } from "../../../harness/layer.ts"
import { chunk, type PngFixture, writePng } from "../../../harness/png-file.ts"
import { seeded } from "../../../harness/seeded-random.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import { inspectArtwork, probeArtwork } from "../../../sheet/raster/inspect-artwork.ts"
import { PROBE_BYTES } from "../../../sheet/raster/limits.ts"
import { decodeAll, host } from "./decode.ts"

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1")
const end = chunk("IEND", Buffer.alloc(0))

function header(width: number, height: number, ...rest: number[]): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(width, 0)
  body.writeUInt32BE(height, 4)
  body.set(rest.length > 0 ? rest : [8, 6, 0, 0, 0], 8)
  return chunk("IHDR", body)
}

function pngOf(...chunks: Buffer[]): Uint8Array {
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

const small: PngFixture[] = [
  fixture(6, 8, 7, 5),
  fixture(3, 2, 9, 4),
  { ...fixture(2, 16, 5, 6), transparency: [0, 1, 0, 2, 0, 3] },
  { ...fixture(0, 1, 17, 9), interlaced: true },
  { ...fixture(6, 8, 6, 7), interlaced: true },
]

function fixture(
  colourType: PngFixture["colourType"],
  depth: PngFixture["depth"],
  width: number,
  height: number,
) {
  const random = seeded(colourType * 31 + depth)
  const samples = new Uint16Array(width * height * 4)
  for (let i = 0; i < samples.length; i++) samples[i] = random(1 << depth)
  const palette = colourType === 3 ? [1, 2, 3, 4].map((i) => [i * 10, i * 20, i * 30]) : undefined
  return { colourType, depth, width, height, samples, palette, pieceBytes: 30 }
}

/** The pixels, or "refused"; anything but an ArtworkError fails the test. */
async function outcome(bytes: Uint8Array): Promise<Uint8Array | "refused"> {
  try {
    return (await decodeAll(bytes, { pieceBytes: 64 })).rgba
  } catch (error) {
    expect(error).toBeInstanceOf(ArtworkError)
    expect((error as Error).message).toMatch(/\.$/)
    return "refused"
  }
}

test("every truncation of small files is refused", async () => {
  for (const shape of small) {
    const png = writePng(shape)
    for (let length = 0; length < png.length; length++)
      expect(await outcome(png.subarray(0, length))).toBe("refused")
    expect(await outcome(png)).not.toBe("refused")
  }
})

test("every single bit flip is refused or changes no pixel", async () => {
  for (const shape of small) {
    const png = writePng(shape)
    const pixels = await outcome(png)
    for (let bit = 0; bit < png.length * 8; bit += isFull ? 1 : 7) {
      const broken = png.slice()
      broken[bit >> 3] ^= 1 << (bit & 7)
      const result = await outcome(broken)
      if (result !== "refused") expect(result).toEqual(pixels)
    }
  }
})

test("damage behind right checksums is refused or decodes to some picture of the right size", async () => {
  const random = seeded(77)
  for (let round = 0; round < 400; round++) {
    const shape = small[round % small.length]
    const plain = writePng({ ...shape, pieceBytes: 1 << 20 })
    const chunks: Buffer[] = []
    for (let at = 8; at < plain.length; ) {
      const view = Buffer.from(plain.subarray(at))
      const length = view.readUInt32BE(0)
      const name = view.toString("latin1", 4, 8)
      const body = Buffer.from(view.subarray(8, 8 + length))
      if (length > 0 && random(2) === 0) body[random(length)] ^= 1 << random(8)
      if (random(12) > 0)
        chunks.push(chunk(name, random(9) === 0 ? body.subarray(0, random(length + 1)) : body))
      if (random(20) === 0) chunks.push(chunks[random(chunks.length)] ?? end)
      at += 12 + length
    }
    const broken = pngOf(...chunks)
    const result = await outcome(broken)
    if (result !== "refused") expect(result.length % 4).toBe(0)
  }
})

test("bombs are refused from the header, and what follows the last row is never inflated", async () => {
  for (const [width, height] of [
    [100_001, 1],
    [1, 100_001],
    [10_001, 10_000],
    [0x7fffffff, 0x7fffffff],
    [0, 5],
    [5, 0],
  ]) {
    const png = pngOf(header(width, height), end)
    expect(() => probeArtwork(png)).toThrow(ArtworkError)
    await expect(inspectArtwork(bytesSource(png), host, { previewPx: 10 })).rejects.toBeInstanceOf(
      ArtworkError,
    )
  }
  // Bits that are no code stand where some megabytes of zeros behind the only row would end.
  const bomb = deflateSync(Buffer.concat([Buffer.from([0, 1, 2, 3, 255]), Buffer.alloc(30 << 20)]))
  bomb.fill(0xff, 8192)
  const pieces: Buffer[] = []
  for (let at = 0; at < bomb.length; at += 4096) pieces.push(chunk("IDAT", bomb.subarray(at, at + 4096)))
  expect(() => inflateSync(bomb)).toThrow()
  for (const interlace of [0, 1]) {
    const png = pngOf(header(1, 1, 8, 6, 0, 0, interlace), ...pieces, end)
    expect((await decodeAll(png)).rgba).toEqual(Uint8Array.of(1, 2, 3, 255))
  }
})

test("a file of empty blocks is refused early", async () => {
  const empty = chunk("zzZz", Buffer.alloc(0))
  const png = pngOf(header(1, 1), Buffer.concat(new Array(50_000).fill(empty)), end)
  await expect(decodeAll(png, { pieceBytes: 65_536 })).rejects.toThrow("far too many blocks")
})

test("odd files decode right or are refused in plain words", async () => {
  const row = deflateSync(Buffer.from([0, 9, 8, 7, 255]))
  const idat = chunk("IDAT", row)
  const pixel = Uint8Array.of(9, 8, 7, 255)
  const text = chunk("tEXt", Buffer.from("Comment\0hello"))
  const long = chunk("zzZz", Buffer.alloc(3 << 20))
  const empty = chunk("IDAT", Buffer.alloc(0))
  const right = [
    pngOf(header(1, 1), idat, end, Buffer.from("trailing noise")),
    pngOf(header(1, 1), text, long, empty, idat, empty, text, end),
    pngOf(header(1, 1), ...Array.from(row, (byte) => chunk("IDAT", Buffer.from([byte]))), end),
  ]
  for (const png of right) expect(await outcome(png)).toEqual(pixel)
  const wrong = [
    pngOf(header(1, 1), end),
    pngOf(idat, header(1, 1), end),
    pngOf(text, header(1, 1), idat, end),
    pngOf(header(1, 1, 3, 6, 0, 0, 0), idat, end),
    pngOf(header(1, 1, 8, 5, 0, 0, 0), idat, end),
    pngOf(header(1, 1, 8, 6, 0, 0, 2), idat, end),
    pngOf(header(1, 1), chunk("IDAT", Buffer.from("no zlib here")), end),
    pngOf(header(2, 2), idat, end),
    pngOf(header(1, 1), Buffer.from([0xff, 0xff, 0xff, 0xff, 73, 68, 65, 84])),
  ]
  for (const png of wrong) expect(await outcome(png)).toBe("refused")
})

test("other files are named for what they are", () => {
  const probe = (text: string) => () => probeArtwork(new Uint8Array(Buffer.from(text, "latin1")))
  const named: [string, RegExp][] = [
    ["GIF89a", /GIF/],
    [
      "8BPS\0\x01",
      /Photoshop file.* In Photoshop, use Export As with PNG and transparency and upload that\.$/,
    ],
    [
      "%PDF-1.7",
      /PDF file.* Open it in Illustrator, .* as SVG, or as PNG at 300 pixels an inch, and upload that\.$/,
    ],
    ["%PDF-1.6\r<xmp:CreatorTool>Adobe Illustrator 29.1", /Illustrator file.* In Illustrator, use Export As/],
    ["%!PS-Adobe-3.0\r%%Creator: Adobe Illustrator(R) 8", /Illustrator file/],
    ["%!PS-Adobe-3.0 EPSF-3.0\r%%Creator: Adobe Illustrator", /EPS file/],
    ["\xc5\xd0\xd3\xc6\x20", /EPS file/],
    ["\0\0\0\x18ftypheic", /HEIC file.* Export the photo as JPEG on the phone or computer that has it and/],
    ["\0\0\0\x18ftypavif", /AVIF/],
    ["BM....", /BMP/],
    ["PK\x03\x04", /ZIP/],
    ["", /empty/],
    ["hello there", /not a picture/],
    ["<html><svg></svg></html>", /not a picture/],
    ["\x89PNG\r\n\x1a\n", /damaged or cut short/],
    ["\xff\xd8\xff\xd9", /JPEG/],
  ]
  for (const [text, reason] of named) {
    expect(probe(text)).toThrow(reason)
    expect(probe(text)).toThrow(ArtworkError)
  }
  expect(probeArtwork(writePng(small[0]))).toEqual({ kind: "png", widthPx: 7, heightPx: 5 })
  for (const text of ["II*\0", "MM\0*", "MM\0+"])
    expect(probeArtwork(Buffer.from(text))).toEqual({ kind: "tiff" })
  expect(probeArtwork(Buffer.from("RIFF\0\0\0\0WEBPVP8 "))).toEqual({ kind: "webp" })
  const svg =
    '\ufeff<?xml version="1.0"?><!-- <b> --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"/>'
  expect(probeArtwork(new TextEncoder().encode(svg))).toEqual({ kind: "svg", widthPx: 1024, heightPx: 512 })
})

/** A JPEG segment with a body of `bytes`. */
function segment(marker: number, title: string, bytes: number): Buffer {
  const written = Buffer.alloc(4 + bytes, 7)
  written.set([0xff, marker], 0)
  written.writeUInt16BE(2 + bytes, 2)
  written.write(title, 4, "latin1")
  return written
}

/** The CMYK fixture after 64 KB of Photoshop's notes, with a profile of `parts` × 60,000 bytes. */
function withLongNotes(parts: number): Buffer {
  const jpeg = jpegFixture("cmyk.jpg")
  const profile = Array.from({ length: parts }, (_, i) =>
    segment(0xe2, `ICC_PROFILE\0${String.fromCharCode(i + 1, parts)}`, 60_000),
  )
  const notes = segment(0xed, "Photoshop 3.0\0", 64_000)
  return Buffer.concat([jpeg.subarray(0, 2), ...profile, notes, jpeg.subarray(2)])
}

test("a JPEG may carry a press profile and its editor's notes before the picture, but no more than a mebibyte", async () => {
  const jpeg = withLongNotes(9)
  expect(jpeg.indexOf(Buffer.from([0xff, 0xc0]))).toBeGreaterThan(600_000)
  expect(probeArtwork(jpeg.subarray(0, PROBE_BYTES))).toEqual({ kind: "jpeg", widthPx: 61, heightPx: 47 })
  const report = await inspectArtwork(bytesSource(jpeg), host, { previewPx: 20 })
  expect(report).toMatchObject({ kind: "jpeg", widthPx: 61, heightPx: 47, isOpaque: true })
  expect(report.warnings).toEqual([expect.stringContaining("CMYK")])
  const plain = await decodeAll(jpegFixture("cmyk.jpg"), { kind: "jpeg" })
  expect((await decodeAll(jpeg, { kind: "jpeg" })).rgba).toEqual(plain.rgba)
  const hidden = inspectArtwork(bytesSource(withLongNotes(18)), host, { previewPx: 20 })
  await expect(hidden).rejects.toThrow(/very long notes/)
})

test("text that only pretends to be a drawing is told apart at once", () => {
  const filled = (unit: string) => unit.repeat(Math.ceil(PROBE_BYTES / unit.length)).slice(0, PROBE_BYTES)
  const hostile = [
    ...["<!--", "<-", "<", "<!---->", "<?a?>", "<a-"].map(filled),
    `<svg width="${filled("1")}!">`,
    `<svg width="1${filled(" ")}!">`,
  ]
  const start = cpuMs()
  for (const text of hostile) expect(() => probeArtwork(Buffer.from(text))).toThrow(ArtworkError)
  expect(cpuMs() - start).toBeLessThan(2000)
  const commented = '<!-- <b> --><!----><?xml version="1.0"?><svg:svg width=" 4in " height="+2e2px"/>'
  expect(probeArtwork(Buffer.from(commented))).toMatchObject({ kind: "svg", heightPx: 533 })
})
