import { refusalOf } from "../../../contract/credits/payment-refusal.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { ApiError } from "../../../contract/error.ts"
import { makeId } from "../../../contract/id.ts"
import type { PaymentStatus } from "../../../contract/status.ts"
import { insertNotification, type NewNotification } from "../../data/accounts/notification-rows.ts"
import { markCancelled, markPaid } from "../../data/credits/payment-end.ts"
import {
  findPaymentByCheckout,
  findPaymentById,
  noteCapture,
  type PaymentRow,
  scheduleCheck,
} from "../../data/credits/payment-rows.ts"
import { databaseOf } from "../../data/database.ts"
import type { Env, OpenEnv } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError, logWarning } from "../../log.ts"
import { envOfAccount, findAnywhere } from "../../place.ts"
import { recordVendorError } from "../../vendor-error.ts"
import { announcePayment, changeText, disputeNotices } from "./announce-payment.ts"
import { isTooOld, type Outcome, openCheckDelayMs, takeMoney } from "./capture-payment.ts"
import { reasonsOfOurs, type Verdict } from "./judge-checkout.ts"
import { type ClaimsVerdict, judgeClaims } from "./judge-claims.ts"
import { type ClaimHint, readClaims, rememberUndone } from "./read-claims.ts"

/** The time after which a mismatched checkout needs a person, not a hundred more checks. */
const GIVE_UP_MS = DAY_MS
/** The number of checks, after 1, 2, 4 … 128 days, for lost webhooks. A later claim needs its webhook. */
const PAID_CHECKS = 8
/** The most rounds lost to concurrent calls, each with a newer answer; only a few run at once. */
const MOST_ROUNDS = 8

type SettleOptions = {
  /** True if the payer turned back: an open checkout is cancelled at once. */
  isGivenUp?: boolean
  hint?: ClaimHint
  nowMs?: number
}
/** The result of one look at PayPal. `outdated`: another call has written newer data. */
type Change = "news" | "same" | "outdated"
type Look = { row: PaymentRow; seenSeq: number; hint: ClaimHint; isGivenUp: boolean; nowMs: number }

/**
 * Turns PayPal's money into credits, in this one place. Return page, webhook and cron call it at
 * any time, concurrently and repeatedly. Only PayPal's current answer counts. Null if the order is
 * not ours. Each step is safe to repeat; on the right is what repairs a stop after it:
 *
 *   1  PayPal: the checkout; captured if the payer approved it        the next call sees the capture
 *   2  PayPal: its refunds and disputes; D1 stores their ids          the next call asks again
 *   3  hub: what each holds and took, then `paypal:{captureId}`       the next call repeats it
 *   4  D1, one batch: the payment's state and notifications           the sweep announces it
 *   5  hub: event; mail; noted in the payment                         likewise
 *
 * Money can go back, so a late answer must not overwrite a newer one. An answer is written only if
 * it was asked for after all that is stored; otherwise it is asked for again.
 */
export async function settle(
  env: Env,
  checkoutId: string,
  { isGivenUp = false, hint = {}, nowMs = Date.now() }: SettleOptions = {},
): Promise<PaymentRow | null> {
  const db = databaseOf(env)
  for (let round = 1; round <= MOST_ROUNDS; round++) {
    const row = await findPaymentByCheckout(db, checkoutId)
    if (!row) return null
    const { seq: seenSeq } = await hubOf(env, row.userId).balance()
    const outcome = await takeMoney(env, row, checkoutId, nowMs)
    const change = await act(env, { row, seenSeq, hint, isGivenUp, nowMs }, outcome)
    if (change === "outdated") continue
    const settled = await findPaymentById(db, row.id)
    // The call that made the change announces it, so concurrent calls do not all mail the seller.
    if (change === "news" && settled && !settled.isAnnounced) await announceLogged(env, settled)
    return settled
  }
  throw new ApiError("conflict", "This payment is being settled. Please ask again in a moment.")
}

/** Settles a checkout of whichever account has it; null if it is not ours. */
export async function settleAnywhere(
  open: OpenEnv,
  checkoutId: string,
  options: SettleOptions = {},
): Promise<PaymentRow | null> {
  const known = await findAnywhere(open, (env) => findPaymentByCheckout(databaseOf(env), checkoutId), {
    name: `checkout:${checkoutId}`,
  })
  return known && settle(known.env, checkoutId, options)
}

async function act(env: Env, look: Look, outcome: Outcome): Promise<Change> {
  const { row, nowMs } = look
  const isPending = row.status === "Pending"
  const isOld = isTooOld(row, nowMs)
  switch (outcome.kind) {
    case "paid":
      return pay(env, look, outcome)
    case "void":
      // Money that was counted stays counted when the checkout disappears at PayPal.
      if (isPending) return cancel(env, look, outcome.isDeclined ? "CAPTURE_DECLINED" : null)
      break
    case "open":
      if (isPending && (look.isGivenUp || isOld)) return cancel(env, look, null)
      break
    case "approved":
      if (isPending && isOld) return cancel(env, look, row.refusal ?? "NO_ANSWER")
      break
    case "refused":
      return refuse(env, look, outcome, isPending && isOld)
    case "mismatch":
      logError("paypal's order is not our payment", { paymentId: row.id, ...outcome })
      await scheduleNext(env, row, nowMs, GIVE_UP_MS)
      return "same"
    case "pending":
      if (outcome.reason && reasonsOfOurs.includes(outcome.reason))
        logError("paypal holds a payment: accept it there", { paymentId: row.id, reason: outcome.reason })
  }
  await scheduleNext(env, row, nowMs)
  return "same"
}

/**
 * Handles a refused capture. A cause that the payer must fix ends the payment at once. One of ours, or
 * a delay, is retried ever more rarely until the payment is too old.
 */
async function refuse(
  env: Env,
  look: Look,
  { issue, debugId, error }: Extract<Outcome, { kind: "refused" }>,
  isOver: boolean,
): Promise<Change> {
  const { row, nowMs } = look
  const { whose } = refusalOf(issue)
  if (whose === "ours") {
    logError("paypal lets us take no money: see to the shop's account", { paymentId: row.id, issue, debugId })
    recordVendorError({ vendor: "PayPal", code: issue, text: `refused a capture, debug id ${debugId}` })
  }
  // Without an answer the money may have been captured; the next look at the checkout tells.
  if (!error && (isOver || (row.status === "Pending" && whose === "payer"))) return cancel(env, look, issue)
  const captureAt = nowMs + openCheckDelayMs(row.captureTries)
  await noteCapture(databaseOf(env), row, { refusal: issue, captureAt })
  if (error) throw error
  await scheduleNext(env, row, nowMs)
  return "same"
}

/** Cancels a payment. A refusal is news to the payer; without one they cancelled themselves, or nothing ever came. */
async function cancel(env: Env, { row, nowMs }: Look, refusal: string | null): Promise<Change> {
  const ended = { ...row, status: "Cancelled", refusal } as const
  const notice = refusal === null ? null : noticeOf(ended, nowMs)
  const isNews = await markCancelled(databaseOf(env), row.id, { nowMs, refusal }, notice)
  return isNews ? "news" : "same"
}

async function pay(env: Env, look: Look, paid: Extract<Verdict, { kind: "paid" }>): Promise<Change> {
  const { row, nowMs, hint } = look
  const { capture } = paid
  const { refunds, disputes } = await readClaims(env, row, paid, hint, nowMs)
  const verdict = judgeClaims(row, capture, refunds, disputes)
  const news = verdict.undone.filter((id) => !refunds.some((refund) => refund.id === id && refund.isUndone))
  await rememberUndone(env, row, news, nowMs)
  if (!(await enterCredits(env, look, capture.id, verdict))) return "outdated"
  const { refundedCents, disputedCents, disputeState } = verdict
  const status: PaymentStatus = refundedCents >= row.priceCents ? "Refunded" : "Completed"
  const next = { status, captureId: capture.id, refundedCents, disputedCents, disputeState } as const
  if (Object.entries(next).every(([field, value]) => row[field as keyof typeof next] === value)) {
    await scheduleNext(env, row, nowMs)
    return "same"
  }
  // A person's refund is final; a reversal or dispute can still return money.
  const isOver =
    status === "Refunded" && disputeState === null && !refunds.some(({ isReversal }) => isReversal)
  const checkAt = isOver ? null : nowMs + DAY_MS
  const after = { ...row, ...next }
  const notices = [noticeOf(after, nowMs), ...(await disputeNotices(env, row, after, nowMs))]
  const { here, elsewhere } = await splitByPlace(env, notices)
  if (!(await markPaid(databaseOf(env), row, { ...next, checkAt }, here, nowMs))) return "outdated"
  for (const notice of elsewhere)
    await insertNotification(databaseOf(await envOfAccount(env, notice.userId)), notice)
  return "news"
}

/** Splits notices by whether their readers' accounts live in this database, and go with its batch. */
async function splitByPlace(env: Env, notices: readonly NewNotification[]) {
  const here: NewNotification[] = []
  const elsewhere: NewNotification[] = []
  for (const notice of notices) {
    const { place } = await envOfAccount(env, notice.userId)
    ;(place === env.place ? here : elsewhere).push(notice)
  }
  return { here, elsewhere }
}

/**
 * Enters claims before the grant: a claim then takes credits that nobody could spend yet. Returns false
 * if another call has entered a newer answer.
 */
async function enterCredits(
  env: Env,
  { row, seenSeq }: Look,
  captureId: string,
  { claims }: ClaimsVerdict,
): Promise<boolean> {
  const { userId, credits } = row
  const hub = hubOf(env, userId)
  // A payment paid just now usually has only an empty claim, which is not worth a call.
  if (row.captureId !== null || claims.length > 1 || claims.some(({ taken }) => taken > 0)) {
    const reply = await hub.claim({ userId, seenSeq, claims })
    if (reply.kind === "refused" && reply.reason === "outdated") return false
    if (reply.kind === "refused") logRefusal(row, claims.map(({ id }) => id).join(), reply.reason)
  }
  const id = `paypal:${captureId}`
  const reply = await hub.grant({ userId, id, credits, note: `${credits} credits by PayPal` })
  if (reply.kind === "refused") logRefusal(row, id, reply.reason)
  return true
}

async function scheduleNext(
  env: Env,
  row: PaymentRow,
  nowMs: number,
  limitMs: number = Number.POSITIVE_INFINITY,
): Promise<void> {
  // This call was early: the scheduled check stands.
  if (row.checkAt === null || row.checkAt > nowMs) return
  await scheduleCheck(databaseOf(env), row.id, {
    checkAt: nextCheckMs(row, nowMs, limitMs),
    checks: row.checks + 1,
  })
}

function nextCheckMs(row: PaymentRow, nowMs: number, limitMs: number): number | null {
  if (row.status === "Cancelled") return null
  if (row.status === "Pending")
    return nowMs - row.purchasedAt > limitMs ? null : nowMs + openCheckDelayMs(row.checks)
  // An open dispute is checked daily, without limit.
  if (row.disputeState === "open") return nowMs + DAY_MS
  return row.checks + 1 >= PAID_CHECKS ? null : nowMs + DAY_MS * 2 ** row.checks
}

/** Announces a settlement. A failure does not undo it; the sweep announces it later. */
async function announceLogged(env: Env, row: PaymentRow): Promise<void> {
  try {
    await announcePayment(env, row)
  } catch (error) {
    logWarning("payment not announced", { paymentId: row.id, error })
  }
}

function noticeOf(row: PaymentRow, nowMs: number): NewNotification {
  return {
    id: makeId(nowMs),
    userId: row.userId,
    type: "payment",
    message: changeText(row),
    attachmentId: row.id,
    createdAtMs: nowMs,
  }
}

/** Logs a refusal that no retry can help: ledger and PayPal disagree, so a person must look. */
function logRefusal(row: PaymentRow, entryId: string, reason: string): void {
  logError("credits not entered", { paymentId: row.id, entryId, reason })
}
