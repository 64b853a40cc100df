import {
  type ColumnDef,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table"
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react"
import { type ReactNode, useMemo } from "react"
import { texts } from "../../../contract/text.ts"
import { classNames } from "../../lib/class-names.ts"
import type { LoadFailure } from "../../lib/load-failure.ts"
import { useIsWide } from "../../lib/media-query.ts"
import { Button } from "./button.tsx"
import { Checkbox } from "./checkbox.tsx"
import { EmptyState, type EmptyStateProps } from "./empty-state.tsx"
import { FailureNotice } from "./failure-notice.tsx"
import { Pagination } from "./pagination.tsx"
import { Skeleton } from "./skeleton.tsx"
import type { TableSort } from "./table-sort.ts"

export type DataTableColumn<Row extends RowData> = {
  /** Also the `sortBy` value where the column sorts. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  align?: "start" | "end"
  /** The head is spoken, not drawn. */
  hidesHeader?: boolean
  /** On a phone's card: big at the left, on top, one of the labelled lines, in the corner, or nowhere. */
  card?: "media" | "title" | "line" | "plain" | "actions" | "hidden"
  className?: string
}

export type DataTableProps<Row extends RowData> = {
  /** Its name, for screen readers. */
  label: string
  columns: readonly DataTableColumn<Row>[]
  /** Undefined while the first answer is on its way. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  /** What a row is called when it is selected: `print 7f3a2c`. */
  rowLabel?: (row: Row) => string
  /** From the server. Without it there is no page bar. */
  pagination?: { page: number; limit: number; totalPages: number; totalDocuments: number }
  pageSizes?: readonly number[]
  onPage?: (page: number) => void
  onLimit?: (limit: number) => void
  sort?: TableSort
  onSort?: (column: string) => void
  /** With both, rows have ticks. Use `useRowSelection`, which clears on new data. */
  selectedIds?: readonly string[]
  onSelectedIdsChange?: (ids: string[]) => void
  /** A search or filter is on: an empty table then says that nothing matches. */
  isFiltered?: boolean
  /** Leads back from a search or filter that nothing matches. */
  onShowAll?: () => void
  /** Beside 'No data': what could be here, and the next step. */
  empty?: Omit<EmptyStateProps, "note">
  /** The first answer did not come. */
  failure?: LoadFailure | null
  /** New rows are on their way while the old ones stay. */
  isRefreshing?: boolean
  /** A phone's card drawn by the caller; `tick` is the row's checkbox, or null. */
  renderCard?: (row: Row, tick: ReactNode) => ReactNode
  /** A row's second line, below its cells (order items). */
  renderDetail?: (row: Row) => ReactNode
  /** Rows have pictures: 74 px instead of 56. */
  hasPictures?: boolean
}

const features = tableFeatures({ rowSelectionFeature, rowSortingFeature, rowPaginationFeature })
const noIds: readonly string[] = []
const noSort: TableSort = { by: "", direction: "asc" }
const defaultPageSizes = [10, 25, 50, 100]

/** The one table. The server pages, sorts and searches; the state lives in the address (`useTableParams`). */
export function DataTable<Row extends RowData>(props: DataTableProps<Row>) {
  const { label, rows, pagination, pageSizes = defaultPageSizes, failure, isRefreshing } = props
  const isWide = useIsWide()
  const isEmpty = rows !== undefined && rows.length === 0
  const footer =
    pagination !== undefined && pagination.totalDocuments > 0 ? (
      <Pagination
        page={pagination.page}
        limit={pagination.limit}
        totalPages={pagination.totalPages}
        totalRows={pagination.totalDocuments}
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
      {isWide ? <WideTable {...props} footer={footer} /> : <CardList {...props} footer={footer} />}
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

type BodyProps<Row extends RowData> = DataTableProps<Row> & { footer: ReactNode }

function useModel<Row extends RowData>(props: DataTableProps<Row>) {
  const { rowId, selectedIds = noIds, sort = noSort } = props
  const columns = useMemo<ColumnDef<typeof features, Row>[]>(
    () => props.columns.map(({ id, header }) => ({ id, header })),
    [props.columns],
  )
  const data = useMemo(() => [...(props.rows ?? [])], [props.rows])
  const rowSelection = useMemo(
    () => Object.fromEntries(selectedIds.map((id) => [id, true as const])),
    [selectedIds],
  )
  return useTable({
    features,
    columns,
    data,
    getRowId: (row: Row) => rowId(row),
    manualPagination: true,
    manualSorting: true,
    enableMultiSort: false,
    state: {
      rowSelection,
      sorting: sort.by === "" ? [] : [{ id: sort.by, desc: sort.direction === "desc" }],
    },
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(rowSelection) : change
      props.onSelectedIdsChange?.(Object.keys(next).filter((id) => next[id]))
    },
  })
}

function WideTable<Row extends RowData>(props: BodyProps<Row>) {
  const { columns, rows, rowLabel, sort = noSort, onSort, onSelectedIdsChange, renderDetail, footer } = props
  const table = useModel(props)
  const isSelectable = onSelectedIdsChange !== undefined
  const height = props.hasPictures ? "h-[4.625rem]" : "h-14"
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      {/* Positioned, so that the words for screen readers are cut off with the columns they name. */}
      <div className="relative overflow-x-auto">
        <table
          className={classNames(
            "w-full border-collapse text-sm transition-opacity duration-[120ms]",
            props.isRefreshing && "opacity-60",
          )}
        >
          <caption className="sr-only">{props.label}</caption>
          <thead>
            <tr>
              {isSelectable && (
                <th scope="col" className="h-10 w-11 pr-1 pl-4 text-left">
                  <Checkbox
                    label="Select all rows"
                    checked={
                      table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() && "indeterminate")
                    }
                    onCheckedChange={(checked) => table.toggleAllRowsSelected(checked)}
                    isDisabled={rows === undefined}
                  />
                </th>
              )}
              {columns.map((column) => (
                <HeadCell
                  key={column.id}
                  column={column}
                  sort={sort}
                  onSort={column.isSortable ? onSort : undefined}
                />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows === undefined && (
              <SkeletonRows columns={columns.length + (isSelectable ? 1 : 0)} height={height} />
            )}
            {table.getRowModel().rows.map((row) => {
              const detail = renderDetail?.(row.original)
              return [
                <tr
                  key={row.id}
                  data-row={row.id}
                  aria-selected={isSelectable ? row.getIsSelected() : undefined}
                  className={classNames(
                    height,
                    "border-line-soft border-t hover:bg-hover",
                    row.getIsSelected() && "bg-accent-soft/55 hover:bg-accent-soft/55",
                  )}
                >
                  {isSelectable && (
                    <td className="pr-1 pl-4">
                      <Checkbox
                        label={`Select ${rowLabel?.(row.original) ?? row.id}`}
                        checked={row.getIsSelected()}
                        onCheckedChange={(checked) => row.toggleSelected(checked)}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td
                      key={column.id}
                      className={classNames(
                        "px-3 first:pl-4 last:pr-4",
                        column.align === "end" && "text-right",
                        column.className,
                      )}
                    >
                      {column.cell(row.original)}
                    </td>
                  ))}
                </tr>,
                detail !== undefined && detail !== null && detail !== false && (
                  <tr key={`${row.id} detail`} className="bg-canvas">
                    <td colSpan={columns.length + (isSelectable ? 1 : 0)} className="px-4 py-3">
                      {detail}
                    </td>
                  </tr>
                ),
              ]
            })}
          </tbody>
        </table>
      </div>
      {footer !== null && <div className="border-line border-t">{footer}</div>}
    </div>
  )
}

function HeadCell<Row extends RowData>({
  column,
  sort,
  onSort,
}: {
  column: DataTableColumn<Row>
  sort: TableSort
  onSort: ((column: string) => void) | undefined
}) {
  const direction = sort.by === column.id ? sort.direction : null
  const SortIcon = direction === null ? ChevronsUpDown : direction === "asc" ? ArrowUp : ArrowDown
  return (
    <th
      scope="col"
      aria-sort={
        onSort === undefined
          ? undefined
          : direction === null
            ? "none"
            : direction === "asc"
              ? "ascending"
              : "descending"
      }
      className={classNames(
        "h-10 whitespace-nowrap px-3 text-left text-xs font-[550] text-ink-3 first:pl-4 last:pr-4",
        column.align === "end" && "text-right",
      )}
    >
      {onSort === undefined ? (
        <span className={column.hidesHeader ? "sr-only" : ""}>{column.header}</span>
      ) : (
        <button
          type="button"
          onClick={() => onSort(column.id)}
          className={classNames(
            "inline-flex h-8 items-center gap-1 rounded-xs hover:text-ink",
            direction !== null && "text-ink",
          )}
        >
          {column.header}
          <SortIcon
            aria-hidden="true"
            className={classNames("size-3.5", direction !== null ? "text-accent-ink" : "opacity-70")}
          />
        </button>
      )}
    </th>
  )
}

function SkeletonRows({ columns, height }: { columns: number; height: string }) {
  return [1, 2, 3, 4, 5].map((row) => (
    <tr key={row} className={classNames(height, "border-line-soft border-t")}>
      {Array.from({ length: columns }, (_, index) => (
        <td key={index} className="px-3 first:pl-4 last:pr-4">
          <Skeleton className="h-4 w-full max-w-32" />
        </td>
      ))}
    </tr>
  ))
}

function CardList<Row extends RowData>(props: BodyProps<Row>) {
  const { columns, rows, rowLabel, onSelectedIdsChange, renderCard, renderDetail, footer } = props
  const table = useModel(props)
  const isSelectable = onSelectedIdsChange !== undefined
  return (
    <div className="flex flex-col gap-3">
      {isSelectable && rows !== undefined && (
        // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control; Radix draws it as a button
        <label className="flex h-11 items-center gap-3 px-4 text-sm text-ink-2">
          <Checkbox
            label="Select all rows"
            checked={table.getIsAllRowsSelected() || (table.getIsSomeRowsSelected() && "indeterminate")}
            onCheckedChange={(checked) => table.toggleAllRowsSelected(checked)}
          />
          Select all
        </label>
      )}
      <ul className={classNames("flex flex-col gap-3", props.isRefreshing && "opacity-60")}>
        {rows === undefined &&
          [1, 2, 3].map((card) => (
            <li
              key={card}
              aria-hidden="true"
              className="rounded-lg border border-line bg-surface p-4 shadow-card"
            >
              <Skeleton className="h-5 w-32" />
              <Skeleton className="mt-3 h-4 w-48" />
            </li>
          ))}
        {table.getRowModel().rows.map((row) => {
          const tick = isSelectable ? (
            <Checkbox
              label={`Select ${rowLabel?.(row.original) ?? row.id}`}
              checked={row.getIsSelected()}
              onCheckedChange={(checked) => row.toggleSelected(checked)}
            />
          ) : null
          return (
            <li
              key={row.id}
              data-row={row.id}
              className={classNames(
                "rounded-lg border border-line bg-surface p-4 shadow-card",
                row.getIsSelected() && "border-accent bg-accent-soft/55",
              )}
            >
              {renderCard !== undefined ? (
                renderCard(row.original, tick)
              ) : (
                <PlainCard columns={columns} row={row.original} tick={tick} />
              )}
              {renderDetail?.(row.original)}
            </li>
          )
        })}
      </ul>
      {footer}
    </div>
  )
}

/** The card a row becomes by itself: picture, title with the actions in its corner, labelled lines. */
function PlainCard<Row extends RowData>({
  columns,
  row,
  tick,
}: {
  columns: readonly DataTableColumn<Row>[]
  row: Row
  tick: ReactNode
}) {
  const placed = (place: NonNullable<DataTableColumn<Row>["card"]>) =>
    columns.filter((column) => (column.card ?? "line") === place)
  return (
    <div className="flex gap-4 text-sm">
      {placed("media").map((column) => (
        <div key={column.id} className="flex-none">
          {column.cell(row)}
        </div>
      ))}
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1 text-base font-[600]">
            {placed("title").map((column) => (
              <div key={column.id}>{column.cell(row)}</div>
            ))}
          </div>
          {tick !== null && <span className="grid h-6 place-items-center">{tick}</span>}
          {placed("actions").map((column) => (
            <div key={column.id} className="-mt-2.5 -mr-2.5 -mb-2.5 flex flex-none">
              {column.cell(row)}
            </div>
          ))}
        </div>
        {placed("plain").map((column) => (
          <div key={column.id} className="mt-1.5">
            {column.cell(row)}
          </div>
        ))}
        {placed("line").length > 0 && (
          <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
            {placed("line").map((column) => (
              <div key={column.id} className="contents">
                <dt className="text-ink-3">{column.header}</dt>
                <dd className="min-w-0">{column.cell(row)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  )
}
