import { type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { imageVariant } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { objectToDelete } from "../operations/tables.ts"
import { variantFilesDelete } from "../pieces/variant-rows.ts"
import { restorePrintsWhere } from "../prints/archive-rows.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { archivedPrintPart, attemptStamp, print, printItem, stamp } from "../prints/tables.ts"
import { restoreOrders } from "./archive-rows.ts"
import { orderStateUpdates } from "./order-state.ts"
import { order, orderItem, redactedOrder } from "./tables.ts"

/** The orders of one batch: each of their items is compared with every piece of its account. */
const ORDERS_OF_BATCH = 100

/**
 * SQL over `order`: the buyer of an order is to be forgotten. A file knows an order by its number
 * alone, which may come again in another shop, but hardly on the same day.
 */
const isRedacted: SQL = sql`EXISTS (SELECT 1 FROM ${integration} AS own JOIN ${redactedOrder} AS gone
  ON gone.user_id = own.user_id AND gone.type = own.type AND gone.vendor_order_id = ${order.vendorOrderId}
  WHERE own.id = ${order.integrationId})
  OR EXISTS (SELECT 1 FROM ${integration} AS own JOIN ${redactedOrder} AS gone
  ON gone.user_id = own.user_id AND gone.number = ltrim(${order.vendorOrderId}, '#')
  WHERE own.id = ${order.integrationId} AND own.type = 'File'
    AND abs(gone.ordered_at - ${order.orderedAt}) <= ${DAY_MS})`

/**
 * Forgets the buyers of orders at a vendor's shop, for every present or former owner: of these orders
 * by the vendor's ids, or with null of all orders of former owners. Names and texts are removed
 * everywhere, and do not come back with a later sync or file. Unprinted items cannot be printed any
 * more, and are struck out; printed film goes when its sheets do. A repeat changes nothing.
 */
export async function redactBuyers(
  db: Database,
  shop: { type: "Shopify"; shopId: string },
  vendorOrderIds: readonly string[] | null,
  nowMs: number,
): Promise<void> {
  const ofShop = sql`${integration.type} = ${shop.type} AND (${integration.shopId} = ${shop.shopId} OR ${integration.formerShopId} = ${shop.shopId})`
  const known = {
    userId: sql`${integration.userId}`,
    type: sql`${integration.type}`,
    number: sql`ltrim(coalesce(${order.number}, ${order.vendorOrderId}), '#')`,
    orderedAt: sql`${order.orderedAt}`,
    redactedAt: nowMs,
  }
  // The time finds the remaining rows of a stopped call.
  const again = {
    target: [redactedOrder.userId, redactedOrder.type, redactedOrder.vendorOrderId],
    set: { redactedAt: nowMs },
  }
  await namedBatch(db, {
    // A shop that is connected again has the same orders, and they are its owner's.
    all:
      vendorOrderIds === null
        ? insertFrom(
            db,
            redactedOrder,
            { ...known, vendorOrderId: sql`${order.vendorOrderId}` },
            sql`FROM ${integration} JOIN ${order} ON ${order.integrationId} = ${integration.id}
              WHERE ${ofShop} AND (${integration.tokensEncrypted} IS NULL OR ${integration.shopId} IS NOT ${shop.shopId})`,
          ).onConflictDoUpdate(again)
        : null,
    // An order that was never read, or was deleted, is never read with its buyer.
    named:
      vendorOrderIds === null
        ? null
        : insertFrom(
            db,
            redactedOrder,
            { ...known, vendorOrderId: sql`listed.value` },
            sql`FROM json_each(${JSON.stringify(vendorOrderIds)}) AS listed CROSS JOIN ${integration}
              LEFT JOIN ${order} ON ${order.integrationId} = ${integration.id} AND ${order.vendorOrderId} = listed.value WHERE ${ofShop}`,
          ).onConflictDoUpdate(again),
  })
  const archived = sql`SELECT owned.id FROM ${redactedOrder}
    JOIN ${archivedPrintPart} ON ${archivedPrintPart.partId} = 'buyer:' || ${redactedOrder.vendorOrderId}
    JOIN print owned ON owned.rowid = ${archivedPrintPart.print} AND owned.user_id = ${redactedOrder.userId}
    WHERE ${redactedOrder.type} = ${shop.type} AND ${redactedOrder.redactedAt} = ${nowMs}`
  await restorePrintsWhere(db, sql`${print.id} IN (${archived})`, nowMs)
  // These are copies, and prints whose orders were deleted.
  const copies = sql`SELECT ${printItem.id} FROM ${redactedOrder} JOIN ${printItem} ON ${printItem.buyerOrder} = ${redactedOrder.vendorOrderId}
    JOIN ${print} ON ${print.id} = ${printItem.printId} AND ${print.userId} = ${redactedOrder.userId}
    WHERE ${redactedOrder.type} = ${shop.type} AND ${redactedOrder.redactedAt} = ${nowMs}`
  const owners = sql`SELECT ${integration.userId} FROM ${integration} WHERE ${ofShop}`
  const hasBuyer = sql`(${order.buyerName} <> '' OR ${order.buyerEmail} <> '' OR ${order.buyerPhone} <> '' OR ${order.buyerAddress} <> '' OR ${order.buyerCountry} <> ''
    OR EXISTS (SELECT 1 FROM ${orderItem} WHERE ${orderItem.orderId} = ${order.id} AND (${hasWords} OR NOT ${isStruckOut})))`
  await namedBatch(db, pieceWrites(db, { printed: copies, items: sql`SELECT NULL WHERE 0` }, nowMs))
  for (;;) {
    const rows = await db.all<{ id: Id }>(
      sql`SELECT ${order.id} AS id FROM ${order} WHERE ${order.userId} IN (${owners}) AND (${isRedacted}) AND (${hasBuyer} OR ${order.archiveKey} IS NOT NULL) LIMIT ${ORDERS_OF_BATCH}`,
    )
    if (rows.length > 0) {
      const ids = JSON.stringify(rows.map(({ id }) => id))
      await restoreOrders(db, sql`${order.id} IN (SELECT value FROM json_each(${ids}))`, nowMs)
      await namedBatch(db, redactWrites(db, sql`${order.id} IN (SELECT value FROM json_each(${ids}))`, nowMs))
    }
    if (rows.length < ORDERS_OF_BATCH) return
  }
}

/**
 * Returns statements that remove the buyers from those of these orders that are to be forgotten, for
 * the end of a batch that may have written them.
 */
export function redactWrites(db: Database, where: SQL, nowMs: number) {
  const own = sql`(${where}) AND (${isRedacted})`
  const items = sql`SELECT ${orderItem.id} FROM ${orderItem} JOIN ${order} ON ${order.id} = ${orderItem.orderId} WHERE ${own}`
  const printed = sql`SELECT ${printItem.id} FROM ${printItem} WHERE ${printItem.orderItemId} IN (${items})`
  return {
    ...pieceWrites(db, { printed, items }, nowMs),
    words: db
      .update(orderItem)
      .set({
        personalisation: "",
        answers: [],
        ownPersonalisation: null,
        ownValues: null,
        proofToken: null,
        proof: null,
        reading: "none",
        readFrom: "",
        changes: [],
        isCancelled: sql`iif(${orderItem.status} = 'Completed', ${orderItem.isCancelled}, 1)`,
      })
      .where(sql`${orderItem.id} IN (${items})`),
    buyers: db
      .update(order)
      .set({
        buyerName: "",
        buyerEmail: "",
        buyerPhone: "",
        buyerAddress: "",
        buyerCountry: "",
        changes: [],
      })
      .where(own),
    redactedStates: orderStateUpdates(db, items),
  }
}

const hasWords: SQL = sql`(${orderItem.personalisation} <> '' OR ${orderItem.answers} <> '[]' OR ${orderItem.ownPersonalisation} IS NOT NULL OR ${orderItem.ownValues} IS NOT NULL OR ${orderItem.proof} IS NOT NULL)`
const isStruckOut: SQL = sql`(${orderItem.status} = 'Completed' OR ${orderItem.isCancelled})`

/** Returns statements that remove a buyer's words from print items, and delete the pieces that show them. */
function pieceWrites(db: Database, { printed, items }: { printed: SQL; items: SQL }, nowMs: number) {
  const pieces = sql`${imageVariant}.rowid IN (${piecesOf(printed, items)})`
  const keyOf = (noun: string) =>
    sql`'images/' || ${imageVariant.imageId} || '/variants/' || ${imageVariant.digest} || ${noun}`
  const stamps = sql`SELECT ${attemptStamp.stampKey} FROM ${imageVariant} JOIN ${attemptStamp}
    ON ${attemptStamp.sourceKey} = ${keyOf("/master")} OR ${attemptStamp.overlayKey} IN (${keyOf("/look")}, ${keyOf("/overlay")}) WHERE ${pieces}
    UNION SELECT ${stamp.key} FROM ${imageVariant} JOIN ${stamp}
      ON ${stamp.imageId} = ${imageVariant.imageId} AND ${stamp.piece} = ${imageVariant.digest} WHERE ${pieces}`
  return {
    stampFiles: insertFrom(
      db,
      objectToDelete,
      { key: sql`stamp_key`, createdAt: nowMs },
      sql`FROM (${stamps}) WHERE 1`,
    ).onConflictDoNothing(),
    stamps: db.delete(stamp).where(sql`${stamp.key} IN (${stamps})`),
    pieceFiles: variantFilesDelete(db, pieces, nowMs),
    pieces: db.delete(imageVariant).where(pieces),
    printed: db
      .update(printItem)
      // Items without their words may be equal; an order's item is never merged.
      .set({ fieldValues: "{}", isOrdered: true })
      .where(sql`${printItem.id} IN (${printed}) AND ${printItem.fieldValues} <> '{}'`),
  }
}

/** Returns SQL for the pieces with these words: those of prints, and those with only the buyer's text. */
function piecesOf(printed: SQL, items: SQL): SQL {
  const texts = sql`lower(said.personalisation || ' ' || said.answers || ' ' || coalesce(said.own_personalisation, '') || ' ' || coalesce(said.own_values, ''))`
  return sql`SELECT piece.rowid FROM print_item AS printed JOIN image_variant AS piece
      ON piece.image_id = printed.image_id AND piece.field_values = printed.field_values
      WHERE printed.id IN (${printed})
    UNION
    SELECT piece.rowid FROM order_item AS said JOIN image ON image.user_id = said.user_id JOIN image_variant AS piece ON piece.image_id = image.id
      WHERE said.id IN (${items}) AND said.personalisation || said.answers || coalesce(said.own_personalisation, '') || coalesce(said.own_values, '') NOT IN ('', '[]')
        AND EXISTS (SELECT 1 FROM json_each(piece.field_values) AS text WHERE text.value <> '')
        AND NOT EXISTS (SELECT 1 FROM json_each(piece.field_values) AS text WHERE instr(${texts}, lower(text.value)) = 0)`
}
