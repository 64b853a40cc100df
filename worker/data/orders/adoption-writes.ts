import { sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { jsonParts, member } from "../insert-from.ts"
import { integration } from "../integrations/tables.ts"
import { printItem } from "../prints/tables.ts"
import { forgottenOrder, order, orderItem } from "./tables.ts"

/** An order of a file that is a shop's, with the shop's ids of it and its items. */
export type Adopted = {
  id: Id
  vendorOrderId: string
  number: string | null
  items: { id: Id; vendorItemId: string; size: string; variation: string }[]
}

/**
 * Returns the statements that make a file's orders the shop's, with their items, for a batch that then
 * stores the shop's data. Differences from the file are no changes of the order. An order that the shop
 * has already, or that was deleted there, stays as it is.
 */
export function adoptionWrites(db: Database, shop: { id: Id; userId: Id }, adopted: readonly Adopted[]) {
  const heads = adopted.map(({ items: _, ...head }) => head)
  const items = adopted.flatMap((order) => order.items)
  const given = (part: string, name: string) =>
    sql`(SELECT ${member(name)} FROM json_each(${part}) WHERE ${member("id")} = `
  const isMoved = sql`(SELECT ${order.integrationId} FROM ${order} WHERE ${order.id} = ${orderItem.orderId}) = ${shop.id}`
  const ids = (part: string) => sql`(SELECT ${member("id")} FROM json_each(${part}))`
  return {
    adoptedOrders: jsonParts(heads).map((part) => {
      const soldAs = sql`${given(part, "vendorOrderId")} ${order.id})`
      return db
        .update(order)
        .set({
          integrationId: shop.id,
          vendorOrderId: soldAs,
          number: sql`${given(part, "number")} ${order.id})`,
          // A file is as new as its import: the shop's data are newer.
          vendorUpdatedAt: 0,
          buyerAddress: "",
        })
        .where(
          sql`${order.id} IN ${ids(part)} AND ${order.userId} = ${shop.userId}
            AND EXISTS (SELECT 1 FROM ${integration} WHERE ${integration.id} = ${shop.id})
            AND NOT EXISTS (SELECT 1 FROM "order" AS other WHERE other.integration_id = ${shop.id} AND other.vendor_order_id = ${soldAs})
            AND NOT EXISTS (SELECT 1 FROM ${forgottenOrder} WHERE ${forgottenOrder.integrationId} = ${shop.id} AND ${forgottenOrder.vendorOrderId} = ${soldAs})`,
        )
    }),
    adoptedItems: jsonParts(items).map((part) =>
      db
        .update(orderItem)
        .set({
          vendorItemId: sql`${given(part, "vendorItemId")} ${orderItem.id})`,
          size: sql`${given(part, "size")} ${orderItem.id})`,
          variation: sql`${given(part, "variation")} ${orderItem.id})`,
        })
        .where(sql`${orderItem.id} IN ${ids(part)} AND ${isMoved}`),
    ),
    adoptedPrints: jsonParts(
      adopted.flatMap(({ vendorOrderId, items }) => items.map(({ id }) => ({ id, vendorOrderId }))),
    ).map((part) =>
      db
        .update(printItem)
        .set({ buyerOrder: sql`${given(part, "vendorOrderId")} ${printItem.orderItemId})` })
        .where(sql`${printItem.orderItemId} IN ${ids(part)}`),
    ),
  }
}
