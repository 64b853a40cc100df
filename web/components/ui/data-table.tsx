import type { RowData } from "@tanstack/react-table"
import { texts } from "../../../contract/text.ts"
import { useIsWide } from "../../lib/media-query.ts"
import { Button } from "./button.tsx"
import { CardList } from "./card-list.tsx"
import { EmptyState } from "./empty-state.tsx"
import { FailureNotice } from "./failure-notice.tsx"
import { Pagination } from "./pagination.tsx"
import { type DataTableProps, useTableModel } from "./table-model.ts"
import { WideTable } from "./wide-table.tsx"

const defaultPageSizes = [10, 25, 50, 100]

/** Draws the app's table. The server pages, sorts and searches; `useTableParams` keeps the state. */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, pagination, pageSizes = defaultPageSizes, failure, isRefreshing } = props
  const isWide = useIsWide() && !props.asCards
  const model = useTableModel(props)
  const isEmpty = rows !== undefined && rows.length === 0
  const footer =
    pagination !== undefined && pagination.totalDocuments > 0 ? (
      <Pagination
        of={label}
        page={pagination.page}
        limit={pagination.limit}
        totalPages={pagination.totalPages}
        totalRows={pagination.totalDocuments}
        isExact={pagination.isExact}
        pageSizes={pageSizes}
        onPage={(page) => props.onPage?.(page)}
        onLimit={(limit) => props.onLimit?.(limit)}
        className="md:px-4 md:py-2.5"
      />
    ) : null

  if (failure) return <FailureNotice error={failure.error} onRetry={failure.onRetry} />
  if (isEmpty) return <EmptyTable {...props} />
  return (
    <section aria-label={label} aria-busy={rows === undefined || isRefreshing || undefined}>
      {rows === undefined && (
        <span role="status" className="sr-only">
          Loading
        </span>
      )}
      {isWide ? (
        <WideTable {...props} model={model} footer={footer} />
      ) : (
        <CardList {...props} model={model} footer={footer} />
      )}
    </section>
  )
}

function EmptyTable<Row extends RowData>({ label, isFiltered, onShowAll, empty }: DataTableProps<Row>) {
  return (
    <section aria-label={label} className="rounded-lg border border-line bg-surface shadow-card">
      {!isFiltered && empty !== undefined ? (
        <EmptyState {...empty} note={texts.noData} />
      ) : (
        <div className="flex flex-col items-center gap-4 px-4 py-14 text-center text-ink-2">
          <p role="status">{isFiltered ? texts.noMatch : texts.noData}</p>
          {isFiltered && onShowAll !== undefined && <Button onClick={onShowAll}>Show all</Button>}
        </div>
      )}
    </section>
  )
}
