import { creditPackages, type PackageOffer, type PackageSku } from "../../contract/payment.ts"

/** The account's own age, and that of its mailbox where it is known: one mailbox has one first month. */
type AccountAge = { createdAt: number; firstMonthAt: number | null }

/** What the person pays now, in cents. */
export function priceCentsOf(sku: PackageSku, account: AccountAge, nowMs: number): number {
  const { listPriceCents, firstMonthPriceCents } = creditPackages[sku]
  return nowMs < discountEndMs(account) ? firstMonthPriceCents : listPriceCents
}

/** A package as this person is offered it. */
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

/** The same day and hour of the next month in UTC; the month's last day where it has no such day. */
export function firstMonthEndMs(createdAtMs: number): number {
  const end = new Date(createdAtMs)
  const day = end.getUTCDate()
  end.setUTCMonth(end.getUTCMonth() + 1)
  // The 31st of a month of 30 days has run over into the month after.
  if (end.getUTCDate() !== day) end.setUTCDate(0)
  return end.getTime()
}
