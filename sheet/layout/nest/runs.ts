/**
 * Rows of runs. Row y has the pairs [from, to) in ends[starts[y]] up to ends[starts[y + 1]],
 * ascending and apart.
 */
export type Runs = { starts: Int32Array; ends: Int32Array }

/** A union of runs row by row. They may overlap and touch, and come in any order. */
type RunUnion = {
  add(from: number, to: number): void
  /** Ends a row of the runs added since the last call. */
  endRow(): void
  runs(): Runs
}

/** The runs of a row that are kept one by one before they are counted column by column. */
const mostOpen = 8

/**
 * Unites `rows` rows of runs between 0 and `columns`. The first few runs of a row that are apart are
 * lengthened by those that touch them, which is enough for most rows. For others a row of changes
 * counts where runs begin and end. A row of bits marks where changes are, so that reading it looks only
 * once at every 32 columns.
 */
export function uniteRuns(columns: number, rows: number): RunUnion {
  const changes = new Int32Array(columns + 1)
  const changed = new Int32Array((columns >> 5) + 1)
  const openFrom = new Int32Array(mostOpen)
  const openTo = new Int32Array(mostOpen)
  let openCount = 0
  let isCounted = false
  const starts = new Int32Array(rows + 1)
  let ends = new Int32Array(4 * rows)
  let count = 0
  let row = 0

  function change(column: number, by: number): void {
    changes[column] += by
    changed[column >> 5] |= 1 << (column & 31)
  }

  function note(column: number): void {
    if (count === ends.length) {
      const more = new Int32Array(2 * count + 16)
      more.set(ends)
      ends = more
    }
    ends[count++] = column
  }

  // Notes ends of runs: sorted separately, beginnings and ends still show where no run is open.
  function noteOpen(): void {
    const from = openFrom.subarray(0, openCount).sort()
    const to = openTo.subarray(0, openCount).sort()
    for (let k = 0; k < openCount; k++) {
      if (k === 0 || to[k - 1] < from[k]) note(from[k])
      if (k + 1 === openCount || to[k] < from[k + 1]) note(to[k])
    }
  }

  function noteCounted(): void {
    for (let k = 0; k < openCount; k++) {
      change(openFrom[k], 1)
      change(openTo[k], -1)
    }
    let depth = 0
    for (let word = 0; word < changed.length; word++) {
      for (let bits = changed[word]; bits !== 0; bits &= bits - 1) {
        const column = (word << 5) + 31 - Math.clz32(bits & -bits)
        const isInside = depth > 0
        depth += changes[column]
        changes[column] = 0
        if (isInside !== depth > 0) note(column)
      }
      changed[word] = 0
    }
  }

  return {
    add(from, to) {
      if (from >= to) return
      for (let k = 0; k < openCount; k++) {
        if (from > openTo[k] || to < openFrom[k]) continue
        if (from < openFrom[k]) openFrom[k] = from
        if (to > openTo[k]) openTo[k] = to
        return
      }
      if (openCount < mostOpen) {
        openFrom[openCount] = from
        openTo[openCount++] = to
        return
      }
      change(from, 1)
      change(to, -1)
      isCounted = true
    },
    endRow() {
      if (isCounted) noteCounted()
      else if (openCount > 0) noteOpen()
      openCount = 0
      isCounted = false
      starts[++row] = count
    },
    runs: () => ({ starts, ends: ends.subarray(0, count) }),
  }
}

/** Returns the area that all runs cover together. */
export function areaOf({ ends }: Runs): number {
  let area = 0
  for (let i = 0; i < ends.length; i += 2) area += ends[i + 1] - ends[i]
  return area
}

export const noRuns: Runs = { starts: Int32Array.of(0), ends: new Int32Array(0) }

/** Turns the runs by half: the last row first, and mirrored. */
export function halfTurned({ starts, ends }: Runs, columns: number): Runs {
  const rows = starts.length - 1
  return {
    starts: starts.map((_, row) => ends.length - starts[rows - row]),
    ends: ends.map((_, i) => columns - ends[ends.length - 1 - i]),
  }
}

/** Turns the runs by a quarter, clockwise: (x, y) becomes (rows − 1 − y, x). */
export function quarterTurned(runs: Runs, columns: number): Runs {
  const starts = new Int32Array(columns + 1)
  forEachChange(runs, (from, to) => {
    starts[from + 1]++
    if (to < columns) starts[to + 1]--
  })
  // Sums counts of changes up to indices.
  for (let column = 1; column <= columns; column++) starts[column] += starts[column - 1]
  for (let column = 1; column <= columns; column++) starts[column] += starts[column - 1]
  const ends = new Int32Array(starts[columns])
  const next = starts.slice()
  forEachChange(runs, (from, to, x) => {
    for (let column = from; column < to; column++) ends[next[column]++] = x
  })
  return { starts, ends }
}

/** Returns whether the area that only one of two covers, row by row, is at most `most`. */
export function differsByAtMost(a: Runs, b: Runs, most: number): boolean {
  let area = 0
  for (let row = 0; row + 1 < a.starts.length && area <= most; row++) {
    forEachDifference(rowOf(a, row), rowOf(b, row), (from, to) => {
      area += to - from
    })
  }
  return area <= most
}

function rowOf({ starts, ends }: Runs, row: number): Int32Array {
  return ends.subarray(starts[row], starts[row + 1])
}

// Visits the columns at which row `rows − 1 − x` differs from the one after it. There a turned run
// begins or ends at x.
function forEachChange(runs: Runs, visit: (from: number, to: number, x: number) => void): void {
  const rows = runs.starts.length - 1
  let after = noRuns.ends
  for (let x = 0; x <= rows; x++) {
    const row = x < rows ? rowOf(runs, rows - 1 - x) : noRuns.ends
    forEachDifference(row, after, (from, to) => visit(from, to, x))
    after = row
  }
}

// Visits the ranges in which two rows differ: between their merged ends, taken in pairs.
function forEachDifference(a: Int32Array, b: Int32Array, visit: (from: number, to: number) => void): void {
  let i = 0
  let j = 0
  let from = -1
  while (i < a.length || j < b.length) {
    const end = j >= b.length || (i < a.length && a[i] <= b[j]) ? a[i++] : b[j++]
    if (from < 0) from = end
    else {
      if (from < end) visit(from, end)
      from = -1
    }
  }
}
