import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { Id } from "../../../contract/id.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { proofPath } from "../../../contract/orders/proof.ts"
import { defaultPrintName } from "../../../contract/prints/print-name.ts"
import { type ImageRow, mendsOn } from "../artwork/image-rows.ts"
import { matchedImageId, matchedSizeId } from "../artwork/match.ts"
import { artworkRule, image, size } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import type { ArchiveKey } from "../documents.ts"
import { integration } from "../integrations/tables.ts"
import { hasArchivedPart } from "../prints/archive-rows.ts"
import { readWithArchived } from "../prints/print-documents.ts"
import { printedImage, printedSize } from "../prints/print-item-rows.ts"
import { print, printItem } from "../prints/tables.ts"
import { readerOf } from "../reader.ts"
import { rowOf } from "../stored-rows.ts"
import { restoreItemsOf } from "./archive-rows.ts"
import { validProof } from "./item-proof.ts"
import { type ItemReading, readItem } from "./item-reading.ts"
import type { ArchivedOrder } from "./order-documents.ts"
import { answersOf } from "./order-item-answers.ts"
import { orderNumber } from "./order-number.ts"
import { readingSource } from "./reading-source.ts"
import { answerOf } from "./stored-proof.ts"
import { order, orderItem } from "./tables.ts"

type ItemRow = typeof orderItem.$inferSelect
export type FullOrderItem = ItemRow & {
  orderNumber: string
  /** The time by which its order has to be shipped. */
  shipBy: number | null
  /** True if cancelled alone, or with its order. */
  isCancelled: boolean
  isOrderCancelled: boolean
  /** The image that the matching rules find; it may be null, as the size. */
  matchedImage: ImageRow | null
  matchedSize: typeof size.$inferSelect | null
  /** The values of its artwork's fields, with the state of artwork and rule that they come from. */
  read: ItemReading
  readingSource: string | null
  /** True if its store prints only what the buyer has approved, and this is not. */
  waitsForProof: boolean
  /** The mends of its store's rule that are on. */
  shopMends: Mend[]
  /** The prints that include it, newest first. */
  prints: { id: Id; status: string; name: string }[]
}

/** Reads the items of these orders, sorted by order and the vendor's item id. */
export async function listItemsOfOrders(db: Database, orderIds: readonly Id[]): Promise<FullOrderItem[]> {
  return completed(
    db,
    sql`${orderItem.orderId} IN (SELECT value FROM json_each(${JSON.stringify(orderIds)}))`,
  )
}

/** Reads items by id; skips those of other users. Archived ones come back into rows. */
export async function findOrderItems(db: Database, userId: Id, ids: readonly Id[]): Promise<FullOrderItem[]> {
  const chosen = sql`${orderItem.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const read = () => completed(db, sql`+${orderItem.userId} = ${userId} AND ${chosen}`)
  const items = await read()
  const known = new Set(items.map(({ id }) => id))
  const missing = ids.filter((id) => !known.has(id))
  return missing.length > 0 && (await restoreItemsOf(db, userId, missing)) ? read() : items
}

/** An archived order's row, with its document. */
type ArchivedRow = Pick<
  typeof order.$inferSelect,
  "userId" | "number" | "vendorOrderId" | "shipBy" | "isCancelled" | "archiveKey"
> & {
  archived: ArchivedOrder
}

/**
 * Returns the items of archived orders as `listItemsOfOrders` does for orders in rows. Artwork, sizes and
 * prints are as they are now; those that were deleted are left out.
 */
export async function readArchivedItems(
  db: Database,
  rows: readonly ArchivedRow[],
): Promise<FullOrderItem[]> {
  if (rows.length === 0) return []
  const kept = rows.flatMap(({ archived, ...head }) =>
    archived.items.map((json) => ({ head, json, item: rowOf(orderItem, json) })),
  )
  const links = rows.flatMap(({ archived }) => archived.links)
  const those = (values: readonly unknown[]) => sql`(SELECT value FROM json_each(${JSON.stringify(values)}))`
  const [images, sizes, rules, prints] = await Promise.all([
    db
      .select()
      .from(image)
      .where(sql`${image.id} IN ${those(kept.map(({ json }) => json.matchedImageId))}`),
    db
      .select()
      .from(size)
      .where(sql`${size.id} IN ${those(kept.map(({ json }) => json.matchedSizeId))}`),
    db
      .select()
      .from(artworkRule)
      .where(
        sql`${artworkRule.userId} IN ${those(rows.map(({ userId }) => userId))} AND ${artworkRule.ruleKey} IN ${those(kept.map(({ item }) => item.ruleKey))}`,
      ),
    listLinkedPrints(db, rows),
  ])
  const orderItemOf = new Map(links.map(({ id, to }) => [id, to]))
  const printsOf = Map.groupBy(prints, ({ itemId }) => orderItemOf.get(itemId))
  return kept.map(({ head, json, item }) => {
    const matchedImage = images.find(({ id }) => id === json.matchedImageId) ?? null
    const matchedSize = sizes.find(({ id }) => id === json.matchedSizeId) ?? null
    const rule =
      rules.find(({ userId, ruleKey }) => userId === head.userId && ruleKey === item.ruleKey) ?? null
    return {
      ...item,
      orderNumber: head.number ?? head.vendorOrderId,
      shipBy: head.shipBy,
      isCancelled: head.isCancelled || item.isCancelled,
      isOrderCancelled: head.isCancelled,
      matchedImage,
      matchedSize,
      read: readItem(item, matchedImage, rule),
      readingSource: null,
      waitsForProof: false,
      // What has left is printed no more.
      shopMends: [],
      prints: (printsOf.get(item.id) ?? []).map(({ id, status, name, createdAt }) => ({
        ...{ id, status },
        name: name || defaultPrintName(createdAt, 0),
      })),
    }
  })
}

type LinkedPrint = { itemId: Id; id: Id; status: string; name: string; createdAt: number }

/**
 * Lists the prints that hold items of archived orders, newest first. Documents from before prints were archived do not
 * name them: their print items are in rows, or in the document of a print that names the orders' document.
 */
async function listLinkedPrints(db: Database, rows: readonly ArchivedRow[]): Promise<LinkedPrint[]> {
  const links = rows.flatMap(({ archived }) => archived.links)
  const isUnnamed = ({ print: id }: (typeof links)[number]) => id === undefined
  const unnamed = new Set(links.filter(isUnnamed).map(({ id }) => id))
  const keys = rows.flatMap(({ archived, archiveKey }) => (archived.links.some(isUnnamed) ? archiveKey : []))
  const columns = sql`print.id AS "id", print.status AS "status", print.name AS "name", print.created_at AS "createdAt"`
  const read = readerOf(db)
  const { named, prints, archived, lost } = await readWithArchived(db, async () => {
    const [inRows, inDocuments] = await read(
      sql<LinkedPrint>`SELECT link.value ->> 'id' AS "itemId", ${columns}
        FROM json_each(${JSON.stringify(links)}) AS link CROSS JOIN print ON print.trashed_at IS NULL
          AND print.id = coalesce(link.value ->> 'print', (SELECT print_id FROM print_item WHERE print_item.id = link.value ->> 'id'))`,
      sql<
        Omit<LinkedPrint, "itemId"> & { archiveKey: ArchiveKey }
      >`SELECT ${columns}, print.archive_key AS "archiveKey"
        FROM print WHERE ${hasArchivedPart(sql`SELECT value FROM json_each(${JSON.stringify(keys)})`)}`,
    )
    return { named: inRows, prints: inDocuments }
  })
  if (lost.length > 0) throw new Error(`the document of the archived print ${lost[0]} is missing`)
  const others = prints.flatMap(({ archiveKey: _, ...one }) =>
    (archived.get(one.id)?.items ?? [])
      .map((json) => rowOf(printItem, json).id)
      .flatMap((itemId) => (unnamed.has(itemId) ? { itemId, ...one } : [])),
  )
  return [...named, ...others].sort((a, b) => b.id.localeCompare(a.id))
}

async function completed(db: Database, condition: SQL): Promise<FullOrderItem[]> {
  // Not a batch: a batch returns objects, which merge two tables' columns of one name.
  const [rows, prints] = await Promise.all([
    db
      .select({
        item: orderItem,
        orderNumber,
        shipBy: order.shipBy,
        isCancelled: sql<boolean>`1 IN (${order.isCancelled}, ${orderItem.isCancelled})`.mapWith(Boolean),
        isOrderCancelled: order.isCancelled,
        matchedImage: image,
        matchedSize: size,
        rule: artworkRule,
        readingSource,
        needsProof:
          sql<boolean>`(SELECT ${integration.needsProof} FROM ${integration} WHERE ${integration.id} = ${order.integrationId})`.mapWith(
            Boolean,
          ),
        storeMends: sql<string>`coalesce((SELECT ${integration.mends} FROM ${integration} WHERE ${integration.id} = ${order.integrationId}), '[]')`,
      })
      .from(orderItem)
      .innerJoin(order, eq(order.id, orderItem.orderId))
      .leftJoin(image, eq(image.id, matchedImageId))
      .leftJoin(size, eq(size.id, matchedSizeId))
      .leftJoin(
        artworkRule,
        and(eq(artworkRule.userId, orderItem.userId), eq(artworkRule.ruleKey, orderItem.ruleKey)),
      )
      .where(condition)
      .orderBy(asc(orderItem.orderId), asc(orderItem.vendorItemId)),
    db
      .select({
        orderItemId: printItem.orderItemId,
        id: print.id,
        status: print.status,
        name: print.name,
        createdAt: print.createdAt,
      })
      .from(orderItem)
      .innerJoin(printItem, eq(printItem.orderItemId, orderItem.id))
      .innerJoin(print, and(eq(print.id, printItem.printId), isNull(print.trashedAt)))
      .where(condition)
      .orderBy(sql`${print.id} DESC`),
  ])
  const printsOf = Map.groupBy(prints, (row) => row.orderItemId)
  return rows.map(({ item, rule, needsProof, storeMends, ...rest }) => {
    const read = readItem(item, rest.matchedImage, rule)
    const shopMends = mendsOn(JSON.parse(storeMends))
    return {
      ...item,
      ...rest,
      read,
      shopMends,
      waitsForProof: needsProof && validProof({ ...item, ...rest, read, shopMends })?.state !== "approved",
      prints: (printsOf.get(item.id) ?? []).map(({ name, createdAt, ...one }) => ({
        ...one,
        name: name || defaultPrintName(createdAt, 0),
      })),
    }
  })
}

/** Converts the row to an API reply. */
export function orderItemReply(row: FullOrderItem): OrderItem {
  const proof = validProof(row)
  return {
    _id: row.id,
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    title: row.title,
    sku: row.sku,
    size: row.size,
    variation: row.variation,
    personalisation: answersOf(row),
    wording: row.ownPersonalisation ?? row.personalisation,
    mockupUrl: row.mockupUrl,
    quantity: row.quantity,
    price: row.priceCents / 100,
    currency: row.currency,
    status: row.status,
    isCancelled: row.isCancelled,
    changes: row.changes,
    match: {
      imageId: row.matchedImage && printedImage(row.matchedImage),
      sizeId: row.matchedSize && printedSize(row.matchedSize),
    },
    isOwnImage: row.ownImageId !== null,
    isOwnSize: row.ownSizeId !== null,
    ...(row.shopMends.length > 0 && { shopMends: row.shopMends }),
    ruleKey: row.ruleKey ?? "",
    ...row.read,
    proof:
      proof === null
        ? { state: "none" }
        : {
            state: proof.state,
            ...answerOf(proof),
            ...(row.proofToken === null ? {} : { path: proofPath(row.proofToken) }),
          },
    waitsForProof: row.waitsForProof,
    prints: row.prints.map(({ id, status, name }) => ({ _id: id, status, name })),
  }
}
