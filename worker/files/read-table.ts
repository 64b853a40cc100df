import Papa from "papaparse"
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from "../../contract/order-import.ts"
import { TableError } from "./table-error.ts"

/** A file's rows as a spreadsheet shows them: row 1 is the first, blank ones count. */
export type Table = {
  rows: string[][]
  /** Rows of a text file have as many cells as its header; a spreadsheet leaves out the last empty ones. */
  isRagged: boolean
}

/** More blank lines and footers than any report has. */
const MAX_OTHER_ROWS = 1_000
const SEPARATORS = ["\t", ",", ";", "|"]

/** Reads CSV or TSV in any of the encodings that shops and spreadsheet programs write. */
export function readTextTable(bytes: Uint8Array): Table {
  let text = decodeText(bytes)
  // A line of its own by which some spreadsheet programs say the separator.
  const said = /^sep=(.)\r?\n/i.exec(text)
  if (said) text = text.slice(said[0].length)
  const delimiter = said?.[1] ?? separatorOf(text)
  const { data } = Papa.parse<string[]>(text, {
    delimiter,
    // Line ends are told by Papa; one more row than allowed says that there are too many.
    preview: MAX_IMPORT_ROWS + MAX_OTHER_ROWS + 2,
  })
  return tableOf(data, delimiter === "\t")
}

/** Refuses a table that is too large. */
export function tableOf(rows: string[][], isRagged: boolean): Table {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== "")).length
  if (filled > MAX_IMPORT_ROWS + 1)
    throw new TableError(`A file holds at most ${MAX_IMPORT_ROWS} rows. Split it and import each part.`)
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (widest > MAX_IMPORT_COLUMNS)
    throw new TableError(`A file has at most ${MAX_IMPORT_COLUMNS} columns; this one has ${widest}.`)
  return { rows, isRagged }
}

/** By the byte order mark, else UTF-16 by its zero bytes, else UTF-8, else Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xd0 && second === 0xcf)
    throw new TableError("This is a workbook of an old kind (.xls). Save it as XLSX or CSV and import that.")
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  const head = bytes.subarray(0, 200)
  const zeros = (parity: number) => head.filter((byte, at) => byte === 0 && at % 2 === parity).length
  if (zeros(1) > head.length / 4) return new TextDecoder("utf-16le").decode(bytes)
  if (zeros(0) > head.length / 4) return new TextDecoder("utf-16be").decode(bytes)
  if (head.includes(0)) throw new TableError("This file is not a table. Upload a CSV, TSV or XLSX file.")
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    // Every byte is a letter there, so this never fails.
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** The separator that the first line with any has most often, outside quotes. */
function separatorOf(text: string): string {
  for (const line of text.slice(0, 50_000).split(/\r\n|\n|\r/)) {
    const bare = line.replace(/"(?:[^"]|"")*"/g, "")
    const counts = SEPARATORS.map((separator) => bare.split(separator).length - 1)
    const most = Math.max(...counts)
    // eBay's first line has separators and nothing else.
    if (most > 0 && bare.replace(/[\s,;|]/g, "") !== "") return SEPARATORS[counts.indexOf(most)]
  }
  return ","
}
