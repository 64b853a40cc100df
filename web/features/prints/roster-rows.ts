import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { canonicalValues, valueProblems } from "../../../contract/artwork/artwork-values.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { acceptQuantity } from "../../components/ui/accept-quantity.ts"
import { type PastedSize, sizeReader } from "./pasted-cells.ts"
import type { RosterColumn, RosterTable } from "./roster-text.ts"

/** The problem of one cell, or of the row if its column is not shown. */
type RosterProblem = { column: number | null; message: string }

/** One line of a roster, read: one piece in one size, with a quantity. */
export type RosterRow = {
  line: number
  values: ArtworkValues
  size: PastedSize | null
  quantity: number
  problems: RosterProblem[]
  /** True if its text is wrong or missing, so that there is nothing to draw. */
  hasTextProblem: boolean
}

/**
 * Returns the rows as they would be added. A row without a size takes `usualSize`, one without a quantity is
 * one copy.
 */
export function rosterRows(
  { columns, rows }: RosterTable,
  options: { fields: readonly ArtworkField[]; sizes: readonly Size[]; usualSize: Size | null },
): RosterRow[] {
  const { fields, sizes, usualSize } = options
  const columnOf = (field: string) => placeOf(columns, (one) => one.kind === "field" && one.name === field)
  const sizeAt = placeOf(columns, ({ kind }) => kind === "size")
  const quantityAt = placeOf(columns, ({ kind }) => kind === "quantity")
  const readSize = sizeReader(sizes)
  return rows.map(({ line, cells }) => {
    const values = valuesOf(columns, cells)
    const sizeCell = sizeAt === null ? "" : (cells[sizeAt] ?? "")
    const quantityCell = quantityAt === null ? "" : (cells[quantityAt] ?? "")
    const usual: PastedSize | null = usualSize && { kind: "known", size: usualSize }
    const size = sizeCell === "" ? usual : readSize(sizeCell)
    const quantity = quantityCell === "" ? 1 : acceptQuantity(quantityCell, 1, MAX_PRINT_COPIES)
    const problems: RosterProblem[] = valueProblems(fields, values).map(({ field, message }) => ({
      column: columnOf(field),
      message,
    }))
    const hasTextProblem = problems.length > 0
    if (size === null)
      problems.push({
        column: sizeAt,
        message: sizeCell === "" ? "Which size?" : `“${sizeCell}” is not a size`,
      })
    if (quantity === null)
      problems.push({ column: quantityAt, message: `“${quantityCell}” is not a quantity` })
    return { line, values, size, quantity: quantity ?? 1, problems, hasTextProblem }
  })
}

function placeOf(
  columns: readonly RosterColumn[],
  isWanted: (column: RosterColumn) => boolean,
): number | null {
  const at = columns.findIndex(isWanted)
  return at < 0 ? null : at
}

function valuesOf(columns: readonly RosterColumn[], cells: readonly string[]): ArtworkValues {
  const entries = columns.flatMap((column, at) =>
    column.kind === "field" ? [[column.name, cells[at] ?? ""] as const] : [],
  )
  return canonicalValues(Object.fromEntries(entries))
}

/** Returns the columns with another one at a place; the column with that meaning before loses it. */
export function withColumn(
  columns: readonly RosterColumn[],
  at: number,
  column: RosterColumn,
): RosterColumn[] {
  const name = columnName(column)
  return columns.map((one, i) => {
    if (i === at) return column
    return name !== "" && columnName(one) === name ? { kind: "none" } : one
  })
}

/** Returns a column as a select's value: `field:name`, `size`, `quantity`, or "". */
export function columnName(column: RosterColumn): string {
  if (column.kind === "field") return `field:${column.name}`
  return column.kind === "none" ? "" : column.kind
}

export function columnNamed(name: string): RosterColumn {
  if (name.startsWith("field:")) return { kind: "field", name: name.slice("field:".length) }
  return name === "size" || name === "quantity" ? { kind: name } : { kind: "none" }
}
