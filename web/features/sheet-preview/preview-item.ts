import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import type { ArtworkPiece } from "../../../contract/artwork/artwork-piece.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { SheetTemplateInput } from "../../../contract/artwork/size.ts"
import { itemCode, labelAddress } from "../../../contract/prints/manifest.ts"
import type { LayoutOrder } from "../../../sheet/preflight/order-groups.ts"
import type { Artwork } from "../../../sheet/preflight/piece-size.ts"
import { type PrintWarning, printWarnings } from "../../../sheet/preflight/warnings.ts"
import { labelOf } from "../../../sheet/raster/label/label-name.ts"
import { formatTyped } from "../../lib/length.ts"
import { remembered } from "../../lib/remembered.ts"
import { artworkOf } from "./image-artwork.ts"

/** The parts of an image that the preview needs; print items and library rows both have them. */
export type PreviewImage = Pick<
  Image,
  | "_id"
  | "name"
  | "status"
  | "previewFile"
  | "isVector"
  | "widthPx"
  | "heightPx"
  | "trim"
  | "isOpaque"
  | "softShare"
> & {
  /** The fields that differ from piece to piece. */
  fields?: Image["fields"]
  /** The ink with the image's samples, if `trim` is that of a piece with other values. */
  shownTrim?: Image["trim"]
  /** The image itself, if the rest is of a picture that was made for its printed width. */
  own?: Artwork["own"]
}

/** One row of a print: without an image or a size it takes no place on the sheet. */
export type PreviewItem = {
  id: string
  /** With the picture and the ink of its piece, if that is ready. */
  image: PreviewImage | null
  /** The values of the image's fields. */
  values?: ArtworkValues
  /** The image with these values; null if it is the same on each piece, or is not known yet. */
  piece?: ArtworkPiece | null
  widthIn: number | null
  quantity: number
  /** The item in its labels' codes; missing before the print is saved. */
  code?: string
  /** The order that it prints, for the label beside it; null for images chosen by hand. */
  order: { orderNumber: string; title: string; shipDay: string | null; isCancelled: boolean } | null
  /** The mends of its store's rule; missing where it has none. */
  shopMends?: Mend[] | undefined
  /** The order item whose text its artwork has no place for; missing for any other. */
  unplacedId?: string | null
}

export type PreviewTemplate = Omit<SheetTemplateInput, "name" | "isDefault">

/** An item that lies on the sheet. */
export type PlacedItem = {
  id: string
  image: PreviewImage
  /** The image and what distinguishes this piece from its others: `Varsity Crest (ZOE, 7)`. */
  name: string
  art: Artwork
  /** The path of its silhouette, below `/api/files/`. */
  silhouettePath: string
  widthIn: number
  quantity: number
  label: string
  /** The part of its labels' codes before the copy's number. */
  code: string
  order: LayoutOrder | null
}

export type ItemWarning = Omit<PrintWarning, "item"> & { itemId: string; name: string; widthIn: number }

/** The code before a print is saved: as large as the final one, and leading nowhere. */
const UNSAVED = "0000000000"

/** Tests of packing have no window. */
const origin = typeof window === "undefined" ? "" : window.location.origin

/** Returns the items that can be packed, in order: the packer's piece `i` is the `i`th of them. */
export function placedItems(items: readonly PreviewItem[]): PlacedItem[] {
  return items.flatMap((item, index) => placedAt(item)(index))
}

/** A row mostly keeps its place, so it is read once, however often others change. */
const placedAt = remembered((item: PreviewItem) => {
  let last: { index: number; placed: readonly PlacedItem[] } | null = null
  return (index: number): readonly PlacedItem[] => {
    if (last?.index !== index) last = { index, placed: placed(item, index) }
    return last.placed
  }
})

/** Returns the item as it lies there; nothing if it lacks something. */
function placed(item: PreviewItem, index: number): PlacedItem[] {
  const art = item.image ? artworkOf(item.image) : null
  if (!item.image || !art || !item.widthIn || item.quantity < 1) return []
  const { id, image, widthIn, quantity, order } = item
  const name = pieceName(image, item.values)
  const label = labelOf(order ?? { orderNumber: null, title: image.name })
  const layoutOrder = order && { number: order.orderNumber, shipDay: order.shipDay }
  const code = labelAddress(origin, item.code ?? itemCode(UNSAVED, index + 1))
  const silhouettePath = silhouettePathOf(image, item.piece ?? null)
  return [{ id, image, name, art, silhouettePath, widthIn, quantity, label, code, order: layoutOrder }]
}

/** Returns `Varsity Crest (ZOE, 7)`, or the image's name if its fields are empty. */
export function pieceName(
  { name, fields = [] }: { name: string; fields?: Image["fields"] },
  values: ArtworkValues = {},
): string {
  const filled = fields.flatMap((field) => values[field.name] || [])
  return filled.length === 0 ? name : `${name} (${filled.join(", ")})`
}

/** Returns the path of an item's silhouette; where the picture changes, it has another path whenever that has. */
function silhouettePathOf({ _id, previewFile }: PreviewImage, piece: ArtworkPiece | null): string {
  if (piece?.state === "ready") return `images/${_id}/variants/${piece.digest}/silhouette`
  const state = /\.\w+$/.exec(previewFile?.path ?? "")?.[0] ?? ""
  return `images/${_id}/silhouette${state}`
}

/** Returns the warnings of every item, in the order of the rows. */
export function itemWarnings(items: readonly PreviewItem[], template: PreviewTemplate): ItemWarning[] {
  const lying = placedItems(items)
  const asked = lying.map(({ art, image, widthIn }) => ({
    image: { ...art, name: image.name, isVector: image.isVector, softShare: image.softShare },
    widthIn,
  }))
  return printWarnings(asked, template, formatTyped).map(({ item, ...warning }) => {
    const { id, name, widthIn } = lying[item]
    return { ...warning, itemId: id, name, widthIn }
  })
}

/** Returns whether a warning is about resolution, which a smaller size fixes. */
export function isResolutionWarning(warning: ItemWarning): boolean {
  return warning.kind === "low-dpi" || warning.kind === "very-low-dpi"
}
