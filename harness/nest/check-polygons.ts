import { boundsOf, type Polygon } from "./polygon.ts"

type Point = readonly [number, number]

/**
 * Holds placed polygons to exact geometry: inside the film, none over another, the gap between
 * every two (touching is allowed without one). Throws at the first violation; returns the film's
 * length and the least distance.
 */
export function checkPolygons(
  polygons: readonly Polygon[],
  film: { width: number; gap: number },
): { length: number; nearest: number } {
  const tolerance = film.width * 1e-7
  const boxes = polygons.map(boundsOf)
  let length = 0
  let nearest = Number.POSITIVE_INFINITY
  boxes.forEach((box, i) => {
    if (box.x0 < -tolerance || box.y0 < -tolerance || box.x1 > film.width + tolerance)
      throw new Error(`polygon ${i} lies outside`)
    length = Math.max(length, box.y1)
  })
  polygons.forEach((polygon, i) => {
    for (let j = i + 1; j < polygons.length; j++) {
      const [a, b] = [boxes[i], boxes[j]]
      const near = film.gap - tolerance
      if (a.x1 + near <= b.x0 || b.x1 + near <= a.x0 || a.y1 + near <= b.y0 || b.y1 + near <= a.y0) continue
      if (overlap(polygon, polygons[j], tolerance)) throw new Error(`polygons ${i} and ${j} overlap`)
      if (film.gap === 0) continue
      const distance = distanceBetween(polygon, polygons[j])
      nearest = Math.min(nearest, distance)
      if (distance < near) throw new Error(`polygons ${i} and ${j} are ${distance} apart`)
    }
  })
  return { length, nearest }
}

/** Returns the least distance between the edges of two polygons. */
function distanceBetween(a: Polygon, b: Polygon): number {
  let distance = Number.POSITIVE_INFINITY
  a.forEach((point, i) => {
    b.forEach((other, j) => {
      const toEdge = pointToEdge(point, other, b[(j + 1) % b.length])
      const fromEdge = pointToEdge(other, point, a[(i + 1) % a.length])
      distance = Math.min(distance, toEdge, fromEdge)
    })
  })
  return distance
}

// Edges cross by more than the tolerance, or a point of an edge is that deep inside the other.
function overlap(a: Polygon, b: Polygon, tolerance: number): boolean {
  const crosses = a.some((from, i) =>
    b.some((other, j) => isCrossing(from, a[(i + 1) % a.length], other, b[(j + 1) % b.length], tolerance)),
  )
  return crosses || reachesInside(a, b, tolerance) || reachesInside(b, a, tolerance)
}

function isCrossing(a: Point, b: Point, c: Point, d: Point, tolerance: number): boolean {
  const [first, second] = [lengthOf(a, b), lengthOf(c, d)]
  if (first === 0 || second === 0) return false
  const [p, q] = [sideOf(a, b, c) / first, sideOf(a, b, d) / first]
  const [r, s] = [sideOf(c, d, a) / second, sideOf(c, d, b) / second]
  const isApart = (u: number, v: number) => Math.min(u, v) < -tolerance && Math.max(u, v) > tolerance
  return isApart(p, q) && isApart(r, s)
}

function reachesInside(a: Polygon, b: Polygon, tolerance: number): boolean {
  return a.some(([x, y], i) => {
    const [nextX, nextY] = a[(i + 1) % a.length]
    return [0, 0.25, 0.5, 0.75].some((t) =>
      isInside([x + (nextX - x) * t, y + (nextY - y) * t], b, tolerance),
    )
  })
}

function isInside(point: Point, polygon: Polygon, tolerance: number): boolean {
  let isIn = false
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [a, b] = [polygon[i], polygon[j]]
    if (pointToEdge(point, a, b) <= tolerance) return false
    const crosses = a[1] > point[1] !== b[1] > point[1]
    if (crosses && point[0] < ((b[0] - a[0]) * (point[1] - a[1])) / (b[1] - a[1]) + a[0]) isIn = !isIn
  }
  return isIn
}

function sideOf(a: Point, b: Point, p: Point): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
}

function lengthOf(a: Point, b: Point): number {
  return Math.hypot(b[0] - a[0], b[1] - a[1])
}

function pointToEdge(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
  const square = dx * dx + dy * dy
  const along = square === 0 ? 0 : ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square
  const t = Math.max(0, Math.min(1, along))
  return Math.hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy)
}
