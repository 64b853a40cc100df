import type { Artwork } from "../../../sheet/preflight/piece-size.ts"
import type { LayoutOrder, LayoutTemplate } from "../../../sheet/preflight/print-layout.ts"
import { type PlacedItem, type PreviewItem, type PreviewTemplate, placedItems } from "./preview-item.ts"

/** What the planner is asked. `silhouetteOf` names an image; null where its box is enough. */
export type LayoutQuestion = {
  items: {
    image: Artwork
    widthIn: number
    quantity: number
    silhouetteOf: string | null
    order: LayoutOrder | null
  }[]
  template: LayoutTemplate
}

/**
 * A question with the rows behind it: piece `i` of an answer is `placed[i]`. Equal keys have equal
 * answers; the key is "" where nothing can be packed.
 */
export type AskedLayout = {
  key: string
  question: LayoutQuestion
  placed: PlacedItem[]
  template: PreviewTemplate
}

/** The planner's input for these items: the same as the server's when it processes the print. */
export function askedLayout(items: readonly PreviewItem[], template: PreviewTemplate): AskedLayout {
  const placed = placedItems(items)
  const { widthIn, maxLengthIn, edgeIn, gapIn, dpi, rotate, trim, mirror, labels, nesting, packing } =
    template
  const question: LayoutQuestion = {
    items: placed.map(({ art, widthIn: printedIn, quantity, image, order }) => ({
      image: art,
      widthIn: printedIn,
      quantity,
      silhouetteOf: nesting === "boxes" || image.isOpaque ? null : image._id,
      order,
    })),
    template: { widthIn, maxLengthIn, edgeIn, gapIn, dpi, rotate, trim, mirror, labels, nesting, packing },
  }
  return { key: placed.length === 0 ? "" : JSON.stringify(question), question, placed, template }
}
