import { type CutLine, type CutRing, placedRings, ringPoints } from "./cut-line.ts"

/** The rows whose points are made at once. */
const BAND_ROWS = 128

/** The numbers of a curve: its start, two control points and its end. */
const CURVE = 8

/** The distance of points from each other, and from the curve between them, in pixels. */
const STEP_PX = 1
const CHORD_PX = 0.02

/**
 * Returns points along all lines, row of pixels by row from the top; rows must be requested in order.
 * Points above the sheet belong to its first row, points below to its last. Holds the curves in
 * memory, 32 bytes each, and the points of some rows: a long sheet has millions of points.
 */
export function pointsByRow(line: CutLine, lengthPx: number): (row: number) => readonly number[] {
  const bands = Math.ceil(lengthPx / BAND_ROWS)
  const rowOf = (y: number) => Math.max(0, Math.min(lengthPx - 1, Math.floor(y)))
  const starts = new Uint32Array(bands + 2)
  for (const [, first, last] of curvesOf(line, rowOf))
    for (let band = first; band <= last; band++) starts[band + 2]++
  for (let band = 2; band < starts.length; band++) starts[band] += starts[band - 1]
  const curves = new Float32Array(CURVE * starts[bands + 1])
  for (const [curve, first, last] of curvesOf(line, rowOf))
    for (let band = first; band <= last; band++) curves.set(curve, CURVE * starts[band + 1]++)

  const rows: number[][] = Array.from({ length: BAND_ROWS }, () => [])
  const curve = new Float64Array(CURVE)
  let made = -1

  function make(band: number): void {
    made = band
    for (const row of rows) row.length = 0
    for (let at = starts[band]; at < starts[band + 1]; at++) {
      curve.set(curves.subarray(CURVE * at, CURVE * at + CURVE))
      const points = ringPoints(curve, CHORD_PX, STEP_PX)
      for (let i = 0; i < points.length; i += 2) {
        const row = rowOf(points[i + 1]) - band * BAND_ROWS
        if (row >= 0 && row < BAND_ROWS) rows[row].push(points[i], points[i + 1])
      }
    }
  }

  return (row) => {
    const band = Math.floor(row / BAND_ROWS)
    if (band !== made) make(band)
    return rows[row % BAND_ROWS]
  }
}

/** Yields every curve as it lies on the sheet, with the first and last band that it may reach. */
function* curvesOf(line: CutLine, rowOf: (y: number) => number): Generator<[CutRing, number, number]> {
  for (const ring of placedRings(line)) {
    for (let i = 0; i + CURVE <= ring.length; i += 6) {
      const curve = ring.subarray(i, i + CURVE)
      const [, a, , b, , c, , d] = curve
      const first = Math.floor(rowOf(Math.min(a, b, c, d)) / BAND_ROWS)
      const last = Math.floor(rowOf(Math.max(a, b, c, d)) / BAND_ROWS)
      yield [curve, first, last]
    }
  }
}
