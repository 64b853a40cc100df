import type { PrintItem } from "../../../contract/prints/print.ts"
import { layOutWithin } from "../../../sheet/layout/lay-out.ts"
import type { Layout, Placement } from "../../../sheet/layout/layout.ts"
import type { LayoutDocument } from "../../../sheet/preflight/layout-document.ts"
import { pieceSize } from "../../../sheet/preflight/piece-size.ts"
import { type PlacedItem, type PreviewTemplate, placedItems } from "../sheet-preview/preview-item.ts"
import type { PackedSheets } from "../sheet-preview/use-sheet-layout.ts"
import { copiesOf, previewOfPrint } from "./print-rules.ts"

/** The most copies packed for a picture: more would hold up the page for longer than a frame. */
const MOST_PACKED_COPIES = 60
/** The packing steps for a picture, for which the first good layout is enough. */
const PACKING_STEPS = 1

/**
 * Returns a draft's sheet for a small picture: the stored layout, else its pieces packed as boxes. Null if
 * nothing can be packed yet, or there is too much for a picture.
 */
export function draftSheet(
  printItems: readonly PrintItem[],
  template: PreviewTemplate,
  stored: LayoutDocument | null,
): PackedSheets | null {
  const items = placedItems(previewOfPrint(printItems))
  const layout = stored ? layoutOf(stored, items, template) : packed(items, template)
  if (!layout) return null
  return { kind: "planned", key: "", items, template, dpi: template.dpi, layout, ...unshown }
}

/** A picture shows no figures and no labels. */
const unshown = {
  labels: [],
  violations: [],
  copies: 0,
  lengthIn: 0,
  boxesLengthIn: 0,
  savedShare: null,
  utilisation: 0,
}

function packed(items: readonly PlacedItem[], template: PreviewTemplate): Layout | null {
  if (items.length === 0 || copiesOf(items) > MOST_PACKED_COPIES) return null
  const pieces = items.map((item) => ({ ...sizeOf(item, template), count: item.quantity }))
  const px = (inches: number) => Math.round(inches * template.dpi)
  const { widthIn, maxLengthIn, edgeIn, gapIn, rotate } = template
  const bounds = {
    widthPx: px(widthIn),
    maxLengthPx: px(maxLengthIn),
    edgePx: px(edgeIn),
    gapPx: px(gapIn),
    rotate,
  }
  const result = layOutWithin(pieces, bounds, PACKING_STEPS)
  return result.kind === "too-large" ? null : result.layout
}

/** Returns the layout; null if it has an item that was deleted since: both are loaded again. */
function layoutOf(
  stored: LayoutDocument,
  items: readonly PlacedItem[],
  template: PreviewTemplate,
): Layout | null {
  const pieceOf = new Map(items.map(({ id }, piece) => [id, piece]))
  const widthPx = Math.round(template.widthIn * template.dpi)
  const sheets = stored.sheets.map(({ lengthPx, placements }) => ({
    widthPx,
    lengthPx,
    placements: placements.flatMap(({ itemId, copy, x, y, turn }): Placement[] => {
      const piece = pieceOf.get(itemId)
      if (piece === undefined) return []
      const size = sizeOf(items[piece], template)
      const rotated = turn === 90 || turn === 270
      return [
        {
          piece,
          copy: copy - 1,
          x,
          y,
          widthPx: rotated ? size.heightPx : size.widthPx,
          heightPx: rotated ? size.widthPx : size.heightPx,
          rotated,
          ...(turn >= 180 ? { halfTurned: true as const } : {}),
        },
      ]
    }),
  }))
  const isWhole = sheets.every(
    ({ placements }, index) => placements.length === stored.sheets[index].placements.length,
  )
  return isWhole ? { sheets } : null
}

function sizeOf({ art, widthIn }: PlacedItem, template: PreviewTemplate) {
  return pieceSize({ image: art, widthIn, template })
}
