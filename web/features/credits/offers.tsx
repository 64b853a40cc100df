import { useId } from "react"
import type { PackageOffer } from "../../../contract/credits/payment.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatUsd, plural } from "../../lib/format.ts"

export type OfferPickerProps = {
  offers: readonly PackageOffer[]
  picked: PackageOffer
  onPick: (offer: PackageOffer) => void
  isDisabled?: boolean
}

/** Lets people pick one of the packages. Arrow keys move between them. */
export function OfferPicker({ offers, picked, onPick, isDisabled }: OfferPickerProps) {
  const name = useId()
  return (
    <fieldset disabled={isDisabled} className="grid gap-2 disabled:opacity-60">
      <legend className="sr-only">Package</legend>
      {offers.map((offer) => (
        <label
          key={offer.sku}
          className="flex h-14 cursor-pointer items-center gap-3 rounded-md border border-line-strong px-4 has-checked:border-accent has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 has-checked:bg-accent-soft/50 has-checked:ring-1 has-checked:ring-accent"
        >
          <input
            type="radio"
            name={name}
            value={offer.sku}
            checked={offer.sku === picked.sku}
            onChange={() => onPick(offer)}
            className="size-4.5 flex-none accent-(--color-accent) outline-none"
          />
          <span className="flex-1 font-[600]">{plural(offer.credits, "credit")}</span>
          <OfferPrice offer={offer} className="text-base" />
        </label>
      ))}
    </fieldset>
  )
}

/** Shows this person's price; if it is lower, the list price is struck through. */
export function OfferPrice({ offer, className }: { offer: PackageOffer; className?: string }) {
  return (
    <span className={classNames("flex items-baseline gap-2 tabular-nums", className)}>
      <b className="font-[660]">{formatUsd(offer.price)}</b>
      {offer.isDiscounted && (
        <s className="text-sm text-ink-3">
          <span className="sr-only">instead of </span>
          {formatUsd(offer.listPrice)}
        </s>
      )}
    </span>
  )
}

export function LoadingOffers() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading</span>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-14 rounded-md" />
      ))}
    </div>
  )
}

export function OffersFailed({ message }: { message: string }) {
  return <Notice tone="bad">The prices could not be loaded. {message}</Notice>
}

/** Returns `Half price for 23 more days`, or "" if the list price holds. */
export function discountWords(offers: readonly PackageOffer[], nowMs: number): string {
  const discounted = offers.find((offer) => offer.isDiscounted)
  if (discounted === undefined) return ""
  const share = Math.round((1 - discounted.price / discounted.listPrice) * 100)
  const words = share === 50 ? "Half price" : `${share}% off`
  const days = discountDaysLeft(offers, nowMs)
  if (days === null) return words
  return days <= 1 ? `${words} for one more day` : `${words} for ${days} more days`
}

/** Returns the whole days until the discount ends, including the last; null without a discount or an end. */
export function discountDaysLeft(offers: readonly PackageOffer[], nowMs: number): number | null {
  const endsAt = offers.find((offer) => offer.isDiscounted)?.discountEndsAt
  return endsAt === undefined ? null : Math.max(0, Math.ceil((Date.parse(endsAt) - nowMs) / DAY_MS))
}
