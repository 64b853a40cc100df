import { Plus, X } from "lucide-react"
import { memo } from "react"
import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import { Button } from "../../components/ui/button.tsx"
import { Select } from "../../components/ui/select.tsx"
import { classNames } from "../../lib/class-names.ts"
import { useStableCallback } from "../../lib/use-stable-callback.ts"
import { columnName, columnNamed, type RosterRow, withColumn } from "./roster-rows.ts"
import type { RosterTable as Roster } from "./roster-text.ts"

type RosterTableProps = {
  table: Roster
  /** The same rows as they were read. */
  rows: readonly RosterRow[]
  /** The index of the first row shown. */
  from: number
  to: number
  fields: readonly ArtworkField[]
  onTable: (table: Roster) => void
}

/** Shows a roster's cells, each edited in place, under heads that name the content of their columns. */
export function RosterTable({ table, rows, from, to, fields, onTable }: RosterTableProps) {
  const { columns } = table
  const options = [
    ...fields.map(({ name, label }) => ({ value: `field:${name}`, label })),
    { value: "size", label: "Size" },
    { value: "quantity", label: "Qty" },
    { value: "", label: "Leave out" },
  ]
  const onCell = useStableCallback((row: number, column: number, cell: string) =>
    onTable({
      columns,
      rows: table.rows.map((one, at) => (at === row ? { ...one, cells: one.cells.with(column, cell) } : one)),
    }),
  )
  const onRemove = useStableCallback((row: number) =>
    onTable({ columns, rows: table.rows.filter((_, at) => at !== row) }),
  )
  const heads = columns.map((column) => {
    const name = columnName(column)
    return options.find(({ value }) => value === name)?.label ?? ""
  })
  return (
    <div className="min-w-0">
      <div className="overflow-x-auto overflow-y-hidden rounded-lg border border-line-strong">
        <table className="w-full text-sm" aria-label="Roster">
          <thead className="bg-sunken text-left">
            <tr>
              <th scope="col" className="w-10 px-2 font-[550] text-ink-3">
                <span className="sr-only">Line</span>
              </th>
              {columns.map((column, at) => (
                <th scope="col" key={at} className="min-w-24 p-1 font-[550]">
                  <Select
                    label={`Column ${at + 1} holds`}
                    isQuiet
                    size="sm"
                    value={columnName(column)}
                    onValueChange={(name) =>
                      onTable({ ...table, columns: withColumn(columns, at, columnNamed(name)) })
                    }
                    options={options}
                    className="w-full"
                  />
                </th>
              ))}
              <th scope="col" className="w-9">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {table.rows.slice(from, to).map(({ line, cells }, at) => (
              <Line
                key={line}
                place={from + at}
                line={line}
                cells={cells}
                heads={heads.join("\n")}
                problems={JSON.stringify(rows[from + at].problems)}
                onCell={onCell}
                onRemove={onRemove}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Button
        variant="ghost"
        size="sm"
        icon={<Plus />}
        className="mt-1"
        onClick={() => {
          const line = Math.max(0, ...table.rows.map((row) => row.line)) + 1
          onTable({ columns, rows: [...table.rows, { line, cells: columns.map(() => "") }] })
        }}
      >
        Add row
      </Button>
    </div>
  )
}

type LineProps = {
  place: number
  line: number
  cells: readonly string[]
  /** The columns' heads, one on each line: as text, so that a row is drawn again only if it changed. */
  heads: string
  problems: string
  onCell: (row: number, column: number, cell: string) => void
  onRemove: (row: number) => void
}

const Line = memo(function Line({ place, line, cells, heads, problems, onCell, onRemove }: LineProps) {
  const wrong: RosterRow["problems"] = JSON.parse(problems)
  const head = heads.split("\n")
  const problemId = `roster-problem-${line}`
  return (
    <>
      <tr className="border-line-soft border-t">
        <th scope="row" className="px-2 text-center font-[450] text-ink-3 tabular-nums">
          {line}
        </th>
        {cells.map((cell, at) => {
          const isWrong = wrong.some(({ column }) => column === at)
          return (
            <td key={at} className={classNames("border-line-soft border-l p-0", isWrong && "bg-bad-soft")}>
              <input
                aria-label={`${head[at] || "Left out"}, line ${line}`}
                aria-invalid={isWrong || undefined}
                aria-describedby={wrong.length > 0 ? problemId : undefined}
                value={cell}
                onChange={(event) => onCell(place, at, event.target.value)}
                className={classNames(
                  "h-9 w-full min-w-20 bg-transparent px-2 focus-visible:outline-2 focus-visible:outline-ring focus-visible:-outline-offset-2 coarse:h-11 coarse:text-[1rem]",
                  isWrong && "text-bad-ink",
                  head[at] === "Leave out" && "text-ink-3",
                )}
              />
            </td>
          )
        })}
        <td className="border-line-soft border-l p-0 text-center">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Remove line ${line}`}
            title="Remove"
            onClick={() => onRemove(place)}
          >
            <X />
          </Button>
        </td>
      </tr>
      {wrong.length > 0 && (
        <tr>
          <td />
          <td id={problemId} colSpan={cells.length + 1} className="px-2 pb-1.5 text-xs text-bad-ink">
            {wrong.map(({ message }) => message).join(". ")}
          </td>
        </tr>
      )}
    </>
  )
})
