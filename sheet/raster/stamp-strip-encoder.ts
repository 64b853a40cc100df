import type { RasterHost } from "./host.ts"
import { STAMP_STRIP_ROWS } from "./limits.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import { ZLIB_END_BYTES, ZLIB_HEADER, zlibEnd } from "./zlib-parts.ts"

/** An encoder of rows of straight RGBA8 into the two streams of a stamp's strip (stamp-file.ts). */
export type StampStripEncoder = {
  /** Returns whether zlib packs these rows much tighter than the kernel: halftones, gradients. */
  isDense(rows: number, widthPx: number, count: number): boolean
  /** Encodes both streams, valid until the next call. The row above lies in front and holds zeros. */
  encode(
    rows: number,
    widthPx: number,
    count: number,
    isDense: boolean,
  ): { colours: Uint8Array; alphas: Uint8Array }
}

/** PNG's filter of that name. */
const SUB = 1

const TRIAL_BYTES = 16 * 1024
/** The size below which nothing more can be gained: the block's own tables take 160 bytes. */
const TRIAL_WORTH_BYTES = 160 + TRIAL_BYTES / 128
/** The ratio of sizes below which zlib is worth its time: it is some ten times slower. */
const TRIAL_GAIN = 0.6

/** Returns the most bytes of one of the two streams: those of colours that cannot be compressed. */
export function maxStreamBytes(widthPx: number): number {
  const rows = (widthPx * 3 + 1) * STAMP_STRIP_ROWS
  return ZLIB_HEADER.length + rows + (rows >> 1) + 1024 + ZLIB_END_BYTES
}

/** Makes an encoder for strips of at most `maxWidthPx`. */
export function openStampStripEncoder(
  kernel: RasterKernel,
  host: RasterHost,
  maxWidthPx: number,
): StampStripEncoder {
  const { calls } = kernel
  const filteredBytes = (maxWidthPx * 4 + 1) * STAMP_STRIP_ROWS
  const filtered = kernel.allocate(filteredBytes)
  const tokens = kernel.allocate(filteredBytes * 2)
  const trial = kernel.allocate(filteredBytes + (filteredBytes >> 1) + 1024)
  const colours = openPlane(3)
  const alphas = openPlane(1)

  function deflated(pixelBytes: number, rowBytes: number, count: number, target: number): Uint8Array {
    const length = calls.deflateRows(filtered, rowBytes + 1, count, pixelBytes, 0, 0, tokens, target, 0)
    return kernel.view(target, length)
  }

  /** Opens rows of one plane, with zeros above the first, and the stream that they become. */
  function openPlane(pixelBytes: number) {
    const above = kernel.allocate(maxWidthPx * pixelBytes * (STAMP_STRIP_ROWS + 1))
    const stream = kernel.allocate(maxStreamBytes(maxWidthPx))
    const rows = above + maxWidthPx * pixelBytes
    return {
      rows,
      compress(widthPx: number, count: number, isDense: boolean): Uint8Array {
        const rowBytes = widthPx * pixelBytes
        const length = (rowBytes + 1) * count
        calls.filterRows(rows, rowBytes, count, filtered)
        // A strip stands on its own, and so its first row on the pixels to the left.
        kernel.view(filtered, 1)[0] = SUB
        calls.differRows(rows, rowBytes, 1, pixelBytes, filtered + 1)
        const view = kernel.view(stream, maxStreamBytes(maxWidthPx))
        view.set(ZLIB_HEADER)
        let end = ZLIB_HEADER.length
        if (isDense) {
          const bytes = host.deflateRaw(kernel.view(filtered, length), false)
          view.set(bytes, end)
          end += bytes.length
        } else end += deflated(pixelBytes, rowBytes, count, stream + end).length
        view.set(zlibEnd(calls.adler32(filtered, length, 1) >>> 0), end)
        return view.subarray(0, end + ZLIB_END_BYTES)
      },
    }
  }

  return {
    isDense(rows, widthPx, count) {
      const rowBytes = widthPx * 4
      const trialRows = Math.max(1, Math.min(count, Math.floor(TRIAL_BYTES / (rowBytes + 1))))
      calls.filterRows(rows, rowBytes, trialRows, filtered)
      const ours = deflated(4, rowBytes, trialRows, trial).length
      if (ours < TRIAL_WORTH_BYTES) return false
      return (
        host.deflateRaw(kernel.view(filtered, (rowBytes + 1) * trialRows), true).length < ours * TRIAL_GAIN
      )
    },
    encode(rows, widthPx, count, isDense) {
      calls.takeColours(rows, widthPx * count, colours.rows)
      calls.takeAlphas(rows, widthPx, count, alphas.rows, widthPx)
      return {
        colours: colours.compress(widthPx, count, isDense),
        alphas: alphas.compress(widthPx, count, isDense),
      }
    },
  }
}
