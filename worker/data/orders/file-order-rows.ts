import { and, count, eq, ne, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { MAX_INTEGRATIONS } from "../../../contract/limit.ts"
import type { ImportMapping } from "../../../contract/orders/order-import.ts"
import type { connectableTypes } from "../../../contract/status.ts"
import type { Database } from "../database.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { type NewOrder, orderWrites } from "../integrations/synced-orders.ts"
import { integration } from "../integrations/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { printItem } from "../prints/tables.ts"
import { rowSlices } from "../row-slices.ts"
import { restoreOrders, restoreOrdersOf } from "./archive-rows.ts"
import { fileShopId, fileShopIds, isNamedInFile, MAPPED_SOURCE } from "./file-source.ts"
import { forgottenOrder, importMapping, order, orderItem } from "./tables.ts"

/** The orders and items of one batch, which stay far below D1's limits, and others run between batches. */
const ROWS_OF_BATCH = 500

/** Finds the integration that files of this source come in by; null before the first. */
export async function findFileIntegration(db: Database, userId: Id, source: string): Promise<Id | null> {
  const [row] = await db.select({ id: integration.id }).from(integration).where(isOf(userId, source))
  return row?.id ?? null
}

/**
 * Makes the source's integration, once for each account and source. Returns null, with nothing written,
 * at MAX_INTEGRATIONS.
 */
export async function makeFileIntegration(
  db: Database,
  row: { id: Id; userId: Id; source: string; nowMs: number },
): Promise<Id | null> {
  const { id, userId, source, nowMs } = row
  await insertFrom(
    db,
    integration,
    {
      id,
      userId,
      name: source,
      type: "File",
      // A shop's id is unique: so is an account's source.
      shopId: fileShopId(userId, source),
      createdAt: nowMs,
      updatedAt: nowMs,
    },
    sql`WHERE (SELECT count(*) FROM ${integration} WHERE ${integration.userId} = ${userId}) < ${MAX_INTEGRATIONS}`,
  ).onConflictDoNothing()
  return findFileIntegration(db, userId, source)
}

function isOf(userId: Id, source: string) {
  return and(
    eq(integration.userId, userId),
    eq(integration.type, "File"),
    eq(integration.shopId, fileShopId(userId, source)),
  )
}

/** The orders that may be a file's: of the source's integration and of connected shops, and deleted ones. */
export type KnownOrders = {
  items: (Pick<typeof order.$inferSelect, "vendorOrderId" | "number" | "orderedAt"> &
    Pick<typeof orderItem.$inferSelect, "vendorItemId" | "sku" | "title"> & { isSynced: boolean })[]
  /** `orderedAt` is null for orders that were deleted before it was kept. */
  forgotten: Pick<typeof forgottenOrder.$inferSelect, "vendorOrderId" | "number" | "orderedAt">[]
}

/** Finds a file's orders: by vendors' ids, and in shops of these marketplaces by their numbers. */
export async function findKnownOrders(
  db: Database,
  wanted: {
    userId: Id
    integrationId: Id | null
    markets: readonly (typeof connectableTypes)[number][]
    names: readonly string[]
  },
): Promise<KnownOrders> {
  const { userId, integrationId } = wanted
  const markets = JSON.stringify(wanted.markets)
  const shops = sql`(SELECT ${integration.id} FROM ${integration} WHERE ${integration.userId} = ${userId} AND (${integration.id} = ${integrationId} OR ${integration.type} IN (SELECT value FROM json_each(${markets}))))`
  const known: KnownOrders = { items: [], forgotten: [] }
  for (const part of jsonParts(wanted.names)) {
    const names = sql`(SELECT value FROM json_each(${part}))`
    const named = (column: SQL) =>
      sql`SELECT id FROM "order" WHERE integration_id IN ${shops} AND ${column} IN ${names}`
    const both = sql`${named(sql`vendor_order_id`)} UNION ${named(sql`number`)}`
    await restoreOrders(db, sql`${order.id} IN (${both})`, Date.now())
    const itemsWhere = (where: SQL) =>
      db
        .select({
          ...{ vendorOrderId: order.vendorOrderId, number: order.number, orderedAt: order.orderedAt },
          ...{ vendorItemId: orderItem.vendorItemId, sku: orderItem.sku, title: orderItem.title },
          isSynced: sql<boolean>`${order.integrationId} IS NOT ${integrationId}`.mapWith(Boolean),
        })
        .from(order)
        .innerJoin(orderItem, eq(orderItem.orderId, order.id))
        .where(sql`${order.integrationId} IN ${shops} AND ${where}`)
    const { items, numbered, forgotten } = await namedBatch(db, {
      items: itemsWhere(sql`${order.vendorOrderId} IN ${names}`),
      numbered:
        wanted.markets.length === 0
          ? null
          : itemsWhere(sql`${order.number} IN ${names} AND ${order.vendorOrderId} NOT IN ${names}`),
      forgotten: db
        .select({
          vendorOrderId: forgottenOrder.vendorOrderId,
          number: forgottenOrder.number,
          orderedAt: forgottenOrder.orderedAt,
        })
        .from(forgottenOrder)
        .where(
          sql`${forgottenOrder.integrationId} IN ${shops} AND (${forgottenOrder.vendorOrderId} IN ${names} OR ${forgottenOrder.number} IN ${names})`,
        ),
    })
    known.items = known.items.concat(items, numbered ?? [])
    known.forgotten = known.forgotten.concat(forgotten)
  }
  return known
}

/** Stores a file's orders, some at a time; the same file again changes nothing. */
export async function saveFileOrders(
  db: Database,
  shop: { id: Id; userId: Id },
  orders: readonly NewOrder[],
  nowMs: number,
): Promise<void> {
  for (const some of rowSlices(orders, ROWS_OF_BATCH, ({ items }) => 1 + items.length))
    await namedBatch(db, orderWrites(db, shop, some, { nowMs, isWhole: false }))
  await db.update(integration).set({ lastSyncAt: nowMs }).where(eq(integration.id, shop.id))
}

/** Counts the items of an account's orders from files that are not printed. */
export async function countFileItems(db: Database, userId: Id): Promise<number> {
  const [{ total }] = await db
    .select({ total: count() })
    .from(integration)
    .innerJoin(order, eq(order.integrationId, integration.id))
    .innerJoin(orderItem, eq(orderItem.orderId, order.id))
    .where(
      and(
        eq(integration.userId, userId),
        eq(integration.type, "File"),
        ne(order.status, "Completed"),
        ne(orderItem.status, "Completed"),
      ),
    )
  return total
}

export type FileItem = Pick<
  typeof orderItem.$inferSelect,
  "id" | "vendorItemId" | "sku" | "title" | "size" | "variation" | "quantity"
>
/**
 * An order that came in by a file, with its items as in the file, and its shop's name for it.
 * `isMapped`: the file may be of another place than the shop.
 */
export type FileOrder = { id: Id; vendorOrderId: string; isMapped: boolean; items: FileItem[] }

/** Finds those of a shop's orders that may have come in by files, of its marketplace or mapped by hand. */
export async function findFileOrders(
  db: Database,
  { userId, type }: { userId: Id; type: string },
  sold: readonly Pick<NewOrder, "vendorOrderId" | "number" | "orderedAt">[],
): Promise<FileOrder[]> {
  const orders: FileOrder[] = []
  const names = sold.map(({ vendorOrderId, number, orderedAt }) => ({ vendorOrderId, number, orderedAt }))
  for (const part of jsonParts(names)) {
    const isSame = isNamedInFile(sql`${order.vendorOrderId}`, sql`${order.orderedAt}`, {
      vendorOrderId: member("vendorOrderId"),
      number: member("number"),
      orderedAt: member("orderedAt"),
    })
    const mapped = fileShopId(userId, MAPPED_SOURCE)
    const read = () =>
      db.all<FileItem & { orderId: Id; soldAs: string; isMapped: 0 | 1; isArchived: 0 | 1 }>(
        sql`SELECT "order".id AS "orderId", value ->> 'vendorOrderId' AS "soldAs", ${integration.shopId} = ${mapped} AS "isMapped", "order".archive_key IS NOT NULL AS "isArchived",
          order_item.id, vendor_item_id AS "vendorItemId", sku, title, size, variation, quantity
        FROM json_each(${part}) CROSS JOIN ${integration} CROSS JOIN ${order} LEFT JOIN ${orderItem} ON ${orderItem.orderId} = ${order.id}
        WHERE ${integration.userId} = ${userId} AND ${integration.type} = 'File' AND ${integration.shopId} IN ${fileShopIds(userId, type)}
          AND ${order.integrationId} = ${integration.id} AND ${isSame}
          AND (${orderItem.id} IS NOT NULL OR ${order.archiveKey} IS NOT NULL)
        ORDER BY order_item.rowid`,
      )
    let rows = await read()
    const archived = rows.filter(({ isArchived }) => isArchived === 1).map(({ orderId }) => orderId)
    if (archived.length > 0) {
      await restoreOrdersOf(db, userId, archived)
      rows = await read()
    }
    for (const [orderId, items] of Map.groupBy(rows, (row) => row.orderId))
      orders.push({ id: orderId, vendorOrderId: items[0].soldAs, isMapped: items[0].isMapped === 1, items })
  }
  return orders
}

/**
 * Removes the orders that an import made: those of that moment. Orders with an item in a print stay.
 * Unlike a deletion it is not remembered, so the same file brings them back.
 */
export async function undoFileOrders(
  db: Database,
  userId: Id,
  importedAtMs: number,
): Promise<{ orders: number; kept: number }> {
  const made = sql`${order.userId} = ${userId} AND ${order.createdAt} = ${importedAtMs} AND ${order.integrationId} IN (SELECT ${integration.id} FROM ${integration} WHERE ${integration.userId} = ${userId} AND ${integration.type} = 'File')`
  const isPrinted = sql`EXISTS (SELECT 1 FROM ${orderItem} JOIN ${printItem} ON ${printItem.orderItemId} = ${orderItem.id} WHERE ${orderItem.orderId} = ${order.id})`
  await restoreOrders(db, made, Date.now())
  const { removed, kept } = await namedBatch(db, {
    removed: db.delete(order).where(sql`${made} AND NOT ${isPrinted}`).returning({ id: order.id }),
    kept: db.select({ id: order.id }).from(order).where(made),
  })
  return { orders: removed.length, kept: kept.length }
}

/** Finds the seller's mapping for files with this header; null if there is none. */
export async function findMapping(
  db: Database,
  userId: Id,
  headerKey: string,
): Promise<ImportMapping | null> {
  const [row] = await db
    .select({ mapping: importMapping.mapping })
    .from(importMapping)
    .where(and(eq(importMapping.userId, userId), eq(importMapping.headerKey, headerKey)))
  return row ? (JSON.parse(row.mapping) as ImportMapping) : null
}

/** Remembers the mapping for files with this header; the last one counts. */
export async function rememberMapping(
  db: Database,
  row: { id: Id; userId: Id; headerKey: string; mapping: ImportMapping; nowMs: number },
): Promise<void> {
  const mapping = JSON.stringify(row.mapping)
  await db
    .insert(importMapping)
    .values({ id: row.id, userId: row.userId, headerKey: row.headerKey, mapping, updatedAt: row.nowMs })
    .onConflictDoUpdate({
      target: [importMapping.userId, importMapping.headerKey],
      set: { mapping, updatedAt: row.nowMs },
    })
}
