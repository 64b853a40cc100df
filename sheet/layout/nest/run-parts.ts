import { type Runs, uniteRuns } from "./runs.ts"

/** Opens sets that are united two by two: the root of each is its lowest number. */
function openSets(count: number) {
  const up = new Int32Array(count).map((_, i) => i)
  function rootOf(i: number): number {
    let at = i
    while (up[at] !== at) {
      up[at] = up[up[at]]
      at = up[at]
    }
    return at
  }
  function unite(a: number, b: number): void {
    const first = rootOf(a)
    const second = rootOf(b)
    up[Math.max(first, second)] = Math.min(first, second)
  }
  return { rootOf, unite }
}

/** Returns the part of each run, by their order: runs that touch, if only with corners, are of one part. */
export function partsOf({ starts, ends }: Runs): { parts: Int32Array; count: number } {
  const sets = openSets(ends.length / 2)
  for (let row = 1; row + 1 < starts.length; row++) {
    let above = starts[row - 1]
    for (let i = starts[row]; i < starts[row + 1]; i += 2) {
      while (above < starts[row] && ends[above + 1] < ends[i]) above += 2
      for (let k = above; k < starts[row] && ends[k] <= ends[i + 1]; k += 2) sets.unite(k >> 1, i >> 1)
    }
  }
  const parts = new Int32Array(ends.length / 2).map((_, i) => sets.rootOf(i))
  return { parts, count: parts.reduce((count, root, i) => count + (root === i ? 1 : 0), 0) }
}

/**
 * Returns the runs without holes: a clear cell stays clear if a way over sides of clear cells leads
 * out. The same runs if there is no hole.
 */
export function withoutHoles(runs: Runs, columns: number): Runs {
  const { starts, ends } = runs
  const rows = starts.length - 1
  // Clear ranges have the number of the run that they end at; the outside is 0. Cells before a row's
  // first run and behind its last one are outside, and so is a row without runs.
  const outside = 0
  const sets = openSets(ends.length / 2 + 1)
  // A clear range of a row lies before its run at `i`, the last one behind all of them.
  const from = (row: number, i: number) => (i === starts[row] ? 0 : ends[i - 1])
  const to = (row: number, i: number) => (i === starts[row + 1] ? columns : ends[i])
  const rangeAt = (row: number, i: number) => (i === starts[row] || i === starts[row + 1] ? outside : i >> 1)
  const isSingle = (row: number) => starts[row + 1] - starts[row] <= 2
  for (let row = 0; row < rows; row++) {
    if (row === 0 || row === rows - 1)
      for (let i = starts[row] + 2; i < starts[row + 1]; i += 2) sets.unite(outside, i >> 1)
    if (row === 0 || (isSingle(row) && isSingle(row - 1))) continue
    let above = starts[row - 1]
    for (let i = starts[row]; i <= starts[row + 1]; i += 2) {
      while (above < starts[row] && to(row - 1, above) <= from(row, i)) above += 2
      for (let k = above; k <= starts[row] && from(row - 1, k) < to(row, i); k += 2)
        sets.unite(rangeAt(row - 1, k), rangeAt(row, i))
    }
  }
  const filledStarts = new Int32Array(rows + 1)
  const filled = new Int32Array(ends.length)
  let count = 0
  for (let row = 0; row < rows; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i += 2) {
      if (i > starts[row] && sets.rootOf(i >> 1) !== outside) count--
      else filled[count++] = ends[i]
      filled[count++] = ends[i + 1]
    }
    filledStarts[row + 1] = count
  }
  return count === ends.length ? runs : { starts: filledStarts, ends: filled.subarray(0, count) }
}

/**
 * Returns the cells nearer than `radius` to any of the runs, rounded outwards, on a grid with `margin`
 * more on every side. Rows that are k apart are k − 1 away from each other.
 */
export function grownRuns(
  { starts, ends }: Runs,
  columns: number,
  radius: number,
  margin: number,
): { runs: Runs; columns: number } {
  const rows = starts.length - 1
  const reaches: number[] = []
  for (let k = 0; k === 0 || k - 1 < radius; k++)
    reaches.push(Math.ceil(Math.sqrt(radius ** 2 - Math.max(0, k - 1) ** 2)))
  const wide = columns + 2 * margin
  const grown = uniteRuns(wide, rows + 2 * margin)
  for (let y = 0; y < rows + 2 * margin; y++) {
    const first = Math.max(0, y - margin - reaches.length + 1)
    const last = Math.min(rows - 1, y - margin + reaches.length - 1)
    for (let row = first; row <= last; row++) {
      const reach = margin + reaches[Math.abs(y - margin - row)]
      const before = reach - 2 * margin
      for (let i = starts[row]; i < starts[row + 1]; i += 2)
        grown.add(Math.max(0, ends[i] - before), Math.min(wide, ends[i + 1] + reach))
    }
    grown.endRow()
  }
  return { runs: grown.runs(), columns: wide }
}

/** Exchanges runs and the clear ranges between them. */
export function inverted({ starts, ends }: Runs, columns: number): Runs {
  const rows = starts.length - 1
  const result = uniteRuns(columns, rows)
  for (let row = 0; row < rows; row++) {
    let from = 0
    for (let i = starts[row]; i < starts[row + 1]; i += 2) {
      if (ends[i] > from) result.add(from, ends[i])
      from = ends[i + 1]
    }
    if (from < columns) result.add(from, columns)
    result.endRow()
  }
  return result.runs()
}

/** Returns cells of `factor` × `factor` cells, inked if any of these is. */
export function coarserRuns({ starts, ends }: Runs, columns: number, factor: number): Runs {
  const rows = starts.length - 1
  const coarse = uniteRuns(Math.ceil(columns / factor), Math.ceil(rows / factor))
  for (let from = 0; from < rows; from += factor) {
    for (let i = starts[from]; i < starts[Math.min(rows, from + factor)]; i += 2)
      coarse.add(Math.floor(ends[i] / factor), Math.ceil(ends[i + 1] / factor))
    coarse.endRow()
  }
  return coarse.runs()
}

/** Unites the runs with those of a grid `factor` times as coarse, which begins `margin` cells up and left. */
export function unitedWithCoarse(
  { starts, ends }: Runs,
  columns: number,
  coarse: Runs,
  factor: number,
  margin: number,
): Runs {
  const rows = starts.length - 1
  const united = uniteRuns(columns, rows)
  const within = (column: number) => Math.max(0, Math.min(columns, (column - margin) * factor))
  for (let row = 0; row < rows; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i += 2) united.add(ends[i], ends[i + 1])
    const at = Math.floor(row / factor) + margin
    for (let i = coarse.starts[at]; i < coarse.starts[at + 1]; i += 2)
      united.add(within(coarse.ends[i]), within(coarse.ends[i + 1]))
    united.endRow()
  }
  return united.runs()
}
