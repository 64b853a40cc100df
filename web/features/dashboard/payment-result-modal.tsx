import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { DEFAULT_PURCHASE } from "../credits/use-buy-credits.ts"
import { paymentOptions } from "../payments/payment-calls.ts"

/** Shows the result of a payment, which the provider's return names in `PaymentResult`. */
export function PaymentResultModal() {
  const modal = useModalParam("PaymentResult", { with: ["payment"] })
  // Loaded if there is more to say; after a sign-out the payment history shows it.
  const paymentId = useSearchParam("payment")
  const payment = useQuery(paymentOptions(paymentId))
  const navigate = useNavigate()
  const setParams = useSetSearchParams()
  const { title, words } = paymentResult(modal.value)
  const isCancelled = modal.isOpen && modal.value !== "Completed" && modal.value !== "Pending"
  const refusal = payment.data?.refusal
  const tryAgain = () => {
    const buyCredit = payment.data === undefined ? DEFAULT_PURCHASE : String(payment.data.credits)
    setParams({ PaymentResult: null, payment: null, buyCredit })
  }
  return (
    <Modal
      isOpen={modal.isOpen}
      onClose={modal.close}
      title={title}
      description={words}
      footer={
        modal.value === "Completed" ? (
          <Link to="/profile" hash="payments" className={buttonVariants({ variant: "primary", size: "lg" })}>
            Go to payment history
          </Link>
        ) : (
          <>
            <Button onClick={() => void navigate({ to: "/" })}>Close</Button>
            {isCancelled && (
              <Button variant="primary" onClick={tryAgain}>
                Try again
              </Button>
            )}
          </>
        )
      }
    >
      {refusal !== undefined && <Notice tone="warn">{refusal}</Notice>}
      {/* A payment that is still loading may have more to say. */}
      {isCancelled && refusal === undefined && !payment.isLoading && (
        <Notice tone="busy">Nothing was charged.</Notice>
      )}
    </Modal>
  )
}

function paymentResult(result: string): { title: string; words: string } {
  if (result === "Completed") {
    return {
      title: "Payment Successful",
      words: "The payment process was successful. Credits will be added to your account. Thank you!",
    }
  }
  if (result === "Pending") return { title: "Payment Pending", words: "The payment process is pending." }
  return { title: "Payment Cancelled", words: "The payment process was not successful. Please try again." }
}
