import type { LaidOutPrint } from "../../../sheet/preflight/plan-print.ts"
import { piecesInput } from "../../../sheet/preflight/print-layout.ts"
import type { LayoutQuestion } from "./layout-question.ts"

/** Returns whether a hand has pinned every copy, so that there is nothing to search. */
export function isAllPinned({ items, pins }: LayoutQuestion): boolean {
  return pins.length > 0 && pins.length === items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * Returns whether no layout can take less film: every copy is pinned, or one sheet ends with a piece that
 * reaches from edge to edge, however it is turned. So a single row of pieces needs no search.
 */
export function isShortest(question: LayoutQuestion, { layout }: LaidOutPrint): boolean {
  if (isAllPinned(question)) return true
  const { items, template } = question
  if (layout.sheets.length !== 1) return layout.sheets.length === 0
  const { pieces, bounds, label } = piecesInput(items, template)
  const roomPx = bounds.widthPx - 2 * bounds.edgePx
  const tallestPx = pieces.reduce((tallest, { widthPx, heightPx }) => {
    const canStand = widthPx <= roomPx
    const canLie = bounds.rotate && heightPx <= roomPx
    // A turned piece's label strip lies at its side.
    const upright = heightPx - label.reservePx
    return Math.max(tallest, canStand && canLie ? Math.min(upright, widthPx) : canLie ? widthPx : upright)
  }, 0)
  return layout.sheets[0].lengthPx <= tallestPx + 2 * bounds.edgePx
}

/** Returns whether a plan takes less film on no more sheets. */
export function isShorter(a: LaidOutPrint, b: LaidOutPrint): boolean {
  return a.layout.sheets.length <= b.layout.sheets.length && a.lengthIn < b.lengthIn
}
