import { layOver } from "./draw-over.ts"
import { openInflate } from "./inflate.ts"
import { LAID_SPARE_PX, STAMP_STRIP_ROWS } from "./limits.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import type { LaidStrip, StampStrip } from "./stamp-file.ts"

/** PNG's filter of a strip's first row. */
const SUB = 1

/** A decoder that inflates and unfilters one strip at a time into the kernel. */
export type StripDecoder = {
  /** Returns the address of the strip's rows of RGBA8, behind a row of zeros. They are valid until the next call. */
  decode(strip: StampStrip | LaidStrip, stamp: string): number
  /**
   * Returns the address of the strip's alphas, a byte each. Those of a stamp of its own are decoded alone, which takes a
   * fraction of the time.
   */
  decodeAlphas(strip: StampStrip | LaidStrip, stamp: string): number
}

/** Makes a decoder for stamps of at most `maxWidthPx`. */
export function openStripDecoder(kernel: RasterKernel, maxWidthPx: number): StripDecoder {
  const { calls } = kernel
  // A shared stamp may leave its piece by a little.
  const mostPx = maxWidthPx + 2 * LAID_SPARE_PX
  const inflate = openInflate(kernel, (mostPx * 3 + 1) * STAMP_STRIP_ROWS)
  /** Opens rows with a row of zeros above them. */
  const openRows = (pixelBytes: number) =>
    kernel.allocate(mostPx * pixelBytes * (STAMP_STRIP_ROWS + 1)) + mostPx * pixelBytes
  const pixels = openRows(4)
  const alphas = openRows(1)
  /** The rows of a laid strip. */
  const laid = openRows(4)
  /** The first row of colours: a byte for the filter, as joinPlanes needs it, and the row. */
  const firstRow = kernel.allocate(mostPx * 3 + 1)

  /** Inflates a stream of filtered rows and hands their address on before the stream's end is checked. */
  function inflateRows(
    bytes: Uint8Array,
    rowBytes: number,
    rows: number,
    stamp: string,
    use: (filtered: number) => void,
  ): void {
    const length = (rowBytes + 1) * rows
    inflate.reset()
    inflate.feed(bytes)
    const filtered = inflate.take(length)
    if (filtered === 0) throw new Error(`stamp ${stamp} holds a strip of less than ${length} bytes`)
    use(filtered)
    if (inflate.take(1) !== 0 || !inflate.hasEnded())
      throw new Error(`stamp ${stamp} holds a strip of more than ${length} bytes`)
  }

  function decodeOwnAlphas({ bytes, widthPx, rows, alphasFrom }: StampStrip, stamp: string): void {
    inflateRows(bytes.subarray(alphasFrom), widthPx, rows, stamp, (filtered) => {
      calls.unfilter(SUB, filtered + 1, filtered + 1, alphas, widthPx, 1)
      calls.unfilterRows(filtered + widthPx + 1, widthPx, rows - 1, alphas + widthPx)
    })
  }

  function decodeOwn(strip: StampStrip, stamp: string): void {
    const { bytes, widthPx, rows, alphasFrom } = strip
    decodeOwnAlphas(strip, stamp)
    const rowBytes = widthPx * 3
    inflateRows(bytes.subarray(0, alphasFrom), rowBytes, rows, stamp, (filtered) => {
      calls.unfilter(SUB, filtered + 1, filtered + 1, firstRow + 1, rowBytes, 3)
      calls.joinPlanes(firstRow, alphas, widthPx, 1, pixels)
      calls.joinPlanes(filtered + rowBytes + 1, alphas + widthPx, widthPx, rows - 1, pixels + widthPx * 4)
    })
  }

  /** Lays one strip over another, by source over, as if both had been drawn together. */
  function decodeLaid({ widthPx, rows, under, over }: LaidStrip, stamp: string): void {
    const whole = kernel.view(laid, rows * widthPx * 4)
    whole.fill(0)
    if (under) {
      const { strip, x, skipRows } = under
      const left = Math.max(0, -x)
      const shownPx = Math.min(strip.widthPx - left, widthPx - Math.max(0, x))
      const shownRows = Math.min(rows, strip.rows - skipRows)
      decodeOwn(strip, stamp)
      if (shownPx > 0 && shownRows > 0)
        calls.copyRows(
          laid + Math.max(0, x) * 4,
          widthPx * 4,
          pixels + (skipRows * strip.widthPx + left) * 4,
          strip.widthPx * 4,
          shownPx * 4,
          shownRows,
        )
    }
    if (over === null) return
    const { strip, x, skipRows } = over
    decodeOwn(strip, stamp)
    const text = kernel.view(pixels, strip.rows * strip.widthPx * 4)
    for (let row = 0; row < Math.min(rows, strip.rows - skipRows); row++) {
      const from = (row * widthPx + x) * 4
      const own = text.subarray(
        (skipRows + row) * strip.widthPx * 4,
        (skipRows + row + 1) * strip.widthPx * 4,
      )
      layOver(whole.subarray(from, from + own.length), own)
    }
  }

  return {
    decode(strip, stamp) {
      if ("bytes" in strip) {
        decodeOwn(strip, stamp)
        return pixels
      }
      decodeLaid(strip, stamp)
      return laid
    },
    decodeAlphas(strip, stamp) {
      if ("bytes" in strip) decodeOwnAlphas(strip, stamp)
      else {
        decodeLaid(strip, stamp)
        calls.takeAlphas(laid, strip.widthPx, strip.rows, alphas, strip.widthPx)
      }
      return alphas
    },
  }
}
