import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { Plus, X } from "lucide-react"
import { Suspense, useMemo } from "react"
import {
  type ConnectCause,
  connectCauses,
  type Integration,
  integrationListQuerySchema,
} from "../../../contract/integrations/integration.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { RowButtons } from "../../components/ui/row-buttons.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { formatCount, formatDate, formatWhen, plural } from "../../lib/format.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { type ModalParam, useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, tableQuery, useTableParams } from "../../lib/use-table-params.ts"
import { allIntegrationsOptions, integrationsOptions, isSyncing } from "./integration-calls.ts"
import { Connection, isOfFiles } from "./shop-state.tsx"

const AutopilotState = lazyRouteComponent(() => import("./autopilot-state.tsx"), "AutopilotState")
const IntegrationModal = lazyRouteComponent(() => import("./integration-modals.tsx"), "IntegrationModal")
const DeleteIntegrationModal = lazyRouteComponent(
  () => import("./integration-modals.tsx"),
  "DeleteIntegrationModal",
)
const WhereFilesGo = lazyRouteComponent(() => import("./where-files-go.tsx"), "WhereFilesGo")

/** The table's order if the address names none. */
const inTable = { sortBy: "createdAt" }

/** Shows the seller's shops, and the addresses for finished files. */
export function IntegrationsScreen() {
  const table = useTableParams(integrationListQuerySchema, inTable)
  const list = useQuery(integrationsOptions(table.query))
  const all = useQuery(allIntegrationsOptions()).data
  const add = useModalParam("addIntegration")
  const edit = useModalParam("editIntegration")
  const remove = useModalParam("deleteIntegration")
  const find = (id: string) => all?.data.find((integration) => integration._id === id)
  const edited = find(edit.value)
  const removed = find(remove.value)
  const columns = useMemo(() => integrationColumns(edit, remove), [edit, remove])
  return (
    <>
      <PageHeader
        title="Integrations"
        description={describe(all?.data)}
        isInline
        // While there is nothing, the empty state offers the next step.
        actions={all?.data.length === 0 ? undefined : <AddButton onClick={() => add.open()} />}
      />
      <RefusedShop integrations={all?.data} />
      <SearchInput
        label="Search integrations"
        value={table.query.search}
        onSearch={table.setSearch}
        className="mt-4 w-full md:w-64"
      />
      <div className="mt-4">
        <DataTable
          label="Integrations"
          columns={columns}
          {...listTable(list, table)}
          rowId={(integration) => integration._id}
          empty={{
            title: "No store is connected",
            description:
              "Connect your store and its orders become prints. Prints can be built by hand from your own images in the meantime.",
            action: <AddButton size="lg" onClick={() => add.open()} />,
          }}
        />
      </div>
      <Suspense>
        <WhereFilesGo />
      </Suspense>
      <Suspense>
        {add.isOpen && <IntegrationModal integration={null} onClose={add.close} />}
        {edited && <IntegrationModal key={edited._id} integration={edited} onClose={edit.close} />}
        {removed && (
          <DeleteIntegrationModal integration={removed} onClose={remove.close} onDeleted={remove.close} />
        )}
      </Suspense>
    </>
  )
}

IntegrationsScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(integrationsOptions(tableQuery(integrationListQuerySchema, search, inTable)))
  fetchAhead(allIntegrationsOptions())
}

/** Says why a shop that was allowed at its marketplace is not connected, until it is dismissed. */
function RefusedShop({ integrations }: { integrations: readonly Integration[] | undefined }) {
  const isTaken = useSearchParam("refused") === "shop"
  const takenBy = useSearchParam("takenBy")
  const given = useSearchParam("cause")
  const cause = connectCauses.find((one) => one === given)
  const setParams = useSetSearchParams()
  const words = cause ? causeWords[cause] : isTaken && integrations && takenWords(integrations, takenBy)
  if (!words) return null
  return (
    <Notice
      tone="bad"
      className="mt-4"
      action={
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label="Dismiss"
          className="-my-1.5 -mr-1.5"
          onClick={() => setParams({ refused: null, takenBy: null, cause: null })}
        >
          <X />
        </Button>
      }
    >
      {words}
    </Notice>
  )
}

const causeWords: Record<ConnectCause, string> = {
  shop_limit: texts.etsyShopLimit,
  app_refused: texts.etsyAppRefused,
  shopify_refused: texts.etsyAppRefused.replace("Etsy", "Shopify"),
  etsy_silent: unansweredWords("Etsy"),
  shopify_silent: unansweredWords("Shopify"),
}

function unansweredWords(vendor: string): string {
  return `${vendor} did not answer, so the store is not connected. Connect it again in a minute.`
}

function takenWords(integrations: readonly Integration[], takenBy: string): string {
  const own = integrations.find(({ _id }) => _id === takenBy)
  if (!own)
    return "This store is connected to another Sheetsmith account, and that connection works. Delete its integration there, or remove Sheetsmith from the store's apps at the marketplace; then connect it here again."
  return own.session
    ? `This store is connected already, as ${own.name}. Delete that integration first, or connect another store.`
    : `This store was connected before, as ${own.name}. Connect that integration again, or delete it first.`
}

function AddButton({ size, onClick }: { size?: "lg"; onClick: () => void }) {
  return (
    <Button variant="primary" size={size} icon={<Plus />} onClick={onClick}>
      Add integration
    </Button>
  )
}

function integrationColumns(edit: ModalParam, remove: ModalParam): DataTableColumn<Integration>[] {
  return [
    {
      id: "name",
      header: "Name",
      isSortable: true,
      card: "title",
      cell: (integration) => (
        <>
          <Link
            to="/integrations/$integrationId"
            params={{ integrationId: integration._id }}
            className="touch font-[600] hover:underline"
          >
            {integration.name}
          </Link>
          {integration.shopName && (
            <div className="text-xs font-[450] text-ink-3">{integration.shopName}</div>
          )}
        </>
      ),
    },
    {
      id: "type",
      header: "Type",
      isSortable: true,
      cell: (integration) => <span className="text-ink-2">{integration.type}</span>,
    },
    {
      id: "orders",
      header: "Orders",
      cell: (integration) => (
        <Link
          to="/orders"
          search={{ integrationId: integration._id }}
          className="touch tabular-nums hover:underline"
          aria-label={`${plural(integration.orderCount, "order")} of ${integration.name}`}
        >
          {formatCount(integration.orderCount)}
        </Link>
      ),
    },
    {
      id: "lastSync",
      header: "Last sync",
      isSortable: true,
      cell: (integration) => (
        <span className="whitespace-nowrap text-ink-2">
          {isSyncing(integration)
            ? "Syncing now"
            : integration.lastSync === null
              ? "Never"
              : formatWhen(integration.lastSync)}
        </span>
      ),
    },
    {
      id: "createdAt",
      header: "Added",
      isSortable: true,
      cell: (integration) => (
        <span className="whitespace-nowrap text-ink-2">{formatDate(integration.createdAt)}</span>
      ),
    },
    {
      id: "autopilot",
      header: "Autopilot",
      cell: (integration) => (
        <Suspense>
          <AutopilotState integration={integration} />
        </Suspense>
      ),
    },
    {
      id: "session",
      header: "Connection",
      card: "plain",
      cell: (integration) => <Connection integration={integration} />,
    },
    {
      id: "actions",
      header: "Actions",
      hidesHeader: true,
      align: "end",
      card: "actions",
      cell: (integration) => (
        <RowButtons
          name={integration.name}
          onEdit={() => edit.open(integration._id)}
          onDelete={() => remove.open(integration._id)}
        />
      ),
    },
  ]
}

function describe(all: readonly Integration[] | undefined): string {
  if (all === undefined) return "\u00a0"
  const connected = all.filter((integration) => integration.session !== null).length
  if (connected === 0) return all.some(isOfFiles) ? "Orders come in files" : "No store is connected"
  return connected === 1 ? "1 store is connected" : `${connected} stores are connected`
}
