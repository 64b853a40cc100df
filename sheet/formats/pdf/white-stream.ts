import { bigEndian } from "../../raster/file-bytes.ts"
import { STAMP_STRIP_ROWS } from "../../raster/limits.ts"
import type { RasterKernel } from "../../raster/raster-kernel.ts"
import type { LaidStrip, StampStrip } from "../../raster/stamp-file.ts"
import { openStripDecoder } from "../../raster/stamp-strip-decoder.ts"
import { ZLIB_HEADER } from "../../raster/zlib-parts.ts"
import { openWhiteRows } from "../white-rows.ts"

/**
 * The choked white of one picture after the other, as zlib streams with PNG's filter Up, which PDF
 * knows as predictor 15. Yielded pieces are valid until the next one.
 */
export type WhiteStream = {
  begin(size: { widthPx: number; heightPx: number }): Uint8Array
  feed(strip: StampStrip | LaidStrip, stamp: string): Iterable<Uint8Array>
}

/** Makes a stream for pictures of at most `maxWidthPx`. */
export function openWhiteStream(kernel: RasterKernel, maxWidthPx: number, chokePx: number): WhiteStream {
  const { calls } = kernel
  const decoder = openStripDecoder(kernel, maxWidthPx)
  const white = openWhiteRows(kernel, maxWidthPx, STAMP_STRIP_ROWS, chokePx)
  const filteredBytes = (maxWidthPx + 1) * STAMP_STRIP_ROWS
  const above = kernel.allocate(maxWidthPx * (STAMP_STRIP_ROWS + 1))
  const filtered = kernel.allocate(filteredBytes)
  const tokens = kernel.allocate(filteredBytes * 2)
  const deflated = kernel.allocate(filteredBytes + (filteredBytes >> 1) + 1024)
  let width = 0
  let rowsLeft = 0
  let adler = 1

  /** Compresses rows of white that are ready. */
  function* compressed(rows: number, isLast: boolean): Iterable<Uint8Array> {
    white.take(above + width, rows)
    calls.filterRows(above + width, width, rows, filtered)
    adler = calls.adler32(filtered, (width + 1) * rows, adler) >>> 0
    calls.copyRows(above, width, above + rows * width, width, width, 1)
    const length = calls.deflateRows(filtered, width + 1, rows, 1, 0, 0, tokens, deflated, isLast ? 1 : 0)
    yield kernel.view(deflated, length)
    if (isLast) yield bigEndian(adler)
  }

  return {
    begin({ widthPx, heightPx }) {
      width = widthPx
      rowsLeft = heightPx
      adler = 1
      white.begin(widthPx)
      kernel.view(above, widthPx).fill(0)
      return ZLIB_HEADER
    },
    *feed(strip, stamp) {
      rowsLeft -= strip.rows
      const ready = white.feedAlphas(decoder.decodeAlphas(strip, stamp), strip.rows)
      if (ready > 0) yield* compressed(ready, false)
      // The last rows' white is known once nothing follows.
      if (rowsLeft === 0) yield* compressed(white.flush(), true)
    },
  }
}
