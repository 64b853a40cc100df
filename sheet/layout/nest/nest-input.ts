import { createPace, type InSteps } from "../../in-steps.ts"
import { maxCopies } from "../lay-out.ts"
import type { Layout, PieceType, Placement, SheetBounds } from "../layout.ts"
import type { NestedSheet } from "./fill-sheets.ts"
import { type NestPiece, positionWords } from "./level.ts"
import { boxOutline, type Foot, hasStrip, type Outline, withFoot } from "./outline.ts"
import { inkOutline, isSameInk, type PrintedInk } from "./printed-ink.ts"

/** The input of a nest: distinct shapes, and for every item its shape, its piece and the copy. */
export type NestInput = { shapes: NestPiece[]; items: { shape: number; piece: number; copy: number }[] }

/**
 * Merges pieces with the same ink at the same size into one shape, and equal boxes too. Null if there
 * is nothing, or too much, to nest.
 */
export function nestInputOf(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  bounds: SheetBounds,
  foot: Foot,
): NestInput | null {
  const copies = pieces.reduce((sum, { count }) => sum + count, 0)
  if (copies === 0 || copies > maxCopies) return null
  const shapes: NestPiece[] = []
  const known: { ink: PrintedInk | null; widthPx: number; heightPx: number; isStripped: boolean }[] = []
  const items: NestInput["items"] = []
  pieces.forEach(({ widthPx, heightPx, count }, piece) => {
    if (count === 0) return
    const ink = inks[piece]
    const isStripped = hasStrip(foot, piece)
    let shape = known.findIndex(
      (other) =>
        other.widthPx === widthPx &&
        other.heightPx === heightPx &&
        other.isStripped === isStripped &&
        isSameInk(other.ink, ink),
    )
    if (shape < 0) {
      shape = shapes.length
      known.push({ ink, widthPx, heightPx, isStripped })
      const turns = ink === null ? [0, 1] : [0, 1, 2, 3]
      const outline = ink === null ? boxOutline(widthPx, heightPx - foot.reservePx) : inkOutline(ink)
      shapes.push({ outline: withFoot(outline, foot, isStripped), turns: bounds.rotate ? turns : [0] })
    }
    for (let copy = 0; copy < count; copy++) items.push({ shape, piece, copy })
  })
  return { shapes, items }
}

/** The height of bands that are fine enough to tell how full a box is. */
const fillBandPx = 4

/** The shapes cut into bands before a pause. */
const bandedAtOnce = 4

/** Returns the ink area of all copies, in square pixels. */
export function* inkAreaPx2({ shapes, items }: NestInput): InSteps<number> {
  const isPauseDue = createPace(bandedAtOnce)
  const inkPx2: number[] = []
  for (const { outline } of shapes) {
    inkPx2.push(outlineAreaPx2(outline))
    if (isPauseDue(1)) yield
  }
  return items.reduce((sum, { shape }) => sum + inkPx2[shape], 0)
}

/** Returns the ink area of one outline, in square pixels. */
export function outlineAreaPx2({ bands, heightPx }: Outline): number {
  const { starts, ends } = bands(fillBandPx)
  let px2 = 0
  for (let band = 0; band + 1 < starts.length; band++) {
    const tallPx = Math.min(fillBandPx, heightPx - band * fillBandPx)
    for (let i = starts[band]; i < starts[band + 1]; i += 2) px2 += (ends[i + 1] - ends[i]) * tallPx
  }
  return px2
}

/** Converts a layout to the nesting search's positions. */
export function toSheets(layout: Layout, { items }: NestInput, bounds: SheetBounds): NestedSheet[] {
  const itemOf = new Map(items.map(({ piece, copy }, item) => [`${piece} ${copy}`, item]))
  return layout.sheets.map(({ placements, lengthPx }) => ({
    items: placements.map(({ piece, copy }) => itemOf.get(`${piece} ${copy}`)!),
    positions: Int32Array.from(
      placements.flatMap(({ x, y, rotated, halfTurned }) => [
        x - bounds.edgePx,
        y - bounds.edgePx,
        (rotated ? 1 : 0) + (halfTurned ? 2 : 0),
        1,
      ]),
    ),
    lengthPx: lengthPx - 2 * bounds.edgePx,
  }))
}

/** Converts sheets back to a layout: the inverse of `toSheets`. */
export function toLayout(
  sheets: readonly NestedSheet[],
  { items }: NestInput,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
): Layout {
  return {
    sheets: sheets.map((sheet) => {
      const placements = sheet.items.map((item, i): Placement => {
        const [x, y, turn] = sheet.positions.subarray(i * positionWords, (i + 1) * positionWords)
        const { piece, copy } = items[item]
        const { widthPx, heightPx } = pieces[piece]
        const rotated = turn % 2 === 1
        return {
          piece,
          copy,
          x: x + bounds.edgePx,
          y: y + bounds.edgePx,
          widthPx: rotated ? heightPx : widthPx,
          heightPx: rotated ? widthPx : heightPx,
          rotated,
          ...(turn >= 2 ? { halfTurned: true as const } : {}),
        }
      })
      placements.sort((a, b) => a.y - b.y || a.x - b.x || a.piece - b.piece || a.copy - b.copy)
      return { widthPx: bounds.widthPx, lengthPx: sheet.lengthPx + 2 * bounds.edgePx, placements }
    }),
  }
}
