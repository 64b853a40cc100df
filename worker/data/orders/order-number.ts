import { type SQL, sql } from "drizzle-orm"
import { order } from "./tables.ts"

/** The name of an order for people: its number, else the vendor's id. */
export const orderNumber: SQL<string> = sql<string>`coalesce(${order.number}, ${order.vendorOrderId})`
