import type { Layout } from "./layout.ts"

/** The figures shown beside a layout: number of sheets, total film length in pixels, share of it printed. */
type LayoutFigures = { sheets: number; lengthPx: number; utilisation: number }

/** Sums up a layout. `utilisation` is piece area over film area, 0 to 1, and 0 without sheets. */
export function describeLayout(layout: Layout): LayoutFigures {
  let lengthPx = 0
  let filmPx2 = 0
  let piecesPx2 = 0
  for (const sheet of layout.sheets) {
    lengthPx += sheet.lengthPx
    filmPx2 += sheet.widthPx * sheet.lengthPx
    for (const placement of sheet.placements) piecesPx2 += placement.widthPx * placement.heightPx
  }
  return { sheets: layout.sheets.length, lengthPx, utilisation: filmPx2 === 0 ? 0 : piecesPx2 / filmPx2 }
}
