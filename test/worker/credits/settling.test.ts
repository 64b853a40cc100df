import { expect, test } from "vitest"
import { DAY_MS } from "../../../contract/duration.ts"
import type { Id } from "../../../contract/id.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { judgeCheckout } from "../../../worker/flows/credits/judge-checkout.ts"
import {
  type DisputeNow,
  judgeClaims,
  judgeDispute,
  type RefundNow,
} from "../../../worker/flows/credits/judge-claims.ts"
import { firstMonthEndMs, offerOf, priceCentsOf } from "../../../worker/flows/credits/package-price.ts"
import { centsOf } from "../../../worker/services/paypal/paypal-call.ts"
import type { PayPalCheckout } from "../../../worker/services/paypal/paypal-checkout.ts"
import type { PayPalDispute } from "../../../worker/services/paypal/paypal-claims.ts"

const payment = {
  id: "payment-1" as Id,
  paymentSystemReferenceId: "ORDER1",
  priceCents: 1_000,
  currency: "USD",
  credits: 100,
}
const usd = (value: string) => ({ currency_code: "USD", value })

function orderOf(
  more: Partial<PayPalCheckout["purchase_units"][number]> = {},
  status = "COMPLETED",
): PayPalCheckout {
  const unit = { custom_id: "payment-1", amount: usd("10.00"), payee: { merchant_id: "ME" }, ...more }
  return { id: "ORDER1", status, purchase_units: [unit] }
}

const judged = (order: PayPalCheckout) => judgeCheckout(order, payment, "ME")
const captured = (
  status: string,
  amount = usd("10.00"),
  refunds: [id: string, status: string, value: string][] = [],
) =>
  orderOf({
    payments: {
      captures: [{ id: "CAP1", status, amount }],
      refunds: refunds.map(([id, refundStatus, value]) => ({ id, status: refundStatus, amount: usd(value) })),
    },
  })

test("only a completed capture of our own order is money", () => {
  expect(judged(orderOf({}, "CREATED"))).toEqual({ kind: "open" })
  expect(judged(orderOf({}, "PAYER_ACTION_REQUIRED"))).toEqual({ kind: "open" })
  expect(judged(orderOf({}, "APPROVED"))).toEqual({ kind: "approved" })
  expect(judged(orderOf({}, "VOIDED"))).toEqual({ kind: "void", isDeclined: false })
  expect(judged(orderOf())).toEqual({ kind: "pending" })
  expect(judged(captured("PENDING"))).toEqual({ kind: "pending" })
  for (const status of ["DECLINED", "FAILED"])
    expect(judged(captured(status))).toEqual({ kind: "void", isDeclined: true })
  expect(judged(captured("COMPLETED"))).toEqual({
    kind: "paid",
    capture: { id: "CAP1", status: "COMPLETED" },
    refunds: [],
  })
  expect(judged(captured("SOMETHING_NEW"))).toEqual({ kind: "pending" })
})

test("an order that differs in one point is a mismatch, whatever its state", () => {
  const wrong: [what: string, order: PayPalCheckout][] = [
    ["order", { ...captured("COMPLETED"), id: "ORDER2" }],
    ["custom_id", orderOf({ custom_id: "payment-2" })],
    ["custom_id", orderOf({ custom_id: undefined })],
    ["payee", orderOf({ payee: { merchant_id: "YOU" } })],
    ["payee", orderOf({ payee: undefined })],
    ["currency", orderOf({ amount: { currency_code: "EUR", value: "10.00" } })],
    ["amount", orderOf({ amount: usd("10.01") })],
    ["amount", orderOf({ amount: usd("1e1") })],
    ["amount", orderOf({ amount: usd("-10.00") })],
    ["captured amount", captured("COMPLETED", usd("9.99"))],
    ["captured currency", captured("COMPLETED", { currency_code: "EUR", value: "10.00" })],
    ["purchase units", { ...orderOf(), purchase_units: [] }],
    [
      "purchase units",
      { ...orderOf(), purchase_units: [...orderOf().purchase_units, ...orderOf().purchase_units] },
    ],
  ]
  for (const [what, order] of wrong) expect(judged(order), what).toMatchObject({ kind: "mismatch", what })
})

/** Returns the sums of an order's claims, without disputes. */
function claimsOf(order: PayPalCheckout) {
  const verdict = judged(order)
  if (verdict.kind !== "paid") throw new Error(`this order is ${verdict.kind}`)
  const refunds = verdict.refunds.map((each) => ({
    ...each,
    isReversal: false,
    isAcknowledged: false,
    isUndone: false,
  }))
  return taking(judgeClaims(payment, verdict.capture, refunds, []))
}

/** Returns claims as the credits that they hold and take; those that do neither are left out. */
function taking({ claims, undone: _, ...more }: ReturnType<typeof judgeClaims>) {
  const some = claims.filter(({ held, taken }) => held + taken > 0)
  return { ...more, claims: some.map(({ id, held, taken }) => [id, held, taken]) }
}

test("refunds count when they are complete; a reversal without a list takes all", () => {
  const half = captured("PARTIALLY_REFUNDED", usd("10.00"), [
    ["R1", "COMPLETED", "5.00"],
    ["R2", "PENDING", "2.00"],
    ["R3", "CANCELLED", "1.00"],
  ])
  expect(judged(half)).toMatchObject({ kind: "paid", refunds: [{ id: "R1", cents: 500 }, {}, {}] })
  const nothing = { disputedCents: 0, disputeState: null }
  expect(claimsOf(half)).toEqual({ ...nothing, refundedCents: 500, claims: [["refund:R1", 0, 50]] })
  const underWay = captured("REFUNDED", usd("10.00"), [["R1", "PENDING", "10.00"]])
  expect(claimsOf(underWay)).toEqual({ ...nothing, refundedCents: 0, claims: [] })
  expect(claimsOf(captured("REFUNDED"))).toEqual({
    ...nothing,
    refundedCents: 1_000,
    claims: [["refund:CAP1", 0, 100]],
  })
  const foreign = captured("REFUNDED")
  foreign.purchase_units[0].payments?.refunds.push({
    id: "R1",
    status: "COMPLETED",
    amount: { currency_code: "EUR", value: "10.00" },
  })
  expect(judged(foreign)).toMatchObject({ kind: "mismatch", what: "refund" })
})

const refund = (id: string, cents: number, more: Partial<RefundNow> = {}): RefundNow => ({
  id,
  cents,
  status: "COMPLETED",
  createdAtMs: 2_000,
  isReversal: false,
  isAcknowledged: false,
  isUndone: false,
  ...more,
})
const dispute = (id: string, state: DisputeNow["state"], cents: number, more = {}): DisputeNow => ({
  id,
  state,
  cents,
  wonBackCents: null,
  createdAtMs: 1_000,
  ...more,
})
const stands = (status: string, refunds: RefundNow[], disputes: DisputeNow[]) =>
  taking(judgeClaims(payment, { id: "CAP1", status }, refunds, disputes))

test("a dispute holds what it is about; decided, it gives that back or takes it, once", () => {
  expect(stands("COMPLETED", [], [dispute("D", "open", 1_000)])).toEqual({
    claims: [["dispute:D", 100, 0]],
    refundedCents: 0,
    disputedCents: 1_000,
    disputeState: "open",
  })
  expect(stands("COMPLETED", [], [dispute("D", "won", 0)])).toMatchObject({
    claims: [],
    disputeState: "won",
  })
  const lost = { claims: [["dispute:D", 0, 100]], refundedCents: 1_000, disputeState: "lost" }
  expect(stands("COMPLETED", [], [dispute("D", "lost", 1_000)])).toMatchObject(lost)
  // The same money, seen again as a reversal, listed or not, or as the merchant's refund.
  const once = { claims: [["refund:R", 0, 100]], refundedCents: 1_000, disputeState: "lost" }
  expect(stands("REFUNDED", [refund("R", 1_000)], [dispute("D", "lost", 1_000)])).toMatchObject(once)
  expect(stands("REFUNDED", [], [dispute("D", "lost", 1_000)])).toMatchObject(lost)
  const partly = { claims: [["refund:R", 0, 40]], refundedCents: 400, disputeState: "lost" }
  expect(stands("PARTIALLY_REFUNDED", [refund("R", 400)], [dispute("D", "lost", 400)])).toMatchObject(partly)
  // A refund from before the dispute is other money.
  const early = refund("R", 300, { createdAtMs: 500 })
  expect(stands("PARTIALLY_REFUNDED", [early], [dispute("D", "lost", 700)])).toMatchObject({
    claims: [
      ["refund:R", 0, 30],
      ["dispute:D", 0, 70],
    ],
    refundedCents: 1_000,
  })
  // Refunded in part while it is open: only the rest is held.
  expect(stands("PARTIALLY_REFUNDED", [refund("R", 400)], [dispute("D", "open", 1_000)])).toMatchObject({
    claims: [
      ["refund:R", 0, 40],
      ["dispute:D", 60, 0],
    ],
    disputedCents: 600,
  })
  // Two about the same money never hold or take more than there is.
  const two = [dispute("D", "open", 1_000), dispute("E", "open", 800)]
  expect(stands("COMPLETED", [], two)).toMatchObject({ disputedCents: 1_000 })
  expect(stands("COMPLETED", [], [dispute("D", "lost", 700), dispute("E", "open", 1_000)])).toMatchObject({
    claims: [
      ["dispute:D", 0, 70],
      ["dispute:E", 30, 0],
    ],
    disputeState: "open",
  })
})

test("a reversal that is undone gives back what it took; what a person refunded stays taken", () => {
  const reversal = refund("R", 1_000, { isReversal: true, isAcknowledged: true })
  const back = { claims: [], refundedCents: 0, disputeState: "won" }
  expect(stands("REFUNDED", [reversal], [])).toMatchObject({ claims: [["refund:R", 0, 100]] })
  const undone = { ...reversal, isUndone: true }
  expect(stands("COMPLETED", [undone], [])).toMatchObject(back)
  // Reversed once more: that is a refund of its own.
  const again = refund("S", 400, { isReversal: true, isAcknowledged: true })
  expect(stands("PARTIALLY_REFUNDED", [{ ...undone, cents: 400 }, again], [])).toMatchObject({
    claims: [["refund:S", 0, 40]],
    refundedCents: 400,
  })
  expect(stands("COMPLETED", [{ ...reversal, status: "CANCELLED" }], [])).toMatchObject(back)
  expect(stands("REFUNDED", [{ ...reversal, status: "CANCELLED" }], [])).toMatchObject(back)
  // Won, whatever the capture says by then.
  expect(stands("REFUNDED", [reversal], [dispute("D", "won", 0)])).toMatchObject(back)
  const messages = refund("R", 1_000, { isAcknowledged: true })
  expect(stands("REFUNDED", [messages], [dispute("D", "won", 0, { wonBackCents: 1_000 })])).toMatchObject(
    back,
  )
  // A refund that the payer got, after which they gave up the dispute.
  expect(stands("REFUNDED", [messages], [dispute("D", "won", 0)])).toMatchObject({
    claims: [["refund:R", 0, 100]],
    refundedCents: 1_000,
  })
  // The refund is known by its id before the capture shows it.
  expect(stands("COMPLETED", [refund("R", 500)], [])).toMatchObject({ claims: [["refund:R", 0, 50]] })
})

test("what PayPal says of a case is read as open, won or lost, and how much of ours it is about", () => {
  const about = (more: Partial<PayPalDispute>): PayPalDispute => ({
    dispute_id: "PP-R-1",
    status: "RESOLVED",
    disputed_transactions: [{ seller_transaction_id: "CAP1" }],
    dispute_amount: usd("7.00"),
    money_movements: [],
    ...more,
  })
  const read = (more: Partial<PayPalDispute>) => {
    const result = judgeDispute(about(more), "CAP1", payment)
    return result && [result.state, result.cents]
  }
  for (const status of [
    "OPEN",
    "WAITING_FOR_BUYER_RESPONSE",
    "WAITING_FOR_SELLER_RESPONSE",
    "UNDER_REVIEW",
    "OTHER",
    "NEWER_THAN_US",
  ])
    expect(read({ status }), status).toEqual(["open", 700])
  const ends: [code: string, expected: unknown][] = [
    ["RESOLVED_BUYER_FAVOUR", ["lost", 700]],
    ["ACCEPTED", ["lost", 700]],
    ["RESOLVED_SELLER_FAVOUR", ["won", 0]],
    ["CANCELED_BY_BUYER", ["won", 0]],
    ["DENIED", ["won", 0]],
    ["NONE", ["won", 0]],
    ["RESOLVED_WITH_PAYOUT", ["won", 0]],
    // Held until PayPal says something that can be understood.
    ["NEWER_THAN_US", ["open", 700]],
  ]
  for (const [code, expected] of ends)
    expect(read({ dispute_outcome: { outcome_code: code } }), code).toEqual(expected)
  expect(read({})).toEqual(["open", 700])
  const partly = { outcome_code: "RESOLVED_BUYER_FAVOUR", amount_refunded: usd("2.50") }
  expect(read({ dispute_outcome: partly })).toEqual(["lost", 250])
  const moved = (type: string, value: string, reason = "DISPUTE_SETTLEMENT") => ({
    affected_party: "SELLER",
    type,
    reason,
    amount: usd(value),
  })
  const payout = { outcome_code: "RESOLVED_WITH_PAYOUT" }
  const fee = moved("DEBIT", "15.00", "CHARGEBACK_FEE")
  expect(read({ dispute_outcome: payout, money_movements: [moved("DEBIT", "3.00"), fee] })).toEqual([
    "lost",
    300,
  ])
  expect(
    judgeDispute(
      about({
        dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
        money_movements: [moved("DEBIT", "7.00"), fee, moved("CREDIT", "7.00")],
      }),
      "CAP1",
      payment,
    ),
  ).toMatchObject({ state: "won", wonBackCents: 700 })
  expect(read({ status: "OPEN", dispute_amount: usd("70.00") })).toEqual(["open", 1_000])
  expect(read({ status: "OPEN", dispute_amount: { currency_code: "EUR", value: "1.00" } })).toEqual([
    "open",
    1_000,
  ])
  expect(read({ disputed_transactions: [{ seller_transaction_id: "CAP2" }] })).toBeNull()
})

test("however a payment is refunded in parts, no more than its credits go, and with the last cent all of them", () => {
  const random = randomFrom(7)
  for (let round = 0; round < 500; round++) {
    const priceCents = 1 + Math.floor(random() * 20_000)
    const credits = 1 + Math.floor(random() * 1_000)
    const refunds: RefundNow[] = []
    for (let left = priceCents, i = 0; left > 0; i++) {
      const cents = i === 9 ? left : 1 + Math.floor(random() * left)
      refunds.push(refund(`R${i}`, cents))
      left -= cents
    }
    for (let count = 1; count <= refunds.length; count++) {
      const some = refunds.slice(0, count)
      const refundedCents = some.reduce((sum, { cents }) => sum + cents, 0)
      const { claims } = judgeClaims(
        { ...payment, priceCents, credits },
        { id: "C", status: "PARTIALLY_REFUNDED" },
        some,
        [],
      )
      const taken = claims.reduce((sum, entry) => sum + entry.taken, 0)
      expect(taken).toBeLessThanOrEqual((credits * refundedCents) / priceCents + 1e-9)
      if (refundedCents === priceCents) expect(taken).toBe(credits)
      // A refund's credits do not depend on the others: written entries stay as they are.
      for (const entry of claims.filter(({ id }) => id !== "refund:C")) {
        const own = some.find(({ id }) => entry.id === `refund:${id}`)
        expect(entry.taken).toBe(Math.floor((credits * (own?.cents ?? 0)) / priceCents))
      }
    }
  }
})

test("however refunds and disputes meet, no more is held and taken than was bought, and nothing once all is won", () => {
  const random = randomFrom(11)
  const below = (limit: number) => Math.floor(random() * limit)
  for (let round = 0; round < 3_000; round++) {
    const own = { ...payment, priceCents: 1 + below(2_000), credits: 1 + below(300) }
    const refunds = Array.from({ length: below(4) }, (_, i) =>
      refund(`R${i}`, 1 + below(own.priceCents), {
        status: ["COMPLETED", "COMPLETED", "PENDING", "CANCELLED"][below(4)],
        createdAtMs: 1_000 * below(6),
        isReversal: random() < 0.5,
        isAcknowledged: random() < 0.5,
        isUndone: random() < 0.1,
      }),
    )
    const disputes = Array.from({ length: below(4) }, (_, i) => {
      const state = (["open", "won", "lost"] as const)[below(3)]
      const cents = state === "won" ? 0 : 1 + below(own.priceCents)
      const wonBackCents = state === "won" && random() < 0.3 ? 1 + below(own.priceCents) : null
      return dispute(`D${i}`, state, cents, { wonBackCents, createdAtMs: 1_000 * below(6) })
    })
    const status = ["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED"][below(3)]
    const verdict = judgeClaims(own, { id: "C", status }, refunds, disputes)
    const { claims, refundedCents, disputedCents } = verdict
    const sum = claims.reduce((total, { held, taken }) => total + held + taken, 0)
    expect(sum).toBeLessThanOrEqual(own.credits)
    expect(refundedCents + disputedCents).toBeLessThanOrEqual(own.priceCents)
    for (const { held, taken } of claims) expect(Math.min(held, taken)).toBe(0)
    expect(new Set(claims.map(({ id }) => id)).size).toBe(refunds.length + disputes.length + 1)
    if (refundedCents === own.priceCents) expect(sum).toBe(own.credits)
    const settled = refunds
      .filter(({ isReversal }) => isReversal)
      .map((one) => ({ ...one, createdAtMs: 9_000 }))
    const won = disputes.map(({ id }) => dispute(id, "won", 0))
    if (won.length > 0)
      expect(taking(judgeClaims(own, { id: "C", status: "COMPLETED" }, settled, won)).claims).toEqual([])
  }
})

test("money is read as whole cents or not at all", () => {
  const texts = [
    "10",
    "10.5",
    "10.05",
    "0.10",
    "999999999.99",
    "",
    "10.005",
    "1e3",
    "-1",
    "1,000",
    " 1",
    "NaN",
  ]
  expect(texts.map(centsOf)).toEqual([1000, 1050, 1005, 10, 99_999_999_999, ...Array(7).fill(null)])
})

test("the first month ends on its own day and hour, or on the month's last day", () => {
  const ends: [from: string, to: string][] = [
    ["2026-01-15T10:30:00.000Z", "2026-02-15T10:30:00.000Z"],
    ["2026-01-31T10:30:00.000Z", "2026-02-28T10:30:00.000Z"],
    ["2028-01-31T00:00:00.000Z", "2028-02-29T00:00:00.000Z"],
    ["2026-12-31T23:59:59.999Z", "2027-01-31T23:59:59.999Z"],
    ["2026-08-31T00:00:00.000Z", "2026-09-30T00:00:00.000Z"],
  ]
  for (const [from, to] of ends) expect(new Date(firstMonthEndMs(Date.parse(from))).toISOString()).toBe(to)
  const born = { createdAt: Date.parse("2026-01-15T10:30:00.000Z"), firstMonthAt: null }
  const end = Date.parse("2026-02-15T10:30:00.000Z")
  expect(priceCentsOf("credits100", born, end - 1)).toBe(1_000)
  expect(priceCentsOf("credits100", born, end)).toBe(2_000)
  // One month for a mailbox, from its first account on.
  const again = { ...born, firstMonthAt: born.createdAt - DAY_MS }
  expect(priceCentsOf("credits100", again, end - DAY_MS - 1)).toBe(1_000)
  expect(priceCentsOf("credits100", again, end - DAY_MS)).toBe(2_000)
  expect(offerOf("credits100", again, end - 2 * DAY_MS).discountEndsAt).toBe("2026-02-14T10:30:00.000Z")
})
