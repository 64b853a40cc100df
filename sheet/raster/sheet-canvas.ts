import { STAMP_STRIP_ROWS } from "./limits.ts"
import { bandRows } from "./png-writer.ts"
import type { RasterKernel } from "./raster-kernel.ts"

/**
 * The rows of a sheet being composed: a ring of bands, as many as a strip that begins in the
 * current band can reach into. Each band has a spare row in front, which holds the last row of the
 * band above (for filter Up).
 *
 *   ring of 2 at 32 rows a band:   [above][32 rows]  [above][32 rows]
 */
export type SheetCanvas = {
  bandRows: number
  /** Returns the address of the first row of the band that begins at sheet row `top`. */
  band(top: number): number
  /**
   * Copies `rows` rows of `widthPx` pixels to column x, row y of the sheet, which must begin in the
   * current band. With `isInkOnly` it skips pixels that are fully transparent.
   */
  draw(pixels: number, widthPx: number, rows: number, x: number, y: number, isInkOnly: boolean): void
  /** Ends the band that begins at `top`: passes its last row on and clears it. */
  advance(top: number): void
}

export function openCanvas(kernel: RasterKernel, sheetWidthPx: number): SheetCanvas {
  const { calls } = kernel
  const rowBytes = sheetWidthPx * 4
  const rows = bandRows(sheetWidthPx)
  const bandCount = Math.ceil((STAMP_STRIP_ROWS - 1) / rows) + 1
  const bands = Array.from({ length: bandCount }, () => kernel.allocate((rows + 1) * rowBytes) + rowBytes)
  const bandAt = (y: number) => bands[Math.floor(y / rows) % bandCount]
  return {
    bandRows: rows,
    band: bandAt,
    draw(pixels, widthPx, count, x, y, isInkOnly) {
      for (let done = 0; done < count; ) {
        const inBand = (y + done) % rows
        const part = Math.min(count - done, rows - inBand)
        const target = bandAt(y + done) + inBand * rowBytes + x * 4
        const source = pixels + done * widthPx * 4
        if (isInkOnly) calls.copyInk(target, rowBytes, source, widthPx * 4, widthPx, part)
        else calls.copyRows(target, rowBytes, source, widthPx * 4, widthPx * 4, part)
        done += part
      }
    },
    advance(top) {
      const ended = bandAt(top)
      calls.copyRows(
        bandAt(top + rows) - rowBytes,
        rowBytes,
        ended + (rows - 1) * rowBytes,
        rowBytes,
        rowBytes,
        1,
      )
      kernel.view(ended, rows * rowBytes).fill(0)
    },
  }
}
