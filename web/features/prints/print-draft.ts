import { z } from "zod"
import { type ArtworkValues, artworkValuesSchema } from "../../../contract/artwork/artwork-field.ts"
import type { ShownPiece } from "../../../contract/artwork/artwork-piece.ts"
import { canonicalValues, fittingValues, valuesJson } from "../../../contract/artwork/artwork-values.ts"
import { idSchema } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { type PrintItemInput, printItemSchema } from "../../../contract/prints/print.ts"
import { packings } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { plural } from "../../lib/format.ts"
import { remembered } from "../../lib/remembered.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { shownImage } from "../sheet-preview/shown-image.ts"
import { copiesOf } from "./print-rules.ts"

const imageSnapshotSchema = printItemSchema.shape.imageId
const sizeSnapshotSchema = printItemSchema.shape.sizeId

const draftItemSchema = z.object({
  /** Names the row on this page only. */
  key: z.string().min(1),
  image: imageSnapshotSchema,
  size: sizeSnapshotSchema,
  /** True if the image existed when it was picked and has been deleted since. */
  isImageDeleted: z.boolean(),
  isSizeDeleted: z.boolean(),
  quantity: z.number().int().min(1).max(MAX_PRINT_COPIES),
  /** The canonical values of the image's fields. */
  values: artworkValuesSchema,
})
export type DraftItem = z.infer<typeof draftItemSchema>
export type DraftImage = NonNullable<DraftItem["image"]>
type DraftSize = NonNullable<DraftItem["size"]>

const draftSchema = z.object({
  version: z.literal(1),
  /** Two tabs together may add more than a print holds: everything is kept until some is removed. */
  items: z.array(draftItemSchema).readonly(),
  /** Sent with the draft, so that a retry makes no second print. Every change makes a new key. */
  requestKey: z.uuid(),
  sheetTemplateId: idSchema.nullable(),
  /** The packing; null for the template's. */
  packing: z.enum(packings).nullable(),
  /** The number of changes of each tab, the tab that stored last at the end. */
  seen: z.record(z.string(), z.number().int()),
})
/** A print that is not saved yet. */
export type PrintDraft = z.infer<typeof draftSchema>

export function emptyDraft(requestKey: string): PrintDraft {
  return { version: 1, items: [], requestKey, sheetTemplateId: null, packing: null, seen: {} }
}

/** Reads the draft in a stored text; null if there is none that can be used. */
export function parseDraft(text: string | null): PrintDraft | null {
  if (text === null) return null
  try {
    const parsed = draftSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // Cut off or foreign: treated as none.
    return null
  }
}

/** A row as it is added: not yet merged with existing ones. */
export type NewRow = {
  key: string
  image: DraftImage
  size: DraftSize | null
  quantity: number
  values?: ArtworkValues
}

/** The new values of a row. */
export type RowChange = { size?: DraftSize; quantity?: number; values?: ArtworkValues }

export type DraftChange =
  | { kind: "add"; rows: readonly NewRow[] }
  /** Other sizes, quantities or values, by the rows' keys. */
  | { kind: "set"; values: ReadonlyMap<string, RowChange> }
  | { kind: "remove"; keys: ReadonlySet<string> }
  /** Undoes an addition: its rows are removed, whatever was done to them since. */
  | { kind: "take-back"; added: readonly Added[] }
  /** Undoes a removal: the rows return to their places. */
  | { kind: "put-back"; removed: readonly Removed[] }
  /** The server's current images and sizes; null for deleted ones. */
  | { kind: "refresh"; images: ReadonlyMap<string, DraftImage | null>; sizes: ReadonlyMap<string, DraftSize> }

/** Copies that an addition put into a row; `isNew` if it made the row. */
export type Added = { key: string; copies: number; isNew: boolean }

export type Removed = { item: DraftItem; index: number }

/** Rows that became part of others, by their keys, with the copies that they brought there. */
export type Joined = Map<string, { key: string; copies: number }>

/**
 * Changes the rows. The same image in the same size with the same values is one row: quantities add up, to
 * the limit of a print. Unchanged rows stay the same objects, and the list stays the same if all do. `joined`
 * is read and added to.
 */
export function changeItems(
  items: readonly DraftItem[],
  change: DraftChange,
  joined: Joined = new Map(),
): readonly DraftItem[] {
  const changed = changedItems(items, change, joined)
  const isSame = changed.length === items.length && changed.every((item, i) => item === items[i])
  return isSame ? items : changed
}

function changedItems(items: readonly DraftItem[], change: DraftChange, joined: Joined): DraftItem[] {
  switch (change.kind) {
    case "add":
      // The new items were no rows before.
      return merge([...items, ...change.rows.map(rowOf)], new Map())
    case "set":
      return merge(
        items.map((item) => withChange(item, change.values.get(item.key))),
        joined,
      )
    case "remove":
      return items.filter((item) => !change.keys.has(item.key))
    case "take-back":
      return takenBack(items, change.added, joined)
    case "put-back":
      return putBack(items, change.removed, joined)
    case "refresh":
      return items.map((item) => refreshed(item, change.images, change.sizes))
  }
}

export function addedBetween(before: readonly DraftItem[], after: readonly DraftItem[]): Added[] {
  const quantities = new Map(before.map(({ key, quantity }) => [key, quantity]))
  return after.flatMap(({ key, quantity }) => {
    const had = quantities.get(key)
    const copies = quantity - (had ?? 0)
    return copies > 0 ? [{ key, copies, isNew: had === undefined }] : []
  })
}

export function removedBetween(before: readonly DraftItem[], after: readonly DraftItem[]): Removed[] {
  const left = new Set(after.map(({ key }) => key))
  return before.flatMap((item, index) => (left.has(item.key) ? [] : [{ item, index }]))
}

/** Returns the rows with other quantities, by key; a row without one is removed. */
export function withQuantities(
  items: readonly DraftItem[],
  quantities: ReadonlyMap<string, number>,
): DraftItem[] {
  return items.flatMap((item) => {
    const quantity = quantities.get(item.key) ?? item.quantity
    if (quantity === item.quantity) return [item]
    return quantity > 0 ? [{ ...item, quantity: bounded(quantity) }] : []
  })
}

/** Returns why the draft cannot be saved at all, or null. */
export function draftProblem(items: readonly DraftItem[]): string | null {
  if (items.length > MAX_PRINT_ITEMS) return `A print holds at most ${plural(MAX_PRINT_ITEMS, "item")}`
  if (copiesOf(items) > MAX_PRINT_COPIES)
    return `A print holds at most ${plural(MAX_PRINT_COPIES, "copy", "copies")}`
  return null
}

/** Returns why the draft cannot be processed, or null. Both gaps share one sentence here. */
export function processProblem(items: readonly DraftItem[]): string | null {
  const isIncomplete = items.some((item) => item.image === null || item.size === null)
  return draftProblem(items) ?? (isIncomplete ? texts.imageOrSizeMissing : null)
}

/** Returns the body of the call that saves it. */
export function printItemsOf(items: readonly DraftItem[]): PrintItemInput[] {
  return items.map((item) => ({
    imageId: item.image?._id ?? null,
    sizeId: item.size?._id ?? null,
    quantity: item.quantity,
    ...(Object.keys(item.values).length > 0 ? { values: item.values } : {}),
  }))
}

/** Returns the rows as the sheet takes them, each with its piece if that is known. */
export function previewOfDraft(
  items: readonly DraftItem[],
  pieceOf: (item: DraftItem) => ShownPiece | undefined,
): PreviewItem[] {
  return items.map((item) => previewOfRow(item)(pieceOf(item)))
}

/** The same object until the row or its piece changes. */
const previewOfRow = remembered((item: DraftItem) => {
  let last: { piece: ShownPiece | undefined; preview: PreviewItem } | null = null
  return (piece: ShownPiece | undefined): PreviewItem => {
    if (last === null || last.piece !== piece) last = { piece, preview: previewWith(item, piece) }
    return last.preview
  }
})

function previewWith(item: DraftItem, piece: ShownPiece | undefined): PreviewItem {
  const { key, image, size, quantity, values } = item
  return {
    id: key,
    image: image && (piece ? shownImage(image, piece) : image),
    values,
    piece: piece ? { digest: piece.digest, state: piece.state, reason: piece.reason } : null,
    widthIn: size?.value ?? null,
    quantity,
    order: null,
  }
}

function snapshotOf(image: DraftImage): DraftImage {
  const { _id, name, status, previewFile, file, mediaType, isVector, fields } = image
  const { widthPx, heightPx, trim, isOpaque, softShare } = image
  const drawn = { widthPx, heightPx, trim, isOpaque, softShare }
  return { _id, name, status, previewFile, file, mediaType, isVector, fields, ...drawn }
}

function sizeSnapshotOf({ _id, name, value }: DraftSize): DraftSize {
  return { _id, name, value }
}

function rowOf({ key, image, size, quantity, values = {} }: NewRow): DraftItem {
  return {
    key,
    image: snapshotOf(image),
    size: size && sizeSnapshotOf(size),
    isImageDeleted: false,
    isSizeDeleted: false,
    quantity: bounded(quantity),
    values: canonicalValues(values),
  }
}

function withChange(item: DraftItem, change: RowChange | undefined): DraftItem {
  if (change === undefined) return item
  const { size, quantity, values = item.values } = change
  const isSameSize = size === undefined || size._id === item.size?._id
  const isSameText = values === item.values || valuesJson(values) === valuesJson(item.values)
  const counted = quantity === undefined ? item.quantity : bounded(quantity)
  if (isSameSize && isSameText && counted === item.quantity) return item
  const sized = isSameSize ? item : { ...item, size: sizeSnapshotOf(size), isSizeDeleted: false }
  return { ...sized, quantity: counted, values: isSameText ? item.values : canonicalValues(values) }
}

function takenBack(items: readonly DraftItem[], added: readonly Added[], joined: Joined): DraftItem[] {
  const left = new Map(items.map(({ key, quantity }) => [key, quantity]))
  const own = new Map(added.map((one) => [one.key, one]))
  for (const { key, copies, isNew } of added) {
    const quantity = left.get(key)
    if (quantity !== undefined) {
      // A new row is removed with everything done to it, except the copies of others that joined it.
      const others = [...joined].filter(
        ([from, into]) => into.key === key && !own.has(from) && !left.has(from),
      )
      left.set(key, isNew ? others.reduce((sum, [, into]) => sum + into.copies, 0) : quantity - copies)
      continue
    }
    const brought = isNew ? (joined.get(key)?.copies ?? 0) : copies
    let into = joined.get(key)
    while (into && !left.has(into.key)) into = joined.get(into.key)
    // A new row of the same addition is removed anyway.
    if (into && !own.get(into.key)?.isNew) left.set(into.key, (left.get(into.key) ?? 0) - brought)
  }
  return items.flatMap((item) => {
    const quantity = left.get(item.key) ?? 0
    if (quantity === item.quantity) return [item]
    return quantity > 0 ? [{ ...item, quantity }] : []
  })
}

function putBack(items: readonly DraftItem[], removed: readonly Removed[], joined: Joined): DraftItem[] {
  const there = new Set(items.map(({ key }) => key))
  const rows = [...items]
  for (const { item, index } of removed) if (!there.has(item.key)) rows.splice(index, 0, item)
  return merge(rows, joined)
}

/** Returns the rows that a print still has room for: those that only add copies to another one take none. */
export function roomFor(items: readonly DraftItem[], rows: readonly NewRow[]): NewRow[] {
  const names = new Set(items.map(nameOf))
  let room = MAX_PRINT_ITEMS - items.length
  return rows.filter((row) => names.has(nameOf(rowOf(row))) || room-- > 0)
}

/** Returns the name that rows share if they are one row. */
export function nameOf({ key, image, size, values }: DraftItem): string {
  return image ? `${image._id} ${size?._id} ${valuesJson(values)}` : key
}

/** Merges rows of the same name, and notes in `joined` which became part of another. */
export function merge(items: readonly DraftItem[], joined: Joined): DraftItem[] {
  const merged = new Map<string, DraftItem>()
  for (const item of items) {
    const name = nameOf(item)
    const same = merged.get(name)
    if (same) noteJoined(joined, item.key, { key: same.key, copies: item.quantity })
    merged.set(name, same ? { ...same, quantity: bounded(same.quantity + item.quantity) } : item)
  }
  return [...merged.values()]
}

/** Notes that a row became part of another one, which exists: it is the end of the chain. */
export function noteJoined(joined: Joined, key: string, into: { key: string; copies: number }) {
  joined.set(key, into)
  joined.delete(into.key)
}

function refreshed(
  item: DraftItem,
  images: ReadonlyMap<string, DraftImage | null>,
  sizes: ReadonlyMap<string, DraftSize>,
): DraftItem {
  const image = item.image ? images.get(item.image._id) : undefined
  const size = item.size ? sizes.get(item.size._id) : undefined
  const now = {
    ...item,
    // A field that the image has lost, or of another kind now, takes its value with it.
    values: image ? fittingValues(image.fields, item.values) : item.values,
    image: image ? snapshotOf(image) : image === null ? null : item.image,
    isImageDeleted: item.isImageDeleted || image === null,
    size: size ? sizeSnapshotOf(size) : null,
    isSizeDeleted: item.isSizeDeleted || (item.size !== null && size === undefined),
  }
  return JSON.stringify(now) === JSON.stringify(item) ? item : now
}

function bounded(quantity: number): number {
  return Math.min(MAX_PRINT_COPIES, Math.max(1, Math.round(quantity)))
}
