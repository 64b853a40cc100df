import { z } from "zod"
import { idSchema } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { type PrintItemInput, printItemSchema } from "../../../contract/print.ts"
import { packings } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { plural } from "../../lib/format.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { copiesOf } from "./print-rules.ts"

const imageSnapshotSchema = printItemSchema.shape.imageId
const sizeSnapshotSchema = printItemSchema.shape.sizeId

const draftItemSchema = z.object({
  /** Names the row on this page only. */
  key: z.string().min(1),
  image: imageSnapshotSchema,
  size: sizeSnapshotSchema,
  /** It was there when it was picked and has been deleted since. */
  isImageDeleted: z.boolean(),
  isSizeDeleted: z.boolean(),
  quantity: z.number().int().min(1).max(MAX_PRINT_COPIES),
})
export type DraftItem = z.infer<typeof draftItemSchema>
export type DraftImage = NonNullable<DraftItem["image"]>
type DraftSize = NonNullable<DraftItem["size"]>

const draftSchema = z.object({
  version: z.literal(1),
  items: z.array(draftItemSchema).max(MAX_PRINT_ITEMS),
  /** Sent with the draft, so that a retry makes no second print. Every change makes a new key. */
  requestKey: z.uuid(),
  sheetTemplateId: idSchema.nullable(),
  /** The way to pack; null for the template's. */
  packing: z.enum(packings).nullable().default(null),
})
/** A print that was not saved yet. */
export type PrintDraft = z.infer<typeof draftSchema>

export function emptyDraft(requestKey: string): PrintDraft {
  return { version: 1, items: [], requestKey, sheetTemplateId: null, packing: null }
}

/** The draft in a stored text, or null where there is none that can be used. */
export function parseDraft(text: string | null): PrintDraft | null {
  if (text === null) return null
  try {
    const parsed = draftSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // Cut off or foreign: as good as none.
    return null
  }
}

export type DraftChange =
  | { kind: "add"; key: string; image: DraftImage; size: DraftSize | null; quantity: number }
  | { kind: "size"; key: string; size: DraftSize }
  | { kind: "quantity"; key: string; quantity: number }
  | { kind: "remove"; key: string }
  /** What the server knows of the picked images and sizes now; null for the deleted. */
  | { kind: "refresh"; images: ReadonlyMap<string, DraftImage | null>; sizes: ReadonlyMap<string, DraftSize> }

/** The same image in the same size is one row: quantities add up, to the limit of a print. */
export function changeItems(items: readonly DraftItem[], change: DraftChange): DraftItem[] {
  switch (change.kind) {
    case "add":
      return merge([
        ...items,
        {
          key: change.key,
          image: snapshotOf(change.image),
          size: change.size && sizeSnapshotOf(change.size),
          isImageDeleted: false,
          isSizeDeleted: false,
          quantity: change.quantity,
        },
      ])
    case "size":
      return merge(
        items.map((item) =>
          item.key === change.key
            ? { ...item, size: sizeSnapshotOf(change.size), isSizeDeleted: false }
            : item,
        ),
      )
    case "quantity":
      return items.map((item) =>
        item.key === change.key ? { ...item, quantity: bounded(change.quantity) } : item,
      )
    case "remove":
      return items.filter((item) => item.key !== change.key)
    case "refresh":
      return items.map((item) => refreshed(item, change.images, change.sizes))
  }
}

/** The rows with other quantities, by key; none takes the row out. */
export function withQuantities(
  items: readonly DraftItem[],
  quantities: ReadonlyMap<string, number>,
): DraftItem[] {
  return items.flatMap((item) => {
    const quantity = quantities.get(item.key) ?? item.quantity
    return quantity > 0 ? [{ ...item, quantity: bounded(quantity) }] : []
  })
}

/** What keeps the draft from being saved at all, or null. */
export function draftProblem(items: readonly DraftItem[]): string | null {
  if (items.length > MAX_PRINT_ITEMS) return `A print holds at most ${plural(MAX_PRINT_ITEMS, "item")}`
  if (copiesOf(items) > MAX_PRINT_COPIES)
    return `A print holds at most ${plural(MAX_PRINT_COPIES, "copy", "copies")}`
  return null
}

/** What keeps the draft from being processed, or null. Both gaps have one sentence here. */
export function processProblem(items: readonly DraftItem[]): string | null {
  const isIncomplete = items.some((item) => item.image === null || item.size === null)
  return draftProblem(items) ?? (isIncomplete ? texts.imageOrSizeMissing : null)
}

/** The body of the call that saves it. */
export function printItemsOf(items: readonly DraftItem[]): PrintItemInput[] {
  return items.map((item) => ({
    imageId: item.image?._id ?? null,
    sizeId: item.size?._id ?? null,
    quantity: item.quantity,
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

/** The part of an image that a draft stores. */
function snapshotOf(image: DraftImage): DraftImage {
  const { _id, name, status, previewFile, file, mediaType, widthPx, heightPx, trim, isOpaque, softShare } =
    image
  return { _id, name, status, previewFile, file, mediaType, widthPx, heightPx, trim, isOpaque, softShare }
}

function sizeSnapshotOf({ _id, name, value }: DraftSize): DraftSize {
  return { _id, name, value }
}

function merge(items: readonly DraftItem[]): DraftItem[] {
  const merged: DraftItem[] = []
  for (const item of items) {
    const same = item.image
      ? merged.findIndex((one) => one.image?._id === item.image?._id && one.size?._id === item.size?._id)
      : -1
    if (same < 0) merged.push(item)
    else merged[same] = { ...merged[same], quantity: bounded(merged[same].quantity + item.quantity) }
  }
  return merged
}

function refreshed(
  item: DraftItem,
  images: ReadonlyMap<string, DraftImage | null>,
  sizes: ReadonlyMap<string, DraftSize>,
): DraftItem {
  const image = item.image ? images.get(item.image._id) : undefined
  const size = item.size ? sizes.get(item.size._id) : undefined
  return {
    ...item,
    image: image ? snapshotOf(image) : image === null ? null : item.image,
    isImageDeleted: item.isImageDeleted || image === null,
    size: size ? sizeSnapshotOf(size) : null,
    isSizeDeleted: item.isSizeDeleted || (item.size !== null && size === undefined),
  }
}

function bounded(quantity: number): number {
  return Math.min(MAX_PRINT_COPIES, Math.max(1, Math.round(quantity)))
}
