import type { PaymentRow } from "../../data/credits/payment-rows.ts"
import { centsOf } from "../../services/paypal/paypal-call.ts"
import type { PayPalCheckout } from "../../services/paypal/paypal-checkout.ts"
import type { PayPalRefund } from "../../services/paypal/paypal-claims.ts"
import { timeOf } from "./judge-claims.ts"

/** A refund or reversal of our capture, in any state. */
export type Refund = { id: string; cents: number; status: string; createdAtMs: number }

/** A checkout's meaning for our payment. Only `paid` grants; it needs a complete capture. */
export type Verdict =
  /** The payer has not approved it yet, or never will. */
  | { kind: "open" }
  /** The payer has approved it, so it may be captured. */
  | { kind: "approved" }
  /** Captured, but PayPal holds the money: for a review, or until our account allows it. */
  | { kind: "pending"; reason?: string }
  /** The payment will not come. */
  | { kind: "void"; isDeclined: boolean }
  | { kind: "paid"; capture: { id: string; status: string }; refunds: Refund[] }
  /** The checkout is not the one that we asked for: no capture and no credits. */
  | { kind: "mismatch"; what: string; expected: string; got: string }

type Payment = Pick<PaymentRow, "id" | "paymentSystemReferenceId" | "priceCents" | "currency">
type Unit = PayPalCheckout["purchase_units"][number]
type Capture = NonNullable<Unit["payments"]>["captures"][number]

/** The statuses of captures that were complete; a refunded one was complete first: its money came. */
const capturedStatuses = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]
/** The reasons of a pending capture that end when somebody acts in our account at PayPal. */
export const reasonsOfOurs: readonly string[] = [
  "INTERNATIONAL_WITHDRAWAL",
  "RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION",
  "UNILATERAL",
  "VERIFICATION_REQUIRED",
]
const deniedStatuses = ["DECLINED", "FAILED"]

/** Checks that the checkout is our payment in every point that concerns money, then its state. */
export function judgeCheckout(checkout: PayPalCheckout, payment: Payment, merchantId: string): Verdict {
  const [unit, ...others] = checkout.purchase_units
  if (!unit || others.length > 0)
    return mismatch("purchase units", "1", String(checkout.purchase_units.length))
  const difference = differenceOf(checkout, unit, payment, merchantId)
  if (difference) return difference
  const captures = unit.payments?.captures ?? []
  const captured = captures.find(({ status }) => capturedStatuses.includes(status))
  if (captured) return judgeCapture(captured, unit, payment)
  const pendingCapture = captures.find(({ status }) => status === "PENDING")
  if (pendingCapture) return { kind: "pending", reason: pendingCapture.status_details?.reason }
  if (captures.some(({ status }) => deniedStatuses.includes(status)))
    return { kind: "void", isDeclined: true }
  if (checkout.status === "APPROVED") return { kind: "approved" }
  if (checkout.status === "VOIDED") return { kind: "void", isDeclined: false }
  // A completed checkout is not money: only its capture is.
  if (checkout.status === "COMPLETED") return { kind: "pending" }
  return { kind: "open" }
}

function differenceOf(
  checkout: PayPalCheckout,
  unit: Unit,
  payment: Payment,
  merchantId: string,
): Verdict | null {
  const pairs: [what: string, expected: string, got: string | undefined][] = [
    ["order", payment.paymentSystemReferenceId ?? "", checkout.id],
    ["custom_id", payment.id, unit.custom_id],
    ["payee", merchantId, unit.payee?.merchant_id],
    ["currency", payment.currency, unit.amount.currency_code],
    ["amount", String(payment.priceCents), String(centsOf(unit.amount.value))],
  ]
  const wrong = pairs.find(([, expected, got]) => expected !== got)
  return wrong ? mismatch(wrong[0], wrong[1], wrong[2] ?? "nothing") : null
}

function judgeCapture(capture: Capture, unit: Unit, payment: Payment): Verdict {
  const { amount } = capture
  if (amount.currency_code !== payment.currency)
    return mismatch("captured currency", payment.currency, amount.currency_code)
  if (centsOf(amount.value) !== payment.priceCents)
    return mismatch("captured amount", String(payment.priceCents), amount.value)
  const refunds: Refund[] = []
  for (const listed of unit.payments?.refunds ?? []) {
    const refund = judgeRefund(listed, payment.currency)
    if (!refund)
      return mismatch("refund", payment.currency, `${listed.amount.value} ${listed.amount.currency_code}`)
    refunds.push(refund)
  }
  return { kind: "paid", capture: { id: capture.id, status: capture.status }, refunds }
}

/** Reads a refund; null if it is complete and not in our currency. */
export function judgeRefund(refund: PayPalRefund, currency: string): Refund | null {
  const { id, status, amount, create_time: createTime } = refund
  const cents = amount.currency_code === currency ? centsOf(amount.value) : null
  // A refund that is not complete has taken nothing, whatever its amount.
  if (cents === null && status === "COMPLETED") return null
  return { id, status, cents: cents ?? 0, createdAtMs: timeOf(createTime, Number.POSITIVE_INFINITY) }
}

function mismatch(what: string, expected: string, got: string): Verdict {
  return { kind: "mismatch", what, expected, got }
}
