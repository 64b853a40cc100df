import { LAID_SPARE_PX } from "../raster/limits.ts"
import { type Artwork, onGrid, type PieceSize, type TrimBox } from "./piece-size.ts"

/**
 * Returns the part of a grid that holds the ink that an image's pieces share. Enlarged ink spreads by
 * up to half a pixel of the artwork (sheet/raster/resample.ts), of which a piece that is laid over it takes so much.
 */
export function sharedPart(base: TrimBox, image: Artwork, grid: PieceSize): TrimBox {
  const spread = { x: base.x - 1, y: base.y - 1, width: base.width + 2, height: base.height + 2 }
  const [all, ink] = [onGrid(spread, image, grid), onGrid(base, image, grid)]
  const x = Math.max(all.x, ink.x - LAID_SPARE_PX)
  const y = Math.max(all.y, ink.y - LAID_SPARE_PX)
  const right = Math.min(all.x + all.width, ink.x + ink.width + LAID_SPARE_PX)
  const bottom = Math.min(all.y + all.height, ink.y + ink.height + LAID_SPARE_PX)
  return { x, y, width: right - x, height: bottom - y }
}
