import { useQuery } from "@tanstack/react-query"
import { Link, useParams } from "@tanstack/react-router"
import { CircleX } from "lucide-react"
import type { Payment } from "../../../contract/credits/payment.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { FilmIcon } from "../../components/ui/film-icon.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { formatDateTime, formatUsd } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { BankData } from "../credits/bank-data.tsx"
import { paymentOptions } from "./payment-calls.ts"
import { creditsText, PaymentPill, payerName, paymentType, referenceOf } from "./payment-columns.tsx"

/** Shows one payment as a receipt, or that it does not exist. */
export function PaymentScreen() {
  const { paymentId = "" } = useParams({ strict: false })
  const payment = useQuery(paymentOptions(paymentId))
  if (payment.data) return <Receipt payment={payment.data} />
  const isMissing = paymentId === "" || (payment.error instanceof ApiFailure && payment.error.status === 404)
  if (isMissing) return <PaymentFailed />
  if (payment.isError) {
    return (
      <Notice
        tone="bad"
        className="mx-auto max-w-xl"
        action={
          <Button size="sm" onClick={() => void payment.refetch()}>
            Try again
          </Button>
        }
      >
        The payment could not be loaded. {failureWords(payment.error)}
      </Notice>
    )
  }
  return (
    <div role="status" className="mx-auto max-w-xl">
      <span className="sr-only">Loading</span>
      <Skeleton className="h-80 rounded-lg" />
    </div>
  )
}

PaymentScreen.fetchAhead = ({ params }: Address) => {
  if (params.paymentId) fetchAhead(paymentOptions(params.paymentId))
}

function PaymentFailed() {
  return (
    <div className="flex flex-col items-center py-20 text-center">
      <span className="grid size-12 place-items-center rounded-lg bg-bad-soft text-bad-ink">
        <CircleX className="size-6" aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-xl font-[640]">Payment Failed</h1>
      <p className="mt-1 max-w-sm text-pretty text-ink-2">
        No payment was found here. Your payment history lists every payment you started.
      </p>
      <Link to="/" className={buttonVariants({ variant: "primary", size: "lg", className: "mt-6" })}>
        Go to Homepage
      </Link>
    </div>
  )
}

function Receipt({ payment }: { payment: Payment }) {
  const reference = referenceOf(payment)
  usePageMeta({ crumbs: [{ label: "Profile", href: "/profile" }, { label: `Payment ${reference}` }] })
  const lines = [
    ["User", payerName(payment)],
    ["Payment Type", paymentType(payment)],
    ...(paymentType(payment) === payment.paymentMethod ? [] : [["Payment Method", payment.paymentMethod]]),
    ["Reference", reference],
    ["Purchase Date", formatDateTime(payment.purchaseDate)],
    ["Payment Amount", formatUsd(payment.price)],
    ...(payment.refunded === undefined ? [] : [["Refunded", formatUsd(payment.refunded)]]),
    ["Credit", creditsText(payment)],
  ]
  return (
    <div className="mx-auto max-w-xl">
      <Card className="p-5 md:p-6">
        <div className="flex items-start gap-4">
          <span className="grid size-11 flex-none place-items-center rounded-md bg-accent-soft text-accent-ink">
            <FilmIcon className="size-6" />
          </span>
          <div className="min-w-0 flex-1">
            <h1 className="text-xl font-[640]">{creditsText(payment)} credits</h1>
            <p className="text-sm text-ink-2">{formatUsd(payment.price)}</p>
          </div>
          <span role="status">
            <PaymentPill payment={payment} />
          </span>
        </div>
        <p className="mt-4 text-sm text-ink-2">{stateWords(payment)}</p>
        <Notice tone={payment.status === "Pending" ? "warn" : "bad"} className="mt-4">
          {payment.refusal}
        </Notice>
        <dl className="mt-4 divide-y divide-line-soft border-line-soft border-t text-sm">
          {lines.map(([label, text]) => (
            <div key={label} className="flex items-baseline justify-between gap-6 py-2.5">
              <dt className="flex-none text-ink-2">{label}</dt>
              <dd className="text-right font-[550] [overflow-wrap:anywhere]">{text}</dd>
            </div>
          ))}
        </dl>
        {payment.bank && (
          <div className="mt-6">
            <h2 className="mb-2 text-base font-[620]">Where to send the money</h2>
            <BankData bank={payment.bank} reference={reference} price={payment.price} />
          </div>
        )}
        <TryAgain payment={payment} />
        <Link
          to="/profile"
          hash="payments"
          className={buttonVariants({ size: "lg", className: "mt-5 w-full" })}
        >
          Go to payment history
        </Link>
      </Card>
    </div>
  )
}

/** Offers the payer of a cancelled payment the same package once more. */
function TryAgain({ payment }: { payment: Payment }) {
  const { user } = useAuth()
  const setParams = useSetSearchParams()
  if (payment.status !== "Cancelled" || payment.userId._id !== user._id) return null
  const modal = payment.paymentMethod === "Bank Transfer" ? "bankTransfer" : "buyCredit"
  return (
    <Button
      variant="primary"
      size="lg"
      className="mt-5 w-full"
      onClick={() => setParams({ [modal]: String(payment.credits) }, { push: true })}
    >
      Try again
    </Button>
  )
}

/** Returns what a payment's state means for the money and the credits. */
export function stateWords({ status, paymentMethod, dispute, refunded, refusal }: Payment): string {
  if (dispute === "open")
    return "This payment is disputed at PayPal. Its credits are held until PayPal decides; if the dispute is a mistake, cancel it there."
  if (dispute === "lost" && status === "Refunded")
    return "A dispute at PayPal sent the money back, and the credits were taken from the account."
  switch (status) {
    case "Completed":
      return refunded === undefined
        ? "The money has arrived and the credits are on the account."
        : `The money has arrived. ${formatUsd(refunded)} of it was sent back, and its part of the credits was taken from the account.`
    case "Cancelled":
      // A refusal says itself whether anything was charged, and a transfer may have been sent.
      return paymentMethod === "PayPal" && refusal === undefined
        ? "This payment was cancelled. Nothing was charged, and no credits were added."
        : "This payment was cancelled. No credits were added."
    case "Refunded":
      return "The money was sent back and the credits were taken from the account."
    case "Pending":
      return paymentMethod === "Bank Transfer"
        ? "Waiting for the transfer. This page tells you when it has arrived."
        : "Waiting for the payment provider. This page tells you when the money has arrived."
  }
}
