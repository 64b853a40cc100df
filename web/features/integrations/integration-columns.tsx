import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { RowButtons } from "../../components/ui/row-buttons.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { formatCount, formatDate, formatWhen, plural } from "../../lib/format.ts"
import type { ModalParam } from "../../lib/use-search-modal.ts"
import { isSyncing } from "./integration-calls.ts"
import { Connection } from "./shop-state.tsx"

const AutopilotState = lazyRouteComponent(() => import("./autopilot-state.tsx"), "AutopilotState")

/** Returns the table's columns; a row's actions open their modal in the address. */
export function integrationColumns(edit: ModalParam, remove: ModalParam): DataTableColumn<Integration>[] {
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
      ...actionsColumn,
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
