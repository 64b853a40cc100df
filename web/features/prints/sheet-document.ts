import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { SheetFormatName } from "../../../contract/delivery/sheet-format.ts"
import type { Id } from "../../../contract/id.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { Print, ProcessRequest } from "../../../contract/prints/print.ts"
import { documentOf } from "../../../sheet/preflight/layout-document.ts"
import type { PackedSheets } from "../sheet-preview/use-sheet-layout.ts"

/** A print as it was saved, with the stored item of each of its rows on the page. */
export type SavedPrint = { _id: Id; itemIdOf: ReadonlyMap<string, Id> }

/** A sheet that the seller approved, and its template. */
export type AgreedSheet = { packed: PackedSheets; sheetTemplateId: Id }

/**
 * The seller's approval: the sheet, null if the server packs, and its formats, null if the template's
 * destination sets them. `goesOn`: the sheet is the longest that is printed, because the search continues
 * from it.
 */
export type Agreed = {
  sheet: AgreedSheet | null
  formats: readonly SheetFormatName[] | null
  goesOn: boolean
  /** True if the seller has ticked that the ink that will show was looked at. */
  hasLookedAtInk: boolean
}

/** Returns the sheet as the server takes it; null if it holds a row that was not stored. */
export function sheetDocument(
  { packed, sheetTemplateId }: AgreedSheet,
  itemIdOf: ReadonlyMap<string, Id>,
): LayoutDocument | null {
  const items: { id: Id }[] = []
  for (const row of packed.items) {
    const id = itemIdOf.get(row.id)
    if (id === undefined) return null
    items.push({ id })
  }
  return documentOf(packed.layout, items, { sheetTemplateId, packing: packed.template.packing })
}

/** Returns the request to process a print: with the approved sheet, or packed by the server. */
export function wishOf(agreed: Agreed, saved: SavedPrint | undefined): ProcessRequest {
  const { sheet, formats, goesOn, hasLookedAtInk } = agreed
  const written = { ...(formats && { formats: [...formats] }), ...(hasLookedAtInk && { hasLookedAtInk }) }
  if (sheet === null) return written
  const layout = saved && sheetDocument(sheet, saved.itemIdOf)
  const given = layout && { layout, ...(goesOn ? { effort: "best" as const } : {}) }
  return { sheetTemplateId: sheet.sheetTemplateId, ...written, ...given }
}

/** Returns a saved print whose rows are its items. */
export function savedAsIs(print: Print): SavedPrint {
  return { _id: print._id, itemIdOf: new Map(print.printItems.map(({ _id }) => [_id, _id])) }
}

/** Returns a saved print made from rows: no two of them share image, size and values, here or as stored. */
export function savedFromRows(
  print: Print,
  rows: readonly {
    key: string
    image: { _id: Id } | null
    size: { _id: Id } | null
    values: ArtworkValues
  }[],
): SavedPrint {
  const nameOf = (imageId: Id | undefined, sizeId: Id | undefined, values: ArtworkValues) =>
    `${imageId} ${sizeId} ${valuesJson(values)}`
  const stored = new Map(
    print.printItems.map((item) => [nameOf(item.imageId?._id, item.sizeId?._id, item.values), item._id]),
  )
  const itemIdOf = new Map<string, Id>()
  for (const { key, image, size, values } of rows) {
    const id = image && size && stored.get(nameOf(image._id, size._id, values))
    if (id) itemIdOf.set(key, id)
  }
  return { _id: print._id, itemIdOf }
}

/** Returns a saved print made from order items: each row is one item of the print. */
export function savedFromOrders(print: Print): SavedPrint {
  const itemIdOf = new Map(
    print.printItems.flatMap(({ _id, orderItemId }) =>
      orderItemId ? [[orderItemId._id as string, _id]] : [],
    ),
  )
  return { _id: print._id, itemIdOf: itemIdOf as Map<string, Id> }
}
