import type { Size } from "../../../contract/artwork/size.ts"
import { isSameLength, lengthUnits, sizeLabel } from "../../../contract/length.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { acceptQuantity } from "../../components/ui/accept-quantity.ts"
import { readLength } from "../../lib/length.ts"
import { isSizeWidth } from "../sizes/size-choices.ts"

/** The content of a pasted text's lines. */
export type PastedKind = "sizes" | "quantities" | "both"

/** A size of the seller's, or a width in inches that none of them has yet. */
export type PastedSize = { kind: "known"; size: Size } | { kind: "new"; widthIn: number }

/** One line, for one row of the print. Values that it lacks stay unchanged. */
export type PastedLine = {
  /** As a spreadsheet counts, a header included. */
  line: number
  size: PastedSize | null
  quantity: number | null
  /** The unreadable part, in words. */
  problem: string | null
}

/** Guesses the content of the lines: two cells are both, whole numbers alone are quantities. */
export function guessPasted(text: string): PastedKind {
  const cells = cellsOf(text).filter(({ cells }) => cells.some((cell) => cell !== ""))
  if (cells.some(({ cells }) => cells.length > 1)) return "both"
  return cells.length > 0 && cells.every(({ cells }) => isWhole(cells[0])) ? "quantities" : "sizes"
}

/** Reads a column of sizes or quantities, or both beside each other, as a spreadsheet copies them. */
export function readPasted(text: string, kind: PastedKind, sizes: readonly Size[]): PastedLine[] {
  const rows = cellsOf(text)
  const quantityAt = kind === "both" ? quantityColumn(rows) : 0
  const readSize = sizeReader(sizes)
  return rows.map(({ line, cells }) => {
    const quantityCell = kind === "sizes" ? "" : (cells[quantityAt] ?? "")
    const sizeCell = kind === "quantities" ? "" : (cells[kind === "both" ? 1 - quantityAt : 0] ?? "")
    const quantity = quantityCell === "" ? null : acceptQuantity(quantityCell, 1, MAX_PRINT_COPIES)
    const size = sizeCell === "" ? null : readSize(sizeCell)
    const problem =
      sizeCell !== "" && size === null
        ? `“${sizeCell}” is not a size`
        : quantityCell !== "" && quantity === null
          ? `“${quantityCell}” is not a quantity`
          : null
    return { line, size, quantity, problem }
  })
}

type CellRow = { line: number; cells: string[] }

/** Returns the lines without a header, and without the empty ones at the end. */
function cellsOf(text: string): CellRow[] {
  const lines = text.replace(/\r\n?/g, "\n").trimEnd().split("\n")
  if (text.trim() === "") return []
  const separator = ["\t", ";"].find((mark) => text.includes(mark))
  const rows = lines.map((line, i) => ({ line: i + 1, cells: split(line, separator) }))
  return isHeader(rows[0].cells) ? rows.slice(1) : rows
}

/**
 * Splits a line. A comma only separates a size from a whole number: "3,5 in" and "Chest, left" stay one cell.
 */
function split(line: string, separator: string | undefined): string[] {
  const parted = /^(.*\D),\s*(\d+)$/.exec(line.trim())
  const cells = separator === undefined ? (parted ? parted.slice(1) : [line]) : line.split(separator)
  return cells.slice(0, 2).map((cell) => cell.trim())
}

function isHeader(cells: readonly string[]): boolean {
  return cells.every((cell) =>
    /^(size|sizes|width|inches|cm|centimetres|qty|quantity|quantities|copies|count)$/i.test(cell),
  )
}

/** Returns the column of quantities: the second, unless only the first holds whole numbers. */
function quantityColumn(rows: readonly CellRow[]): 0 | 1 {
  const areWhole = (column: number) =>
    rows.every(({ cells }) => cells[column] === undefined || cells[column] === "" || isWhole(cells[column]))
  return areWhole(0) && !areWhole(1) ? 0 : 1
}

/** Finds a size by its label or name, else by the width at its end. */
export function sizeReader(sizes: readonly Size[]): (cell: string) => PastedSize | null {
  const named = new Map<string, Size>()
  for (const size of sizes) {
    for (const name of [size.name, ...lengthUnits.map((unit) => sizeLabel(size, unit))])
      if (!named.has(plain(name))) named.set(plain(name), size)
  }
  return (cell) => {
    const size = named.get(plain(cell))
    if (size) return { kind: "known", size }
    const typed = readLength(cell)
    if (typed === null) return null
    const same = sizes.find(({ value }) => isSameLength(value, typed.inches))
    if (same) return { kind: "known", size: same }
    return isSizeWidth(typed.inches) ? { kind: "new", widthIn: typed.inches } : null
  }
}

function isWhole(cell: string): boolean {
  return /^\d+$/.test(cell)
}

function plain(name: string): string {
  return name.trim().replace(/\s+/g, " ").toLowerCase()
}
