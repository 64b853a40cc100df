import { sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Today } from "../../../contract/orders/today.ts"
import type { PrintListQuery } from "../../../contract/prints/print.ts"
import type { Database } from "../database.ts"

const isOpen = sql`print.status = 'Completed' AND print.shop_printed_at IS NULL`
const isShared = sql`EXISTS (SELECT 1 FROM share_print JOIN share ON share.id = share_print.share_id
  WHERE share_print.print_id = print.id AND share.ended_at IS NULL)`
const isDelivered = sql`EXISTS (SELECT 1 FROM delivery
  WHERE delivery.print_id = print.id AND delivery.attempt_id = print.attempt_id AND delivery.state = 'sent')`

/** SQL: a finished print's files are at the shop, by the filter of the prints' list. */
export const shopStates = {
  printed: sql`print.status = 'Completed' AND print.shop_printed_at IS NOT NULL`,
  open: isOpen,
  sent: sql`${isOpen} AND (${isShared} OR ${isDelivered})`,
} satisfies Record<NonNullable<PrintListQuery["shop"]>, unknown>

/** The names shown beside the number. */
const MAX_NAMES = 2

/** Counts the prints that the shop has and has not reported as printed, and names the newest. */
export async function readAtShop(db: Database, userId: Id): Promise<Today["atShop"]> {
  const rows = await db.all<{ name: string; total: number }>(sql`
    SELECT print.name AS name, count(*) OVER () AS total FROM print
    WHERE print.user_id = ${userId} AND print.trashed_at IS NULL AND ${shopStates.sent}
    ORDER BY print.created_at DESC, print.id DESC LIMIT ${MAX_NAMES}`)
  return { prints: rows[0]?.total ?? 0, names: rows.map(({ name }) => name) }
}
