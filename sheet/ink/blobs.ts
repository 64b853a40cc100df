import type { Runs } from "./ink-rows.ts"
import type { GridBox } from "./places.ts"

/** A connected part of a picture: the sum of its runs' weights, its box, and the column of one of its pixels in the top row. */
export type Blob = { area: number; box: GridBox; column: number }

/** The row of a part that has ended. */
const NONE = -1

/**
 * Opens a labeller that finds the connected parts of a picture row by row, from its runs (Rosenfeld and
 * Pfaltz 1966, with only two rows held). Its memory grows with the width alone, its work with the runs.
 *
 *   row above   ▓▓▓▓    ▓▓▓▓     two parts that a run below joins become one; a part that no run
 *   row         ·  ▓▓▓▓▓▓  ·     below continues has ended, and `onEnd` gets it
 *
 * `reach` is 1 if pixels that touch by a corner are connected, else 0. `weigh` returns the weight of a run in the row
 * that is taken. Parts that are longer than `longest`, across or down, are left out.
 */
export function openBlobs(
  width: number,
  { reach, longest }: { reach: 0 | 1; longest: number },
  weigh: (from: number, to: number) => number,
  onEnd: (blob: Blob) => void,
) {
  // The most runs of a row; the parts of two rows have that many numbers each, which are used again.
  const most = (width >> 1) + 2
  const openRow = () => ({ runs: new Int32Array(2 * most), parts: new Int32Array(most) })
  let above = openRow()
  let below = openRow()
  let aboveCount = 0
  const parent = new Int32Array(2 * most)
  const area = new Float64Array(2 * most)
  const left = new Int32Array(2 * most)
  const right = new Int32Array(2 * most)
  const top = new Int32Array(2 * most)
  const column = new Int32Array(2 * most)
  const lastRow = new Int32Array(2 * most)
  const free = new Int32Array(2 * most)
  let freeCount = 0
  let usedCount = 0

  const find = (part: number) => {
    let root = part
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]]
      root = parent[root]
    }
    return root
  }
  const begin = (from: number, to: number, y: number) => {
    const part = freeCount > 0 ? free[--freeCount] : usedCount++
    parent[part] = part
    area[part] = 0
    left[part] = from
    right[part] = to
    top[part] = y
    column[part] = from
    return part
  }
  const join = (into: number, other: number) => {
    parent[other] = into
    area[into] += area[other]
    left[into] = Math.min(left[into], left[other])
    right[into] = Math.max(right[into], right[other])
    if (top[other] >= top[into]) return
    top[into] = top[other]
    column[into] = column[other]
  }
  /** Ends the parts of the row above that row y does not continue, and gives their numbers back. */
  const endParts = (y: number) => {
    for (let a = 0; a < aboveCount; a += 2) {
      const part = above.parts[a >> 1]
      const isRoot = parent[part] === part
      if (lastRow[part] === NONE || (isRoot && lastRow[part] === y)) continue
      lastRow[part] = NONE
      free[freeCount++] = part
      if (!isRoot || right[part] - left[part] > longest || y - top[part] > longest) continue
      const box = { left: left[part], top: top[part], right: right[part], bottom: y }
      onEnd({ area: area[part], box, column: column[part] })
    }
  }

  return {
    /** Takes the runs of row y. */
    push({ ends, count }: Runs, y: number): void {
      let first = 0
      for (let r = 0; r < count; r += 2) {
        const from = ends[r]
        const to = ends[r + 1]
        while (first < aboveCount && above.runs[first + 1] + reach <= from) first += 2
        let part = NONE
        for (let a = first; a < aboveCount && above.runs[a] < to + reach; a += 2) {
          const root = find(above.parts[a >> 1])
          if (part === NONE) part = root
          else if (part !== root) join(part, root)
        }
        if (part === NONE) part = begin(from, to, y)
        area[part] += weigh(from, to)
        if (from < left[part]) left[part] = from
        if (to > right[part]) right[part] = to
        lastRow[part] = y
        below.parts[r >> 1] = part
        below.runs[r] = from
        below.runs[r + 1] = to
      }
      for (let r = 0; r < count; r += 2) below.parts[r >> 1] = find(below.parts[r >> 1])
      endParts(y)
      ;[above, below] = [below, above]
      aboveCount = count
    },
    /** Takes a row whose runs are those of the row before, with their lengths as weights if `isFull`. */
    repeat(isFull: boolean): void {
      const { runs, parts } = above
      for (let r = 0; r < aboveCount; r += 2)
        area[parts[r >> 1]] += isFull ? runs[r + 1] - runs[r] : weigh(runs[r], runs[r + 1])
    },
    /** Ends the parts that are left; `y` is the number of rows. */
    finish(y: number): void {
      endParts(y)
      aboveCount = 0
    },
  }
}
