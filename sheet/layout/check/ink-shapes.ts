import type { PieceType } from "../layout.ts"
import type { Foot } from "../nest/outline.ts"
import type { PrintedInk } from "../nest/printed-ink.ts"
import { inkRects } from "./ink-rects.ts"
import { type InkTree, inkTree } from "./ink-tree.ts"
import { type QuarterTurns, type Rect, turnedRect } from "./turned-rect.ts"

/** A turned piece, from the top left corner of its box. The strip is empty without labels. */
export type InkShape = { ink: InkTree; strip: InkTree }

/** The shapes on demand. `takeMade` returns the number of rectangles made since its last call. */
export type InkShapes = {
  shapeOf(piece: number, turns: QuarterTurns): InkShape
  takeMade(): number
}

/** The rectangles kept at once, 32 bytes each: no more than 16 MB however many artworks there are. */
const maxKeptRects = 500_000

/**
 * Returns the shapes of an order's pieces, made on first use. A sheet is checked from the top, so the
 * shapes with the oldest use are dropped.
 */
export function inkShapes(
  pieces: readonly PieceType[],
  inks: readonly (PrintedInk | null)[],
  foot: Foot,
): InkShapes {
  const kept = new Map<number, InkShape>()
  let keptRects = 0
  let made = 0
  function shapeOf(piece: number, turns: QuarterTurns): InkShape {
    const key = piece * 4 + turns
    const known = kept.get(key)
    // A map keeps the order of insertion: the latest shape comes last.
    if (known) kept.delete(key)
    const hasStrip = foot.stripPx > 0 && (foot.pieces?.includes(piece) ?? true)
    const shape = known ?? makeShape(pieces[piece], inks[piece] ?? null, { ...foot, hasStrip }, turns)
    kept.set(key, shape)
    if (known) return shape
    made += shape.ink.leaves
    keptRects += shape.ink.leaves
    for (const [oldest, { ink }] of kept) {
      if (keptRects <= maxKeptRects || oldest === key) break
      kept.delete(oldest)
      keptRects -= ink.leaves
    }
    return shape
  }
  function takeMade(): number {
    const taken = made
    made = 0
    return taken
  }
  return { shapeOf, takeMade }
}

function makeShape(
  piece: PieceType,
  ink: PrintedInk | null,
  foot: Foot & { hasStrip: boolean },
  turns: QuarterTurns,
): InkShape {
  const { widthPx, heightPx } = piece
  const inkEndPx = heightPx - foot.reservePx
  const rects = ink ? inkRects(ink) : [{ left: 0, top: 0, right: widthPx, bottom: inkEndPx }]
  const strip = { left: 0, top: inkEndPx, right: widthPx, bottom: inkEndPx + foot.stripPx }
  const treeOf = (upright: readonly Rect[]) => inkTree(upright.map((rect) => turnedRect(rect, piece, turns)))
  return { ink: treeOf(rects), strip: treeOf(foot.hasStrip ? [strip] : []) }
}
