import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"

export type FigureTableProps = {
  label: string
  /** The heads; the first column names the row, the others are amounts. */
  heads: readonly string[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** Shows amounts in rows; wide tables scroll sideways on their own. */
export function FigureTable({ label, heads, rows }: FigureTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section aria-label={label} tabIndex={0} className="relative mt-2 max-h-96 overflow-auto rounded-sm">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">{label}</caption>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th
                key={head}
                scope="col"
                className={classNames(cellClasses(i), "text-xs font-[550] text-ink-3")}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key} className="border-line-soft border-t">
              {cells.map((cell, i) =>
                i === 0 ? (
                  <th key={heads[i]} scope="row" className={classNames(cellClasses(i), "font-[450]")}>
                    {cell}
                  </th>
                ) : (
                  <td key={heads[i]} className={cellClasses(i)}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function cellClasses(column: number): string {
  return column === 0 ? "py-1.5 pr-3 text-left" : "whitespace-nowrap px-2 py-1.5 text-right tabular-nums"
}
