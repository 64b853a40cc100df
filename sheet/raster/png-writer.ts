import type { RowSink } from "./artwork.ts"
import { type Crc32, crc32Of } from "./crc32.ts"
import { bigEndian, joined } from "./file-bytes.ts"
import type { RasterHost } from "./host.ts"
import { BAND_BYTES, BAND_MAX_ROWS } from "./limits.ts"
import { PNG_SIGNATURE } from "./png-chunks.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import { ZLIB_HEADER } from "./zlib-parts.ts"

const METRES_PER_INCH = 0.0254
const IDAT = Uint8Array.of(0x49, 0x44, 0x41, 0x54)
/** The kernel's bound on repeat spans in a row. */
const MAX_SPANS = 62

/** A repetition: in every row of a band, bytes from ≤ i < to repeat the bytes `distance` earlier. */
export type RepeatSpan = { from: number; to: number; distance: number }

/** Returns the pixels a metre, for pHYs: 300 DPI = 11811. */
export function pixelsPerMetre(dpi: number): number {
  return Math.round(dpi / METRES_PER_INCH)
}

/** Returns signature, IHDR (RGBA8), sRGB (perceptual) and, if the resolution is known, pHYs. */
export function pngPreamble(
  widthPx: number,
  heightPx: number,
  dpi: number | null,
  crc32: Crc32,
): Uint8Array<ArrayBuffer> {
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

/** Returns a chunk with its length and checksum; the parts of its body lie one after the other. */
export function pngChunk(name: string, body: Uint8Array[], crc32: Crc32): Uint8Array<ArrayBuffer> {
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

/** Returns the rows composed at once at this width: BAND_MAX_ROWS, or fewer if those exceed BAND_BYTES. */
export function bandRows(widthPx: number): number {
  return Math.max(1, Math.min(BAND_MAX_ROWS, Math.floor(BAND_BYTES / (widthPx * 4 + 1))))
}

/**
 * An encoder of bands of rows into the IDAT chunks of one PNG. The caller allocates its bands of RGBA8
 * rows (at most `bandRows` each) in the same kernel, each with room for one more row in front.
 */
type PngEncoder = {
  /**
   * Filters (Up) and compresses `rows` rows at `band`. The row above the first must lie directly in
   * front. `isDense` bands go through the host's zlib, the others through the kernel's encoder with
   * the given repeats. The last band brings IEND. The chunk is a view of the kernel that the next
   * call overwrites.
   */
  encode(band: number, rows: number, spans: RepeatSpan[], isDense: boolean, isLast: boolean): Uint8Array
}

/** The length and name before a chunk's body. */
const CHUNK_HEAD_BYTES = 8
/** The Adler-32, CRC and a whole IEND after the body. */
const CHUNK_TAIL_BYTES = 4 + 4 + 12

/** Returns the longest piece of `encode`, in bytes. */
export function maxChunkBytes(widthPx: number): number {
  const inputBytes = (widthPx * 4 + 1) * bandRows(widthPx)
  return CHUNK_HEAD_BYTES + ZLIB_HEADER.length + inputBytes + (inputBytes >> 1) + 1024 + CHUNK_TAIL_BYTES
}

export function openPngEncoder(kernel: RasterKernel, widthPx: number, host: RasterHost): PngEncoder {
  const { calls } = kernel
  const crc32 = crc32Of(host)
  const rowBytes = widthPx * 4
  const inputBytes = (rowBytes + 1) * bandRows(widthPx)
  const chunkBytes = maxChunkBytes(widthPx)
  const filtered = kernel.allocate(inputBytes)
  const tokens = kernel.allocate(inputBytes * 2)
  const chunk = kernel.allocate(chunkBytes)
  const spanTable = kernel.allocate(MAX_SPANS * 12)
  let adler = 1
  let isFirst = true
  return {
    encode(band, rows, spans, isDense, isLast) {
      const length = (rowBytes + 1) * rows
      calls.filterRows(band, rowBytes, rows, filtered)
      adler = calls.adler32(filtered, length, adler) >>> 0
      let end = CHUNK_HEAD_BYTES
      const view = kernel.view(chunk, chunkBytes)
      if (isFirst) {
        view.set(ZLIB_HEADER, end)
        end += ZLIB_HEADER.length
      }
      isFirst = false
      if (isDense) {
        const deflated = host.deflateRaw(kernel.view(filtered, length), isLast)
        view.set(deflated, end)
        end += deflated.length
      } else end += deflateTo(chunk + end, rows, spans, isLast)
      if (isLast) {
        view.set(bigEndian(adler), end)
        end += 4
      }
      view.set(bigEndian(end - CHUNK_HEAD_BYTES), 0)
      view.set(IDAT, 4)
      view.set(bigEndian(crc32(view.subarray(4, end), 0)), end)
      end += 4
      if (isLast) {
        const tail = pngChunk("IEND", [], crc32)
        view.set(tail, end)
        end += tail.length
      }
      return view.subarray(0, end)
    },
  }

  function deflateTo(target: number, rows: number, spans: RepeatSpan[], isLast: boolean): number {
    const count = Math.min(spans.length, MAX_SPANS)
    const table = new Uint32Array(calls.memory.buffer, spanTable, MAX_SPANS * 3)
    for (let i = 0; i < count; i++) {
      table[i * 3] = spans[i].from
      table[i * 3 + 1] = spans[i].to
      table[i * 3 + 2] = spans[i].distance
    }
    return calls.deflateRows(
      filtered,
      rowBytes + 1,
      rows,
      4,
      spanTable,
      count,
      tokens,
      target,
      isLast ? 1 : 0,
    )
  }
}

/** Writes a PNG without a resolution from all its rows, from the top. A piece is valid until the next row. */
export function openPngRows(
  kernel: RasterKernel,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  host: RasterHost,
  emit: (piece: Uint8Array) => void,
): RowSink {
  const rowBytes = widthPx * 4
  const rows = bandRows(widthPx)
  const above = kernel.allocate((rows + 1) * rowBytes)
  const encoder = openPngEncoder(kernel, widthPx, host)
  const view = kernel.view(above, (rows + 1) * rowBytes)
  emit(pngPreamble(widthPx, heightPx, null, crc32Of(host)))
  let pending = 0
  return (row, y) => {
    view.set(row, ++pending * rowBytes)
    const isLast = y === heightPx - 1
    if (pending < rows && !isLast) return
    emit(encoder.encode(above + rowBytes, pending, [], false, isLast))
    view.copyWithin(0, pending * rowBytes, (pending + 1) * rowBytes)
    pending = 0
  }
}
