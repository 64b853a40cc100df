import { textsSvg } from "../text/draw-layers.ts"
import type { Box, RowSource } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { openArtwork } from "./open-artwork.ts"
import { BoundRenderer } from "./svg/bound-renderer.ts"
import { SVG_DRAWING_MAX_BYTES, SVG_STAMP_EFFORT } from "./svg/svg-limit.ts"
import { textSource } from "./text-source.ts"

/** Texts as SVG paths on a canvas, and the part of a picture of that canvas that is drawn, in the picture's pixels. */
type TextDrawing = {
  texts: string
  canvas: { width: number; height: number }
  picture: { width: number; height: number }
  part: Box
}

/** The rows passed on before the consumer is asked again whether it can take more. */
const PAUSE_ROWS = 32

/** The form of texts as `draw-layers.ts` writes them: paths that refer to nothing. */
const PLAIN_PATHS =
  /^(?:<path d="[^"<&]*"(?: (?:fill|stroke|stroke-width|stroke-linejoin|transform)="[^"<&]*")*\/>)*$/

/**
 * Opens drawn texts as rows. They are paths of our own, so the renderer gets them as they are, a strip at a time, within
 * the bounds of any drawing, and need not be understood first, as a stranger's.
 */
export async function openTextRows(drawing: TextDrawing, host: RasterHost): Promise<RowSource> {
  const { texts, canvas, picture, part } = drawing
  const { width: widthPx, height: heightPx } = part
  const { svg } = host
  const isPlain = texts.length <= SVG_DRAWING_MAX_BYTES && PLAIN_PATHS.test(texts)
  if (svg === undefined || !isPlain) return openRead(drawing, host)
  const renderer = new BoundRenderer(svg, SVG_STAMP_EFFORT)
  const usual = Math.max(1, Math.floor(SVG_STAMP_EFFORT.stripPixels / widthPx))
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      for (let top = 0; top < heightPx; ) {
        const strip = { ...part, y: part.y + top, height: Math.min(usual, heightPx - top) }
        const drawn = renderer.render(textsSvg(texts, canvas, picture, strip), widthPx)
        if (drawn.widthPx !== widthPx || drawn.heightPx !== strip.height)
          throw new Error(`the SVG renderer drew ${drawn.widthPx} × ${drawn.heightPx} pixels of texts`)
        for (let at = 0; at < drawn.rgba.length; at += widthPx * 4) {
          sink(drawn.rgba.subarray(at, at + widthPx * 4), top++)
          if (pause && top % PAUSE_ROWS === 0) await pause(PAUSE_ROWS * widthPx)
        }
        if (pause) await pause(strip.height * widthPx)
      }
    },
  }
}

/** Opens texts in any other form as a drawing that is read first. */
async function openRead({ texts, canvas, picture, part }: TextDrawing, host: RasterHost): Promise<RowSource> {
  const { width: widthPx, height: heightPx } = part
  const size = { widthPx, heightPx, effort: SVG_STAMP_EFFORT }
  const rows = await openArtwork(textSource(textsSvg(texts, canvas, picture, part)), "svg", host, size)
  if (rows.heightPx !== heightPx)
    throw new Error(`texts of ${heightPx} px were drawn ${rows.heightPx} px high`)
  return rows
}
