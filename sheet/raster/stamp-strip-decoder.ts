import { openInflate } from "./inflate.ts"
import { STAMP_STRIP_ROWS } from "./limits.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import type { StampStrip } from "./stamp-file.ts"

/** PNG's filter of a strip's first row. */
const SUB = 1

/** A decoder that inflates and unfilters one strip at a time into the kernel. */
export type StripDecoder = {
  /** The address of the rows of RGBA8 last decoded. */
  pixels: number
  /** The address of the alphas last decoded, a byte each. */
  alphas: number
  decode(strip: StampStrip, stamp: string): void
  /** Decodes the alphas alone, which takes a fraction of the time. */
  decodeAlphas(strip: StampStrip, stamp: string): void
}

/** Makes a decoder for stamps of at most `maxWidthPx`. */
export function openStripDecoder(kernel: RasterKernel, maxWidthPx: number): StripDecoder {
  const { calls } = kernel
  const inflate = openInflate(kernel, (maxWidthPx * 3 + 1) * STAMP_STRIP_ROWS)
  /** Opens rows with a row of zeros above them. */
  const openRows = (pixelBytes: number) =>
    kernel.allocate(maxWidthPx * pixelBytes * (STAMP_STRIP_ROWS + 1)) + maxWidthPx * pixelBytes
  const pixels = openRows(4)
  const alphas = openRows(1)
  /** The first row of colours: a byte for the filter, as joinPlanes needs it, and the row. */
  const firstRow = kernel.allocate(maxWidthPx * 3 + 1)

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

  function decodeAlphas(strip: StampStrip, stamp: string): void {
    const { bytes, widthPx, rows, alphasFrom } = strip
    inflateRows(bytes.subarray(alphasFrom), widthPx, rows, stamp, (filtered) => {
      calls.unfilter(SUB, filtered + 1, filtered + 1, alphas, widthPx, 1)
      calls.unfilterRows(filtered + widthPx + 1, widthPx, rows - 1, alphas + widthPx)
    })
  }

  return {
    pixels,
    alphas,
    decodeAlphas,
    decode(strip, stamp) {
      const { bytes, widthPx, rows, alphasFrom } = strip
      decodeAlphas(strip, stamp)
      const rowBytes = widthPx * 3
      inflateRows(bytes.subarray(0, alphasFrom), rowBytes, rows, stamp, (filtered) => {
        calls.unfilter(SUB, filtered + 1, filtered + 1, firstRow + 1, rowBytes, 3)
        calls.joinPlanes(firstRow, alphas, widthPx, 1, pixels)
        calls.joinPlanes(filtered + rowBytes + 1, alphas + widthPx, widthPx, rows - 1, pixels + widthPx * 4)
      })
    },
  }
}
