import { ChevronDown, ChevronRight } from "lucide-react"
import type { Order } from "../../../contract/orders/order.ts"
import { ShipDate } from "../../components/ship-date.tsx"
import { Button } from "../../components/ui/button.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { formatDate, formatMoney, plural } from "../../lib/format.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { OrderAfterPrint } from "../fulfilment/order-after-print.tsx"
import { CutText } from "../matching/order-item-parts.tsx"
import { costWords } from "./order-margin.ts"
import { isNewlyChanged } from "./order-rules.ts"
import type { RowOpening } from "./use-order-rows.ts"

export function orderColumns(opening: RowOpening): DataTableColumn<Order>[] {
  return [
    {
      id: "items-toggle",
      header: "Items shown",
      hidesHeader: true,
      className: "w-10 pr-0",
      cell: (order) => <OpenButton order={order} opening={opening} />,
    },
    {
      id: "orderNumber",
      header: "Order",
      cell: (order) => <b className="font-[600] tabular-nums">{order.orderNumber}</b>,
    },
    {
      id: "buyerName",
      header: "Buyer",
      isSortable: true,
      className: "max-w-44",
      cell: (order) => (
        <span className="block truncate" title={buyerWords(order)}>
          {order.buyerInfo.name}
        </span>
      ),
    },
    {
      id: "address",
      header: "Address",
      cell: (order) => <CutText text={addressOf(order)} className="text-ink-2" />,
    },
    {
      id: "items",
      header: "Items",
      align: "end",
      className: "w-20",
      cell: (order) => <span className="whitespace-nowrap">{plural(order.orderItems.length, "item")}</span>,
    },
    {
      id: "total",
      header: "Total",
      isSortable: true,
      align: "end",
      className: "w-24",
      cell: (order) => (
        <span className="tabular-nums">
          {formatMoney(order.total.amount, order.total.currency)}
          {costWords(order).map((words) => (
            <span key={words} className="block text-xs whitespace-nowrap text-ink-3">
              {words}
            </span>
          ))}
        </span>
      ),
    },
    {
      id: "status",
      header: "Status",
      isSortable: true,
      className: "w-44",
      cell: (order) => <OrderState order={order} />,
    },
    {
      id: "shipBy",
      header: "Ship by",
      isSortable: true,
      align: "end",
      className: "w-28",
      cell: (order) => <ShipDate shipBy={order.shipBy} isSettled={isSettled(order)} />,
    },
    {
      id: "integrationOrderCreatedDate",
      header: "Ordered",
      isSortable: true,
      align: "end",
      className: "w-28",
      cell: (order) => (
        <span className="whitespace-nowrap text-ink-2">{formatDate(order.integrationOrderCreatedDate)}</span>
      ),
    },
  ]
}

/** Draws an order as a card on phones; its items follow below. */
export function OrderCard({ order, opening }: { order: Order; opening: RowOpening }) {
  return (
    <div className="flex items-start gap-1 text-sm">
      <div className="min-w-0 flex-1">
        <div className="text-base">
          <b className="font-[600] tabular-nums">{order.orderNumber}</b> {order.buyerInfo.name}
        </div>
        <CutText text={addressOf(order)} className="block text-ink-3" />
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
          <OrderState order={order} />
          <span>{plural(order.orderItems.length, "item")}</span>
          <span className="tabular-nums">{formatMoney(order.total.amount, order.total.currency)}</span>
          {order.cost && <span className="tabular-nums">{costWords(order).join(", ")}</span>}
          <span>{formatDate(order.integrationOrderCreatedDate)}</span>
          <ShipDate shipBy={order.shipBy} isSettled={isSettled(order)} prefix="Ship by" />
        </div>
      </div>
      <span className="-mt-2.5 -mr-2.5">
        <OpenButton order={order} opening={opening} />
      </span>
    </div>
  )
}

function OpenButton({ order, opening }: { order: Order; opening: RowOpening }) {
  const isOpen = opening.isOpen(order._id)
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-expanded={isOpen}
      aria-label={`Items of order ${order.orderNumber}`}
      onClick={() => opening.onToggle(order._id)}
    >
      {isOpen ? <ChevronDown /> : <ChevronRight />}
    </Button>
  )
}

/** Returns whether nothing of it needs printing any more. */
function isSettled({ isCancelled, shippedAt, status }: Order): boolean {
  return isCancelled || shippedAt !== null || status === "Completed"
}

/** Shows the state; cancelled at the marketplace comes before anything else. */
function OrderState({ order }: { order: Order }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-1">
      {order.isCancelled ? (
        <StatusPill tone="bad">Cancelled</StatusPill>
      ) : (
        <StatusPill tone={orderStatusTone(order.status)}>{order.status}</StatusPill>
      )}
      {isNewlyChanged(order) && <Tag>Changed</Tag>}
      {!order.isCancelled && <OrderAfterPrint order={order} />}
    </span>
  )
}

/**
 * Returns the address in one line, without the name that marketplaces begin it with, which stands beside it.
 */
function addressOf({ buyerInfo: { name, address, country } }: Order): string {
  const lines = address.split(/\s*[\n,]\s*/).filter(Boolean)
  const line = (lines[0] === name ? lines.slice(1) : lines).join(", ")
  return country === "" || line.endsWith(country) ? line : `${line}, ${country}`
}

function buyerWords({ buyerInfo: { name, email, phone } }: Order): string {
  return [name, email, phone].filter(Boolean).join(", ")
}
