import { and, eq, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import { MAX_INTEGRATIONS } from "../../contract/integration.ts"
import type { ImportMapping } from "../../contract/order-import.ts"
import type { Database } from "./database.ts"
import { insertFrom, jsonParts } from "./insert-from.ts"
import { namedBatch } from "./named-batch.ts"
import { forgottenOrder, importMapping, integration, order, orderItem, printItem, user } from "./schema.ts"
import { type NewOrder, orderWrites } from "./synced-orders.ts"

/** Orders of one batch: some hundred statements' worth of rows stay far below D1's limits. */
const ORDERS_OF_BATCH = 250

/** The integration that files of this source come in by; null before the first. */
export async function findFileIntegration(db: Database, userId: Id, source: string): Promise<Id | null> {
  const [row] = await db.select({ id: integration.id }).from(integration).where(isOf(userId, source))
  return row?.id ?? null
}

/**
 * Makes the source's integration, once for each account and source. Null, with nothing written, at
 * MAX_INTEGRATIONS.
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
      // A shop's id is held once: so is an account's source.
      shopId: shopIdOf(userId, source),
      createdAt: nowMs,
      updatedAt: nowMs,
    },
    sql`WHERE (SELECT count(*) FROM ${integration} WHERE ${integration.userId} = ${userId}) < ${MAX_INTEGRATIONS}`,
  ).onConflictDoNothing()
  return findFileIntegration(db, userId, source)
}

function shopIdOf(userId: Id, source: string): string {
  return `${userId}:${source}`
}

function isOf(userId: Id, source: string) {
  return and(
    eq(integration.userId, userId),
    eq(integration.type, "File"),
    eq(integration.shopId, shopIdOf(userId, source)),
  )
}

/** What of these orders is here already: items of the source's integration or of Etsy, and deleted orders. */
export type KnownOrders = {
  items: { vendorOrderId: string; vendorItemId: string; isSynced: boolean }[]
  forgotten: string[]
}

/** `isEtsy`: the file's numbers are Etsy's own, so orders of the account's connected shops count too. */
export async function findKnownOrders(
  db: Database,
  asked: { userId: Id; integrationId: Id | null; isEtsy: boolean; vendorOrderIds: readonly string[] },
): Promise<KnownOrders> {
  const { userId, integrationId, isEtsy } = asked
  const shops = sql`(SELECT ${integration.id} FROM ${integration} WHERE ${integration.userId} = ${userId} AND (${integration.id} = ${integrationId} OR (${isEtsy ? 1 : 0} AND ${integration.type} = 'Etsy')))`
  const known: KnownOrders = { items: [], forgotten: [] }
  for (const part of jsonParts(asked.vendorOrderIds)) {
    const numbers = sql`(SELECT value FROM json_each(${part}))`
    const { items, forgotten } = await namedBatch(db, {
      items: db
        .select({
          vendorOrderId: order.vendorOrderId,
          vendorItemId: orderItem.vendorItemId,
          isSynced: sql<boolean>`${order.integrationId} IS NOT ${integrationId}`.mapWith(Boolean),
        })
        .from(order)
        .innerJoin(orderItem, eq(orderItem.orderId, order.id))
        .where(sql`${order.integrationId} IN ${shops} AND ${order.vendorOrderId} IN ${numbers}`),
      forgotten: db
        .select({ vendorOrderId: forgottenOrder.vendorOrderId })
        .from(forgottenOrder)
        .where(
          sql`${forgottenOrder.integrationId} IN ${shops} AND ${forgottenOrder.vendorOrderId} IN ${numbers}`,
        ),
    })
    known.items.push(...items)
    known.forgotten.push(...forgotten.map(({ vendorOrderId }) => vendorOrderId))
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
  for (let from = 0; from < orders.length; from += ORDERS_OF_BATCH) {
    await namedBatch(
      db,
      orderWrites(db, shop, orders.slice(from, from + ORDERS_OF_BATCH), { nowMs, isWhole: false }),
    )
  }
  await db.update(integration).set({ lastSyncAt: nowMs }).where(eq(integration.id, shop.id))
}

/**
 * Takes out the orders that an import made: those of that moment. Orders with an item in a print
 * stay. Unlike a deletion it is not remembered, so the same file brings them back.
 */
export async function undoFileOrders(
  db: Database,
  userId: Id,
  importedAtMs: number,
): Promise<{ orders: number; kept: number }> {
  const made = sql`${order.userId} = ${userId} AND ${order.createdAt} = ${importedAtMs} AND ${order.integrationId} IN (SELECT ${integration.id} FROM ${integration} WHERE ${integration.userId} = ${userId} AND ${integration.type} = 'File')`
  const isPrinted = sql`EXISTS (SELECT 1 FROM ${orderItem} JOIN ${printItem} ON ${printItem.orderItemId} = ${orderItem.id} WHERE ${orderItem.orderId} = ${order.id})`
  const { removed, kept } = await namedBatch(db, {
    removed: db.delete(order).where(sql`${made} AND NOT ${isPrinted}`).returning({ id: order.id }),
    kept: db.select({ id: order.id }).from(order).where(made),
  })
  return { orders: removed.length, kept: kept.length }
}

/** How the seller reads files with this header; null if they have not said. */
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

/** Remembers how files with this header are read; the last word counts. */
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

/** The seller's time zone, by which a file's times are read. */
export async function timeZoneOf(db: Database, userId: Id): Promise<string> {
  const [row] = await db.select({ timeZone: user.timeZone }).from(user).where(eq(user.id, userId))
  return row?.timeZone ?? "UTC"
}
