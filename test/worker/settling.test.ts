import { expect, test } from "vitest"
import { DAY_MS } from "../../contract/limit.ts"
import { judgeOrder, refundEntries } from "../../worker/jobs/judge-order.ts"
import { centsOf, type PayPalOrder } from "../../worker/services/paypal.ts"
import { firstMonthEndMs, offerOf, priceCentsOf } from "../../worker/services/price.ts"
import { randomFrom } from "../artwork.ts"

const payment = {
  id: "payment-1",
  paymentSystemReferenceId: "ORDER1",
  priceCents: 1_000,
  currency: "USD",
  credits: 100,
}
const usd = (value: string) => ({ currency_code: "USD", value })

function orderOf(
  more: Partial<PayPalOrder["purchase_units"][number]> = {},
  status = "COMPLETED",
): PayPalOrder {
  const unit = { custom_id: "payment-1", amount: usd("10.00"), payee: { merchant_id: "ME" }, ...more }
  return { id: "ORDER1", status, purchase_units: [unit] }
}

const judged = (order: PayPalOrder) => judgeOrder(order, payment, "ME")
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
    captureId: "CAP1",
    refunds: [],
    refundedCents: 0,
  })
  expect(judged(captured("SOMETHING_NEW"))).toEqual({ kind: "pending" })
})

test("an order that differs in one point is a mismatch, whatever its state", () => {
  const wrong: [what: string, order: PayPalOrder][] = [
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

test("refunds count when they are complete; a reversal without a list takes all", () => {
  const half = captured("PARTIALLY_REFUNDED", usd("10.00"), [
    ["R1", "COMPLETED", "5.00"],
    ["R2", "PENDING", "2.00"],
    ["R3", "CANCELLED", "1.00"],
  ])
  expect(judged(half)).toEqual({
    kind: "paid",
    captureId: "CAP1",
    refunds: [{ id: "R1", cents: 500 }],
    refundedCents: 500,
  })
  const underWay = captured("REFUNDED", usd("10.00"), [["R1", "PENDING", "10.00"]])
  expect(judged(underWay)).toMatchObject({ kind: "paid", refunds: [], refundedCents: 0 })
  expect(judged(captured("REFUNDED"))).toMatchObject({ kind: "paid", refunds: [], refundedCents: 1_000 })
  expect(refundEntries({ captureId: "CAP1", refunds: [], refundedCents: 1_000 }, payment)).toEqual([
    { id: "refund:CAP1", credits: 100 },
  ])
})

test("however a payment is refunded in parts, no more than its credits go, and with the last cent all of them", () => {
  const random = randomFrom(7)
  for (let round = 0; round < 500; round++) {
    const priceCents = 1 + Math.floor(random() * 20_000)
    const credits = 1 + Math.floor(random() * 1_000)
    const refunds: { id: string; cents: number }[] = []
    for (let left = priceCents, i = 0; left > 0; i++) {
      const cents = i === 9 ? left : 1 + Math.floor(random() * left)
      refunds.push({ id: `R${i}`, cents })
      left -= cents
    }
    for (let count = 1; count <= refunds.length; count++) {
      const some = refunds.slice(0, count)
      const refundedCents = some.reduce((sum, { cents }) => sum + cents, 0)
      const entries = refundEntries({ captureId: "C", refunds: some, refundedCents }, { priceCents, credits })
      const taken = entries.reduce((sum, entry) => sum + entry.credits, 0)
      expect(taken).toBeLessThanOrEqual((credits * refundedCents) / priceCents + 1e-9)
      if (refundedCents === priceCents) expect(taken).toBe(credits)
      // What a refund takes does not depend on the others: entries once written stay as they are.
      for (const entry of entries.filter(({ id }) => id !== "refund:C")) {
        const own = some.find(({ id }) => entry.id === `refund:${id}`)
        expect(entry.credits).toBe(Math.floor((credits * (own?.cents ?? 0)) / priceCents))
      }
    }
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
