import { ArtworkError } from "../raster/artwork.ts"
import type { RasterHost } from "../raster/host.ts"
import { openPieceRows } from "../raster/piece-rows.ts"
import { heldBy, holding } from "./held-bytes.ts"
import type { LayTexts, PlaceTexts } from "./mend.ts"

/** The pixels by which rounding may move the edge of a text. */
const ROUNDING_PX = 1

/**
 * Returns a function that draws placed texts into a picture, for `include-text`. They count on the picture with its borders, which
 * are added later.
 */
export function layTexts(place: PlaceTexts, host: RasterHost): LayTexts {
  return async (source, borderPx) => {
    const { widthPx, heightPx } = source
    const canvas = { width: widthPx + 2 * borderPx, height: heightPx + 2 * borderPx }
    const { texts: paths, ink } = place(canvas)
    if (ink === null) return source
    const room = borderPx - ROUNDING_PX
    const isInside =
      ink.left >= room &&
      ink.top >= room &&
      ink.right <= canvas.width - room &&
      ink.bottom <= canvas.height - room
    if (borderPx > 0 && !isInside)
      throw new ArtworkError(
        "unsupported",
        'A text reaches into the outline that is added around the artwork. Move the text inwards, or switch off "Mend the text too".',
      )
    const part = { x: borderPx, y: borderPx, width: widthPx, height: heightPx }
    const grid = { widthPx: canvas.width, heightPx: canvas.height }
    const rows = await openPieceRows(
      { grid, part, below: source, belowBox: part, texts: paths, canvas },
      host,
    )
    return holding(rows, heldBy(source))
  }
}
