import { DAY_MS } from "../../../contract/duration.ts"
import type { PackageOffer } from "../../../contract/payment.ts"

/** `Half price for 23 more days`, or "" where the list price holds. */
export function discountWords(offers: readonly PackageOffer[], nowMs: number): string {
  const discounted = offers.find((offer) => offer.isDiscounted)
  if (discounted === undefined) return ""
  const share = Math.round((1 - discounted.price / discounted.listPrice) * 100)
  const words = share === 50 ? "Half price" : `${share}% off`
  const days = daysLeft(discounted, nowMs)
  if (days === null) return words
  return days <= 1 ? `${words} for one more day` : `${words} for ${days} more days`
}

/** Whole days until the discount ends, the last one counted; null where none is known. */
export function daysLeft(offer: PackageOffer, nowMs: number): number | null {
  if (offer.discountEndsAt === undefined) return null
  return Math.max(0, Math.ceil((Date.parse(offer.discountEndsAt) - nowMs) / DAY_MS))
}
