import { MAX_PREVIEW_WIDTH_PX } from "../../../contract/artwork/artwork-field.ts"
import { DRAWN_MAX_PIXELS } from "../../../sheet/raster/limits.ts"

/** The narrowest picture that the press draws. */
const MIN_PREVIEW_WIDTH_PX = 16

/** Returns the largest width at which the press draws a picture of such a shape. */
export function widestDrawing({
  widthPx,
  heightPx,
}: {
  widthPx: number | null
  heightPx: number | null
}): number {
  const most = Math.floor(Math.sqrt((DRAWN_MAX_PIXELS * (widthPx ?? 1)) / ((heightPx ?? 1) + 1)))
  return Math.max(MIN_PREVIEW_WIDTH_PX, Math.min(MAX_PREVIEW_WIDTH_PX, most))
}
