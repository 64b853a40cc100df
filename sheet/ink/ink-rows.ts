import type { RasterKernel } from "../raster/raster-kernel.ts"

/** The rows above and below a row that decide what in it is ink. */
export const AROUND = 2

/** The least alpha of ink that is looked at: the kernel's `inkBits` finds it. What is fainter is noise. */
export const ANY_INK_ALPHA = 16

/** The least alpha of ink that is full. */
export const FULL_INK_ALPHA = 240

/**
 * The planes of a row: its pixels with an alpha of 16 (any ink), 40 (faint), 128 (solid), 160 (strong) and 240 (full) at
 * least; those that the kernel looks at by where they lie in it.
 */
export type InkPlanes = {
  anyAt: number
  solidAt: number
  fullAt: number
  faint: Uint32Array
  solid: Uint32Array
  strong: Uint32Array
}

/** The runs of a row as pairs [from, to), ascending, `count` numbers. */
export type Runs = { at: number; ends: Int32Array; count: number }

/** A row of the ink grid. */
export type InkRow = {
  /** Straight RGBA8. */
  readonly pixels: Uint8Array
  readonly alphas: Uint8Array
  /** The runs of pixels with any ink, of solid ones, and of those without full ink. */
  readonly any: Runs
  readonly solid: Runs
  readonly film: Runs
  planes: InkPlanes
  /** True if all planes are those of the row above. */
  isRepeated: boolean
  /** True if some ink is not full. */
  hasHalf: boolean
}

const PLANES = 5
/** The results of inkBits. */
const DIFFERS = 1
const HAS_HALF = 2

/**
 * Opens the rows of the ink grid. Each is written to the pixels of `row`, which is the same object for all, and
 * taken. The planes of the latest 2 · AROUND + 1 rows are kept.
 */
export function openInkRows(kernel: RasterKernel, columns: number) {
  const { calls } = kernel
  const planeBytes = Math.ceil(columns / 32) * 4
  const pixelsAt = kernel.allocate(columns * 4)
  const alphasAt = kernel.allocate(columns)
  const kept = Array.from({ length: 2 * AROUND + 1 }, () => openPlanes(kernel, planeBytes))
  const row: InkRow = {
    pixels: kernel.view(pixelsAt, columns * 4),
    alphas: kernel.view(alphasAt, columns),
    any: openRuns(kernel, columns),
    solid: openRuns(kernel, columns),
    film: openRuns(kernel, columns),
    planes: kept[0],
    isRepeated: false,
    hasHalf: false,
  }
  let taken = 0
  return {
    row,
    pixelsAt,
    /** Finds what there is to know of the next row. */
    take(): void {
      const above = row.planes
      const planes = kept[taken % kept.length]
      const state = calls.inkBits(pixelsAt, columns, alphasAt, planes.anyAt, planeBytes, above.anyAt)
      row.planes = planes
      row.isRepeated = taken > 0 && (state & DIFFERS) === 0
      row.hasHalf = (state & HAS_HALF) !== 0
      taken++
      if (row.isRepeated) return
      row.any.count = calls.findRuns(planes.anyAt, columns, 0, row.any.at)
      row.solid.count = calls.findRuns(planes.solidAt, columns, 0, row.solid.at)
      row.film.count = calls.findRuns(planes.fullAt, columns, 1, row.film.at)
    },
    /** Returns the planes of row y, one of the latest. */
    planesOf: (y: number): InkPlanes => kept[y % kept.length],
  }
}

/** Returns room for the runs of a row. */
export function openRuns(kernel: RasterKernel, columns: number): Runs {
  const at = kernel.allocate((columns + 2) * 4)
  return { at, ends: new Int32Array(kernel.calls.memory.buffer, at, columns + 2), count: 0 }
}

/** Returns room for a plane of bits. */
export function openPlane(kernel: RasterKernel, columns: number): { at: number; bits: Uint32Array } {
  const words = Math.ceil(columns / 32)
  const at = kernel.allocate(words * 4)
  return { at, bits: new Uint32Array(kernel.calls.memory.buffer, at, words) }
}

function openPlanes(kernel: RasterKernel, planeBytes: number): InkPlanes {
  const at = kernel.allocate(PLANES * planeBytes)
  const plane = (i: number) =>
    new Uint32Array(kernel.calls.memory.buffer, at + i * planeBytes, planeBytes / 4)
  return {
    anyAt: at,
    solidAt: at + 2 * planeBytes,
    fullAt: at + 4 * planeBytes,
    faint: plane(1),
    solid: plane(2),
    strong: plane(3),
  }
}
