import {
  type Cell,
  type ColumnDef,
  metaHelper,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table"
import { type ReactNode, useMemo } from "react"
import type { Pagination } from "../../../contract/list.ts"
import type { RowSelection } from "../../lib/use-row-selection.ts"
import type { TableSort } from "../../lib/use-table-params.ts"
import type { EmptyStateProps } from "./empty-state.tsx"
import type { LoadFailure } from "./failure-notice.tsx"
import type { RowPart, RowWindow } from "./use-row-window.ts"

export type DataTableColumn<Row extends RowData> = {
  /** The id, also the `sortBy` value if the column sorts. */
  id: string
  header: string
  cell: (row: Row) => ReactNode
  isSortable?: boolean
  align?: "start" | "end"
  /** True if the header is for screen readers only. */
  hidesHeader?: boolean
  /** The place on a phone's card: left picture, title, labelled or plain line, corner, or nowhere. */
  card?: "media" | "title" | "line" | "plain" | "actions" | "hidden"
  className?: string
}

/** The parts of a column's definition that both layouts need, besides its head and cells. */
type ColumnLook = Pick<DataTableColumn<never>, "align" | "hidesHeader" | "card" | "className">

const features = tableFeatures({
  rowSortingFeature,
  columnMeta: metaHelper<ColumnLook>(),
})
type Features = typeof features
export type TableCell<Row extends RowData> = Cell<Features, Row>

export type TableModelProps<Row extends RowData> = {
  columns: readonly DataTableColumn<Row>[]
  /** Undefined until the first answer arrives. */
  rows: readonly Row[] | undefined
  rowId: (row: Row) => string
  sort?: TableSort
}

export type DataTableProps<Row extends RowData> = TableModelProps<Row> & {
  /** The name for screen readers. */
  label: string
  /** The name of a row when it is selected: `print 7f3a2c`. */
  rowLabel?: (row: Row) => string
  /** The selection of `useRowSelection`; with it, rows have checkboxes. */
  selection?: RowSelection
  /** The paging from the server. Without it there is no page bar. */
  pagination?: Pick<Pagination, "page" | "limit" | "totalPages" | "totalDocuments"> & { isExact?: boolean }
  pageSizes?: readonly number[]
  onPage?: (page: number) => void
  onLimit?: (limit: number) => void
  onSort?: (column: string) => void
  /** True if a search or filter is on: an empty table then says that nothing matches. */
  isFiltered?: boolean
  /** Clears a search or filter that nothing matches. */
  onShowAll?: () => void
  /** The possible content and the next step, beside 'No data'. */
  empty?: Omit<EmptyStateProps, "note">
  /** Why the first answer did not arrive. */
  failure?: LoadFailure | null
  /** True while new rows are loading: the old ones stay, dimmed, and cannot be selected. */
  isRefreshing?: boolean
  /** Draws the content of a phone's card; its checkbox stands before it. */
  renderCard?: (row: Row) => ReactNode
  /** Draws a row's second line, below its cells (order items). */
  renderDetail?: (row: Row) => ReactNode
  /** True if the rows are cards on a wide screen, too. */
  asCards?: boolean
  /** True if rows have pictures: 74 px instead of 56. */
  hasPictures?: boolean
  /** The part of the rows that is drawn; without it all are. */
  rowWindow?: RowWindow
  /** Rows that stand out, such as those whose pieces are picked elsewhere. */
  marked?: ReadonlySet<string>
}

/** The props of the two layouts. */
export type TableBodyProps<Row extends RowData> = DataTableProps<Row> & {
  model: TableModel<Row>
  footer: ReactNode
}

/** Returns react-table's columns, rows and sort. The server sorts and pages. */
export function useTableModel<Row extends RowData>(props: TableModelProps<Row>) {
  const { rowId, sort } = props
  const columns = useMemo(() => props.columns.map(definitionOf), [props.columns])
  const data = useMemo(() => [...(props.rows ?? [])], [props.rows])
  return useTable({
    features,
    columns,
    data,
    getRowId: (row: Row) => rowId(row),
    manualSorting: true,
    enableMultiSort: false,
    state: {
      sorting: !sort || sort.by === "" ? [] : [{ id: sort.by, desc: sort.direction === "desc" }],
    },
  })
}

export type TableModel<Row extends RowData> = ReturnType<typeof useTableModel<Row>>

/**
 * Returns a cell's content. It is a call, not a mounted component as in `FlexRender`: typing in a cell makes
 * new columns, and a new component would lose the focus.
 */
export function contentOf<Row extends RowData>(cell: TableCell<Row>): ReactNode {
  const { cell: content } = cell.column.columnDef
  return typeof content === "function" ? content(cell.getContext()) : content
}

/** Returns the rows that are drawn, and the room between them. */
export function shownParts<Row extends RowData>({
  model,
  rowWindow,
}: Pick<TableBodyProps<Row>, "model" | "rowWindow">): readonly RowPart[] {
  return rowWindow?.parts ?? model.getRowModel().rows.map((_row, index) => ({ index }))
}

function definitionOf<Row extends RowData>(column: DataTableColumn<Row>): ColumnDef<Features, Row> {
  const { id, header, cell, isSortable = false, align, hidesHeader, card, className } = column
  return {
    id,
    header,
    cell: ({ row }) => cell(row.original),
    enableSorting: isSortable,
    meta: { align, hidesHeader, card, className },
  }
}

/** The column of a row's buttons, whose head is for screen readers alone. */
export const actionsColumn = {
  id: "actions",
  header: "Actions",
  hidesHeader: true,
  align: "end",
  card: "actions",
} as const
