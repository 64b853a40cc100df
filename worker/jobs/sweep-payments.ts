import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { databaseOf } from "../data/database.ts"
import { markCancelled } from "../data/payment-end.ts"
import {
  listDueChecks,
  listUnannounced,
  type PaymentRow,
  postponeAnnouncement,
  scheduleCheck,
} from "../data/payment-rows.ts"
import type { Env } from "../env.ts"
import { announcePayment } from "../flows/announce-payment.ts"
import { openCheckDelayMs } from "../flows/capture-payment.ts"
import { settle } from "../flows/settle-payment.ts"
import { logError, logWarning } from "../log.ts"
import { retryAtMs } from "../retry-at.ts"

/** A change is told by whoever made it; a longer wait is one that an operator should see. */
export const PAYMENT_SHOULD_MS = 5 * MINUTE_MS
/** The vendor is asked in the minute a question is due, and less often while it is away. */
export const CHECK_SHOULD_MS = 10 * MINUTE_MS
/** Between the steps of a call there are milliseconds: whoever made it is gone. */
const CALL_STALLS_MS = MINUTE_MS
/** Payments taken up in one run: each may cost four calls to PayPal, and the next minute goes on. */
const MAX_PAYMENTS = 20
/** After so many it is PayPal that is away, and each further question would only wait for its time-out. */
const MOST_FAILURES = 3
/** A checkout that PayPal never confirmed has no link that a payer could follow. */
const NO_CHECKOUT_MS = HOUR_MS
/** A payment about which PayPal has had nothing to say for so long is a person's to look into. */
const UNANSWERED_MS = 7 * DAY_MS
const PAID_RETRY_MS = 6 * HOUR_MS

/**
 * Asks PayPal about payments whose answer never came, and tells what a stopped call left untold. `nowMs` is the only clock
 * for what is due.
 */
export async function sweepPayments(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  let failures = 0
  for (const row of await listDueChecks(db, nowMs, MAX_PAYMENTS)) {
    const isDone = await guarded(row, "checked", () => check(env, row, nowMs))
    if (!isDone && ++failures === MOST_FAILURES) break
  }
  for (const row of await listUnannounced(db, CALL_STALLS_MS, { nowMs, limit: MAX_PAYMENTS })) {
    await guarded(row, "announced", () => announce(env, row, nowMs))
  }
}

/** The next moment is noted first: what fails, however it fails, makes room for the others. */
async function announce(env: Env, row: PaymentRow, nowMs: number): Promise<void> {
  await postponeAnnouncement(databaseOf(env), row, { retryAt: retryAtMs(row.updatedAt, nowMs) })
  await announcePayment(env, row, nowMs)
}

async function check(env: Env, row: PaymentRow, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  const checkoutId = row.paymentSystemReferenceId
  if (checkoutId === null) {
    if (nowMs - row.purchasedAt > NO_CHECKOUT_MS)
      await markCancelled(db, row.id, { nowMs, refusal: null }, null)
    else await scheduleCheck(db, row.id, { checkAt: nowMs + NO_CHECKOUT_MS, checks: row.checks })
    return
  }
  try {
    await settle(env, checkoutId, { nowMs })
  } catch (error) {
    if (row.status === "Pending" && nowMs - row.purchasedAt > UNANSWERED_MS) {
      logError("payment given up: paypal does not answer for it", { paymentId: row.id, error })
      await markCancelled(db, row.id, { nowMs, refusal: "UNANSWERED" }, null)
      return
    }
    // While PayPal is away it is asked less often, and the others get their turn. A paid one has time: it is only looked
    // after, and a failure is none of its questions.
    const isOpen = row.status === "Pending"
    const checkAt = nowMs + (isOpen ? openCheckDelayMs(row.checks) : PAID_RETRY_MS)
    await scheduleCheck(db, row.id, { checkAt, checks: row.checks + (isOpen ? 1 : 0) })
    throw error
  }
}

/** One that cannot be helped must not keep the others waiting. */
async function guarded(row: PaymentRow, step: string, job: () => Promise<void>): Promise<boolean> {
  try {
    await job()
    return true
  } catch (error) {
    logWarning(`payment not ${step}`, { paymentId: row.id, error })
    return false
  }
}
