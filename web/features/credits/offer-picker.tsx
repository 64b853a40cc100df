import { useId } from "react"
import type { PackageOffer } from "../../../contract/payment.ts"
import { plural } from "../../lib/format.ts"
import { OfferPrice } from "./offer-price.tsx"

export type OfferPickerProps = {
  offers: readonly PackageOffer[]
  picked: PackageOffer
  onPick: (offer: PackageOffer) => void
  isDisabled?: boolean
}

/** One of the packages. Arrow keys move between them. */
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
