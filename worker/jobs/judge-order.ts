import type { PaymentRow } from "../data/payment.ts"
import { centsOf, type PayPalOrder } from "../services/paypal.ts"

export type Refund = { id: string; cents: number }

/** What an order means for our payment. `paid` is the only one that grants, and only a capture that is complete makes it. */
export type Verdict =
  /** The payer has not approved it (yet). */
  | { kind: "open" }
  /** The payer has approved: the money may be taken. */
  | { kind: "approved" }
  /** Taken, but PayPal still looks at it. */
  | { kind: "pending" }
  /** Nothing will come of it. */
  | { kind: "void"; isDeclined: boolean }
  | { kind: "paid"; captureId: string; refunds: Refund[]; refundedCents: number }
  /** Not the order we asked for: neither taken nor granted. */
  | { kind: "mismatch"; what: string; expected: string; got: string }

type Payment = Pick<PaymentRow, "id" | "paymentSystemReferenceId" | "priceCents" | "currency">
type Unit = PayPalOrder["purchase_units"][number]
type Capture = NonNullable<Unit["payments"]>["captures"][number]

/** A refunded capture was complete before: its money came, and its refunds say what went back. */
const capturedStatuses = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"]
const deniedStatuses = ["DECLINED", "FAILED"]

/** Compares the order with our own row in every point that decides about money, then reads its state. */
export function judgeOrder(order: PayPalOrder, payment: Payment, merchantId: string): Verdict {
  const [unit, ...others] = order.purchase_units
  if (!unit || others.length > 0) return mismatch("purchase units", "1", String(order.purchase_units.length))
  const difference = differenceOf(order, unit, payment, merchantId)
  if (difference) return difference
  const captures = unit.payments?.captures ?? []
  const captured = captures.find(({ status }) => capturedStatuses.includes(status))
  if (captured) return judgeCapture(captured, unit, payment)
  if (captures.some(({ status }) => status === "PENDING")) return { kind: "pending" }
  if (captures.some(({ status }) => deniedStatuses.includes(status)))
    return { kind: "void", isDeclined: true }
  if (order.status === "APPROVED") return { kind: "approved" }
  if (order.status === "VOIDED") return { kind: "void", isDeclined: false }
  // A completed order is not money: only its capture is.
  if (order.status === "COMPLETED") return { kind: "pending" }
  return { kind: "open" }
}

/**
 * Credits a refund takes back: in proportion to the money, whole credits, what is left over being the seller's. With the
 * last cent the rest goes too, under the capture's own id.
 */
export function refundEntries(
  paid: { captureId: string; refunds: readonly Refund[]; refundedCents: number },
  payment: Pick<PaymentRow, "credits" | "priceCents">,
): { id: string; credits: number }[] {
  const { credits, priceCents } = payment
  let left = credits
  const entries: { id: string; credits: number }[] = []
  const take = (id: string, wanted: number) => {
    const taken = Math.min(left, wanted)
    left -= taken
    if (taken > 0) entries.push({ id: `refund:${id}`, credits: taken })
  }
  for (const { id, cents } of paid.refunds) take(id, Math.floor((credits * cents) / priceCents))
  if (paid.refundedCents >= priceCents) take(paid.captureId, left)
  return entries
}

function differenceOf(order: PayPalOrder, unit: Unit, payment: Payment, merchantId: string): Verdict | null {
  const pairs: [what: string, expected: string, got: string | undefined][] = [
    ["order", payment.paymentSystemReferenceId ?? "", order.id],
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
  const listed = unit.payments?.refunds ?? []
  for (const refund of listed) {
    const cents = centsOf(refund.amount.value)
    // One that is not through yet has taken nothing; its webhook comes when it is.
    if (refund.status !== "COMPLETED") continue
    if (cents === null || refund.amount.currency_code !== payment.currency)
      return mismatch("refund", payment.currency, `${refund.amount.value} ${refund.amount.currency_code}`)
    refunds.push({ id: refund.id, cents })
  }
  const listedCents = refunds.reduce((sum, { cents }) => sum + cents, 0)
  // PayPal may give back a little more than it took, and reverses a capture without listing how.
  const isWhole = capture.status === "REFUNDED" && !listed.some(({ status }) => status === "PENDING")
  const refundedCents = isWhole ? payment.priceCents : Math.min(listedCents, payment.priceCents)
  return { kind: "paid", captureId: capture.id, refunds, refundedCents }
}

function mismatch(what: string, expected: string, got: string): Verdict {
  return { kind: "mismatch", what, expected, got }
}
