import { type Runs, uniteRuns } from "./runs.ts"

/** Sets that are united two by two: the root of each is its lowest number. */
function openSets(count: number) {
  const up = Int32Array.from({ length: count }, (_, i) => i)
  function rootOf(i: number): number {
    let at = i
    while (up[at] !== at) {
      up[at] = up[up[at]]
      at = up[at]
    }
    return at
  }
  function unite(a: number, b: number): void {
    const [first, second] = [rootOf(a), rootOf(b)]
    up[Math.max(first, second)] = Math.min(first, second)
  }
  return { rootOf, unite }
}

/** The part of each run, by their order: runs that touch, if only with corners, are of one part. */
export function partsOf({ starts, ends }: Runs): { parts: Int32Array; count: number } {
  const sets = openSets(ends.length / 2)
  for (let row = 1; row + 1 < starts.length; row++) {
    let above = starts[row - 1]
    for (let i = starts[row]; i < starts[row + 1]; i += 2) {
      while (above < starts[row] && ends[above + 1] < ends[i]) above += 2
      for (let k = above; k < starts[row] && ends[k] <= ends[i + 1]; k += 2) sets.unite(k >> 1, i >> 1)
    }
  }
  const parts = Int32Array.from({ length: ends.length / 2 }, (_, i) => sets.rootOf(i))
  return { parts, count: parts.reduce((count, root, i) => count + (root === i ? 1 : 0), 0) }
}

/**
 * The runs without holes: a clear cell stays clear where a way over sides of clear cells leads out.
 * The same runs where there is no hole.
 */
export function withoutHoles(runs: Runs, columns: number): Runs {
  const { starts, ends } = runs
  // The clear cell ranges between two runs of a row, numbered by the first one; the outside is 0.
  const outside = 0
  const sets = openSets(ends.length / 2 + 1)
  const rows = starts.length - 1
  // Clear ranges [from, to) of a row, in turn, each with its number.
  function clearOf(row: number): number[] {
    const clear: number[] = []
    let from = 0
    for (let i = starts[row]; i < starts[row + 1]; i += 2) {
      if (ends[i] > from) clear.push(from, ends[i], i === starts[row] ? outside : i >> 1)
      from = ends[i + 1]
    }
    if (from < columns) clear.push(from, columns, outside)
    return clear
  }
  let above = [0, columns, outside]
  for (let row = 0; row <= rows; row++) {
    const clear = row < rows ? clearOf(row) : [0, columns, outside]
    let first = 0
    for (let i = 0; i < clear.length; i += 3) {
      while (first < above.length && above[first + 1] <= clear[i]) first += 3
      for (let k = first; k < above.length && above[k] < clear[i + 1]; k += 3)
        sets.unite(above[k + 2], clear[i + 2])
    }
    above = clear
  }
  const filled = uniteRuns(columns, rows)
  let isWhole = true
  for (let row = 0; row < rows; row++) {
    for (let i = starts[row]; i < starts[row + 1]; i += 2) {
      const isHole = i > starts[row] && sets.rootOf(i >> 1) !== outside
      if (isHole) isWhole = false
      filled.add(isHole ? ends[i - 1] : ends[i], ends[i + 1])
    }
    filled.endRow()
  }
  return isWhole ? runs : filled.runs()
}

/**
 * The cells nearer than `radius` to any of the runs, rounded outwards, on a grid with `margin` more on
 * every side. Rows that are k apart are k − 1 away from each other.
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

/** What is no run becomes one, and the other way round. */
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

/** Cells of `factor` × `factor` cells, inked where any of these is. */
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

/** The runs and those of a grid `factor` times as coarse, which begins `margin` cells up and left. */
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
