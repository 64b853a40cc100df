import { type SQL, sql } from "drizzle-orm"
import { order } from "./tables.ts"

/** What people call an order: its number, where that is not the vendor's id. */
export const orderNumber: SQL<string> = sql<string>`coalesce(${order.number}, ${order.vendorOrderId})`
