import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { ShipDate } from "../../components/ship-date.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { plural, shortId } from "../../lib/format.ts"
import { listTable, useTableParams } from "../../lib/use-table-params.ts"
import { DownloadButton } from "./download-button.tsx"
import { printSearchSchema, printsOptions } from "./print-calls.ts"
import { PrintFilters } from "./print-filters.tsx"
import { PrintState, PrintThumb, printedWords } from "./print-state.tsx"

const columns: DataTableColumn<PrintSummary>[] = [
  { id: "file", header: "File", cell: (print) => <PrintThumb print={print} className="my-1 h-16 w-16" /> },
  {
    id: "_id",
    header: "Print",
    card: "title",
    isSortable: true,
    cell: (print) => <NameCell print={print} />,
  },
  { id: "status", header: "Status", isSortable: true, cell: (print) => <PrintState print={print} /> },
  {
    id: "printedAt",
    header: "Print date",
    isSortable: true,
    cell: (print) =>
      print.printedAt === null && print.shipBy !== null ? (
        <ShipDate shipBy={print.shipBy} prefix="Ship by" />
      ) : (
        <span className="whitespace-nowrap text-ink-2">{printedWords(print)}</span>
      ),
  },
  {
    id: "download",
    header: "Files",
    align: "end",
    cell: (print) =>
      print.fileId.length > 0 ? (
        <DownloadButton files={print.fileId} variant="secondary" name={print.name} />
      ) : (
        <span className="text-ink-3">None</span>
      ),
  },
]

/** Lists the prints to somebody at the press: to fetch their files, and to open what is ticked off. */
export function PressPrints() {
  const table = useTableParams(printSearchSchema, { sortBy: "createdAt" })
  const { query } = table
  const list = useQuery(printsOptions(query))
  const isFiltered =
    table.isSearching || Boolean(query.status ?? query.type ?? query.shop ?? query.startDate ?? query.endDate)
  return (
    <>
      <PageHeader title="Prints" description="Open a print to tick off its pieces" />
      <PrintFilters table={table} />
      <div className="mt-4">
        <DataTable
          label="Prints"
          columns={columns}
          {...listTable(list, table)}
          rowId={(print) => print._id}
          rowLabel={(print) => `print ${shortId(print._id)}`}
          isFiltered={isFiltered}
          onShowAll={() => table.showAll("status", "type", "shop", "startDate", "endDate")}
          hasPictures
          empty={{ title: "No prints yet", description: "Prints appear here as soon as they are made." }}
        />
      </div>
    </>
  )
}

function NameCell({ print }: { print: PrintSummary }) {
  return (
    <span className="block min-w-0">
      <Link
        to="/prints/$printId/manifest"
        params={{ printId: print._id }}
        className="touch font-[600] break-words hover:underline"
      >
        {print.name}
      </Link>
      <span className="block text-xs text-ink-3">
        {shortId(print._id)}, {plural(print.copies, "copy", "copies")}
      </span>
    </span>
  )
}
