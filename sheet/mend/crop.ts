import type { RowSource } from "../raster/artwork.ts"
import type { MendStep } from "./mend.ts"

/** Keeps a box of the picture, rounded to whole pixels, one at least. */
export const crop: MendStep<"crop"> = async (source, mend) => {
  const { widthPx, heightPx } = source
  const left = Math.min(widthPx - 1, Math.round((mend.x / 1000) * widthPx))
  const top = Math.min(heightPx - 1, Math.round((mend.y / 1000) * heightPx))
  const right = Math.min(widthPx, Math.max(left + 1, Math.round(((mend.x + mend.width) / 1000) * widthPx)))
  const bottom = Math.min(heightPx, Math.max(top + 1, Math.round(((mend.y + mend.height) / 1000) * heightPx)))
  const cropped: RowSource = {
    widthPx: right - left,
    heightPx: bottom - top,
    decode: (sink, pause) =>
      source.decode((row, y) => {
        if (y >= top && y < bottom) sink(row.subarray(left * 4, right * 4), y - top)
      }, pause),
  }
  return cropped
}
