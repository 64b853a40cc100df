import type { PrintItem } from "../../../contract/print.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import type { DraftItem } from "./print-draft.ts"

/** A saved print's items as the preview takes them, in the order the server packs them. */
export function previewOfPrint(items: readonly PrintItem[]): PreviewItem[] {
  return items.map((item) => ({
    id: item._id,
    image: item.imageId,
    widthIn: item.sizeId?.value ?? null,
    quantity: item.quantity,
    order: item.orderItemId,
  }))
}

export function previewOfDraft(items: readonly DraftItem[]): PreviewItem[] {
  return items.map((item) => ({
    id: item.key,
    image: item.image,
    widthIn: item.size?.value ?? null,
    quantity: item.quantity,
    order: null,
  }))
}
