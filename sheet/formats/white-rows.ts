import type { RasterKernel } from "../raster/raster-kernel.ts"

/** The most pixels by which white beneath the colours may end before they do. */
const WHITE_MAX_CHOKE_PX = 5

/**
 * Rows of white ink from rows of straight RGBA8: each pixel is the least alpha within the choke
 * around it, so the white of a row needs as many rows below it, and comes out so much later.
 *
 *   held      ░░░░░  2 × choke rows, whose white is partly known
 *   fed       ▒▒▒▒▒  new rows
 */
export type WhiteRows = {
  /** Begins a picture of that width, with nothing above it. */
  begin(widthPx: number): void
  /** Takes up to `maxRows` rows at `pixels`; returns how many rows of white are ready. */
  feed(pixels: number, rows: number): number
  /** Takes alphas alone, a byte each; otherwise as `feed`. */
  feedAlphas(alphas: number, rows: number): number
  /** Ends the picture; returns how many rows of white remain. */
  flush(): number
  /** Writes the first `rows` of those that are ready to `target`, one behind the other. */
  take(target: number, rows: number): void
}

export function openWhiteRows(
  kernel: RasterKernel,
  maxWidthPx: number,
  maxRows: number,
  chokePx: number,
): WhiteRows {
  if (!Number.isSafeInteger(chokePx) || chokePx < 0 || chokePx > WHITE_MAX_CHOKE_PX)
    throw new Error(`a choke of ${chokePx} pixels is not between 0 and ${WHITE_MAX_CHOKE_PX}`)
  const { calls } = kernel
  const heldRows = 2 * chokePx
  // A row ends with as many zeros as the choke reaches, and so begins with those of the one above.
  const maxStride = maxWidthPx + chokePx
  const bytes = maxStride * (heldRows + Math.max(maxRows, chokePx)) + 2 * chokePx
  const buffer = kernel.allocate(bytes)
  const first = buffer + chokePx
  let widthPx = 0
  let stride = 0
  /** The rows of white that would belong above the picture. */
  let missing = 0
  let fed = 0
  let firstReady = 0

  function ready(rows: number): number {
    fed = rows
    const early = Math.min(missing, rows)
    missing -= early
    firstReady = early
    return rows - early
  }

  /** Keeps the rows that the next ones need. */
  function keepHeld(): void {
    if (fed > 0) kernel.view(first, bytes - chokePx).copyWithin(0, fed * stride, (fed + heldRows) * stride)
    fed = 0
  }

  return {
    begin(width) {
      widthPx = width
      stride = width + chokePx
      missing = chokePx
      fed = 0
      kernel.view(buffer, bytes).fill(0)
    },
    feed(pixels, rows) {
      keepHeld()
      calls.takeAlphas(pixels, widthPx, rows, first + heldRows * stride, stride)
      return ready(rows)
    },
    feedAlphas(alphas, rows) {
      keepHeld()
      calls.copyRows(first + heldRows * stride, stride, alphas, widthPx, widthPx, rows)
      return ready(rows)
    },
    flush() {
      keepHeld()
      kernel.view(first + heldRows * stride, chokePx * stride).fill(0)
      return ready(chokePx)
    },
    take(target, rows) {
      for (let row = 0; row < rows; row++) {
        const from = first + (chokePx + firstReady + row) * stride
        calls.chokeRow(from, stride, widthPx, chokePx, target + row * widthPx)
      }
    },
  }
}
