import { type Crc32, crc32Of } from "./crc32.ts"
import { ascii } from "./file-bytes.ts"
import type { RasterHost } from "./host.ts"
import { type Laid, readLaid } from "./laid-stamp.ts"
import { SHEET_MAX_LENGTH_PX, SHEET_MAX_WIDTH_PX, STAMP_STRIP_ROWS, STAMP_TAIL_BYTES } from "./limits.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import type { StampReader } from "./stamp-reader.ts"
import { maxStreamBytes, openStampStripEncoder } from "./stamp-strip-encoder.ts"

/*
 * The stamp file: one artwork at its printed size, ready to be copied into sheets.
 *
 *   "SSSTAMP2"                8 bytes
 *   strip 0, strip 1, …       each 32 rows, the last fewer, as two zlib streams (RFC 1950, with
 *                             their Adler-32): colours, 3 bytes a pixel, then alphas. Rows have
 *                             PNG's filter byte in front: Sub in a strip's first row, Up in the
 *                             others, so every strip is read on its own. Blocks end on a byte and
 *                             none is the last but an empty one at the end: without header and end,
 *                             the blocks of all strips, one behind the other, are one stream again
 *   index                     two u32 per strip, little-endian: the length of its colours, then of
 *                             its alphas; bit 31 of the first marks a strip that zlib packs much
 *                             tighter than the kernel (halftones, gradients)
 *   footer                    "SSSTAMP2", width, height, rows a strip, CRC-32 of index and footer
 *                             so far (u32 each)
 *
 * Strips lie in order without gaps, so offsets are sums of lengths.
 */

const MAGIC = "SSSTAMP2"
const MAGIC_BYTES = 8
const FOOTER_BYTES = 24
const ENTRY_BYTES = 8
const DENSE_BIT = 0x8000_0000

export type StampIndex = {
  widthPx: number
  heightPx: number
  /** The beginning of each strip, and finally the end of the last one. */
  offsets: Float64Array
  /** The beginning of each strip's alphas, from the strip's own beginning. */
  alphasFrom: Uint32Array
  isDense: boolean[]
  /** How its rows are laid over another stamp's; null for a stamp of its own (laid-stamp.ts). */
  laid: Laid | null
}

/** One strip as it is stored. */
export type StampStrip = {
  bytes: Uint8Array
  widthPx: number
  rows: number
  /** The beginning of the alphas. */
  alphasFrom: number
}

/** A strip of a laid stamp: the strips that it is made of, if it is touched by them. */
export type LaidStrip = { widthPx: number; rows: number; under: StripPart | null; over: StripPart | null }

/** A strip whose left edge lies at `x`, and of whose rows the first `skipRows` lie above. */
type StripPart = { strip: StampStrip; x: number; skipRows: number }

/** The strips from one trial with zlib, on 16 KiB, to the next: about 1 % of a stamp's time. */
const TRIAL_EVERY_STRIPS = 4

export type StampWriter = {
  /** Returns the address where the caller writes the next row, `widthPx * 4` bytes. */
  nextRow(): number
  /** Returns the number of rows that may be written there before they are committed. */
  roomRows(): number
  /** Counts the row as written. Emits what it completes. */
  commitRow(): void
}

/** Returns the most bytes a writer emits at once: an incompressible strip's colours, or the index. */
export function maxEmitBytes(widthPx: number, heightPx: number): number {
  return maxStreamBytes(widthPx) + stripsOf(heightPx) * ENTRY_BYTES + FOOTER_BYTES
}

/** Writes a stamp file piece by piece from rows in order. Emitted bytes are valid until `emit` returns. */
export function openStampWriter(
  kernel: RasterKernel,
  { widthPx, heightPx, isText = false }: { widthPx: number; heightPx: number; isText?: boolean | undefined },
  host: RasterHost,
  emit: (bytes: Uint8Array) => void,
): StampWriter {
  const rowBytes = widthPx * 4
  const above = kernel.allocate(rowBytes * (STAMP_STRIP_ROWS + 1))
  const rows = above + rowBytes
  const encoder = openStampStripEncoder(kernel, host, widthPx)
  const entries: number[] = []
  let isDense = false
  let pending = 0
  let written = 0
  emit(ascii(MAGIC))

  function endStrip(): void {
    const strip = entries.length / 2
    if (strip % TRIAL_EVERY_STRIPS === 0 && !isText) isDense = encoder.isDense(rows, widthPx, pending)
    const { colours, alphas } = encoder.encode(rows, widthPx, pending, isDense)
    entries.push(colours.length + (isDense ? DENSE_BIT : 0), alphas.length)
    pending = 0
    emit(colours)
    emit(alphas)
  }

  return {
    nextRow: () => rows + pending * rowBytes,
    roomRows: () => Math.min(STAMP_STRIP_ROWS - pending, heightPx - written),
    commitRow() {
      pending++
      written++
      if (pending === STAMP_STRIP_ROWS || written === heightPx) endStrip()
      if (written === heightPx) emit(stampEnd(widthPx, heightPx, entries, crc32Of(host)))
    },
  }
}

function stripsOf(heightPx: number): number {
  return Math.ceil(heightPx / STAMP_STRIP_ROWS)
}

function stampEnd(widthPx: number, heightPx: number, entries: number[], crc32: Crc32): Uint8Array {
  const end = new Uint8Array(entries.length * 4 + FOOTER_BYTES)
  const view = new DataView(end.buffer)
  entries.forEach((entry, i) => {
    view.setUint32(i * 4, entry, true)
  })
  const footer = entries.length * 4
  end.set(ascii(MAGIC), footer)
  view.setUint32(footer + 8, widthPx, true)
  view.setUint32(footer + 12, heightPx, true)
  view.setUint32(footer + 16, STAMP_STRIP_ROWS, true)
  view.setUint32(footer + 20, crc32(end.subarray(0, footer + 20), 0), true)
  return end
}

/**
 * Reads footer and index, in one read unless the stamp is enormous, and how it is laid. Throws an Error if it is
 * no stamp.
 */
export async function readStampIndex(reader: StampReader, host: RasterHost): Promise<StampIndex> {
  if (reader.sizeBytes < MAGIC_BYTES + FOOTER_BYTES)
    throw new Error(`a stamp of ${reader.sizeBytes} bytes is too short`)
  const read = Math.min(reader.sizeBytes, STAMP_TAIL_BYTES)
  const last = await reader.read(reader.sizeBytes - read, read)
  const { laid, endBytes: laidBytes } = readLaid(last, host) ?? { laid: null, endBytes: 0 }
  const sizeBytes = reader.sizeBytes - laidBytes
  let tail = last.subarray(0, last.length - laidBytes)
  if (tail.length < MAGIC_BYTES + FOOTER_BYTES) throw new Error("a laid stamp has no text")
  const footer = viewOf(tail.subarray(tail.length - FOOTER_BYTES))
  const widthPx = footer.getUint32(8, true)
  const heightPx = footer.getUint32(12, true)
  const magic = String.fromCharCode(...tail.subarray(tail.length - FOOTER_BYTES).subarray(0, MAGIC_BYTES))
  const isPlausible =
    magic === MAGIC &&
    footer.getUint32(16, true) === STAMP_STRIP_ROWS &&
    widthPx >= 1 &&
    heightPx >= 1 &&
    widthPx <= SHEET_MAX_WIDTH_PX &&
    heightPx <= SHEET_MAX_LENGTH_PX
  if (!isPlausible) throw new Error("a stamp does not end with a stamp's footer")
  if (laid && laid.over.x + widthPx > laid.widthPx) throw new Error("a stamp's text leaves its piece")
  const strips = stripsOf(heightPx)
  const endBytes = strips * ENTRY_BYTES + FOOTER_BYTES
  if (endBytes + MAGIC_BYTES > sizeBytes)
    throw new Error(`a stamp of ${sizeBytes} bytes is shorter than its index`)
  if (endBytes > tail.length) tail = await reader.read(sizeBytes - endBytes, endBytes)
  const end = tail.subarray(tail.length - endBytes)
  if (viewOf(end).getUint32(endBytes - 4, true) !== crc32Of(host)(end.subarray(0, endBytes - 4), 0) >>> 0) {
    throw new Error("the checksum of a stamp's index is wrong")
  }
  const offsets = new Float64Array(strips + 1)
  const alphasFrom = new Uint32Array(strips)
  const isDense: boolean[] = []
  offsets[0] = MAGIC_BYTES
  for (let i = 0; i < strips; i++) {
    const entry = viewOf(end).getUint32(i * ENTRY_BYTES, true)
    isDense.push(entry >= DENSE_BIT)
    alphasFrom[i] = entry & ~DENSE_BIT
    offsets[i + 1] = offsets[i] + alphasFrom[i] + viewOf(end).getUint32(i * ENTRY_BYTES + 4, true)
  }
  if (offsets[strips] !== sizeBytes - endBytes) throw new Error("a stamp's strips do not add up to its size")
  return { widthPx, heightPx, offsets, alphasFrom, isDense, laid }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
