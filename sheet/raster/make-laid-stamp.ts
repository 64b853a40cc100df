import type { Edges } from "../text/path.ts"
import type { Box } from "./artwork.ts"
import type { RasterHost } from "./host.ts"
import { type Laid, laidEnd } from "./laid-stamp.ts"
import { STAMP_STRIP_ROWS } from "./limits.ts"
import { stampRows } from "./make-stamp.ts"
import { openTextRows } from "./text-rows.ts"

type Turn = { mirror: boolean; rotated: boolean; halfTurned: boolean }

/** A piece as it lies on the grid of its image, upright; boxes count in the grid's pixels. */
export type LaidPiece = {
  grid: { widthPx: number; heightPx: number }
  /** The piece's part of the grid. */
  part: Box
  /** The stamp of what it shares with others, mirrored and turned as the piece is, and the part of the grid that it shows. */
  under: { stamp: string; box: Box }
  /** Texts as SVG paths on a canvas that fills the grid, and the edges of their ink there; null: it may be anywhere. */
  texts: string
  canvas: { width: number; height: number }
  ink: Edges | null
  /** Mirrored first, then turned by a quarter, then by a half. */
  turn: Turn
}

/** The pixels that smoothing may colour beside ink. */
const SMOOTHED_PX = 2

/**
 * Makes the laid stamp of a piece (laid-stamp.ts): its texts alone are drawn, at the printed resolution, where they
 * have ink. Read over the shared stamp, it is what drawing both together gives. A yielded piece is valid until the next
 * request.
 */
export async function* makeLaidStamp(piece: LaidPiece, host: RasterHost): AsyncGenerator<Uint8Array> {
  const { grid, texts, canvas, turn } = piece
  const { laid, drawn } = laidPlaces(piece)
  const picture = { width: grid.widthPx, height: grid.heightPx }
  const rows = await openTextRows({ texts, canvas, picture, part: drawn }, host)
  const { widthPx, heightPx } = rows
  const [across, down] = turn.rotated ? [heightPx, widthPx] : [widthPx, heightPx]
  const trim = { x: 0, y: 0, width: widthPx, height: heightPx }
  yield* stampRows(rows, { trim, widthPx: across, heightPx: down, isText: true, ...turn }, host)
  yield laidEnd(laid, host)
}

/** Returns how a piece is laid, and the part of the grid where its texts are drawn. */
export function laidPlaces(piece: LaidPiece): { laid: Laid; drawn: Box } {
  const { part, under, turn } = piece
  const shared = turned(under.box, part, turn)
  const text = turned(inkOnGrid(piece), part, turn)
  // The text's strips begin at rows where the shared stamp's do.
  const above = (((text.y - shared.y) % STAMP_STRIP_ROWS) + STAMP_STRIP_ROWS) % STAMP_STRIP_ROWS
  const over = { ...text, y: text.y - above, height: text.height + above }
  const [widthPx, heightPx] = turn.rotated ? [part.height, part.width] : [part.width, part.height]
  const place = { x: shared.x, y: shared.y, widthPx: shared.width, heightPx: shared.height }
  return {
    laid: { widthPx, heightPx, under: { stamp: under.stamp, ...place }, over: { x: over.x, y: over.y } },
    drawn: upright(over, part, turn),
  }
}

/** Returns the pixels of a piece that its texts may touch; one, where they touch none. */
function inkOnGrid({ grid, part, canvas, ink }: LaidPiece): Box {
  if (ink === null) return part
  const across = grid.widthPx / canvas.width
  const down = grid.heightPx / canvas.height
  const left = Math.max(part.x, Math.floor(ink.left * across) - SMOOTHED_PX)
  const top = Math.max(part.y, Math.floor(ink.top * down) - SMOOTHED_PX)
  const right = Math.min(part.x + part.width, Math.ceil(ink.right * across) + SMOOTHED_PX)
  const bottom = Math.min(part.y + part.height, Math.ceil(ink.bottom * down) + SMOOTHED_PX)
  if (right <= left || bottom <= top) return { x: part.x, y: part.y, width: 1, height: 1 }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns a box of the grid as it lies in a part of it that is mirrored and turned. */
function turned(box: Box, part: Box, { mirror, rotated, halfTurned }: Turn): Box {
  let { x, y, width, height } = { ...box, x: box.x - part.x, y: box.y - part.y }
  let [across, down] = [part.width, part.height]
  if (mirror) x = across - x - width
  if (rotated) {
    ;[x, y, width, height] = [down - y - height, x, height, width]
    ;[across, down] = [down, across]
  }
  return halfTurned ? { x: across - x - width, y: down - y - height, width, height } : { x, y, width, height }
}

/** Returns the box of the grid that `turned` makes this one of. */
function upright(box: Box, part: Box, { mirror, rotated, halfTurned }: Turn): Box {
  let { x, y, width, height } = box
  if (halfTurned) {
    const [across, down] = rotated ? [part.height, part.width] : [part.width, part.height]
    ;[x, y] = [across - x - width, down - y - height]
  }
  if (rotated) [x, y, width, height] = [y, part.height - x - width, height, width]
  if (mirror) x = part.width - x - width
  return { x: part.x + x, y: part.y + y, width, height }
}
