import { databaseOf } from "../data/database.ts"
import type { PaymentRow } from "../data/payment.ts"
import { markPaymentAnnounced } from "../data/payment-end.ts"
import { findUserById } from "../data/user.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub.ts"
import { logError } from "../log.ts"
import { recipientOf, sendPaymentCompletedMail, sendPaymentRefundedMail } from "../services/email.ts"

/** Where mail cannot be delivered for this long, the payment history has said it all. */
const ANNOUNCE_FOR_MS = 24 * 3_600_000

type Change = Pick<PaymentRow, "status" | "credits" | "priceCents" | "refundedCents">

/**
 * Tells the seller of a payment's last change: credits of a bank transfer, event, e-mail; then notes it. Again it sends
 * nothing twice but, where the note was lost, the mail.
 */
export async function announcePayment(env: Env, row: PaymentRow): Promise<void> {
  if (row.paymentMethod === "Bank Transfer" && row.status === "Completed") await grantTransfer(env, row)
  const { id, userId, status, refundedCents } = row
  await hubOf(env, userId).publish({
    userId,
    key: `payment:${id}:${status}:${refundedCents}`,
    event: { kind: "payment", data: { message: changeText(row) } },
  })
  await mail(env, row)
  await markPaymentAnnounced(databaseOf(env), row)
}

/** What a notification says of the change, short enough for the bell's list. */
export function changeText({ status, credits, priceCents, refundedCents }: Change): string {
  switch (status) {
    case "Pending":
      return `A payment of ${usd(priceCents)} is pending.`
    case "Cancelled":
      return `A payment of ${usd(priceCents)} was cancelled.`
    case "Refunded":
      return `A payment of ${usd(priceCents)} was refunded.`
    case "Completed":
      return refundedCents > 0
        ? `${usd(refundedCents)} of a payment was refunded.`
        : `Payment completed: ${credits} credits were added.`
  }
}

/** The admin's word is in D1; the ledger follows it, once. */
async function grantTransfer(env: Env, row: PaymentRow): Promise<void> {
  const { id, userId, credits } = row
  const note = `${credits} credits by bank transfer`
  const reply = await hubOf(env, userId).grant({ userId, id: `bank:${id}`, credits, note })
  if (reply.kind === "refused") throw new Error(`the grant of payment ${id} was refused: ${reply.reason}`)
}

async function mail(env: Env, row: PaymentRow): Promise<void> {
  const user = await findUserById(databaseOf(env), row.userId)
  const recipient = user && recipientOf(user)
  if (!recipient || row.status === "Cancelled" || row.status === "Pending") return
  const price = usd(row.priceCents)
  try {
    if (row.refundedCents > 0)
      await sendPaymentRefundedMail(env, { ...recipient, price, refunded: usd(row.refundedCents) })
    else
      await sendPaymentCompletedMail(env, {
        ...recipient,
        price,
        credits: row.credits,
        method: row.paymentMethod,
        reference: row.paymentSystemReferenceId ?? "",
      })
  } catch (error) {
    if (Date.now() - row.updatedAt < ANNOUNCE_FOR_MS) throw error
    logError("mail given up", { paymentId: row.id, error })
  }
}

function usd(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
