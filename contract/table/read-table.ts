import { csvRows } from "./csv-rows.ts"
import { decodeText } from "./decode-text.ts"
import { isArchive, readXlsxTable } from "./read-xlsx.ts"
import { collectRows, holdUpTo, MAX_TABLE_BYTES, type Pause, type Table } from "./table.ts"

const SEPARATORS = ["\t", ",", ";", "|"]
/** The letters within which a header's line is found. */
const HEAD_LENGTH = 50_000

/** Reads a table of any kind that shops and spreadsheet programs write; `mostBytes` limits a workbook's. */
export function readTable(bytes: Uint8Array, pause: Pause, mostBytes = MAX_TABLE_BYTES): Promise<Table> {
  return isArchive(bytes) ? readXlsxTable(bytes, pause, mostBytes) : readTextTable(bytes, pause)
}

/** Reads CSV or TSV in any of the encodings that shops and spreadsheet programs write. */
async function readTextTable(bytes: Uint8Array, pause: Pause): Promise<Table> {
  const decoded = await decodeText(bytes, pause)
  let { text } = decoded
  // A line of its own by which some spreadsheet programs say the separator.
  const separatorLine = /^sep=(.)\r?\n/i.exec(text)
  if (separatorLine) text = text.slice(separatorLine[0].length)
  const separator = separatorLine?.[1] ?? separatorOf(text)
  const hold = holdUpTo(MAX_TABLE_BYTES)
  const { rows, add } = collectRows(hold)
  for (const { letters, row } of csvRows(text, separator)) {
    if (row) add(row)
    hold(letters)
    await pause(letters)
  }
  return {
    rows,
    refused: new Map(),
    isRagged: separator === "\t",
    warnings: decoded.warning === null ? [] : [decoded.warning],
  }
}

/** Returns the separator that the first line with any has most often, outside quotes. */
function separatorOf(text: string): string {
  for (const line of text.slice(0, HEAD_LENGTH).split(/\r\n|\n|\r/)) {
    const bare = line.replace(/"(?:[^"]|"")*"/g, "")
    const counts = SEPARATORS.map((separator) => bare.split(separator).length - 1)
    const most = Math.max(...counts)
    // eBay's first line has separators and nothing else.
    if (most > 0 && bare.replace(/[\s,;|]/g, "") !== "") return SEPARATORS[counts.indexOf(most)]
  }
  return ","
}
