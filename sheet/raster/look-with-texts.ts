import { type Silhouette, silhouetteWith } from "../silhouette.ts"
import type { Edges } from "../text/path.ts"
import type { Box, Picture } from "./artwork.ts"
import { layOver } from "./draw-over.ts"
import type { RasterHost } from "./host.ts"
import { restingPause } from "./pause.ts"
import type { PictureRows } from "./picture-file.ts"
import { openTextRows } from "./text-rows.ts"

/** The looks of an artwork and the places of its ink; `preview` is the whole picture, smaller. */
export type Look = { trim: Box; silhouette: Silhouette; preview: Picture }

/** A look with texts, and the rows of its preview that differ from those below. */
export type LookWithTexts = Look & { changed: PictureRows }

/** Texts over an artwork, as SVG paths in the artwork's pixels, and the box of all their ink. */
export type TextsOver = { svg: string; ink: Edges }

/**
 * Returns the look of an artwork with texts over it. Texts are drawn once, where they have ink and nowhere
 * else, so hundreds of names over one artwork cost no more than their letters. `below` stays as it is.
 */
export async function lookWithTexts(below: Look, texts: TextsOver, host: RasterHost): Promise<LookWithTexts> {
  const { silhouette } = below
  const canvas = { width: silhouette.widthPx, height: silhouette.heightPx }
  const { left, top, right, bottom } = texts.ink
  const ink = { x: left, y: top, width: right - left, height: bottom - top }
  const box = boxAround(ink, canvas)
  const drawn = box && (await drawCells(texts.svg, ink, silhouette, host))
  if (box === null || drawn === null) return { ...below, changed: { from: 0, to: 0 } }
  const { preview } = below
  const picture = { ...preview, rgba: preview.rgba.slice() }
  const part = scaledBox(ink, canvas, preview)
  if (part) layShrunk(picture, part, drawn, silhouette)
  const cells = alphasOf(drawn.rgba)
  return {
    trim: unitedBox(below.trim, box),
    silhouette: silhouetteWith(silhouette, { ...drawn, cells }),
    preview: picture,
    changed: part ? { from: part.y, to: part.y + part.height } : { from: 0, to: 0 },
  }
}

/** A part of a drawing each pixel of which is a cell of a silhouette. */
type DrawnCells = Box & { rgba: Uint8Array }

/** Draws texts as finely as a silhouette's cells, where they may have ink; null if that is outside. */
async function drawCells(
  texts: string,
  ink: Box,
  { widthPx, heightPx, cellPx }: Silhouette,
  host: RasterHost,
): Promise<DrawnCells | null> {
  const columns = Math.ceil(widthPx / cellPx)
  const rows = Math.ceil(heightPx / cellPx)
  const canvas = { width: columns * cellPx, height: rows * cellPx }
  const part = scaledBox(ink, canvas, { widthPx: columns, heightPx: rows })
  if (part === null) return null
  const rgba = new Uint8Array(part.width * part.height * 4)
  const picture = { width: columns, height: rows }
  const drawing = await openTextRows({ texts, canvas, picture, part }, host)
  await drawing.decode((row, y) => rgba.set(row, y * part.width * 4), restingPause(host))
  return { ...part, rgba }
}

/**
 * Lays a drawing of cells over a part of a picture of the same canvas, whose pixels are as large or larger: each takes
 * what it covers, by area.
 */
function layShrunk(
  picture: Picture,
  part: Box,
  drawn: DrawnCells,
  { widthPx, heightPx, cellPx }: Silhouette,
): void {
  const across = widthPx / picture.widthPx / cellPx
  const down = heightPx / picture.heightPx / cellPx
  const { rgba, width } = drawn
  const line = new Uint8Array(part.width * 4)
  const columns = coverings(part.x, part.width, across, drawn.x, width)
  const rows = coverings(part.y, part.height, down, drawn.y, drawn.height)
  for (let j = 0; j < part.height; j++) {
    for (let i = 0; i < part.width; i++) {
      const firstColumn = columns.firsts[i]
      const firstShare = columns.from[i]
      const endShare = columns.from[i + 1]
      let red = 0
      let green = 0
      let blue = 0
      let alpha = 0
      for (let k = rows.from[j], row = rows.firsts[j]; k < rows.from[j + 1]; k++, row++) {
        const high = rows.shares[k]
        let at = (row * width + firstColumn) * 4
        for (let c = firstShare; c < endShare; c++, at += 4) {
          const own = rgba[at + 3]
          if (own === 0) continue
          const weight = own * high * columns.shares[c]
          red += rgba[at] * weight
          green += rgba[at + 1] * weight
          blue += rgba[at + 2] * weight
          alpha += weight
        }
      }
      const share = alpha === 0 ? 0 : 1 / alpha
      line[i * 4] = Math.round(red * share)
      line[i * 4 + 1] = Math.round(green * share)
      line[i * 4 + 2] = Math.round(blue * share)
      line[i * 4 + 3] = Math.round(alpha / (across * down))
    }
    const from = ((part.y + j) * picture.widthPx + part.x) * 4
    layOver(picture.rgba.subarray(from, from + line.length), line)
  }
}

/**
 * The cells that pixels cover, counted from the drawing's edge: pixel `i` those from `firsts[i]` on, and of each as much as
 * `shares` says from `from[i]` to before `from[i + 1]`.
 */
type Coverings = { firsts: Int32Array; from: Int32Array; shares: Float64Array }

/** Returns what `count` pixels from `first` on cover, each `size` cells long, of the `cells` that begin at `start`. */
function coverings(first: number, count: number, size: number, start: number, cells: number): Coverings {
  const firsts = new Int32Array(count)
  const from = new Int32Array(count + 1)
  const shares: number[] = []
  for (let i = 0; i < count; i++) {
    const begin = (first + i) * size
    const end = (first + i + 1) * size
    firsts[i] = Math.max(0, Math.floor(begin - start))
    for (let cell = firsts[i]; cell < Math.min(cells, Math.ceil(end - start)); cell++)
      shares.push(Math.min(cell + 1, end - start) - Math.max(cell, begin - start))
    from[i + 1] = shares.length
  }
  return { firsts, from, shares: Float64Array.from(shares) }
}

/** Returns the alphas of straight RGBA8. */
function alphasOf(rgba: Uint8Array): Uint8Array {
  const alphas = new Uint8Array(rgba.length / 4)
  for (let i = 0; i < alphas.length; i++) alphas[i] = rgba[i * 4 + 3]
  return alphas
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
