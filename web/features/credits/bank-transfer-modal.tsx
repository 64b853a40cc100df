import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { PackageOffer } from "../../../contract/credits/payment.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { ConfirmModal, Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { plural } from "../../lib/format.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { BankData } from "./bank-data.tsx"
import { bankTransferOptions, offerNamed, packagesQuery } from "./credit-calls.ts"
import { LoadingOffers, OfferPicker, OffersFailed } from "./offers.tsx"
import { DEFAULT_PURCHASE } from "./use-buy-credits.ts"

/** Takes payment by bank: with a package in the address it shows bank data, otherwise the packages. */
export function BankTransferModal({ value, onClose }: { value: string; onClose: () => void }) {
  const offers = useQuery(packagesQuery)
  const offer = offers.data && offerNamed(offers.data, value)
  if (offer) return <TransferData offer={offer} onClose={onClose} />
  return (
    <TransferChoice
      offers={offers.data}
      problem={offers.error === null ? "" : failureWords(offers.error)}
      onClose={onClose}
    />
  )
}

function TransferChoice({
  offers,
  problem,
  onClose,
}: {
  offers: readonly PackageOffer[] | undefined
  problem: string
  onClose: () => void
}) {
  const setParams = useSetSearchParams()
  const [choice, setChoice] = useState<PackageOffer>()
  const picked = choice ?? (offers && (offerNamed(offers, DEFAULT_PURCHASE) ?? offers[0]))
  return (
    <ConfirmModal
      onClose={onClose}
      title="Pay by bank transfer"
      description="Choose a package. You then get the bank data and a reference to write on the transfer."
      verb="Show bank data"
      isDisabled={picked === undefined}
      onConfirm={() => picked && setParams({ bankTransfer: String(picked.credits) })}
    >
      {problem !== "" ? (
        <OffersFailed message={problem} />
      ) : offers === undefined || picked === undefined ? (
        <LoadingOffers />
      ) : (
        <OfferPicker offers={offers} picked={picked} onPick={setChoice} />
      )}
    </ConfirmModal>
  )
}

function TransferData({ offer, onClose }: { offer: PackageOffer; onClose: () => void }) {
  const transfer = useQuery(bankTransferOptions(offer.sku))
  return (
    <Modal
      onClose={onClose}
      title="Pay by bank transfer"
      description={`${plural(offer.credits, "credit")}, added as soon as your transfer has arrived.`}
      footer={
        <>
          {transfer.data && (
            <Link
              to="/payment/$paymentId"
              params={{ paymentId: transfer.data._id }}
              className={buttonVariants({ size: "lg" })}
            >
              View payment
            </Link>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {transfer.isError && <Notice tone="bad">{failureWords(transfer.error)}</Notice>}
      {transfer.isPending && (
        <div role="status">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-72 rounded-lg" />
        </div>
      )}
      {transfer.data && (
        <>
          <BankData
            bank={transfer.data.bank}
            reference={transfer.data.reference}
            price={transfer.data.price}
          />
          <p className="mt-3 text-sm text-ink-2">
            Write the reference on the transfer: it is how we find your payment. You get a message when the
            credits are there.
          </p>
        </>
      )}
    </Modal>
  )
}
