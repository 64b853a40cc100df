/** The changes by vendors of orders that were read before, as SQL of the statements that store them. */
import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Id } from "../../../contract/id.ts"
import type { OrderChange } from "../../../contract/orders/order-change.ts"
import type { Database } from "../database.ts"
import { jsonParts, member } from "../insert-from.ts"
import { order, orderItem } from "./tables.ts"

/** The newest changes that are kept of each order and of each item. */
const MAX_CHANGES = 20
/** The letters of a buyer's text that show a person that it is another one. */
const MAX_TEXT = 200

type Change = { kind: OrderChange["kind"]; holds: SQL; from?: SQL; to?: SQL }

/** Returns the changes of an order that is stored again; `excluded` has the new values. */
export function changesOfOrder(nowMs: number): SQL {
  const refunded = sql`excluded.refunded_cents`
  return withChanges(order.changes, nowMs, [
    { kind: "cancelled", holds: sql`excluded.is_cancelled > ${order.isCancelled}` },
    {
      kind: "refunded",
      holds: sql`${refunded} > ${order.refundedCents}`,
      to: sql`printf('%.2f %s', ${refunded} / 100.0, excluded.currency)`,
    },
    { kind: "restored", holds: sql`excluded.is_cancelled < ${order.isCancelled}` },
    {
      // The order has the new one; the old one is no longer needed.
      kind: "address",
      holds: sql`'' NOT IN (excluded.buyer_address, ${order.buyerAddress})
        AND (excluded.buyer_address <> ${order.buyerAddress} OR excluded.buyer_country <> ${order.buyerCountry})`,
    },
  ])
}

/** Returns the changes of an item that is stored again; `excluded` has the new values. */
export function changesOfItem(nowMs: number): SQL {
  const isOpen = sql`excluded.is_cancelled = 0`
  const choice = (size: SQL, variation: SQL) =>
    sql`${size} || iif('' IN (${size}, ${variation}), '', ', ') || ${variation}`
  const was = choice(sql`${orderItem.size}`, sql`${orderItem.variation}`)
  const is = choice(sql`excluded.size`, sql`excluded.variation`)
  return withChanges(orderItem.changes, nowMs, [
    { kind: "cancelled", holds: sql`excluded.is_cancelled > ${orderItem.isCancelled}` },
    { kind: "restored", holds: sql`excluded.is_cancelled < ${orderItem.isCancelled}` },
    {
      kind: "quantity",
      holds: sql`${isOpen} AND excluded.quantity <> ${orderItem.quantity}`,
      from: sql`${orderItem.quantity}`,
      to: sql`excluded.quantity`,
    },
    { kind: "size", holds: sql`${isOpen} AND ${is} <> ${was}`, from: was, to: is },
    {
      kind: "personalisation",
      holds: sql`${isOpen} AND excluded.personalisation <> ${orderItem.personalisation}`,
      from: sql`${orderItem.personalisation}`,
      to: sql`excluded.personalisation`,
    },
    {
      kind: "artwork",
      holds: sql`${isOpen} AND excluded.sku <> ${orderItem.sku}`,
      from: sql`${orderItem.sku}`,
      to: sql`excluded.sku`,
    },
  ])
}

/**
 * Strikes out the stored items that their orders do not have any more, according to the newest news. An
 * order that came without any items says nothing about them.
 */
export function strikeOutMissing(
  db: Database,
  shopId: Id,
  orders: readonly {
    vendorOrderId: string
    vendorUpdatedAt: number
    items: readonly { vendorItemId: string }[]
  }[],
  nowMs: number,
) {
  const sold = orders.flatMap(({ vendorOrderId, vendorUpdatedAt, items }) =>
    items.length === 0
      ? []
      : [{ vendorOrderId, vendorUpdatedAt, items: items.map(({ vendorItemId }) => vendorItemId) }],
  )
  return jsonParts(sold).map((part) =>
    db
      .update(orderItem)
      .set({
        isCancelled: true,
        changes: withChanges(orderItem.changes, nowMs, [{ kind: "cancelled", holds: sql`1` }]),
      })
      .where(
        sql`${orderItem.id} IN (
          SELECT mine.id FROM json_each(${part}) AS sold
          CROSS JOIN "order" ON "order".integration_id = ${shopId} AND "order".vendor_order_id = sold.${member("vendorOrderId")}
            AND "order".vendor_updated_at = sold.${member("vendorUpdatedAt")}
          CROSS JOIN order_item mine ON mine.order_id = "order".id AND mine.is_cancelled = 0
          WHERE mine.vendor_item_id NOT IN (SELECT part.value FROM json_each(sold.value, '$.items') AS part))`,
      ),
  )
}

/** Returns the column's list with those changes that hold at its end, as JSON. */
function withChanges(column: SQLiteColumn, nowMs: number, changes: readonly Change[]): SQL {
  const changed = changes.map(({ kind, holds, from = sql`''`, to = sql`''` }) => {
    const change = sql`json_object('kind', ${kind}, 'from', ${textOf(from)}, 'to', ${textOf(to)}, 'seenAtMs', ${nowMs})`
    return sql`iif(${holds}, ${change}, NULL)`
  })
  // This is a list, as D1 joins no more than five SELECTs.
  const all = sql`SELECT key AS place, value AS change FROM json_each(${column})
    UNION ALL SELECT key + ${MAX_CHANGES}, value FROM json_each(json_array(${sql.join(changed, sql`, `)})) WHERE value IS NOT NULL`
  return sql`(SELECT json_group_array(json(change) ORDER BY place) FROM (SELECT place, change FROM (${all}) ORDER BY place DESC LIMIT ${MAX_CHANGES}))`
}

function textOf(value: SQL): SQL {
  return sql`substr(CAST(${value} AS TEXT), 1, ${MAX_TEXT})`
}
