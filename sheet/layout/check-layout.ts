import type { Layout, PieceType, Placement, SheetBounds, SheetLayout } from "./layout.ts"

// A broken layout can break everywhere. More sentences than this help nobody.
const maxViolations = 100

/**
 * Checks a layout against its order and bounds, and shares no code with the search: every copy once
 * and in its size, whole pixels, inside the edges, the gap between every two pieces, the sheet cut
 * to content and never longer than allowed. Returns one sentence per violation, none for a sound
 * layout. It sweeps down the sheet, so 5,000 copies take milliseconds.
 */
export function checkLayout(pieces: readonly PieceType[], bounds: SheetBounds, layout: Layout): string[] {
  const violations: string[] = []
  const seen = pieces.map((piece) => new Uint8Array(piece.count))
  layout.sheets.forEach((sheet, index) => {
    const name = `sheet ${index + 1}`
    if (sheet.placements.length === 0) violations.push(`${name} is empty`)
    if (sheet.widthPx !== bounds.widthPx)
      violations.push(`${name} is ${sheet.widthPx} wide, not ${bounds.widthPx}`)
    if (sheet.lengthPx > bounds.maxLengthPx)
      violations.push(`${name} is ${sheet.lengthPx} long, at most ${bounds.maxLengthPx} allowed`)
    checkPlacements(name, sheet, pieces, bounds, seen, violations)
    checkGaps(name, sheet.placements, bounds.gapPx, violations)
  })
  pieces.forEach((_, piece) => {
    const missing = seen[piece].reduce((sum, times) => sum + (times === 0 ? 1 : 0), 0)
    if (missing > 0) violations.push(`piece ${piece}: ${missing} copies are not placed`)
  })
  return violations.slice(0, maxViolations)
}

function checkPlacements(
  name: string,
  sheet: SheetLayout,
  pieces: readonly PieceType[],
  bounds: SheetBounds,
  seen: Uint8Array[],
  violations: string[],
): void {
  let lastEdge = 0
  for (const placement of sheet.placements) {
    const { x, y, widthPx, heightPx, rotated } = placement
    const who = `${name}: piece ${placement.piece} copy ${placement.copy}`
    const piece = pieces[placement.piece]
    if (piece === undefined || !(placement.copy in seen[placement.piece])) {
      violations.push(`${who} was not ordered`)
      continue
    }
    if (seen[placement.piece][placement.copy]++ > 0) violations.push(`${who} is placed twice`)
    if (seen[placement.piece][placement.copy] > 2) seen[placement.piece][placement.copy] = 2
    if (rotated && !bounds.rotate) violations.push(`${who} is turned, which is not allowed`)
    const [wantWidth, wantHeight] = rotated
      ? [piece.heightPx, piece.widthPx]
      : [piece.widthPx, piece.heightPx]
    if (widthPx !== wantWidth || heightPx !== wantHeight)
      violations.push(`${who} is ${widthPx}×${heightPx}, not ${wantWidth}×${wantHeight}`)
    if (!Number.isInteger(x) || !Number.isInteger(y)) violations.push(`${who} is not on whole pixels`)
    const inside =
      x >= bounds.edgePx &&
      y >= bounds.edgePx &&
      x + widthPx <= bounds.widthPx - bounds.edgePx &&
      y + heightPx <= sheet.lengthPx - bounds.edgePx
    if (!inside) violations.push(`${who} at ${x},${y} reaches over the edge`)
    lastEdge = Math.max(lastEdge, y + heightPx)
  }
  if (sheet.placements.length > 0 && sheet.lengthPx !== lastEdge + bounds.edgePx)
    violations.push(`${name} is ${sheet.lengthPx} long, its content ends at ${lastEdge}`)
}

// Sweeps down the sheet. `open` holds the pieces that the sweep line (less the gap) still crosses,
// sorted by left edge. While those keep the gap, no two of them overlap in x, so a new piece can
// only collide with its two neighbours in that order. After a collision the new piece stays out,
// which keeps the order sound.
function checkGaps(
  name: string,
  placements: readonly Placement[],
  gapPx: number,
  violations: string[],
): void {
  const byTop = [...placements].sort((a, b) => a.y - b.y || a.x - b.x)
  const byBottom = [...placements].sort((a, b) => a.y + a.heightPx - (b.y + b.heightPx))
  const open: Placement[] = []
  let closed = 0
  for (const placement of byTop) {
    while (
      closed < byBottom.length &&
      byBottom[closed].y + byBottom[closed].heightPx + gapPx <= placement.y
    ) {
      const at = insertionIndex(open, byBottom[closed].x)
      if (open[at] === byBottom[closed]) open.splice(at, 1)
      closed++
    }
    const at = insertionIndex(open, placement.x)
    const left = open[at - 1]
    const right = open[at]
    const hit =
      left !== undefined && left.x + left.widthPx + gapPx > placement.x
        ? left
        : right !== undefined && placement.x + placement.widthPx + gapPx > right.x
          ? right
          : undefined
    if (hit === undefined) open.splice(at, 0, placement)
    else
      violations.push(
        `${name}: piece ${placement.piece} copy ${placement.copy} and piece ${hit.piece} copy ${hit.copy} are closer than ${gapPx}`,
      )
  }
}

// The index of the first piece that starts at x or right of it.
function insertionIndex(open: readonly Placement[], x: number): number {
  let low = 0
  let high = open.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (open[middle].x < x) low = middle + 1
    else high = middle
  }
  return low
}
