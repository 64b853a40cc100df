import { makeId } from "../../contract/id.ts"
import { databaseOf } from "../data/database.ts"
import type { NewNotification } from "../data/notification.ts"
import { findPaymentById, findPaymentByOrder, type PaymentRow, scheduleCheck } from "../data/payment.ts"
import { markCancelled, markPaid } from "../data/payment-end.ts"
import { findUserById } from "../data/user.ts"
import { type Env, settingsOf } from "../env.ts"
import { hubOf } from "../hub.ts"
import { logError, logWarning } from "../log.ts"
import { captureOrder, findOrder } from "../services/paypal.ts"
import { announcePayment, changeText } from "./announce-payment.ts"
import { judgeOrder, refundEntries, type Verdict } from "./judge-order.ts"

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** PayPal lets a payer approve for six hours; whoever has not after a day will not. */
const APPROVAL_MS = DAY_MS
/** An order that is not what we asked for needs a person, not another hundred questions. */
const GIVE_UP_MS = DAY_MS
const FIRST_CHECK_MS = 2 * MINUTE_MS
const LONGEST_CHECK_MS = 6 * HOUR_MS
/** Refunds and reversals come within 180 days of a payment: asked after 1, 2, 4 … days, should their webhook be lost. */
const PAID_CHECKS = 8

export type SettleOptions = {
  /** The payer has turned back: an order that is still open is not waited for. */
  isGivenUp?: boolean
  nowMs?: number
}

/**
 * The one place where PayPal's money becomes credits; return page, webhook and cron all come here, at any time, together
 * and as often as they like. Only what PayPal says now counts. Null for an order that is none of ours. The order of steps,
 * each harmless when repeated, and what repairs a stop after it:
 *
 *   1  PayPal: the order; captured where the payer has approved it        the next call sees the capture
 *   2  hub: an entry a refund, then the grant `paypal:{captureId}`        the next call repeats them
 *   3  D1, one batch: the payment's state, its notification               the sweep announces
 *   4  hub: event; e-mail; noted at the payment                           likewise
 */
export async function settle(
  env: Env,
  orderId: string,
  { isGivenUp = false, nowMs = Date.now() }: SettleOptions = {},
): Promise<PaymentRow | null> {
  const db = databaseOf(env)
  const row = await findPaymentByOrder(db, orderId)
  if (!row) return null
  // All of it went back: there is nothing left to settle.
  if (row.status === "Refunded") return row
  const isNews = await act(env, row, await verdictOf(env, row, orderId), isGivenUp, nowMs)
  const settled = await findPaymentById(db, row.id)
  // Told by whoever made the change, so that calls that meet do not all write to the seller.
  if (isNews && settled && !settled.isAnnounced) await announceLogged(env, settled)
  return settled
}

/** When the vendor is asked for the n-th time about a payment that is open. */
export function openCheckDelayMs(checks: number): number {
  return Math.min(LONGEST_CHECK_MS, FIRST_CHECK_MS * 2 ** Math.min(20, checks))
}

/** Asks for the order, and takes its money where the payer has agreed; a payment once cancelled may still be approved. */
async function verdictOf(env: Env, row: PaymentRow, orderId: string): Promise<Verdict> {
  const settings = settingsOf(env)
  const ask = async (): Promise<Verdict> => {
    const order = await findOrder(settings, orderId)
    return order ? judgeOrder(order, row, settings.PAYPAL_MERCHANT_ID) : { kind: "void", isDeclined: false }
  }
  const verdict = await ask()
  if (verdict.kind !== "approved") return verdict
  // Nobody is left to get the credits: the money is not taken, and PayPal gives it back by itself.
  if (!(await findUserById(databaseOf(env), row.userId))) return { kind: "void", isDeclined: false }
  // Calls that meet share one request; after a refusal changed the row, a new approval is a new one.
  const requestId = `capture-${row.id}-${row.updatedAt}`
  const outcome = await captureOrder(settings, { orderId, requestId })
  return outcome === "declined" ? { kind: "void", isDeclined: true } : ask()
}

/** Whether there is something to tell. */
async function act(
  env: Env,
  row: PaymentRow,
  verdict: Verdict,
  isGivenUp: boolean,
  nowMs: number,
): Promise<boolean> {
  const db = databaseOf(env)
  const isOld = nowMs - row.purchasedAt > APPROVAL_MS
  switch (verdict.kind) {
    case "paid":
      return pay(env, row, verdict, nowMs)
    case "void":
      // Money that was counted is not uncounted because the order is out of PayPal's sight.
      if (row.status === "Pending") {
        const notice = verdict.isDeclined ? noticeOf(row, "Cancelled", 0, nowMs) : null
        return markCancelled(db, row.id, nowMs, notice)
      }
      break
    case "open":
      if (row.status === "Pending" && (isGivenUp || isOld)) return markCancelled(db, row.id, nowMs, null)
      break
    case "mismatch":
      logError("paypal's order is not our payment", { paymentId: row.id, ...verdict })
      await scheduleNext(env, row, nowMs, GIVE_UP_MS)
      return false
    case "approved":
    case "pending":
  }
  await scheduleNext(env, row, nowMs)
  return false
}

async function pay(
  env: Env,
  row: PaymentRow,
  paid: Extract<Verdict, { kind: "paid" }>,
  nowMs: number,
): Promise<boolean> {
  const { captureId, refundedCents } = paid
  await enterCredits(env, row, paid)
  const status = refundedCents >= row.priceCents ? "Refunded" : "Completed"
  const notice = noticeOf(row, status, refundedCents, nowMs)
  const checkAt = status === "Completed" ? nowMs + DAY_MS : null
  const isNews = await markPaid(
    databaseOf(env),
    row.id,
    { status, captureId, refundedCents, checkAt },
    notice,
  )
  if (!isNews) await scheduleNext(env, row, nowMs)
  return isNews
}

/** Refunds first: where they come before their grant, what is granted afterwards was never free to be spent. */
async function enterCredits(
  env: Env,
  row: PaymentRow,
  paid: Extract<Verdict, { kind: "paid" }>,
): Promise<void> {
  const { userId } = row
  const hub = hubOf(env, userId)
  for (const entry of refundEntries(paid, row)) {
    const reply = await hub.refund({ userId, ...entry, note: `Refund of payment ${row.id.slice(-6)}` })
    if (reply.kind === "refused") logRefusal(row, entry.id, reply.reason)
  }
  const id = `paypal:${paid.captureId}`
  const note = `${row.credits} credits by PayPal`
  const reply = await hub.grant({ userId, id, credits: row.credits, note })
  if (reply.kind === "refused") logRefusal(row, id, reply.reason)
}

async function scheduleNext(
  env: Env,
  row: PaymentRow,
  nowMs: number,
  limitMs: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  const isPaid = row.status === "Completed"
  // Somebody else asked early: the moment that is set stands.
  if (row.checkAt === null || row.checkAt > nowMs) return
  const delayMs = isPaid ? DAY_MS * 2 ** row.checks : openCheckDelayMs(row.checks)
  const isOver =
    row.status === "Cancelled" || (isPaid ? row.checks + 1 >= PAID_CHECKS : nowMs - row.purchasedAt > limitMs)
  await scheduleCheck(databaseOf(env), row.id, {
    checkAt: isOver ? null : nowMs + delayMs,
    checks: row.checks + 1,
  })
}

/** What is settled stands, whether or not it could be told; the sweep tells it later. */
async function announceLogged(env: Env, row: PaymentRow): Promise<void> {
  try {
    await announcePayment(env, row)
  } catch (error) {
    logWarning("payment not announced", { paymentId: row.id, error })
  }
}

function noticeOf(
  row: PaymentRow,
  status: "Completed" | "Refunded" | "Cancelled",
  refundedCents: number,
  nowMs: number,
): NewNotification {
  return {
    id: makeId(nowMs),
    userId: row.userId,
    type: "payment",
    message: changeText({ ...row, status, refundedCents }),
    attachmentId: row.id,
    createdAtMs: nowMs,
  }
}

/** Retrying cannot help: the ledger has another story than PayPal, and people must look. */
function logRefusal(row: PaymentRow, entryId: string, reason: string): void {
  logError("credits not entered", { paymentId: row.id, entryId, reason })
}
