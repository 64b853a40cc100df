import type { Picture } from "./artwork.ts"
import { drawWhole } from "./draw-over.ts"
import type { RasterHost } from "./host.ts"
import { openArtwork } from "./open-artwork.ts"
import type { SvgEffort } from "./svg/bound-renderer.ts"
import { textSource } from "./text-source.ts"

/** The longer side of the look: at 10 in, it shows ink that reaches 0.01 in over the edge. */
const LOOK_PX = 900
/** The margin around the canvas as a share of its longer side. Cut-off ink begins at the edge. */
const MARGIN = 0.03
/** The least alpha that counts: fainter ink is the softness of an edge that lies on the canvas. */
const MIN_ALPHA = 24
const ROOT = /^<svg ([^>]*?)width="[^"]*" height="[^"]*" viewBox="([^"]*)"/

export type Side = "left" | "top" | "right" | "bottom"
/** A drawing with a margin around its canvas; `marginPx` is as wide on each side. */
type Look = { picture: Picture; marginPx: number }

/**
 * Draws outlines (`DrawnText`) with everything beside their canvas, small. Throws an ArtworkError if
 * the drawing is too much work.
 */
export async function lookOverEdge(outlines: string, host: RasterHost, effort: SvgEffort): Promise<Look> {
  const [root, names = "", view = ""] = ROOT.exec(outlines) ?? []
  const [x, y, width, height] = view.split(" ").map(Number)
  if (root === undefined || !(width > 0 && height > 0)) throw new Error("outlines have no canvas")
  const scale = LOOK_PX / Math.max(width, height)
  const marginPx = Math.ceil(MARGIN * LOOK_PX)
  const margin = marginPx / scale
  const [widthPx, heightPx] = [width, height].map(
    (side) => Math.max(1, Math.round(side * scale)) + 2 * marginPx,
  )
  const box = `${x - margin} ${y - margin} ${width + 2 * margin} ${height + 2 * margin}`
  const wider = `<svg ${names}width="${widthPx}" height="${heightPx}" viewBox="${box}"`
  const drawing = textSource(wider + outlines.slice(root.length))
  const opened = await openArtwork(drawing, "svg", host, { widthPx, heightPx, effort })
  return { picture: await drawWhole(opened, widthPx, host), marginPx }
}

/** Returns the sides over which `look` has ink, but `base` of the same canvas has none. */
export function sidesOver(look: Look, base: Look | null): Set<Side> {
  const { widthPx, heightPx, rgba } = look.picture
  // The first pixel beside the canvas shares the edge's own softness.
  const first = look.marginPx - 1
  const sides = new Set<Side>()
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      const isInside = x >= first && x < widthPx - first && y >= first && y < heightPx - first
      const at = (y * widthPx + x) * 4 + 3
      if (isInside || rgba[at] < MIN_ALPHA || (base?.picture.rgba[at] ?? 0) >= MIN_ALPHA) continue
      if (x < first) sides.add("left")
      if (x >= widthPx - first) sides.add("right")
      if (y < first) sides.add("top")
      if (y >= heightPx - first) sides.add("bottom")
    }
  }
  return sides
}
