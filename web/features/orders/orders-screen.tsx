import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate } from "@tanstack/react-router"
import { FileUp, PackageOpen, ScrollText, Store, Trash2 } from "lucide-react"
import { Suspense, useMemo, useState } from "react"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { type Order, type OrderItem, orderListQuerySchema } from "../../../contract/orders/order.ts"
import { texts } from "../../../contract/text.ts"
import { CommandTip } from "../../components/command-tip.tsx"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Select } from "../../components/ui/select.tsx"
import { SelectionBar } from "../../components/ui/selection-bar.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { useAuth } from "../../lib/auth.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { useSetSearchParams } from "../../lib/search-params.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, tableQuery, useTableParams } from "../../lib/use-table-params.ts"
import { DropVeil, usePageFiles } from "../images/file-drop.tsx"
import { allIntegrationsOptions } from "../integrations/integration-calls.ts"
import { isOfFiles, SyncButton, SyncState, syncedWords } from "../integrations/shop-state.tsx"
import { useSuggestions } from "../matching/match-calls.ts"
import { startReview } from "../prints/review-draft.ts"
import { pieceOfItem } from "../readings/reading-rules.ts"
import { RuleDialog } from "../readings/rule-dialog.tsx"
import { usePieces } from "../values/use-pieces.ts"
import { doubtfulOptions, isNarrowed, orderFilters, ordersOptions, unmatchedOptions } from "./order-calls.ts"
import { OrderCard, orderColumns } from "./order-columns.tsx"
import { ListActions, OrderFilters } from "./order-filters.tsx"
import { hasChanges, isInPrint, isToFilm, itemsOf, reviewItemOf } from "./order-rules.ts"
import { orderSummaryOptions } from "./order-summary-query.ts"
import { useOpenPanel } from "./use-open-panel.ts"
import { useOrderSelection, useRowOpening } from "./use-order-rows.ts"
import { ZoneOffer } from "./zone-offer.tsx"

const NextAutopilot = lazyRouteComponent(() => import("../integrations/autopilot-state.tsx"), "NextAutopilot")
const AutopilotOffer = lazyRouteComponent(() => import("../autopilots/autopilot-offer.tsx"), "AutopilotOffer")
const MatchModal = lazyRouteComponent(() => import("../matching/match-modal.tsx"), "MatchModal")
const ImportModal = lazyRouteComponent(() => import("./import-modal.tsx"), "ImportModal")
const modals = () => import("./order-modals.tsx")
const DeleteOrdersModal = lazyRouteComponent(modals, "DeleteOrdersModal")
const PrintAgainModal = lazyRouteComponent(modals, "PrintAgainModal")
const Inbox = lazyRouteComponent(() => import("./inbox.tsx"), "Inbox")
const OrderChanges = lazyRouteComponent(() => import("./order-changes.tsx"), "OrderChanges")
const ChangeInbox = lazyRouteComponent(() => import("./change-inbox.tsx"), "ChangeInbox")
const TextInbox = lazyRouteComponent(() => import("./text-inbox.tsx"), "TextInbox")
const BatchModal = lazyRouteComponent(() => import("./batch-modal.tsx"), "BatchModal")
const StepChips = lazyRouteComponent(() => import("../fulfilment/step-chips.tsx"), "StepChips")
const StepButtons = lazyRouteComponent(() => import("../fulfilment/fulfil-buttons.tsx"), "StepButtons")
const TakeBackSteps = lazyRouteComponent(() => import("../fulfilment/fulfil-buttons.tsx"), "TakeBackSteps")
const TakeBackButton = lazyRouteComponent(() => import("../fulfilment/fulfil-buttons.tsx"), "TakeBackButton")
const ShipModal = lazyRouteComponent(() => import("../fulfilment/ship-modal.tsx"), "ShipModal")
const OrderItems = lazyRouteComponent(() => import("./order-items.tsx"), "OrderItems")
const PasteModal = lazyRouteComponent(() => import("./paste-modal.tsx"), "PasteModal")

/** The value of `addPrintAgain` for the items that are still to be put on film, not all selected. */
const TO_FILM = "to-film"

/** The table's order if the address names none: late first. */
const inTable = { sortBy: "step", sort: "asc" } as const

/** Lists the orders of the seller's shops, and makes prints of their items. */
export function OrdersScreen() {
  const table = useTableParams(orderListQuerySchema, inTable)
  const { query } = table
  const shops = useQuery(allIntegrationsOptions()).data?.data
  const shop = shops?.find(({ _id }) => _id === query.integrationId)
  const shown = shop ? [shop] : (shops ?? [])
  const unmatchedCount = shown.reduce((sum, one) => sum + one.unmatchedCount, 0)
  const doubtful = useQuery(doubtfulOptions(query.integrationId)).data?.data
  const summary = useQuery(orderSummaryOptions(query.integrationId)).data
  const list = useQuery(ordersOptions(query))
  const orders = list.data?.data
  const selection = useOrderSelection(orders, query, list.data?.pagination.totalDocuments)
  const opening = useRowOpening(orders)
  const columns = useMemo(() => orderColumns(opening), [opening])
  const opened = (orders ?? noOrders).filter(({ _id }) => opening.isOpen(_id))
  const pieceOf = usePieces(
    opened.flatMap(({ orderItems }) => orderItems.flatMap((item) => pieceOfItem(item) ?? [])),
  )
  const openingOf = useOpenPanel(query)
  const match = useModalParam("editMatch")
  const paste = useModalParam("addSkuImages")
  const importing = useModalParam("addImport")
  const [file, setFile] = useState<File | null>(null)
  const isOver = usePageFiles(([dropped]) => {
    setFile(dropped)
    importing.open()
  })
  const batch = useModalParam("todaysBatch")
  const shipping = useModalParam("markAsShipped")
  const deletion = useModalParam("bulkDeleteOrders")
  const again = useModalParam("addPrintAgain")
  const print = usePrintStart()

  const rows = selection.orders.rows.length > 0 ? selection.orders.rows : (orders ?? noOrders)
  const items = itemsOf(rows, selection)
  const matched = useFoundItem(match.value, orders ?? noOrders, query.integrationId)

  const toFilm = items.filter(isToFilm(rows))

  function createPrint() {
    const cancelled = rows.filter((order) => order.isCancelled && selection.orderIds.includes(order._id))
    if (items.length === 0) return toastError("Cancelled orders are not printed. Select others.")
    if (cancelled.length > 0)
      toastSuccess(
        `${plural(cancelled.length, "cancelled order")} left out: cancelled orders are not printed.`,
      )
    if (items.some(isInPrint)) again.open()
    else print(rows, items)
  }

  function putOnFilm() {
    if (toFilm.some(isInPrint)) again.open(TO_FILM)
    else print(rows, toFilm)
  }

  const importModal = (
    <Suspense>
      {isOver && <DropVeil />}
      {importing.isOpen && (
        <ImportModal
          file={file}
          onFile={setFile}
          onClose={() => {
            setFile(null)
            importing.close()
          }}
        />
      )}
    </Suspense>
  )
  if (shops?.length === 0 && orders?.length === 0)
    return (
      <>
        <NoShop onImport={() => importing.open()} />
        {importModal}
      </>
    )
  return (
    <>
      <PageHeader
        title="Integration Orders"
        description={
          <>
            {describe(shown)}{" "}
            <Suspense>
              <NextAutopilot integrations={shown} />
            </Suspense>
          </>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {shops && shops.length > 0 && <ShopSelect shops={shops} value={query.integrationId} />}
            <CommandTip command="import-orders">
              <Button icon={<FileUp />} className="coarse:w-11 coarse:px-0" onClick={() => importing.open()}>
                <span className="coarse:sr-only">Import</span>
              </Button>
            </CommandTip>
            <SyncButton integrations={shown} isQuiet />
            <CommandTip command="todays-batch">
              <Button
                variant="primary"
                icon={<PackageOpen />}
                className="coarse:flex-1"
                onClick={() => batch.open()}
              >
                Make today’s film
              </Button>
            </CommandTip>
          </div>
        }
      />
      {shown.map((one) => (
        <SyncState key={one._id} integration={one} className="mt-4" />
      ))}
      <Suspense>
        <AutopilotOffer />
      </Suspense>
      <div className="mt-4 overflow-hidden rounded-lg border border-warn/50 bg-surface shadow-card empty:hidden">
        <Suspense>
          {unmatchedCount > 0 && (
            <Inbox
              opening={openingOf("artwork")}
              integrationId={query.integrationId}
              count={unmatchedCount}
              openId={match.value}
              onImage={(item) => match.open(item._id)}
              onPaste={() => paste.open()}
            />
          )}
          {doubtful && doubtful.length > 0 && <TextInbox opening={openingOf("texts")} orders={doubtful} />}
          {summary !== undefined && summary.changed > 0 && (
            <ChangeInbox
              opening={openingOf("changes")}
              integrationId={query.integrationId}
              count={summary.changed}
            />
          )}
        </Suspense>
      </div>
      <ZoneOffer />
      <div className="mt-4 flex min-h-8 flex-wrap items-center gap-2 coarse:min-h-13">
        <Suspense>
          <StepChips query={query} summary={summary} />
        </Suspense>
        <ListActions
          query={query}
          count={list.data?.pagination.totalDocuments ?? 0}
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
            opening.isOpen(order._id) && (
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
          empty={noOrdersYet}
        />
      </div>
      <SelectionBar count={selection.orderIds.length + selection.itemIds.length} onClear={selection.clear}>
        <span className="mr-2 text-sm whitespace-nowrap text-ink-2 coarse:hidden">
          {pickedWords(selection.orderIds, items)}
        </span>
        {selection.orderIds.length > 0 ? (
          <Suspense>
            <StepButtons
              orders={selection.orders.rows}
              onFilm={putOnFilm}
              onShip={shipping.open}
              onDone={selection.clear}
            >
              <Button
                variant="ghost"
                icon={<ScrollText />}
                {...asCommand("create-print")}
                onClick={createPrint}
              >
                Create Print
              </Button>
            </StepButtons>
          </Suspense>
        ) : (
          <Button
            variant="primary"
            icon={<ScrollText />}
            className="coarse:ml-2"
            {...asCommand("create-print")}
            onClick={createPrint}
          >
            Create Print
          </Button>
        )}
        {selection.orderIds.length > 0 && (
          <Suspense>
            <TakeBackSteps orders={selection.orders.rows} onDone={selection.clear} />
          </Suspense>
        )}
        {selection.orderIds.length > 0 && (
          <Button
            variant="danger-ghost"
            icon={<Trash2 />}
            {...asCommand("delete-orders")}
            onClick={() => deletion.open()}
          >
            Delete
          </Button>
        )}
      </SelectionBar>
      {importModal}
      {matched && <FoundMatch item={matched} onClose={match.close} />}
      <RuleDialog />
      <Suspense>
        {batch.isOpen && <BatchModal integrationId={query.integrationId} onClose={batch.close} />}
        {shipping.isOpen && selection.orders.rows.length > 0 && (
          <ShipModal
            orders={selection.orders.rows.filter(
              ({ step }) => shipping.value !== "pressed" || step === "pressed",
            )}
            onClose={shipping.close}
            onDone={() => {
              shipping.close()
              selection.clear()
            }}
          />
        )}
        {paste.isOpen && <PasteModal onClose={paste.close} />}
        {deletion.isOpen && selection.orderIds.length > 0 && (
          <DeleteOrdersModal
            ids={selection.orderIds}
            onClose={deletion.close}
            onDeleted={selection.orders.drop}
          />
        )}
        {again.isOpen && items.length > 0 && (
          <PrintAgainModal
            items={again.value === TO_FILM ? toFilm : items}
            onClose={again.close}
            onChosen={(chosen) => print(rows, chosen)}
          />
        )}
      </Suspense>
    </>
  )
}

OrdersScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(allIntegrationsOptions())
  fetchAhead(orderSummaryOptions(tableQuery(orderListQuerySchema, search, inTable).integrationId))
  fetchAhead(ordersOptions(tableQuery(orderListQuerySchema, search, inTable)))
}

/** Opens the choice with the item's most likely match. */
function FoundMatch({ item, onClose }: { item: OrderItem; onClose: () => void }) {
  const suggestion = useSuggestions(useMemo(() => [item._id], [item._id])).get(item._id)
  return (
    <Suspense>
      <MatchModal item={item} suggestion={suggestion} onClose={onClose} />
    </Suspense>
  )
}

const noOrders: readonly Order[] = []
const noOrdersYet = {
  title: "No orders yet",
  description: "Sync your store to see its orders here, with the artwork they need.",
}

/** Passes the items to the review. */
function usePrintStart(): (orders: readonly Order[], items: readonly OrderItem[]) => void {
  const { user } = useAuth()
  const navigate = useNavigate()
  return (orders, items) => {
    if (items.length > MAX_PRINT_ITEMS)
      return toastError(`A print holds at most ${MAX_PRINT_ITEMS} items. Select fewer.`)
    const orderOf = new Map(orders.map((order) => [order._id, order]))
    const reviewed = items.flatMap((item) => {
      const order = orderOf.get(item.orderId)
      return order ? [reviewItemOf(order, item)] : []
    })
    startReview(user._id, reviewed)
    void navigate({ to: "/prints/review-print" })
  }
}

/** Finds the item that the address names, on the page or in the inbox. */
function useFoundItem(
  itemId: string,
  orders: readonly Order[],
  integrationId: string | undefined,
): OrderItem | undefined {
  const waiting = useQuery({ ...unmatchedOptions(integrationId), enabled: itemId !== "" }).data?.data
  if (itemId === "") return undefined
  return [...orders, ...(waiting ?? [])]
    .flatMap((order) => order.orderItems)
    .find(({ _id }) => _id === itemId)
}

function ShopSelect({ shops, value }: { shops: readonly Integration[]; value: string | undefined }) {
  const setParams = useSetSearchParams()
  return (
    <Select<string>
      label="Integration"
      isQuiet
      icon={<Store />}
      value={value ?? (shops.length === 1 ? shops[0]._id : "")}
      onValueChange={(integrationId) => setParams({ integrationId, page: null }, { push: true })}
      options={[
        { value: "", label: "All integrations" },
        ...shops.map(({ _id, name, type }) => ({ value: _id, label: `${name}, ${type}` })),
      ]}
      // With one shop there is nothing to choose, and no room on a phone.
      className={shops.length > 1 ? "min-w-0 coarse:w-full md:w-52" : "w-52 coarse:hidden"}
    />
  )
}

function NoShop({ onImport }: { onImport: () => void }) {
  return (
    <>
      <PageHeader title="Integration Orders" description="No orders yet" />
      <EmptyState
        note={texts.noData}
        title="Connect a store to see its orders here"
        description="Their SKU and size find your artwork, and the items become a print."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Link to="/integrations" className={buttonVariants({ variant: "primary", size: "lg" })}>
              Go to integrations
            </Link>
            <Button size="lg" icon={<FileUp />} onClick={onImport}>
              Import a file
            </Button>
          </div>
        }
      />
    </>
  )
}

function describe(shops: readonly Integration[]): string {
  if (shops.length === 0) return "\u00a0"
  if (shops.length === 1) return syncedWords(shops[0])
  const connected = shops.filter((shop) => !isOfFiles(shop) && shop.session !== null)
  const times = connected.flatMap(({ lastSync }) => lastSync ?? []).sort()
  const [oldest] = times
  if (oldest === undefined) return syncedWords(connected.at(0) ?? shops[0])
  const some = times.length < connected.length ? `${times.length} of ` : ""
  return `${some}${plural(connected.length, "store")} synced ${whenWords(oldest)}`
}

/** Returns `at 07:01`, `yesterday, 07:01` or `2 minutes ago`. */
function whenWords(iso: string): string {
  const words = lowerFirst(formatWhen(iso))
  return /^\d\d:\d\d$/.test(words) ? `at ${words}` : words
}

/** Returns what a selection of orders or items comes to. */
function pickedWords(orderIds: readonly string[], items: readonly OrderItem[]): string {
  const copies = plural(
    items.reduce((sum, item) => sum + item.quantity, 0),
    "copy",
    "copies",
  )
  return orderIds.length > 0 ? `${plural(items.length, "item")}, ${copies}` : copies
}
