import { type Silhouette, silhouetteWith } from "../silhouette.ts"
import { textsSvg } from "../text/draw-layers.ts"
import type { Edges } from "../text/path.ts"
import type { Box, Picture } from "./artwork.ts"
import { drawOver } from "./draw-over.ts"
import type { RasterHost } from "./host.ts"
import { type OpenArtwork, openArtwork } from "./open-artwork.ts"
import { restingPause } from "./pause.ts"
import { SVG_STAMP_EFFORT } from "./svg/svg-limit.ts"
import { textSource } from "./text-source.ts"

/** The looks of an artwork and the places of its ink; `preview` is the whole picture, smaller. */
export type Look = { trim: Box; silhouette: Silhouette; preview: Picture }

/** Texts over an artwork, as SVG paths in the artwork's pixels, and the box of all their ink. */
export type TextsOver = { svg: string; ink: Edges }

/**
 * Returns the look of an artwork with texts over it. Texts are drawn where they have ink and nowhere
 * else, so hundreds of names over one artwork cost no more than their letters. `below` stays as it is.
 */
export async function lookWithTexts(below: Look, texts: TextsOver, host: RasterHost): Promise<Look> {
  const { silhouette } = below
  const canvas = { width: silhouette.widthPx, height: silhouette.heightPx }
  const { left, top, right, bottom } = texts.ink
  const ink = { x: left, y: top, width: right - left, height: bottom - top }
  const box = boxAround(ink, canvas)
  if (box === null) return below
  const cells = await inkCells(texts.svg, ink, silhouette, host)
  const { preview } = below
  const picture = { ...preview, rgba: preview.rgba.slice() }
  const part = scaledBox(ink, canvas, preview)
  if (part) {
    const size = { width: preview.widthPx, height: preview.heightPx }
    await drawOver(
      picture,
      await opened(textsSvg(texts.svg, canvas, size, part), part.width, host),
      host,
      part,
    )
  }
  return { trim: unitedBox(below.trim, box), silhouette: silhouetteWith(silhouette, cells), preview: picture }
}

/** Returns one byte for each cell of a silhouette, 1 if the texts have ink there. */
async function inkCells(
  texts: string,
  ink: Box,
  { widthPx, heightPx, cellPx }: Silhouette,
  host: RasterHost,
): Promise<Uint8Array> {
  const columns = Math.ceil(widthPx / cellPx)
  const rows = Math.ceil(heightPx / cellPx)
  const cells = new Uint8Array(columns * rows)
  // Each pixel of this drawing is one cell.
  const canvas = { width: columns * cellPx, height: rows * cellPx }
  const part = scaledBox(ink, canvas, { widthPx: columns, heightPx: rows })
  if (part === null) return cells
  const svg = textsSvg(texts, canvas, { width: columns, height: rows }, part)
  const drawing = await opened(svg, part.width, host)
  await drawing.decode((row, y) => {
    const first = (part.y + y) * columns + part.x
    for (let x = 0; x < part.width; x++) if (row[x * 4 + 3] > 0) cells[first + x] = 1
  }, restingPause(host))
  return cells
}

function opened(svg: string, widthPx: number, host: RasterHost): Promise<OpenArtwork> {
  return openArtwork(textSource(svg), "svg", host, { widthPx, effort: SVG_STAMP_EFFORT })
}

/** Returns a box of the canvas in whole pixels of a picture of it; null if they do not meet. */
function scaledBox(
  { x, y, width, height }: Box,
  canvas: { width: number; height: number },
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Box | null {
  const across = widthPx / canvas.width
  const down = heightPx / canvas.height
  const scaled = { x: x * across, y: y * down, width: width * across, height: height * down }
  return boxAround(scaled, { width: widthPx, height: heightPx })
}

/** Returns the whole pixels that a box touches, within a picture; null if there are none. */
function boxAround({ x, y, width, height }: Box, picture: { width: number; height: number }): Box | null {
  const left = Math.max(0, Math.floor(x))
  const top = Math.max(0, Math.floor(y))
  const right = Math.min(picture.width, Math.ceil(x + width))
  const bottom = Math.min(picture.height, Math.ceil(y + height))
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

function unitedBox(a: Box, b: Box): Box {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  const width = Math.max(a.x + a.width, b.x + b.width) - x
  return { x, y, width, height: Math.max(a.y + a.height, b.y + b.height) - y }
}
