import { Unzip, UnzipInflate } from "fflate"
import { MAX_CELL_LENGTH, MAX_IMPORT_COLUMNS } from "../limit.ts"
import { attributeOf, type Element, eachElement, elementReader, tagsIn } from "./elements.ts"
import { collectRows, type Hold, holdUpTo, MAX_TABLE_BYTES, type Pause, type Table } from "./table.ts"
import { TableError } from "./table-error.ts"
import { type DateStyles, plainOf, readDateStyles, serialDate } from "./xlsx-xml.ts"

/**
 * The bytes that one file of the archive may unpack to: 20,000 rows of 80 cells take about 60 MB. Only
 * a piece of it is ever held, but a small archive must not keep the processor for minutes.
 */
const MAX_UNPACKED_BYTES = 64 * 1024 * 1024
/** The bytes of all texts together: each is held once, however many cells have it. */
const MAX_TEXTS_BYTES = 24 * 1024 * 1024
/** The bytes of workbook, relations and styles. */
const MAX_PART_BYTES = 1024 * 1024
/** The letters of a row's XML: 300 cells of 3,000 letters. */
const MAX_ROW_LENGTH = 1024 * 1024
/** The letters of a text's XML: a cell's letters, each its own run. */
const MAX_TEXT_LENGTH = 256 * 1024
/** The number of texts: more than the cells that a table may have; each takes room. */
const MAX_TEXTS = 1_000_000
/** The cost of a cell or a text besides its letters, in letters. */
const ELEMENT_COST = 20
/** The pieces in which the archive is fed: each unpacks to a thousand times as much at most. */
const PIECE_BYTES = 2 * 1024
/** The pieces in which text is looked through, however little of it comes at once. */
const HELD_LENGTH = 64 * 1024

const NOT_A_WORKBOOK = "This file is not a workbook that can be read. Save it as XLSX or CSV and import that."

/** Returns true for a ZIP archive, which XLSX is. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/**
 * Reads the first sheet of a workbook, row by row as it is unpacked: values only, no formulas.
 * Dates become ISO dates, and a number that the program has rounded is written with its exponent.
 */
export async function readXlsxTable(
  bytes: Uint8Array,
  pause: Pause,
  mostBytes = MAX_TABLE_BYTES,
): Promise<Table> {
  const hold = holdUpTo(mostBytes)
  const parts = { workbook: "", relations: "", styles: "" }
  const gather = (part: keyof typeof parts) =>
    collect(MAX_PART_BYTES, (text) => {
      parts[part] += text
      return 0
    })
  const texts: string[] = []
  const readTexts = elementReader("si", MAX_TEXT_LENGTH)
  const takeTexts = (piece: string) => {
    const before = texts.length
    for (const { inner } of readTexts(piece))
      texts.push(inner === null ? TOO_LONG : ownText(textOf(inner), hold))
    if (texts.length > MAX_TEXTS)
      throw new TableError("This workbook has too much text. Save its first sheet as CSV and import that.")
    return ELEMENT_COST * (texts.length - before)
  }
  await unpack(bytes, pause, (name) => {
    if (name === "xl/workbook.xml") return gather("workbook")
    if (name === "xl/_rels/workbook.xml.rels") return gather("relations")
    if (name === "xl/styles.xml") return gather("styles")
    return name === "xl/sharedStrings.xml" ? collect(MAX_TEXTS_BYTES, takeTexts) : null
  })
  const { workbook, relations, styles } = parts
  if (workbook === "") throw new TableError(NOT_A_WORKBOOK)
  const sheet = firstSheet(workbook, relations)
  const [properties = ""] = tagsIn(workbook, "workbookPr")
  const is1904 = /^(?:1|true)$/.test(attributeOf(properties, "date1904") ?? "")
  const look = { texts, dates: readDateStyles(styles), is1904, hold }
  const { rows, add } = collectRows(hold)
  const refused = new Map<number, string>()
  const readRows = elementReader("row", MAX_ROW_LENGTH)
  const takeRows = (piece: string) => {
    let cells = 0
    for (const { inner, attributes } of readRows(piece)) {
      const number = Number(attributeOf(attributes, "r")) || rows.length + 1
      if (inner === null) refused.set(number, "This row is too large to be read: it has more than 1 MB")
      // Rows without cells are left out of the file.
      const row = inner === null ? [TOO_LONG] : readCells(inner, look)
      cells += 1 + row.length
      add(row, number)
    }
    return ELEMENT_COST * cells
  }
  let isFound = false
  await unpack(bytes, pause, (name) => {
    if (name !== sheet) return null
    isFound = true
    return collect(MAX_UNPACKED_BYTES, takeRows)
  })
  if (!isFound) throw new TableError(NOT_A_WORKBOOK)
  return { rows, refused, isRagged: true, warnings: [] }
}

/** A text that is longer than a cell may be. */
const TOO_LONG = "…".repeat(MAX_CELL_LENGTH + 1)

/** Looks through a text that was unpacked; returns the cost besides its letters, in letters. */
type Take = (text: string) => number

/**
 * Passes the archive's files to their readers; null skips a file. A small piece may unpack to a large
 * one, which is looked through after it is unpacked, with rests.
 */
async function unpack(
  bytes: Uint8Array,
  pause: Pause,
  want: (name: string) => ((chunk: Uint8Array, isLast: boolean) => Unpacked) | null,
): Promise<void> {
  const unpacked: Unpacked[] = []
  const unzip = new Unzip((file) => {
    const take = want(file.name)
    if (take === null) return
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      unpacked.push(take(chunk, isLast))
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length)
      for (const { text, take } of unpacked.splice(0)) {
        for (let from = 0; from < text.length; from += HELD_LENGTH) {
          const piece = text.slice(from, from + HELD_LENGTH)
          await pause(piece.length + take(piece))
        }
      }
    }
  } catch (error) {
    // Any fault of the archive is one of the sender's file.
    throw error instanceof TableError ? error : new TableError(NOT_A_WORKBOOK)
  }
}

type Unpacked = { text: string; take: Take }

/** Decodes one file of the archive, up to a limit, and holds it until it is worth looking through. */
function collect(mostBytes: number, take: Take) {
  const decoder = new TextDecoder()
  let bytes = 0
  let held = ""
  return (chunk: Uint8Array, isLast: boolean): Unpacked => {
    bytes += chunk.length
    if (bytes > mostBytes)
      throw new TableError("This workbook is too large. Save its first sheet as CSV and import that.")
    held += decoder.decode(chunk, { stream: !isLast })
    if (held.length < HELD_LENGTH && !isLast) return { text: "", take }
    const text = held
    held = ""
    return { text, take }
  }
}

function firstSheet(workbook: string, relations: string): string {
  const [sheet = ""] = tagsIn(workbook, "sheet")
  const id = attributeOf(sheet, "id")
  for (const relation of tagsIn(relations, "Relationship")) {
    if (id !== undefined && attributeOf(relation, "Id") === id) {
      const target = plainOf(attributeOf(relation, "Target") ?? "")
      return target.startsWith("/") ? target.slice(1) : `xl/${target}`
    }
  }
  return "xl/worksheets/sheet1.xml"
}

type Look = { texts: readonly string[]; dates: DateStyles; is1904: boolean; hold: Hold }

function readCells(inner: string, look: Look): string[] {
  const cells: string[] = []
  let count = 0
  eachElement(inner, ["c"], (_, cell) => {
    count += 1
    // The row has one cell more than allowed, which is refused, though all of them name one column.
    const place =
      count > MAX_IMPORT_COLUMNS
        ? MAX_IMPORT_COLUMNS
        : (columnOf(attributeOf(cell.attributes, "r")) ?? cells.length)
    while (cells.length < Math.min(place, MAX_IMPORT_COLUMNS)) cells.push("")
    cells[Math.min(place, MAX_IMPORT_COLUMNS)] = cellOf(cell, look)
    return cells.length <= MAX_IMPORT_COLUMNS
  })
  return cells
}

function cellOf({ attributes, inner }: Element, { texts, dates, is1904, hold }: Look): string {
  const type = attributeOf(attributes, "t") ?? "n"
  if (type === "inlineStr") return ownText(textOf(inner), hold)
  let value = ""
  eachElement(inner, ["v"], (_, element) => {
    value = element.inner
    return false
  })
  if (type === "s") return texts[Number(value)] ?? ""
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type !== "n") return ownText(plainOf(value), hold)
  if (value !== "" && dates.has(Number(attributeOf(attributes, "s") ?? "0")))
    return ownText(serialDate(Number(value), is1904), hold)
  // Spreadsheet programs keep fifteen digits of a number.
  return ownText(/^\d{16,40}$/.test(value) ? Number(value).toExponential() : value, hold)
}

/** The bytes of a text besides its letters, which take two bytes each if one is not Latin. */
const TEXT_BYTES = 24
/** The length from which an engine keeps a text by the one it was cut from: V8's shortest slice. */
const SLICED_LENGTH = 13
const encoder = new TextEncoder()
const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true })

/** Counts a text that is kept, and returns a copy: a slice would keep a piece of the sheet with it. */
function ownText(text: string, hold: Hold): string {
  if (text === "") return ""
  hold(TEXT_BYTES + 2 * text.length)
  return text.length < SLICED_LENGTH ? text : decoder.decode(encoder.encode(text))
}

/** Returns the texts of an element's runs; the pronunciation of a word is left out. */
function textOf(inner: string): string {
  let text = ""
  eachElement(inner, ["t", "rPh"], (name, { inner: letters }) => {
    if (name === "t") text += plainOf(letters)
    return true
  })
  return text
}

/** Returns the column of a cell: `C7` is the third. */
function columnOf(cell: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? "")?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
