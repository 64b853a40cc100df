import { useQuery } from "@tanstack/react-query"
import type { AuditEntry } from "../../../contract/accounts/user.ts"
import { listQuerySchema } from "../../../contract/list.ts"
import { DataTable } from "../../components/ui/data-table.tsx"
import { TableSearch } from "../../components/ui/search-input.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { formatDateTime } from "../../lib/format.ts"
import { listTable, useTableParams } from "../../lib/use-table-params.ts"
import { auditOptions } from "./user-calls.ts"

export function AuditTab() {
  const table = useTableParams(listQuerySchema)
  const entries = useQuery(auditOptions(table.query))
  return (
    <>
      <TableSearch label="Search the audit trail" table={table} className="mb-4" />
      <DataTable
        label="Audit trail"
        columns={columns}
        {...listTable(entries, table)}
        rowId={(entry) => entry._id}
        empty={{
          title: "Nothing has been changed yet",
          description: "Changes that admins make are listed here.",
        }}
      />
    </>
  )
}

function Words({ children }: { children: string }) {
  return <span className="[overflow-wrap:anywhere] text-ink-2">{children}</span>
}

const columns: DataTableColumn<AuditEntry>[] = [
  {
    id: "createdAt",
    header: "Date",
    cell: (entry) => (
      <time dateTime={entry.createdAt} className="whitespace-nowrap text-ink-2">
        {formatDateTime(entry.createdAt)}
      </time>
    ),
  },
  { id: "actor", header: "Admin", cell: (entry) => <span className="font-[550]">{entry.actor}</span> },
  { id: "action", header: "Action", card: "title", cell: (entry) => entry.action },
  {
    id: "subject",
    header: "About",
    cell: ({ subject }) => <Words>{subject}</Words>,
  },
  {
    id: "details",
    header: "Details",
    cell: ({ details }) => details && <Words>{details}</Words>,
  },
  {
    id: "reason",
    header: "Reason",
    cell: ({ reason }) => reason && <Words>{reason}</Words>,
  },
]
