import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import {
  MAX_BATCH_ITEMS,
  MAX_BATCH_ORDERS,
  MAX_COUNTED_ROWS,
  MAX_CSV_LINES,
  MAX_PAGE_ITEMS,
} from "../../../contract/limit.ts"
import type { Pagination } from "../../../contract/list.ts"
import type { Order, OrderListQuery } from "../../../contract/orders/order.ts"
import type { SellersClock } from "../../../contract/orders/ship-by.ts"
import { isUnmatched } from "../artwork/match.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { MAX_OFFSET, pageOfParts } from "../paging.ts"
import {
  orderOf,
  type Placed,
  placedPagination,
  placeIn,
  readPlaced,
  type Sorting,
  type Source,
  sortedApart,
  sourceIn,
} from "../place.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { printItem } from "../prints/tables.ts"
import { type Reader, readerOf } from "../reader.ts"
import { listOrderCosts } from "../reports/cost-rows.ts"
import { rowOf } from "../stored-rows.ts"
import { keepOrders } from "../undo/undo-orders.ts"
import type { NewUndo } from "../undo/undo-rows.ts"
import { restoreOrdersOf, restorePrints } from "./archive-rows.ts"
import { type FulfilmentRow, fulfilmentReply, isAtStep, isFulfilment, isOwn } from "./fulfilment-rows.ts"
import { hasDoubtfulItem, hasItem, needsYou, newlyChanged } from "./needs-you.ts"
import { type ArchivedOrder, readArchivedOrders } from "./order-documents.ts"
import { listItemsOfOrders, orderItemReply, readArchivedItems } from "./order-item-rows.ts"
import { searchedSource } from "./order-search.ts"
import { refreshReadings } from "./reading-state.ts"
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
  integrationOrderCreatedDate: [sql`${order.orderedAt}`],
  // The index of states goes on by time; by the id alone, all orders of a state were sorted.
  status: [sql`${order.status}`, sql`${order.orderedAt}`],
  shipBy: [sql`${order.shipBy}`],
  total: [sql`${order.totalCents}`],
  buyerName: [sql`${order.buyerName} COLLATE NOCASE`],
  step: [sql`${order.turn}`],
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
  await makeReady(db, userId, query)
  const read = readerOf(db)
  const { named, from, isFound, total, isAll, sorting } = await sourceOf(read, userId, query, clock)
  // Pages by number are as long as their orders' items allow, so all up to the asked one are looked at.
  const page = query.after === undefined ? query.page : 1
  const many = Math.min(page * query.limit, MAX_OFFSET) + 1
  const shown = sql`${order.id} AS "id", ${itemsOfOrder} AS "items", ${placeIn(sorting)} AS "place"`
  const rows = await readPlaced<ListedOrder & Placed & { total: number | null }>(read, query, sorting, {
    offset: 0,
    many,
    select: (behind, limits) =>
      named
        ? sql`WITH named AS MATERIALIZED (${named}) SELECT ${shown}, (SELECT count(*) FROM named) AS "total"
            FROM named CROSS JOIN ${order} ON ${order.id} = named.id WHERE ${behind ?? sql`true`} ${limits}`
        : sql`SELECT ${shown}, NULL AS "total" FROM ${from} WHERE ${and(isFound, behind)} ${limits}`,
  })
  const parts = rows.map(({ items }) => items).slice(0, many - 1)
  const isWhole = query.after === undefined && rows.length < many
  const known = isWhole ? rows.length : rows.at(0)?.total
  const [[{ total: counted }]] = known == null ? await read(total) : [[{ total: known }]]
  const at = pageOfParts({ ...query, page }, Math.min(counted, MAX_COUNTED_ROWS), {
    parts,
    most: MAX_PAGE_ITEMS,
  })
  const { offset, length } = at
  const listed = rows.slice(offset, offset + length)
  const hasMore = offset + length < rows.length
  const placed = placedPagination(query, { counted, last: listed.at(-1), hasMore, sorting })
  const pagination = { ...placed, isExact: placed.isExact && isAll }
  if (query.after !== undefined) return { listed, pagination }
  // Pages that end early make the later ones more.
  const totalPages = Math.max(at.totalPages, at.page + (hasMore ? 1 : 0))
  return { listed, pagination: { ...pagination, page: at.page, totalPages } }
}

/** Lists all orders that the filters find, by their ids and numbers of items; at most `limit`. */
export async function listOrderIds(
  db: Database,
  userId: Id,
  query: OrderListQuery,
  { limit, ...clock }: SellersClock & { limit: number },
): Promise<ListedOrder[]> {
  await makeReady(db, userId, query)
  const read = readerOf(db)
  const { from, isFound, sorting } = await sourceOf(read, userId, query, clock)
  const [rows] = await read(
    sql<ListedOrder>`SELECT ${order.id} AS "id", ${itemsOfOrder} AS "items" FROM ${from} WHERE ${isFound} ORDER BY ${orderOf(sorting)} LIMIT ${limit}`,
  )
  return rows
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
  await makeReady(db, userId, query)
  const read = readerOf(db)
  const { from, isFound } = await sourceOf(read, userId, query, clock)
  const some = sql`SELECT ${itemsOfOrder} AS items FROM ${from} WHERE ${isFound} LIMIT ${MAX_CSV_LINES}`
  const [[{ lines }]] = await read(
    sql<{ lines: number }>`SELECT coalesce(sum(max(1, items)), 0) AS "lines" FROM (${some})`,
  )
  return lines
}

/** Brings up to date what the filters compare, and back into rows what they need as such. */
async function makeReady(db: Database, userId: Id, query: OrderListQuery): Promise<void> {
  if (query.doubtful || query.needsYou) await refreshReadings(db, userId)
  if (query.printId) await restorePrints(db, userId, [query.printId])
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
  return (await orderRows(db).where(isOwn(userId, ids))).map(flat)
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
  const areNamed = query.printId || query.changed || query.needsYou || query.fulfilment === "not-told"
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
    query.unmatched ? and(isToBePrinted, hasItem(isUnmatched)) : undefined,
    query.doubtful ? and(isToBePrinted, hasDoubtfulItem) : undefined,
    query.changed ? sql`${order.id} IN (${newlyChanged(userId, clock.nowMs)})` : undefined,
    query.needsYou ? needsYou(userId, clock.nowMs) : undefined,
  )
}

/**
 * Returns where a list's orders are read, and their order. If the filters find many, they are read along the
 * list's order, by its index: by the filters' own, all of these were sorted. `named` selects the ids of orders
 * that are dear to find, so that their page and its total find them once.
 */
async function sourceOf(
  read: Reader,
  userId: Id,
  query: OrderListQuery,
  clock: SellersClock,
): Promise<Source & { sorting: Sorting; named?: SQL | undefined }> {
  const isFiltered = foundBy(userId, query, clock)
  const all = sourceIn(sql`${order}`, isFiltered)
  const sorting = sortingOf(query)
  const { search, sortBy } = query
  const index = sortIndexes[sortBy]
  const sorted = index ? { ...all, from: sql`${order} INDEXED BY ${sql.raw(index)}` } : all
  const hasFilter = Object.keys(query).some(
    (name) => !unfiltered.has(name) && query[name as keyof OrderListQuery],
  )
  if (search) {
    const source = await searchedSource(read, userId, { search, all, sorted, inOrder: orderOf(sorting) })
    const named = source.isFew
      ? sql`SELECT ${order.id} AS id FROM ${source.from} WHERE ${source.isFound}`
      : undefined
    return { ...source, sorting: source.isFew ? sortedApart(sorting) : sorting, named }
  }
  if (!hasFilter) return { ...all, sorting }
  const { unmatched, doubtful, needsYou } = query
  if (unmatched || doubtful || needsYou) {
    const named = sql`SELECT ${order.id} AS id FROM ${order} WHERE ${isFiltered}`
    return { ...all, sorting: sortedApart(sorting), named }
  }
  if (findsOpen(query)) return { ...all, sorting: sortedApart(sorting) }
  const [[{ total }]] = await read(all.total)
  const source = total > MAX_COUNTED_ROWS ? { ...sorted, sorting } : { ...all, sorting: sortedApart(sorting) }
  return { ...source, total: sql`SELECT ${total} AS "total"` }
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

/** The parts of a list's query that are no filters. */
const unfiltered = new Set(["page", "after", "limit", "search", "sortBy", "sort"])

/** The indexes of the columns that filters' own indexes do not go on by. */
const sortIndexes: Partial<Record<OrderListQuery["sortBy"], string>> = {
  shipBy: "order_ship_by",
  total: "order_total",
  buyerName: "order_buyer",
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
function sortingOf({ sortBy, sort }: OrderListQuery): Sorting {
  const nulls = sortBy === "shipBy" ? "last" : null
  return { name: sortBy, columns: [...sortColumns[sortBy], sql`${order.id}`], sort, nulls }
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
    .where(isOwn(userId, ids))
    .returning({ id: order.id })
  return rows.map(({ id }) => id)
}

/**
 * Deletes orders and remembers them, so that no sync and no file brings them back. Prints keep their
 * items. Other users' orders stay. Returns the deleted ids.
 */
export async function deleteOrders(db: Database, ids: readonly Id[], undo: NewUndo): Promise<Id[]> {
  await restoreOrdersOf(db, undo.userId, ids)
  const own = isOwn(undo.userId, ids)
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
