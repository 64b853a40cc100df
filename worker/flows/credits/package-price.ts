import { creditPackages } from "../../../contract/credits/package.ts"
import type { PackageOffer, PackageSku } from "../../../contract/credits/payment.ts"

/** The account's age and, if known, its mailbox's: a mailbox has one first month. */
type AccountAge = { createdAt: number; firstMonthAt: number | null }

/** Returns the price that this account pays now, in cents. */
export function priceCentsOf(sku: PackageSku, account: AccountAge, nowMs: number): number {
  const { listPriceCents, firstMonthPriceCents } = creditPackages[sku]
  return nowMs < discountEndMs(account) ? firstMonthPriceCents : listPriceCents
}

/** Returns a package with this account's price. */
export function offerOf(sku: PackageSku, account: AccountAge, nowMs: number): PackageOffer {
  const endMs = discountEndMs(account)
  const { credits, listPriceCents } = creditPackages[sku]
  return {
    sku,
    credits,
    listPrice: listPriceCents / 100,
    price: priceCentsOf(sku, account, nowMs) / 100,
    isDiscounted: nowMs < endMs,
    ...(nowMs < endMs ? { discountEndsAt: new Date(endMs).toISOString() } : {}),
  }
}

function discountEndMs({ createdAt, firstMonthAt }: AccountAge): number {
  return firstMonthEndMs(Math.min(createdAt, firstMonthAt ?? createdAt))
}

/** Returns the same day and hour a month later in UTC, or that month's last day if it is shorter. */
export function firstMonthEndMs(createdAtMs: number): number {
  const end = new Date(createdAtMs)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + 1)
  // Setting the month moves the 31st past the end of a 30-day month.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end.getTime()
}
