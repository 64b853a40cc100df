import { databaseOf } from "../data/database.ts"
import { listDueChecks, listUnannounced, type PaymentRow, scheduleCheck } from "../data/payment.ts"
import { markCancelled } from "../data/payment-end.ts"
import type { Env } from "../env.ts"
import { logError, logWarning } from "../log.ts"
import { announcePayment } from "./announce-payment.ts"
import { openCheckDelayMs } from "./capture-payment.ts"
import { settle } from "./settle-payment.ts"

const MINUTE_MS = 60_000
/** Between the steps of a call there are milliseconds: whoever made it is gone. */
const CALL_STALLS_MS = MINUTE_MS
/** Payments taken up in one run: each may cost four calls to PayPal, and the next minute goes on. */
const MAX_PAYMENTS = 20
/** After so many it is PayPal that is away, and each further question would only wait for its time-out. */
const MOST_FAILURES = 3
/** An order that PayPal never confirmed has no link that a payer could follow. */
const ORDERLESS_MS = 60 * MINUTE_MS
/** A payment about which PayPal has had nothing to say for so long is a person's to look into. */
const UNANSWERED_MS = 7 * 24 * 60 * MINUTE_MS

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
  for (const row of await listUnannounced(db, nowMs - CALL_STALLS_MS, MAX_PAYMENTS)) {
    await guarded(row, "announced", () => announcePayment(env, row))
  }
}

async function check(env: Env, row: PaymentRow, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  const orderId = row.paymentSystemReferenceId
  if (orderId === null) {
    if (nowMs - row.purchasedAt > ORDERLESS_MS)
      await markCancelled(db, row.id, { nowMs, refusal: null }, null)
    else await scheduleCheck(db, row.id, { checkAt: nowMs + ORDERLESS_MS, checks: row.checks })
    return
  }
  try {
    await settle(env, orderId, { nowMs })
  } catch (error) {
    if (row.status === "Pending" && nowMs - row.purchasedAt > UNANSWERED_MS) {
      logError("payment given up: paypal does not answer for it", { paymentId: row.id, error })
      await markCancelled(db, row.id, { nowMs, refusal: "UNANSWERED" }, null)
      return
    }
    // While PayPal is away it is asked less often, and the others get their turn.
    const checkAt = nowMs + openCheckDelayMs(row.checks)
    await scheduleCheck(db, row.id, { checkAt, checks: row.checks + (row.status === "Pending" ? 1 : 0) })
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
