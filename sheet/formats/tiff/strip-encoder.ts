import type { BandEncoder } from "../../raster/compose-sheet.ts"
import { bigEndian } from "../../raster/file-bytes.ts"
import type { RasterHost } from "../../raster/host.ts"
import { BAND_BYTES } from "../../raster/limits.ts"
import { bandRows, type RepeatSpan } from "../../raster/png-writer.ts"
import type { RasterKernel } from "../../raster/raster-kernel.ts"
import { ZLIB_HEADER } from "../../raster/zlib-parts.ts"
import { openWhiteRows } from "../white-rows.ts"

/** The strips of a TIFF as they were written. */
export type WrittenStrips = { rows: number; offsets: number[]; byteCounts: number[] }

/** Returns the rows of every strip but the last one. */
function stripRows(widthPx: number, pixelBytes: number): number {
  return Math.max(1, Math.min(bandRows(widthPx), Math.floor(BAND_BYTES / (widthPx * pixelBytes))))
}

/**
 * Compresses the rows of a sheet into strips: predictor 2, each strip a zlib stream of its own. With
 * white, rows wait until the white beneath them is known, `chokePx` rows later.
 *
 *   bands   |▒▒▒▒▒▒▒▒|▒▒▒▒▒▒▒▒|      rows as they are composed
 *   strips     |▒▒▒▒▒▒▒▒|▒▒▒▒▒▒▒▒|   with a choke of three
 */
export function openStripEncoder(
  kernel: RasterKernel,
  { widthPx, lengthPx }: { widthPx: number; lengthPx: number },
  host: RasterHost,
  options: { firstOffset: number; chokePx: number | null; onEnd(strips: WrittenStrips): Uint8Array },
): Pick<BandEncoder, "pixelBytes" | "rowLeadBytes" | "encode"> {
  const { calls } = kernel
  const { chokePx } = options
  const pixelBytes = chokePx === null ? 4 : 5
  const maxRows = bandRows(widthPx)
  const rowBytes = widthPx * pixelBytes
  const strips: WrittenStrips = { rows: stripRows(widthPx, pixelBytes), offsets: [], byteCounts: [] }
  const blockBytes = rowBytes * Math.min(maxRows, strips.rows)
  const outputBytes = ZLIB_HEADER.length + blockBytes + (blockBytes >> 1) + 1024 + 4
  const differed = kernel.allocate(blockBytes)
  const tokens = kernel.allocate(blockBytes * 2)
  const output = kernel.allocate(outputBytes)
  const spanTable = kernel.allocate(MAX_SPANS * 12)
  const waiting = chokePx === null ? null : openWaiting(kernel, widthPx, maxRows, chokePx)
  let offset = options.firstOffset
  let rowsDone = 0
  let adler = 1

  /** Compresses the next rows of the sheet, up to a strip's end. */
  function compress(rows: number, source: number, spans: RepeatSpan[], isDense: boolean): Uint8Array {
    const inStrip = rowsDone % strips.rows
    const isLast = inStrip + rows === strips.rows || rowsDone + rows === lengthPx
    const view = kernel.view(output, outputBytes)
    let end = 0
    if (inStrip === 0) {
      strips.offsets.push(offset)
      strips.byteCounts.push(0)
      adler = 1
      view.set(ZLIB_HEADER)
      end = ZLIB_HEADER.length
    }
    const length = rowBytes * rows
    calls.differRows(source, rowBytes, rows, pixelBytes, differed)
    adler = calls.adler32(differed, length, adler) >>> 0
    if (isDense) {
      const deflated = host.deflateRaw(kernel.view(differed, length), isLast)
      view.set(deflated, end)
      end += deflated.length
    } else end += deflateTo(output + end, rows, spans, isLast)
    if (isLast) {
      view.set(bigEndian(adler), end)
      end += 4
    }
    rowsDone += rows
    offset += end
    strips.byteCounts[strips.byteCounts.length - 1] += end
    return view.subarray(0, end)
  }

  function deflateTo(target: number, rows: number, spans: RepeatSpan[], isLast: boolean): number {
    const count = Math.min(spans.length, MAX_SPANS)
    const table = new Uint32Array(calls.memory.buffer, spanTable, MAX_SPANS * 3)
    for (let i = 0; i < count; i++) table.set([spans[i].from, spans[i].to, spans[i].distance], i * 3)
    const end = isLast ? 1 : 0
    return calls.deflateRows(differed, rowBytes, rows, pixelBytes, spanTable, count, tokens, target, end)
  }

  function* compressAll(source: number, rows: number, spans: RepeatSpan[], isDense: boolean) {
    for (let row = 0; row < rows; ) {
      const count = Math.min(rows - row, strips.rows - (rowsDone % strips.rows))
      yield compress(count, source + row * rowBytes, spans, isDense)
      row += count
    }
  }

  return {
    pixelBytes,
    rowLeadBytes: 0,
    *encode(band, rows, spans, isDense, isLast) {
      if (waiting === null) yield* compressAll(band, rows, spans, isDense)
      else {
        const ready = waiting.feed(band, rows)
        yield* compressAll(waiting.joined, ready, spans, isDense)
        if (isLast) yield* compressAll(waiting.joined, waiting.flush(), [], false)
      }
      if (isLast) yield options.onEnd(strips)
    },
  }
}

/** The kernel's bound on repeat spans in a row. */
const MAX_SPANS = 62

/** Opens a store of rows of colours that wait for their white. */
function openWaiting(kernel: RasterKernel, widthPx: number, maxRows: number, chokePx: number) {
  const { calls } = kernel
  const rowBytes = widthPx * 4
  const white = openWhiteRows(kernel, widthPx, maxRows, chokePx)
  const colours = kernel.allocate(rowBytes * (maxRows + chokePx))
  const whites = kernel.allocate(widthPx * Math.max(maxRows, chokePx))
  const joined = kernel.allocate(widthPx * 5 * Math.max(maxRows, chokePx))
  let held = 0
  white.begin(widthPx)

  /** Joins the first rows with their white and drops them. */
  function join(ready: number): number {
    white.take(whites, ready)
    calls.addWhite(colours, whites, widthPx * ready, joined)
    held -= ready
    kernel
      .view(colours, rowBytes * (maxRows + chokePx))
      .copyWithin(0, ready * rowBytes, (ready + held) * rowBytes)
    return ready
  }

  return {
    /** Rows of five samples, as many as `feed` or `flush` returned. */
    joined,
    feed(band: number, rows: number): number {
      calls.copyRows(colours + held * rowBytes, rowBytes, band, rowBytes, rowBytes, rows)
      held += rows
      return join(white.feed(band, rows))
    },
    flush: () => join(white.flush()),
  }
}
