import { DAY_MS, doublingPauseMs, HOUR_MS, MINUTE_MS } from "../../contract/duration.ts"
import { databaseOf } from "../data/database.ts"
import type { PaymentRow } from "../data/payment-rows.ts"
import { findUserById } from "../data/user-rows.ts"
import { type Env, settingsOf } from "../env.ts"
import { type CaptureAnswer, captureCheckout, findCheckout } from "../services/paypal-checkout.ts"
import { judgeCheckout, type Verdict } from "./judge-checkout.ts"

const FIRST_CHECK_MS = 2 * MINUTE_MS
const LONGEST_CHECK_MS = 6 * HOUR_MS
/** PayPal lets a payer approve for six hours; whoever has not after a day will not. */
const APPROVAL_MS = DAY_MS

/** What PayPal says of the checkout, or why it did not let us take the money; `error` where it gave no answer at all. */
export type Outcome = Verdict | (Extract<CaptureAnswer, { kind: "refused" }> & { error?: unknown })

/** When the vendor is asked for the n-th time about a payment that is open, or asked again to take its money. */
export function openCheckDelayMs(checks: number): number {
  return doublingPauseMs(checks + 1, { firstMs: FIRST_CHECK_MS, longestMs: LONGEST_CHECK_MS })
}

/**
 * Asks for the checkout, and takes its money where the payer has agreed; a payment that the payer has cancelled may still be
 * approved, one that was refused is over. How often that failed is remembered at the row, so that whoever asks, it is not tried again before its time.
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
  // Nobody is left to get the credits: the money is not taken, and PayPal gives it back by itself.
  if (!(await findUserById(databaseOf(env), row.userId))) return { kind: "void", isDeclined: false }
  if (!isCaptureDue(row, nowMs)) return verdict
  // Calls that meet share one request; what failed is tried again as a new one.
  const requestId = `capture-${row.id}-${row.updatedAt}-${row.captureTries}`
  const answer = await capture()
  if (answer.kind === "refused") return answer
  const now = await ask()
  return now.kind === "approved" ? { kind: "refused", issue: "ORDER_NOT_APPROVED" } : now

  async function capture(): Promise<CaptureAnswer | Extract<Outcome, { kind: "refused" }>> {
    try {
      return await captureCheckout(settings, { checkoutId, requestId })
    } catch (error) {
      return { kind: "refused", issue: "NO_ANSWER", error }
    }
  }
}

/** Whether what has not been paid by now will not be. */
export function isTooOld({ purchasedAt }: Pick<PaymentRow, "purchasedAt">, nowMs: number): boolean {
  return nowMs - purchasedAt > APPROVAL_MS
}

/** Whoever was told that nothing is charged, and to start again, must not be charged by a late event of the same checkout. */
function isCaptureDue(row: PaymentRow, nowMs: number): boolean {
  const { status, refusal, captureTries, captureAt } = row
  if (status === "Cancelled" && refusal !== null) return false
  if (captureTries > 0 && isTooOld(row, nowMs)) return false
  return captureAt === null || captureAt <= nowMs
}
