import { HOUR_MS } from "../../../contract/duration.ts"
import {
  listPaymentClaims,
  type PaymentClaimRow,
  rememberClaims,
} from "../../data/credits/payment-claim-rows.ts"
import type { PaymentRow } from "../../data/credits/payment-rows.ts"
import { databaseOf } from "../../data/database.ts"
import { type Env, settingsOf } from "../../env.ts"
import { logWarning } from "../../log.ts"
import { findDispute, findRefund, listDisputes, parentCapture } from "../../services/paypal/paypal-claims.ts"
import { judgeRefund, type Refund } from "./judge-checkout.ts"
import { type DisputeNow, judgeDispute, type RefundNow } from "./judge-claims.ts"

/** The ids that a webhook names, which are only a hint to ask PayPal about. */
export type ClaimHint = { refundId?: string; isReversal?: boolean; disputeId?: string }
type Paid = { capture: { id: string; status: string }; refunds: readonly Refund[] }
type Memory = Pick<PaymentClaimRow, "id" | "isReversal" | "isAcknowledged" | "isUndone">

/** The longest delay: a capture can show a refund later than the refund itself, but not by this much. */
const CAPTURE_LAGS_MS = HOUR_MS

/**
 * Reads every refund and dispute of a paid checkout from PayPal: those it lists, those known before
 * (asked for by id) and the one a webhook names. Those of our payments are stored before anybody acts
 * on them, so none is lost when PayPal lists it late or no longer.
 */
export async function readClaims(
  env: Env,
  row: PaymentRow,
  paid: Paid,
  hint: ClaimHint,
  nowMs: number,
): Promise<{ refunds: RefundNow[]; disputes: DisputeNow[] }> {
  const known = await listPaymentClaims(databaseOf(env), row.id)
  const memory = new Map<string, Memory>(known.map((claim) => [claim.id, claim]))
  const refunds = (await readRefunds(env, row, paid, hint, memory)).map((refund) => {
    const id = `refund:${refund.id}`
    const before = memory.get(id)
    const isReversal = before?.isReversal || (refund.id === hint.refundId && hint.isReversal === true)
    const isAcknowledged = before?.isAcknowledged ?? false
    const isWhole = paid.capture.status === "COMPLETED" && nowMs - refund.createdAtMs > CAPTURE_LAGS_MS
    return {
      ...refund,
      isReversal,
      isAcknowledged,
      isUndone: before?.isUndone || (isAcknowledged && isWhole),
    }
  })
  const disputes = await readDisputes(env, row, paid.capture.id, hint, memory)
  const hasGoneBack = paid.capture.status !== "COMPLETED"
  const now: Memory[] = [
    ...refunds.map(({ id, isReversal, isAcknowledged, isUndone, status }) => ({
      id: `refund:${id}`,
      isReversal,
      isAcknowledged: isAcknowledged || (hasGoneBack && status === "COMPLETED"),
      isUndone,
    })),
    ...disputes.map(({ id }) => ({ ...nothingKnown, id: `dispute:${id}` })),
  ]
  const news = now.filter((claim) => {
    const before = memory.get(claim.id)
    return (
      !before ||
      (["isReversal", "isAcknowledged", "isUndone"] as const).some((flag) => before[flag] !== claim[flag])
    )
  })
  await rememberClaims(
    databaseOf(env),
    news.map((claim) => ({ ...claim, paymentId: row.id, createdAt: nowMs })),
  )
  return { refunds, disputes }
}

/** Stores that these refunds' money returned, whatever PayPal says later. */
export async function rememberUndone(
  env: Env,
  row: PaymentRow,
  undone: readonly string[],
  nowMs: number,
): Promise<void> {
  await rememberClaims(
    databaseOf(env),
    undone.map((id) => ({
      ...nothingKnown,
      id: `refund:${id}`,
      isUndone: true,
      paymentId: row.id,
      createdAt: nowMs,
    })),
  )
}

const nothingKnown = { isReversal: false, isAcknowledged: false, isUndone: false }

/** Reads the refunds that the checkout lists; the others are asked for one by one. */
async function readRefunds(
  env: Env,
  row: PaymentRow,
  { capture, refunds }: Paid,
  hint: ClaimHint,
  memory: ReadonlyMap<string, Memory>,
): Promise<Refund[]> {
  const listed = new Set(refunds.map(({ id }) => id))
  const others = idsOf(memory, "refund:", hint.refundId).filter((id) => !listed.has(id))
  const current = [...refunds]
  for (const id of others) {
    const answer = await findRefund(settingsOf(env), id)
    const refund = answer && judgeRefund(answer, row.currency)
    if (refund && parentCapture(answer.links) === capture.id) current.push(refund)
    // PayPal knows no such refund: its credits are given back.
    else if (memory.has(`refund:${id}`)) current.push({ id, cents: 0, status: "UNKNOWN", createdAtMs: 0 })
    else logWarning("paypal's refund is none of this payment", { paymentId: row.id, refundId: id })
  }
  return current
}

/** Reads disputes. A payment paid just now has none; for an older one PayPal lists even unannounced ones. */
async function readDisputes(
  env: Env,
  row: PaymentRow,
  captureId: string,
  hint: ClaimHint,
  memory: ReadonlyMap<string, Memory>,
): Promise<DisputeNow[]> {
  const settings = settingsOf(env)
  const listed = row.captureId === null ? [] : await listDisputes(settings, captureId)
  const ids = new Set([...idsOf(memory, "dispute:", hint.disputeId), ...listed])
  const current: DisputeNow[] = []
  for (const id of ids) {
    const answer = await findDispute(settings, id)
    const dispute = answer && judgeDispute(answer, captureId, row)
    if (dispute) current.push(dispute)
    // PayPal knows no such dispute of this payment: its credits are released.
    else if (memory.has(`dispute:${id}`))
      current.push({ id, state: "won", cents: 0, wonBackCents: null, createdAtMs: Number.POSITIVE_INFINITY })
    else logWarning("paypal's dispute is none of this payment", { paymentId: row.id, disputeId: id })
  }
  return current
}

function idsOf(memory: ReadonlyMap<string, Memory>, kind: string, hinted: string | undefined): string[] {
  const known = [...memory.keys()].filter((id) => id.startsWith(kind)).map((id) => id.slice(kind.length))
  return hinted === undefined || known.includes(hinted) ? known : [...known, hinted]
}
