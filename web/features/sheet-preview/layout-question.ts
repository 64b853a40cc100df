import type { LaidCopy } from "../../../sheet/layout/layout.ts"
import type { LayoutOrder } from "../../../sheet/preflight/order-groups.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"
import { type LayoutTemplate, layoutTemplateOf } from "../../../sheet/preflight/print-layout.ts"
import type { HandWish, Pin } from "./pin.ts"
import { type PlacedItem, type PreviewItem, type PreviewTemplate, placedItems } from "./preview-item.ts"

/** The question to the planner. `silhouettePath` is below `/api/files/`; null if the box is enough. */
export type LayoutQuestion = {
  items: {
    image: Artwork
    widthIn: number
    quantity: number
    silhouettePath: string | null
    order: LayoutOrder | null
  }[]
  template: LayoutTemplate
  /** Copies that stay where they are. */
  pins: LaidCopy[]
  /** The earlier places of the others; null to lay out from scratch. */
  start: LaidCopy[] | null
}

/**
 * A question with the rows behind it: piece `i` of an answer is `placed[i]`. Equal keys have equal answers;
 * the key is "" if nothing can be packed.
 */
export type AskedLayout = {
  key: string
  question: LayoutQuestion
  placed: PlacedItem[]
  template: PreviewTemplate
}

/**
 * Returns the planner's input for these items: the same as the server's when it processes the print. Pins of
 * removed copies are left out.
 */
export function askedLayout(
  items: readonly PreviewItem[],
  template: PreviewTemplate,
  { pins = [], start = null }: Partial<HandWish> = {},
): AskedLayout {
  const placed = placedItems(items)
  const print = {
    items: placed.map(({ art, widthIn: printedIn, quantity, image, silhouettePath, order }) => ({
      image: art,
      widthIn: printedIn,
      quantity,
      silhouettePath: template.nesting === "boxes" || image.isOpaque ? null : silhouettePath,
      order,
    })),
    template: layoutTemplateOf(template),
    pins: placesOf(pins, placed),
  }
  const key = placed.length === 0 ? "" : `${JSON.stringify(print)}${start ? ` from ${numberOf(start)}` : ""}`
  return { key, question: { ...print, start: start && placesOf(start, placed) }, placed, template }
}

function placesOf(pins: readonly Pin[], placed: readonly PlacedItem[]): LaidCopy[] {
  const pieceOf = new Map(placed.map(({ id }, piece) => [id, piece]))
  return pins.flatMap(({ itemId, ...place }) => {
    const piece = pieceOf.get(itemId)
    return piece === undefined || place.copy >= placed[piece].quantity ? [] : [{ piece, ...place }]
  })
}

const numbers = new WeakMap<readonly Pin[], number>()
let lastNumber = 0

/** Numbers starts by the identity of their array: a copy of an array is another question. */
function numberOf(start: readonly Pin[]): number {
  const known = numbers.get(start) ?? ++lastNumber
  numbers.set(start, known)
  return known
}
