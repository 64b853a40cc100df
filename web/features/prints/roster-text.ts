import Papa from "papaparse"
import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { TableError } from "../../../contract/table/table-error.ts"
import { formatCount } from "../../lib/format.ts"
import { sizeReader } from "./pasted-cells.ts"

/** The content of a roster's column. */
export type RosterColumn =
  | { kind: "field"; name: string }
  | { kind: "size" }
  | { kind: "quantity" }
  | { kind: "none" }

/** A roster as it was pasted. `line` counts as a spreadsheet does, a header included. */
export type RosterTable = { columns: RosterColumn[]; rows: { line: number; cells: string[] }[] }

type RosterField = Pick<ArtworkField, "name" | "label" | "kind">

/** A delimiter that no pasted text has: every line is one cell. */
const NO_DELIMITER = "\u001f"

/** The columns that are read: a few times as many as an image has fields. */
const MAX_COLUMNS = 100
const SIZE_WORDS = ["size", "sizes", "width", "inches", "cm", "centimetres", "shirt size", "print size"]
const QUANTITY_WORDS = ["qty", "quantity", "quantities", "copies", "count", "pcs", "pieces", "amount"]
const NAME_WORDS = ["name", "last name", "surname", "player", "nickname", "text"]
const NUMBER_WORDS = ["number", "no", "no.", "nr", "nr.", "num", "#", "jersey", "jersey #", "jersey number"]
const IS_NUMBER = /^(?:.*[\s_-])?(?:number|num|no|nr|#|year|age)$/i

/**
 * Reads a roster as people have it: cells from a spreadsheet, CSV, or plain names, one on each line. The
 * content of its columns follows from their heads, else from their cells. Throws a TableError for more rows
 * than a print has.
 */
export function readRoster(
  text: string,
  fields: readonly RosterField[],
  sizes: readonly Size[],
): RosterTable {
  return rosterOf(cellsOf(text, delimiterOf(text, fields, sizes)), fields, sizes)
}

/** Reads a spreadsheet's rows in the same way. */
export function readRosterRows(
  rows: readonly (readonly string[])[],
  fields: readonly RosterField[],
  sizes: readonly Size[],
): RosterTable {
  return rosterOf(linesOf(rows), fields, sizes)
}

function rosterOf(
  lines: readonly RosterTable["rows"][number][],
  fields: readonly RosterField[],
  sizes: readonly Size[],
): RosterTable {
  const head = lines.length > 0 ? headColumns(lines[0].cells, fields) : null
  const body = head ? lines.slice(1) : lines
  if (body.length > MAX_PRINT_ITEMS)
    throw new TableError(
      `A roster has at most ${MAX_PRINT_ITEMS} rows, this one has ${formatCount(body.length)}.`,
    )
  const width = widest(lines)
  const rows = body.map(({ line, cells }) => ({ line, cells: padded(cells, width) }))
  if (head === null) return { columns: guessColumns(rows, width, fields, sizes), rows }
  return { columns: [...head, ...Array.from({ length: width - head.length }, () => noColumn)], rows }
}

const noColumn: RosterColumn = { kind: "none" }

function widest(lines: readonly { cells: readonly string[] }[]): number {
  return Math.max(0, ...lines.map(({ cells }) => cells.length))
}

function cellsOf(text: string, delimiter: string): { line: number; cells: string[] }[] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n"), {
    delimiter,
    newline: "\n",
  })
  return linesOf(data)
}

/** Returns the lines that are not empty. */
function linesOf(rows: readonly (readonly string[])[]): RosterTable["rows"] {
  return rows
    .map((cells, i) => ({
      line: i + 1,
      cells: cells.slice(0, MAX_COLUMNS).map((cell) => cell.trim()),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""))
}

function padded(cells: string[], width: number): string[] {
  if (cells.length === width) return cells
  return [...cells, ...Array.from({ length: width - cells.length }, () => "")]
}

/**
 * Returns the delimiter. A comma may also stand in a name: it separates cells if most lines have one and the
 * columns make sense.
 */
function delimiterOf(text: string, fields: readonly RosterField[], sizes: readonly Size[]): string {
  if (text.includes("\t")) return "\t"
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  const mark = [";", ","].find((one) => lines.filter((line) => line.includes(one)).length * 2 >= lines.length)
  if (mark === undefined || lines.length === 0) return NO_DELIMITER
  // The first rows say as much as all of them.
  const rows = cellsOf(text, mark).slice(0, MAX_PRINT_ITEMS)
  if (rows.length === 0 || headColumns(rows[0].cells, fields) !== null) return mark
  const columns = guessColumns(rows, widest(rows), fields, sizes)
  const used = columns.filter(({ kind }) => kind !== "none").length
  return used > 1 ? mark : NO_DELIMITER
}

/** Returns the columns by the first line, or null if that is no head. */
function headColumns(cells: readonly string[], fields: readonly RosterField[]): RosterColumn[] | null {
  const left = new Set(fields)
  const columns = cells.map((cell) => columnCalled(plain(cell), left))
  const named = columns.filter(({ kind }) => kind !== "none").length
  const filled = cells.filter((cell) => cell !== "").length
  return named > 0 && named * 2 >= filled ? columns : null
}

/** Removes the field from the remaining ones: no two columns are the same. */
function columnCalled(word: string, left: Set<RosterField>): RosterColumn {
  const field = fieldCalled(word, [...left])
  if (field) {
    left.delete(field)
    return { kind: "field", name: field.name }
  }
  if (SIZE_WORDS.includes(word)) return { kind: "size" }
  return QUANTITY_WORDS.includes(word) ? { kind: "quantity" } : { kind: "none" }
}

function fieldCalled(word: string, left: readonly RosterField[]): RosterField | undefined {
  const own = left.find(({ name, label }) => plain(name) === word || plain(label) === word)
  if (own) return own
  if (NUMBER_WORDS.includes(word)) return left.find(isNumber)
  return NAME_WORDS.includes(word) ? left.find((field) => !isNumber(field)) : undefined
}

/** Guesses the columns by their cells: whole numbers are numbers first and then quantities. */
function guessColumns(
  rows: readonly { cells: readonly string[] }[],
  width: number,
  fields: readonly RosterField[],
  sizes: readonly Size[],
): RosterColumn[] {
  const readSize = sizeReader(sizes)
  const numbers = fields.filter(isNumber)
  const texts = fields.filter((field) => !isNumber(field))
  let [hasSize, hasQuantity] = [false, false]
  return Array.from({ length: width }, (_, at): RosterColumn => {
    const cells = rows.map(({ cells }) => cells[at] ?? "").filter((cell) => cell !== "")
    if (cells.length > 0 && cells.every((cell) => /^\d+$/.test(cell))) {
      const number = numbers.shift()
      if (number) return { kind: "field", name: number.name }
      if (width > 1 && !hasQuantity) {
        hasQuantity = true
        return { kind: "quantity" }
      }
    } else if (!hasSize && width > 1 && cells.length > 0 && cells.every((cell) => readSize(cell) !== null)) {
      hasSize = true
      return { kind: "size" }
    }
    const field = texts.shift() ?? (width === 1 ? numbers.shift() : undefined)
    return field ? { kind: "field", name: field.name } : { kind: "none" }
  })
}

function isNumber({ name, label, kind }: RosterField): boolean {
  return kind === "number" || (kind === "text" && (IS_NUMBER.test(name) || IS_NUMBER.test(label)))
}

function plain(word: string): string {
  return word.trim().replace(/\s+/g, " ").replace(/:$/, "").toLowerCase()
}
