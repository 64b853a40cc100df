import type { Layout } from "../layout/layout.ts"
import type { PrintedInk } from "../layout/nest/printed-ink.ts"
import { printLayoutInput } from "./print-inks.ts"
import type { LayoutItem, LayoutTemplate } from "./print-layout.ts"

/**
 * Returns the square inches of ink on a layout, however it was packed, by its pieces' silhouettes: soft
 * pixels count in full, and so do gaps of an artwork that are narrower than three of its silhouette's
 * cells. A piece without a silhouette is ink all over. Labels do not count.
 */
export function inkSqInOf(
  { sheets }: Pick<Layout, "sheets">,
  items: readonly LayoutItem[],
  template: LayoutTemplate,
): number {
  // With nested boxes, the layout's own input has no ink; with closed holes, those would count as ink.
  const shares = printLayoutInput(items, { ...template, nesting: "shapes", useHoles: true }).inks.map(
    inkShare,
  )
  let inkPx2 = 0
  for (const { placements } of sheets)
    for (const { piece, widthPx, heightPx } of placements) inkPx2 += widthPx * heightPx * shares[piece]
  return inkPx2 / template.dpi ** 2
}

/** Returns the share of the printed box that is ink: cells at its edge count with their part within it. */
function inkShare(ink: PrintedInk | null): number {
  if (!ink) return 1
  const { silhouette, box } = ink
  const { cellPx, rows } = silhouette
  const within = (from: number, to: number, start: number, end: number) =>
    Math.max(0, Math.min(to * cellPx, end) - Math.max(from * cellPx, start))
  let inkPx2 = 0
  rows.forEach((runs, row) => {
    const height = within(row, row + 1, box.y, box.y + box.height)
    for (let i = 0; height > 0 && i < runs.length; i += 2)
      inkPx2 += height * within(runs[i], runs[i + 1], box.x, box.x + box.width)
  })
  return Math.min(1, inkPx2 / (box.width * box.height))
}
