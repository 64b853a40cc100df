import { and, eq, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { whole } from "../date-search.ts"
import { jsonParts, member, upsertFrom } from "../insert-from.ts"
import { type Adopted, adoptionWrites } from "../orders/adoption-writes.ts"
import { restoreOrders } from "../orders/archive-rows.ts"
import { isForgottenByFile } from "../orders/file-source.ts"
import { changesOfItem, changesOfOrder, strikeOutMissing } from "../orders/order-changes.ts"
import { orderStateUpdates } from "../orders/order-state.ts"
import { redactWrites } from "../orders/redact-rows.ts"
import { shipmentsKnown } from "../orders/shipment-rows.ts"
import { forgottenOrder, order, orderItem } from "../orders/tables.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { isRunning, SYNC_STALLS_MS, type SyncRun } from "./sync-rows.ts"
import { integration } from "./tables.ts"

/** A source's data of an item, by the columns that it is stored in. */
type NewOrderItem = Omit<
  typeof orderItem.$inferSelect,
  | "orderId"
  | "userId"
  | "status"
  | "changes"
  | "ownPersonalisation"
  | "ownValues"
  | "ownImageId"
  | "ownSizeId"
  | "proofToken"
  | "proof"
  | "reading"
  | "readFrom"
  | "ruleKey"
> & {
  vendorOrderId: string
  /** The time of its order: older news of it is dropped. */
  vendorUpdatedAt: number
  toShip: number
  /** True if it is not to be made any more; its stored data stay. */
  isShipped: boolean
}
/** A source's data of an order, by the columns that it is stored in. */
export type NewOrder = Omit<
  typeof order.$inferSelect,
  | "userId"
  | "integrationId"
  | "status"
  | "changes"
  | "changesSeenAt"
  | "isShipByOurs"
  | "pressedAt"
  | "step"
  | "turn"
  | "archiveKey"
  | "archivedWords"
  | "archivedItems"
  | "createdAt"
  | "updatedAt"
> & {
  /** False if it only updates an order that is stored already. */
  isNew: boolean
  items: NewOrderItem[]
}
/** The integration that orders come in by, with its owner. */
type Shop = { id: Id; userId: Id }
export type Cursor = { syncCursorS: number; syncOffset: number; syncPlace: string | null }

/**
 * Stores a page of orders and the sync's next cursor, all or nothing; `adopted` are those that a file
 * brought, which become the shop's. The same page again changes nothing. Deleted orders stay deleted,
 * and older news does not overwrite newer. Archived orders with news come back into rows first. Returns
 * false if the run has moved on.
 */
export async function saveOrders(
  db: Database,
  run: SyncRun & { userId: Id },
  page: { orders: readonly NewOrder[]; adopted: readonly Adopted[] },
  move: Move,
): Promise<boolean> {
  const isArchived = haveArchivedNews(run.id, page.orders)
  if (await storePage(db, run, page, { ...move, isArchived })) return true
  // The cursor stayed for them, if not for a newer run.
  const areBack = await restoreOrders(db, sql`${order.id} IN (${isArchived})`, move.nowMs)
  return areBack && storePage(db, run, page, { ...move, isArchived })
}

type Move = {
  from: Cursor
  to: Cursor
  done: number
  total: number
  message: string | null
  nowMs: number
}

/** Returns a SELECT of the archived orders among these that are older there than here. */
function haveArchivedNews(shopId: Id, orders: readonly NewOrder[]): SQL {
  const news = orders.map(({ vendorOrderId, vendorUpdatedAt }) => ({ vendorOrderId, vendorUpdatedAt }))
  return sql`SELECT stored.id FROM json_each(${JSON.stringify(news)}) CROSS JOIN "order" AS stored ON stored.integration_id = ${shopId}
    AND stored.vendor_order_id = ${member("vendorOrderId")} AND stored.vendor_updated_at < ${member("vendorUpdatedAt")} AND stored.archive_key IS NOT NULL`
}

async function storePage(
  db: Database,
  run: SyncRun & { userId: Id },
  { orders, adopted }: { orders: readonly NewOrder[]; adopted: readonly Adopted[] },
  { isArchived, ...move }: Move & { isArchived: SQL },
): Promise<boolean> {
  const { nowMs } = move
  const { moved } = await namedBatch(db, {
    moved: db
      .update(integration)
      .set({
        ...move.to,
        syncedUntilS: sql`max(${integration.syncedUntilS}, ${move.to.syncCursorS})`,
        syncDone: move.done,
        syncTotal: move.total,
        nextSyncAt: nowMs + SYNC_STALLS_MS,
        syncMovedAt: nowMs,
        ...(move.message === null ? {} : { syncMessage: move.message }),
      })
      .where(
        and(
          isRunning(run),
          eq(integration.syncCursorS, move.from.syncCursorS),
          eq(integration.syncOffset, move.from.syncOffset),
          sql`${integration.syncPlace} IS ${move.from.syncPlace}`,
          sql`NOT EXISTS (${isArchived})`,
        ),
      )
      .returning({ id: integration.id }),
    ...adoptionWrites(db, run, adopted),
    ...orderWrites(db, run, orders, { nowMs, isWhole: true }),
  })
  return moved.length === 1
}

/**
 * Returns the statements that store the orders of an integration, for a batch. The same orders again
 * change nothing, deleted ones stay deleted, and older news does not overwrite newer. With `isWhole`,
 * items that an order does not have any more are struck out.
 */
export function orderWrites(
  db: Database,
  shop: { id: Id; userId: Id },
  orders: readonly NewOrder[],
  { nowMs, isWhole }: { nowMs: number; isWhole: boolean },
) {
  const heads = orders.map(({ items: _, ...head }) => head)
  const items = orders.flatMap((stored) => stored.items)
  const vendorOrderIds = JSON.stringify(orders.map((stored) => stored.vendorOrderId))
  const given = sql`SELECT ${orderItem.id} FROM ${orderItem} JOIN ${order} ON ${order.id} = ${orderItem.orderId}
    WHERE ${order.integrationId} = ${shop.id} AND ${order.vendorOrderId} IN (SELECT value FROM json_each(${vendorOrderIds}))`
  return {
    orders: jsonParts(heads).map((part) => upsertOrders(db, shop, { part, row: heads[0] ?? {}, nowMs })),
    items: jsonParts(items).map((part) => upsertItems(db, shop, { part, row: items[0] ?? {}, nowMs })),
    missing: isWhole ? strikeOutMissing(db, shop.id, orders, nowMs) : null,
    shipments: shipmentsKnown(
      db,
      shop.id,
      orders.filter(({ shippedAt }) => shippedAt !== null).map((shipped) => shipped.vendorOrderId),
    ),
    states: orderStateUpdates(db, given),
    ...redactWrites(
      db,
      sql`${order.integrationId} = ${shop.id} AND ${order.vendorOrderId} IN (SELECT value FROM json_each(${vendorOrderIds}))`,
      nowMs,
    ),
  }
}

/** A part of the rows as JSON, with one of them. */
type Part = { part: string; row: object; nowMs: number }

function upsertOrders(db: Database, shop: Shop, { part, row, nowMs }: Part) {
  const ownDay = sql`(SELECT ${member("orderedAt")} + ${integration.shipsWithinDays} * ${whole(DAY_MS)} FROM ${integration} WHERE ${integration.id} = ${shop.id})`
  const isForgotten = sql`EXISTS (SELECT 1 FROM ${forgottenOrder} WHERE ${forgottenOrder.integrationId} = ${shop.id} AND ${forgottenOrder.vendorOrderId} = ${member("vendorOrderId")})`
  const isDeleted = isForgottenByFile(shop, {
    vendorOrderId: member("vendorOrderId"),
    number: member("number"),
    orderedAt: member("orderedAt"),
  })
  const isKnown = sql`EXISTS (SELECT 1 FROM ${order} WHERE ${order.integrationId} = ${shop.id} AND ${order.vendorOrderId} = ${member("vendorOrderId")})`
  return upsertFrom(db, order, {
    row,
    values: {
      userId: shop.userId,
      integrationId: shop.id,
      status: "Pending",
      shipBy: sql`coalesce(${member("shipBy")}, ${ownDay})`,
      isShipByOurs: sql`${member("shipBy")} IS NULL AND ${ownDay} IS NOT NULL`,
      createdAt: nowMs,
      updatedAt: nowMs,
    },
    // An integration deleted meanwhile gets no more orders.
    from: sql`FROM json_each(${part}) WHERE EXISTS (SELECT 1 FROM ${integration} WHERE ${integration.id} = ${shop.id}) AND NOT ${isForgotten} AND ((${member("isNew")} AND NOT ${isDeleted}) OR ${isKnown})`,
    target: [order.integrationId, order.vendorOrderId],
    stays: [order.id, order.orderedAt],
    set: {
      changes: changesOfOrder(nowMs),
      isShipByOurs: sql`excluded.is_ship_by_ours`,
      // The seller's first entry stays.
      shippedAt: sql`coalesce(${order.shippedAt}, excluded.shipped_at)`,
      // Each sync reads the last minutes again: what is not news does not keep an order out of the archive.
      updatedAt: sql`iif(excluded.vendor_updated_at > ${order.vendorUpdatedAt}, ${nowMs}, ${order.updatedAt})`,
    },
    setWhere: sql`excluded.vendor_updated_at >= ${order.vendorUpdatedAt} AND ${order.archiveKey} IS NULL`,
  })
}

function upsertItems(db: Database, shop: Shop, { part, row, nowMs }: Part) {
  // Items sent before the first reading are not made; items sent later change no quantity.
  const known = sql`SELECT max(${member("toShip")}, min(${member("quantity")}, known.quantity)) FROM order_item known
    WHERE known.order_id = ${order.id} AND known.vendor_item_id = ${member("vendorItemId")}`
  return upsertFrom(db, orderItem, {
    row,
    values: {
      orderId: sql`${order.id}`,
      userId: shop.userId,
      quantity: sql`coalesce((${known}), ${member("toShip")})`,
      status: "Pending",
    },
    // CROSS JOIN makes SQLite look up each item's order, not the page's items for every order.
    from: sql`FROM json_each(${part}) CROSS JOIN ${order} ON ${order.integrationId} = ${shop.id} AND ${order.vendorOrderId} = ${member("vendorOrderId")}
      WHERE NOT ${member("isShipped")} AND ${member("vendorUpdatedAt")} >= ${order.vendorUpdatedAt} AND ${order.archiveKey} IS NULL`,
    target: [orderItem.orderId, orderItem.vendorItemId],
    stays: [orderItem.id],
    set: {
      readFrom: sql`CASE WHEN excluded.answers = ${orderItem.answers} AND excluded.personalisation = ${orderItem.personalisation} AND excluded.quantity = ${orderItem.quantity} THEN ${orderItem.readFrom} ELSE '' END`,
      // If the photo could not be fetched now, the known one stays.
      mockupUrl: sql`coalesce(excluded.mockup_url, ${orderItem.mockupUrl})`,
      // The earlier quantity is the one that the press has to leave out.
      quantity: sql`iif(excluded.is_cancelled, ${orderItem.quantity}, excluded.quantity)`,
      changes: changesOfItem(nowMs),
    },
  })
}
