/** The changes of shops to orders after they came into a print. */
import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { netChanges } from "../../../contract/orders/change-words.ts"
import type { OrderChange } from "../../../contract/orders/order-change.ts"
import type { Database } from "../database.ts"

/** The pieces of running prints that one look reports; the next one reports the others. */
const MAX_CHANGED = 500

/** The columns for `changesOf`, of rows that join order_item and "order" to print_item. */
export const changeColumns: SQL = sql.raw(`
  1 IN ("order".is_cancelled, order_item.is_cancelled) AS "isCancelled", order_item.changes AS "itemChanges",
  "order".changes AS "orderChanges", "order".changes_seen_at AS "changesSeenAt",
  (SELECT coalesce(attempt.created_at, print.created_at) FROM print LEFT JOIN attempt ON attempt.id = print.attempt_id
      AND (print.status = 'Processing' OR print.printed_at IS NOT NULL) WHERE print.id = print_item.print_id) AS "settledAt"`)

export type ChangeRow = {
  isCancelled: number | null
  itemChanges: string | null
  orderChanges: string | null
  changesSeenAt: number | null
  /** The time when its items were chosen, or when the film's content was settled. */
  settledAt: number
}

/**
 * Returns the changes of a piece and its order since then that the seller has not noted. Where it is
 * sent changes nothing on film.
 */
export function changesOf({ itemChanges, orderChanges, changesSeenAt, settledAt }: ChangeRow): OrderChange[] {
  const all: OrderChange[] = [...JSON.parse(orderChanges ?? "[]"), ...JSON.parse(itemChanges ?? "[]")]
  const afterMs = Math.max(settledAt - 1, changesSeenAt ?? 0)
  return netChanges(
    all.filter(({ kind }) => kind !== "address").sort((a, b) => a.seenAtMs - b.seenAtMs),
    afterMs,
  )
}

/** A piece of a print that is being processed, whose order has changed. */
export type ChangedPiece = {
  printId: Id
  printName: string
  orderId: Id
  orderNumber: string
  title: string
  isCancelled: boolean
  changes: OrderChange[]
}

/** Lists the pieces of the user's running prints that shops have changed since these were started. */
export async function listChangedPieces(db: Database, userId: Id): Promise<ChangedPiece[]> {
  type Row = Omit<ChangedPiece, "isCancelled" | "changes"> & ChangeRow
  const rows = await db.all<Row>(sql`
    SELECT print.id AS "printId", print.name AS "printName", "order".id AS "orderId",
      coalesce("order".number, "order".vendor_order_id) AS "orderNumber", order_item.title, ${changeColumns}
    FROM print
    CROSS JOIN print_item ON print_item.print_id = print.id
    CROSS JOIN order_item ON order_item.id = print_item.order_item_id
    CROSS JOIN "order" ON "order".id = order_item.order_id
    WHERE print.user_id = ${userId} AND print.status = 'Processing' AND print.trashed_at IS NULL
      AND (order_item.changes <> '[]' OR "order".changes <> '[]')
    LIMIT ${MAX_CHANGED}`)
  return rows.flatMap(({ printId, printName, orderId, orderNumber, title, ...row }) => {
    const changes = changesOf(row)
    const isCancelled = row.isCancelled === 1
    return changes.length === 0
      ? []
      : [{ printId, printName, orderId, orderNumber, title, isCancelled, changes }]
  })
}
