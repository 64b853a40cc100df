import { findCorners, type Places } from "./contour-corners.ts"
import { type Joint, LOOKED, type Point, widestJointAt } from "./joint.ts"

/** The distance, in pixels, by which a curve may miss a place, and a straight line, in a small picture. */
const SOFT = { curve: 0.06, line: 0.08 }
/** The distance beside hard edges, more than half a pixel's step, and the most of any. */
const HARD = 0.55
/** The places of a contour for each piece, and the pieces that any may have: with more of them a path follows the noise of its places. */
const PLACES_OF_PIECE = 16
const FEW_PIECES = 64
/** The places beside a corner, in pixels, that its pixels mix with the other side. */
const BESIDE_CORNER = 0.8
const ROUNDS = 6

/** A piece of a path: to a place, straight or by two control points (x, y of each). */
export type Piece = { kind: "line"; x: number; y: number } | { kind: "curve"; points: readonly number[] }
/** A closed path; its curves miss places by `off` at most. */
export type Path = { x: number; y: number; pieces: Piece[]; off: number }

/** How a path is fitted: how near curves and lines come to their places, and how far around a joint is read, in pixels. */
type Fit = { curve: number; line: number; reach: number; isHard: boolean; mostPieces: number }

/**
 * Fits straight lines and cubic curves to a closed contour, with corners where it has some: P. J. Schneider, "An algorithm for
 * automatically fitting digitized curves", Graphics Gems, 1990. Neighbours join smoothly but at corners. Directions and joints are
 * taken from all places near, as each has some noise of its pixels. With so much `fineness` a path may be as many times farther from
 * its places: of a picture with more pixels it has no more pieces. A contour whose places are so noisy that it has more all the same,
 * as of stairs that were resampled, is fitted as a hard one.
 */
export function fitContour(contour: Places, fineness: number): Path {
  const reach = LOOKED * fineness
  if (!contour.isHard) {
    const [curve, line] = [SOFT.curve, SOFT.line].map((off) => Math.min(HARD, off * fineness))
    const mostPieces = FEW_PIECES + contour.xs.length / PLACES_OF_PIECE
    const path = fitAll(contour, { curve, line, reach, isHard: false, mostPieces })
    if (path.pieces.length <= mostPieces) return path
  }
  const mostPieces = Number.POSITIVE_INFINITY
  return fitAll(contour, { curve: HARD, line: HARD, reach, isHard: true, mostPieces })
}

/** Fits a path to a contour; one of more than so many pieces is not finished. */
function fitAll({ xs, ys }: Places, how: Fit): Path {
  const count = xs.length
  const corners = findCorners({ xs, ys, isHard: how.isHard })
  const pieces: Piece[] = []
  const pointAt = (i: number): Point => ({ x: xs[i % count], y: ys[i % count] })
  if (corners.length === 0) {
    const points = Array.from({ length: count + 1 }, (_, i) => pointAt(i))
    const joint = widestJointAt((step) => points[(step + count) % count] ?? null, how.reach, how.curve)
    const start = joint ?? { ...points[0], wayX: 0, wayY: 0 }
    points[0] = start
    points[count] = start
    fit(points, [joint, joint && reversed(joint)], how, pieces)
    return { x: start.x, y: start.y, pieces, off: how.curve }
  }
  for (const [i, corner] of corners.entries()) {
    const next = corners[(i + 1) % corners.length]
    const end = next.at > corner.at ? next.at : next.at + count
    const points: Point[] = [corner]
    for (let at = corner.at + 1; at < end; at++) {
      const point = pointAt(at)
      if (isBeside(point, corner) || isBeside(point, next)) continue
      points.push(point)
    }
    points.push(next)
    fit(points, [null, null], how, pieces)
  }
  return { x: corners[0].x, y: corners[0].y, pieces, off: how.curve }
}

function isBeside(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < BESIDE_CORNER
}

function reversed(joint: Joint): Joint {
  return { ...joint, wayX: -joint.wayX, wayY: -joint.wayY }
}

/** Adds pieces that go through points, from the first to the last; a direction leads into the points, null where none is given. */
function fit(
  points: readonly Point[],
  [from, to]: readonly [Joint | null, Joint | null],
  how: Fit,
  pieces: Piece[],
): void {
  if (pieces.length > how.mostPieces) return
  const last = points[points.length - 1]
  const isOpenEnded = from === null && to === null
  if (points.length === 2 || (isOpenEnded && isStraight(points, how.line))) {
    pieces.push({ kind: "line", x: last.x, y: last.y })
    return
  }
  const begin = from ?? endWay(points)
  const end = to ?? endWay(points.toReversed())
  const lengths = shares(points)
  let control = controls(points, lengths, begin, end)
  let worst = worstOf(points, lengths, control)
  for (let round = 0; round < ROUNDS && worst.off > how.curve && worst.off < 4 * how.curve; round++) {
    project(points, lengths, control)
    control = controls(points, lengths, begin, end)
    worst = worstOf(points, lengths, control)
  }
  if (worst.off <= how.curve || points.length < 5) {
    pieces.push({ kind: "curve", points: control.slice(2) })
    return
  }
  // Never all but the first or the last few, so that a long line is not cut a thousand times.
  const least = Math.max(2, points.length >> 4)
  const at = Math.max(least, Math.min(points.length - 1 - least, worst.at))
  const joint = widestJointAt((step) => points[at + step] ?? null, how.reach, how.curve) ?? {
    ...points[at],
    wayX: 0,
    wayY: 0,
  }
  const [before, after] = [points.slice(0, at + 1), points.slice(at)]
  before[at] = joint
  after[0] = joint
  fit(before, [from, reversed(joint)], how, pieces)
  fit(after, [joint, to], how, pieces)
}

function isStraight(points: readonly Point[], most: number): boolean {
  const [first, last] = [points[0], points[points.length - 1]]
  const [wayX, wayY] = [last.x - first.x, last.y - first.y]
  const length = Math.hypot(wayX, wayY)
  if (length === 0) return false
  return points.every(({ x, y }) => Math.abs((x - first.x) * wayY - (y - first.y) * wayX) <= most * length)
}

/** Returns the direction in which points begin, by the parabola through the first that comes nearest to those behind it. */
function endWay(points: readonly Point[]): Joint {
  const first = points[0]
  let [s2, s3, s4, x1, x2, y1, y2] = [0, 0, 0, 0, 0, 0, 0]
  let gone = 0
  for (let i = 1; i < points.length; i++) {
    gone += Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y)
    if (gone > 2 * LOOKED && i > 2) break
    const [x, y] = [points[i].x - first.x, points[i].y - first.y]
    s2 += gone ** 2
    s3 += gone ** 3
    s4 += gone ** 4
    x1 += gone * x
    y1 += gone * y
    x2 += gone ** 2 * x
    y2 += gone ** 2 * y
  }
  const determinant = s2 * s4 - s3 * s3
  let [wayX, wayY] = [points[1].x - first.x, points[1].y - first.y]
  if (Math.abs(determinant) > 1e-9)
    [wayX, wayY] = [(x1 * s4 - x2 * s3) / determinant, (y1 * s4 - y2 * s3) / determinant]
  const length = Math.hypot(wayX, wayY) || 1
  return { ...first, wayX: wayX / length, wayY: wayY / length }
}

/** Returns the share of the whole way along the points at which each lies. */
function shares(points: readonly Point[]): Float64Array {
  const lengths = new Float64Array(points.length)
  for (let i = 1; i < points.length; i++)
    lengths[i] = lengths[i - 1] + Math.hypot(points[i].x - points[i - 1].x, points[i].y - points[i - 1].y)
  const whole = lengths[points.length - 1] || 1
  return lengths.map((length) => length / whole)
}

/** Returns x and y of the four points of the curve with such ends that comes nearest to the points at their shares. */
function controls(points: readonly Point[], at: Float64Array, begin: Joint, end: Joint): number[] {
  const [first, last] = [points[0], points[points.length - 1]]
  let [c00, c01, c11, x0, x1] = [0, 0, 0, 0, 0]
  const dot = begin.wayX * end.wayX + begin.wayY * end.wayY
  for (let i = 1; i + 1 < points.length; i++) {
    const t = at[i]
    const s = 1 - t
    const [b1, b2] = [3 * t * s * s, 3 * t * t * s]
    const [b01, b23] = [s * s * s + b1, b2 + t * t * t]
    const restX = points[i].x - first.x * b01 - last.x * b23
    const restY = points[i].y - first.y * b01 - last.y * b23
    c00 += b1 * b1
    c01 += b1 * b2 * dot
    c11 += b2 * b2
    x0 += b1 * (begin.wayX * restX + begin.wayY * restY)
    x1 += b2 * (end.wayX * restX + end.wayY * restY)
  }
  const determinant = c00 * c11 - c01 * c01
  const chord = Math.hypot(last.x - first.x, last.y - first.y)
  let [one, two] = [(x0 * c11 - x1 * c01) / determinant, (c00 * x1 - c01 * x0) / determinant]
  // Where there is too little to go by: a third of the chord (Wu and Barsky).
  const isRight = (length: number) => length > 1e-3 * chord && length < Math.max(2 * chord, 4)
  if (!(isRight(one) && isRight(two))) [one, two] = [chord / 3, chord / 3]
  return [
    ...[first.x, first.y, first.x + one * begin.wayX, first.y + one * begin.wayY],
    ...[last.x + two * end.wayX, last.y + two * end.wayY, last.x, last.y],
  ]
}

function worstOf(points: readonly Point[], at: Float64Array, control: readonly number[]) {
  let worst = { at: points.length >> 1, off: 0 }
  for (let i = 1; i + 1 < points.length; i++) {
    const off = Math.hypot(curveAt(control, 0, at[i]) - points[i].x, curveAt(control, 1, at[i]) - points[i].y)
    if (off > worst.off) worst = { at: i, off }
  }
  return worst
}

/** Moves shares to where the curve is nearest to each point, by a step of Newton's. */
function project(points: readonly Point[], at: Float64Array, control: readonly number[]): void {
  for (let i = 1; i + 1 < points.length; i++) {
    let [over, under] = [0, 0]
    for (const axis of [0, 1]) {
      const [p0, p1, p2, p3] = [control[axis], control[2 + axis], control[4 + axis], control[6 + axis]]
      const t = at[i]
      const s = 1 - t
      const off = curveAt(control, axis, t) - (axis === 0 ? points[i].x : points[i].y)
      const slope = 3 * (s * s * (p1 - p0) + 2 * s * t * (p2 - p1) + t * t * (p3 - p2))
      const bend = 6 * (s * (p2 - 2 * p1 + p0) + t * (p3 - 2 * p2 + p1))
      over += off * slope
      under += slope * slope + off * bend
    }
    if (under > 1e-9) at[i] = Math.max(0, Math.min(1, at[i] - over / under))
  }
}

/** Returns a coordinate of a curve: x of axis 0, y of axis 1. */
function curveAt(control: readonly number[], axis: number, t: number): number {
  const s = 1 - t
  return (
    s * s * s * control[axis] +
    3 * s * s * t * control[2 + axis] +
    3 * s * t * t * control[4 + axis] +
    t * t * t * control[6 + axis]
  )
}
