import { type Crc32, crc32Of } from "./crc32.ts"
import { ascii, bigEndian } from "./file-bytes.ts"
import type { RasterHost } from "./host.ts"
import { SHEET_MAX_LENGTH_PX, SHEET_MAX_WIDTH_PX, STAMP_STRIP_ROWS, STAMP_TAIL_BYTES } from "./limits.ts"
import { ZLIB_HEADER } from "./png-writer.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import type { StampReader } from "./stamp-reader.ts"

/*
 * The stamp file: one artwork at its printed size, ready to be copied into sheets.
 *
 *   "SSSTAMP1"                8 bytes
 *   strip 0, strip 1, …       each a zlib stream (RFC 1950, with its Adler-32) of 32 rows, the
 *                             last of fewer; rows are RGBA8, straight alpha, PNG filter Up with
 *                             the filter byte in front; the row above the first of a strip counts
 *                             as zeros, so every strip is read on its own
 *   index                     u32 per strip, little-endian: its length; bit 31 marks a strip that
 *                             zlib packs much tighter than the kernel (halftones, gradients)
 *   footer                    "SSSTAMP1", width, height, rows a strip, CRC-32 of index and footer
 *                             so far (u32 each)
 *
 * Strips lie in order without gaps, so offsets are sums of lengths.
 */

const MAGIC = "SSSTAMP1"
const MAGIC_BYTES = 8
const FOOTER_BYTES = 24
const DENSE_BIT = 0x8000_0000

export type StampIndex = {
  widthPx: number
  heightPx: number
  /** Where each strip begins, and at last where the last one ends. */
  offsets: Float64Array
  isDense: boolean[]
}

/** Every fourth strip is tried with zlib, on these bytes: about 1 % of the time a stamp takes. */
const TRIAL_EVERY_STRIPS = 4
const TRIAL_BYTES = 16 * 1024
/** Below this nothing is left to gain: the block's own tables take 160 bytes. */
const TRIAL_WORTH_BYTES = 160 + TRIAL_BYTES / 128
/** zlib is some ten times slower, so it has to gain this much. */
const TRIAL_GAIN = 0.6

export type StampWriter = {
  /** The address where the caller writes the next row, `widthPx * 4` bytes. */
  nextRow(): number
  /** Rows that may be written there before they are committed. */
  roomRows(): number
  /** Counts the row as written. Emits what it completes. */
  commitRow(): void
}

/** The most bytes that a stamp writer emits at once: an incompressible strip, or the index. */
export function maxEmitBytes(widthPx: number, heightPx: number): number {
  const strip = (widthPx * 4 + 1) * STAMP_STRIP_ROWS
  return strip + (strip >> 1) + 1024 + Math.ceil(heightPx / STAMP_STRIP_ROWS) * 4 + FOOTER_BYTES
}

/**
 * Writes a stamp file piece by piece from rows in order. What it emits is valid until `emit`
 * returns.
 */
export function openStampWriter(
  kernel: RasterKernel,
  widthPx: number,
  heightPx: number,
  host: RasterHost,
  emit: (bytes: Uint8Array) => void,
): StampWriter {
  const { calls } = kernel
  const rowBytes = widthPx * 4
  const stripBytes = (rowBytes + 1) * STAMP_STRIP_ROWS
  const above = kernel.allocate(rowBytes * (STAMP_STRIP_ROWS + 1))
  const rows = above + rowBytes
  const filtered = kernel.allocate(stripBytes)
  const tokens = kernel.allocate(stripBytes * 2)
  const compressed = kernel.allocate(stripBytes + (stripBytes >> 1) + 1024)
  const entries: number[] = []
  let isDense = false
  let pending = 0
  let written = 0
  emit(ascii(MAGIC))

  function endStrip(): void {
    const length = (rowBytes + 1) * pending
    calls.filterRows(rows, rowBytes, pending, filtered)
    if (entries.length % TRIAL_EVERY_STRIPS === 0) isDense = isZlibMuchBetter()
    const deflated = isDense ? host.deflateRaw(kernel.view(filtered, length), true) : deflate(pending)
    const adler = calls.adler32(filtered, length, 1) >>> 0
    entries.push(ZLIB_HEADER.length + deflated.length + 4 + (isDense ? DENSE_BIT : 0))
    pending = 0
    emit(ZLIB_HEADER)
    emit(deflated)
    emit(bigEndian(adler))
  }

  function deflate(count: number): Uint8Array {
    const length = calls.deflateRows(filtered, rowBytes + 1, count, 4, 0, 0, tokens, compressed, 1)
    return kernel.view(compressed, length)
  }

  function isZlibMuchBetter(): boolean {
    const trialRows = Math.max(1, Math.min(pending, Math.floor(TRIAL_BYTES / (rowBytes + 1))))
    const ours = deflate(trialRows).length
    if (ours < TRIAL_WORTH_BYTES) return false
    return host.deflateRaw(kernel.view(filtered, (rowBytes + 1) * trialRows), true).length < ours * TRIAL_GAIN
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
 * Reads footer and index, in one read for all but enormous stamps. Throws a plain Error if it is no
 * stamp.
 */
export async function readStampIndex(reader: StampReader, host: RasterHost): Promise<StampIndex> {
  const { sizeBytes } = reader
  if (sizeBytes < MAGIC_BYTES + FOOTER_BYTES) throw new Error(`a stamp of ${sizeBytes} bytes is too short`)
  let tail = await reader.read(
    sizeBytes - Math.min(sizeBytes, STAMP_TAIL_BYTES),
    Math.min(sizeBytes, STAMP_TAIL_BYTES),
  )
  const footer = viewOf(tail.subarray(tail.length - FOOTER_BYTES))
  const widthPx = footer.getUint32(8, true)
  const heightPx = footer.getUint32(12, true)
  const hasMagic = [...MAGIC].every((letter, i) => footer.getUint8(i) === letter.charCodeAt(0))
  const isPlausible =
    hasMagic &&
    footer.getUint32(16, true) === STAMP_STRIP_ROWS &&
    widthPx >= 1 &&
    heightPx >= 1 &&
    widthPx <= SHEET_MAX_WIDTH_PX &&
    heightPx <= SHEET_MAX_LENGTH_PX
  if (!isPlausible) throw new Error("a stamp does not end with a stamp's footer")
  const strips = Math.ceil(heightPx / STAMP_STRIP_ROWS)
  const endBytes = strips * 4 + FOOTER_BYTES
  if (endBytes + MAGIC_BYTES > sizeBytes)
    throw new Error(`a stamp of ${sizeBytes} bytes is shorter than its index`)
  if (endBytes > tail.length) tail = await reader.read(sizeBytes - endBytes, endBytes)
  const end = tail.subarray(tail.length - endBytes)
  if (viewOf(end).getUint32(endBytes - 4, true) !== crc32Of(host)(end.subarray(0, endBytes - 4), 0) >>> 0) {
    throw new Error("the checksum of a stamp's index is wrong")
  }
  const offsets = new Float64Array(strips + 1)
  const isDense: boolean[] = []
  offsets[0] = MAGIC_BYTES
  for (let i = 0; i < strips; i++) {
    const entry = viewOf(end).getUint32(i * 4, true)
    isDense.push(entry >= DENSE_BIT)
    offsets[i + 1] = offsets[i] + (entry & ~DENSE_BIT)
  }
  if (offsets[strips] !== sizeBytes - endBytes) throw new Error("a stamp's strips do not add up to its size")
  return { widthPx, heightPx, offsets, isDense }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}
