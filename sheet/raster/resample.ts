import { RESAMPLE_WINDOW_BYTES } from "./limits.ts"
import type { RasterKernel } from "./raster-kernel.ts"

/** The windows of a one-dimensional filter: target pixel i weighs `taps` pixels from `starts[i]` on. */
type FilterWindows = {
  starts: Int32Array
  /** `taps` numbers for each target pixel. 16384 is one, and each window sums to exactly that. */
  coefficients: Int16Array
  /** An even number, because the kernel multiplies pairs. */
  taps: number
  /** From and to (half-open) of each target pixel's nearest source pixels, between which its value stays. */
  near: Int32Array
}

/** The source pixels that resampleAcross premultiplies at a time, in pairs, as its scratch. */
const PAIRED_PX = 1024
const PAIRED_PX_BYTES = 8

const ONE = 16_384
const LOBES = 3

/**
 * Returns Lanczos3 windows (Duchon 1979; the filter of libvips and ImageMagick): sinc(t) · sinc(t / 3).
 * When shrinking, it is stretched by the scale, which makes it the anti-aliasing filter too. Pixel
 * centres are at half coordinates. At the edges the window is cut, and its weights are scaled to
 * sum to one again. Windows start at multiples of `step`.
 *
 * The filter's negative lobes ring beside hard edges, so each result is held between the least and
 * the greatest of `near` (see nearestPixels).
 */
export function lanczosWindows(sourcePx: number, targetPx: number, step: 1 | 2 = 1): FilterWindows {
  const scale = sourcePx / targetPx
  const stretch = Math.max(1, scale)
  const support = LOBES * stretch
  // The most pixel centres strictly within the support. At its ends the filter is zero.
  const fullTaps = Math.ceil(support * 2) + step - 1
  const taps = Math.min(fullTaps + (fullTaps & 1), (sourcePx + 1) & ~1)
  const lastStart = (sourcePx + step - 1 - taps) & -step
  const starts = new Int32Array(targetPx)
  const coefficients = new Int16Array(targetPx * taps)
  const weights = new Float64Array(taps)
  for (let i = 0; i < targetPx; i++) {
    const centre = (i + 0.5) * scale - 0.5
    const first = Math.max(0, Math.min(Math.ceil(centre - support) & -step, lastStart))
    const end = Math.min(sourcePx, Math.floor(centre + support) + 1, first + taps)
    starts[i] = first
    let sum = 0
    for (let j = first; j < end; j++) {
      weights[j - first] = lanczos3((j - centre) / stretch)
      sum += weights[j - first]
    }
    let total = 0
    let largest = i * taps
    for (let j = 0; j < end - first; j++) {
      const slot = i * taps + j
      coefficients[slot] = Math.round((weights[j] / sum) * ONE)
      total += coefficients[slot]
      if (coefficients[slot] > coefficients[largest]) largest = slot
    }
    coefficients[largest] += ONE - total
  }
  return { starts, coefficients, taps, near: nearestPixels(sourcePx, targetPx) }
}

/**
 * Returns the source pixels nearest to each target pixel. Enlarging, those are the pixels whose centre
 * is less than one source pixel from the target pixel's centre; reducing, those that the target pixel
 * covers, even in part. For target pixel i of T and source pixel j of S that is |2T·j − (2i + 1)·S
 * + T| below max(2T, S + T), in whole numbers, so no rounding decides:
 *
 *   enlarging      ──●───────x─●────        reducing     ┌──┬──┬──┬──┬──┐   source
 *                    j         j + 1                     └┬─┴──┴──┴┬─┴──┘
 *                                                         └────────┘        target: four are near
 *
 * If none of them has ink, the target pixel has none either. printed-ink.ts relies on it.
 */
function nearestPixels(sourcePx: number, targetPx: number): Int32Array {
  const near = new Int32Array(targetPx * 2)
  const reach = Math.max(2 * targetPx, sourcePx + targetPx)
  for (let i = 0; i < targetPx; i++) {
    const centre = (2 * i + 1) * sourcePx - targetPx
    near[2 * i] = Math.max(0, Math.floor((centre - reach) / (2 * targetPx)) + 1)
    near[2 * i + 1] = Math.min(sourcePx, Math.ceil((centre + reach) / (2 * targetPx)))
  }
  return near
}

function lanczos3(t: number): number {
  const x = Math.abs(t)
  if (x < 1e-8) return 1
  if (x >= LOBES) return 0
  const angle = Math.PI * x
  return (LOBES * Math.sin(angle) * Math.sin(angle / LOBES)) / (angle * angle)
}

type ResamplePlan = {
  sourceWidthPx: number
  sourceHeightPx: number
  targetWidthPx: number
  targetHeightPx: number
  /** The first of the target columns made (a quarter turn makes a slice at a time). */
  firstColumn: number
  columns: number
}

type Resampler = {
  /** Takes the next source row (RGBA8). Emits the target rows that it completes. */
  push(row: Uint8Array): void
}

/**
 * Opens a resampler that streams rows through the two passes. Each source row is premultiplied and
 * resampled across at once. The vertical pass reads a ring of such rows as soon as a target row's
 * window is complete. `emit` gets a pointer to `columns` RGBA8 pixels in the kernel, valid until it
 * returns.
 */
export function openResampler(
  kernel: RasterKernel,
  plan: ResamplePlan,
  emit: (pixels: number, y: number) => void,
): Resampler {
  const { sourceWidthPx, sourceHeightPx, targetHeightPx, firstColumn, columns } = plan
  const { calls } = kernel
  const across = sliceWindows(lanczosWindows(sourceWidthPx, plan.targetWidthPx, 2), firstColumn, columns)
  const down = lanczosWindows(sourceHeightPx, targetHeightPx)
  const ringRows = down.taps + 1
  const rowBytes = columns * 8
  if (ringRows * rowBytes > RESAMPLE_WINDOW_BYTES) {
    throw new Error(
      `resampling ${sourceHeightPx} rows to ${targetHeightPx} at ${columns} columns needs too much memory`,
    )
  }
  const input = kernel.allocate(sourceWidthPx * 4)
  const pairs = kernel.allocate(Math.max(PAIRED_PX, across.taps) * PAIRED_PX_BYTES)
  const ring = kernel.allocate(ringRows * rowBytes)
  const output = kernel.allocate(columns * 4)
  const starts = place(kernel, across.starts)
  const near = place(kernel, across.near)
  const acrossCoefficients = place(kernel, across.coefficients)
  const downCoefficients = place(kernel, down.coefficients)
  const rowPointers = kernel.allocate(down.taps * 4)
  const inputView = kernel.view(input, sourceWidthPx * 4)
  const pointers = new Uint32Array(calls.memory.buffer, rowPointers, down.taps)
  let pushed = 0
  let emitted = 0
  return {
    push(row) {
      inputView.set(row)
      const ringRow = ring + (pushed % ringRows) * rowBytes
      calls.resampleAcross(
        input,
        sourceWidthPx,
        pairs,
        ringRow,
        columns,
        starts,
        acrossCoefficients,
        across.taps,
        near,
      )
      pushed++
      while (
        emitted < targetHeightPx &&
        Math.min(down.starts[emitted] + down.taps, sourceHeightPx) <= pushed
      ) {
        const first = down.starts[emitted]
        for (let t = 0; t < down.taps; t++) {
          const y = Math.min(first + t, sourceHeightPx - 1)
          pointers[t] = ring + (y % ringRows) * rowBytes
        }
        calls.resampleDown(
          rowPointers,
          downCoefficients + emitted * down.taps * 2,
          down.taps,
          down.near[2 * emitted] - first,
          down.near[2 * emitted + 1] - first,
          output,
          columns,
        )
        emit(output, emitted++)
      }
    },
  }
}

function sliceWindows(windows: FilterWindows, first: number, count: number): FilterWindows {
  const { starts, coefficients, taps, near } = windows
  return {
    starts: starts.subarray(first, first + count),
    coefficients: coefficients.subarray(first * taps, (first + count) * taps),
    taps,
    near: near.subarray(first * 2, (first + count) * 2),
  }
}

function place(kernel: RasterKernel, table: Int32Array | Int16Array): number {
  const pointer = kernel.allocate(table.byteLength)
  kernel.view(pointer, table.byteLength).set(new Uint8Array(table.buffer, table.byteOffset, table.byteLength))
  return pointer
}
