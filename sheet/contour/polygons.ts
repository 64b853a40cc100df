import { Clipper, ClipType, EndType, FillRule, JoinType } from "clipper2-ts"

// Polygons by Clipper 2 (Angus Johnson, after Vatti, 1992), whose coordinates are whole numbers.

/** The steps of a coordinate in a sheet pixel: the longest sheet is 9 million steps. */
export const STEPS = 64

export type Point = { x: number; y: number }

/** Polygons in whole steps: outlines have a positive area, holes in them a negative one. */
export type Polygons = Point[][]

/** The distance by which arcs may lie within their circle, in steps. */
const ARC_STEPS = 8

/** The multiple of the offset beyond which a corner is cut off. */
const MITRE_LIMIT = 2

/** Returns the area within `steps` of the polygons, or if negative, at least so far inside their edges. */
export function grown(polygons: Polygons, steps: number, corners: "round" | "mitre"): Polygons {
  if (steps === 0) return united(polygons)
  const join = corners === "round" ? JoinType.Round : JoinType.Miter
  return Clipper.inflatePaths(polygons, steps, join, EndType.Polygon, MITRE_LIMIT, ARC_STEPS)
}

export function united(polygons: Polygons): Polygons {
  return Clipper.booleanOp(ClipType.Union, polygons, [], FillRule.NonZero)
}

/** Returns the area of the first polygons without that of the others. */
export function differenceOf(polygons: Polygons, without: Polygons): Polygons {
  return Clipper.booleanOp(ClipType.Difference, polygons, without, FillRule.NonZero)
}

/** Returns the area within half of `width` of the line between two points. */
export function band(a: Point, b: Point, width: number): Polygons {
  return Clipper.inflatePaths([[a, b]], width / 2, JoinType.Round, EndType.Round, MITRE_LIMIT, ARC_STEPS)
}

export function doMeet(a: Polygons, b: Polygons): boolean {
  return Clipper.intersect(a, b, FillRule.NonZero).length > 0
}

/** Returns the part of polygons inside a box. */
export function inBox(polygons: Polygons, { left, top, right, bottom }: Box): Polygons {
  return Clipper.rectClip({ left, top, right, bottom }, polygons)
}

export function moved(polygons: Polygons, right: number, down: number): Polygons {
  return polygons.map((polygon) => polygon.map(({ x, y }) => ({ x: x + right, y: y + down })))
}

export type Box = { left: number; top: number; right: number; bottom: number }

/** Returns the box around polygons; for none, a box that meets no other. */
export function boxOf(polygons: Polygons): Box {
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
  for (const polygon of polygons) {
    for (const { x, y } of polygon) {
      if (x < box.left) box.left = x
      if (x > box.right) box.right = x
      if (y < box.top) box.top = y
      if (y > box.bottom) box.bottom = y
    }
  }
  return box
}

export function areaOf(polygon: readonly Point[]): number {
  let twice = 0
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]
    twice += a.x * b.y - b.x * a.y
  })
  return twice / 2
}

/** Fills holes of less than `area` square steps, and everything within them. */
export function withoutSmallHoles(polygons: Polygons, area: number): Polygons {
  return withoutHoles(polygons, (hole) => areaOf(hole) > -area)
}

/** Fills the holes that are chosen, and everything within them. */
export function withoutHoles(polygons: Polygons, isFilled: (hole: Point[]) => boolean): Polygons {
  const holes = polygons.filter((polygon) => areaOf(polygon) < 0 && isFilled(polygon))
  if (holes.length === 0) return polygons
  const boxes = holes.map((hole) => boxOf([hole]))
  const filled = new Set(holes)
  // No two polygons cross, so one point decides for all of a polygon: not a corner, which may lie on
  // the hole's edge.
  return polygons.filter((polygon) => {
    if (filled.has(polygon)) return false
    const point = middleOfSide(polygon)
    return !holes.some((hole, i) => isInBox(point, boxes[i]) && isInside(point, hole))
  })
}

/**
 * Groups polygons that do not cross into connected components: each outline with the holes in it. A
 * polygon in a hole is a separate component.
 */
export function componentsOf(polygons: Polygons): Polygons[] {
  const outers = polygons.filter((polygon) => areaOf(polygon) > 0)
  const components = outers.map((outer) => [outer])
  if (outers.length === polygons.length) return components
  const boxes = outers.map((outer) => boxOf([outer]))
  const areas = outers.map(areaOf)
  for (const hole of polygons) {
    if (areaOf(hole) >= 0) continue
    const point = middleOfSide(hole)
    let own = -1
    outers.forEach((outer, i) => {
      if (own >= 0 && areas[i] >= areas[own]) return
      if (isInBox(point, boxes[i]) && isInside(point, outer)) own = i
    })
    if (own >= 0) components[own].push(hole)
  }
  return components
}

/** Returns a point of a polygon that is no corner, which may lie on another's edge. */
function middleOfSide([a, b]: readonly Point[]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** Returns a point within polygons that have holes, halfway down; null if they have no area. */
export function pointWithin(polygons: Polygons): Point | null {
  const { top, bottom } = boxOf(polygons)
  // Between two steps, where no corner is.
  const y = Math.floor((top + bottom) / 2) + 0.5
  const crossings = polygons.flatMap((polygon) =>
    polygon.flatMap((a, i) => {
      const b = polygon[(i + 1) % polygon.length]
      return a.y > y !== b.y > y ? [a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)] : []
    }),
  )
  crossings.sort((a, b) => a - b)
  return crossings.length < 2 ? null : { x: (crossings[0] + crossings[1]) / 2, y }
}

/** Returns whether a box lies within another. */
export function isAround(outer: Box, inner: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}

function isInBox({ x, y }: Point, { left, top, right, bottom }: Box): boolean {
  return x > left && x < right && y > top && y < bottom
}

/** Returns whether a ray from the point to the right leaves the polygon once more than it enters it. */
export function isInside({ x, y }: Point, polygon: readonly Point[]): boolean {
  let isIn = false
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length]
    if (a.y > y !== b.y > y && x < a.x + ((b.x - a.x) * (y - a.y)) / (b.y - a.y)) isIn = !isIn
  })
  return isIn
}

/**
 * Removes points of a closed polygon that lie no further than `tolerance` from what remains (Ramer,
 * 1972; Douglas and Peucker, 1973). A polygon thinner than that keeps fewer than three points.
 */
export function simplified(polygon: readonly Point[], tolerance: number): Point[] {
  const count = polygon.length
  if (count < 4) return [...polygon]
  const first = 0
  let far = 0
  let most = -1
  polygon.forEach(({ x, y }, i) => {
    const distance = Math.hypot(x - polygon[first].x, y - polygon[first].y)
    if (distance > most) {
      most = distance
      far = i
    }
  })
  const isKept = new Uint8Array(count)
  isKept[first] = 1
  isKept[far] = 1
  const spans = [first, far, far, count]
  while (spans.length > 0) {
    const to = spans.pop() as number
    const from = spans.pop() as number
    const [a, b] = [polygon[from], polygon[to % count]]
    const length = Math.hypot(b.x - a.x, b.y - a.y)
    let worst = tolerance
    let at = -1
    for (let i = from + 1; i < to; i++) {
      const distance = distanceToSpan(polygon[i], a, b, length)
      if (distance > worst) {
        worst = distance
        at = i
      }
    }
    if (at < 0) continue
    isKept[at] = 1
    spans.push(from, at, at, to)
  }
  return polygon.filter((_, i) => isKept[i] === 1)
}

function distanceToSpan(p: Point, a: Point, b: Point, length: number): number {
  if (length === 0) return Math.hypot(p.x - a.x, p.y - a.y)
  const along = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length
  if (along <= 0) return Math.hypot(p.x - a.x, p.y - a.y)
  if (along >= length) return Math.hypot(p.x - b.x, p.y - b.y)
  return Math.abs((p.x - a.x) * (b.y - a.y) - (p.y - a.y) * (b.x - a.x)) / length
}
