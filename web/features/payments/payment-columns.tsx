import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { creditsOfSku, type Payment } from "../../../contract/credits/payment.ts"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { formatCount, formatDate, formatDateTime, formatUsd, shortId } from "../../lib/format.ts"
import { paymentStatusTone } from "../../lib/status-tone.ts"

/** The columns of every table of payments. */
export const paymentColumns: DataTableColumn<Payment>[] = [
  {
    id: "userId",
    header: "User",
    isSortable: true,
    cell: (payment) => <span className="font-[550]">{payerName(payment)}</span>,
  },
  {
    id: "type",
    header: "Payment Type",
    isSortable: true,
    cell: (payment) => <span className="text-ink-2">{paymentType(payment)}</span>,
  },
  {
    id: "paymentSystemReferenceId",
    header: "Reference",
    isSortable: true,
    cell: (payment) => (
      <Link
        to="/payment/$paymentId"
        params={{ paymentId: payment._id }}
        className="touch rounded-xs text-accent-ink [overflow-wrap:anywhere] hover:underline"
      >
        {referenceOf(payment)}
      </Link>
    ),
  },
  {
    id: "purchaseDate",
    header: "Purchase Date",
    isSortable: true,
    cell: (payment) => (
      <time
        dateTime={payment.purchaseDate}
        title={formatDateTime(payment.purchaseDate)}
        className="whitespace-nowrap text-ink-2"
      >
        {formatDate(payment.purchaseDate)}
      </time>
    ),
  },
  {
    id: "price",
    header: "Payment Amount",
    isSortable: true,
    align: "end",
    cell: (payment) => (
      <span className="tabular-nums">
        {formatUsd(payment.price)}
        {payment.refunded !== undefined && (
          <span className="block text-xs whitespace-nowrap text-ink-3">{refundWords(payment.refunded)}</span>
        )}
      </span>
    ),
  },
  {
    id: "credits",
    header: "Credit",
    isSortable: true,
    align: "end",
    cell: (payment) => <b className="font-[600] tabular-nums">{creditsText(payment)}</b>,
  },
  {
    id: "status",
    header: "Payment Status",
    isSortable: true,
    cell: (payment) => <PaymentPill payment={payment} />,
  },
]

export type PaymentCardProps = {
  payment: Payment
  showsPayer?: boolean
  /** The actions of an admin. */
  actions?: ReactNode
}

export function PaymentCard({ payment, showsPayer, actions }: PaymentCardProps) {
  return (
    <div className="-m-1 flex items-center gap-3">
      <div className="min-w-0 flex-1">
        {showsPayer && <div className="truncate text-base font-[620]">{payerName(payment)}</div>}
        <div className="text-sm font-[600]">
          {creditsText(payment)} credits, {formatUsd(payment.price)}
        </div>
        {payment.refunded !== undefined && (
          <div className="text-xs text-ink-3">{refundWords(payment.refunded)}</div>
        )}
        <div className="text-xs text-ink-3">
          {paymentType(payment)}, {formatDate(payment.purchaseDate)}
        </div>
        <Link
          to="/payment/$paymentId"
          params={{ paymentId: payment._id }}
          className="touch text-xs text-accent-ink [overflow-wrap:anywhere]"
        >
          {referenceOf(payment)}
        </Link>
      </div>
      <div className="flex flex-col items-end gap-1">
        <PaymentPill payment={payment} />
        {actions}
      </div>
    </div>
  )
}

/** Shows the payment's state, and beside it whether its money is under dispute. */
export function PaymentPill({ payment }: { payment: Payment }) {
  const status = <StatusPill tone={paymentStatusTone(payment.status)}>{payment.status}</StatusPill>
  if (payment.dispute !== "open") return status
  return (
    <span className="inline-flex flex-wrap gap-1">
      {status}
      <StatusPill tone="warn">Disputed</StatusPill>
    </span>
  )
}

export function payerName({ userId: { firstName, lastName } }: Payment): string {
  return `${firstName} ${lastName}`.trim() || "Deleted user"
}

/** `$5.00 refunded` */
function refundWords(refunded: number): string {
  return `${formatUsd(refunded)} refunded`
}

export function paymentType({ type }: Payment): string {
  return type === "" ? "Manual" : type
}

/** Returns the payment system's reference, or ours until it has one. */
export function referenceOf({ paymentSystemReferenceId, _id }: Payment): string {
  return paymentSystemReferenceId === "" ? shortId(_id) : paymentSystemReferenceId
}

/** Returns the package's credits; for a SKU that is no package, the part after its dash. */
export function creditsText({ packageSku }: Payment): string {
  const text = creditsOfSku(packageSku)
  return /^\d+$/.test(text) ? formatCount(Number(text)) : text
}
