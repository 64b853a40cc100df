import { useQuery } from "@tanstack/react-query"
import type { PackageOffer } from "../../../contract/credits/payment.ts"
import { Button } from "../../components/ui/button.tsx"
import { FilmIcon } from "../../components/ui/film-icon.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatUsd, plural } from "../../lib/format.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { packagesQuery } from "./credit-calls.ts"
import { discountWords, OfferPrice } from "./offers.tsx"

/** The package that suits most shops. */
const EMPHASISED = "credits500"

/** Shows the three packages with their list price and this person's price. */
export function BuyCreditsPanel() {
  const offers = useQuery(packagesQuery)
  const buyCredit = useModalParam("buyCredit")
  const bankTransfer = useModalParam("bankTransfer")
  return (
    <section aria-labelledby="buy-credits">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 id="buy-credits" className="flex-1 text-lg font-[620]">
          Buy credits
        </h2>
        {offers.data && <span className="text-sm text-ink-2">{discountWords(offers.data, Date.now())}</span>}
      </div>
      {offers.isError && (
        <Notice tone="bad" className="mt-3">
          The prices could not be loaded. {failureWords(offers.error)}
        </Notice>
      )}
      {!offers.isError && (
        <ul className="mt-3 grid gap-3 md:grid-cols-3">
          {offers.data === undefined
            ? [1, 2, 3].map((card) => (
                <li key={card} className="rounded-lg border border-line bg-surface p-4">
                  <Skeleton className="h-6 w-24" />
                  <Skeleton className="mt-3 h-9 w-full" />
                </li>
              ))
            : offers.data.map((offer) => (
                <OfferCard
                  key={offer.sku}
                  offer={offer}
                  onBuy={() => buyCredit.open(String(offer.credits))}
                />
              ))}
        </ul>
      )}
      <p className="mt-2.5 text-sm text-ink-3">
        Pay by card or PayPal, or{" "}
        <button
          type="button"
          onClick={() => bankTransfer.open("choose")}
          className="touch rounded-xs font-[550] text-accent-ink hover:underline"
        >
          by bank transfer
        </button>
        .
      </p>
    </section>
  )
}

function OfferCard({ offer, onBuy }: { offer: PackageOffer; onBuy: () => void }) {
  const isEmphasised = offer.sku === EMPHASISED
  const name = plural(offer.credits, "credit")
  return (
    <li
      className={classNames(
        "flex items-center gap-4 rounded-lg border p-4 md:flex-col md:items-stretch md:gap-0",
        isEmphasised ? "border-accent bg-accent-soft/50" : "border-line bg-surface",
      )}
    >
      <div className="flex min-w-0 flex-1 items-start gap-3 md:block">
        <span className="grid size-9 flex-none place-items-center rounded-md bg-accent-soft text-accent-ink coarse:hidden">
          <FilmIcon className="size-5" />
        </span>
        <div className="min-w-0 md:mt-3">
          <h3 className="text-lg font-[640] whitespace-nowrap">{name}</h3>
          <p className="text-xs text-ink-2">{formatUsd(offer.price / offer.credits)} a credit</p>
        </div>
      </div>
      <OfferPrice
        offer={offer}
        className="flex-wrap justify-end text-xl coarse:flex-col coarse:items-end coarse:gap-0 md:mt-3 md:justify-start"
      />
      <Button aria-label={`Buy ${name}`} onClick={onBuy} className="md:mt-3">
        Buy
      </Button>
    </li>
  )
}
