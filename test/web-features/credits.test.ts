import { expect, test } from "vitest"
import { creditPackages } from "../../contract/credits/package.ts"
import { type PackageOffer, packageSkus } from "../../contract/credits/payment.ts"
import { offerFor, offerNamed } from "../../web/features/credits/credit-calls.ts"
import { entryChange, entryWord } from "../../web/features/credits/entry-words.ts"
import { discountDaysLeft, discountWords } from "../../web/features/credits/offers.tsx"
import { purchaseFor } from "../../web/features/credits/use-buy-credits.ts"
import {
  creditsText,
  payerName,
  paymentType,
  referenceOf,
} from "../../web/features/payments/payment-columns.tsx"
import { stateWords } from "../../web/features/payments/payment-screen.tsx"

const now = Date.parse("2026-11-20T12:00:00Z")
const full: PackageOffer = { sku: "credits100", credits: 100, listPrice: 20, price: 20, isDiscounted: false }
const half: PackageOffer = { ...full, price: 10, isDiscounted: true, discountEndsAt: "2026-12-13T11:00:00Z" }

test("the discount is named with the days it still holds", () => {
  expect(discountWords([full], now)).toBe("")
  expect(discountWords([half], now)).toBe("Half price for 23 more days")
  expect(discountWords([{ ...half, discountEndsAt: "2026-11-21T08:00:00Z" }], now)).toBe(
    "Half price for one more day",
  )
  expect(discountWords([{ ...half, price: 15 }], now)).toBe("25% off for 23 more days")
  expect(discountWords([{ ...full, price: 10, isDiscounted: true }], now)).toBe("Half price")
  const lastHour = { ...half, discountEndsAt: "2026-11-20T13:00:00Z" }
  expect([[full], [half], [lastHour]].map((offers) => discountDaysLeft(offers, now))).toEqual([null, 23, 1])
})

test("a package is named by its credits or its SKU, and nothing else names one", () => {
  const offers = [half, { ...half, sku: "credits500" as const, credits: 500 }]
  expect(["100", "500", "credits500"].map((value) => offerNamed(offers, value)?.credits)).toEqual([
    100, 500, 500,
  ])
  expect(["", "choose", "50", "0100"].map((value) => offerNamed(offers, value))).toEqual(
    Array(4).fill(undefined),
  )
})

test("what is missing is bought with the smallest package that covers it", () => {
  const offers = packageSkus.map((sku) => ({ ...half, sku, credits: creditPackages[sku].credits }))
  const offered = (value: string) => offerFor(offers, value)?.credits
  expect(["1", "37", "100", "101", "500", "501", "1000", "99999"].map(offered)).toEqual([
    100, 100, 100, 500, 500, 1000, 1000, 1000,
  ])
  expect(["", "choose", "0", "-5", "1e9"].map(offered)).toEqual(Array(5).fill(100))
  expect([0, 100, 137, 2_000].map(purchaseFor)).toEqual(["100", "100", "500", "1000"])
})

test("spending what was reserved moves nothing; everything else adds or takes", () => {
  const kinds = ["grant", "hold", "capture", "release", "refund"] as const
  expect(kinds.map((kind) => entryChange({ kind, credits: 5 }))).toEqual([5, -5, 0, 5, -5])
  const words = (id: string) => kinds.map((kind) => entryWord({ id, kind }))
  expect(words("hold:1")).toEqual(["Added", "Reserved", "Spent", "Returned", "Removed"])
  const [back, taken] = ["Dispute closed: credits returned", "Dispute closed: credits removed"]
  expect(words("dispute:PP-1#2")).toEqual([back, "Held: PayPal dispute", taken, back, taken])
  expect(entryWord({ id: "refund:1#2", kind: "grant" })).toBe("Refund reversed: credits returned")
})

test("a payment's row says what it has and stands for what it lacks", () => {
  const payment = {
    _id: "0197f3c0-0000-7000-8000-0000007f3a2c",
    userId: { _id: "0197f3c0-0000-7000-8000-000000000001", firstName: "Maya", lastName: "Okafor" },
    type: "",
    paymentMethod: "PayPal",
    paymentSystemReferenceId: "",
    purchaseDate: "2026-11-20T12:00:00Z",
    price: 100,
    packageSku: "credits1000",
    credits: 1000,
    status: "Completed",
  } as unknown as Parameters<typeof payerName>[0]
  expect([payerName(payment), paymentType(payment), referenceOf(payment), creditsText(payment)]).toEqual([
    "Maya Okafor",
    "Manual",
    "7f3a2c",
    "1,000",
  ])
  const gone = {
    ...payment,
    type: "PayPal",
    packageSku: "old-250",
    userId: { ...payment.userId, firstName: "", lastName: "" },
  }
  expect([payerName(gone), paymentType(gone), creditsText(gone)]).toEqual(["Deleted user", "PayPal", "250"])
})

test("a cancelled payment is no error, and one that went back in part says how much", () => {
  const payment = { status: "Cancelled", paymentMethod: "PayPal" } as Parameters<typeof stateWords>[0]
  expect(stateWords(payment)).toBe(
    "This payment was cancelled. Nothing was charged, and no credits were added.",
  )
  // Whether anything was charged is the refusal's to say, and the bank's.
  for (const other of [{ refusal: "Declined." }, { paymentMethod: "Bank Transfer" as const }])
    expect(stateWords({ ...payment, ...other })).not.toContain("charged")
  const paid = { ...payment, status: "Completed" as const, price: 10 }
  expect(stateWords(paid)).toBe("The money has arrived and the credits are on the account.")
  expect(stateWords({ ...paid, refunded: 3.33 })).toContain("$3.33 of it was sent back")
})
