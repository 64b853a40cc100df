import { useMutation, useQuery } from "@tanstack/react-query"
import { Lock } from "lucide-react"
import { useEffect, useState } from "react"
import type { PackageOffer } from "../../../contract/credits/payment.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount, formatUsd } from "../../lib/format.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { buyCredits, offerFor, packagesQuery } from "./credit-calls.ts"
import { discountWords, LoadingOffers, OfferPicker, OffersFailed } from "./offers.tsx"

/** The time to read which page opens. */
const REDIRECT_PAUSE_MS = 1_200

/** Takes payment by the card payment provider. `value` is a package's credits, or the missing ones. */
export function BuyCreditModal({ value, onClose }: { value: string; onClose: () => void }) {
  const offers = useQuery(packagesQuery)
  const setParams = useSetSearchParams()
  const picked = offers.data && offerFor(offers.data, value)
  const purchase = usePurchase()
  const pick = (offer: PackageOffer) => setParams({ buyCredit: String(offer.credits) })
  return (
    <Modal
      onClose={onClose}
      title="Buy credits"
      description="Pay by card or with your PayPal account, on PayPal's own page."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            icon={<Lock aria-hidden="true" />}
            isLoading={purchase.isGoing}
            disabled={picked === undefined}
            onClick={() => picked && purchase.start(picked)}
          >
            {picked === undefined ? "Pay" : `Pay ${formatUsd(picked.price)}`}
          </Button>
        </>
      }
    >
      {offers.isError && <OffersFailed message={failureWords(offers.error)} />}
      {offers.isPending && <LoadingOffers />}
      {offers.data && picked && (
        <>
          <OfferPicker offers={offers.data} picked={picked} onPick={pick} isDisabled={purchase.isGoing} />
          <AfterPurchase offer={picked} discount={discountWords(offers.data, Date.now())} />
          <Notice tone="bad" className="mt-3">
            {purchase.problem}
          </Notice>
          <p className="mt-3 text-sm text-ink-2">
            Prefer a bank transfer?{" "}
            <button
              type="button"
              onClick={() => setParams({ buyCredit: null, bankTransfer: String(picked.credits) })}
              className="touch rounded-xs font-[550] text-accent-ink hover:underline"
            >
              Pay by bank transfer
            </button>
          </p>
        </>
      )}
    </Modal>
  )
}

/** Shows the balance after the purchase; a debt is paid first. */
function AfterPurchase({ offer, discount }: { offer: PackageOffer; discount: string }) {
  const { availableCredits, owedCredits = 0 } = useAuth().user.credit
  const after = Math.max(0, availableCredits - owedCredits + offer.credits)
  return (
    <dl className="mt-4 grid grid-cols-[1fr_auto] gap-y-1 text-sm text-ink-2">
      {discount !== "" && (
        <>
          <dt>First-month discount</dt>
          <dd className="text-right">{discount}</dd>
        </>
      )}
      {owedCredits > 0 && (
        <>
          <dt>Paid back first</dt>
          <dd className="text-right tabular-nums">{formatCount(owedCredits)}</dd>
        </>
      )}
      <dt>Credits afterwards</dt>
      <dd className="text-right font-[600] text-ink tabular-nums">{formatCount(after)}</dd>
    </dl>
  )
}

type Purchase = { isGoing: boolean; problem: string; start(offer: PackageOffer): void }

/** Creates an order and opens its page. A second press or a retry gets the same order. */
function usePurchase(): Purchase {
  const [target, setTarget] = useState("")
  const [problem, setProblem] = useState("")
  const buy = useMutation({
    mutationFn: (offer: PackageOffer) => buyCredits(offer.sku),
    onSuccess: ({ status, link }) => {
      if (status !== "Pending" || link === "")
        return setProblem(`This payment is ${status}. Please start again.`)
      toastSuccess(texts.paypalRedirect)
      setTarget(link)
    },
    onError: (error) => setProblem(failureWords(error)),
    meta: { silent: true },
  })

  // Closing the modal just before it redirects cancels the redirect.
  useEffect(() => {
    if (target === "") return
    const timer = setTimeout(() => window.location.assign(target), REDIRECT_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [target])

  // Back from the payment page, the browser may show this page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setTarget("")
    window.addEventListener("pageshow", onShow)
    return () => window.removeEventListener("pageshow", onShow)
  }, [])

  const isGoing = buy.isPending || target !== ""
  return {
    isGoing,
    problem,
    start(offer) {
      if (isGoing) return
      setProblem("")
      buy.mutate(offer)
    },
  }
}
