import type { Layout, PieceType, Placement } from "../layout.ts"
import type { LayoutViolation } from "./violation.ts"

/** Returns whether a placement is a copy of the order. */
export function isOrdered(pieces: readonly PieceType[], { piece, copy }: Placement): boolean {
  return Number.isInteger(copy) && copy >= 0 && copy < (pieces[piece]?.count ?? 0)
}

/** Checks that every copy of each piece lies on exactly one sheet, and nothing else does. */
export function checkCopies(pieces: readonly PieceType[], layout: Layout): LayoutViolation[] {
  const violations: LayoutViolation[] = []
  const isPlaced = pieces.map((piece) => new Uint8Array(piece.count))
  layout.sheets.forEach(({ placements }, sheet) => {
    placements.forEach((placement, index) => {
      const { piece, copy } = placement
      if (!isOrdered(pieces, placement)) violations.push({ code: "unknown-item", sheet, placements: [index] })
      else if (isPlaced[piece][copy]) violations.push({ code: "repeated", sheet, placements: [index] })
      else isPlaced[piece][copy] = 1
    })
  })
  isPlaced.forEach((placed, piece) => {
    const copies = [...placed.keys()].filter((copy) => !placed[copy])
    if (copies.length > 0)
      violations.push({ code: "missing", sheet: 0, placements: [], missing: { piece, copies } })
  })
  return violations
}
