import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { Database } from "./database.ts"
import { namedBatch } from "./named-batch.ts"
import { order, orderItem } from "./schema.ts"

/**
 * Takes out who the buyers of a shop's orders are and what they wrote: of these orders by the vendor's
 * ids, or with null of all. Items that are not printed yet cannot be any more, and are struck out. What
 * was printed stays in its print. A repeat changes nothing.
 */
export async function redactBuyers(
  db: Database,
  integrationId: Id,
  vendorOrderIds: readonly string[] | null,
): Promise<void> {
  const isMeant: SQL =
    vendorOrderIds === null
      ? sql`1`
      : sql`"order".vendor_order_id IN (SELECT value FROM json_each(${JSON.stringify(vendorOrderIds)}))`
  const own = sql`"order".integration_id = ${integrationId} AND ${isMeant}`
  await namedBatch(db, {
    items: db
      .update(orderItem)
      .set({
        personalisation: "",
        answers: [],
        ownPersonalisation: null,
        ownValues: null,
        readFrom: "",
        changes: [],
        isCancelled: sql`iif(${orderItem.status} = 'Completed', ${orderItem.isCancelled}, 1)`,
      })
      .where(sql`${orderItem.orderId} IN (SELECT "order".id FROM "order" WHERE ${own})`),
    orders: db
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
  })
}
