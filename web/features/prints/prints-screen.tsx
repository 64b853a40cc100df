import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { Suspense, useEffect, useMemo } from "react"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { CommandTip } from "../../components/command-tip.tsx"
import { buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useMay } from "../../lib/auth.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { formatFigure, shortId } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { takeAwaited } from "../../lib/live-progress.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { useRowSelection } from "../../lib/use-row-selection.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, scopeOf, tableQuery, useTableParams } from "../../lib/use-table-params.ts"
import { statisticsQuery } from "../account/account-calls.ts"
import { listAllPrints, printSearchSchema, printsOptions } from "./print-calls.ts"
import { PrintCard, printColumns } from "./print-columns.tsx"
import { PrintFilters } from "./print-filters.tsx"
import { DeletePrintModal } from "./print-modals.tsx"
import type { PrintHandlers } from "./print-row-buttons.tsx"
import { PrintsBar } from "./prints-bar.tsx"

/** Brings the packing and the stage, which nothing else here needs. */
const ProcessSavedModal = lazyRouteComponent(() => import("./process-modal.tsx"), "ProcessSavedModal")

const PressPrints = lazyRouteComponent(() => import("./press-prints.tsx"), "PressPrints")

const SuccessModal = lazyRouteComponent(() => import("./success-modal.tsx"), "SuccessModal")

/** The table's order if the address names none. */
const inTable = { sortBy: "createdAt" }

/** Lists the prints: to whoever makes them, or to a press. */
export function PrintsScreen() {
  return useMay("maker") ? <MadePrints /> : <PressPrints />
}

function MadePrints() {
  const navigate = useNavigate()
  const table = useTableParams(printSearchSchema, inTable)
  const { query } = table
  const list = useQuery(printsOptions(query))
  const statistics = useQuery(statisticsQuery)
  const rows = list.data?.data
  const selection = useRowSelection(rows, {
    list: "prints",
    scope: scopeOf(query),
    total: list.data?.pagination.totalDocuments,
    listAll: () => listAllPrints(query),
  })
  const deletePrint = useModalParam("deletePrint")
  const warning = useModalParam("printWarningModal", { with: ["printId"] })
  const success = useModalParam("printSuccessModal", { with: ["filePath"] })
  const isAskingForSeveral = useSearchParam("deleteBulkPrints") + useSearchParam("processBulkPrints") !== ""
  const isFiltered =
    table.isSearching || Boolean(query.status ?? query.type ?? query.shop ?? query.startDate ?? query.endDate)

  const isBare = rows?.length === 0 && !isFiltered

  const handlers = useMemo<PrintHandlers>(
    () => ({
      onView: (print) => void navigate({ to: "/prints/$printId", params: { printId: print._id } }),
      onRename: (print) =>
        void navigate({ to: "/prints/$printId", params: { printId: print._id }, search: { rename: "true" } }),
      onProcess: (print) => warning.open(String(print.copies), { printId: print._id }),
      onShowSheets: (print) => success.open(print._id, { filePath: print.fileId.map((file) => file.path) }),
      onDelete: ({ _id }) => deletePrint.open(_id),
    }),
    [navigate, warning.open, success.open, deletePrint.open],
  )
  const columns = useMemo(() => printColumns(handlers), [handlers])

  // A print that was started in this tab shows its sheets as soon as they exist.
  const isBusy = warning.isOpen || success.isOpen || deletePrint.isOpen || isAskingForSeveral
  const { onShowSheets } = handlers
  useEffect(() => {
    if (isBusy) return
    const ended = rows?.find((print) => print.status === "Completed" && takeAwaited(print._id))
    if (ended) onShowSheets(ended)
  }, [rows, isBusy, onShowSheets])

  return (
    <>
      <PageHeader
        title="Prints"
        description={describePrints(statistics.data)}
        isInline
        actions={
          // While there is nothing, the empty state offers the next step.
          !isBare && <NewPrintLink />
        }
      />
      <PrintFilters table={table} />
      <div className="mt-4 pb-20">
        <DataTable
          label="Prints"
          columns={columns}
          {...listTable(list, table)}
          rowId={(print) => print._id}
          rowLabel={(print) => `print ${shortId(print._id)}`}
          selection={selection}
          isFiltered={isFiltered}
          onShowAll={() => table.showAll("status", "type", "shop", "startDate", "endDate")}
          hasPictures
          renderCard={(print) => <PrintCard print={print} handlers={handlers} />}
          empty={noPrints}
        />
      </div>
      <PrintsBar selection={selection} />
      <PrintModals rows={rows} onDeleted={selection.drop} />
    </>
  )
}

PrintsScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(printsOptions(tableQuery(printSearchSchema, search, inTable)))
}

type PrintModalsProps = {
  rows: readonly PrintSummary[] | undefined
  onDeleted: (ids: readonly string[]) => void
}

/** Shows what the address asks about one print, and its sheets once they are made. */
function PrintModals({ rows, onDeleted }: PrintModalsProps) {
  const setParams = useSetSearchParams()
  const deletion = useModalParam("deletePrint")
  const warning = useModalParam("printWarningModal", { with: ["printId"] })
  const success = useModalParam("printSuccessModal", { with: ["filePath"] })
  const processedId = useSearchParam("printId")
  return (
    <>
      {deletion.isOpen && (
        <DeletePrintModal
          printId={deletion.value}
          print={rows?.find((print) => print._id === deletion.value)}
          onClose={deletion.close}
          onDeleted={({ id, scope }) => {
            if (scope === "everything") onDeleted([id])
            deletion.close()
          }}
        />
      )}
      <Suspense>
        {warning.isOpen && processedId !== "" && (
          <ProcessSavedModal
            beneath={null}
            key={processedId}
            printId={processedId}
            copies={Number(warning.value) || 0}
            onClose={warning.close}
            onStarted={() => setParams({ printWarningModal: null, printId: null })}
          />
        )}
        {success.isOpen && <SuccessModal printId={success.value} onClose={success.close} />}
      </Suspense>
    </>
  )
}

const noPrints = {
  title: "The roll is empty",
  description: "Pick images, give each a size and a quantity, and see the sheet before you spend a credit.",
  action: (
    <>
      <NewPrintLink size="lg" />
      <Link to="/orders" className={buttonVariants({ size: "lg" })}>
        Start from orders
      </Link>
    </>
  ),
}

function NewPrintLink({ size }: { size?: "lg" }) {
  return (
    <CommandTip command="new-print">
      <Link
        to="/prints/manual-create"
        search={{ addPrint: "true" }}
        className={buttonVariants({ variant: "primary", size })}
      >
        <Plus /> New Print
      </Link>
    </CommandTip>
  )
}

function describePrints(statistics: { totalPrints: number; filmIn: number } | undefined): string | undefined {
  if (statistics === undefined) return undefined
  if (statistics.totalPrints === 0) return "No prints yet"
  const prints = `${formatFigure(statistics.totalPrints)} ${statistics.totalPrints === 1 ? "print" : "prints"}`
  return statistics.filmIn > 0 ? `${prints}, ${formatLength(statistics.filmIn)} of film this month` : prints
}
