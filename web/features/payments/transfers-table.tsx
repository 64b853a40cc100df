import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Check, Ellipsis, UserRound, X } from "lucide-react"
import { useMemo } from "react"
import type { Payment } from "../../../contract/credits/payment.ts"
import { listQuerySchema } from "../../../contract/list.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { Menu, MenuItem } from "../../components/ui/dropdown-menu.tsx"
import { TableSearch } from "../../components/ui/search-input.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { listTable, useTableParams } from "../../lib/use-table-params.ts"
import { transfersOptions } from "./payment-calls.ts"
import { PaymentCard, payerName, paymentColumns, referenceOf } from "./payment-columns.tsx"

type Handlers = {
  /** Both given where transfers wait for a decision. */
  onComplete?: (paymentId: string) => void
  onCancel?: (paymentId: string) => void
}
export type TransfersTableProps = Handlers & { show: "Completed" | "Pending" | "Disputed" }

const emptyWords = {
  Completed: { title: "No payments yet", description: "Completed transfers are listed here." },
  Pending: { title: "Nothing to do", description: "Pending payments appear here." },
  Disputed: { title: "Nothing is disputed", description: "Payments under dispute at PayPal appear here." },
}

export function TransfersTable({ show, onComplete, onCancel }: TransfersTableProps) {
  const table = useTableParams(listQuerySchema, { sortBy: "purchaseDate" })
  const which = show === "Disputed" ? { dispute: "open" as const } : { status: show }
  const transfers = useQuery(transfersOptions({ ...table.query, ...which }))
  const handlers = useMemo(() => ({ onComplete, onCancel }), [onComplete, onCancel])
  const columns = useMemo<DataTableColumn<Payment>[]>(
    () => [
      ...paymentColumns,
      {
        ...actionsColumn,
        cell: (payment) => <TransferActions payment={payment} handlers={handlers} />,
      },
    ],
    [handlers],
  )
  return (
    <>
      <TableSearch label="Search payments" table={table} className="mb-4" />
      <DataTable
        label={`${show} transfers`}
        columns={columns}
        {...listTable(transfers, table)}
        rowId={(payment) => payment._id}
        renderCard={(payment) => (
          <PaymentCard
            payment={payment}
            showsPayer
            actions={<TransferActions payment={payment} handlers={handlers} />}
          />
        )}
        empty={emptyWords[show]}
      />
    </>
  )
}

function TransferActions({ payment, handlers }: { payment: Payment; handlers: Handlers }) {
  // A card payment is settled only by its provider.
  const { onComplete, onCancel } = payment.paymentMethod === "Bank Transfer" ? handlers : {}
  const reference = referenceOf(payment)
  return (
    <span className="inline-flex items-center gap-1">
      {onComplete && (
        <Button
          size="sm"
          icon={<Check aria-hidden="true" />}
          aria-label={`Complete ${reference}`}
          onClick={() => onComplete(payment._id)}
        >
          Complete
        </Button>
      )}
      <Menu
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`More for ${reference}`}>
            <Ellipsis />
          </Button>
        }
      >
        <MenuItem asChild>
          <Link to="/users/$userId" params={{ userId: payment.userId._id }}>
            <UserRound aria-hidden="true" /> {payerName(payment)}
          </Link>
        </MenuItem>
        {onCancel && (
          <MenuItem icon={<X aria-hidden="true" />} onSelect={() => onCancel(payment._id)}>
            Cancel transfer
          </MenuItem>
        )}
      </Menu>
    </span>
  )
}
