import { MAX_IMPORT_BYTES, MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from "../limit.ts"
import { TableError } from "./table-error.ts"

/** A file's rows as a spreadsheet shows them: row 1 is the first, blank ones count. */
export type Table = {
  rows: string[][]
  /** The rows that were too large to be read, by their number, and why. */
  refused: ReadonlyMap<number, string>
  /** True if rows may be shorter than the header; a spreadsheet leaves out the last empty cells. */
  isRagged: boolean
  /** The warnings for the sender. */
  warnings: string[]
}

/** The bytes that all cells hold together unless less is given. */
export const MAX_TABLE_BYTES = 4 * MAX_IMPORT_BYTES
/** The bytes of a cell in its row besides its text. */
const CELL_BYTES = 8
/** The bytes of a row, even of a blank one. */
const ROW_BYTES = 48

/** Counts bytes that a file's table goes on holding; throws when they are too many. */
export type Hold = (bytes: number) => void

/** Returns a function that counts a table's bytes, up to a limit. */
export function holdUpTo(mostBytes: number): Hold {
  let held = 0
  return (bytes) => {
    held += bytes
    if (held > mostBytes) throw new TableError("This file has too many cells. Split it and import each part.")
  }
}

/** A function that takes the number of letters read since its last call, and lets others run meanwhile. */
export type Pause = (read: number) => Promise<void>

/** The highest number of a row; blank rows count here, too. */
const MAX_ROW_NUMBER = MAX_IMPORT_ROWS * 2

/** Collects rows, and refuses more or wider ones than a file may have; the caller counts the texts. */
export function collectRows(hold: Hold) {
  const rows: string[][] = []
  let filled = 0
  let added = 0
  return {
    rows,
    /** Adds a row; `number` counts from 1; rows that a spreadsheet leaves out are blank. */
    add(cells: string[], number = rows.length + 1): void {
      if (cells.some((cell) => cell.trim() !== "")) filled += 1
      added += 1
      // Rows may repeat one number.
      if (filled > MAX_IMPORT_ROWS + 1 || Math.max(number, added) > MAX_ROW_NUMBER)
        throw new TableError(`A file holds at most ${MAX_IMPORT_ROWS} rows. Split it and import each part.`)
      if (cells.length > MAX_IMPORT_COLUMNS)
        throw new TableError(
          `A file has at most ${MAX_IMPORT_COLUMNS} columns; this one has ${cells.length}.`,
        )
      hold(ROW_BYTES * Math.max(0, number - rows.length) + CELL_BYTES * cells.length)
      while (rows.length < number - 1) rows.push([])
      rows[number - 1] = cells
    },
  }
}
