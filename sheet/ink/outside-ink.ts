import type { RasterHost } from "../raster/host.ts"
import type { InkPlace } from "./finding.ts"
import { openPlaces, placeOf } from "./places.ts"
import { softProof } from "./soft-proof.ts"
import { groupTiles, TILE_PX, tileGrid, tilesBox } from "./tiles.ts"

/** Ink that a press cannot mix: its share of all ink, and its places. */
export type OutsideInk = { share: number; count: number; places: InkPlace[] }

/** The most pixels, across or down, whose colours are compared with the press: of 4 MB in all. */
const SAMPLE_PX = 1024
/** The share of a tile above which it is a place. */
const TILE_SHARE = 0.1

/**
 * Opens a sample of an artwork's colours: single pixels at equal distances, as they are, for blended ones would lie nearer
 * to grey. It takes every row as it is decoded.
 */
export function openColourSample({ widthPx, heightPx }: { widthPx: number; heightPx: number }) {
  const step = Math.ceil(Math.max(widthPx, heightPx) / SAMPLE_PX)
  const grid = { columns: Math.ceil(widthPx / step), rows: Math.ceil(heightPx / step) }
  const rgba = new Uint8Array(grid.columns * grid.rows * 4)
  let pushed = 0
  let filled = 0
  return {
    push(row: Uint8Array): void {
      if (pushed++ % step !== 0) return
      for (let at = 0; at < widthPx * 4; at += step * 4, filled += 4)
        for (let channel = 0; channel < 4; channel++) rgba[filled + channel] = row[at + channel]
    },
    /** Returns what a press of this profile cannot mix; null if nothing prints by it. The sample is used up. */
    finish(profile: Uint8Array, host: RasterHost): OutsideInk | null {
      const tiles = tileGrid(grid)
      const counts = new Uint16Array(tiles.across * tiles.down)
      const picture = { widthPx: grid.columns, heightPx: grid.rows, rgba }
      const share = softProof(picture, profile, host, (x, y) => {
        counts[Math.floor(y / TILE_PX) * tiles.across + Math.floor(x / TILE_PX)]++
      })
      if (share === null) return null
      const marks = Uint8Array.from(counts, (count) => Number(count > TILE_SHARE * TILE_PX * TILE_PX))
      const places = openPlaces()
      for (const group of groupTiles(marks, tiles)) places.add(tilesBox(group, tiles, grid), -group.length)
      return {
        share,
        count: places.count(),
        places: places.worst().map(({ box }) => placeOf(box, grid)),
      }
    },
  }
}
