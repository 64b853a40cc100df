import type { PrintItem } from "../../../contract/print.ts"
import { type LayoutDocument, layoutOf } from "../../../sheet/preflight/layout-document.ts"
import { planPrint } from "../../../sheet/preflight/plan-print.ts"
import { type PreviewTemplate, placedItems } from "../sheet-preview/preview-item.ts"
import type { PackedSheets } from "../sheet-preview/use-sheet-layout.ts"
import { copiesOf, previewOfPrint } from "./print-rules.ts"

/** More are not packed for a picture: it would hold up the page for longer than a frame. */
const MOST_PACKED_COPIES = 60

/**
 * A draft's sheet for a small picture: the stored layout, else its pieces packed as boxes. Null
 * where nothing of it can be packed yet, or it is too much for a picture.
 */
export function draftSheet(
  printItems: readonly PrintItem[],
  template: PreviewTemplate,
  stored: LayoutDocument | null,
): PackedSheets | null {
  const items = placedItems(previewOfPrint(printItems))
  const asked = items.map(({ id, art, widthIn, quantity, order }) => ({
    id,
    image: art,
    widthIn,
    quantity,
    order,
  }))
  const layout = stored ? layoutOrNull(stored, asked, template) : packed(asked, template)
  if (!layout) return null
  return {
    kind: "planned",
    key: "",
    items,
    template,
    dpi: template.dpi,
    layout,
    labels: [],
    violations: [],
    copies: copiesOf(items),
    ...unknownFigures,
  }
}

/** A picture shows no figures. */
const unknownFigures = { lengthIn: 0, boxesLengthIn: 0, savedShare: null, utilisation: 0 }

type Asked = Parameters<typeof layoutOf<string>>[1]

function packed(items: Asked, template: PreviewTemplate) {
  if (items.length === 0 || copiesOf(items) > MOST_PACKED_COPIES) return null
  const plan = planPrint(items, { ...template, nesting: "boxes" }, null, { effort: "quick" })
  return plan.kind === "too-large" ? null : plan.layout
}

function layoutOrNull(stored: LayoutDocument, items: Asked, template: PreviewTemplate) {
  try {
    return layoutOf<string>(stored, items, template)
  } catch (error) {
    // An item has gone since the layout was read: both are read anew.
    if (error instanceof RangeError) return null
    throw error
  }
}
