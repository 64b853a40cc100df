import type { SheetPlacement } from "../raster/compose-sheet.ts"
import type { Turn } from "../raster/designs.ts"

/** The rules by which a cut line runs around ink. Lengths are millimetres. */
export type CutRules = {
  /** The offset: outward if positive, into the ink if negative. */
  offsetMm: number
  corners: "round" | "mitre"
  /** True if, outward, each part of a piece has its own line; else its parts are joined (`oneOutline`). */
  islands: boolean
  /** True if, outward, the holes in a piece are cut as well. */
  holes: boolean
  /** The diameter of the disc whose area is the least of holes that are cut outward. */
  smallestHoleMm: number
}

/**
 * A closed curve: its start, then for each cubic Bézier its two control points and its end, all as x
 * and y. The last end is the start.
 */
export type CutRing = Float64Array

/** The film that a cut line lies on. */
export type CutSheet = { widthPx: number; lengthPx: number; dpi: number }

/** The cut line of one sheet, in its pixels from its top left corner. */
export type CutLine = {
  /** Lines that run around one piece alone: kept once for each design, as its first piece lies. */
  designs: CutDesign[]
  /** Lines around pieces that lie close. */
  joined: CutRing[]
  /** The length of all that a cutter follows. */
  lengthPx: number
  /** The number of pieces in which an inward line finds no room. */
  uncut: number
}

export type CutDesign = {
  widthPx: number
  heightPx: number
  rings: CutRing[]
  places: { placement: SheetPlacement; turn: Turn }[]
}

/** The error for a cut line that cannot be cut, in words for the person who asked for it. */
export class CutLineError extends Error {
  override name = "CutLineError"
}

/** Yields every line as it lies on the sheet, one at a time. */
export function* placedRings({ designs, joined }: CutLine): Generator<CutRing> {
  for (const { rings, places, widthPx, heightPx } of designs)
    for (const { placement, turn } of places)
      for (const ring of rings) yield turned(ring, turn, widthPx, heightPx, placement.x, placement.y)
  yield* joined
}

/** Returns points of a box, turned clockwise about it and moved. */
function turned(ring: CutRing, turn: Turn, width: number, height: number, x: number, y: number): CutRing {
  const result = new Float64Array(ring.length)
  for (let i = 0; i < ring.length; i += 2) {
    const [u, v] = turnedPoint(ring[i], ring[i + 1], turn, width, height)
    result[i] = x + u
    result[i + 1] = y + v
  }
  return result
}

/** Returns the place of a box's point after the box is turned clockwise. */
export function turnedPoint(
  u: number,
  v: number,
  turn: Turn,
  width: number,
  height: number,
): [number, number] {
  if (turn === 90) return [height - v, u]
  if (turn === 180) return [width - u, height - v]
  if (turn === 270) return [v, width - u]
  return [u, v]
}

/**
 * Returns points along a ring, at most `stepPx` apart and close enough for chords within `tolerancePx`
 * of the curve: x and y in turn, its start once.
 */
export function ringPoints(ring: CutRing, tolerancePx: number, stepPx = Number.POSITIVE_INFINITY): number[] {
  const points: number[] = []
  let [x0, y0] = ring
  for (let i = 2; i < ring.length; i += 6) {
    const [x1, y1, x2, y2, x3, y3] = ring.subarray(i, i + 6)
    // A chord of a curve is off by at most an eighth of its second derivative times the step squared.
    const bend =
      6 *
      Math.max(Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    const reach = Math.hypot(x1 - x0, y1 - y0) + Math.hypot(x2 - x1, y2 - y1) + Math.hypot(x3 - x2, y3 - y2)
    const pieces = Math.max(1, Math.ceil(Math.sqrt(bend / (8 * tolerancePx))), Math.ceil(reach / stepPx))
    for (let k = 0; k < pieces; k++) {
      const t = k / pieces
      const s = 1 - t
      const [a, b, c, d] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
      points.push(a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3)
    }
    x0 = x3
    y0 = y3
  }
  return points
}

/** Returns a ring's length, to a hundredth of a pixel for each of its curves. */
export function ringLength(ring: CutRing): number {
  const points = ringPoints(ring, 0.01)
  let length = 0
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length
    length += Math.hypot(points[next] - points[i], points[next + 1] - points[i + 1])
  }
  return length
}

/** Returns whether a curve of a ring, from number `at` on, is straight, as `fitRing` writes lines. */
export function isStraight(ring: CutRing, at: number): boolean {
  const [x0, y0, x1, y1, x2, y2, x3, y3] = ring.subarray(at - 2, at + 6)
  const off = (x: number, y: number, share: number) =>
    Math.abs(x - x0 - (x3 - x0) * share) + Math.abs(y - y0 - (y3 - y0) * share)
  return off(x1, y1, 1 / 3) + off(x2, y2, 2 / 3) < 1e-6
}
