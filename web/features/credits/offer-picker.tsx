import { RadioGroup } from "radix-ui"
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
  return (
    <RadioGroup.Root
      aria-label="Package"
      value={picked.sku}
      disabled={isDisabled}
      onValueChange={(sku) => {
        const offer = offers.find((one) => one.sku === sku)
        if (offer) onPick(offer)
      }}
      className="grid gap-2"
    >
      {offers.map((offer) => (
        <RadioGroup.Item
          key={offer.sku}
          value={offer.sku}
          aria-label={`${plural(offer.credits, "credit")}, $${offer.price}`}
          className="group flex h-14 items-center gap-3 rounded-md border border-line-strong px-4 text-left disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft/50 data-[state=checked]:ring-1 data-[state=checked]:ring-accent"
        >
          <span
            aria-hidden="true"
            className="grid size-4.5 flex-none place-items-center rounded-full border border-line-strong bg-surface group-data-[state=checked]:border-accent"
          >
            <span className="size-2 rounded-full bg-accent opacity-0 group-data-[state=checked]:opacity-100" />
          </span>
          <span className="flex-1 font-[600]">{plural(offer.credits, "credit")}</span>
          <OfferPrice offer={offer} className="text-base" />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
