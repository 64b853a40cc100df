import { finish, type InSteps } from "../../in-steps.ts"
import type { Layout, PieceType, SheetBounds } from "../layout.ts"
import { type Foot, noFoot } from "../nest/outline.ts"
import type { PrintedInk } from "../nest/printed-ink.ts"
import { checkCopies } from "./check-copies.ts"
import { checkDistances } from "./check-distances.ts"
import { checkFrame } from "./check-frame.ts"
import { checkSizes } from "./check-sizes.ts"
import { inkShapes } from "./ink-shapes.ts"
import { type LayoutViolation, maxViolations } from "./violation.ts"

/**
 * The order that a layout has to meet. `inks[piece]` is null for a piece that is ink all over; without
 * `inks` all are. A piece's height includes the foot's reserve.
 */
export type CheckedOrder = {
  pieces: readonly PieceType[]
  inks?: readonly (PrintedInk | null)[]
  bounds: SheetBounds
  foot?: Foot
}

/**
 * Checks a layout of boxes or shapes against its order, and shares no code with any search. Every
 * copy lies once, in an allowed turn, inside the edges. The ink of every two copies is at least the
 * gap apart in every direction. The strips at their feet are clear of other ink and of each other.
 * Each sheet ends with its lowest piece, and none is empty or too long. Returns a hundred
 * violations at most. Throws a RangeError if sizes differ from the pieces' or places are not whole
 * pixels: that is no layout.
 */
export function checkLayout(order: CheckedOrder, layout: Layout): LayoutViolation[] {
  return finish(checkLayoutInSteps(order, layout))
}

/** Does `checkLayout` in steps that yield after every few milliseconds of work. */
export function* checkLayoutInSteps(
  { pieces, inks = [], bounds, foot = noFoot }: CheckedOrder,
  layout: Layout,
): InSteps<LayoutViolation[]> {
  checkSizes(pieces, bounds, layout)
  const violations = checkCopies(pieces, layout)
  const shapes = inkShapes(pieces, inks, foot)
  for (const [index, sheet] of layout.sheets.entries()) {
    if (violations.length >= maxViolations) break
    violations.push(...checkFrame(index, sheet, bounds))
    yield* checkDistances(index, sheet, { pieces, shapes, gapPx: bounds.gapPx }, violations)
  }
  return violations.slice(0, maxViolations)
}
