import { Unzip, UnzipInflate } from "fflate"
import { MAX_IMPORT_COLUMNS, MAX_IMPORT_ROWS } from "../../contract/order-import.ts"
import { type Table, tableOf } from "./read-table.ts"
import { TableError } from "./table-error.ts"
import { attributeOf, type DateStyles, elementText, plainOf, readDateStyles, serialDate } from "./xlsx-xml.ts"

/**
 * What one file of the archive may unpack to: 20,000 rows of 80 cells take about 60 MB. Only a
 * piece of it is ever held, but a small archive must not keep the processor for minutes.
 */
const MAX_UNPACKED_BYTES = 96 * 1024 * 1024
/** Texts are held together: each once, however many cells have it. */
const MAX_TEXTS_BYTES = 24 * 1024 * 1024
/** Workbook, relations and styles. */
const MAX_PART_BYTES = 4 * 1024 * 1024
/** The archive is fed in such pieces, so that what they unpack to stays small. */
const PIECE_BYTES = 16 * 1024

const NOT_A_WORKBOOK = "This file is not a workbook that can be read. Save it as XLSX or CSV and import that."

/** True for a ZIP archive, which XLSX is. */
export function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
}

/**
 * Reads the first sheet of a workbook, row by row as it is unpacked: values only, no formulas.
 * Dates become ISO dates, and a number that the program has rounded is written with its exponent.
 */
export function readXlsxTable(bytes: Uint8Array): Table {
  let workbook = ""
  let relations = ""
  let styles = ""
  const texts: string[] = []
  const takeTexts = eachElement("si", (inner) => texts.push(textOf(inner)))
  unpack(bytes, (name) => {
    if (name === "xl/workbook.xml") return collect(MAX_PART_BYTES, (text) => (workbook += text))
    if (name === "xl/_rels/workbook.xml.rels") return collect(MAX_PART_BYTES, (text) => (relations += text))
    if (name === "xl/styles.xml") return collect(MAX_PART_BYTES, (text) => (styles += text))
    return name === "xl/sharedStrings.xml" ? collect(MAX_TEXTS_BYTES, takeTexts) : null
  })
  if (workbook === "") throw new TableError(NOT_A_WORKBOOK)
  const sheet = firstSheet(workbook, relations)
  const is1904 = /<(?:\w+:)?workbookPr\b[^>]*\bdate1904="(?:1|true)"/.test(workbook)
  const look = { texts, dates: readDateStyles(styles), is1904 }
  const rows: string[][] = []
  const takeRows = eachElement("row", (inner, attributes) => {
    const number = Number(attributeOf(attributes, "r")) || rows.length + 1
    if (number > MAX_IMPORT_ROWS * 2)
      throw new TableError(`A file holds at most ${MAX_IMPORT_ROWS} rows. Split it and import each part.`)
    // Rows without cells are left out of the file.
    while (rows.length < number - 1) rows.push([])
    rows[number - 1] = readCells(inner, look)
  })
  let isFound = false
  unpack(bytes, (name) => {
    if (name !== sheet) return null
    isFound = true
    return collect(MAX_UNPACKED_BYTES, takeRows)
  })
  if (!isFound) throw new TableError(NOT_A_WORKBOOK)
  return tableOf(rows, true)
}

/** Feeds the archive's files to whoever wants them; null skips a file. */
function unpack(
  bytes: Uint8Array,
  want: (name: string) => ((chunk: Uint8Array, isLast: boolean) => void) | null,
) {
  const unzip = new Unzip((file) => {
    const take = want(file.name)
    if (take === null) return
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error
      take(chunk, isLast)
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES)
      unzip.push(bytes.subarray(at, at + PIECE_BYTES), at + PIECE_BYTES >= bytes.length)
  } catch (error) {
    // Whatever the archive is wrong with, it is the sender's file.
    throw error instanceof TableError ? error : new TableError(NOT_A_WORKBOOK)
  }
}

/** Decodes one file of the archive, up to a limit. */
function collect(mostBytes: number, take: (text: string) => void) {
  const decoder = new TextDecoder()
  let bytes = 0
  return (chunk: Uint8Array, isLast: boolean) => {
    bytes += chunk.length
    if (bytes > mostBytes)
      throw new TableError("This workbook is too large. Save its first sheet as CSV and import that.")
    take(decoder.decode(chunk, { stream: !isLast }))
  }
}

/** Takes XML in pieces, and hands on each element of that name once it is whole. */
function eachElement(name: string, found: (inner: string, attributes: string) => void) {
  const pattern = new RegExp(`<(?:\\w+:)?${name}(\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</(?:\\w+:)?${name}>)`, "g")
  let rest = ""
  return (text: string) => {
    rest += text
    let end = 0
    for (const match of rest.matchAll(pattern)) {
      found(match[2] ?? "", match[1] ?? "")
      end = match.index + match[0].length
    }
    rest = rest.slice(end)
    if (rest.length > MAX_PART_BYTES) throw new TableError(NOT_A_WORKBOOK)
  }
}

function firstSheet(workbook: string, relations: string): string {
  const id = /<(?:\w+:)?sheet\b[^>]*\b(?:\w+:)?id="([^"]*)"/.exec(workbook)?.[1]
  for (const [relation] of relations.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) {
    if (id !== undefined && attributeOf(relation, "Id") === id) {
      const target = plainOf(attributeOf(relation, "Target") ?? "")
      return target.startsWith("/") ? target.slice(1) : `xl/${target}`
    }
  }
  return "xl/worksheets/sheet1.xml"
}

type Look = { texts: readonly string[]; dates: DateStyles; is1904: boolean }

const CELL = /<(?:\w+:)?c(\s[^>]*?)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g

function readCells(inner: string, look: Look): string[] {
  const cells: string[] = []
  for (const [, attributes = "", body = ""] of inner.matchAll(CELL)) {
    const place = columnOf(attributeOf(attributes, "r")) ?? cells.length
    if (place > MAX_IMPORT_COLUMNS) continue
    while (cells.length < place) cells.push("")
    cells[place] = cellOf(attributes, body, look)
  }
  return cells
}

function cellOf(attributes: string, body: string, { texts, dates, is1904 }: Look): string {
  const type = attributeOf(attributes, "t") ?? "n"
  if (type === "inlineStr") return textOf(body)
  const value = elementText(body, "v") ?? ""
  if (type === "s") return texts[Number(value)] ?? ""
  if (type === "b") return value === "1" ? "TRUE" : "FALSE"
  if (type !== "n") return plainOf(value)
  if (value !== "" && dates.has(Number(attributeOf(attributes, "s") ?? "0")))
    return serialDate(Number(value), is1904)
  // Spreadsheet programs keep fifteen digits of a number.
  return /^\d{16,}$/.test(value) ? Number(value).toExponential() : value
}

/** The texts of an element's runs; how a word is pronounced is left out. */
function textOf(inner: string): string {
  const bare = inner.replace(/<(?:\w+:)?rPh\b[\s\S]*?<\/(?:\w+:)?rPh>/g, "")
  return [...bare.matchAll(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/g)]
    .map((match) => plainOf(match[1]))
    .join("")
}

/** `C7` is the third column. */
function columnOf(cell: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(cell ?? "")?.[0]
  if (!letters) return null
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}
