import { HOUR_MS } from "../../../contract/duration.ts"
import { markCancelled } from "../../data/credits/payment-end.ts"
import { type PaymentRow, scheduleCheck } from "../../data/credits/payment-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { announcePayment } from "../../flows/credits/announce-payment.ts"
import { openCheckDelayMs } from "../../flows/credits/capture-payment.ts"
import { settle } from "../../flows/credits/settle-payment.ts"
import { logError, logWarning } from "../../log.ts"
import { listDue, takeDue } from "../../work/statements.ts"
import { works } from "../../work/works.ts"

/** The payments per run, each with up to four PayPal calls; the next minute continues. */
const MAX_PAYMENTS = 20
/** The failures after which PayPal is down and each further call would only wait for its time-out. */
const MOST_FAILURES = 3
/** The age of a checkout that PayPal never confirmed: a payer has no link. */
const NO_CHECKOUT_MS = HOUR_MS

/**
 * Asks PayPal about payments that lack its answer, and announces the remaining changes of a stopped
 * call. `nowMs` is the only clock.
 */
export async function sweepPayments(env: Env, nowMs: number): Promise<void> {
  const db = databaseOf(env)
  let failures = 0
  const page = { nowMs, limit: MAX_PAYMENTS }
  for (const row of await listDue(db, works.check, page)) {
    const isDone = await guarded(row, "checked", () => check(env, row, nowMs))
    if (!isDone && ++failures === MOST_FAILURES) break
  }
  for (const work of [works.payment, works.paymentMail]) {
    for (const row of await takeDue(db, work, page))
      await guarded(row, "announced", () => announcePayment(env, row, nowMs))
  }
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
    if (row.status === "Pending" && nowMs - row.purchasedAt > works.check.givesUp.afterMs) {
      logError("payment given up: paypal does not answer for it", { paymentId: row.id, error })
      await markCancelled(db, row.id, { nowMs, refusal: "UNANSWERED" }, null)
      return
    }
    // While PayPal is down it is asked less often, and other payments get their turn. A check of a
    // paid one is not urgent, so a failure does not count as a check.
    const isOpen = row.status === "Pending"
    const checkAt = nowMs + (isOpen ? openCheckDelayMs(row.checks) : works.check.longestPauseMs)
    await scheduleCheck(db, row.id, { checkAt, checks: row.checks + (isOpen ? 1 : 0) })
    throw error
  }
}

/** Runs a step for a payment; one that cannot be handled must not block the others. */
async function guarded(row: PaymentRow, step: string, job: () => Promise<void>): Promise<boolean> {
  try {
    await job()
    return true
  } catch (error) {
    logWarning(`payment not ${step}`, { paymentId: row.id, error })
    return false
  }
}
