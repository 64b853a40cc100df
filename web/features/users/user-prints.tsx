import { useQuery } from "@tanstack/react-query"
import { listQuerySchema } from "../../../contract/list.ts"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { DataTable } from "../../components/ui/data-table.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { formatCount, formatDate, shortId } from "../../lib/format.ts"
import { printStatusTone } from "../../lib/status-tone.ts"
import { listTable, useTableParams } from "../../lib/use-table-params.ts"
import { userPrintsOptions } from "./user-calls.ts"

/** Lists the prints of one account, newest first. */
export function UserPrints({ userId }: { userId: string }) {
  const table = useTableParams(listQuerySchema, { sortBy: "createdAt", sort: "desc" })
  const prints = useQuery(userPrintsOptions(userId, table.query))
  return (
    <section aria-labelledby="user-prints" className="mt-6">
      <h2 id="user-prints" className="text-lg font-[620]">
        Prints
      </h2>
      <div className="mt-3">
        <DataTable
          label="Prints of this user"
          columns={columns}
          {...listTable(prints, table)}
          rowId={(print) => print._id}
          empty={{ headingLevel: "h3", title: "No prints yet" }}
        />
      </div>
    </section>
  )
}

const columns: DataTableColumn<PrintSummary>[] = [
  {
    id: "_id",
    header: "Print ID",
    isSortable: true,
    card: "title",
    cell: (print) => (
      <b className="font-[600]" title={print._id}>
        {shortId(print._id)}
      </b>
    ),
  },
  { id: "type", header: "Type", isSortable: true, cell: (print) => print.type },
  {
    id: "status",
    header: "Status",
    isSortable: true,
    cell: (print) => <StatusPill tone={printStatusTone(print.status)}>{print.status}</StatusPill>,
  },
  {
    id: "copies",
    header: "Copies",
    align: "end",
    cell: (print) => <span className="tabular-nums">{formatCount(print.copies)}</span>,
  },
  {
    id: "printedAt",
    header: "Print date",
    isSortable: true,
    cell: (print) => (
      <span className="whitespace-nowrap text-ink-2">
        {print.printedAt === null ? "Not printed" : formatDate(print.printedAt)}
      </span>
    ),
  },
  {
    id: "createdAt",
    header: "Created",
    isSortable: true,
    cell: (print) => <span className="whitespace-nowrap text-ink-2">{formatDate(print.createdAt)}</span>,
  },
]
