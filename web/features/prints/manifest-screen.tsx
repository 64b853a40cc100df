import { useQuery } from "@tanstack/react-query"
import { useParams } from "@tanstack/react-router"
import { Download, Printer } from "lucide-react"
import { listQuerySchema } from "../../../contract/list.ts"
import type { ManifestRow } from "../../../contract/manifest.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import type { DataTableColumn } from "../../components/ui/table-model.ts"
import { failureWords } from "../../lib/api.ts"
import { formatDate, formatInches, plural, shortId, truncate } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useTableParams } from "../../lib/use-table-params.ts"
import { manifestOptions } from "./print-calls.ts"

/** Rows before the next page: about as many copies as lie on one sheet. */
const PAGE_SIZE = 50

/** Sheet by sheet, what lies where and for which order: for whoever cuts and packs. */
export function ManifestScreen() {
  const { printId } = useParams({ from: "/protected/prints/$printId/manifest" })
  const query = useQuery(manifestOptions(printId))
  const table = useTableParams(listQuerySchema, { limit: PAGE_SIZE })
  const { page, limit } = table.query
  usePageMeta({
    title: `Manifest ${shortId(printId)}`,
    crumbs: [
      { label: "Prints", href: "/prints" },
      { label: shortId(printId), href: `/prints/${printId}` },
      { label: "Manifest" },
    ],
  })
  if (query.isError && !query.data) {
    return (
      <EmptyState
        title="This print is not here"
        description={failureWords(query.error)}
        action={<Button onClick={() => void query.refetch()}>Try again</Button>}
      />
    )
  }
  const manifest = query.data
  const rows = manifest?.rows.map((row, index) => ({ ...row, id: String(index) }))
  const totalPages = Math.max(1, Math.ceil((rows?.length ?? 0) / limit))
  const start = (Math.min(page, totalPages) - 1) * limit
  return (
    <>
      <PageHeader
        title={`Manifest of print ${shortId(printId)}`}
        description={manifest ? describe(manifest) : "\u00a0"}
        actions={
          <>
            <a href={`/api/prints/${printId}/manifest.csv`} download className={buttonVariants()}>
              <Download aria-hidden="true" /> CSV
            </a>
            <a
              href={`/api/prints/${printId}/manifest.html`}
              target="_blank"
              rel="noreferrer"
              className={buttonVariants({ variant: "primary" })}
            >
              <Printer aria-hidden="true" /> Page to print
            </a>
          </>
        }
      />
      <div className="mt-4">
        <DataTable
          label="Manifest"
          columns={manifestColumns}
          rows={rows?.slice(start, start + limit)}
          rowId={(row) => row.id}
          pagination={
            rows && {
              page: Math.min(page, totalPages),
              limit,
              totalPages,
              totalDocuments: rows.length,
            }
          }
          pageSizes={[25, 50, 100]}
          onPage={table.setPage}
          onLimit={table.setLimit}
        />
      </div>
    </>
  )
}

const manifestColumns: DataTableColumn<ManifestRow & { id: string }>[] = [
  {
    id: "place",
    header: "Sheet and position",
    card: "title",
    cell: (row) => (
      <>
        <b className="font-[600] whitespace-nowrap">
          {row.sheet === null ? "Not on a sheet yet" : `Sheet ${row.sheet}, ${row.position ?? ""}`}
        </b>
        {row.xIn !== null && row.yIn !== null && (
          <div className="text-xs font-[450] whitespace-nowrap text-ink-3">
            {formatInches(row.xIn)} in from the left, {formatInches(row.yIn)} in from the top
          </div>
        )}
      </>
    ),
  },
  {
    id: "order",
    header: "Order",
    cell: (row) => <span className="tabular-nums">{row.orderNumber || "–"}</span>,
  },
  { id: "buyer", header: "Buyer", cell: (row) => row.buyer || "–" },
  {
    id: "item",
    header: "Item",
    cell: (row) => (
      <>
        <span title={row.item}>{truncate(row.item, 50) || "–"}</span>
        {row.personalisation !== "" && (
          <div className="text-xs text-ink-3" title={row.personalisation}>
            “{truncate(row.personalisation, 50)}”
          </div>
        )}
      </>
    ),
  },
  { id: "sku", header: "SKU", cell: (row) => row.sku || "–" },
  { id: "size", header: "Size", cell: (row) => row.size || "–" },
  { id: "image", header: "Image", cell: (row) => <span className="text-ink-2">{row.image || "–"}</span> },
]

function describe(manifest: { rows: readonly unknown[]; sheets: number; printedAt: string | null }): string {
  const copies = plural(manifest.rows.length, "row")
  if (manifest.sheets === 0) return `${copies}, not printed yet`
  const date = manifest.printedAt === null ? "" : `, ${formatDate(manifest.printedAt)}`
  return `${copies} on ${plural(manifest.sheets, "sheet")}${date}`
}
