import { inflateSync } from "node:zlib"
import { openNodeHost } from "../../cli/node-host.ts"
import { bytesSource } from "../../harness/bytes.ts"
import { caseSeed, type Finding, type Mode } from "../../harness/fuzz/mode.ts"
import { seeded } from "../../harness/seeded-random.ts"
import { checkSheet } from "../../sheet/raster/check-sheet.ts"
import { crc32Of } from "../../sheet/raster/crc32.ts"
import type { RasterHost } from "../../sheet/raster/host.ts"
import { readPngChunks } from "../../sheet/raster/png-chunks.ts"
import { bandRows, openPngEncoder, pngPreamble, type RepeatSpan } from "../../sheet/raster/png-writer.ts"
import { openKernel } from "../../sheet/raster/raster-kernel.ts"

type Random = (below: number) => number

/** A picture in bands of different heights, with stretches marked as repeating. */
type Case = { widthPx: number; bands: Band[] }
type Band = { pixels: Uint8Array; rows: number; spans: RepeatSpan[]; isDense: boolean }

const DPI = 300

export const bands: Mode = {
  about:
    "pictures in bands of any rows, repeats and hints, written as sheets are: zlib and the read-back find what went in",
  usualCount: 20_000,
  run: fuzzBands,
}

async function fuzzBands(seed: number, count: number) {
  const host = await openNodeHost()
  const findings: Finding[] = []
  const figures = { rows: 0, mebibytes: 0 }
  for (let number = 0; number < count; number++) {
    const made = makeCase(seeded(caseSeed(seed, number)))
    const png = encode(made, host)
    const what = await check(made, png, host)
    if (what) findings.push({ case: number, kind: "png", what, bytes: png })
    figures.rows += made.bands.reduce((sum, band) => sum + band.rows, 0)
    figures.mebibytes += made.bands.reduce((sum, band) => sum + band.pixels.length, 0) / 2 ** 20
  }
  figures.mebibytes = Math.round(figures.mebibytes)
  return { figures, findings }
}

function makeCase(random: Random): Case {
  const widthPx = 1 + random(random(4) === 0 ? 3000 : 60)
  const count = 1 + random(4)
  return { widthPx, bands: Array.from({ length: count }, () => makeBand(widthPx, random)) }
}

function makeBand(widthPx: number, random: Random): Band {
  const rows = 1 + random(Math.min(bandRows(widthPx), random(3) === 0 ? 40 : 4))
  const rowBytes = widthPx * 4
  const pixels = new Uint8Array(rowBytes * rows)
  fill(pixels, random(5), random)
  const spans = random(2) === 0 ? makeSpans(pixels, rowBytes, rows, random) : []
  return { pixels, rows, spans, isDense: random(6) === 0 }
}

/** Fills with blank, noise, runs of pixels, runs of bytes, or a few values. */
function fill(pixels: Uint8Array, kind: number, random: Random): void {
  if (kind === 0) return
  const values = 1 + random(256)
  for (let i = 0; i < pixels.length; ) {
    const run = kind === 1 ? 1 : 1 + random(kind === 2 ? 300 : 9)
    const value = random(values)
    for (let k = 0; k < run && i < pixels.length; k++, i++)
      pixels[i] = kind === 2 && i >= 4 && k > 0 ? pixels[i - 4] : value
  }
}

/** Returns stretches of a filtered row, filter byte first; most really repeat the bytes to their left. */
function makeSpans(pixels: Uint8Array, rowBytes: number, rows: number, random: Random): RepeatSpan[] {
  const spans: RepeatSpan[] = []
  for (let free = 5; free < rowBytes && spans.length < 5; ) {
    const from = free + random(rowBytes + 1 - free)
    const to = from + 1 + random(rowBytes + 1 - from)
    const distance = 1 + random(Math.min(from, 32_768))
    if (to > rowBytes + 1) break
    for (let y = 0; y < rows && random(4) > 0; y++)
      for (let i = from; i < to; i++)
        if (i - 1 >= distance) pixels[y * rowBytes + i - 1] = pixels[y * rowBytes + i - 1 - distance]
    spans.push({ from, to, distance })
    free = to
  }
  return spans
}

function encode({ widthPx, bands }: Case, host: RasterHost): Uint8Array {
  const kernel = openKernel(host, "measure")
  const rowBytes = widthPx * 4
  const heightPx = bands.reduce((sum, band) => sum + band.rows, 0)
  const above = kernel.allocate((bandRows(widthPx) + 1) * rowBytes)
  const encoder = openPngEncoder(kernel, widthPx, host)
  const parts: Uint8Array[] = [pngPreamble(widthPx, heightPx, DPI, crc32Of(host))]
  bands.forEach(({ pixels, rows, spans, isDense }, i) => {
    const view = kernel.view(above, (rows + 1) * rowBytes)
    view.set(pixels, rowBytes)
    parts.push(encoder.encode(above + rowBytes, rows, spans, isDense, i === bands.length - 1).slice())
    view.copyWithin(0, rows * rowBytes)
  })
  kernel.close()
  return new Uint8Array(Buffer.concat(parts))
}

/** Returns what is wrong with the written picture, or null. */
async function check(made: Case, png: Uint8Array, host: RasterHost): Promise<string | null> {
  try {
    const data: Uint8Array[] = []
    for await (const event of readPngChunks(bytesSource(png), crc32Of(host)))
      if (event.kind === "data") data.push(event.bytes.slice())
    if (Buffer.compare(inflateSync(Buffer.concat(data)), filtered(made)) !== 0) return "zlib reads other rows"
    const lengthPx = made.bands.reduce((sum, band) => sum + band.rows, 0)
    await checkSheet(bytesSource(png), { widthPx: made.widthPx, lengthPx, dpi: DPI }, host)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Applies filter Up to all rows. */
function filtered({ widthPx, bands }: Case): Uint8Array {
  const rowBytes = widthPx * 4
  const pixels = Buffer.concat(bands.map((band) => band.pixels))
  const rows = new Uint8Array((pixels.length / rowBytes) * (rowBytes + 1))
  for (let from = 0, to = 0; from < pixels.length; from += rowBytes, to += rowBytes + 1) {
    rows[to] = 2
    for (let i = 0; i < rowBytes; i++)
      rows[to + 1 + i] = pixels[from + i] - (from > 0 ? pixels[from + i - rowBytes] : 0)
  }
  return rows
}
