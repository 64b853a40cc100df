import { and, asc, count, desc, eq, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import type { Integration, integrationListQuerySchema } from "../../../contract/integrations/integration.ts"
import { MAX_INTEGRATIONS } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Strangers } from "../accounts/user-copy.ts"
import { isUnmatched } from "../artwork/match.ts"
import { type AutopilotRow, storesOf } from "../autopilots/autopilot-rows.ts"
import { autopilot } from "../autopilots/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { isToBePrinted } from "../orders/ship-days.ts"
import { order, orderItem } from "../orders/tables.ts"
import { contains, pageOf } from "../paging.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { integration } from "./tables.ts"

export type IntegrationRow = typeof integration.$inferSelect
type Query = z.output<typeof integrationListQuerySchema>

const sortColumns = {
  createdAt: integration.createdAt,
  name: sql`${integration.name} COLLATE NOCASE`,
  type: integration.type,
  lastSync: integration.lastSyncAt,
}

export async function listIntegrations(
  db: Database,
  userId: Id,
  query: Query,
): Promise<{ rows: IntegrationRow[]; pagination: Pagination }> {
  const condition = and(
    eq(integration.userId, userId),
    query.search
      ? or(
          contains(integration.name, query.search),
          contains(sql`coalesce(${integration.shopName}, '')`, query.search),
        )
      : undefined,
  )
  const [{ total }] = await db.select({ total: count() }).from(integration).where(condition)
  const { offset, pagination } = pageOf(query, total)
  if (total === 0) return { rows: [], pagination }
  const direction = query.sort === "asc" ? asc : desc
  const rows = await db
    .select()
    .from(integration)
    .where(condition)
    .orderBy(direction(sortColumns[query.sortBy]), direction(integration.id))
    .limit(query.limit)
    .offset(offset)
  return { rows, pagination }
}

/** Finds an integration; `userId` null finds any user's, for jobs. */
export async function findIntegration(
  db: Database,
  userId: Id | null,
  id: Id,
): Promise<IntegrationRow | null> {
  const [row] = await db
    .select()
    .from(integration)
    .where(and(eq(integration.id, id), userId === null ? undefined : eq(integration.userId, userId)))
  return row ?? null
}

/** Lists the integrations whose orders an autopilot prints: those that it names, or all of its user. */
export async function listIntegrationsOf(db: Database, row: AutopilotRow): Promise<IntegrationRow[]> {
  const ids = storesOf(row)
  return db
    .select()
    .from(integration)
    .where(and(eq(integration.userId, row.userId), ids && inArray(integration.id, ids)))
    .orderBy(asc(integration.createdAt), asc(integration.id))
    .limit(MAX_INTEGRATIONS)
}

/** Finds the integration of any account that has this shop of the vendor's; null if none has. */
export async function findShop(
  db: Database,
  type: IntegrationRow["type"],
  shopId: string,
): Promise<IntegrationRow | null> {
  const [row] = await db
    .select()
    .from(integration)
    .where(and(eq(integration.type, type), eq(integration.shopId, shopId)))
  return row ?? null
}

/** Adds an integration; false, with nothing written, at MAX_INTEGRATIONS. */
export async function insertIntegration(
  db: Database,
  row: Pick<IntegrationRow, "id" | "userId" | "name" | "type" | "keys" | "shopName"> & { nowMs: number },
): Promise<boolean> {
  const { nowMs, ...rest } = row
  const rows = await insertFrom(
    db,
    integration,
    {
      ...rest,
      createdAt: nowMs,
      updatedAt: nowMs,
    },
    sql`WHERE (SELECT count(*) FROM ${integration} WHERE ${integration.userId} = ${row.userId}) < ${MAX_INTEGRATIONS}`,
  ).returning({ id: integration.id })
  return rows.length === 1
}

/**
 * Changes an integration; null when this user has none. `undefined` leaves a field as it is. Orders
 * without a day of their own follow the new rule for them.
 */
export async function updateIntegration(
  db: Database,
  change: {
    id: Id
    userId: Id
    name?: string
    shipsPressed?: boolean
    needsProof?: boolean
    mends?: readonly Mend[]
    shipsWithinDays?: number | null
    /** The address where to ask for leave, for a shop that was never connected. */
    shop?: string
    keys?: IntegrationRow["keys"]
    nowMs: number
  },
): Promise<IntegrationRow | null> {
  const { id, userId, shop, mends, nowMs, ...rest } = change
  const { shipsWithinDays: days } = rest
  const { changed } = await namedBatch(db, {
    changed: db
      .update(integration)
      .set({
        ...rest,
        ...(mends && { mends: JSON.stringify(mends) }),
        ...(shop !== undefined && {
          shopName: sql`iif(${integration.shopId} IS NULL, ${shop}, ${integration.shopName})`,
        }),
        updatedAt: nowMs,
      })
      .where(and(eq(integration.id, id), eq(integration.userId, userId)))
      .returning(),
    dated:
      days === undefined
        ? null
        : db
            .update(order)
            .set({
              shipBy: days === null ? null : sql`${order.orderedAt} + ${days * DAY_MS}`,
              isShipByOurs: days !== null,
            })
            .where(
              and(
                eq(order.userId, userId),
                eq(order.integrationId, id),
                or(isNull(order.shipBy), eq(order.isShipByOurs, true)),
              ),
            ),
  })
  return changed[0] ?? null
}

/**
 * Deletes an integration with its orders and its autopilot, not their prints; an autopilot for several or
 * all stores moves to another of them. False if this user has no such one.
 */
export async function deleteIntegration(db: Database, userId: Id, id: Id): Promise<boolean> {
  const other = sql`(SELECT other.id FROM integration AS other WHERE other.user_id = ${userId} AND other.id <> ${id} ORDER BY other.created_at LIMIT 1)`
  const more = autopilot.moreIntegrationIds
  const { deleted } = await namedBatch(db, {
    left: db
      .update(autopilot)
      .set({
        moreIntegrationIds: sql`(SELECT json_group_array(each.value) FROM json_each(${more}) AS each WHERE each.value <> ${id})`,
      })
      .where(
        sql`${autopilot.userId} = ${userId} AND ${id} IN (SELECT each.value FROM json_each(${more}) AS each)`,
      ),
    handedOn: db
      .update(autopilot)
      .set({ integrationId: sql`${more} ->> 0`, moreIntegrationIds: sql`json_remove(${more}, '$[0]')` })
      .where(
        sql`${autopilot.userId} = ${userId} AND ${autopilot.integrationId} = ${id} AND NOT ${autopilot.isForAllStores} AND json_array_length(${more}) > 0`,
      ),
    moved: db
      .update(autopilot)
      .set({ integrationId: other })
      .where(
        sql`${autopilot.userId} = ${userId} AND ${autopilot.integrationId} = ${id} AND ${autopilot.isForAllStores} AND ${other} IS NOT NULL`,
      ),
    deleted: db
      .delete(integration)
      .where(and(eq(integration.id, id), eq(integration.userId, userId)))
      .returning({ id: integration.id }),
  })
  return deleted.length === 1
}

type ShopType = IntegrationRow["type"]

/** Counts all accounts' connected shops but this one, `most` at most. */
export async function countOtherShops(
  db: Database,
  { type, id, strangers = [] }: { type: ShopType; id: Id | null; strangers?: Strangers },
  most: number,
): Promise<number> {
  const count = otherShops(type, id, most, strangers)
  const [{ total }] = await db.all<{ total: number }>(sql`SELECT ${count} AS total`)
  return total
}

/** Reads at most that many entries of the index of connected shops. */
function otherShops(type: ShopType, id: Id | null, most: number, strangers: Strangers = []): SQL {
  const isOfNone =
    strangers.length > 0
      ? sql`AND held.user_id NOT IN (SELECT value FROM json_each(${JSON.stringify(strangers)}))`
      : sql``
  return sql`(SELECT count(*) FROM (SELECT 1 FROM ${integration} AS held WHERE held.tokens_encrypted IS NOT NULL AND held.type = ${type} AND held.id <> ${id ?? ""} ${isOfNone} LIMIT ${most}))`
}

/**
 * Stores the shop and its tokens, all or nothing. Else returns the integration of this or another user
 * that has the shop already, "full" if `maxShops` others are connected, "gone" if this integration does
 * not exist. Another shop than before is read from the start. Another account's integration whose
 * connection has ended gives the shop away and keeps its orders.
 */
export async function connectIntegration(
  db: Database,
  connection: {
    id: Id
    userId: Id
    type: ShopType
    shopId: string
    shopName: string
    /** The shop's address, where it is asked for consent; null if the vendor needs none. */
    address: string | null
    tokensEncrypted: string
    scopes: string
    /** The limit of all accounts together; null for any number. */
    maxShops: number | null
    nowMs: number
  },
): Promise<"connected" | "full" | "gone" | { takenBy: { id: Id; userId: Id } }> {
  const { id, userId, type, address, maxShops, nowMs, ...rest } = connection
  const hasRoom = maxShops === null ? undefined : sql`${otherShops(type, id, maxShops)} < ${maxShops}`
  const others = and(eq(integration.type, type), eq(integration.shopId, rest.shopId), ne(integration.id, id))
  const owner = { id: integration.id, userId: integration.userId }
  const isSame = sql`${integration.shopId} = ${rest.shopId}`
  try {
    const { taken, connected } = await namedBatch(db, {
      released: db
        .update(integration)
        .set({
          ...released(rest.shopId, nowMs),
          shopName: sql`coalesce(${address}, ${integration.shopName})`,
        })
        .where(
          and(
            others,
            ne(integration.userId, userId),
            isNull(integration.tokensEncrypted),
            // Nobody loses a shop to an integration that is not connected then.
            sql`EXISTS (SELECT 1 FROM integration AS asking WHERE asking.id = ${id} AND asking.user_id = ${userId} AND asking.type = ${type})`,
            hasRoom,
          ),
        ),
      taken: db.select(owner).from(integration).where(others),
      connected: db
        .update(integration)
        .set({
          ...rest,
          tokenVersion: sql`${integration.tokenVersion} + 1`,
          tokenLeaseUntil: null,
          syncedUntilS: sql`CASE WHEN ${isSame} THEN ${integration.syncedUntilS} ELSE 0 END`,
          // A sync of the previous connection ends.
          syncRunId: null,
          syncPlace: null,
          syncState: "idle",
          syncMessage: null,
          syncFailures: 0,
          nextSyncAt: nowMs,
          updatedAt: nowMs,
        })
        .where(
          and(
            eq(integration.id, id),
            eq(integration.userId, userId),
            eq(integration.type, type),
            sql`NOT EXISTS (SELECT 1 FROM ${integration} AS other WHERE other.type = ${type} AND other.shop_id = ${rest.shopId} AND other.id <> ${id})`,
            hasRoom,
          ),
        )
        .returning({ id: integration.id }),
    })
    if (connected.length === 1) return "connected"
    if (taken.length > 0) return { takenBy: taken[0] }
    return (await findIntegration(db, userId, id)) ? "full" : "gone"
  } catch (error) {
    // If two integrations connect at once, the unique index decides.
    const [other] = await db.select(owner).from(integration).where(others)
    if (other) return { takenBy: other }
    throw error
  }
}

/** Gives away the shop of an integration whose connection has ended, to an account in another database. */
export async function releaseShop(
  db: Database,
  { type, shopId, nowMs }: { type: ShopType; shopId: string; nowMs: number },
): Promise<void> {
  await db
    .update(integration)
    .set(released(shopId, nowMs))
    .where(
      and(eq(integration.type, type), eq(integration.shopId, shopId), isNull(integration.tokensEncrypted)),
    )
}

function released(shopId: string, nowMs: number) {
  return {
    shopId: null,
    formerShopId: shopId,
    syncState: "failed" as const,
    syncMessage: SHOP_MOVED,
    updatedAt: nowMs,
  }
}

const SHOP_MOVED =
  "Another account has shown that this store is theirs and has connected it. The orders that you have stay here."

/** SQL for the shown status: a cancelled order is not pending. */
const shownStatus = sql<string>`CASE WHEN ${order.isCancelled} = 1 AND ${order.status} = 'Pending' THEN 'Cancelled' ELSE ${order.status} END`

/** Converts rows to API replies, in the same order; `mayShip` reads what the seller has allowed. */
export async function integrationReplies(
  db: Database,
  rows: readonly IntegrationRow[],
  mayShip: (row: IntegrationRow) => boolean,
): Promise<Integration[]> {
  if (rows.length === 0) return []
  const ids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map((row) => row.id))}))`
  const owners = [...new Set(rows.map((row) => row.userId))]
  const { statuses, unmatched } = await namedBatch(db, {
    statuses: db
      .select({ integrationId: order.integrationId, status: shownStatus.as("shown_status"), total: count() })
      .from(order)
      .where(sql`${order.integrationId} IN ${ids}`)
      .groupBy(order.integrationId, shownStatus),
    unmatched: db
      .select({ integrationId: order.integrationId, total: count() })
      .from(orderItem)
      .innerJoin(order, eq(order.id, orderItem.orderId))
      // With the plus their step finds the orders, not the store: most of a store's have left.
      .where(
        and(
          inArray(order.userId, owners),
          sql`+${order.integrationId} IN ${ids}`,
          isToBePrinted,
          isUnmatched,
        ),
      )
      .groupBy(order.integrationId),
  })
  return rows.map((row) => {
    const own = statuses.filter((status) => status.integrationId === row.id)
    return {
      _id: row.id,
      name: row.name,
      type: row.type,
      keys: row.keys,
      session: row.tokensEncrypted === null ? null : { access_token: "connected" },
      shopName: row.shopName,
      lastSync: row.lastSyncAt === null ? null : new Date(row.lastSyncAt).toISOString(),
      syncState: row.syncState,
      syncMessage: row.syncMessage,
      orderCount: own.reduce((sum, status) => sum + status.total, 0),
      ordersByStatus: Object.fromEntries(own.map((status) => [status.status, status.total])),
      unmatchedCount: unmatched.find((count) => count.integrationId === row.id)?.total ?? 0,
      mayShip: mayShip(row),
      shipsPressed: row.shipsPressed,
      needsProof: row.needsProof,
      mends: JSON.parse(row.mends),
      shipsWithinDays: row.shipsWithinDays,
      createdAt: new Date(row.createdAt).toISOString(),
    }
  })
}
