import { type Crc32, crc32Of } from "./crc32.ts"
import { BAND_BYTES, BAND_MAX_ROWS } from "./limits.ts"
import { PNG_SIGNATURE } from "./png-chunks.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import type { RasterHost } from "./types.ts"

const METRES_PER_INCH = 0.0254
/** A 32 KiB window, no dictionary; RFC 1950. */
const ZLIB_HEADER = Uint8Array.of(0x78, 0x01)
/** The kernel's bound for hinted stretches a row. */
const MAX_SPANS = 62

/** Bytes from ≤ i < to of every row of a band repeat those `distance` earlier in the row. */
export type RepeatSpan = { from: number; to: number; distance: number }

/** Pixels a metre, as pHYs wants them: 300 DPI = 11811. */
export function pixelsPerMetre(dpi: number): number {
  return Math.round(dpi / METRES_PER_INCH)
}

/** Signature, IHDR (RGBA8), sRGB (perceptual) and, where a resolution is known, pHYs. */
export function pngPreamble(widthPx: number, heightPx: number, dpi: number | null, crc32: Crc32): Uint8Array {
  const header = new Uint8Array(13)
  const headerView = new DataView(header.buffer)
  headerView.setUint32(0, widthPx)
  headerView.setUint32(4, heightPx)
  header[8] = 8
  header[9] = 6
  const parts = [
    PNG_SIGNATURE,
    pngChunk("IHDR", [header], crc32),
    pngChunk("sRGB", [Uint8Array.of(0)], crc32),
  ]
  if (dpi !== null) {
    const density = new Uint8Array(9)
    const densityView = new DataView(density.buffer)
    densityView.setUint32(0, pixelsPerMetre(dpi))
    densityView.setUint32(4, pixelsPerMetre(dpi))
    density[8] = 1
    parts.push(pngChunk("pHYs", [density], crc32))
  }
  return joined(parts)
}

export function pngChunk(name: string, body: Uint8Array[], crc32: Crc32): Uint8Array {
  const length = body.reduce((sum, part) => sum + part.length, 0)
  const chunk = new Uint8Array(12 + length)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, length)
  for (let i = 0; i < 4; i++) chunk[4 + i] = name.charCodeAt(i)
  let offset = 8
  for (const part of body) {
    chunk.set(part, offset)
    offset += part.length
  }
  view.setUint32(offset, crc32(chunk.subarray(4, offset), 0))
  return chunk
}

export function joined(parts: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    all.set(part, offset)
    offset += part.length
  }
  return all
}

/** Rows composed at once for a picture of this width: BAND_MAX_ROWS, or fewer where those exceed BAND_BYTES. */
export function bandRows(widthPx: number): number {
  return Math.max(1, Math.min(BAND_MAX_ROWS, Math.floor(BAND_BYTES / (widthPx * 4 + 1))))
}

/**
 * Turns bands of rows into the IDAT chunks of one PNG. The caller lays out its bands of RGBA8 rows (`bandRows` of them
 * at most) in the same kernel, each with room for one more row in front.
 */
export type PngEncoder = {
  /**
   * Filters (Up) and compresses `rows` rows at `band`; the row above the first must lie directly in front. `isDense`
   * bands go through the host's zlib, the others through the kernel's encoder with the given repeats. The last band
   * brings IEND.
   */
  encode(band: number, rows: number, spans: RepeatSpan[], isDense: boolean, isLast: boolean): Uint8Array
}

export function openPngEncoder(kernel: RasterKernel, widthPx: number, host: RasterHost): PngEncoder {
  const { calls } = kernel
  const crc32 = crc32Of(host)
  const rowBytes = widthPx * 4
  const inputBytes = (rowBytes + 1) * bandRows(widthPx)
  const filtered = kernel.allocate(inputBytes)
  const tokens = kernel.allocate(inputBytes * 2)
  const compressed = kernel.allocate(inputBytes + (inputBytes >> 1) + 1024)
  const spanTable = kernel.allocate(MAX_SPANS * 12)
  let adler = 1
  let isFirst = true
  return {
    encode(band, rows, spans, isDense, isLast) {
      const length = (rowBytes + 1) * rows
      calls.filterRows(band, rowBytes, rows, filtered)
      adler = calls.adler32(filtered, length, adler) >>> 0
      const deflated = isDense
        ? host.deflateRaw(kernel.view(filtered, length), isLast)
        : deflateInKernel(rows, spans, isLast)
      const body = isFirst ? [ZLIB_HEADER, deflated] : [deflated]
      isFirst = false
      if (isLast) body.push(bigEndian(adler))
      const chunk = pngChunk("IDAT", body, crc32)
      return isLast ? joined([chunk, pngChunk("IEND", [], crc32)]) : chunk
    },
  }

  function deflateInKernel(count: number, spans: RepeatSpan[], isLast: boolean): Uint8Array {
    const used = spans.slice(0, MAX_SPANS)
    const table = new Uint32Array(calls.memory.buffer, spanTable, MAX_SPANS * 3)
    used.forEach((span, i) => {
      table.set([span.from, span.to, span.distance], i * 3)
    })
    const length = calls.deflateRows(
      filtered,
      rowBytes + 1,
      count,
      spanTable,
      used.length,
      tokens,
      compressed,
      isLast ? 1 : 0,
    )
    return kernel.view(compressed, length)
  }
}

export function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255)
}
