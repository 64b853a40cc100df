import type { InkTree } from "./ink-tree.ts"

/** The cells of an ink from its own origin on: `row`, `left` and `right` of run `i` are `runs[3i]` to `runs[3i + 2]`. */
export type InkCells = Int32Array

/** An ink on a sheet: its cells, from (x, y) on in pixels. */
export type LaidInk = { cells: InkCells; x: number; y: number }

/** Returns the cells of an ink, of which each run is told once. An ink that is thinner than a cell still has one. */
export function inkCells({ leaves, boxes }: InkTree, cellPx: number): InkCells {
  const runs: [row: number, left: number, right: number][] = []
  for (let at = 4 * leaves; at < 8 * leaves; at += 4) {
    const left = Math.round(boxes[at] / cellPx)
    const top = Math.round(boxes[at + 1] / cellPx)
    const right = Math.max(left + 1, Math.round(boxes[at + 2] / cellPx))
    const bottom = Math.max(top + 1, Math.round(boxes[at + 3] / cellPx))
    for (let row = top; row < bottom; row++) runs.push([row, left, right])
  }
  runs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const joined: typeof runs = []
  for (const run of runs) {
    const last = joined.at(-1)
    if (last && last[0] === run[0] && run[1] <= last[2]) last[2] = Math.max(last[2], run[2])
    else joined.push(run)
  }
  return Int32Array.from(joined.flat())
}

/**
 * The film cut halfway between inks. `borderPx(a, b)` returns the length along which the film of two
 * inks meets. `neighbours[a]` lists the inks whose film meets that of `a`, and `outside` where it
 * reaches the sheet's edge.
 */
export type CutFilm = { borderPx(a: number, b: number): number; neighbours: readonly (readonly number[])[] }

/** The neighbour at the sheet's edge. */
export const outside = -1

/** The steps to a neighbour and to a diagonal one in the 5-7 chamfer distance (Borgefors, 1986). */
const straight = 5
const diagonal = 7
const far = 1 << 28

/**
 * Cuts a sheet halfway between its inks, on cells of `cellPx`: each cell goes to the nearest ink.
 *
 *     ┌────────┬───────┐    The inks' cells are painted. Two sweeps, down and up, carry the nearest
 *     │ ▓▓▓    │   ▒▒▒ │    ink's number from cell to cell. Where two numbers meet there is a border;
 *     │ ▓▓▓▓▓ ╱  ▒▒▒▒▒ │    its length is the root of squared cells across and down.
 *     └───────┴────────┘
 */
export function cutFilm(
  inks: readonly LaidInk[],
  { widthPx, lengthPx }: { widthPx: number; lengthPx: number },
  cellPx: number,
): CutFilm {
  const columns = Math.max(1, Math.ceil(widthPx / cellPx))
  const rows = Math.max(1, Math.ceil(lengthPx / cellPx))
  // One free cell around, so that the sweeps need not look at the sheet's edge.
  const stride = columns + 2
  const owners = new Int32Array(stride * (rows + 2)).fill(outside)
  const distances = new Int32Array(stride * (rows + 2)).fill(far)
  for (const [number, ink] of inks.entries())
    paint(ink, number, owners, distances, { columns, rows, stride, cellPx })
  const before = [-1, -stride, -stride - 1, -stride + 1]
  for (let row = 1; row <= rows; row++)
    sweep(owners, distances, before, row * stride + 1, row * stride + columns + 1, 1)
  const after = before.map((step) => -step)
  for (let row = rows; row >= 1; row--)
    sweep(owners, distances, after, row * stride + columns, row * stride, -1)
  return bordersOf(owners, inks.length, { columns, rows, stride, cellPx })
}

type Grid = { columns: number; rows: number; stride: number; cellPx: number }

function paint(
  { cells, x, y }: LaidInk,
  number: number,
  owners: Int32Array,
  distances: Int32Array,
  { columns, rows, stride, cellPx }: Grid,
): void {
  const across = Math.round(x / cellPx)
  const down = Math.round(y / cellPx)
  for (let at = 0; at < cells.length; at += 3) {
    const row = cells[at] + down
    if (row < 0 || row >= rows) continue
    const start = (row + 1) * stride + 1
    const left = start + Math.max(0, cells[at + 1] + across)
    const right = start + Math.min(columns, cells[at + 2] + across)
    owners.fill(number, left, right)
    distances.fill(0, left, right)
  }
}

// Takes over the nearest owner of four neighbours, cell by cell of a row: two straight ones, two diagonal
// ones. The free cells around the sheet stay far away.
function sweep(
  owners: Int32Array,
  distances: Int32Array,
  [beside, above, first, second]: readonly number[],
  from: number,
  to: number,
  step: number,
): void {
  for (let at = from; at !== to; at += step) {
    let best = distances[at]
    if (best === 0) continue
    let owner = owners[at]
    if (distances[at + beside] + straight < best) {
      best = distances[at + beside] + straight
      owner = owners[at + beside]
    }
    if (distances[at + above] + straight < best) {
      best = distances[at + above] + straight
      owner = owners[at + above]
    }
    if (distances[at + first] + diagonal < best) {
      best = distances[at + first] + diagonal
      owner = owners[at + first]
    }
    if (distances[at + second] + diagonal < best) {
      best = distances[at + second] + diagonal
      owner = owners[at + second]
    }
    distances[at] = best
    owners[at] = owner
  }
}

function bordersOf(owners: Int32Array, count: number, { columns, rows, stride, cellPx }: Grid): CutFilm {
  const across = new Map<number, number>()
  const down = new Map<number, number>()
  const neighbours = Array.from({ length: count }, () => new Set<number>())
  const keyOf = (a: number, b: number) => Math.min(a, b) * count + Math.max(a, b)
  const meet = (a: number, b: number, cells: Map<number, number>) => {
    if (a !== outside) neighbours[a].add(b)
    if (b !== outside) neighbours[b].add(a)
    if (a === outside || b === outside) return
    const key = keyOf(a, b)
    cells.set(key, (cells.get(key) ?? 0) + 1)
  }
  const noteEdge = (at: number) => {
    if (owners[at] !== outside) neighbours[owners[at]].add(outside)
  }
  for (let row = 1; row <= rows; row++) {
    const start = row * stride
    noteEdge(start + 1)
    noteEdge(start + columns)
    for (let at = start + 1; at <= start + columns; at++) {
      const own = owners[at]
      if (row === 1 || row === rows) noteEdge(at)
      if (at < start + columns && owners[at + 1] !== own) meet(own, owners[at + 1], down)
      if (row < rows && owners[at + stride] !== own) meet(own, owners[at + stride], across)
    }
  }
  return {
    borderPx(a, b) {
      const key = keyOf(a, b)
      return cellPx * Math.hypot(across.get(key) ?? 0, down.get(key) ?? 0)
    },
    neighbours: neighbours.map((set) => [...set]),
  }
}
