import type { Box, RowSource } from "../raster/artwork.ts"
import type { MendStep } from "./mend.ts"

/** Keeps a box of the picture, rounded to whole pixels, one at least. */
export const crop: MendStep<"crop"> = async (source, mend) => {
  const { widthPx, heightPx } = source
  const left = Math.min(widthPx - 1, Math.round((mend.x / 1000) * widthPx))
  const top = Math.min(heightPx - 1, Math.round((mend.y / 1000) * heightPx))
  const right = Math.min(widthPx, Math.max(left + 1, Math.round(((mend.x + mend.width) / 1000) * widthPx)))
  const bottom = Math.min(heightPx, Math.max(top + 1, Math.round(((mend.y + mend.height) / 1000) * heightPx)))
  return croppedTo(source, { x: left, y: top, width: right - left, height: bottom - top })
}

/** Returns a box of a picture, which lies in it. */
export function croppedTo(source: RowSource, { x, y: top, width, height }: Box): RowSource {
  return {
    widthPx: width,
    heightPx: height,
    decode: (sink, pause) =>
      source.decode((row, y) => {
        if (y >= top && y < top + height) sink(row.subarray(x * 4, (x + width) * 4), y - top)
      }, pause),
  }
}
