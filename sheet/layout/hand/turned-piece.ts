import type { PieceType, Placement, SheetBounds } from "../layout.ts"
import { type Foot, hasStrip } from "../nest/outline.ts"
import { inkOutline, type PrintedInk } from "../nest/printed-ink.ts"
import { halfTurned, quarterTurned } from "../nest/runs.ts"
import { grown, type Rectangle, rectangleStencil, type Stencil, stencilOf } from "./stencil.ts"

/** The result of `printLayoutInput`: a print's pieces for the packer and the checker. */
export type HandInput = {
  pieces: readonly PieceType[]
  /** Null for a piece that is ink all over. */
  inks: readonly (PrintedInk | null)[]
  bounds: SheetBounds
  label: Foot
}

/** A copy on a sheet: `x`, `y` is the top left pixel of its printed box after its turn. */
export type HandPlacement = Pick<Placement, "piece" | "x" | "y" | "rotated" | "halfTurned">

/**
 * One piece in one turn, with its printed box's top left pixel at the origin:
 *
 *   frame ┌─────────┐
 *         │   ink   │   Other ink keeps the gap from it.
 *         ├─────────┤
 *         │ reserve │   The film's edges hold the frame.
 *         └─────────┘
 *         ╎  strip  ╎   The label's strip, reserve included, is clear of all ink and strips.
 */
type TurnedPiece = {
  frame: Rectangle
  ink: Stencil
  /** Returns the pixels where no other ink may lie. */
  grownInk(): Stencil
  strip: Stencil | null
}

/** The pieces of a print in their turns, each made once. */
export type TurnedPieces = (placement: HandPlacement) => TurnedPiece

export function turnPieces(input: HandInput): TurnedPieces {
  const made = new Map<number, TurnedPiece>()
  return (placement) => {
    const turn = (placement.rotated ? 1 : 0) + (placement.halfTurned ? 2 : 0)
    const key = placement.piece * 4 + turn
    const known = made.get(key)
    if (known) return known
    const piece = turnPiece(input, placement.piece, turn)
    made.set(key, piece)
    return piece
  }
}

function turnPiece({ pieces, inks, bounds, label }: HandInput, index: number, turn: number): TurnedPiece {
  const { widthPx, heightPx } = pieces[index]
  const printedPx = heightPx - label.reservePx
  const turned = (box: Rectangle) => turnedBox(box, widthPx, printedPx, turn)
  const strip = { left: 0, top: printedPx, right: widthPx, bottom: printedPx + label.stripPx }
  const ink = inkStencil(inks[index], widthPx, printedPx, turn)
  let near: Stencil | undefined
  return {
    frame: turned({ left: 0, top: 0, right: widthPx, bottom: heightPx }),
    ink,
    grownInk() {
      near ??= grown(ink, bounds.gapPx)
      return near
    },
    strip: hasStrip(label, index) ? rectangleStencil(turned(strip)) : null,
  }
}

function inkStencil(ink: PrintedInk | null, widthPx: number, heightPx: number, turn: number): Stencil {
  const isLying = turn % 2 === 1
  const [across, down] = isLying ? [heightPx, widthPx] : [widthPx, heightPx]
  if (ink === null) return rectangleStencil({ left: 0, top: 0, right: across, bottom: down })
  const upright = inkOutline(ink).bands(1)
  const lying = isLying ? quarterTurned(upright, widthPx) : upright
  return stencilOf(turn >= 2 ? halfTurned(lying, across) : lying, 0, 0)
}

// Returns a box in an upright piece after the piece is turned clockwise about its printed box.
function turnedBox(
  { left, top, right, bottom }: Rectangle,
  widthPx: number,
  heightPx: number,
  turn: number,
): Rectangle {
  if (turn === 1) return { left: heightPx - bottom, top: left, right: heightPx - top, bottom: right }
  if (turn === 2)
    return { left: widthPx - right, top: heightPx - bottom, right: widthPx - left, bottom: heightPx - top }
  if (turn === 3) return { left: top, top: widthPx - right, right: bottom, bottom: widthPx - left }
  return { left, top, right, bottom }
}
