import { and, eq, isNotNull, lte, ne, or, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { insertFrom, jsonParts, member } from "./insert-from.ts"
import type { IntegrationRow } from "./integration-rows.ts"
import type { MatchKeys } from "./match-key.ts"
import { namedBatch } from "./named-batch.ts"
import { orderStateUpdates } from "./order-state.ts"
import { forgottenOrder, integration, order, orderItem } from "./schema.ts"

/** A sync under way, by its run: what an older run says changes nothing. */
export type SyncRun = { id: Id; runId: Id }

/**
 * Starts a run that reads what changed since `sinceS`; false when one is running, or the shop is not connected. A run
 * that has stalled is taken over.
 */
export async function startSync(
  db: Database,
  run: SyncRun,
  begin: { overlapS: number; earliestS: number; nowMs: number; stallsAtMs: number },
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({
      syncState: "running",
      syncMessage: null,
      syncRunId: run.runId,
      syncCursorS: sql`max(${begin.earliestS}, ${integration.syncedUntilS} - ${begin.overlapS})`,
      syncOffset: 0,
      syncDone: 0,
      syncTotal: 0,
      nextSyncAt: begin.stallsAtMs,
    })
    .where(
      and(
        eq(integration.id, run.id),
        isNotNull(integration.tokensEncrypted),
        or(ne(integration.syncState, "running"), lte(integration.nextSyncAt, begin.nowMs)),
      ),
    )
    .returning({ id: integration.id })
  return rows.length === 1
}

/** The integration while this run is the one that counts. */
export async function findRunning(db: Database, run: SyncRun): Promise<IntegrationRow | null> {
  const [row] = await db.select().from(integration).where(isRunning(run))
  return row ?? null
}

/** Says that the run lives and when it would count as stalled; `message` is what it waits for. */
export async function touchSync(
  db: Database,
  run: SyncRun,
  stallsAtMs: number,
  message: string | null,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({ nextSyncAt: stallsAtMs, syncMessage: message })
    .where(isRunning(run))
    .returning({ id: integration.id })
  return rows.length === 1
}

/** Ends a run well. Its message stays: it says what could not be read. */
export async function finishSync(
  db: Database,
  run: SyncRun,
  nowMs: number,
  nextSyncAt: number,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({
      syncState: "idle",
      lastSyncAt: nowMs,
      syncFailures: 0,
      nextSyncAt,
      syncDone: sql`${integration.syncTotal}`,
    })
    .where(isRunning(run))
    .returning({ id: integration.id })
  return rows.length === 1
}

/** Ends a run early; what it has read stays, and the next one goes on from there. */
export async function failSync(
  db: Database,
  run: SyncRun,
  message: string,
  nextSyncAt: number,
): Promise<boolean> {
  const rows = await db
    .update(integration)
    .set({
      syncState: "failed",
      syncMessage: message,
      syncFailures: sql`${integration.syncFailures} + 1`,
      nextSyncAt,
    })
    .where(isRunning(run))
    .returning({ id: integration.id })
  return rows.length === 1
}

type NewOrderItem = MatchKeys & {
  id: Id
  vendorOrderId: string
  vendorItemId: string
  listingId: string | null
  title: string
  sku: string
  size: string
  variation: string
  personalisation: string
  mockupUrl: string | null
  quantity: number
  priceCents: number
  currency: string
}
export type NewOrder = {
  id: Id
  vendorOrderId: string
  buyerName: string
  buyerEmail: string
  buyerPhone: string
  buyerAddress: string
  buyerCountry: string
  totalCents: number
  currency: string
  isCancelled: boolean
  /** False: it only brings news of an order that is here already. */
  isNew: boolean
  vendorUpdatedAt: number
  orderedAt: number
  items: NewOrderItem[]
}
export type Cursor = { syncCursorS: number; syncOffset: number }

/**
 * Stores one page of orders and where the sync reads on, all or nothing. The same page again changes nothing; orders the
 * seller has deleted stay away; older news does not overwrite newer. False when the run has moved on without us.
 */
export async function saveOrders(
  db: Database,
  run: SyncRun & { userId: Id },
  orders: readonly NewOrder[],
  move: {
    from: Cursor
    to: Cursor
    done: number
    total: number
    message: string | null
    nowMs: number
    stallsAtMs: number
  },
): Promise<boolean> {
  const { nowMs } = move
  const heads = orders.map(({ items: _, ...head }) => head)
  const items = orders.flatMap((one) => one.items)
  const vendorOrderIds = JSON.stringify(orders.map((one) => one.vendorOrderId))
  const ofPage = sql`SELECT ${orderItem.id} FROM ${orderItem} JOIN ${order} ON ${order.id} = ${orderItem.orderId}
    WHERE ${order.integrationId} = ${run.id} AND ${order.vendorOrderId} IN (SELECT value FROM json_each(${vendorOrderIds}))`
  const { moved } = await namedBatch(db, {
    moved: db
      .update(integration)
      .set({
        ...move.to,
        syncedUntilS: sql`max(${integration.syncedUntilS}, ${move.to.syncCursorS})`,
        syncDone: move.done,
        syncTotal: move.total,
        nextSyncAt: move.stallsAtMs,
        ...(move.message === null ? {} : { syncMessage: move.message }),
      })
      .where(
        and(
          isRunning(run),
          eq(integration.syncCursorS, move.from.syncCursorS),
          eq(integration.syncOffset, move.from.syncOffset),
        ),
      )
      .returning({ id: integration.id }),
    orders: jsonParts(heads).map((part) => upsertOrders(db, run, part, nowMs)),
    items: jsonParts(items).map((part) => upsertItems(db, run, part)),
    states: orderStateUpdates(db, ofPage),
  })
  return moved.length === 1
}

function upsertOrders(db: Database, run: SyncRun & { userId: Id }, heads: string, nowMs: number) {
  const isForgotten = sql`EXISTS (SELECT 1 FROM ${forgottenOrder} WHERE ${forgottenOrder.integrationId} = ${run.id} AND ${forgottenOrder.vendorOrderId} = ${member("vendorOrderId")})`
  const isKnown = sql`EXISTS (SELECT 1 FROM ${order} WHERE ${order.integrationId} = ${run.id} AND ${order.vendorOrderId} = ${member("vendorOrderId")})`
  return insertFrom(
    db,
    order,
    {
      id: member("id"),
      userId: run.userId,
      integrationId: run.id,
      vendorOrderId: member("vendorOrderId"),
      buyerName: member("buyerName"),
      buyerEmail: member("buyerEmail"),
      buyerPhone: member("buyerPhone"),
      buyerAddress: member("buyerAddress"),
      buyerCountry: member("buyerCountry"),
      totalCents: member("totalCents"),
      currency: member("currency"),
      status: "Pending",
      isCancelled: member("isCancelled"),
      vendorUpdatedAt: member("vendorUpdatedAt"),
      orderedAt: member("orderedAt"),
      createdAt: nowMs,
      updatedAt: nowMs,
    },
    // An integration that was deleted meanwhile takes no more orders.
    sql`FROM json_each(${heads}) WHERE EXISTS (SELECT 1 FROM ${integration} WHERE ${integration.id} = ${run.id}) AND NOT ${isForgotten} AND (${member("isNew")} OR ${isKnown})`,
  ).onConflictDoUpdate({
    target: [order.integrationId, order.vendorOrderId],
    set: {
      buyerName: sql`excluded.buyer_name`,
      buyerEmail: sql`excluded.buyer_email`,
      buyerPhone: sql`excluded.buyer_phone`,
      buyerAddress: sql`excluded.buyer_address`,
      buyerCountry: sql`excluded.buyer_country`,
      totalCents: sql`excluded.total_cents`,
      currency: sql`excluded.currency`,
      isCancelled: sql`excluded.is_cancelled`,
      vendorUpdatedAt: sql`excluded.vendor_updated_at`,
      updatedAt: nowMs,
    },
    setWhere: sql`excluded.vendor_updated_at >= ${order.vendorUpdatedAt}`,
  })
}

function upsertItems(db: Database, run: SyncRun & { userId: Id }, items: string) {
  return insertFrom(
    db,
    orderItem,
    {
      id: member("id"),
      orderId: sql`${order.id}`,
      userId: run.userId,
      vendorItemId: member("vendorItemId"),
      listingId: member("listingId"),
      title: member("title"),
      sku: member("sku"),
      size: member("size"),
      variation: member("variation"),
      personalisation: member("personalisation"),
      mockupUrl: member("mockupUrl"),
      quantity: member("quantity"),
      priceCents: member("priceCents"),
      currency: member("currency"),
      status: "Pending",
      skuKey: member("skuKey"),
      skuBaseKey: member("skuBaseKey"),
      skuSuffixKey: member("skuSuffixKey"),
      skuSuffixIn: member("skuSuffixIn"),
      isSkuSuffixBare: member("isSkuSuffixBare"),
      sizeKey: member("sizeKey"),
      sizeIn: member("sizeIn"),
      imageChoiceKey: member("imageChoiceKey"),
      sizeChoiceKey: member("sizeChoiceKey"),
    },
    // CROSS JOIN is how SQLite is told to look up each item's order, instead of the page's items for each order there is.
    sql`FROM json_each(${items}) CROSS JOIN ${order} ON ${order.integrationId} = ${run.id} AND ${order.vendorOrderId} = ${member("vendorOrderId")} WHERE 1`,
  ).onConflictDoUpdate({
    target: [orderItem.orderId, orderItem.vendorItemId],
    set: {
      listingId: sql`excluded.listing_id`,
      title: sql`excluded.title`,
      sku: sql`excluded.sku`,
      size: sql`excluded.size`,
      variation: sql`excluded.variation`,
      personalisation: sql`excluded.personalisation`,
      // A photo that could not be fetched this time is still the photo.
      mockupUrl: sql`coalesce(excluded.mockup_url, ${orderItem.mockupUrl})`,
      quantity: sql`excluded.quantity`,
      priceCents: sql`excluded.price_cents`,
      currency: sql`excluded.currency`,
      skuKey: sql`excluded.sku_key`,
      skuBaseKey: sql`excluded.sku_base_key`,
      skuSuffixKey: sql`excluded.sku_suffix_key`,
      skuSuffixIn: sql`excluded.sku_suffix_in`,
      isSkuSuffixBare: sql`excluded.is_sku_suffix_bare`,
      sizeKey: sql`excluded.size_key`,
      sizeIn: sql`excluded.size_in`,
      imageChoiceKey: sql`excluded.image_choice_key`,
      sizeChoiceKey: sql`excluded.size_choice_key`,
    },
  })
}

function isRunning(run: SyncRun) {
  return and(
    eq(integration.id, run.id),
    eq(integration.syncRunId, run.runId),
    eq(integration.syncState, "running"),
  )
}
