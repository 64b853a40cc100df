import type { RowSource } from "../raster/artwork.ts"
import { ARTWORK_MAX_PIXELS, ARTWORK_MAX_SIDE_PX } from "../raster/limits.ts"
import type { MendContext, MendStep } from "./mend.ts"
import { resampled } from "./resampled.ts"
import { sharpEdges } from "./sharp-edges.ts"

/** The most pixels for each one across and down. More detail than that is invented. */
const MOST_TIMES = 4
/** The longer side that is enough where the printed width is not known: 20 in at 300 DPI, as drawings have that are mended. */
const ENOUGH_PX = 6000

/**
 * Gives a picture more pixels: twice or four times as many across and down, the fewest that reach the print's (300 DPI at the printed
 * width) or, where the printed width is not known, 6000 on the longer side. A picture that has them stays as it is, and so does
 * one that would have more than there may be. "lanczos" resamples it as stamps are; "edges" makes its edges as sharp
 * as those of a drawing of the new size.
 */
export const enlarge: MendStep<"enlarge"> = async (source, { method }, context) =>
  method === "edges"
    ? enlargedEdges(source, context)
    : larger(source, enlargementOf(source, context), context)

/** Returns a picture that is enlarged with sharp edges. */
export function enlargedEdges(source: RowSource, context: MendContext): RowSource {
  const times = enlargementOf(source, context)
  return times === 1 ? source : sharpEdges(larger(source, times, context), times, context.host)
}

function larger(source: RowSource, times: number, { host }: MendContext): RowSource {
  return resampled(source, source.widthPx * times, source.heightPx * times, host)
}

/** Returns how many times as wide a picture becomes: 1, 2 or 4. */
export function enlargementOf(
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  { printedWidthPx, mostPixels = ARTWORK_MAX_PIXELS }: Pick<MendContext, "printedWidthPx" | "mostPixels">,
): number {
  const wanted =
    printedWidthPx === undefined ? ENOUGH_PX / Math.max(widthPx, heightPx) : printedWidthPx / widthPx
  const fits = (times: number) =>
    widthPx * heightPx * times * times <= mostPixels &&
    Math.max(widthPx, heightPx) * times <= ARTWORK_MAX_SIDE_PX
  let times = 1
  while (times < wanted && times < MOST_TIMES && fits(2 * times)) times *= 2
  return times
}
