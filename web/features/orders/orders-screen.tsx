import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense, useMemo } from "react"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { type Order, orderListQuerySchema } from "../../../contract/orders/order.ts"
import { DataTable } from "../../components/ui/data-table.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, tableQuery, useTableParams } from "../../lib/use-table-params.ts"
import { allIntegrationsOptions } from "../integrations/integration-calls.ts"
import { SyncState } from "../integrations/shop-state.tsx"
import { pieceOfItem } from "../readings/reading-rules.ts"
import { RuleDialog } from "../readings/rule-dialog.tsx"
import { usePieces } from "../values/use-pieces.ts"
import { ImportDrop } from "./import-drop.tsx"
import { isNarrowed, orderFilters, ordersOptions } from "./order-calls.ts"
import { OrderCard, orderColumns } from "./order-columns.tsx"
import { ListActions, OrderFilters } from "./order-filters.tsx"
import { OrderInboxes } from "./order-inboxes.tsx"
import { hasChanges } from "./order-rules.ts"
import { orderSummaryOptions } from "./order-summary-query.ts"
import { NoShop, OrdersHead } from "./orders-head.tsx"
import { type OrderSelection, useOrderSelection, useRowOpening } from "./use-order-rows.ts"

const AutopilotOffer = lazyRouteComponent(() => import("../autopilots/autopilot-offer.tsx"), "AutopilotOffer")
const FoundMatch = lazyRouteComponent(() => import("./found-match.tsx"), "FoundMatch")
const OrderChanges = lazyRouteComponent(() => import("./order-changes.tsx"), "OrderChanges")
const StepChips = lazyRouteComponent(() => import("../fulfilment/step-chips.tsx"), "StepChips")
const TakeBackButton = lazyRouteComponent(() => import("../fulfilment/fulfil-buttons.tsx"), "TakeBackButton")
/** Loaded beside the screen, which shows its orders without it. */
const OrdersBar = lazyRouteComponent(() => import("./orders-bar.tsx"), "OrdersBar")
const OrderItems = lazyRouteComponent(() => import("./order-items.tsx"), "OrderItems")
const ZoneOffer = lazyRouteComponent(() => import("./zone-offer.tsx"), "ZoneOffer")

/** The table's order if the address names none: late first. */
const inTable = { sortBy: "step", sort: "asc" } as const

/** Lists the orders of the seller's shops, and makes prints of their items. */
export function OrdersScreen() {
  const { query } = useTableParams(orderListQuerySchema, inTable)
  const shops = useQuery(allIntegrationsOptions()).data?.data
  const orders = useQuery(ordersOptions(query)).data?.data
  const isBare = shops?.length === 0 && orders?.length === 0
  return (
    <>
      {isBare ? <NoShop /> : <OrderList shops={shops ?? noShops} />}
      <ImportDrop />
    </>
  )
}

OrdersScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(allIntegrationsOptions())
  fetchAhead(orderSummaryOptions(tableQuery(orderListQuerySchema, search, inTable).integrationId))
  fetchAhead(ordersOptions(tableQuery(orderListQuerySchema, search, inTable)))
}

function OrderList({ shops }: { shops: readonly Integration[] }) {
  const table = useTableParams(orderListQuerySchema, inTable)
  const { query } = table
  const { timeZone } = useAuth().user
  const list = useQuery(ordersOptions(query))
  const shop = shops.find(({ _id }) => _id === query.integrationId)
  const shown = shop ? [shop] : shops
  const summary = useQuery(orderSummaryOptions(query.integrationId)).data
  const orders = list.data?.data
  const total = list.data?.pagination.totalDocuments
  const selection = useOrderSelection(orders, query, total)
  const opening = useRowOpening(orders)
  const match = useModalParam("editMatch")
  const columns = useMemo(() => orderColumns(opening), [opening])
  const opened = (orders ?? noOrders).filter(({ _id }) => opening.isOpen(_id))
  const pieceOf = usePieces(
    opened.flatMap(({ orderItems }) => orderItems.flatMap((item) => pieceOfItem(item) ?? [])),
  )
  return (
    <>
      <OrdersHead shops={shops} shown={shown} integrationId={query.integrationId} />
      {shown.map((one) => (
        <SyncState key={one._id} integration={one} className="mt-4" />
      ))}
      <Suspense>
        <AutopilotOffer />
      </Suspense>
      <OrderInboxes
        query={query}
        unmatchedCount={shown.reduce((sum, one) => sum + one.unmatchedCount, 0)}
        changedCount={summary?.changed ?? 0}
      />
      {timeZone === "UTC" && (
        <Suspense>
          <ZoneOffer />
        </Suspense>
      )}
      <div className="mt-4 flex min-h-8 flex-wrap items-center gap-2 coarse:min-h-13">
        <Suspense>
          <StepChips query={query} summary={summary} />
        </Suspense>
        <ListActions
          query={query}
          count={total ?? 0}
          isAllOpen={opening.isAllOpen}
          onAllOpen={opening.setAllOpen}
        />
      </div>
      <OrderFilters query={query} summary={summary} onSearch={table.setSearch} />
      <div className="mt-4 pb-20">
        <DataTable
          label="Orders"
          columns={columns}
          {...listTable(list, table)}
          rowId={(order) => order._id}
          rowLabel={(order) => `order ${order.orderNumber}`}
          selection={selection.orders}
          isFiltered={isNarrowed(query)}
          onShowAll={() => table.showAll(...orderFilters)}
          renderCard={(order) => <OrderCard order={order} opening={opening} />}
          renderDetail={(order) =>
            opening.isOpen(order._id) && <OrderDetail order={order} pieceOf={pieceOf} selection={selection} />
          }
          empty={noOrdersYet}
        />
      </div>
      <Suspense>
        <OrdersBar selection={selection} orders={orders ?? noOrders} />
      </Suspense>
      {match.isOpen && (
        <Suspense>
          <FoundMatch orders={orders ?? noOrders} integrationId={query.integrationId} />
        </Suspense>
      )}
      <RuleDialog />
    </>
  )
}

const noShops: readonly Integration[] = []
const noOrders: readonly Order[] = []
const noOrdersYet = {
  title: "No orders yet",
  description: "Sync your store to see its orders here, with the artwork they need.",
}

type OrderDetailProps = {
  order: Order
  pieceOf: ReturnType<typeof usePieces>
  selection: OrderSelection
}

function OrderDetail({ order, pieceOf, selection }: OrderDetailProps) {
  const match = useModalParam("editMatch")
  return (
    <>
      {hasChanges(order) && (
        <Suspense>
          <OrderChanges order={order} />
        </Suspense>
      )}
      <Suspense>
        <TakeBackButton order={order} />
        <OrderItems
          pieceOf={pieceOf}
          order={order}
          pickedIds={selection.itemIds}
          onPick={selection.toggleItem}
          onMatch={(item) => match.open(item._id)}
        />
      </Suspense>
    </>
  )
}
