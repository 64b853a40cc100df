import { and, asc, eq, getTableColumns, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { valuesJson } from "../../../contract/artwork/artwork-values.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import type { PrintItem } from "../../../contract/prints/print.ts"
import { isPrintEditable, printStatuses } from "../../../contract/status.ts"
import {
  type ImageRow,
  imageInPrint,
  imagePath,
  isVector,
  previewPath,
  trimOf,
} from "../artwork/image-rows.ts"
import { image, size } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom, member } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { restorePrints } from "../orders/archive-rows.ts"
import { type NewItem, newItemColumns, storedItems } from "../orders/new-item-rows.ts"
import { orderNumber } from "../orders/order-number.ts"
import { orderItemsIn, orderStateUpdates } from "../orders/order-state.ts"
import { order, orderItem } from "../orders/tables.ts"
import { keepAdded, keepItem } from "../undo/undo-prints.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { laterThan } from "./change-times.ts"
import { hasItemRoom } from "./item-room.ts"
import { namedBatch } from "./named-batch.ts"
import { readShopMends, shopMendsSql } from "./shop-mends.ts"
import { print, printItem } from "./tables.ts"

type ItemRow = typeof printItem.$inferSelect
export type FullItem = Omit<ItemRow, "shopMends"> & {
  image: ImageRow | null
  size: typeof size.$inferSelect | null
  orderItem: typeof orderItem.$inferSelect | null
  orderNumber: string | null
  /** The time by which the marketplace wants the order shipped; null if it does not say. */
  shipBy: number | null
  /** True if its order is cancelled; null without an order. */
  isOrderCancelled: boolean | null
  /**
   * The mends of its store's rule that are on: those that were kept with it, while its print runs or lies on film, or where it has
   * no order.
   */
  shopMends: Mend[]
}

const editableStatuses = printStatuses.filter(isPrintEditable)

type Parts = { imageIds: readonly Id[]; sizeIds: readonly Id[] }

/** Returns true if every id is an image or a size of this user. */
export async function areOwnParts(db: Database, userId: Id, parts: Parts): Promise<boolean> {
  return (await readOwnImageNames(db, userId, parts)) !== null
}

/** Returns the images' names by their ids; null unless every id is an image or a size of this user. */
export async function readOwnImageNames(
  db: Database,
  userId: Id,
  { imageIds, sizeIds }: Parts,
): Promise<Map<Id, string> | null> {
  const [images, sizes] = [JSON.stringify(imageIds), JSON.stringify(sizeIds)]
  const foreign = (table: typeof image | typeof size, ids: string) =>
    sql`SELECT 1 FROM json_each(${ids}) WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = value AND ${table.userId} = ${userId})`
  const [row] = await db.all<{ isForeign: number; names: string }>(
    sql`SELECT EXISTS (${foreign(image, images)}) OR EXISTS (${foreign(size, sizes)}) AS "isForeign",
      (SELECT json_group_array(json_array(${image.id}, ${image.name})) FROM json_each(${images}) CROSS JOIN ${image} ON ${image.id} = value) AS "names"`,
  )
  return row.isForeign === 0 ? new Map<Id, string>(JSON.parse(row.names)) : null
}

/** Finds an item's image and values; null if the print lacks it. */
export async function findItemValues(
  db: Database,
  { printId, itemId }: { printId: Id; itemId: Id },
): Promise<{ imageId: Id | null; orderItemId: Id | null; values: ArtworkValues } | null> {
  const [row] = await db
    .select({
      imageId: printItem.imageId,
      orderItemId: printItem.orderItemId,
      fieldValues: printItem.fieldValues,
    })
    .from(printItem)
    .where(and(eq(printItem.id, itemId), eq(printItem.printId, printId)))
  if (!row) return null
  const { fieldValues, ...rest } = row
  return { ...rest, values: JSON.parse(fieldValues) }
}

/** Lists a print's items that have values, in order. */
export async function listFilledItems(
  db: Database,
  printId: Id,
): Promise<{ id: Id; values: ArtworkValues }[]> {
  const rows = await db
    .select({ id: printItem.id, fieldValues: printItem.fieldValues })
    .from(printItem)
    .where(and(eq(printItem.printId, printId), sql`${printItem.fieldValues} <> '{}'`))
    .orderBy(asc(printItem.position), asc(printItem.id))
  return rows.map(({ id, fieldValues }) => ({ id, values: JSON.parse(fieldValues) }))
}

/**
 * Reads a print's items in order, with all that they refer to. If a night's run has archived it or orders of
 * it since its row was read, these come back.
 */
export async function listItems(db: Database, printId: Id): Promise<FullItem[]> {
  const items = await readItems(db, printId)
  const mayBeArchived = items.length === 0 || items.some(({ archiveKey }) => archiveKey !== null)
  return mayBeArchived && (await restorePrints(db, null, [printId])) ? readItems(db, printId) : items
}

/** The columns of an item but those that others say: D1 answers with 100 columns at most, which a row with all its parts has. */
const { shopMends: _shopMends, ...itemColumns } = getTableColumns(printItem)

async function readItems(db: Database, printId: Id): Promise<FullItem[]> {
  const rows = await db
    .select({
      item: itemColumns,
      image: imageInPrint,
      size,
      orderItem,
      orderNumber: sql<string | null>`${orderNumber}`,
      shipBy: order.shipBy,
      isOrderCancelled: order.isCancelled,
      shopMends: sql<string | null>`${sql.raw(shopMendsSql)}`,
    })
    .from(printItem)
    .leftJoin(image, eq(image.id, printItem.imageId))
    .leftJoin(size, eq(size.id, printItem.sizeId))
    .leftJoin(orderItem, eq(orderItem.id, printItem.orderItemId))
    .leftJoin(order, eq(order.id, orderItem.orderId))
    .leftJoin(integration, eq(integration.id, order.integrationId))
    .where(eq(printItem.printId, printId))
    .orderBy(asc(printItem.position), asc(printItem.id))
  return rows.map(({ item, shopMends, ...parts }) => ({
    ...item,
    ...parts,
    shopMends: readShopMends(shopMends),
  }))
}

/**
 * Adds items in order, or the quantity of each to an item with the same image, size and values; of
 * `items`, no two are the same. Returns false, with nothing written, if the print may not change or
 * would exceed its limits. With `undo`, all of them can be removed again at once.
 */
export async function addItems(
  db: Database,
  key: { printId: Id; userId: Id },
  items: readonly NewItem[],
  nowMs: number,
  undo: NewUndo | null = null,
): Promise<boolean> {
  const list = sql`json_each(${JSON.stringify(storedItems(items))})`
  const copies = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const own = sql`${printItem} mine WHERE mine.print_id = ${key.printId}`
  const isSame = sql`mine.is_ordered = 0 AND mine.image_id = ${member("imageId")} AND mine.size_id = ${member("sizeId")} AND mine.field_values = ${member("fieldValues")}`
  const more = sql`(SELECT count(*) FROM ${list} WHERE NOT EXISTS (SELECT 1 FROM ${own} AND ${isSame}))`
  const fits = sql`(SELECT coalesce(sum(mine.quantity), 0) + ${copies} <= ${MAX_PRINT_COPIES} AND count(*) + ${more} <= ${MAX_PRINT_ITEMS} FROM ${own})`
  const { added } = await namedBatch(db, {
    added: insertFrom(
      db,
      printItem,
      {
        ...newItemColumns,
        printId: key.printId,
        position: sql`(SELECT coalesce(max(mine.position), -1) + 1 FROM ${own}) + (${member("place")})`,
      },
      sql`FROM ${list} WHERE ${isEditable(key)} AND ${fits} AND ${hasItemRoom(key.userId, more)}`,
    )
      .onConflictDoUpdate({
        target: [printItem.printId, printItem.imageId, printItem.sizeId, printItem.fieldValues],
        targetWhere: sql`is_ordered = 0 AND image_id IS NOT NULL AND size_id IS NOT NULL`,
        set: { quantity: sql`${printItem.quantity} + excluded.quantity` },
      })
      .returning({ id: printItem.id }),
    kept:
      undo && keepAdded(db, undo, sql`${list} JOIN ${own} AND (mine.id = ${member("id")} OR (${isSame}))`),
    print: touchPrint(db, key, nowMs),
  })
  return added.length > 0
}

/**
 * Changes an item's image, size, values or quantity. If another item now has the same ones, the two are
 * merged. False if the print may not change, lacks the item, or would have too many copies.
 */
export async function updateItem(
  db: Database,
  key: { printId: Id; userId: Id; itemId: Id },
  { values, ...change }: { imageId?: Id; sizeId?: Id; quantity?: number; values?: ArtworkValues | undefined },
  nowMs: number,
): Promise<boolean> {
  const items = await listItems(db, key.printId)
  const current = items.find((item) => item.id === key.itemId)
  if (!current) return false
  const { imageId, sizeId, quantity } = current
  const fieldValues = values === undefined ? current.fieldValues : valuesJson(values)
  const next = { imageId, sizeId, quantity, ...change, fieldValues }
  const twin = items.find(
    (item) =>
      item.id !== current.id &&
      !item.isOrdered &&
      !current.isOrdered &&
      item.imageId !== null &&
      item.sizeId !== null &&
      item.imageId === next.imageId &&
      item.sizeId === next.sizeId &&
      item.fieldValues === next.fieldValues,
  )
  const copies = items.reduce((sum, item) => sum + item.quantity, next.quantity - current.quantity)
  if (copies > MAX_PRINT_COPIES) return false
  const isSame = and(eq(printItem.id, current.id), eq(printItem.printId, key.printId), isEditable(key))
  if (twin) {
    const { gone } = await namedBatch(db, {
      twin: db
        .update(printItem)
        .set({ quantity: sql`${printItem.quantity} + ${next.quantity}` })
        .where(and(eq(printItem.id, twin.id), isEditable(key))),
      gone: db.delete(printItem).where(isSame).returning({ id: printItem.id }),
      print: touchPrint(db, key, nowMs),
    })
    return gone.length === 1
  }
  const { changed } = await namedBatch(db, {
    changed: db
      .update(printItem)
      .set({
        ...next,
        // The mends that a remake or a copy kept are those of the piece that it makes again.
        ...(change.imageId === undefined ? {} : { wasImageDeleted: false, shopMends: null }),
        ...(change.sizeId === undefined ? {} : { wasSizeDeleted: false }),
      })
      .where(isSame)
      .returning({ id: printItem.id }),
    print: touchPrint(db, key, nowMs),
  })
  return changed.length === 1
}

/** Deletes an item and updates its order; false if the print may not change or lacks the item. */
export async function deleteItem(
  db: Database,
  key: { printId: Id; userId: Id; itemId: Id },
  undo: NewUndo,
): Promise<boolean> {
  const isLeaving = sql`${printItem.id} = ${key.itemId} AND ${printItem.printId} = ${key.printId} AND ${isEditable(key)}`
  const { deleted } = await namedBatch(db, {
    kept: keepItem(db, undo, isLeaving),
    orders: orderStateUpdates(db, orderItemsIn(isLeaving), isLeaving),
    deleted: db.delete(printItem).where(isLeaving).returning({ id: printItem.id }),
    print: touchPrint(db, key, undo.nowMs),
  })
  return deleted.length === 1
}

/** Converts an image to the form that print items show. */
export function printedImage(
  row: Pick<
    ImageRow,
    | "id"
    | "name"
    | "status"
    | "mediaType"
    | "masterKey"
    | "widthPx"
    | "heightPx"
    | "trimX"
    | "trimY"
    | "trimWidth"
    | "trimHeight"
    | "isOpaque"
    | "softShare"
    | "fields"
    | "layers"
    | "madeMends"
    | "updatedAt"
  >,
): NonNullable<PrintItem["imageId"]> {
  const isReady = row.status === "Ready"
  return {
    _id: row.id,
    name: row.name,
    status: row.status,
    previewFile: isReady ? { path: previewPath(row) } : null,
    file: isReady ? { path: imagePath(row.id, "source"), name: row.name } : null,
    mediaType: row.mediaType,
    isVector: isVector(row),
    widthPx: row.widthPx,
    heightPx: row.heightPx,
    trim: trimOf(row),
    isOpaque: row.isOpaque,
    softShare: row.softShare,
    fields: JSON.parse(row.fields),
  }
}

export function printedSize(
  row: Pick<typeof size.$inferSelect, "id" | "name" | "valueIn">,
): NonNullable<PrintItem["sizeId"]> {
  return { _id: row.id, name: row.name, value: row.valueIn }
}

/** Returns a condition of every statement, so that editing cannot overlap with processing. */
function isEditable({ printId, userId }: { printId: Id; userId: Id }): SQL {
  return sql`EXISTS (SELECT 1 FROM ${print} WHERE ${ownEditable(printId, userId)})`
}

function touchPrint(db: Database, { printId, userId }: { printId: Id; userId: Id }, nowMs: number) {
  return db
    .update(print)
    .set({ updatedAt: laterThan(print.updatedAt, nowMs) })
    .where(ownEditable(printId, userId))
}

function ownEditable(printId: Id, userId: Id): SQL | undefined {
  return and(
    eq(print.id, printId),
    eq(print.userId, userId),
    isNull(print.archiveKey),
    inArray(print.status, editableStatuses),
  )
}
