import type { Outline } from "./outline.ts"
import { wholeRootUp } from "./whole-roots.ts"

/** One resolution of the search. Bitmaps are finer than positions, so that only positions are coarse. */
export type Resolution = {
  /** Pixels between neighbouring positions, a multiple of 2^fineShift. */
  stepPx: number
  /** log2 of the bitmap rows and columns per step. */
  fineShift: number
  /** Steps per cell of the whole-strip search. */
  coarse: number
}

/**
 * One piece in one quarter turn, its ink grown by half the gap, in a frame of whole steps:
 *
 *     frame ┌──────────────┐
 *           │  ╭────────╮  │   ink box from inkX, inkY (pixels from the frame's corner), widthPx × heightPx
 *           │  │  ink   │  │
 *           │  ╰────────╯  │   rows[y] holds the columns of bitmap row y as pairs [from, to)
 *           └──────────────┘
 */
export type Bitmap = {
  turn: number
  rows: Int32Array[]
  /** In steps. */
  width: number
  height: number
  inkX: number
  inkY: number
  widthPx: number
  heightPx: number
}

/** What is kept around pieces: the gap between inks, and how far their strips reach beyond them. */
export type Surroundings = { gapPx: number; stripBeyondPx?: number }

/** Steps of margin that a frame leaves around the ink for half the gap and for its strip. */
export function marginSteps({ gapPx, stripBeyondPx = 0 }: Surroundings, stepPx: number): number {
  return Math.ceil(Math.max(gapPx, 2 * stripBeyondPx) / (2 * stepPx))
}

/** The frame's side in steps for an ink box of this side. */
export function frameSteps(sidePx: number, around: Surroundings, stepPx: number): number {
  return Math.ceil(sidePx / stepPx) + 2 * marginSteps(around, stepPx)
}

/**
 * The four quarter turns of an outline, clockwise, each grown by half the gap with a round brush and rounded outwards:
 * where two bitmaps do not meet, ink is at least the gap apart in every direction, and strips are clear of all. The bitmaps
 * of a finer resolution whose step divides this one's lie inside these.
 */
export function makeBitmaps(outline: Outline, around: Surroundings, resolution: Resolution): Bitmap[] {
  const { stepPx, fineShift } = resolution
  const unitPx = stepPx >> fineShift
  const margin = marginSteps(around, stepPx) * stepPx
  const { widthPx, heightPx } = outline
  const width = frameSteps(widthPx, around, stepPx)
  const height = frameSteps(heightPx, around, stepPx)
  const rows = grow(outline, around.gapPx, margin / unitPx, unitPx, width << fineShift, height << fineShift)
  const upright: Bitmap = { turn: 0, rows, width, height, inkX: margin, inkY: margin, widthPx, heightPx }
  const lying = quarterTurned(upright, fineShift, stepPx)
  return [upright, lying, halfTurned(upright, fineShift, stepPx), halfTurned(lying, fineShift, stepPx)]
}

/**
 * All points nearer than half the gap to the ink, which starts `margin` units down and right in the frame, and the strip as
 * it is. A band k rows away is at least k − 1 units away, so its runs reach √(r² − (k − 1)²) further. In half pixels, so that
 * half of an odd gap is a whole number.
 */
function grow(
  { bands: bandsOf, strip, widthPx }: Outline,
  gapPx: number,
  margin: number,
  unitPx: number,
  columns: number,
  rows: number,
): Int32Array[] {
  const bands = bandsOf(unitPx)
  const stripTop = strip ? margin + Math.floor(strip.top / unitPx) : rows
  const stripBottom = strip ? margin + Math.ceil(strip.bottom / unitPx) : rows
  const reaches: number[] = []
  for (let k = 0; k === 0 || 2 * (k - 1) * unitPx < gapPx; k++) {
    const away = 2 * Math.max(0, k - 1) * unitPx
    reaches.push(wholeRootUp(gapPx * gapPx - away * away))
  }
  const changes = new Int32Array(columns + 1)
  const marginHalfPx = 2 * margin * unitPx
  const unitHalfPx = 2 * unitPx
  const grown: Int32Array[] = []
  for (let y = 0; y < rows; y++) {
    const first = Math.max(0, y - margin - reaches.length + 1)
    const last = Math.min(bands.length - 1, y - margin + reaches.length - 1)
    let isEmpty = true
    for (let k = first; k <= last; k++) {
      const reach = reaches[Math.abs(y - margin - k)]
      const band = bands[k]
      for (let i = 0; i < band.length; i += 2) {
        const from = Math.floor((marginHalfPx + 2 * band[i] - reach) / unitHalfPx)
        const to = Math.ceil((marginHalfPx + 2 * band[i + 1] + reach) / unitHalfPx)
        changes[Math.max(0, from)]++
        changes[Math.min(columns, to)]--
        isEmpty = false
      }
    }
    if (y >= stripTop && y < stripBottom) {
      changes[margin]++
      changes[margin + Math.ceil(widthPx / unitPx)]--
      isEmpty = false
    }
    grown.push(isEmpty ? noRuns : takeRuns(changes))
  }
  return grown
}

const noRuns = new Int32Array(0)

// Reads the runs off a row of changes and clears it.
function takeRuns(changes: Int32Array): Int32Array {
  const runs: number[] = []
  let depth = 0
  for (let x = 0; x < changes.length; x++) {
    const change = changes[x]
    if (change === 0) continue
    const isInside = depth > 0
    depth += change
    changes[x] = 0
    if (isInside !== depth > 0) runs.push(x)
  }
  return Int32Array.from(runs)
}

// A clockwise quarter turn: (x, y) becomes (rows − 1 − y, x). A column begins or ends a run wherever it differs between two
// neighbouring rows, so the merged ends of their runs, taken in pairs, are what changes.
function quarterTurned(bitmap: Bitmap, fineShift: number, stepPx: number): Bitmap {
  const columns: number[][] = Array.from({ length: bitmap.width << fineShift }, () => [])
  const { rows } = bitmap
  let before: Int32Array = noRuns
  for (let x = 0; x <= rows.length; x++) {
    const row = x < rows.length ? rows[rows.length - 1 - x] : noRuns
    let i = 0
    let j = 0
    let from = -1
    while (i < row.length || j < before.length) {
      const end = j >= before.length || (i < row.length && row[i] <= before[j]) ? row[i++] : before[j++]
      if (from < 0) from = end
      else {
        for (let column = from; column < end; column++) columns[column].push(x)
        from = -1
      }
    }
    before = row
  }
  return {
    turn: bitmap.turn + 1,
    rows: columns.map((ends) => Int32Array.from(ends)),
    width: bitmap.height,
    height: bitmap.width,
    inkX: bitmap.height * stepPx - bitmap.inkY - bitmap.heightPx,
    inkY: bitmap.inkX,
    widthPx: bitmap.heightPx,
    heightPx: bitmap.widthPx,
  }
}

function halfTurned(bitmap: Bitmap, fineShift: number, stepPx: number): Bitmap {
  const columns = bitmap.width << fineShift
  return {
    ...bitmap,
    turn: bitmap.turn + 2,
    rows: bitmap.rows
      .map((row) => Int32Array.from(row, (_, i) => columns - row[row.length - 1 - i]))
      .reverse(),
    inkX: bitmap.width * stepPx - bitmap.inkX - bitmap.widthPx,
    inkY: bitmap.height * stepPx - bitmap.inkY - bitmap.heightPx,
  }
}
