import { ChevronDown, ChevronRight } from "lucide-react"
import type { Order } from "../../../contract/orders/order.ts"
import { isToBeShipped } from "../../../contract/orders/ship-by.ts"
import { ShipDate } from "../../components/ship-date.tsx"
import { StoreMark } from "../../components/store-mark.tsx"
import { Button } from "../../components/ui/button.tsx"
import { StatusPill, Tag } from "../../components/ui/status-pill.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { useAuth } from "../../lib/auth.tsx"
import { formatPrice } from "../../lib/price.ts"
import { shipDay } from "../../lib/ship-day.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { OrderStepMark } from "../fulfilment/order-step.tsx"
import { CutText } from "../matching/order-item-parts.tsx"
import { OrderDesigns } from "./order-designs.tsx"
import { costWords } from "./order-margin.ts"
import { addressLine, isNewlyChanged } from "./order-rules.ts"
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
      cell: (order) => (
        <span className="flex items-center gap-2.5 whitespace-nowrap">
          <StoreMark store={order.integrationId} />
          <b className="font-[600] tabular-nums">{order.orderNumber}</b>
        </span>
      ),
    },
    {
      id: "buyerName",
      header: "Buyer",
      isSortable: true,
      // As wide as the others leave room.
      className: "w-full max-w-0",
      cell: (order) => (
        <>
          <span className="block truncate" title={buyerWords(order)}>
            {order.buyerInfo.name}
          </span>
          <CutText text={addressLine(order.buyerInfo)} className="block truncate text-xs text-ink-3" />
        </>
      ),
    },
    {
      id: "items",
      header: "Items",
      cell: (order) => <OrderDesigns order={order} />,
    },
    {
      id: "total",
      header: "Total",
      isSortable: true,
      align: "end",
      className: "w-24",
      cell: (order) => (
        <span className="tabular-nums">
          {formatPrice(order.total.amount, order.total.currency)}
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
      cell: (order) => <OrderState order={order} />,
    },
    {
      id: "step",
      header: "Step",
      isSortable: true,
      className: "max-w-44",
      cell: (order) => <OrderStepMark order={order} />,
    },
    {
      id: "shipBy",
      header: "Ship by",
      isSortable: true,
      cell: (order) => (
        <>
          <ShipDate shipBy={order.shipBy} isSettled={isSettled(order)} />
          <span className="block text-xs whitespace-nowrap text-ink-3">
            Ordered <OrderedDay order={order} />
          </span>
        </>
      ),
    },
  ]
}

/** Draws an order as a card on phones; its items follow below. */
export function OrderCard({ order, opening }: { order: Order; opening: RowOpening }) {
  return (
    <div className="text-sm">
      <div className="flex items-start gap-2.5">
        <StoreMark store={order.integrationId} />
        <div className="min-w-0 flex-1">
          <div className="truncate text-base">
            <b className="font-[600] tabular-nums">{order.orderNumber}</b> {order.buyerInfo.name}
          </div>
          <CutText text={addressLine(order.buyerInfo)} className="block truncate text-ink-3" />
        </div>
        <span className="-mt-2.5 -mr-2.5">
          <OpenButton order={order} opening={opening} />
        </span>
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <OrderDesigns order={order} />
        <OrderStepMark order={order} />
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-2">
        <OrderState order={order} />
        <ShipDate shipBy={order.shipBy} isSettled={isSettled(order)} prefix="Ship by" />
        <span className="tabular-nums">{formatPrice(order.total.amount, order.total.currency)}</span>
        {order.cost && <span className="tabular-nums">{costWords(order).join(", ")}</span>}
        <span className="text-ink-3">
          Ordered <OrderedDay order={order} />
        </span>
      </div>
    </div>
  )
}

/** Shows the day it was placed, in the seller's days; the year only if it is not this year. */
function OrderedDay({ order }: { order: Order }) {
  const { user } = useAuth()
  return shipDay(order.integrationOrderCreatedDate, user.timeZone).date
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

/** Returns whether its day to ship is no longer urgent. */
function isSettled({ step, integrationOrderCreatedDate }: Order): boolean {
  return !isToBeShipped({ step, orderedAtMs: Date.parse(integrationOrderCreatedDate) }, Date.now())
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
    </span>
  )
}

function buyerWords({ buyerInfo: { name, email, phone } }: Order): string {
  return [name, email, phone].filter(Boolean).join(", ")
}
