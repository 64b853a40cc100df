/**
 * The archive of orders: 30 days after its shipping an order's items, shipment, address and changes are a
 * document in R2 (order-documents.ts), and its row keeps what lists need. `restoreOrders` brings
 * them back before anything is changed. docs/decisions/167-archived-orders.md has who reads what.
 */
import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { beingMoved } from "../../moving.ts"
import { isOfMoving } from "../accounts/tables.ts"
import { matchedImageId, matchedSizeId } from "../artwork/match.ts"
import { image, size } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { ARCHIVE_DAYS, documentPath, MAX_ARCHIVED_BYTES, makeArchiveKey, UNTOUCHED_MS } from "../documents.ts"
import { insertFrom, jsonParts, member } from "../insert-from.ts"
import { deleteObjectsLater } from "../operations/object-to-delete-rows.ts"
import { hasArchivedPart, restorePrintsWhere } from "../prints/archive-rows.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { archivedPrintPart, print, printItem } from "../prints/tables.ts"
import { listOrderCosts } from "../reports/cost-rows.ts"
import { bytesOf, jsonOf, storedColumns, storedValues } from "../stored-rows.ts"
import { undo } from "../undo/tables.ts"
import { type ArchivedOrder, readOrderDocument, writeOrderDocument } from "./order-documents.ts"
import { archivedItem, order, orderItem, shipment } from "./tables.ts"

/** The columns that a row loses. */
const lostColumns = {
  buyerEmail: sql`${order.buyerEmail}`,
  buyerPhone: sql`${order.buyerPhone}`,
  buyerAddress: sql`${order.buyerAddress}`,
  buyerCountry: sql`${order.buyerCountry}`,
  changes: sql`${order.changes}`,
}

/** SQL over `order`: it is shipped and in rows, as in the index of those. */
export const isUnarchived: SQL = sql`${order.shippedAt} IS NOT NULL AND ${order.archiveKey} IS NULL`

/** SQL over `order`: about the bytes of its JSON as a value of a statement, whose quotes are written as two letters. */
const bytesOfOrder: SQL = sql`(2000 + 2 * octet_length(concat(${order.buyerAddress}, ${order.changes})) + ${bytesOf(
  orderItem,
  eq(orderItem.orderId, order.id),
  {
    row: 2_000,
    text: sql`concat(${orderItem.title}, ${orderItem.variation}, ${orderItem.personalisation}, ${orderItem.answers},
      ${orderItem.ownPersonalisation}, ${orderItem.readFrom}, ${orderItem.ownValues}, ${orderItem.mockupUrl}, ${orderItem.changes})`,
  },
)})`

/**
 * Returns SQL over `order`: nothing is open about an order that shipped long ago. No report waits or
 * failed, no item is in a draft, a running print or a deleted one, and no deletion can be undone.
 */
export function isSettled(nowMs: number): SQL {
  return sql`${order.shippedAt} <= ${nowMs - ARCHIVE_DAYS * DAY_MS} AND ${order.updatedAt} <= ${nowMs - UNTOUCHED_MS}
    AND NOT EXISTS (SELECT 1 FROM ${shipment} WHERE ${shipment.orderId} = ${order.id} AND ${shipment.state} NOT IN ('sent', 'noted'))
    AND NOT EXISTS (SELECT 1 FROM ${orderItem} JOIN ${printItem} ON ${printItem.orderItemId} = ${orderItem.id}
      JOIN ${print} ON ${print.id} = ${printItem.printId}
      WHERE ${orderItem.orderId} = ${order.id} AND (${print.status} IN ('In Draft', 'Processing') OR ${print.trashedAt} IS NOT NULL))
    AND NOT EXISTS (SELECT 1 FROM ${undo} WHERE ${undo.userId} = ${order.userId})
    AND ${bytesOfOrder} <= ${MAX_ARCHIVED_BYTES}`
}

export type ArchivableOrder = {
  id: Id
  integrationId: Id
  orderedAt: number
  shippedAt: number
  items: number
}

/** Lists settled orders in the order of their shipping, whoever's they are, after this one. */
export async function listArchivable(
  db: Database,
  { after, nowMs, limit }: { after: { endedAt: number; id: string }; nowMs: number; limit: number },
): Promise<ArchivableOrder[]> {
  return db.all<ArchivableOrder>(sql`
    SELECT ${order.id} AS "id", ${order.integrationId} AS "integrationId", ${order.orderedAt} AS "orderedAt", ${order.shippedAt} AS "shippedAt",
      (SELECT count(*) FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id}) AS "items"
    FROM ${order} WHERE ${isUnarchived} AND (${order.shippedAt}, ${order.id}) > (${after.endedAt}, ${after.id}) AND ${isSettled(nowMs)}
    ORDER BY ${order.shippedAt}, ${order.id} LIMIT ${limit}`)
}

const itemsOf = (json: SQL, key: SQL) =>
  sql`(SELECT json_group_array(json(${json}) ORDER BY ${key}) FROM ${orderItem}`

/** SQL over `order`: all that its document will hold, as JSON, the same text as long as nothing changes. */
const wholeOrder: SQL = sql`json_object(
  'id', ${order.id},
  'order', json(${jsonOf(lostColumns)}),
  'items', json(${itemsOf(
    jsonOf({
      ...storedColumns(orderItem),
      ruleKey: sql`${orderItem.ruleKey}`,
      matchedImageId,
      matchedSizeId,
    }),
    // In the order of those that are in rows.
    sql`${orderItem.vendorItemId}`,
  )} WHERE ${orderItem.orderId} = ${order.id})),
  'shipment', (SELECT json(${jsonOf(storedColumns(shipment))}) FROM ${shipment} WHERE ${shipment.orderId} = ${order.id}),
  'links', json(${itemsOf(
    jsonOf({ id: sql`${printItem.id}`, to: sql`${printItem.orderItemId}`, print: sql`${printItem.printId}` }),
    sql`${printItem.id}`,
  )} JOIN ${printItem} ON ${printItem.orderItemId} = ${orderItem.id} WHERE ${orderItem.orderId} = ${order.id})))`

/** SQL over `order`: the texts of its items by which a list finds it. */
const wordsOfItems: SQL = sql`(SELECT group_concat(concat_ws(char(10), ${orderItem.title}, ${orderItem.sku}, ${orderItem.personalisation}, ${orderItem.ownPersonalisation}), char(10))
  FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id})`

/**
 * Archives orders of one shop as one document. The order of writes, and what a crash after each leaves:
 *
 *   1  R2: the document, under a new key, read back          rows as before; the document has no row and goes
 *   2  D1, one batch: rows get the key and lose the rest     archived
 *
 * An order that has changed since it was read stays in rows. Returns how many were archived.
 */
export async function archiveOrders(db: Database, ids: readonly Id[], nowMs: number): Promise<number> {
  const [rows, costs] = await Promise.all([
    db.all<{ id: Id; json: string }>(
      sql`SELECT ${order.id} AS "id", ${wholeOrder} AS "json" FROM ${order} WHERE ${order.id} IN ${listed(ids)} AND ${isUnarchived}`,
    ),
    listOrderCosts(db, ids),
  ])
  if (rows.length === 0) return 0
  const key = makeArchiveKey()
  await writeOrderDocument(
    db,
    key,
    rows.map(({ id, json }): ArchivedOrder => ({ ...JSON.parse(json), cost: costs.get(id) ?? null })),
  )
  const marked = await storeArchive(db, key, rows, nowMs)
  // The document must not keep what a changed order has in rows: all of it comes back, and goes again later.
  if (marked < rows.length) await restoreDocument(db, key, nowMs)
  return marked < rows.length ? 0 : marked
}

async function storeArchive(
  db: Database,
  key: string,
  rows: readonly { id: Id; json: string }[],
  nowMs: number,
): Promise<number> {
  const own = sql`(SELECT ${order.id} FROM ${order} WHERE ${order.archiveKey} = ${key})`
  const items = sql`(SELECT ${orderItem.id} FROM ${orderItem} WHERE ${orderItem.orderId} IN ${own})`
  const { marked } = await namedBatch(db, {
    marked: jsonParts(rows).map((part) =>
      db
        .update(order)
        .set({
          archiveKey: key,
          archivedWords: wordsOfItems,
          archivedItems: sql`(SELECT count(*) FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id})`,
          ...{ buyerEmail: "", buyerPhone: "", buyerAddress: "", buyerCountry: "", changes: [] },
        })
        .from(sql`json_each(${part}) AS given`)
        .where(
          sql`${order.id} = given.${member("id")} AND ${isUnarchived} AND ${isSettled(nowMs)} AND ${wholeOrder} = given.${member("json")}`,
        )
        .returning({ id: order.id }),
    ),
    prints: db
      .update(print)
      .set({
        hasArchivedParts: true,
        archivedShipBy: sql`(SELECT min(ship_by) FROM (SELECT ${print.archivedShipBy} AS ship_by UNION ALL
          SELECT ${order.shipBy} FROM ${printItem} JOIN ${orderItem} ON ${orderItem.id} = ${printItem.orderItemId} JOIN ${order} ON ${order.id} = ${orderItem.orderId}
          WHERE ${printItem.printId} = ${print.id} AND ${order.archiveKey} = ${key} AND ${order.isCancelled} = 0 AND ${orderItem.isCancelled} = 0))`,
      })
      .where(
        sql`${print.id} IN (SELECT ${printItem.printId} FROM ${printItem} WHERE ${printItem.orderItemId} IN ${items})`,
      ),
    links: db.update(printItem).set({ archiveKey: key }).where(sql`${printItem.orderItemId} IN ${items}`),
    named: insertFrom(
      db,
      archivedItem,
      { itemId: sql`${orderItem.id}`, archiveKey: key },
      sql`FROM ${orderItem} WHERE ${orderItem.orderId} IN ${own}`,
    ),
    shipments: db.delete(shipment).where(sql`${shipment.orderId} IN ${own}`),
    items: db.delete(orderItem).where(sql`${orderItem.orderId} IN ${own}`),
  })
  return marked.flat().length
}

/**
 * Brings the archived orders among those that meet the condition back into rows, with all others of
 * their documents. In rows they stay for a day at least. A repeat finds nothing to do. Returns true if
 * there were any.
 */
export async function restoreOrders(
  db: Database,
  condition: SQL | undefined,
  nowMs: number,
): Promise<boolean> {
  const rows = await db
    .selectDistinct({ key: order.archiveKey, isMoving: isOfMoving(order) })
    .from(order)
    // The plus leaves the choice of an index to the condition.
    .where(and(sql`+${order.archiveKey} IS NOT NULL`, condition))
  if (rows.some(({ isMoving }) => isMoving)) throw beingMoved()
  for (const { key } of rows) if (key !== null) await restoreDocument(db, key, nowMs)
  return rows.length > 0
}

/** Restores the archived orders of a user that have these ids. */
export async function restoreOrdersOf(db: Database, userId: Id, ids: readonly Id[]): Promise<void> {
  await restoreOrders(db, sql`+${order.userId} = ${userId} AND ${order.id} IN ${listed(ids)}`, Date.now())
}

/** Restores the archived orders of a user that have items of these ids; false if there are none. */
export async function restoreItemsOf(db: Database, userId: Id, itemIds: readonly Id[]): Promise<boolean> {
  const keys = sql`(SELECT ${archivedItem.archiveKey} FROM ${archivedItem} WHERE ${archivedItem.itemId} IN ${listed(itemIds)})`
  return restoreOrders(
    db,
    and(sql`+${order.userId} = ${userId}`, sql`${order.archiveKey} IN ${keys}`),
    Date.now(),
  )
}

/**
 * Restores a user's prints and the orders of their items, so that these know them as before. Items of orders that
 * were deleted with their shop are left without. `userId` null restores any user's. Returns true if there were any.
 */
export async function restorePrints(
  db: Database,
  userId: Id | null,
  printIds: readonly Id[],
): Promise<boolean> {
  const isMarked = and(
    sql`${print.id} IN ${listed(printIds)}`,
    userId === null ? undefined : eq(print.userId, userId),
    eq(print.hasArchivedParts, true),
  )
  const marked = await db.select({ id: print.id }).from(print).where(isMarked)
  if (marked.length === 0) return false
  const ids = listed(marked.map(({ id }) => id))
  await restorePrintsWhere(db, sql`${print.id} IN ${ids}`, Date.now())
  const own = and(sql`${printItem.printId} IN ${ids}`, isNotNull(printItem.archiveKey))
  const keys = sql`(SELECT ${printItem.archiveKey} FROM ${printItem} WHERE ${own})`
  await restoreOrders(db, sql`${order.archiveKey} IN ${keys}`, Date.now())
  // A night's run may have archived some of them since, who then stay marked.
  const isGone = sql`NOT EXISTS (SELECT 1 FROM ${order} WHERE ${order.archiveKey} = ${printItem.archiveKey})`
  await namedBatch(db, {
    items: db.update(printItem).set({ archiveKey: null }).where(and(own, isGone)),
    prints: db
      .update(print)
      .set({ hasArchivedParts: false, archivedShipBy: null })
      .where(
        and(
          sql`${print.id} IN ${ids}`,
          isNull(print.archiveKey),
          sql`NOT EXISTS (SELECT 1 FROM ${printItem} WHERE ${printItem.printId} = ${print.id} AND ${printItem.archiveKey} IS NOT NULL)`,
        ),
      ),
  })
  return true
}

/** The tries at restoring a document: a night's run may archive a print of its orders in between. */
const MAX_TRIES = 3

/** Restores all orders of a document, after the archived prints that hold their items. */
async function restoreDocument(db: Database, key: string, nowMs: number): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    // What the prints say of them decides their states.
    await restorePrintsWhere(db, hasArchivedPart(sql`${key}`), nowMs)
    if (await restoreOrdersIn(db, key, nowMs)) return
  }
  throw new Error(`the prints of the document ${key} were archived meanwhile`)
}

/**
 * Restores all orders of a document in one batch, which also notes the document for deletion. The second of two
 * calls at once finds no row with the key, and writes nothing.
 * Returns false, with nothing written, if a print of theirs is archived.
 */
async function restoreOrdersIn(db: Database, key: string, nowMs: number): Promise<boolean> {
  const orders = await readOrderDocument(db, key)
  if (orders === null) {
    if (await isArchived()) throw new Error(`the document ${key} of archived orders is missing`)
    return true
  }
  const havePrints = sql`NOT EXISTS (SELECT 1 FROM ${archivedPrintPart} WHERE ${archivedPrintPart.partId} = ${key})`
  const isTheirs = sql`CROSS JOIN ${order} ON ${order.id} = value ->> 'orderId' AND ${order.archiveKey} = ${key} AND ${havePrints}`
  const existing = (table: typeof image | typeof size, name: string) =>
    sql`(SELECT ${table.id} FROM ${table} WHERE ${table.id} = ${member(name)})`
  const links = jsonParts(orders.flatMap((one) => one.links))
  const { orders: restored } = await namedBatch(db, {
    items: jsonParts(orders.flatMap(({ items }) => items)).map((part) =>
      insertFrom(
        db,
        orderItem,
        storedValues(orderItem, {
          ownImageId: existing(image, "ownImageId"),
          ownSizeId: existing(size, "ownSizeId"),
        }),
        sql`FROM json_each(${part}) ${isTheirs} WHERE 1`,
      ),
    ),
    shipments: jsonParts(orders.flatMap((one) => one.shipment ?? [])).map((part) =>
      insertFrom(
        db,
        shipment,
        storedValues(shipment),
        sql`FROM json_each(${part}) ${isTheirs} WHERE 1`,
      ).onConflictDoNothing(),
    ),
    links: links.map((part) =>
      db
        .update(printItem)
        .set({
          orderItemId: sql`(SELECT ${orderItem.id} FROM ${orderItem} WHERE ${orderItem.id} = given.${member("to")})`,
          archiveKey: null,
        })
        .from(sql`json_each(${part}) AS given`)
        .where(and(sql`${printItem.id} = given.${member("id")}`, eq(printItem.archiveKey, key), havePrints)),
    ),
    prints: links.map((part) =>
      db
        .update(print)
        .set({ hasArchivedParts: false, archivedShipBy: null })
        .where(
          and(
            sql`${print.id} IN (SELECT ${printItem.printId} FROM json_each(${part}) CROSS JOIN ${printItem} ON ${printItem.id} = ${member("id")})`,
            sql`NOT EXISTS (SELECT 1 FROM ${printItem} WHERE ${printItem.printId} = ${print.id} AND ${printItem.archiveKey} IS NOT NULL)`,
            havePrints,
          ),
        ),
    ),
    orders: jsonParts(orders.map(({ id, order: lost }) => ({ ...lost, id }))).map((part) =>
      db
        .update(order)
        .set({
          ...Object.fromEntries(
            Object.keys(lostColumns).map((name) => [name, sql`coalesce(given.${member(name)}, '')`]),
          ),
          ...{ archiveKey: null, archivedWords: null, archivedItems: null, updatedAt: nowMs },
        })
        .from(sql`json_each(${part}) AS given`)
        .where(and(sql`${order.id} = given.${member("id")}`, eq(order.archiveKey, key), havePrints))
        .returning({ id: order.id }),
    ),
    named: db.delete(archivedItem).where(and(eq(archivedItem.archiveKey, key), havePrints)),
    document: deleteObjectsLater(db, [documentPath("orders", key)], nowMs, havePrints),
  })
  return restored.flat().length > 0 || !(await isArchived())

  async function isArchived(): Promise<boolean> {
    const rows = await db.select({ id: order.id }).from(order).where(eq(order.archiveKey, key)).limit(1)
    return rows.length > 0
  }
}

function listed(ids: readonly Id[]): SQL {
  return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
}
