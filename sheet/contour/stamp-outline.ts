import type { RasterHost } from "../raster/host.ts"
import { restingPause } from "../raster/pause.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import { openCursor } from "../raster/stamp-cursor.ts"
import type { OpenStamp } from "../raster/stamp-reader.ts"
import { openStampStore } from "../raster/stamp-store.ts"
import { openStripDecoder } from "../raster/stamp-strip-decoder.ts"
import { INK_ALPHA } from "../silhouette.ts"
import type { CutRules } from "./cut-line.ts"
import { areaOf, grown, type Polygons, STEPS, simplified, withoutSmallHoles } from "./polygons.ts"
import { HALVES, openTrace, type TracedRings } from "./trace-rings.ts"

/** The distance below which lines are joined: a thinner strip of film tears. */
export const JOIN_MM = 0.5

/** The compressed strips held while a stamp is traced. */
const STORE_BYTES = 5 << 20

/** The most points of a trace, 12 bytes each. Halftones have more, until their cells are doubled. */
const MAX_TRACED_POINTS = 500_000

/** The most points that are offset: some 200 bytes each and as many again for the results. */
const MAX_POINTS = 40_000

/**
 * The most pairs of points that lie within the offset of each other: the lines around such points cross, which takes
 * about a microsecond each. The dots of a halftone have more, until their cells are doubled.
 */
const MAX_PAIRS = 500_000
const MAX_SQUARES = 2 ** 26

/** The distance from its lines at which a point of a trace is needless, in cells. */
const SIMPLIFY_CELLS = { round: 0.3, mitre: 0.75 }

/** The part of a cell that a trace cuts off corners: √2/4. */
const CORNER_CELLS = Math.SQRT2 / 4

/** The distance from its lines at which a point of an outline is needless, in millimetres. */
const SIMPLIFY_MM = 0.015

type Stamp = { stamp: string; widthPx: number; heightPx: number }

/**
 * Returns the outline of a stamp's ink, offset by the rules: polygons in steps from the stamp's top
 * left corner. Cells and lines are chosen so that none of them is nearer to ink than the offset, less
 * some hundredths of a millimetre. The picture is never in memory as a whole.
 */
export async function stampOutline(
  stamp: Stamp,
  rules: CutRules,
  dpi: number,
  openStamp: OpenStamp,
  host: RasterHost,
): Promise<Polygons> {
  const mm = (dpi / 25.4) * STEPS
  const isInward = rules.offsetMm < 0
  for (let cellPx = 1; ; cellPx *= 2) {
    const rings = await traceStamp(stamp, cellPx, isInward, openStamp, host)
    if (rings === null) continue
    const cell = cellPx * STEPS
    const tolerance = SIMPLIFY_CELLS[rules.corners]
    const holeSteps = isInward ? 0 : (Math.PI / 4) * (rules.smallestHoleMm * mm) ** 2
    const ink = polygonsOf(rings, cell, tolerance, holeSteps)
    if (ink === null) continue
    const spare = Math.ceil((CORNER_CELLS + tolerance) * cell)
    const offset = Math.round(rules.offsetMm * mm) + (isInward ? -spare : spare)
    const join = isInward ? 0 : Math.round((JOIN_MM / 2) * mm)
    if (pairsWithin(ink, Math.abs(offset + join)) > MAX_PAIRS) continue
    const wide = grown(ink, offset + join, rules.corners)
    const outline = join === 0 ? wide : grown(wide, -join, rules.corners)
    return withoutSmallHoles(outline, holeSteps)
      .map((polygon) => simplified(polygon, SIMPLIFY_MM * mm))
      .filter(({ length }) => length > 2)
  }
}

/** Returns the trace's polygons; null if there are too many points. */
function polygonsOf(rings: TracedRings, cell: number, tolerance: number, holeSteps: number): Polygons | null {
  const polygons: Polygons = []
  let count = 0
  for (const ring of rings) {
    const points = Array.from({ length: ring.length / 2 }, (_, i) => ({
      x: (ring[2 * i] * cell) / HALVES,
      y: (ring[2 * i + 1] * cell) / HALVES,
    }))
    const area = areaOf(points)
    if (area < 0 && area > -holeSteps) continue
    const kept = simplified(points, tolerance * cell)
    // Rings thinner than the tolerance are ink all the same.
    polygons.push(kept.length > 2 ? kept : points)
    count += polygons[polygons.length - 1].length
    if (count > MAX_POINTS) return null
  }
  return polygons
}

/** Counts the pairs of points in the same squares of `side` steps. */
function pairsWithin(polygons: Polygons, side: number): number {
  const counts = new Map<number, number>()
  let pairs = 0
  for (const { x, y } of polygons.flat()) {
    const square = Math.floor(y / side) * MAX_SQUARES + Math.floor(x / side)
    const before = counts.get(square) ?? 0
    counts.set(square, before + 1)
    pairs += before
  }
  return pairs
}

/** Traces a stamp; null if there are too many points. */
async function traceStamp(
  { stamp, widthPx, heightPx }: Stamp,
  cellPx: number,
  isInward: boolean,
  openStamp: OpenStamp,
  host: RasterHost,
): Promise<TracedRings | null> {
  const kernel = openKernel(host, "measure")
  try {
    const pause = restingPause(host)
    const decoder = openStripDecoder(kernel, widthPx)
    const store = openStampStore(kernel, widthPx, openStamp, host, STORE_BYTES)
    const cells = openCells(widthPx, heightPx, cellPx, isInward)
    const cursor = openCursor(store, stamp, widthPx, heightPx)
    try {
      while (cursor.nextRow() < heightPx) {
        const strip = await cursor.takeStrip()
        const { rows } = strip
        const alphas = kernel.view(decoder.decodeAlphas(strip, stamp), rows * widthPx)
        for (let row = 0; row < rows; row++)
          if (!cells.push(alphas.subarray(row * widthPx, (row + 1) * widthPx))) return null
        await pause(rows * widthPx)
      }
    } finally {
      cursor.close()
    }
    return cells.finish()
  } finally {
    kernel.close()
  }
}

/**
 * Collects cells of `cellPx` × `cellPx` pixels. A cell is ink if any of its pixels is, so that lines
 * stay out of the ink; inward if all are, so that lines stay in it.
 */
function openCells(widthPx: number, heightPx: number, cellPx: number, isInward: boolean) {
  const columns = Math.ceil(widthPx / cellPx)
  const trace = openTrace(columns, MAX_TRACED_POINTS)
  const row = new Uint8Array(columns).fill(isInward ? 1 : 0)
  const decisive = isInward ? 0 : 1
  let y = 0
  return {
    push(alphas: Uint8Array): boolean {
      for (let x = 0; x < widthPx; x++)
        if ((alphas[x] >= INK_ALPHA ? 1 : 0) === decisive)
          row[cellPx === 1 ? x : Math.floor(x / cellPx)] = decisive
      y++
      if (y % cellPx !== 0 && y !== heightPx) return true
      const isFine = trace.push(row)
      row.fill(1 - decisive)
      return isFine
    },
    finish: trace.finish,
  }
}
