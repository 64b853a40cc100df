import { ArtworkError, type Picture } from "../raster/artwork.ts"
import { drawWhole } from "../raster/draw-over.ts"
import type { RasterHost } from "../raster/host.ts"
import { openSvg } from "../raster/svg/open-svg.ts"
import { SVG_PREVIEW_EFFORT, SVG_STAMP_EFFORT } from "../raster/svg/svg-limit.ts"
import { textSource } from "../raster/text-source.ts"
import { movedDrawing } from "./drawing-frame.ts"
import { inOrder, isDrawnMend, isMove, isPrintedMend, type Mend } from "./mend.ts"
import { recolouring } from "./recolour.ts"
import { recolourDrawing } from "./recolour-drawing.ts"
import { looksChanged } from "./same-look.ts"

/** The longer side at which a drawing with other colours is tried. */
const TRIED_PX = 512
/** The longer side at which a drawing must be drawable: the tiles of a pattern grow as it is cropped. */
const DRAWABLE_PX = 6000
const PATTERN = /<pattern[\s>]/

/** A drawing with the first mends, and those that are still to be made, on its pixels. */
type MendedDrawing = { drawing: string; left: Mend[] }

/**
 * Makes mends, in the order of `inOrder`, by rewriting a drawing as `readOutlines` writes it, up to the first that does not allow
 * that. `include-text` without a mend to be made of the texts is left out. A colour is changed so only where the drawing then
 * looks as if its pixels had been changed, tried at a small size, unless `isSure`: see-through paints mix with others into
 * colours that no paint has.
 */
export async function mendDrawing(
  original: string,
  mends: readonly Mend[],
  host: RasterHost,
  isSure = false,
): Promise<MendedDrawing> {
  const isTextMended = mends.some((mend) => mend.kind !== "include-text" && isPrintedMend(mend))
  const ordered = inOrder(mends).filter(({ kind }) => kind !== "include-text" || isTextMended)
  const moves = ordered.filter(isMove)
  const moved = movedDrawing(original, moves)
  if (moved === null || !(await canBeDrawn(moved, host))) return { drawing: original, left: ordered }
  let drawing = moved
  for (let done = moves.length; done < ordered.length; done++) {
    const mend = ordered[done]
    const next = mend.kind === "recolour" ? await recoloured(drawing, mend, host, isSure) : drawing
    if (!isDrawnMend(mend) || next === null) return { drawing, left: ordered.slice(done) }
    drawing = next
  }
  return { drawing, left: [] }
}

/** Returns true if a drawing has ink, as seen at a small size. */
export async function hasDrawnInk(drawing: string, host: RasterHost): Promise<boolean> {
  const { rgba } = await drawSmall(drawing, host)
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] > 0) return true
  return false
}

async function canBeDrawn(drawing: string, host: RasterHost): Promise<boolean> {
  if (!PATTERN.test(drawing)) return true
  try {
    await openSvg(textSource(drawing), host, { longSidePx: DRAWABLE_PX }, SVG_STAMP_EFFORT)
    return true
  } catch (error) {
    if (error instanceof ArtworkError) return false
    throw error
  }
}

async function recoloured(
  drawing: string,
  mend: Extract<Mend, { kind: "recolour" }>,
  host: RasterHost,
  isSure: boolean,
): Promise<string | null> {
  const changed = recolouring(mend)
  const next = recolourDrawing(drawing, changed)
  if (next === null || isSure) return next
  try {
    const [before, after] = [await drawSmall(drawing, host), await drawSmall(next, host)]
    return looksChanged(before, after, changed) ? next : null
  } catch (error) {
    // Too much to be drawn with more stops.
    if (error instanceof ArtworkError) return null
    throw error
  }
}

async function drawSmall(drawing: string, host: RasterHost): Promise<Picture> {
  const rows = await openSvg(textSource(drawing), host, { longSidePx: TRIED_PX }, SVG_PREVIEW_EFFORT)
  return drawWhole(rows, rows.widthPx, host)
}
