import type { SheetLayout } from "../layout/layout.ts"
import type { SheetLabel } from "../raster/label/draw-label.ts"
import { labelBox, labelStrip } from "./label-strip.ts"
import { groupLabel, labelledItem, orderGroups, pieceCounts } from "./order-groups.ts"
import type { LayoutItem, LayoutTemplate } from "./print-layout.ts"

/** The text of an item's labels. `code` is their codes' text before the copy's number. */
type LabelledItem = { label: string; code?: string }

/**
 * Returns the label of each placement of a planned sheet, in the order of the placements. Empty if
 * labels are off. A label counts its piece among those of its order. By order, one copy of each order names
 * it and says how many there are, labels or not.
 */
export function labelsOf(
  sheet: SheetLayout,
  items: readonly (Pick<LayoutItem, "order" | "quantity" | "widthIn"> & LabelledItem)[],
  template: LayoutTemplate,
): SheetLabel[] {
  const strip = labelStrip(template)
  if (strip.stripPx === 0) return []
  const groups = template.packing === "by-order" ? orderGroups(items) : []
  const groupLabels = new Map(groups.map((group) => [labelledItem(group, items), groupLabel(group)]))
  const counts = pieceCounts(items)
  return sheet.placements.map((placement) => {
    const { piece, copy, rotated } = placement
    const ofGroup = copy === 0 ? groupLabels.get(piece) : undefined
    const own = template.labels ? items[piece].label : ""
    const text = ofGroup ? `${ofGroup} ${own}`.trimEnd() : own && `${counts[piece](copy)}${own}`
    const code = template.labels && items[piece].code ? `${items[piece].code}${copy + 1}` : ""
    return { text, code, ...labelBox(placement, strip), rotated, mirror: template.mirror }
  })
}
