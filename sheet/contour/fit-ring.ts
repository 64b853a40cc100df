import type { CutRing } from "./cut-line.ts"
import { type Point, STEPS } from "./polygons.ts"

// Curves through a polygon's points by Philip J. Schneider, "An Algorithm for Automatically Fitting
// Digitized Curves", Graphics Gems, 1990: a least-squares cubic between two ends with given
// tangents, its parameters improved by Newton's method, and halved where it is still too far off.

/** The cosine of the least turn that is a corner and stays one; a lesser turn is a curve. */
const CORNER_COSINE = Math.cos((40 * Math.PI) / 180)

/** How often the parameters are improved before a span is halved. */
const ROUNDS = 4

/** The number of a span's points that give its tangent at an end. */
const TANGENT_POINTS = 2

/** The x and y of points along a span, in turn. */
type Span = Float64Array

/**
 * Fits cubic Béziers to a closed polygon in steps, within `tolerance` steps of it. Its edges are
 * sampled every `spacing` steps. The result is in pixels.
 */
export function fitRing(polygon: readonly Point[], tolerance: number, spacing: number): CutRing {
  const corners = cornersOf(polygon)
  const numbers: number[] = []
  const emit = (...values: number[]) => {
    for (const value of values) numbers.push(value / STEPS)
  }
  const first = corners[0]
  emit(polygon[first].x, polygon[first].y)
  for (const [i, from] of corners.entries()) {
    const to = i + 1 < corners.length ? corners[i + 1] : first + polygon.length
    const span = spanOf(polygon, from, to, spacing)
    const last = span.length / 2 - 1
    // If the whole ring has no corner, the span ends as it begins.
    const isSmooth = corners.length === 1 && !isCorner(polygon, first)
    const start = isSmooth ? smoothTangent(span) : tangentFrom(span, 0, 1)
    const end: Vector = isSmooth ? [-start[0], -start[1]] : tangentFrom(span, last, -1)
    fitSpan(span, 0, last, start, end, tolerance, emit)
  }
  return Float64Array.from(numbers)
}

function isCorner(polygon: readonly Point[], i: number): boolean {
  const count = polygon.length
  const a = polygon[(i + count - 1) % count]
  const b = polygon[i]
  const c = polygon[(i + 1) % count]
  const [ux, uy, vx, vy] = [b.x - a.x, b.y - a.y, c.x - b.x, c.y - b.y]
  return ux * vx + uy * vy < CORNER_COSINE * Math.hypot(ux, uy) * Math.hypot(vx, vy)
}

/** Returns the corners, or for a ring without any, its first point. */
function cornersOf(polygon: readonly Point[]): number[] {
  const corners = polygon.flatMap((_, i) => (isCorner(polygon, i) ? [i] : []))
  return corners.length > 0 ? corners : [0]
}

function spanOf(polygon: readonly Point[], from: number, to: number, spacing: number): Span {
  const values: number[] = []
  for (let i = from; i < to; i++) {
    const a = polygon[i % polygon.length]
    const b = polygon[(i + 1) % polygon.length]
    const pieces = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / spacing))
    for (let k = 0; k < pieces; k++)
      values.push(a.x + ((b.x - a.x) * k) / pieces, a.y + ((b.y - a.y) * k) / pieces)
  }
  const end = polygon[to % polygon.length]
  values.push(end.x, end.y)
  return Float64Array.from(values)
}

type Vector = [number, number]

function unit(x: number, y: number): Vector {
  const length = Math.hypot(x, y)
  return length === 0 ? [1, 0] : [x / length, y / length]
}

/** Returns the direction in which a span leaves its point `at`, seen to the next ones by `step`. */
function tangentFrom(span: Span, at: number, step: 1 | -1): Vector {
  const last = span.length / 2 - 1
  const to = Math.max(0, Math.min(last, at + step * Math.min(TANGENT_POINTS, last)))
  return unit(span[2 * to] - span[2 * at], span[2 * to + 1] - span[2 * at + 1])
}

function smoothTangent(span: Span): Vector {
  const last = span.length / 2 - 1
  return unit(span[2] - span[2 * last - 2], span[3] - span[2 * last - 1])
}

/** Returns the direction in which a span passes its point `at`. */
function tangentAt(span: Span, at: number, from: number, to: number): Vector {
  const a = Math.max(from, at - 1)
  const b = Math.min(to, at + 1)
  return unit(span[2 * b] - span[2 * a], span[2 * b + 1] - span[2 * a + 1])
}

function fitSpan(
  span: Span,
  from: number,
  to: number,
  start: Vector,
  end: Vector,
  tolerance: number,
  emit: (...values: number[]) => void,
): void {
  const [x0, y0, x3, y3] = [span[2 * from], span[2 * from + 1], span[2 * to], span[2 * to + 1]]
  if (to - from === 1 || isLine(span, from, to, tolerance / 4)) {
    emit(x0 + (x3 - x0) / 3, y0 + (y3 - y0) / 3, x0 + ((x3 - x0) * 2) / 3, y0 + ((y3 - y0) * 2) / 3, x3, y3)
    return
  }
  const parameters = chordLengths(span, from, to)
  let worst = { error: Number.POSITIVE_INFINITY, at: (from + to) >> 1 }
  for (let round = 0; round <= ROUNDS; round++) {
    const curve = leastSquares(span, from, to, parameters, start, end)
    worst = farthest(span, from, to, parameters, curve)
    if (worst.error <= tolerance * tolerance && staysNear(span, from, parameters, curve, tolerance)) {
      emit(...curve.subarray(2))
      return
    }
    // For larger errors no parameters help.
    if (worst.error > 16 * tolerance * tolerance) break
    improve(span, from, parameters, curve)
  }
  const middle = Math.max(from + 1, Math.min(to - 1, worst.at))
  const across = tangentAt(span, middle, from, to)
  fitSpan(span, from, middle, start, [-across[0], -across[1]], tolerance, emit)
  fitSpan(span, middle, to, across, end, tolerance, emit)
}

function isLine(span: Span, from: number, to: number, tolerance: number): boolean {
  const [x0, y0] = [span[2 * from], span[2 * from + 1]]
  const [dx, dy] = [span[2 * to] - x0, span[2 * to + 1] - y0]
  const length = Math.hypot(dx, dy)
  if (length === 0) return false
  for (let i = from + 1; i < to; i++) {
    const [x, y] = [span[2 * i] - x0, span[2 * i + 1] - y0]
    const along = x * dx + y * dy
    if (Math.abs(x * dy - y * dx) > tolerance * length || along < 0 || along > length * length) return false
  }
  return true
}

function chordLengths(span: Span, from: number, to: number): Float64Array {
  const lengths = new Float64Array(to - from + 1)
  for (let i = from + 1; i <= to; i++)
    lengths[i - from] =
      lengths[i - from - 1] + Math.hypot(span[2 * i] - span[2 * i - 2], span[2 * i + 1] - span[2 * i - 1])
  const all = lengths[to - from]
  if (all > 0) for (let i = 0; i < lengths.length; i++) lengths[i] /= all
  return lengths
}

/** Returns the cubic with these ends and tangents that is nearest to the points: eight numbers. */
function leastSquares(
  span: Span,
  from: number,
  to: number,
  parameters: Float64Array,
  [sx, sy]: Vector,
  [ex, ey]: Vector,
): Float64Array {
  const [x0, y0, x3, y3] = [span[2 * from], span[2 * from + 1], span[2 * to], span[2 * to + 1]]
  let [c00, c01, c11, r0, r1] = [0, 0, 0, 0, 0]
  for (let i = 0; i < parameters.length; i++) {
    const t = parameters[i]
    const s = 1 - t
    const [b1, b2] = [3 * s * s * t, 3 * s * t * t]
    const head = s * s * s + b1
    const tail = b2 + t * t * t
    const x = span[2 * (from + i)] - x0 * head - x3 * tail
    const y = span[2 * (from + i) + 1] - y0 * head - y3 * tail
    c00 += b1 * b1
    c01 += b1 * b2 * (sx * ex + sy * ey)
    c11 += b2 * b2
    r0 += b1 * (sx * x + sy * y)
    r1 += b2 * (ex * x + ey * y)
  }
  const determinant = c00 * c11 - c01 * c01
  const chord = Math.hypot(x3 - x0, y3 - y0)
  let a = determinant === 0 ? 0 : (r0 * c11 - r1 * c01) / determinant
  let b = determinant === 0 ? 0 : (c00 * r1 - c01 * r0) / determinant
  // Schneider's rule of thumb where the equations have no sensible answer.
  if (a < chord * 1e-6 || b < chord * 1e-6) {
    a = chord / 3
    b = chord / 3
  }
  return Float64Array.of(x0, y0, x0 + sx * a, y0 + sy * a, x3 + ex * b, y3 + ey * b, x3, y3)
}

function farthest(span: Span, from: number, to: number, parameters: Float64Array, curve: Float64Array) {
  let error = 0
  let at = (from + to) >> 1
  for (let i = 1; i < parameters.length - 1; i++) {
    const [x, y] = pointAt(curve, parameters[i])
    const distance = (x - span[2 * (from + i)]) ** 2 + (y - span[2 * (from + i) + 1]) ** 2
    if (distance > error) {
      error = distance
      at = from + i
    }
  }
  return { error, at }
}

/** The number of places between a curve's points that are checked. */
const BETWEEN = 3

/** Returns whether a curve stays near between the span's points: it may swing or loop there. */
function staysNear(
  span: Span,
  from: number,
  parameters: Float64Array,
  curve: Float64Array,
  tolerance: number,
): boolean {
  for (let i = 0; i + 1 < parameters.length; i++) {
    if (parameters[i + 1] < parameters[i]) return false
    const at = 2 * (from + i)
    const [ax, ay, dx, dy] = [span[at], span[at + 1], span[at + 2] - span[at], span[at + 3] - span[at + 1]]
    const square = dx * dx + dy * dy
    for (let k = 1; k <= BETWEEN; k++) {
      const t = parameters[i] + ((parameters[i + 1] - parameters[i]) * k) / (BETWEEN + 1)
      const [x, y] = pointAt(curve, t)
      const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square))
      if (Math.hypot(x - ax - along * dx, y - ay - along * dy) > tolerance) return false
    }
  }
  return true
}

function pointAt(c: Float64Array, t: number): [number, number] {
  const s = 1 - t
  const [b0, b1, b2, b3] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t]
  return [b0 * c[0] + b1 * c[2] + b2 * c[4] + b3 * c[6], b0 * c[1] + b1 * c[3] + b2 * c[5] + b3 * c[7]]
}

/** Moves each parameter towards its point's nearest one by a step of Newton's method. */
function improve(span: Span, from: number, parameters: Float64Array, c: Float64Array): void {
  for (let i = 1; i < parameters.length - 1; i++) {
    const t = parameters[i]
    const s = 1 - t
    const [x, y] = pointAt(c, t)
    const slope = (k: number) =>
      3 * (s * s * (c[k + 2] - c[k]) + 2 * s * t * (c[k + 4] - c[k + 2]) + t * t * (c[k + 6] - c[k + 4]))
    const bend = (k: number) =>
      6 * (s * (c[k + 4] - 2 * c[k + 2] + c[k]) + t * (c[k + 6] - 2 * c[k + 4] + c[k + 2]))
    const [dx, dy] = [x - span[2 * (from + i)], y - span[2 * (from + i) + 1]]
    const [vx, vy] = [slope(0), slope(1)]
    const below = vx * vx + vy * vy + dx * bend(0) + dy * bend(1)
    if (below === 0) continue
    const better = t - (dx * vx + dy * vy) / below
    if (better > 0 && better < 1) parameters[i] = better
  }
}
