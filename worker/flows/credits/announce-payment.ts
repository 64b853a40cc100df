import { refusalOf } from "../../../contract/credits/payment-refusal.ts"
import { makeId } from "../../../contract/id.ts"
import { isPlainName } from "../../../contract/name.ts"
import type { NewNotification } from "../../data/accounts/notification-rows.ts"
import { listAdminIds } from "../../data/accounts/user-admin.ts"
import { findUserById, type User } from "../../data/accounts/user-rows.ts"
import { markPaymentAnnounced } from "../../data/credits/payment-end.ts"
import { type PaymentRow, postponeAnnouncement } from "../../data/credits/payment-rows.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import {
  recipientOf,
  sendPaymentCompletedMail,
  sendPaymentDisputeMail,
  sendPaymentRefundedMail,
} from "../../services/mail/email.ts"
import { type News, sendNews } from "../operations/send-news.ts"

/** The most admins who get a message about a dispute; a shop has a few. */
const MOST_ADMINS = 20

type Change = Pick<
  PaymentRow,
  "status" | "credits" | "priceCents" | "refundedCents" | "disputedCents" | "disputeState" | "refusal"
>

/**
 * Announces a payment's last change: grants a bank transfer's credits, sends the event and the mail,
 * then notes that or the mail's retry. A second call sends nothing twice, except the mail if the note
 * was lost.
 */
export async function announcePayment(env: Env, row: PaymentRow, nowMs = Date.now()): Promise<void> {
  if (row.paymentMethod === "Bank Transfer" && row.status === "Completed") await grantTransfer(env, row)
  const { id, userId, updatedAt } = row
  await hubOf(env, userId).publish({
    userId,
    // A payment can enter one state twice; the time makes each change its own event.
    key: `payment:${id}:${updatedAt}`,
    event: { kind: "payment", data: { message: changeText(row) } },
  })
  const news = await mail(env, row, nowMs)
  const db = databaseOf(env)
  if (news.kind === "later")
    return postponeAnnouncement(db, row, { retryAt: news.retryAt, mailError: news.code })
  await markPaymentAnnounced(db, row, news.kind === "given-up" ? news.code : null)
}

/** Returns the notification's text for a change, short enough for the bell's list. */
export function changeText(change: Change): string {
  const { status, credits, priceCents, refundedCents, refusal } = change
  const dispute = disputeText(change)
  if (dispute) return dispute
  switch (status) {
    case "Pending":
      return `A payment of ${usd(priceCents)} is pending.`
    case "Cancelled":
      return `A payment of ${usd(priceCents)} was cancelled.${refusal === null ? "" : ` ${refusalOf(refusal).sentence}`}`
    case "Refunded":
      return `A payment of ${usd(priceCents)} was refunded.`
    case "Completed":
      return refundedCents > 0
        ? `${usd(refundedCents)} of a payment was refunded.`
        : `Payment completed: ${credits} credits were added.`
  }
}

/** Returns notifications for all admins but the payer when a dispute has just opened or ended. */
export async function disputeNotices(
  env: Env,
  before: PaymentRow,
  after: PaymentRow,
  nowMs: number,
): Promise<NewNotification[]> {
  const isOpened = before.disputeState !== "open" && after.disputeState === "open"
  const isDecided = before.disputeState !== after.disputeState && after.disputeState !== null
  if (!isOpened && !isDecided) return []
  const db = databaseOf(env)
  const payer = await findUserById(db, before.userId)
  const name = payer ? shownName(payer) : "A deleted user"
  const subject = `${usd(after.priceCents)}, ${after.paymentSystemReferenceId}`
  const message = isOpened
    ? `${name} disputes a payment at PayPal: please answer there. ${subject}.`
    : `PayPal has decided ${after.disputeState === "won" ? "in our favour" : "in favour of the payer"}: ${name}'s payment, ${subject}.`
  const admins = await listAdminIds(directoryOf(env), MOST_ADMINS)
  return admins
    .filter((userId) => userId !== before.userId)
    .map((userId) => ({
      id: makeId(nowMs),
      userId,
      type: "payment",
      message,
      attachmentId: after.id,
      createdAtMs: nowMs,
    }))
}

/** Returns a name for admins, who act on the text. One from before the name rules may hide a link. */
function shownName({ firstName, lastName }: Pick<User, "firstName" | "lastName">): string {
  const name = `${firstName} ${lastName}`
  return isPlainName(name) ? name : "A seller"
}

/** Returns a dispute's meaning for the payer; null if there is none, or a refund came after it. */
function disputeText({ disputeState, disputedCents, refundedCents, priceCents }: Change): string | null {
  if (disputeState === "open") {
    const heldWords =
      disputedCents > 0 ? ` The credits for ${usd(disputedCents)} are held until PayPal decides.` : ""
    return `A payment of ${usd(priceCents)} is disputed at PayPal.${heldWords}`
  }
  if (disputeState === "lost")
    return `A dispute at PayPal is closed: ${usd(refundedCents)} was refunded to you, and its credits were removed.`
  if (disputeState === "won" && refundedCents === 0)
    return `A dispute at PayPal is closed: your payment of ${usd(priceCents)} stands, and its credits are available again.`
  return null
}

/** Grants a transfer's credits, once by the ledger. D1 has the admin's decision. */
async function grantTransfer(env: Env, row: PaymentRow): Promise<void> {
  const { id, userId, credits } = row
  const note = `${credits} credits by bank transfer`
  const reply = await hubOf(env, userId).grant({ userId, id: `bank:${id}`, credits, note })
  if (reply.kind === "refused") throw new Error(`the grant of payment ${id} was refused: ${reply.reason}`)
}

async function mail(env: Env, row: PaymentRow, nowMs: number): Promise<News> {
  const user = await findUserById(databaseOf(env), row.userId)
  const recipient = user && recipientOf(user)
  if (!recipient || row.status === "Cancelled" || row.status === "Pending") return { kind: "sent" }
  const price = usd(row.priceCents)
  const dispute = disputeText(row)
  const send = () => {
    if (dispute)
      return sendPaymentDisputeMail(env, {
        ...recipient,
        price,
        isOpen: row.disputeState === "open",
        dispute,
      })
    if (row.refundedCents > 0)
      return sendPaymentRefundedMail(env, { ...recipient, price, refunded: usd(row.refundedCents) })
    return sendPaymentCompletedMail(env, {
      ...recipient,
      price,
      credits: row.credits,
      method: row.paymentMethod,
      reference: row.paymentSystemReferenceId ?? "",
    })
  }
  return sendNews(send, { paymentId: row.id, userId: user.id }, { sinceMs: row.updatedAt, nowMs })
}

function usd(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
