import type { RowData } from "@tanstack/react-table"
import { classNames } from "../../lib/class-names.ts"
import { Checkbox } from "./checkbox.tsx"
import { SelectEverything, SelectPage } from "./select-all.tsx"
import { Skeleton } from "./skeleton.tsx"
import {
  contentOf,
  type DataTableColumn,
  shownParts,
  type TableBodyProps,
  type TableCell,
} from "./table-model.ts"

/** Draws the same rows on a phone: one card each. */
export function CardList<Row extends RowData>(props: TableBodyProps<Row>) {
  const { model: table, rows, rowLabel, selection, renderCard, renderDetail, footer, rowWindow } = props
  const all = table.getRowModel().rows
  return (
    <div className="flex flex-col gap-3">
      {selection && rows !== undefined && (
        <div>
          <SelectPage
            selection={selection}
            isRefreshing={props.isRefreshing}
            className="flex h-11 items-center gap-3 px-4 text-sm text-ink-2"
          />
          <SelectEverything
            selection={selection}
            className="flex flex-wrap items-center gap-x-2 rounded-md bg-accent-soft/55 px-4 py-2 text-sm"
          />
        </div>
      )}
      <ul
        ref={rowWindow?.ref}
        className={classNames("flex flex-col gap-3", props.isRefreshing && "opacity-60")}
      >
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
        {shownParts(props).map((part) => {
          if ("roomPx" in part)
            return <li key={`room ${part.before}`} aria-hidden="true" style={{ height: part.roomPx }} />
          const row = all[part.index]
          const tick = selection ? (
            <Checkbox
              label={`Select ${rowLabel?.(row.original) ?? row.id}`}
              checked={selection.has(row.id)}
              onCheckedChange={(checked, withShift) => selection.pick(row.id, checked, withShift)}
              isDisabled={props.isRefreshing}
            />
          ) : null
          return (
            <li
              key={row.id}
              ref={rowWindow?.measure}
              data-row={row.id}
              data-index={part.index}
              data-in-hand={props.marked?.has(row.id) || undefined}
              aria-posinset={rowWindow ? part.index + 1 : undefined}
              aria-setsize={rowWindow ? all.length : undefined}
              className={classNames(
                "rounded-lg border border-line bg-surface p-4 shadow-card",
                selection?.has(row.id) && "border-accent bg-accent-soft/55",
              )}
            >
              <div className="flex gap-3">
                {/* At the same edge on every card, within a thumb's reach. */}
                {tick !== null && <span className="grid h-6 flex-none place-items-center">{tick}</span>}
                <div className="min-w-0 flex-1">
                  {renderCard !== undefined ? (
                    renderCard(row.original)
                  ) : (
                    <PlainCard cells={row.getAllCells()} />
                  )}
                </div>
              </div>
              {renderDetail?.(row.original)}
            </li>
          )
        })}
      </ul>
      {footer}
    </div>
  )
}

/** Draws a row's default card: picture, title with the actions in its corner, a labelled line for each cell with content. */
function PlainCard<Row extends RowData>({ cells }: { cells: TableCell<Row>[] }) {
  const placed = (place: NonNullable<DataTableColumn<Row>["card"]>) =>
    cells.filter((cell) => (cell.column.columnDef.meta?.card ?? "line") === place)
  const lines = placed("line").filter((cell) => contentOf(cell) !== "")
  return (
    <div className="flex gap-4 text-sm">
      {placed("media").map((cell) => (
        <div key={cell.id} className="flex-none">
          {contentOf(cell)}
        </div>
      ))}
      <div className="min-w-0 flex-1">
        <div className="flex items-start gap-3">
          <div className="min-w-0 flex-1 text-base font-[600]">
            {placed("title").map((cell) => (
              <div key={cell.id}>{contentOf(cell)}</div>
            ))}
          </div>
          {placed("actions").map((cell) => (
            <div key={cell.id} className="-mt-2.5 -mr-2.5 -mb-2.5 flex flex-none">
              {contentOf(cell)}
            </div>
          ))}
        </div>
        {placed("plain").map((cell) => (
          <div key={cell.id} className="mt-1.5">
            {contentOf(cell)}
          </div>
        ))}
        {lines.length > 0 && (
          <dl className="mt-2 grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5">
            {lines.map((cell) => (
              <div key={cell.id} className="contents">
                <dt className="text-ink-3">{String(cell.column.columnDef.header)}</dt>
                <dd className="min-w-0">{contentOf(cell)}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  )
}
