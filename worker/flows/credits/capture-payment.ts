import { DAY_MS, doublingPauseMs, MINUTE_MS } from "../../../contract/duration.ts"
import { findUserById } from "../../data/accounts/user-rows.ts"
import type { PaymentRow } from "../../data/credits/payment-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { type Env, settingsOf } from "../../env.ts"
import { type CaptureAnswer, captureCheckout, findCheckout } from "../../services/paypal/paypal-checkout.ts"
import { works } from "../../work/works.ts"
import { judgeCheckout, type Verdict } from "./judge-checkout.ts"

const FIRST_CHECK_MS = 2 * MINUTE_MS
/** The time for an approval: PayPal lets a payer approve for six hours; after a day, nobody will. */
const APPROVAL_MS = DAY_MS

/** The checkout's state at PayPal, or why it did not let us capture. `error`: it gave no answer. */
export type Outcome = Verdict | (Extract<CaptureAnswer, { kind: "refused" }> & { error?: unknown })

/** Returns the pause before the n-th check of an open payment, or before the next try to capture it. */
export function openCheckDelayMs(checks: number): number {
  return doublingPauseMs(checks + 1, { firstMs: FIRST_CHECK_MS, longestMs: works.check.longestPauseMs })
}

/**
 * Reads the checkout and captures it if the payer has approved. A payment that the payer cancelled
 * can still be approved; one that PayPal refused is over. The row counts failed captures, so no
 * caller retries too early.
 */
export async function takeMoney(
  env: Env,
  row: PaymentRow,
  checkoutId: string,
  nowMs: number,
): Promise<Outcome> {
  const settings = settingsOf(env)
  const ask = async (): Promise<Verdict> => {
    const checkout = await findCheckout(settings, checkoutId)
    return checkout
      ? judgeCheckout(checkout, row, settings.PAYPAL_MERCHANT_ID)
      : { kind: "void", isDeclined: false }
  }
  const verdict = await ask()
  if (verdict.kind !== "approved") return verdict
  // The account is deleted, so nobody can get the credits. PayPal returns money that is not
  // captured.
  if (!(await findUserById(databaseOf(env), row.userId))) return { kind: "void", isDeclined: false }
  if (!isCaptureDue(row, nowMs)) return verdict
  // Concurrent calls share a request id; a retry after a failure gets a new one.
  const requestId = `capture-${row.id}-${row.updatedAt}-${row.captureTries}`
  const answer = await capture()
  if (answer.kind === "refused") return answer
  const current = await ask()
  return current.kind === "approved" ? { kind: "refused", issue: "ORDER_NOT_APPROVED" } : current

  async function capture(): Promise<CaptureAnswer | Extract<Outcome, { kind: "refused" }>> {
    try {
      return await captureCheckout(settings, { checkoutId, requestId })
    } catch (error) {
      return { kind: "refused", issue: "NO_ANSWER", error }
    }
  }
}

/** Returns true if an unpaid payment is so old that it will not be paid. */
export function isTooOld({ purchasedAt }: Pick<PaymentRow, "purchasedAt">, nowMs: number): boolean {
  return nowMs - purchasedAt > APPROVAL_MS
}

/** Returns false for a payer who was told to start again, whom a late event must not charge. */
function isCaptureDue(row: PaymentRow, nowMs: number): boolean {
  const { status, refusal, captureTries, captureAt } = row
  if (status === "Cancelled" && refusal !== null) return false
  if (captureTries > 0 && isTooOld(row, nowMs)) return false
  return captureAt === null || captureAt <= nowMs
}
