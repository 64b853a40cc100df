import type { Outline } from "../../sheet/layout/nest/outline.ts"
import { type Runs, uniteRuns } from "../../sheet/layout/nest/runs.ts"

/** A ring of corners, x across the film and y along it, not closed. */
export type Polygon = readonly (readonly [number, number])[]

export type Bounds = { x0: number; y0: number; x1: number; y1: number }

export function boundsOf(polygon: Polygon): Bounds {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of polygon) {
    x0 = Math.min(x0, x)
    x1 = Math.max(x1, x)
    y0 = Math.min(y0, y)
    y1 = Math.max(y1, y)
  }
  return { x0, y0, x1, y1 }
}

export function areaOf(polygon: Polygon): number {
  let twice = 0
  polygon.forEach(([x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length]
    twice += x * nextY - nextX * y
  })
  return Math.abs(twice) / 2
}

/** Turns by clockwise quarters as the sheet does (y points down), back in the corner at 0, 0. */
export function turned(polygon: Polygon, turns: number): Polygon {
  let ring = polygon
  for (let turn = 0; turn < turns; turn++) ring = ring.map(([x, y]) => [-y, x] as const)
  const { x0, y0 } = boundsOf(ring)
  return ring.map(([x, y]) => [x - x0, y - y0] as const)
}

/**
 * Returns the outline of a polygon with whole corners, its box at 0, 0: every pixel column that its
 * inside or edge reaches.
 */
export function polygonOutline(polygon: Polygon): Outline {
  const { x1, y1 } = boundsOf(polygon)
  return {
    widthPx: x1,
    heightPx: y1,
    bands: (unitPx) => bandsOf(polygon, unitPx, x1, Math.ceil(y1 / unitPx)),
  }
}

// In a band, every x of the polygon is on one of its edges there, or inside it on one of the band's
// two border lines. Both together are the exact projection, which is then rounded outwards.
function bandsOf(polygon: Polygon, unitPx: number, widthPx: number, count: number): Runs {
  const bands: [number, number][][] = Array.from({ length: count }, () => [])
  const borders: number[][] = Array.from({ length: count + 1 }, () => [])
  polygon.forEach((corner, i) => {
    const next = polygon[(i + 1) % polygon.length]
    const [[xa, ya], [xb, yb]] = corner[1] <= next[1] ? [corner, next] : [next, corner]
    const at = (y: number) => (yb === ya ? xa : xa + ((xb - xa) * (y - ya)) / (yb - ya))
    const first = Math.min(count - 1, Math.floor(ya / unitPx))
    const last = Math.min(count - 1, Math.max(first, Math.ceil(yb / unitPx) - 1))
    for (let band = first; band <= last; band++) {
      const u = ya === yb ? xa : at(Math.max(ya, band * unitPx))
      const v = ya === yb ? xb : at(Math.min(yb, (band + 1) * unitPx))
      bands[band].push([Math.min(u, v), Math.max(u, v)])
    }
    for (let k = Math.ceil(ya / unitPx); k * unitPx < yb && k <= count; k++) borders[k].push(at(k * unitPx))
  })
  borders.forEach((list, k) => {
    const crossings = list.sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      if (k > 0) bands[k - 1].push([crossings[i], crossings[i + 1]])
      if (k < count) bands[k].push([crossings[i], crossings[i + 1]])
    }
  })
  const united = uniteRuns(widthPx, count)
  for (const list of bands) {
    for (const [a, b] of list) {
      const from = Math.max(0, Math.floor(a + 1e-6))
      united.add(from, Math.min(widthPx, Math.max(from + 1, Math.ceil(b - 1e-6))))
    }
    united.endRow()
  }
  return united.runs()
}
