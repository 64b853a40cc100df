import type { Image } from "../../../contract/image.ts"
import { itemCode, labelAddress } from "../../../contract/manifest.ts"
import type { SheetTemplateInput } from "../../../contract/size.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"
import type { LayoutOrder } from "../../../sheet/preflight/print-layout.ts"
import { type PrintWarning, printWarnings } from "../../../sheet/preflight/warnings.ts"
import { labelOf } from "../../../sheet/raster/label/label-text.ts"
import { remembered } from "../../lib/remembered.ts"
import { artworkOf, isVector } from "./image-artwork.ts"

/** What the preview needs of an image; print items and library rows both have it. */
export type PreviewImage = Pick<
  Image,
  | "_id"
  | "name"
  | "status"
  | "previewFile"
  | "mediaType"
  | "widthPx"
  | "heightPx"
  | "trim"
  | "isOpaque"
  | "softShare"
>

/** One row of a print: without an image or a size it takes no place on the sheet. */
export type PreviewItem = {
  id: string
  image: PreviewImage | null
  widthIn: number | null
  quantity: number
  /** Names it in its labels' codes; not given before the print is saved. */
  code?: string
  /** The order that it prints, for the label beside it; null for what was chosen by hand. */
  order: { orderNumber: string; title: string; shipBy: string | null; isCancelled: boolean } | null
}

export type PreviewTemplate = Omit<SheetTemplateInput, "name" | "isDefault">

/** An item that lies on the sheet. */
export type PlacedItem = {
  id: string
  image: PreviewImage
  art: Artwork
  widthIn: number
  quantity: number
  label: string
  /** What its labels' codes say before the copy's number. */
  code: string
  order: LayoutOrder | null
}

export type ItemWarning = Omit<PrintWarning, "item"> & { itemId: string; name: string; widthIn: number }

/** Before a print is saved, its codes are drawn as large as they will be, and lead nowhere. */
const UNSAVED = "0000000000"

/** Tests of what is packed have no window. */
const origin = typeof window === "undefined" ? "" : window.location.origin

/** Items that can be packed, in order: the packer's piece `i` is the `i`th of them. */
export function placedItems(items: readonly PreviewItem[]): PlacedItem[] {
  return items.flatMap((item, index) => placedAt(item)(index))
}

/** A row stands where it stood mostly: it is read once, however often others change. */
const placedAt = remembered((item: PreviewItem) => {
  let last: { index: number; placed: readonly PlacedItem[] } | null = null
  return (index: number): readonly PlacedItem[] => {
    if (last?.index !== index) last = { index, placed: placed(item, index) }
    return last.placed
  }
})

/** The item as it lies there; none where it lacks something. */
function placed(item: PreviewItem, index: number): PlacedItem[] {
  const art = item.image ? artworkOf(item.image) : null
  if (!item.image || !art || !item.widthIn || item.quantity < 1) return []
  const { id, image, widthIn, quantity, order } = item
  const label = labelOf(order ?? { orderNumber: null, title: image.name })
  const layoutOrder = order && { number: order.orderNumber, shipBy: order.shipBy }
  const code = labelAddress(origin, item.code ?? itemCode(UNSAVED, index + 1))
  return [{ id, image, art, widthIn, quantity, label, code, order: layoutOrder }]
}

/** The warnings of every item, in the order of the rows. */
export function itemWarnings(items: readonly PreviewItem[], template: PreviewTemplate): ItemWarning[] {
  const lying = placedItems(items)
  const asked = lying.map(({ art, image, widthIn }) => ({
    image: { ...art, name: image.name, isVector: isVector(image), softShare: image.softShare },
    widthIn,
  }))
  return printWarnings(asked, template).map(({ item, ...warning }) => {
    const { id, image, widthIn } = lying[item]
    return { ...warning, itemId: id, name: image.name, widthIn }
  })
}

/** Whether a warning is one of resolution, which a smaller size mends. */
export function isResolutionWarning(warning: ItemWarning): boolean {
  return warning.kind === "low-dpi" || warning.kind === "very-low-dpi"
}
