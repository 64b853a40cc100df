import { useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { Suspense, useMemo } from "react"
import { type Integration, integrationListQuerySchema } from "../../../contract/integrations/integration.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { TableSearch } from "../../components/ui/search-input.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, tableQuery, useTableParams } from "../../lib/use-table-params.ts"
import { allIntegrationsOptions, integrationsOptions } from "./integration-calls.ts"
import { integrationColumns } from "./integration-columns.tsx"
import { RefusedShop } from "./refused-shop.tsx"
import { isOfFiles } from "./shop-state.tsx"

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
      <TableSearch label="Search integrations" table={table} className="mt-4" />
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

function AddButton({ size, onClick }: { size?: "lg"; onClick: () => void }) {
  return (
    <Button variant="primary" size={size} icon={<Plus />} onClick={onClick}>
      Add integration
    </Button>
  )
}

function describe(all: readonly Integration[] | undefined): string {
  if (all === undefined) return "\u00a0"
  const connected = all.filter((integration) => integration.session !== null).length
  if (connected === 0) return all.some(isOfFiles) ? "Orders come in files" : "No store is connected"
  return connected === 1 ? "1 store is connected" : `${connected} stores are connected`
}
