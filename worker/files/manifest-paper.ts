import type { Manifest, ManifestRow } from "../../contract/prints/manifest.ts"
import { joined } from "../../sheet/raster/file-bytes.ts"
import { openPaper, PAPER } from "./paper.ts"
import { fitted } from "./paper-text.ts"
import { itemName } from "./shop-manifest.ts"

const ROW_PT = 17
const SIZE_PT = 9
/** The baseline of the first row of a page. */
const TOP_PT = PAPER.margin + 12
const BOTTOM_PT = PAPER.height - PAPER.margin

const columns: [title: string, x: number, width: number, cell: (row: ManifestRow) => string][] = [
  ["No.", 56, 26, (row) => (row.position === null ? "" : String(row.position))],
  ["Code", 86, 58, (row) => row.code],
  ["Order", 148, 88, (row) => row.orderNumber],
  ["Item", 240, 196, noticedName],
  ["Size", 440, 118, (row) => row.size],
]

/**
 * Returns a manifest for the shop's own paper: each sheet's copies from the top, with a box to tick. It
 * contains nothing about buyers, nor their requests.
 */
export function manifestPaper({ name, createdAt, printedAt, rows }: Manifest): Uint8Array {
  const paper = openPaper({ title: `Manifest of ${name}`, createdAtMs: Date.parse(printedAt ?? createdAt) })
  const parts = [paper.begin()]
  let y = TOP_PT
  let page = 1

  function turnPage(): void {
    paper.text(PAPER.margin, PAPER.height - 20, `${page}`, "regular", 8)
    parts.push(paper.endPage())
    page++
    y = TOP_PT
  }

  function head(title: string, copies: number): void {
    // A head is not left alone at the end of a page.
    if (y + 3 * ROW_PT > BOTTOM_PT) turnPage()
    paper.text(PAPER.margin, y + 4, title, "bold", 12)
    paper.text(PAPER.margin + 90, y + 4, copies === 1 ? "1 copy" : `${copies} copies`)
    y += ROW_PT + 3
    for (const [column, x] of columns) paper.text(x, y, column, "bold", 8)
    paper.line(PAPER.margin, y + 4, PAPER.width - 2 * PAPER.margin)
    y += ROW_PT
  }

  paper.text(PAPER.margin, y + 6, fitted(name, 440, 18), "bold", 18)
  y += 34
  for (const [sheet, own] of Map.groupBy(rows, (row) => row.sheet)) {
    head(sheet === null ? "No sheet" : `Sheet ${sheet}`, own.length)
    for (const row of own) {
      if (y > BOTTOM_PT) turnPage()
      paper.box(PAPER.margin, y - 9, 11, 11)
      for (const [, x, width, cell] of columns)
        paper.text(x, y, fitted(cell(row), width, SIZE_PT), "regular", SIZE_PT)
      paper.line(PAPER.margin, y + 5, PAPER.width - 2 * PAPER.margin, 0.8)
      y += ROW_PT
    }
    y += ROW_PT
  }
  turnPage()
  parts.push(paper.end())
  return joined(parts)
}

/** Returns the name in a row. A notice to leave a copy out comes first: the line is cut where it ends. */
function noticedName(row: ManifestRow): string {
  const change = row.isCancelled ? "CANCELLED" : row.changes.length > 0 ? "CHANGED" : ""
  return [change, row.hasNoPlace ? "NO PLACE FOR ITS TEXT" : "", itemName(row)]
    .filter((part) => part !== "")
    .join(": ")
}
