import type { RasterKernel } from "../raster/raster-kernel.ts"

/** The pixels of the artwork that its finest detail takes: 1 to 1.5 for a picture at its own size. */
export type Detail = { pixels: number }

/** The rows that are looked at, spread over the artwork. */
const MOST_ROWS = 128
/** The longest edge in pixels, and the parts of a pixel in which widths are counted (countEdges). */
const LONGEST_PX = 24
const PARTS = 8
/** The fewest edges that say anything. */
const LEAST_EDGES = 150
/** The share of the edges that is sharper than the one taken: edges along a row look wide. */
const SHARPER = 0.15
/** The factors by which pixels may have been repeated. Larger ones are pixel art, drawn so. */
const MOST_REPEATED = 7
const MOST_TRIED = 24
const LEAST_STEPS = 200
const ON_STEP = 0.98

/** What a measurement takes of the kernel's memory for each column, the row itself included, and besides. */
export const DETAIL_COLUMN_BYTES = 4 + 2 + 2 + 4
export const DETAIL_BYTES = 4096

/**
 * Opens a measurement of detail, which an enlarged picture lacks however many pixels it has. The width of an
 * edge is its rise by its steepest step. An edge that was drawn in these pixels is 1 to 2 wide, whatever
 * it lies across; enlarged f times by any smooth filter, it is f times as wide. Where pixels were only
 * repeated, all edges lie f pixels apart.
 *
 *        ▁▁▁▁▁▂▄▆█████     rise 255, steepest step 80: 3.2 pixels
 */
export function openDetail(kernel: RasterKernel, sourceAt: number, widthPx: number, heightPx: number) {
  const { calls } = kernel
  const rowStep = Math.max(1, Math.floor(heightPx / MOST_ROWS))
  const alphasAt = kernel.allocate(widthPx * 2)
  const lightsAt = kernel.allocate(widthPx * 2)
  const openNumbers = (count: number) => {
    const at = kernel.allocate(count * 4)
    return { at, numbers: new Uint32Array(calls.memory.buffer, at, count) }
  }
  const widths = openNumbers(LONGEST_PX * PARTS + 1)
  /** The pixels of each column that differ from the one before. */
  const steps = openNumbers(widthPx)
  let edges = 0
  return {
    /** Takes row y of the artwork itself, which is at `sourceAt`. */
    push(y: number): void {
      if (y % rowStep !== 0 || calls.lightRow(sourceAt, widthPx, alphasAt, lightsAt) === 0) return
      if (y % (4 * rowStep) === 0) calls.countSteps(sourceAt, widthPx, steps.at)
      edges += calls.countEdges(alphasAt, widthPx, widths.at)
      edges += calls.countEdges(lightsAt, widthPx, widths.at)
    },
    finish(): Detail {
      const repeated = repeatedTimes()
      if (edges < LEAST_EDGES) return { pixels: repeated }
      let sum = 0
      let at = 0
      while (at < widths.numbers.length - 1 && sum + widths.numbers[at] < SHARPER * edges)
        sum += widths.numbers[at++]
      return { pixels: Math.max(repeated, (at + 0.5) / PARTS) }
    },
  }

  function repeatedTimes(): number {
    const columns = steps.numbers
    const all = columns.reduce((sum, count) => sum + count, 0)
    if (all < LEAST_STEPS) return 1
    let most = 1
    for (let factor = 2; factor <= MOST_TRIED; factor++) if (isRepeated(columns, factor, all)) most = factor
    return most <= MOST_REPEATED ? most : 1
  }
}

/** Says whether nearly all steps lie `factor` columns apart. */
function isRepeated(columns: Uint32Array, factor: number, all: number): boolean {
  for (let first = 0; first < factor; first++) {
    let steps = 0
    for (let x = first; x < columns.length; x += factor) steps += columns[x]
    if (steps >= ON_STEP * all) return true
    // No other column can have enough of the rest.
    if (steps > (1 - ON_STEP) * all) return false
  }
  return false
}
