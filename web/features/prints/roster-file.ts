import { decodeText } from "../../../contract/table/decode-text.ts"
import { isArchive, readXlsxTable } from "../../../contract/table/read-xlsx.ts"
import { TableError } from "../../../contract/table/table-error.ts"

/** The content of a roster's file: text as it would be pasted, or a spreadsheet's rows. */
export type RosterFile = { text: string; warning: string | null } | { rows: string[][] }

/** Never pauses, because nobody else waits for the page's thread. */
const unpaused = async () => undefined

/** Reads a file as an import of orders does. Throws a TableError in words if it cannot be read. */
export async function readRosterFile(bytes: Uint8Array): Promise<RosterFile> {
  if (!isArchive(bytes)) return decodeText(bytes, unpaused)
  const { rows, refused } = await readXlsxTable(bytes, unpaused)
  const [wrong] = refused
  if (wrong) throw new TableError(`Row ${wrong[0]} cannot be read. ${wrong[1]}.`)
  return { rows }
}
