import { creditPackages, type PackageOffer, type PackageSku } from "../../contract/payment.ts"

/** What the person pays now, in cents. */
export function priceCentsOf(sku: PackageSku, accountCreatedAtMs: number, nowMs: number): number {
  const { listPriceCents, firstMonthPriceCents } = creditPackages[sku]
  return nowMs < firstMonthEndMs(accountCreatedAtMs) ? firstMonthPriceCents : listPriceCents
}

/** A package as this person is offered it. */
export function offerOf(sku: PackageSku, accountCreatedAtMs: number, nowMs: number): PackageOffer {
  const endMs = firstMonthEndMs(accountCreatedAtMs)
  const { credits, listPriceCents } = creditPackages[sku]
  return {
    sku,
    credits,
    listPrice: listPriceCents / 100,
    price: priceCentsOf(sku, accountCreatedAtMs, nowMs) / 100,
    isDiscounted: nowMs < endMs,
    ...(nowMs < endMs ? { discountEndsAt: new Date(endMs).toISOString() } : {}),
  }
}

/** The same day and hour of the next month in UTC; the month's last day where it has no such day. */
export function firstMonthEndMs(createdAtMs: number): number {
  const end = new Date(createdAtMs)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + 1)
  // The 31st of a month of 30 days has run over into the month after.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end.getTime()
}
