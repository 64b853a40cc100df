import type { Claim } from "../../../contract/credits/hub.ts"
import type { DisputeState } from "../../../contract/status.ts"
import type { PaymentRow } from "../../data/credits/payment-rows.ts"
import { centsOf } from "../../services/paypal/paypal-call.ts"
import type { PayPalDispute } from "../../services/paypal/paypal-claims.ts"

/** A refund or reversal as PayPal reports it now, with our record of it. */
export type RefundNow = {
  id: string
  cents: number
  status: string
  createdAtMs: number
  isReversal: boolean
  /** True if its capture has shown that money went back, and that it returned. */
  isAcknowledged: boolean
  isUndone: boolean
}
/** A dispute as PayPal reports it. `cents`: held while open, or lost. `wonBackCents`: returned. */
export type DisputeNow = {
  id: string
  state: DisputeState
  cents: number
  wonBackCents: number | null
  createdAtMs: number
}
type Payment = Pick<PaymentRow, "id" | "credits" | "priceCents" | "currency">

/** The result of refunds and disputes for a payment. Each has a claim, even one that takes nothing. */
export type ClaimsVerdict = {
  claims: Claim[]
  refundedCents: number
  disputedCents: number
  disputeState: DisputeState | null
  /** The refunds whose money has returned in full. */
  undone: string[]
}

const lostCodes = ["RESOLVED_BUYER_FAVOUR", "ACCEPTED"]
/** The codes of disputes without a loss; NONE: closed because another about the same money continues. */
const wonCodes = ["RESOLVED_SELLER_FAVOUR", "CANCELED_BY_BUYER", "DENIED", "NONE"]

/** Judges a dispute; null if it is about another payment. An unknown outcome counts as open. */
export function judgeDispute(
  dispute: PayPalDispute,
  captureId: string,
  { priceCents, currency }: Payment,
): DisputeNow | null {
  const captures = dispute.disputed_transactions.map((transaction) => transaction.seller_transaction_id)
  if (!captures.includes(captureId)) return null
  // A dispute in another currency, or over several payments, may cover our full price.
  const centsWithin = (money: PayPalDispute["dispute_amount"]) =>
    money?.currency_code === currency ? Math.min(priceCents, centsOf(money.value) ?? priceCents) : priceCents
  const id = dispute.dispute_id
  const createdAtMs = timeOf(dispute.create_time, 0)
  const { debitCents, creditCents } = settledWithSeller(dispute, currency)
  const judged = (state: DisputeState, cents: number) => ({
    id,
    state,
    cents: Math.min(priceCents, cents),
    wonBackCents: state === "won" && creditCents > 0 ? creditCents : null,
    createdAtMs,
  })
  const { outcome_code: code = "", amount_refunded: refunded } = dispute.dispute_outcome ?? {}
  const disputedCents = centsWithin(dispute.dispute_amount)
  if (dispute.status !== "RESOLVED") return judged("open", disputedCents)
  if (wonCodes.includes(code)) return judged("won", 0)
  if (lostCodes.includes(code)) return judged("lost", refunded ? centsWithin(refunded) : disputedCents)
  // PayPal pays itself, unless it reports that it took the money from us.
  const netCents = debitCents - creditCents
  if (code === "RESOLVED_WITH_PAYOUT") return netCents > 0 ? judged("lost", netCents) : judged("won", 0)
  return judged("open", disputedCents)
}

/**
 * Adds up one capture's refunds and disputes without counting a cent twice. PayPal reports a dispute's
 * loss again, as a refund or reversal made after it opened. All together never take more than the
 * capture. Credits are taken in proportion to the money, rounded down in the payer's favour. The last
 * cent takes the remaining credits, under the capture's own id.
 */
export function judgeClaims(
  payment: Payment,
  capture: { id: string; status: string },
  refunds: readonly RefundNow[],
  disputes: readonly DisputeNow[],
): ClaimsVerdict {
  const { credits, priceCents } = payment
  const inForce = refundsInForce(refunds, disputes)
  const unmatched = inForce.map((refund) => ({ ...refund }))
  const own = new Map<string, number>()
  for (const state of ["lost", "open"]) {
    for (const dispute of disputes.filter((candidate) => candidate.state === state))
      own.set(dispute.id, dispute.cents - match(dispute, unmatched))
  }
  const ownOf = ({ id }: DisputeNow) => own.get(id) ?? 0
  const lost = disputes.filter(({ state }) => state === "lost")
  const open = disputes.filter(({ state }) => state === "open")
  const sum = sumOf(inForce.map(({ cents }) => cents)) + sumOf(lost.map(ownOf))
  // PayPal may return slightly more than it took, and can reverse a capture without listing how.
  const refundedCents = isWhole(capture.status, refunds, disputes) ? priceCents : Math.min(sum, priceCents)

  let remaining = credits
  const share = (cents: number) => {
    const taken = Math.min(remaining, Math.floor((credits * cents) / priceCents))
    remaining -= taken
    return taken
  }
  const label = payment.id.slice(-6)
  const refundNote = `Refund of payment ${label}`
  const disputeNote = (id: string) => `PayPal's case ${id} about payment ${label}`
  const refundClaims = inForce.map(({ id, cents }) => claim(`refund:${id}`, 0, share(cents), refundNote))
  const lostClaims = lost.map((lostDispute) =>
    claim(`dispute:${lostDispute.id}`, 0, share(ownOf(lostDispute)), disputeNote(lostDispute.id)),
  )
  const rest = claim(`refund:${capture.id}`, 0, refundedCents >= priceCents ? remaining : 0, refundNote)
  remaining -= rest.taken
  let disputedCents = 0
  const openClaims = open.map((openDispute) => {
    const cents = Math.min(ownOf(openDispute), priceCents - refundedCents - disputedCents)
    disputedCents += cents
    return claim(`dispute:${openDispute.id}`, share(cents), 0, disputeNote(openDispute.id))
  })
  const wonClaims = disputes
    .filter(({ state }) => state === "won")
    .map(({ id }) => claim(`dispute:${id}`, 0, 0, disputeNote(id)))
  const isInForce = new Set(inForce.filter(({ cents }) => cents > 0).map(({ id }) => id))
  const undone = refunds
    .filter(({ id, isAcknowledged, status }) => isAcknowledged && status !== "PENDING" && !isInForce.has(id))
    .map(({ id }) => id)
  return {
    claims: [...refundClaims, ...lostClaims, rest, ...openClaims, ...wonClaims],
    refundedCents,
    disputedCents,
    disputeState:
      open.length > 0
        ? "open"
        : lost.length > 0
          ? "lost"
          : wonClaims.length + undone.length > 0
            ? "won"
            : null,
    undone,
  }
}

/** Returns PayPal's time in ms, or `otherwise`. In whole seconds, as some of its answers have no more. */
export function timeOf(text: string | undefined, otherwise: number): number {
  const ms = Date.parse(text ?? "")
  return Number.isNaN(ms) ? otherwise : Math.floor(ms / 1000) * 1000
}

type InForce = { id: string; cents: number; createdAtMs: number }

/** Returns the rest of each refund: complete, not undone, and not returned by a won dispute. */
function refundsInForce(refunds: readonly RefundNow[], disputes: readonly DisputeNow[]): InForce[] {
  const standing = refunds.map((refund) => ({
    ...refund,
    cents: refund.status === "COMPLETED" && !refund.isUndone ? refund.cents : 0,
  }))
  for (const dispute of disputes.filter(({ state }) => state === "won")) {
    const since = standing.filter(({ createdAtMs }) => createdAtMs >= dispute.createdAtMs)
    const reversals = since.filter(({ isReversal }) => isReversal)
    // The reversal event may be lost; then a refund of exactly the returned sum is the one.
    const others = since.filter(({ isReversal, cents }) => !isReversal && cents === dispute.wonBackCents)
    // If PayPal reports no movement, the dispute's reversals were returned with it.
    const backCents = dispute.wonBackCents ?? sumOf(reversals.map(({ cents }) => cents))
    match({ cents: backCents }, [...reversals, ...others])
  }
  return standing.map(({ id, cents, createdAtMs }) => ({ id, cents, createdAtMs }))
}

/** Takes up to `cents` off refunds not older than the dispute; returns how much it took. */
function match(dispute: { cents: number; createdAtMs?: number }, refunds: InForce[]): number {
  let remaining = dispute.cents
  for (const refund of refunds) {
    if (refund.createdAtMs < (dispute.createdAtMs ?? 0)) continue
    const taken = Math.min(remaining, refund.cents)
    refund.cents -= taken
    remaining -= taken
  }
  return dispute.cents - remaining
}

/** Returns true for a REFUNDED capture, unless a refund or won dispute shows money still here. */
function isWhole(
  captureStatus: string,
  refunds: readonly RefundNow[],
  disputes: readonly DisputeNow[],
): boolean {
  if (captureStatus !== "REFUNDED") return false
  if (refunds.some(({ status, isUndone }) => status !== "COMPLETED" || isUndone)) return false
  return !disputes.some(
    ({ state, wonBackCents, createdAtMs }) =>
      state === "won" &&
      (wonBackCents !== null ||
        refunds.some((refund) => refund.isReversal && refund.createdAtMs >= createdAtMs)),
  )
}

/** Returns what PayPal debited and credited to settle a dispute, without fees; 0 if not reported. */
function settledWithSeller(
  { money_movements: movements }: PayPalDispute,
  currency: string,
): { debitCents: number; creditCents: number } {
  const own = movements.filter(
    ({ affected_party: party, reason, amount }) =>
      party === "SELLER" && !(reason ?? "").endsWith("_FEE") && amount?.currency_code === currency,
  )
  const total = (type: string) =>
    sumOf(
      own.filter((transfer) => transfer.type === type).map(({ amount }) => centsOf(amount?.value ?? "") ?? 0),
    )
  return { debitCents: total("DEBIT"), creditCents: total("CREDIT") }
}

function claim(id: string, held: number, taken: number, note: string): Claim {
  return { id, held, taken, note }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0)
}
