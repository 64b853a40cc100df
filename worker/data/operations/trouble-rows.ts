import { type SQL, sql } from "drizzle-orm"
import { MINUTE_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { TROUBLES_EACH } from "../../../contract/operations/operations.ts"
import { isAttemptOpen, type NormalWaits } from "./waiting-rows.ts"

/** What may need a person. Flags are 1 or 0. */
export type TroubleRow = {
  id: Id
  userId: Id
  userName: string
  thingId: Id
  /** Empty for a print without a name of its own. */
  thingName: string
  madeAt: number
  state: string
  why: string
  since: number
  nextAt: number | null
  canRetry: number
  canGiveUp: number
}

/** A connected shop that is well is read this often; one that waits longer has failed repeatedly. */
const USUAL_SYNC_MS = 16 * MINUTE_MS

const owner = sql`user.id AS "userId", user.first_name || ' ' || user.last_name AS "userName"`
const page = sql`LIMIT ${TROUBLES_EACH}`

/**
 * The newest or longest waiting troubles of each kind. Every query starts from an index over
 * unfinished or recent rows; `sinceMs` is how far back ended ones are shown.
 */
export function troubleQueries(nowMs: number, sinceMs: number, normal: NormalWaits) {
  const attempts = (condition: SQL, order: SQL, more: { why: SQL; canRetry: SQL; canGiveUp: SQL }) =>
    sql<TroubleRow>`SELECT attempt.id AS "id", ${owner}, print.id AS "thingId", print.name AS "thingName",
        print.created_at AS "madeAt", attempt.state AS "state", ${more.why} AS "why", attempt.updated_at AS "since",
        attempt.retry_at AS "nextAt", ${more.canRetry} AS "canRetry", ${more.canGiveUp} AS "canGiveUp"
      FROM attempt CROSS JOIN print ON print.id = attempt.print_id CROSS JOIN user ON user.id = attempt.user_id
      WHERE ${condition} ORDER BY attempt.updated_at ${order} ${page}`
  const payments = (
    condition: SQL,
    order: SQL,
    more: { why: SQL; canRetry: SQL; canGiveUp: SQL; nextAt: SQL },
  ) =>
    sql<TroubleRow>`SELECT payment.id AS "id", ${owner}, payment.id AS "thingId",
        printf('$%.2f', payment.price_cents / 100.0) AS "thingName", payment.purchased_at AS "madeAt",
        payment.status AS "state", ${more.why} AS "why", payment.updated_at AS "since", ${more.nextAt} AS "nextAt",
        ${more.canRetry} AS "canRetry", ${more.canGiveUp} AS "canGiveUp"
      FROM payment CROSS JOIN user ON user.id = payment.user_id WHERE ${condition} ORDER BY ${order} ${page}`
  const shops = (condition: SQL, order: SQL) =>
    sql<TroubleRow>`SELECT integration.id AS "id", ${owner}, integration.id AS "thingId", integration.name AS "thingName",
        integration.created_at AS "madeAt", integration.sync_state AS "state",
        coalesce(integration.sync_message, '') AS "why",
        coalesce(integration.last_sync_at, integration.created_at) AS "since", integration.next_sync_at AS "nextAt",
        1 AS "canRetry", integration.sync_state = 'running' AS "canGiveUp"
      FROM integration CROSS JOIN user ON user.id = integration.user_id AND user.status = 'active'
      WHERE integration.tokens_encrypted IS NOT NULL AND ${condition}
      ORDER BY integration.next_sync_at ${order} ${page}`
  const isLost = sql`is_announced = 1`
  const payPalCheck = { nextAt: sql`payment.check_at`, canRetry: sql`1` }
  const canCancel = sql`payment.status = 'Pending' AND payment.payment_method = 'PayPal'`
  return {
    stuckPrints: attempts(
      sql`${isAttemptOpen} AND attempt.updated_at < ${nowMs - normal.printMs}`,
      sql`ASC`,
      {
        why: sql`coalesce(attempt.failure_message, '')`,
        canRetry: sql`1`,
        canGiveUp: sql`attempt.state IN ('stamping', 'rendering')`,
      },
    ),
    // Those that the seller has started again since are told by their newer attempt.
    failedPrints: attempts(
      sql`attempt.state = 'failed' AND attempt.updated_at > ${sinceMs}
        AND print.attempt_id = attempt.id AND print.status = 'In Draft'`,
      sql`DESC`,
      { why: sql`coalesce(attempt.failure_message, '')`, canRetry: sql`0`, canGiveUp: sql`0` },
    ),
    printMails: attempts(sql`attempt.mail_error IS NOT NULL AND attempt.updated_at > ${sinceMs}`, sql`DESC`, {
      why: sql`attempt.mail_error`,
      canRetry: sql`1`,
      canGiveUp: sql`NOT ${isLost}`,
    }),
    paymentMails: payments(
      sql`payment.mail_error IS NOT NULL AND payment.updated_at > ${sinceMs}`,
      sql`payment.updated_at DESC`,
      {
        why: sql`payment.mail_error`,
        nextAt: sql`payment.retry_at`,
        canRetry: sql`1`,
        canGiveUp: sql`NOT ${isLost}`,
      },
    ),
    lateChecks: payments(
      sql`payment.check_at IS NOT NULL AND payment.check_at < ${nowMs - normal.checkMs}`,
      sql`payment.check_at`,
      { ...payPalCheck, why: sql`coalesce(payment.refusal, 'not-checked')`, canGiveUp: canCancel },
    ),
    refusedPayments: payments(
      sql`payment.status = 'Pending' AND payment.payment_method = 'PayPal' AND payment.refusal IS NOT NULL`,
      sql`payment.purchased_at DESC`,
      { ...payPalCheck, why: sql`payment.refusal`, canGiveUp: canCancel },
    ),
    untoldPayments: payments(
      sql`payment.is_announced = 0 AND payment.mail_error IS NULL AND payment.updated_at < ${nowMs - normal.paymentMs}`,
      sql`payment.updated_at`,
      { why: sql`'not-announced'`, nextAt: sql`payment.retry_at`, canRetry: sql`1`, canGiveUp: sql`0` },
    ),
    // Written exactly as in the partial index.
    disputes: payments(sql`payment.dispute_state = 'open'`, sql`payment.purchased_at DESC`, {
      ...payPalCheck,
      why: sql`'dispute-open'`,
      canGiveUp: sql`0`,
    }),
    stuckImages: sql<TroubleRow>`SELECT image.id AS "id", ${owner}, image.id AS "thingId", image.name AS "thingName",
        image.created_at AS "madeAt", image.status AS "state", '' AS "why", image.updated_at AS "since",
        image.retry_at AS "nextAt", 1 AS "canRetry", 1 AS "canGiveUp"
      FROM image CROSS JOIN user ON user.id = image.user_id
      WHERE image.status = 'Ingesting' AND image.updated_at < ${nowMs - normal.ingestMs}
      ORDER BY image.updated_at ${page}`,
    lateShops: shops(sql`integration.next_sync_at < ${nowMs - normal.syncMs}`, sql`ASC`),
    failingShops: shops(sql`integration.next_sync_at > ${nowMs + USUAL_SYNC_MS}`, sql`DESC`),
  }
}
