import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { Suspense, useEffect, useMemo } from "react"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { printStatuses, printTypes } from "../../../contract/status.ts"
import { CommandTip } from "../../components/command-tip.tsx"
import { FilterSelect } from "../../components/filter-select.tsx"
import { buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { DateRange } from "../../components/ui/date-range.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { Select } from "../../components/ui/select.tsx"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { plural, shortId } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { takeAwaited } from "../../lib/live-progress.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { useAskedIds, useRowSelection } from "../../lib/use-row-selection.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, scopeOf, tableQuery, useTableParams } from "../../lib/use-table-params.ts"
import { statisticsQuery } from "../account/account-calls.ts"
import { listAllPrints, printSearchSchema, printsOptions } from "./print-calls.ts"
import { PrintCard, printColumns } from "./print-columns.tsx"
import { DeletePrintModal, DeletePrintsModal } from "./print-modals.tsx"
import type { PrintHandlers } from "./print-row-buttons.tsx"
import { PrintsBar } from "./prints-bar.tsx"

/** Brings the packing and the stage, which nothing else here needs. */
const ProcessSavedModal = lazyRouteComponent(() => import("./process-modal.tsx"), "ProcessSavedModal")

const SuccessModal = lazyRouteComponent(() => import("./success-modal.tsx"), "SuccessModal")

const ProcessPrintsModal = lazyRouteComponent(
  () => import("./process-prints-modal.tsx"),
  "ProcessPrintsModal",
)

/** The table's order if the address names none. */
const inTable = { sortBy: "createdAt" }

const shopChoices = [
  { value: "", label: "Printed or not" },
  { value: "open", label: "Not yet printed by the print shop" },
  { value: "sent", label: "At the print shop" },
  { value: "printed", label: "Printed by the print shop" },
]

export function PrintsScreen() {
  const setParams = useSetSearchParams()
  const navigate = useNavigate()
  const table = useTableParams(printSearchSchema, inTable)
  const { query } = table
  const list = useQuery(printsOptions(query))
  const statistics = useQuery(statisticsQuery)
  const rows = list.data?.data
  const selection = useRowSelection(rows, {
    scope: scopeOf(query),
    total: list.data?.pagination.totalDocuments,
    listAll: () => listAllPrints(query),
  })
  const deletePrint = useModalParam("deletePrint")
  const deletePrints = useModalParam("deleteBulkPrints")
  const askedIds = useAskedIds(deletePrints.isOpen, selection.ids)
  const processPrints = useModalParam("processBulkPrints")
  const processedIds = useAskedIds(processPrints.isOpen, selection.ids)
  const askedPrints = selection.rows.filter(({ _id }) => processedIds.includes(_id))
  const warning = useModalParam("printWarningModal", { with: ["printId"] })
  const success = useModalParam("printSuccessModal", { with: ["filePath"] })
  const processedId = useSearchParam("printId")
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
  const isBusy =
    warning.isOpen || success.isOpen || deletePrint.isOpen || deletePrints.isOpen || processPrints.isOpen
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
      <div className="mt-4 flex flex-wrap items-center gap-2">
        <SearchInput
          label="Search prints"
          value={table.query.search}
          onSearch={table.setSearch}
          className="w-full md:w-64"
        />
        <FilterSelect
          label="Status"
          name="status"
          value={query.status}
          values={printStatuses}
          all="All statuses"
          className="md:w-36"
        />
        <FilterSelect
          label="Type"
          name="type"
          value={query.type}
          values={printTypes}
          all="All types"
          className="md:w-32"
        />
        <Select
          label="Print shop"
          isQuiet
          value={query.shop ?? ""}
          onValueChange={(shop) => setParams({ shop, page: null }, { push: true })}
          options={shopChoices}
          className="min-w-0 flex-1 basis-36 md:w-44 md:flex-none md:basis-auto"
        />
        <DateRange
          label="Created"
          start={query.startDate ?? ""}
          end={query.endDate ?? ""}
          onChange={({ start, end }) => setParams({ startDate: start, endDate: end, page: null })}
          className="min-w-0 flex-1 basis-36 md:w-44 md:flex-none md:basis-auto"
        />
      </div>
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
      <PrintsBar
        selection={selection}
        onProcess={() => processPrints.open()}
        onDelete={() => deletePrints.open()}
      />
      {askedPrints.length > 0 && (
        <Suspense>
          <ProcessPrintsModal
            prints={askedPrints}
            onClose={(hasStarted) => {
              processPrints.close()
              if (hasStarted) selection.clear()
            }}
          />
        </Suspense>
      )}
      <PrintModals
        rows={rows}
        deleteId={deletePrint.value}
        onDeleteClose={deletePrint.close}
        bulkIds={askedIds}
        picked={selection.rows}
        onBulkClose={deletePrints.close}
        onDeleted={selection.drop}
        processedId={warning.isOpen ? processedId : ""}
        copies={Number(warning.value) || 0}
        onWarningClose={warning.close}
        onStarted={() => setParams({ printWarningModal: null, printId: null })}
        successId={success.value}
        onSuccessClose={success.close}
      />
    </>
  )
}

PrintsScreen.fetchAhead = ({ search }: Address) => {
  fetchAhead(printsOptions(tableQuery(printSearchSchema, search, inTable)))
  fetchAhead(statisticsQuery)
}

type PrintModalsProps = {
  rows: readonly PrintSummary[] | undefined
  deleteId: string
  onDeleteClose: () => void
  bulkIds: readonly string[]
  onBulkClose: () => void
  picked: readonly PrintSummary[]
  onDeleted: (ids: readonly string[]) => void
  processedId: string
  copies: number
  onWarningClose: () => void
  onStarted: () => void
  successId: string
  onSuccessClose: () => void
}

function PrintModals(props: PrintModalsProps) {
  return (
    <>
      {props.deleteId !== "" && (
        <DeletePrintModal
          printId={props.deleteId}
          print={props.rows?.find((print) => print._id === props.deleteId)}
          onClose={props.onDeleteClose}
          onDeleted={({ id, scope }) => {
            if (scope === "everything") props.onDeleted([id])
            props.onDeleteClose()
          }}
        />
      )}
      {props.bulkIds.length > 0 && (
        <DeletePrintsModal
          ids={props.bulkIds}
          prints={props.picked}
          onClose={props.onBulkClose}
          onDeleted={({ ids }) => {
            props.onDeleted(ids)
            props.onBulkClose()
          }}
        />
      )}
      {props.processedId !== "" && (
        <Suspense>
          <ProcessSavedModal
            beneath={null}
            key={props.processedId}
            printId={props.processedId}
            copies={props.copies}
            onClose={props.onWarningClose}
            onStarted={props.onStarted}
          />
        </Suspense>
      )}
      {props.successId !== "" && (
        <Suspense>
          <SuccessModal printId={props.successId} onClose={props.onSuccessClose} />
        </Suspense>
      )}
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
  const prints = plural(statistics.totalPrints, "print")
  return statistics.filmIn > 0 ? `${prints}, ${formatLength(statistics.filmIn)} of film this month` : prints
}
