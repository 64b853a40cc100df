import { useMutation, useQuery } from "@tanstack/react-query"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatUsd } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { paymentOptions, settleTransfer } from "./payment-calls.ts"
import { creditsText, payerName, referenceOf } from "./payment-columns.tsx"

export type SettleModalProps = {
  paymentId: string
  status: "Completed" | "Cancelled"
  onClose: () => void
}

/** Asks an admin about a bank transfer; it shows whose credits change and how. */
export function SettleModal({ paymentId, status, onClose }: SettleModalProps) {
  const payment = useQuery(paymentOptions(paymentId))
  const settle = useMutation({
    mutationFn: () => settleTransfer(paymentId, status),
    onSuccess: () => {
      toastSuccess(status === "Completed" ? "Payment completed" : "Payment cancelled")
      onClose()
    },
    meta: { silent: true },
  })
  const failure = settle.error ?? payment.error
  const problem = failure === null ? undefined : failureWords(failure)
  const isCompleting = status === "Completed"
  return (
    <ConfirmModal
      onClose={onClose}
      title={isCompleting ? "Has the money arrived?" : "Cancel this transfer?"}
      description={payment.data ? describe(isCompleting, payment.data) : "Loading the payment …"}
      verb={isCompleting ? "Complete payment" : "Mark as cancelled"}
      isDanger={!isCompleting}
      isWorking={settle.isPending}
      onConfirm={() => payment.data && settle.mutate()}
    >
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </ConfirmModal>
  )
}

function describe(isCompleting: boolean, payment: Parameters<typeof payerName>[0]): string {
  const what = `${payerName(payment)}'s transfer ${referenceOf(payment)} of ${formatUsd(payment.price)}`
  return isCompleting
    ? `${what}: ${creditsText(payment)} credits are added at once.`
    : `${what}: no credits are added, and it cannot be completed later.`
}
