import { type SQL, sql } from "drizzle-orm"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { integration } from "../integrations/tables.ts"
import { forgottenOrder } from "./tables.ts"

/** The source of files without a known layout: of orders from anywhere, mapped by hand. */
export const MAPPED_SOURCE = "Files"

/** Returns the shop's id of the integration that an account's files of a source come in by. */
export function fileShopId(userId: Id, source: string): string {
  return `${userId}:${source}`
}

/** Returns the shops' ids of file integrations whose orders may be a connected shop's of this type. */
export function fileShopIds(userId: Id, type: SQL | string): SQL {
  return sql`(${fileShopId(userId, "")} || ${type}, ${fileShopId(userId, MAPPED_SOURCE)})`
}

/** The names of a shop's order, and the time it was placed. */
type Named = { vendorOrderId: SQL; number: SQL; orderedAt: SQL }

/**
 * Returns SQL: a name in a file, of an order placed then, is that of a shop's order. A file may have
 * only an order's number, which may come again in another shop, but hardly on the same day.
 */
export function isNamedInFile(name: SQL, orderedAt: SQL, { number, vendorOrderId, ...sold }: Named): SQL {
  return sql`(${name} IN (${vendorOrderId}, ${number}, ltrim(${number}, '#'))
    AND (${name} = ${vendorOrderId} OR abs(${orderedAt} - ${sold.orderedAt}) <= ${DAY_MS}))`
}

/** Returns SQL: an order of a connected shop came in by a file before and was deleted then. */
export function isForgottenByFile(shop: { id: Id; userId: Id }, sold: Named): SQL {
  const isSame = isNamedInFile(sql`${forgottenOrder.vendorOrderId}`, sql`${forgottenOrder.orderedAt}`, sold)
  return sql`EXISTS (SELECT 1 FROM ${integration} AS own JOIN ${integration} ON ${integration.userId} = own.user_id AND ${integration.type} = 'File'
    AND ${integration.shopId} IN ${fileShopIds(shop.userId, sql`own.type`)}
    JOIN ${forgottenOrder} ON ${forgottenOrder.integrationId} = ${integration.id} AND ${isSame}
    WHERE own.id = ${shop.id} AND own.type <> 'File')`
}
