import type { Runs } from "../nest/runs.ts"
import { uniteRuns } from "../nest/runs.ts"
import { wholeRootUp } from "../nest/whole-roots.ts"

/**
 * A set of pixels as bands of equal rows. Band `i` is the rows from tops[i] up to tops[i + 1], and
 * holds the columns [from, to) in ends[starts[i]] up to ends[starts[i + 1]], ascending and apart.
 * Coordinates count from the top left pixel of the piece's printed box, and may be negative.
 */
export type Stencil = {
  tops: Int32Array
  starts: Int32Array
  ends: Int32Array
  left: number
  right: number
}

/** A half-open rectangle, in pixels. */
export type Rectangle = { left: number; top: number; right: number; bottom: number }

export function rectangleStencil({ left, top, right, bottom }: Rectangle): Stencil {
  return {
    tops: Int32Array.of(top, bottom),
    starts: Int32Array.of(0, 2),
    ends: Int32Array.of(left, right),
    left,
    right,
  }
}

/** Makes rows of runs a stencil whose first row and column are at (x, y). */
export function stencilOf({ starts: rowStarts, ends: rowEnds }: Runs, x: number, y: number): Stencil {
  const tops: number[] = []
  const starts: number[] = []
  const ends: number[] = []
  let left = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  const rows = rowStarts.length - 1
  for (let row = 0; row < rows; row++) {
    const from = rowStarts[row]
    const to = rowStarts[row + 1]
    if (row > 0 && isSameRow(rowEnds, rowStarts[row - 1], from, to)) continue
    tops.push(y + row)
    starts.push(ends.length)
    for (let i = from; i < to; i++) ends.push(x + rowEnds[i])
    if (from === to) continue
    left = Math.min(left, x + rowEnds[from])
    right = Math.max(right, x + rowEnds[to - 1])
  }
  tops.push(y + rows)
  starts.push(ends.length)
  return {
    tops: Int32Array.from(tops),
    starts: Int32Array.from(starts),
    ends: Int32Array.from(ends),
    left: Math.min(left, right),
    right: Math.max(left, right),
  }
}

function isSameRow(ends: Int32Array, before: number, from: number, to: number): boolean {
  if (from - before !== to - from) return false
  for (let i = from; i < to; i++) if (ends[i] !== ends[i - (from - before)]) return false
  return true
}

/**
 * Returns all pixels that are too close to the stencil for another piece's ink: nearer than `gapPx`.
 * Pixels are squares, so two rows k apart are k − 1 away from each other.
 */
export function grown(stencil: Stencil, gapPx: number): Stencil {
  if (gapPx === 0 || stencil.ends.length === 0) return stencil
  const { tops, starts, ends, left, right } = stencil
  const bands = tops.length - 1
  const top = tops[0] - gapPx
  const bottom = tops[bands] + gapPx
  const reaches = Array.from({ length: gapPx + 1 }, (_, k) =>
    wholeRootUp(gapPx ** 2 - Math.max(0, k - 1) ** 2),
  )
  const x = left - gapPx
  const united = uniteRuns(right + gapPx - x, bottom - top)
  let first = 0
  for (let y = top; y < bottom; y++) {
    while (first < bands && tops[first + 1] - 1 < y - gapPx) first++
    for (let band = first; band < bands && tops[band] <= y + gapPx; band++) {
      const reach = reaches[Math.max(0, tops[band] - y, y - (tops[band + 1] - 1))]
      for (let i = starts[band]; i < starts[band + 1]; i += 2) {
        united.add(ends[i] - reach - x, ends[i + 1] + reach - x)
      }
    }
    united.endRow()
  }
  return stencilOf(united.runs(), x, top)
}
