import { and, asc, count, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { MAX_BATCH_ITEMS, MAX_BATCH_ORDERS, MAX_CSV_LINES, MAX_PAGE_ITEMS } from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Order, OrderListQuery } from "../../../contract/orders/order.ts"
import type { SellersClock } from "../../../contract/orders/ship-by.ts"
import { isUnmatched } from "../artwork/match.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { contains, MAX_OFFSET, pageOfParts } from "../paging.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { printItem } from "../prints/tables.ts"
import { listOrderCosts } from "../reports/cost-rows.ts"
import { rowOf } from "../stored-rows.ts"
import { keepOrders } from "../undo/undo-orders.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { restoreOrdersOf, restoreOrdersOfPrints } from "./archive-rows.ts"
import { type FulfilmentRow, fulfilmentReply, isAtStep, isFulfilment } from "./fulfilment-rows.ts"
import { hasItem, isNewlyChanged, needsYou } from "./needs-you.ts"
import { type ArchivedOrder, readArchivedOrders } from "./order-documents.ts"
import { listItemsOfOrders, orderItemReply, readArchivedItems } from "./order-item-rows.ts"
import { orderNumber } from "./order-number.ts"
import { isDoubtful, refreshReadings } from "./reading-state.ts"
import { isToBePrinted, shipsIn } from "./ship-days.ts"
import { forgottenOrder, order, orderItem, shipment } from "./tables.ts"

type OrderRow = typeof order.$inferSelect & { integrationName: string; integrationType: string } & Pick<
    FulfilmentRow,
    "shipment"
  > & {
    /** The rest of an archived order, whose row has no items. */
    archived?: ArchivedOrder
  }

/** SQL with the tables' names, which drizzle leaves out if a statement has one table. */
const itemsOfOrder = sql<number>`coalesce("order".archived_items, (SELECT count(*) FROM order_item WHERE order_item.order_id = "order".id))`

const sortColumns = {
  integrationOrderCreatedDate: order.orderedAt,
  status: order.status,
  shipBy: order.shipBy,
  total: order.totalCents,
  buyerName: sql`${order.buyerName} COLLATE NOCASE`,
  step: order.turn,
}

/** An order of a list, with its number of items. */
type ListedOrder = { id: Id; items: number }

/** Lists the orders of a page, at most `MAX_PAGE_ITEMS` items together unless one order has more. */
export async function listOrderPage(
  db: Database,
  userId: Id,
  query: OrderListQuery,
  clock: SellersClock,
): Promise<{ listed: ListedOrder[]; pagination: Pagination }> {
  const limit = Math.min(query.page * query.limit, MAX_OFFSET)
  const listed = await listOrderIds(db, userId, query, { ...clock, limit })
  const parts = listed.map(({ items }) => items)
  const total = listed.length < limit ? listed.length : await countOrders(db, userId, query, clock)
  const { offset, length, pagination } = pageOfParts(query, total, { parts, most: MAX_PAGE_ITEMS })
  return { listed: listed.slice(offset, offset + length), pagination }
}

/** Lists all orders that the filters find, by their ids and numbers of items; at most `limit`. */
export async function listOrderIds(
  db: Database,
  userId: Id,
  query: OrderListQuery,
  { limit, ...clock }: SellersClock & { limit: number },
): Promise<ListedOrder[]> {
  if (query.doubtful || query.needsYou) await refreshReadings(db, userId)
  if (query.printId) await restoreOrdersOfPrints(db, userId, [query.printId])
  return db
    .select({ id: order.id, items: itemsOfOrder })
    .from(order)
    .where(foundBy(userId, query, clock))
    .orderBy(...sorted(query))
    .limit(limit)
}

/**
 * Counts the lines of a file of the orders that the filters find, one for each item; of more orders than a file
 * has lines it counts no more than those.
 */
export async function countCsvLines(
  db: Database,
  userId: Id,
  query: OrderListQuery,
  clock: SellersClock,
): Promise<number> {
  if (query.doubtful || query.needsYou) await refreshReadings(db, userId)
  const some = db
    .select({ items: itemsOfOrder.as("items") })
    .from(order)
    .where(foundBy(userId, query, clock))
    .limit(MAX_CSV_LINES)
    .as("some")
  const [{ lines }] = await db
    .select({ lines: sql<number>`coalesce(sum(max(1, ${some.items})), 0)` })
    .from(some)
  return lines
}

async function countOrders(
  db: Database,
  userId: Id,
  query: OrderListQuery,
  clock: SellersClock,
): Promise<number> {
  const condition = foundBy(userId, query, clock)
  const [{ total }] = await db.select({ total: count() }).from(order).where(condition)
  return total
}

/**
 * Reads a user's orders by their ids, in that order, archived ones with their documents; those that are
 * gone are left out.
 */
export async function findOrders(db: Database, userId: Id, ids: readonly Id[]): Promise<OrderRow[]> {
  const rows = await listRows(db, userId, ids)
  const archived = await readArchivedOrders(db, rows)
  const isMissing = ({ id, archiveKey }: OrderRow) => archiveKey !== null && !archived.has(id)
  // An order without its document has just come back into rows.
  const again = await listRows(
    db,
    userId,
    rows.filter(isMissing).map(({ id }) => id),
  )
  const lost = again.find(isMissing)
  if (lost) throw new Error(`the document of the archived order ${lost.id} is missing`)
  const byId = new Map([...rows, ...again].map((row) => [row.id, withArchived(row, archived.get(row.id))]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function listRows(db: Database, userId: Id, ids: readonly Id[]): Promise<OrderRow[]> {
  if (ids.length === 0) return []
  const isWanted = sql`${order.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  return (await orderRows(db).where(and(eq(order.userId, userId), isWanted))).map(flat)
}

function withArchived(row: OrderRow, archived: ArchivedOrder | undefined): OrderRow {
  if (!archived || row.archiveKey === null) return row
  const lost = Object.keys(archived.order)
  const { shipment: parcel } = archived
  return {
    ...row,
    ...Object.fromEntries(
      Object.entries(rowOf(order, archived.order)).filter(([name]) => lost.includes(name)),
    ),
    shipment: parcel && rowOf(shipment, parcel),
    archived,
  }
}

function orderRows(db: Database) {
  return db
    .select({ row: order, integrationName: integration.name, integrationType: integration.type, shipment })
    .from(order)
    .innerJoin(integration, eq(integration.id, order.integrationId))
    .leftJoin(shipment, eq(shipment.orderId, order.id))
}

function flat({ row, ...rest }: Awaited<ReturnType<typeof orderRows>>[number]): OrderRow {
  return { ...row, ...rest }
}

/** Returns SQL: a list's filters find an order. */
function foundBy(userId: Id, query: OrderListQuery, clock: SellersClock): SQL | undefined {
  // These name the orders by their ids; without the plus, all orders of the account were read.
  const areNamed =
    query.printId !== undefined || query.needsYou !== undefined || query.fulfilment === "not-told"
  return and(
    areNamed ? sql`+${order.userId} = ${userId}` : eq(order.userId, userId),
    query.status ? eq(order.status, query.status) : undefined,
    // Cancelled orders are not pending.
    query.status === "Pending" ? eq(order.isCancelled, false) : undefined,
    query.integrationId ? eq(order.integrationId, query.integrationId) : undefined,
    query.printId ? isInPrint(query.printId) : undefined,
    query.startDate ? gte(order.orderedAt, Date.parse(query.startDate)) : undefined,
    query.endDate ? lt(order.orderedAt, endOf(query.endDate)) : undefined,
    query.shipBy ? shipsIn(query.shipBy, clock) : undefined,
    query.shipBy && query.shipBy !== "overdue" && !query.status && !query.step ? isToBePrinted : undefined,
    query.step ? isAtStep(query.step) : undefined,
    query.fulfilment ? isFulfilment(query.fulfilment, userId, clock.nowMs) : undefined,
    query.search ? matches(query.search) : undefined,
    query.unmatched ? and(isToBePrinted, hasItem(isUnmatched)) : undefined,
    query.doubtful ? and(isToBePrinted, hasItem(isDoubtful)) : undefined,
    query.changed ? isNewlyChanged(clock.nowMs) : undefined,
    query.needsYou ? needsYou(userId, clock.nowMs) : undefined,
  )
}

/**
 * Lists the orders with items to print, the first to ship first, those without a day at the end; at
 * most `MAX_BATCH_ORDERS` with `MAX_BATCH_ITEMS`. `beforeMs` leaves out those that ship then or later.
 */
export async function listDueOrders(
  db: Database,
  userId: Id,
  {
    integrationIds,
    beforeMs,
    undatedBeforeMs,
  }: {
    integrationIds: readonly Id[] | undefined
    beforeMs: number | null
    /** The end of the time in which orders without a ship-by date were placed; null: whenever they were. */
    undatedBeforeMs: number | null
  },
): Promise<(ListedOrder & { shipBy: number | null })[]> {
  const placedBefore = undatedBeforeMs === null ? sql`` : sql`AND ${order.orderedAt} < ${undatedBeforeMs}`
  const due = await db
    .select({ id: order.id, shipBy: order.shipBy, items: itemsOfOrder })
    .from(order)
    .where(
      and(
        eq(order.userId, userId),
        isToBePrinted,
        integrationIds &&
          sql`+${order.integrationId} IN (SELECT value FROM json_each(${JSON.stringify(integrationIds)}))`,
        beforeMs === null
          ? undefined
          : sql`(${order.shipBy} IS NULL ${placedBefore} OR ${order.shipBy} < ${beforeMs})`,
      ),
    )
    .orderBy(sql`+${order.shipBy} ASC NULLS LAST`, asc(order.orderedAt), asc(order.id))
    .limit(MAX_BATCH_ORDERS)
  let sum = 0
  const beyond = due.findIndex(({ items }) => {
    sum += items
    return sum > MAX_BATCH_ITEMS
  })
  return beyond < 0 ? due : due.slice(0, beyond)
}

/** Returns the order of a list; orders without a day to ship by come last either way. */
function sorted(query: OrderListQuery): [SQL, SQL] {
  return [byColumn(query), (query.sort === "asc" ? asc : desc)(order.id)]
}

function byColumn(query: OrderListQuery): SQL {
  // With the plus the few that are found are sorted; without, the index of all that ever came is read along.
  const column = findsOpen(query) ? sql`+${sortColumns[query.sortBy]}` : sql`${sortColumns[query.sortBy]}`
  if (query.sort === "desc") return desc(column)
  return query.sortBy === "shipBy" ? sql`${column} ASC NULLS LAST` : asc(column)
}

/** Returns whether the filters find only orders that are still open, or in one print: few, whatever came before. */
function findsOpen(query: OrderListQuery): boolean {
  const { status, step, shipBy, fulfilment, printId, unmatched, doubtful, changed, needsYou } = query
  const isOpenStatus = status !== undefined && status !== "Completed"
  const isOpenStep = step !== undefined && step !== "shipped"
  return [shipBy, fulfilment, printId, unmatched, doubtful, changed, needsYou, isOpenStatus, isOpenStep].some(
    Boolean,
  )
}

/** Searches number, buyer, and items' titles, SKUs, answers and wording, of archived ones too. */
function matches(search: string): SQL | undefined {
  return or(
    contains(orderNumber, search),
    contains(order.buyerName, search),
    hasItem(
      or(
        contains(orderItem.title, search),
        contains(orderItem.sku, search),
        contains(orderItem.personalisation, search),
        contains(sql`coalesce(${orderItem.ownPersonalisation}, '')`, search),
      ) ?? sql`0`,
    ),
    contains(sql`coalesce(${order.archivedWords}, '')`, search),
  )
}

/** Returns SQL: an order has an item in the print. */
function isInPrint(printId: Id): SQL {
  return sql`${order.id} IN (SELECT ${orderItem.orderId} FROM ${printItem}
    JOIN ${orderItem} ON ${orderItem.id} = ${printItem.orderItemId} WHERE ${printItem.printId} = ${printId})`
}

/** Returns the end of a time; a date without a time means that whole day in UTC. */
function endOf(text: string): number {
  return text.includes("T") ? Date.parse(text) + 1 : Date.parse(text) + DAY_MS
}

/** Notes that the user knows all changes until now; returns which of these orders are theirs. */
export async function markChangesSeen(
  db: Database,
  userId: Id,
  { ids, nowMs }: { ids: readonly Id[]; nowMs: number },
): Promise<Id[]> {
  const rows = await db
    .update(order)
    .set({ changesSeenAt: nowMs })
    .where(
      and(
        eq(order.userId, userId),
        sql`${order.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      ),
    )
    .returning({ id: order.id })
  return rows.map(({ id }) => id)
}

/**
 * Deletes orders and remembers them, so that no sync and no file brings them back. Prints keep their
 * items. Other users' orders stay. Returns the deleted ids.
 */
export async function deleteOrders(db: Database, ids: readonly Id[], undo: NewUndo): Promise<Id[]> {
  await restoreOrdersOf(db, undo.userId, ids)
  const own = sql`${order.userId} = ${undo.userId} AND ${order.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const { deleted } = await namedBatch(db, {
    kept: keepOrders(db, undo, own),
    forgotten: insertFrom(
      db,
      forgottenOrder,
      {
        integrationId: sql`${order.integrationId}`,
        vendorOrderId: sql`${order.vendorOrderId}`,
        number: sql`${order.number}`,
        orderedAt: sql`${order.orderedAt}`,
      },
      sql`FROM ${order} WHERE ${own}`,
    ).onConflictDoNothing(),
    deleted: db.delete(order).where(own).returning({ id: order.id }),
  })
  return deleted.map((row) => row.id)
}

/** Converts rows to API replies with their items, in the same order. */
export async function orderReplies(db: Database, rows: readonly OrderRow[]): Promise<Order[]> {
  const ids = rows.filter(({ archived }) => !archived).map((row) => row.id)
  const [listed, archived, costs] = await Promise.all([
    listItemsOfOrders(db, ids),
    readArchivedItems(
      db,
      rows.flatMap((row) => (row.archived ? { ...row, archived: row.archived } : [])),
    ),
    listOrderCosts(db, ids),
  ])
  const items = Map.groupBy([...listed, ...archived], (item) => item.orderId)
  return rows.map((row) => ({
    _id: row.id,
    orderNumber: row.number ?? row.vendorOrderId,
    integrationId: {
      _id: row.integrationId,
      type: row.integrationType,
      name: row.integrationName,
    },
    buyerInfo: {
      name: row.buyerName,
      email: row.buyerEmail,
      phone: row.buyerPhone,
      address: row.buyerAddress,
      country: row.buyerCountry,
    },
    integrationOrderCreatedDate: new Date(row.orderedAt).toISOString(),
    shipBy: row.shipBy === null ? null : new Date(row.shipBy).toISOString(),
    orderItems: (items.get(row.id) ?? []).map(orderItemReply),
    total: { amount: row.totalCents / 100, currency: row.currency },
    cost: (row.archived ? row.archived.cost : costs.get(row.id)) ?? null,
    status: row.status,
    step: row.step,
    isCancelled: row.isCancelled,
    changes: row.changes,
    changesSeenAt: row.changesSeenAt === null ? null : new Date(row.changesSeenAt).toISOString(),
    ...fulfilmentReply(row),
  }))
}
