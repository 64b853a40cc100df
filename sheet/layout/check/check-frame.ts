import type { SheetBounds, SheetLayout } from "../layout.ts"
import { quarterTurnsOf } from "./turned-rect.ts"
import type { LayoutViolation } from "./violation.ts"

/**
 * Checks that every piece is inside the sheet's edges, in an allowed turn. The sheet has to end one
 * edge below its lowest piece, and no sheet may be empty or too long.
 */
export function checkFrame(
  sheet: number,
  { placements, lengthPx }: Pick<SheetLayout, "placements" | "lengthPx">,
  { widthPx, maxLengthPx, edgePx, rotate }: SheetBounds,
): LayoutViolation[] {
  const violations: LayoutViolation[] = []
  const ends = placements.map(({ y, heightPx }) => y + heightPx + edgePx)
  const endPx = ends.reduce((most, end) => Math.max(most, end), 0)
  placements.forEach((placement, index) => {
    if (quarterTurnsOf(placement) > 0 && !rotate)
      violations.push({ code: "turned", sheet, placements: [index] })
    const { x, y } = placement
    const byPx = Math.max(
      edgePx - x,
      edgePx - y,
      x + placement.widthPx + edgePx - widthPx,
      ends[index] - lengthPx,
    )
    if (byPx > 0) violations.push({ code: "outside", sheet, placements: [index], byPx })
  })
  const endingBeyond = (limitPx: number) => [...ends.keys()].filter((index) => ends[index] > limitPx)
  const longestPx = Math.max(lengthPx, endPx)
  if (longestPx > maxLengthPx) {
    const beyond = endingBeyond(maxLengthPx)
    violations.push({ code: "too-long", sheet, placements: beyond, byPx: longestPx - maxLengthPx })
  }
  if (placements.length === 0 || lengthPx !== endPx) {
    const lowest = endingBeyond(endPx - 1)
    violations.push({
      code: "wrong-length",
      sheet,
      placements: lowest,
      byPx: Math.abs(lengthPx - endPx),
    })
  }
  return violations
}
