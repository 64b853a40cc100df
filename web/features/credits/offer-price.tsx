import type { PackageOffer } from "../../../contract/payment.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatUsd } from "../../lib/format.ts"

/** What a package costs this person; the list price struck through where it is less. */
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
