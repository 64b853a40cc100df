import { createPace, type InSteps } from "../../in-steps.ts"
import type { PieceType, Placement, SheetLayout } from "../layout.ts"
import { isOrdered } from "./check-copies.ts"
import type { InkShape, InkShapes } from "./ink-shapes.ts"
import { type InkMeter, inkMeter } from "./ink-tree.ts"
import { quarterTurnsOf, type Rect } from "./turned-rect.ts"
import { type LayoutViolation, maxViolations } from "./violation.ts"

/** The pairs of boxes compared between two pauses: two or three milliseconds. */
const looksPerStep = 200_000

/** The time of making a rectangle, in comparisons. */
const looksPerRect = 20

/** One copy. `reach` is the box around its ink and strip, on the sheet. */
type Laid = { index: number; placement: Placement; reach: Rect }

type DistanceRules = { pieces: readonly PieceType[]; shapes: InkShapes; gapPx: number }

/**
 * Adds a sheet's wrong distances to `violations`, until these are too many. The ink of every two copies
 * has to be at least the gap apart. The strips at their feet have to lie on the sheet, clear of other
 * ink and other strips.
 */
export function* checkDistances(
  sheet: number,
  { placements, ...size }: SheetLayout,
  { pieces, shapes, gapPx }: DistanceRules,
  violations: LayoutViolation[],
): InSteps<void> {
  const meter = inkMeter()
  const isPauseDue = createPace(looksPerStep)
  const shapeOf = (placement: Placement) => shapes.shapeOf(placement.piece, quarterTurnsOf(placement))
  const laid: Laid[] = []
  for (const [index, placement] of placements.entries()) {
    if (!isOrdered(pieces, placement)) continue
    const shape = shapeOf(placement)
    if (isPauseDue(looksPerRect * shapes.takeMade())) yield
    laid.push({ index, placement, reach: reachOf(shape, placement) })
    const byPx = stripBeyondPx(shape, placement, size)
    if (byPx > 0) violations.push({ code: "outside", sheet, placements: [index], byPx })
  }
  laid.sort((a, b) => a.reach.top - b.reach.top)
  for (const [i, a] of laid.entries()) {
    for (let j = i + 1; j < laid.length && laid[j].reach.top < a.reach.bottom + gapPx; j++) {
      if (violations.length >= maxViolations) return
      if (isPauseDue(1 + meter.takeLooks() + looksPerRect * shapes.takeMade())) yield
      const b = laid[j]
      if (b.reach.left >= a.reach.right + gapPx || a.reach.left >= b.reach.right + gapPx) continue
      const [first, second] = a.index < b.index ? [a, b] : [b, a]
      const shapesOfTwo = [shapeOf(first.placement), shapeOf(second.placement)] as const
      for (const violation of violationsOfTwo(first, second, shapesOfTwo, { gapPx, meter }))
        violations.push({ ...violation, sheet })
    }
  }
}

function reachOf({ ink, strip }: InkShape, { x, y }: Placement): Rect {
  const [a, b] = [ink.boxes, strip.boxes]
  // The least of the roots. A tree without rectangles has none.
  const least = (at: number) => Math.min(a[at] ?? Number.POSITIVE_INFINITY, b[at] ?? Number.POSITIVE_INFINITY)
  const most = (at: number) => Math.max(a[at] ?? Number.NEGATIVE_INFINITY, b[at] ?? Number.NEGATIVE_INFINITY)
  return { left: least(4) + x, top: least(5) + y, right: most(6) + x, bottom: most(7) + y }
}

function stripBeyondPx(
  { strip }: InkShape,
  { x, y }: Placement,
  { widthPx, lengthPx }: { widthPx: number; lengthPx: number },
): number {
  if (strip.leaves === 0) return 0
  const [left, top, right, bottom] = strip.boxes.subarray(4)
  return Math.max(-left - x, -top - y, right + x - widthPx, bottom + y - lengthPx)
}

function violationsOfTwo(
  a: Laid,
  b: Laid,
  [aShape, bShape]: readonly [InkShape, InkShape],
  { gapPx, meter }: { gapPx: number; meter: InkMeter },
): Omit<LayoutViolation, "sheet">[] {
  const x = a.placement.x - b.placement.x
  const y = a.placement.y - b.placement.y
  const violations: Omit<LayoutViolation, "sheet">[] = []
  const nearest = meter.squared(aShape.ink, bShape.ink, x, y, gapPx ** 2)
  if (nearest < gapPx ** 2) {
    const byPx = nearest < 0 ? gapPx - nearest : Math.ceil(gapPx - Math.sqrt(nearest))
    violations.push({ code: "overlap", placements: [a.index, b.index], byPx })
  }
  const isCovered = (own: InkShape["ink"], other: InkShape["ink"]) => meter.squared(own, other, x, y, 0) < 0
  if (isCovered(aShape.strip, bShape.ink) || isCovered(aShape.strip, bShape.strip))
    violations.push({ code: "label-covered", placements: [a.index, b.index] })
  if (isCovered(aShape.ink, bShape.strip))
    violations.push({ code: "label-covered", placements: [b.index, a.index] })
  return violations
}
