import type { InSteps } from "../in-steps.ts"
import type { SheetLayout } from "../layout/layout.ts"
import { dealCopies } from "../layout/nest/deal-copies.ts"
import type { LaidOutPrint } from "./plan-print.ts"
import { copyInkPx2InSteps, printLayoutInputInSteps } from "./print-inks.ts"
import type { LayoutItem, LayoutTemplate } from "./print-layout.ts"
import type { PrintSection } from "./print-sections.ts"

/** The least copies in a section, about, if there are as many: sheets of few large pieces are searched together. */
const sectionCopies = 60

/** The film that a section's own search needs, as a share of what the quick layout of all takes; somewhat less is usual. */
const sectionShare = 0.925

/**
 * Returns the sections that a print is dealt out to, each for a search of its own. `plan` is the quick layout of all: it
 * says how much film is needed.
 */
export function* dealSections(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  { layout, copies }: LaidOutPrint,
): InSteps<PrintSection[]> {
  const input = yield* printLayoutInputInSteps(items, template)
  const inkPx2 = yield* copyInkPx2InSteps(input)
  const { gapPx, edgePx, maxLengthPx } = input.bounds
  // Half of the gap around its ink is a copy's own.
  const areas = input.pieces.map(
    ({ widthPx, heightPx }, piece) => inkPx2[piece] + (widthPx + heightPx + gapPx) * gapPx,
  )
  const areaOf = ({ placements }: SheetLayout) => placements.reduce((sum, { piece }) => sum + areas[piece], 0)
  const lengthPx = layout.sheets.reduce((sum, sheet) => sum + sheet.lengthPx - 2 * edgePx, 0)
  const areaPx2 = layout.sheets.reduce((sum, sheet) => sum + areaOf(sheet), 0)
  const capacityPx2 = ((areaPx2 / lengthPx) * (maxLengthPx - 2 * edgePx)) / sectionShare
  const sheets = Math.max(1, Math.round((sectionCopies * areaPx2) / (copies * capacityPx2)))
  const counts = items.map(({ quantity }) => quantity)
  const dealt = dealCopies(areas, counts, sheets * capacityPx2)
  const next = counts.map(() => 0)
  return dealt.map(({ counts: own, times }) => ({
    items: own.flatMap((count, item) => {
      if (count === 0) return []
      const from = next[item]
      next[item] += count * times
      const numbers = (time: number) => Array.from({ length: count }, (_, i) => from + time * count + i)
      return [{ item, copies: Array.from({ length: times }, (_, time) => numbers(time)) }]
    }),
  }))
}
