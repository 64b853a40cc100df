import type { Box, RowSource } from "../raster/artwork.ts"
import { heldBy, holding } from "./held-bytes.ts"

/** Returns a box of a picture, which lies in it. */
export function croppedTo(source: RowSource, { x, y: top, width, height }: Box): RowSource {
  const rows: RowSource = {
    widthPx: width,
    heightPx: height,
    decode: (sink, pause) =>
      source.decode((row, y) => {
        if (y >= top && y < top + height) sink(row.subarray(x * 4, (x + width) * 4), y - top)
      }, pause),
  }
  return holding(rows, heldBy(source))
}
