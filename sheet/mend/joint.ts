/** A place in pixels. */
export type Point = { x: number; y: number }
/** A place on a line, and the direction in which it goes on: a vector of length 1. */
export type Joint = Point & { wayX: number; wayY: number }

/** How far to either side a line is looked at, in pixels. */
export const LOOKED = 2.6

/** Returns the joint that is read from the points within `reach`, or nearer if they lie beside one parabola by more than `most`. */
export function widestJointAt(
  pointAt: (step: number) => Point | null,
  reach: number,
  most: number,
): Joint | null {
  for (; reach > LOOKED; reach /= 2) {
    const joint = jointAt(pointAt, reach)
    if (joint !== null && joint.off <= most) return joint
  }
  return jointAt(pointAt)
}

/**
 * Returns the place and direction of a line at one of its points: of the parabola, by the way along the line, that comes nearest to
 * all points around, by least squares, and how far `off` it they are, root mean square. `pointAt` returns the points by their distance
 * in the line from this one, null beyond an end. Null where there are too few points.
 */
function jointAt(pointAt: (step: number) => Point | null, reach = LOOKED): (Joint & { off: number }) | null {
  const own = pointAt(0)
  if (own === null) return null
  const sums = new Float64Array(5)
  const [xs, ys] = [new Float64Array(3), new Float64Array(3)]
  let squares = 0
  const add = ({ x, y }: Point, gone: number) => {
    squares += (x - own.x) ** 2 + (y - own.y) ** 2
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
      if (gone > reach || Math.abs(step) > MOST_STEPS * reach) break
      add(next, way * gone)
      last = next
    }
  }
  const [x, y] = [parabola(sums, xs), parabola(sums, ys)]
  if (x === null || y === null) return null
  const length = Math.hypot(x[1], y[1])
  if (!(length > 1e-6)) return null
  for (let power = 0; power < 3; power++) squares -= x[power] * xs[power] + y[power] * ys[power]
  const off = Math.sqrt(Math.max(0, squares / sums[0]))
  return { x: own.x + x[0], y: own.y + y[0], wayX: x[1] / length, wayY: y[1] / length, off }
}

/** Returns how far a place of a closed line lies from the parabola that is nearest to those around it. */
export function offBow(xs: Float64Array, ys: Float64Array, i: number): number {
  const count = xs.length
  const joint = jointAt((step) => {
    const at = (((i + step) % count) + count) % count
    return { x: xs[at], y: ys[at] }
  })
  return joint === null ? 0 : Math.hypot(joint.x - xs[i], joint.y - ys[i])
}

/** The most points to one side for each pixel. Most have two. */
const MOST_STEPS = 6

/** Returns the parabola of least squares, from its constant on, by Cramer's rule. */
function parabola(
  [s0, s1, s2, s3, s4]: Float64Array,
  [t0, t1, t2]: Float64Array,
): [number, number, number] | null {
  const determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
  if (Math.abs(determinant) < 1e-9) return null
  const constant = t0 * (s2 * s4 - s3 * s3) - s1 * (t1 * s4 - t2 * s3) + s2 * (t1 * s3 - t2 * s2)
  const slope = s0 * (t1 * s4 - t2 * s3) - t0 * (s1 * s4 - s2 * s3) + s2 * (s1 * t2 - s2 * t1)
  const bend = s0 * (s2 * t2 - t1 * s3) - s1 * (s1 * t2 - t1 * s2) + t0 * (s1 * s3 - s2 * s2)
  return [constant / determinant, slope / determinant, bend / determinant]
}
