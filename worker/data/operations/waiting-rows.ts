import { type SQL, sql } from "drizzle-orm"
import { isNotInLine } from "../delivery/delivery-rows.ts"

/** How long each kind may stand still before an operator should look; the sweeps set these. */
export type NormalWaits = {
  uploadMs: number
  ingestMs: number
  printMs: number
  paymentMs: number
  mailMs: number
  checkMs: number
  syncMs: number
  deliveryMs: number
  purgeMs: number
  objectMs: number
}

/** How many rows of a kind wait, and since when the first one does; null: none. */
export type WaitingRow = { total: number; oldest: number | null }

/**
 * What waits for a queue or a sweep, a query for each kind. Each reads a partial or leading index
 * over unfinished rows, so the cost ignores table size.
 */
export function waitingQueries(nowMs: number) {
  const since = (column: string, from: string, condition: SQL) =>
    sql<WaitingRow>`SELECT count(*) AS "total", min(${sql.raw(column)}) AS "oldest" FROM ${sql.raw(from)} WHERE ${condition}`
  // Conditions are written exactly as in the partial indexes, so that SQLite uses them.
  return {
    images: since("updated_at", "image", sql`status IN ('Uploading', 'Ingesting')`),
    prints: since("updated_at", "attempt", isAttemptOpen),
    writings: since("updated_at", "writing", sql`state IN ('stamping', 'writing')`),
    payments: since("updated_at", "payment", sql`is_announced = 0 AND mail_error IS NULL`),
    printMails: since("updated_at", "attempt", sql`mail_error IS NOT NULL AND is_announced = 0`),
    paymentMails: since("updated_at", "payment", sql`mail_error IS NOT NULL AND is_announced = 0`),
    checks: since("check_at", "payment", sql`check_at IS NOT NULL AND check_at <= ${nowMs}`),
    // Like the sweep: shops of inactive sellers are skipped.
    syncs: since(
      "next_sync_at",
      "integration JOIN user ON user.id = integration.user_id AND user.status = 'active'",
      sql`tokens_encrypted IS NOT NULL AND next_sync_at <= ${nowMs}`,
    ),
    deliveries: since(
      "updated_at",
      "delivery",
      sql`retry_at IS NOT NULL AND failure_message IS NULL AND ${isNotInLine(nowMs)}`,
    ),
    accounts: since("deleted_at", "user", sql`deleted_at IS NOT NULL AND purged_at IS NULL`),
    objects: since("created_at", "doomed_object", sql`true`),
  }
}

/** An attempt that has not ended, or whose end is not settled or told; one that lacks only its mail has its own kind. */
export const isAttemptOpen: SQL = sql`(attempt.is_hold_settled = 0 OR attempt.is_announced = 0)
  AND (attempt.is_hold_settled = 0 OR attempt.mail_error IS NULL)`
