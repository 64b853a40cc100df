import type { Layout, PieceType, SheetBounds } from "../layout.ts"

/** Throws a RangeError at the first size that is not the order's, or place off whole pixels. */
export function checkSizes(pieces: readonly PieceType[], bounds: SheetBounds, layout: Layout): void {
  layout.sheets.forEach((sheet, index) => {
    const refuse = (what: string): never => {
      throw new RangeError(`sheet ${index + 1}: ${what}`)
    }
    if (sheet.widthPx !== bounds.widthPx) refuse(`${sheet.widthPx} px wide, not ${bounds.widthPx}`)
    if (!Number.isInteger(sheet.lengthPx)) refuse(`${sheet.lengthPx} px long`)
    for (const { piece, copy, x, y, widthPx, heightPx, rotated } of sheet.placements) {
      const who = `piece ${piece} copy ${copy}`
      if (!Number.isInteger(x) || !Number.isInteger(y)) refuse(`${who} lies at ${x}, ${y}`)
      const type = pieces[piece]
      if (!type) continue
      const [wide, high] = rotated ? [type.heightPx, type.widthPx] : [type.widthPx, type.heightPx]
      if (widthPx !== wide || heightPx !== high)
        refuse(`${who} is ${widthPx} × ${heightPx} px, not ${wide} × ${high}`)
    }
  })
}
