import type { GridBox } from "./places.ts"

/** A connected part of a picture: its pixels, or the sum of their weights where rows have weights. */
export type Blob = { area: number; box: GridBox }

type Stats = {
  area: Float64Array
  left: Int32Array
  right: Int32Array
  top: Int32Array
}

/**
 * Opens a labeller that finds the connected parts of a picture row by row, from its runs (Rosenfeld and
 * Pfaltz 1966, with only two rows held). Its memory grows with the width alone, its work with the runs.
 *
 *   row above   ▓▓▓▓    ▓▓▓▓     two parts that a run below joins become one; a part that no run
 *   row         ·  ▓▓▓▓▓▓  ·     below continues has ended, and `onEnd` gets it
 *
 * `reach` is 1 if pixels that touch by a corner are connected, else 0.
 */
export function openBlobs(width: number, reach: 0 | 1, onEnd: (blob: Blob) => void) {
  const most = width + 2
  let above = { runs: new Int32Array(most), labels: new Int32Array(most), stats: openStats(most) }
  let below = { runs: new Int32Array(most), labels: new Int32Array(most), stats: openStats(most) }
  const parent = new Int32Array(2 * most)
  const merged = openStats(2 * most)
  const dense = new Int32Array(2 * most)
  let aboveCount = 0
  let aboveParts = 0

  const find = (label: number) => {
    let root = label
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]]
      root = parent[root]
    }
    return root
  }
  const join = (into: number, other: number) => {
    parent[other] = into
    merged.area[into] += merged.area[other]
    merged.left[into] = Math.min(merged.left[into], merged.left[other])
    merged.right[into] = Math.max(merged.right[into], merged.right[other])
    merged.top[into] = Math.min(merged.top[into], merged.top[other])
  }
  const endPart = (label: number, y: number) => {
    const { area, left, right, top } = merged
    onEnd({ area: area[label], box: { left: left[label], top: top[label], right: right[label], bottom: y } })
  }

  return {
    /** Takes the runs of row y, `count` numbers in pairs. `weigh` returns the weight of a run; it is its length without. */
    push(runs: Int32Array, count: number, y: number, weigh?: (from: number, to: number) => number): void {
      let parts = aboveParts
      for (let i = 0; i < parts; i++) {
        parent[i] = i
        dense[i] = -1
        copyStats(above.stats, i, merged, i)
      }
      let first = 0
      for (let r = 0; r < count; r += 2) {
        const from = runs[r]
        const to = runs[r + 1]
        while (first < aboveCount && above.runs[first + 1] + reach <= from) first += 2
        let label = -1
        for (let a = first; a < aboveCount && above.runs[a] < to + reach; a += 2) {
          const root = find(above.labels[a >> 1])
          if (label < 0) label = root
          else if (label !== root) join(label, root)
        }
        if (label < 0) {
          label = parts++
          parent[label] = label
          dense[label] = -1
          merged.area[label] = 0
          merged.left[label] = from
          merged.right[label] = to
          merged.top[label] = y
        }
        merged.area[label] += weigh ? weigh(from, to) : to - from
        if (from < merged.left[label]) merged.left[label] = from
        if (to > merged.right[label]) merged.right[label] = to
        below.labels[r >> 1] = label
        below.runs[r] = from
        below.runs[r + 1] = to
      }
      let alive = 0
      for (let r = 0; r < count; r += 2) {
        const root = find(below.labels[r >> 1])
        if (dense[root] < 0) {
          dense[root] = alive
          copyStats(merged, root, below.stats, alive++)
        }
        below.labels[r >> 1] = dense[root]
      }
      for (let i = 0; i < aboveParts; i++) if (parent[i] === i && dense[i] < 0) endPart(i, y)
      ;[above, below] = [below, above]
      aboveCount = count
      aboveParts = alive
    },
    /** Takes a row whose runs are those of the row before, all of them with their full weights. */
    repeat(): void {
      const { runs, labels, stats } = above
      for (let r = 0; r < aboveCount; r += 2) stats.area[labels[r >> 1]] += runs[r + 1] - runs[r]
    },
    /** Ends the parts that are left; `y` is the number of rows. */
    finish(y: number): void {
      for (let i = 0; i < aboveParts; i++) {
        copyStats(above.stats, i, merged, i)
        endPart(i, y)
      }
      aboveParts = 0
      aboveCount = 0
    },
  }
}

function openStats(count: number): Stats {
  return {
    area: new Float64Array(count),
    left: new Int32Array(count),
    right: new Int32Array(count),
    top: new Int32Array(count),
  }
}

function copyStats(from: Stats, i: number, to: Stats, j: number): void {
  to.area[j] = from.area[i]
  to.left[j] = from.left[i]
  to.right[j] = from.right[i]
  to.top[j] = from.top[i]
}
