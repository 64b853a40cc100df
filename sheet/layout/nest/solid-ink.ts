import { BRIDGE_MM, joiningLinks } from "../../join-parts.ts"
import type { Silhouette } from "../../silhouette.ts"
import { type PrintedInk, spreadPx } from "./printed-ink.ts"
import { coarserRuns, grownRuns, inverted, partsOf, unitedWithCoarse, withoutHoles } from "./run-parts.ts"
import { type Runs, uniteRuns } from "./runs.ts"

/** The cells to a radius in which distances are measured, about: finer ones cost time, not film. */
const CELLS_TO_RADIUS = 6
const CELLS_TO_BRIDGE = 4

/** The cells along the longer side in which the shortest bridges are searched. */
const MOST_BRIDGE_CELLS = 128

/**
 * Returns a piece as scissors cut it, for a film whose pieces keep `gapPx`: its ink, its parts joined,
 * its holes closed. Nothing that keeps the gap from this lies inside the piece's outer line.
 *
 *     ╭──────╮  ●       ╭──────╮▁▁      A bay counts as a hole if nothing that keeps the gap could
 *     │ ╭──╮ │     ──►  │██████│██●     come out of its mouth. Parts are joined all along where they
 *     │ ╰──╯ │          │██████│▔▔      lie nearer than a bridge and the gap, else by bridges
 *     ╰──────╯          ╰──────╯        (see sheet/join-parts.ts). Nothing reaches out of the ink's box.
 *
 * This costs no film: another piece's ink is the middle of a clear disc of the gap's radius, and no
 * smaller disc that rolls around the ink can fill any of that.
 */
export function solidInk(ink: PrintedInk, gapPx: number, dpi: number): PrintedInk {
  const { silhouette, box, widthPx, heightPx } = ink
  const inked = inkedCells(silhouette)
  if (inked === null) return ink
  const { left, top, columns } = inked
  const cellPrintPx = silhouette.cellPx * Math.min(widthPx / box.width, heightPx / box.height)
  const halfGap = (gapPx / 2 + spreadPx(ink)) / cellPrintPx
  const bridge = ((BRIDGE_MM / 25.4) * dpi) / cellPrintPx
  let runs = withoutHoles(inked.runs, columns)
  const isOne = partsOf(runs).count === 1
  // No bay of a piece with one run in every row is narrower at its mouth than within.
  if (!isOne || runs.ends.length > 2 * (runs.starts.length - 1))
    runs = withoutHoles(closed(runs, columns, halfGap + (isOne ? 0 : bridge / 2), isOne), columns)
  if (!isOne) runs = withoutHoles(bridged(runs, columns, bridge), columns)
  if (runs === inked.runs) return ink
  const rows = silhouette.rows.map((row, y) => {
    const at = y - top
    if (at < 0 || at + 1 >= runs.starts.length) return row
    const [from, to] = [runs.starts[at], runs.starts[at + 1]]
    return new Uint16Array(runs.ends.subarray(from, to).map((x) => x + left))
  })
  return { ...ink, silhouette: { ...silhouette, rows } }
}

/** Returns the runs inside the box around all of them; null if there are none. */
function inkedCells({ rows }: Silhouette): { runs: Runs; left: number; top: number; columns: number } | null {
  const top = rows.findIndex((row) => row.length > 0)
  if (top < 0) return null
  const within = rows.slice(top, rows.findLastIndex((row) => row.length > 0) + 1)
  const starts = new Int32Array(within.length + 1)
  let left = Number.POSITIVE_INFINITY
  let right = 0
  within.forEach((row, y) => {
    starts[y + 1] = starts[y] + row.length
    if (row.length === 0) return
    left = Math.min(left, row[0])
    right = Math.max(right, row[row.length - 1])
  })
  const ends = new Int32Array(starts[within.length])
  within.forEach((row, y) => {
    for (let i = 0; i < row.length; i++) ends[starts[y] + i] = row[i] - left
  })
  return { runs: { starts, ends }, left, top, columns: right - left }
}

/**
 * Returns the runs and all cells that a disc of `radius` rolling around them, outside, does not reach:
 * rounded so that every mouth narrower than the disc is shut, and that less than a cell too much is
 * filled. A single part without such a mouth stays as it is.
 */
function closed(runs: Runs, columns: number, radius: number, isOne: boolean): Runs {
  if (radius === 0) return runs
  const factor = Math.max(1, Math.floor(radius / CELLS_TO_RADIUS))
  const coarseRadius = radius / factor
  const margin = Math.ceil(coarseRadius) + 1
  const coarse = coarserRuns(runs, columns, factor)
  const grown = grownRuns(coarse, Math.ceil(columns / factor), coarseRadius, margin)
  const whole = withoutHoles(grown.runs, grown.columns)
  if (isOne && whole === grown.runs) return runs
  const outside = grownRuns(inverted(whole, grown.columns), grown.columns, coarseRadius + 1, 0)
  return unitedWithCoarse(runs, columns, inverted(outside.runs, grown.columns), factor, margin)
}

/** Returns the runs with bridges between their parts. */
function bridged(runs: Runs, columns: number, width: number): Runs {
  const { parts, count } = partsOf(runs)
  if (count === 1) return runs
  const rows = runs.starts.length - 1
  const factor = Math.max(
    1,
    Math.floor(width / CELLS_TO_BRIDGE),
    Math.ceil(Math.max(columns, rows) / MOST_BRIDGE_CELLS),
  )
  const wide = Math.ceil(columns / factor)
  const high = Math.ceil(rows / factor)
  const sites: { x: number[]; y: number[]; part: number[] } = { x: [], y: [], part: [] }
  const partIn = new Int32Array(wide * high).fill(-1)
  for (let row = 0; row < rows; row++) {
    const y = Math.floor(row / factor)
    for (let i = runs.starts[row]; i < runs.starts[row + 1]; i += 2) {
      const part = parts[i >> 1]
      for (let x = Math.floor(runs.ends[i] / factor); x * factor < runs.ends[i + 1]; x++) {
        if (partIn[y * wide + x] === part) continue
        partIn[y * wide + x] = part
        sites.x.push(x)
        sites.y.push(y)
        sites.part.push(part)
      }
    }
  }
  const line = new Uint8Array(wide * high)
  for (const [a, b] of joiningLinks(sites, wide, high))
    drawLine(line, wide, sites.x[a], sites.y[a], sites.x[b], sites.y[b])
  const margin = Math.ceil(width / factor / 2) + 1
  const bridges = grownRuns(runsOf(line, wide), wide, width / factor / 2, margin)
  return unitedWithCoarse(runs, columns, bridges.runs, factor, margin)
}

/** Marks the cells between two, both included: one in each row or column, whichever are more. */
function drawLine(cells: Uint8Array, columns: number, x0: number, y0: number, x1: number, y1: number): void {
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0), 1)
  for (let k = 0; k <= steps; k++) {
    const x = Math.round(x0 + ((x1 - x0) * k) / steps)
    const y = Math.round(y0 + ((y1 - y0) * k) / steps)
    cells[y * columns + x] = 1
  }
}

function runsOf(cells: Uint8Array, columns: number): Runs {
  const rows = cells.length / columns
  const runs = uniteRuns(columns, rows)
  for (let row = 0; row < rows; row++) {
    for (let x = 0; x < columns; x++) if (cells[row * columns + x] === 1) runs.add(x, x + 1)
    runs.endRow()
  }
  return runs.runs()
}
