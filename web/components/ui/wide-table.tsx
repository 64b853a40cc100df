import { FlexRender, type RowData } from "@tanstack/react-table"
import { ArrowDown, ArrowUp, ChevronsUpDown } from "lucide-react"
import { classNames } from "../../lib/class-names.ts"
import { Checkbox } from "./checkbox.tsx"
import { PageCheckbox, SelectEverything } from "./select-all.tsx"
import { Skeleton } from "./skeleton.tsx"
import { contentOf, shownParts, type TableBodyProps, type TableModel } from "./table-model.ts"

/** Draws rows below heads that sort. */
export function WideTable<Row extends RowData>(props: TableBodyProps<Row>) {
  const { model: table, rows, rowLabel, onSort, selection, renderDetail, footer, rowWindow } = props
  const heads = table.getLeafHeaders()
  const isSelectable = selection !== undefined
  const columnCount = heads.length + (isSelectable ? 1 : 0)
  const all = table.getRowModel().rows
  const height = props.hasPictures ? "h-[4.625rem]" : "h-14"
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      {selection && (
        <SelectEverything
          selection={selection}
          className="flex flex-wrap items-center justify-center gap-x-2 border-line border-b bg-accent-soft/55 px-4 py-1 text-sm"
        />
      )}
      {/* Positioned, so that text for screen readers is cut off with its column. */}
      <div className="relative overflow-x-auto">
        <table
          aria-rowcount={rowWindow && rows ? rows.length + 1 : undefined}
          className={classNames(
            "w-full border-collapse text-sm transition-opacity duration-[120ms]",
            props.isRefreshing && "opacity-60",
          )}
        >
          <caption className="sr-only">{props.label}</caption>
          <thead>
            <tr>
              {selection && (
                <th scope="col" className="h-10 w-11 pr-1 pl-4 text-left">
                  <PageCheckbox selection={selection} isRefreshing={props.isRefreshing} />
                </th>
              )}
              {heads.map((head) => (
                <HeadCell key={head.id} head={head} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody ref={rowWindow?.ref}>
            {rows === undefined && <SkeletonRows columns={columnCount} height={height} />}
            {shownParts(props).map((part) => {
              if ("roomPx" in part)
                return (
                  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: room for rows takes no focus
                  <tr key={`room ${part.before}`} aria-hidden="true">
                    <td colSpan={columnCount} style={{ height: part.roomPx, padding: 0 }} />
                  </tr>
                )
              const row = all[part.index]
              const detail = renderDetail?.(row.original)
              return [
                <tr
                  key={row.id}
                  ref={rowWindow?.measure}
                  data-row={row.id}
                  data-index={part.index}
                  data-in-hand={props.marked?.has(row.id) || undefined}
                  aria-rowindex={rowWindow ? part.index + 2 : undefined}
                  aria-selected={selection?.has(row.id)}
                  className={classNames(
                    height,
                    "border-line-soft border-t hover:bg-hover",
                    selection?.has(row.id) && "bg-accent-soft/55 hover:bg-accent-soft/55",
                  )}
                >
                  {selection && (
                    <td className="pr-1 pl-4">
                      <Checkbox
                        label={`Select ${rowLabel?.(row.original) ?? row.id}`}
                        checked={selection.has(row.id)}
                        onCheckedChange={(checked, withShift) => selection.pick(row.id, checked, withShift)}
                        isDisabled={props.isRefreshing}
                      />
                    </td>
                  )}
                  {row.getAllCells().map((cell) => (
                    <td
                      key={cell.id}
                      className={classNames(
                        "px-2 py-1.5 first:pl-4 last:pr-4 min-[1400px]:px-3",
                        cell.column.columnDef.meta?.align === "end" && "text-right",
                        cell.column.columnDef.meta?.className,
                      )}
                    >
                      {contentOf(cell)}
                    </td>
                  ))}
                </tr>,
                detail !== undefined && detail !== null && detail !== false && (
                  <tr key={`${row.id} detail`} className="bg-canvas">
                    <td colSpan={columnCount} className="max-w-0 px-4 py-3">
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

type Head<Row extends RowData> = ReturnType<TableModel<Row>["getLeafHeaders"]>[number]

const sortings = {
  asc: { ariaSort: "ascending", Icon: ArrowUp },
  desc: { ariaSort: "descending", Icon: ArrowDown },
  none: { ariaSort: "none", Icon: ChevronsUpDown },
} as const

type HeadCellProps<Row extends RowData> = { head: Head<Row>; onSort: ((column: string) => void) | undefined }

function HeadCell<Row extends RowData>({ head, onSort }: HeadCellProps<Row>) {
  const { column } = head
  const { meta, enableSorting } = column.columnDef
  const isSorted = column.getIsSorted() !== false
  const { ariaSort, Icon } = sortings[column.getIsSorted() || "none"]
  const canSort = enableSorting === true && onSort !== undefined
  return (
    <th
      scope="col"
      aria-sort={canSort ? ariaSort : undefined}
      className={classNames(
        "h-10 whitespace-nowrap px-2 text-left text-xs font-[550] text-ink-3 first:pl-4 last:pr-4 min-[1400px]:px-3",
        meta?.align === "end" && "text-right",
      )}
    >
      {canSort ? (
        <button
          type="button"
          onClick={() => onSort(column.id)}
          className={classNames(
            "inline-flex h-8 items-center gap-1 rounded-xs hover:text-ink",
            isSorted && "text-ink",
          )}
        >
          <FlexRender header={head} />
          <Icon
            aria-hidden="true"
            className={classNames("size-3.5", isSorted ? "text-accent-ink" : "opacity-70")}
          />
        </button>
      ) : (
        <span className={meta?.hidesHeader ? "sr-only" : ""}>
          <FlexRender header={head} />
        </span>
      )}
    </th>
  )
}

function SkeletonRows({ columns, height }: { columns: number; height: string }) {
  return [1, 2, 3, 4, 5].map((row) => (
    <tr key={row} className={classNames(height, "border-line-soft border-t")}>
      {Array.from({ length: columns }, (_, index) => (
        <td key={index} className="px-2 py-1.5 first:pl-4 last:pr-4 min-[1400px]:px-3">
          <Skeleton className="h-4 w-full max-w-32" />
        </td>
      ))}
    </tr>
  ))
}
