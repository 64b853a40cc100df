/** A place in pixels. */
export type Point = { x: number; y: number }
/** A place on a line, and the direction in which it goes on: a vector of length 1. */
export type Joint = Point & { wayX: number; wayY: number }

/** How far to either side a line is looked at, in pixels. */
export const LOOKED = 2.6

/**
 * Returns the place and direction of a line at one of its points: of the parabola, by the way along the line, that comes nearest to
 * all points around, by least squares. `pointAt` returns the points by their distance in the line from this one, null beyond an end.
 * Null where there are too few points.
 */
export function jointAt(pointAt: (step: number) => Point | null): Joint | null {
  const own = pointAt(0)
  if (own === null) return null
  const sums = new Float64Array(5)
  const [xs, ys] = [new Float64Array(3), new Float64Array(3)]
  const add = ({ x, y }: Point, gone: number) => {
    for (let power = 0, term = 1; power < 5; power++, term *= gone) {
      sums[power] += term
      if (power > 2) continue
      xs[power] += term * (x - own.x)
      ys[power] += term * (y - own.y)
    }
  }
  add(own, 0)
  for (const way of [1, -1]) {
    let [last, gone] = [own, 0]
    for (let step = way; ; step += way) {
      const next = pointAt(step)
      if (next === null) break
      gone += Math.hypot(next.x - last.x, next.y - last.y)
      if (gone > LOOKED || Math.abs(step) > MOST_STEPS) break
      add(next, way * gone)
      last = next
    }
  }
  const [x, y] = [parabola(sums, xs), parabola(sums, ys)]
  if (x === null || y === null) return null
  const length = Math.hypot(x[1], y[1])
  if (!(length > 1e-6)) return null
  return { x: own.x + x[0], y: own.y + y[0], wayX: x[1] / length, wayY: y[1] / length }
}

/** The most points to one side. Two pixels and a half have some five. */
const MOST_STEPS = 16

/** Returns the constant and the slope of the parabola of least squares, by Cramer's rule. */
function parabola([s0, s1, s2, s3, s4]: Float64Array, [t0, t1, t2]: Float64Array): [number, number] | null {
  const determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
  if (Math.abs(determinant) < 1e-9) return null
  const constant = t0 * (s2 * s4 - s3 * s3) - s1 * (t1 * s4 - t2 * s3) + s2 * (t1 * s3 - t2 * s2)
  const slope = s0 * (t1 * s4 - t2 * s3) - t0 * (s1 * s4 - s2 * s3) + s2 * (s1 * t2 - s2 * t1)
  return [constant / determinant, slope / determinant]
}
