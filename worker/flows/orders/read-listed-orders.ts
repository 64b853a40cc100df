import type { Id } from "../../../contract/id.ts"
import type { Order } from "../../../contract/orders/order.ts"
import type { Database } from "../../data/database.ts"
import { findOrders, orderReplies } from "../../data/orders/order-rows.ts"
import { rowSlices } from "../../data/row-slices.ts"
import { rest } from "../../isolate/rest.ts"

/** The orders and items that are read at once: some 20 ms of work. */
const ROWS_OF_SLICE = 500

/** Splits listed orders into slices that are read at once. */
export function orderSlices<T extends { items: number }>(orders: readonly T[]): T[][] {
  return rowSlices(orders, ROWS_OF_SLICE, ({ items }) => 1 + items)
}

/** Reads listed orders with their items and rests between two slices; orders that are gone are left out. */
export async function readListedOrders(
  db: Database,
  userId: Id,
  listed: readonly { id: Id; items: number }[],
): Promise<Order[]> {
  const orders: Order[] = []
  for (const slice of orderSlices(listed)) {
    if (orders.length > 0) await rest()
    const ids = slice.map(({ id }) => id)
    for (const order of await orderReplies(db, await findOrders(db, userId, ids))) orders.push(order)
  }
  return orders
}
