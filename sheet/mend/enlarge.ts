import { DETAIL_BYTES, DETAIL_COLUMN_BYTES, type Detail, openDetail } from "../ink/detail.ts"
import type { RowSource } from "../raster/artwork.ts"
import { ARTWORK_MAX_PIXELS, ARTWORK_MAX_SIDE_PX } from "../raster/limits.ts"
import { openKernel } from "../raster/raster-kernel.ts"
import { isBetterSharp } from "./edge-trial.ts"
import type { MendContext, MendStep } from "./mend.ts"
import { resampled } from "./resampled.ts"
import { sharpEdges } from "./sharp-edges.ts"

/** The most pixels for each one across and down. More detail than that is invented. */
const MOST_TIMES = 4
/** The longer side that is enough where the printed width is not known: 20 in at 300 DPI, as drawings have that are mended. */
const ENOUGH_PX = 6000

/** The pixels of an edge, where a picture's edges are as sharp as its pixels allow (1 to 1.5); and those from which it was enlarged before. */
const OWN_EDGE_PX = 1.25
const ENLARGED_EDGE_PX = 1.9

/**
 * Gives a picture more pixels: twice or four times as many across and down, the fewest that reach the print's (300 DPI at the printed
 * width) or, where the printed width is not known, 6000 on the longer side. A picture that has them stays as it is, and so does
 * one that would have more than there may be. "lanczos" resamples it as stamps are; "edges" makes its edges as sharp
 * as those of a drawing of the new size, of a picture, too, that was enlarged before it was uploaded, which may keep its pixels.
 * Where Lanczos is nearer, on a photograph or a drawing without smoothing, "edges" does the same as "lanczos".
 */
export const enlarge: MendStep<"enlarge"> = async (source, { method }, context) => {
  const times = enlargementOf(source, context)
  if (method === "lanczos") return larger(source, times, context)
  const before = Math.min(MOST_TIMES, await enlargedBefore(source, context))
  if (softnessOf(times, before) === 1) return source
  const isDrawn = await isBetterSharp(source, before, context.host)
  return isDrawn ? enlargedEdges(source, context, before) : larger(source, times, context)
}

/** Returns a picture that is enlarged with sharp edges; `before` is how many times it was enlarged already. */
export function enlargedEdges(source: RowSource, context: MendContext, before = 1): RowSource {
  const times = enlargementOf(source, context)
  const soft = softnessOf(times, before)
  const large = times === 1 ? source : larger(source, times, context)
  return soft === 1 ? large : sharpEdges(large, soft, context.host)
}

/** Returns how many pixels an edge is soft that was one pixel soft. */
function softnessOf(times: number, before: number): number {
  return Math.min(MOST_TIMES, Math.round(times * before))
}

/** Returns how many times a picture was enlarged before, as its edges tell; 1 for one that was not. Decodes it once. */
async function enlargedBefore(source: RowSource, { host }: MendContext): Promise<number> {
  const { widthPx, heightPx } = source
  const kernel = openKernel(host, "mend")
  try {
    kernel.reserve(widthPx * DETAIL_COLUMN_BYTES + DETAIL_BYTES)
    const rowAt = kernel.allocate(widthPx * 4)
    const row = kernel.view(rowAt, widthPx * 4)
    const detail = openDetail(kernel, rowAt, widthPx, heightPx)
    await source.decode((pixels, y) => {
      row.set(pixels)
      detail.push(y)
    })
    return timesOf(detail.finish())
  } finally {
    kernel.close()
  }
}

function timesOf({ pixels }: Detail): number {
  return pixels < ENLARGED_EDGE_PX ? 1 : pixels / OWN_EDGE_PX
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
