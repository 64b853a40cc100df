import type { InkGrid } from "./ink-grid.ts"
import { openPlaces, type Places } from "./places.ts"

/** The ink that ends at the picture's border: the length of it, and where. */
export type CutEdges = { lengthMm: number; longestMm: number; places: Places }

/** The shortest run of ink at the border that counts. */
const LEAST_MM = 1
/** The depth at which a run is compared with itself at the border. */
const DEPTH_MM = 0.6
/**
 * The most by which a cut part grows over that depth. An outline that only touches the border is a curve: at a
 * depth of d pixels its run is √(d / 0.5) times as long as half a pixel deep.
 */
const MOST_GROWTH = 1.8
/** Opens a look at the four sides of a picture, for ink that goes on beyond them. */
export function openCutEdges({ columns, rows, mmPerPx }: InkGrid) {
  const depth = Math.max(
    3,
    Math.min(Math.round(DEPTH_MM / mmPerPx), Math.floor((Math.min(columns, rows) - 1) / 2)),
  )
  const side = (length: number) => ({ border: new Uint8Array(length), inner: new Uint8Array(length) })
  const top = side(columns)
  const bottom = side(columns)
  const left = side(rows)
  const right = side(rows)
  return {
    /** Takes the plane of row y's pixels with solid ink. */
    push(solid: Uint32Array, y: number): void {
      if (y === 0) keepRow(solid, top.border)
      if (y === depth) keepRow(solid, top.inner)
      if (y === rows - 1) keepRow(solid, bottom.border)
      if (y === rows - 1 - depth) keepRow(solid, bottom.inner)
      if (columns <= depth) return
      left.border[y] = bitAt(solid, 0)
      left.inner[y] = bitAt(solid, depth)
      right.border[y] = bitAt(solid, columns - 1)
      right.inner[y] = bitAt(solid, columns - 1 - depth)
    },
    finish(): CutEdges {
      const places = openPlaces()
      let lengthPx = 0
      let longestPx = 0
      const sides = [top, bottom, left, right]
      // Artwork that touches all four sides was trimmed to its ink, and nothing says that more was there.
      const isTrimmed = sides.every(({ border }) => border.includes(1))
      if (isTrimmed) return { lengthMm: 0, longestMm: 0, places }
      for (const line of sides)
        for (const [from, to] of cutRuns(line, LEAST_MM / mmPerPx)) {
          lengthPx += to - from
          longestPx = Math.max(longestPx, to - from)
          const box =
            line === top || line === bottom
              ? {
                  left: from,
                  right: to,
                  top: line === top ? 0 : rows - depth,
                  bottom: line === top ? depth : rows,
                }
              : {
                  top: from,
                  bottom: to,
                  left: line === left ? 0 : columns - depth,
                  right: line === left ? depth : columns,
                }
          places.add(box, from - to)
        }
      return { lengthMm: lengthPx * mmPerPx, longestMm: longestPx * mmPerPx, places }
    },
  }
}

function bitAt(row: Uint32Array, x: number): number {
  return (row[x >>> 5] >>> (x & 31)) & 1
}

function keepRow(row: Uint32Array, line: Uint8Array): void {
  for (let x = 0; x < line.length; x++) line[x] = bitAt(row, x)
}

function cutRuns(
  { border, inner }: { border: Uint8Array; inner: Uint8Array },
  leastPx: number,
): [number, number][] {
  const runs: [number, number][] = []
  for (let from = border.indexOf(1); from >= 0; ) {
    let to = from
    while (to < border.length && border[to] === 1) to++
    const middle = (from + to) >> 1
    let start = middle
    let end = middle
    while (start > 0 && inner[start - 1] === 1) start--
    while (end < inner.length && inner[end] === 1) end++
    const isTouch = end - start > MOST_GROWTH * (to - from)
    if (to - from >= leastPx && inner[middle] === 1 && !isTouch) runs.push([from, to])
    from = border.indexOf(1, to)
  }
  return runs
}
