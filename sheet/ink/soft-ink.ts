import type { RasterKernel } from "../raster/raster-kernel.ts"
import { countBits } from "./bits.ts"
import type { InkGrid } from "./ink-grid.ts"
import { type InkRow, openPlane } from "./ink-rows.ts"
import { type GridBox, openPlaces, type Places } from "./places.ts"
import { groupTiles, TILE_PX, tileGrid, tilesBox } from "./tiles.ts"

/** Ink that is half transparent over more than a smoothed edge: its share of all ink, and its places. */
export type SoftInk = { share: number; places: Places }

/** The pixels of ink, and the box that they lie in. */
export type InkArea = { ink: number; box: GridBox }

/** Half of the width below which half-transparent ink is an edge, not an area. */
const EDGE_MM = 0.2

/** The share of a tile above which it is a place of soft ink. */
const TILE_SHARE = 0.1

/**
 * Opens a count of soft ink: pixels with an alpha from 16 to 239 whose neighbours are as well, as far as
 * an edge may be smoothed. Shadows, glows and fades count, outlines do not, however they were enlarged.
 */
export function openSoftInk(kernel: RasterKernel, grid: InkGrid) {
  const { columns, rows, mmPerPx } = grid
  const tiles = tileGrid(grid)
  const reach = Math.min(4, Math.max(1, Math.round(EDGE_MM / mmPerPx)))
  const words = Math.ceil(columns / 32)
  const window = Array.from({ length: 2 * reach + 1 }, () => openPlane(kernel, columns))
  /** Whether a row of the window holds anything; what is written in one that does not is old. */
  const isSoft = new Uint8Array(window.length)
  const counts = new Uint16Array(tiles.across * tiles.down)
  let ink = 0
  let soft = 0
  let pushed = 0
  const box: GridBox = { left: columns, top: rows, right: 0, bottom: 0 }
  const count = (y: number) => {
    // Beyond the first and last rows nothing hardens the ink.
    const first = Math.max(0, y - reach)
    const last = Math.min(rows - 1, y + reach)
    for (let row = first; row <= last; row++) if (isSoft[row % window.length] === 0) return
    for (let w = 0; w < words; w++) {
      let all = window[first % window.length].bits[w]
      for (let row = first + 1; row <= last && all !== 0; row++) all &= window[row % window.length].bits[w]
      if (all === 0) continue
      const bits = countBits(all)
      soft += bits
      counts[(y >> 5) * tiles.across + w] += bits
    }
  }
  return {
    push({ any, planes, hasHalf }: InkRow): void {
      const { ends, count: anyCount } = any
      for (let r = 0; r < anyCount; r += 2) ink += ends[r + 1] - ends[r]
      if (anyCount > 0) {
        box.left = Math.min(box.left, ends[0])
        box.right = Math.max(box.right, ends[anyCount - 1])
        box.top = Math.min(box.top, pushed)
        box.bottom = pushed + 1
      }
      const slot = pushed % window.length
      isSoft[slot] = hasHalf
        ? kernel.calls.narrowBits(planes.anyAt, planes.fullAt, columns, reach, window[slot].at)
        : 0
      pushed++
      if (pushed > reach) count(pushed - 1 - reach)
    },
    /** Returns what was counted. */
    finish(): SoftInk & InkArea {
      for (let y = Math.max(0, rows - reach); y < rows; y++) count(y)
      const marks = new Uint8Array(counts.length)
      for (let i = 0; i < counts.length; i++) if (counts[i] > TILE_SHARE * TILE_PX * TILE_PX) marks[i] = 1
      const places = openPlaces()
      for (const group of groupTiles(marks, tiles)) places.add(tilesBox(group, tiles, grid), -group.length)
      return { share: soft / Math.max(1, ink), places, ink, box }
    },
  }
}
