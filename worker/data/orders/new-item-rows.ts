import { sql } from "drizzle-orm"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { type Id, makeId } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { printItem } from "../prints/tables.ts"
import { order, orderItem } from "./tables.ts"

export type NewItem = {
  id: Id
  imageId: Id | null
  sizeId: Id | null
  quantity: number
  /** The values of its image's fields; none unless given. */
  values?: ArtworkValues
  /** The order item that it prints; such items are never merged. */
  orderItemId?: Id
  /** True if it came from an order that may be gone; unless given, as the order item says. */
  isOrdered?: boolean
  /** The order whose buyer its values are from; unless given, that of the order item. */
  buyerOrder?: string | null
  wasImageDeleted?: boolean
  wasSizeDeleted?: boolean
  /** The printed item that it makes again: by the mends of its store's rule that this was printed with. */
  remakeOf?: Id
  /** The mends of a store's rule that it has without an order; such items are never merged. */
  shopMends?: readonly Mend[]
}

/** The columns of an item that `json_each` reads from `storedItems`; the rest is the print's. */
export const newItemColumns = {
  id: member("id"),
  imageId: member("imageId"),
  wasImageDeleted: sql`coalesce(${member("wasImageDeleted")}, 0)`,
  sizeId: member("sizeId"),
  wasSizeDeleted: sql`coalesce(${member("wasSizeDeleted")}, 0)`,
  orderItemId: member("orderItemId"),
  fieldValues: member("fieldValues"),
  isOrdered: sql`coalesce(${member("isOrdered")}, ${member("orderItemId")} IS NOT NULL)`,
  buyerOrder: sql`coalesce(${member("buyerOrder")}, (SELECT ${order.vendorOrderId} FROM ${orderItem} JOIN ${order} ON ${order.id} = ${orderItem.orderId} WHERE ${orderItem.id} = ${member("orderItemId")}))`,
  quantity: member("quantity"),
  shopMends: sql`coalesce(${member("shopMends")}, (SELECT remade.shop_mends FROM ${printItem} AS remade WHERE remade.id = ${member("remakeOf")}))`,
}

/** Returns items as they are stored, each with its place among all. */
export function storedItems(items: readonly NewItem[]) {
  return items.map(({ values = {}, ...item }, place) => ({ ...item, fieldValues: valuesJson(values), place }))
}

/** Returns statements for a new print's items in order, for its batch; `where` may prevent them. */
export function insertItems(db: Database, printId: Id, items: readonly NewItem[], where = sql`WHERE 1`) {
  return jsonParts(storedItems(items)).map((part) =>
    insertFrom(
      db,
      printItem,
      { ...newItemColumns, printId, position: member("place") },
      sql`FROM json_each(${part}) ${where}`,
    ),
  )
}

type AskedItem = {
  imageId?: Id | null
  sizeId?: Id | null
  quantity: number
  values?: ArtworkValues
  buyerOrder?: string | null
  shopMends?: readonly Mend[]
}

/** Adds the quantities of equal image, size and values; the first one's place counts. Those with a store's mends stay apart. */
export function mergeItems(items: readonly AskedItem[], nowMs: number): NewItem[] {
  const merged: NewItem[] = []
  const placeOf = new Map<string, NewItem>()
  for (const asked of items) {
    const { imageId = null, sizeId = null, quantity, values = {}, buyerOrder = null, shopMends } = asked
    const same =
      imageId !== null && sizeId !== null && !shopMends ? `${imageId} ${sizeId} ${valuesJson(values)}` : null
    const known = same === null ? undefined : placeOf.get(same)
    if (known) {
      known.quantity += quantity
      continue
    }
    const ordered = shopMends && { shopMends, isOrdered: true }
    const item = { id: makeId(nowMs), imageId, sizeId, quantity, values, buyerOrder, ...ordered }
    merged.push(item)
    if (same !== null) placeOf.set(same, item)
  }
  return merged
}
