import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { defaultPrintName } from "../../../contract/prints/print-name.ts"
import type { Database } from "../database.ts"
import { sheetFileName, sheetKey, type WrittenSheetFile, writtenFiles } from "../prints/sheet-files.ts"

/** A written sheet of a print, with its files, as its recipients see it. */
export type HandedOverSheet = {
  printId: Id
  printName: string
  /** The destination that it was written for, if the print was written once more for another. */
  destination: string | null
  sheetIndex: number
  /** The number, counted from 1 among the sheets of its destination. */
  sheet: number
  widthIn: number
  lengthIn: number
  dpi: number
  pieces: number
  contourLengthIn: number | null
  /** The R2 key of its small picture. */
  previewKey: string | null
  files: HandedOverFile[]
}

/** A file; `name` is the one that it is saved under. */
export type HandedOverFile = Pick<WrittenSheetFile, "format" | "bytes"> & { key: string; name: string }

type Row = {
  printId: Id
  printName: string
  createdAt: number
  sheetIndex: number
  token: string
  widthPx: number
  lengthPx: number
  dpi: number
  bytes: number
  files: string | null
  contourLengthIn: number | null
  previewKey: string | null
  destination: string | null
  writingId: Id | null
  pieces: number
}

/** SQL over `print`: whether a print shows its files. */
export const hasFiles: SQL = sql`print.status = 'Completed' AND print.trashed_at IS NULL`

/**
 * Lists the sheets of these prints whose files are kept, in the sequence of the ids: a print's own
 * first, then those for other destinations.
 */
export async function listHandedOver(db: Database, printIds: readonly Id[]): Promise<HandedOverSheet[]> {
  const rows = await db.all<Row>(sql`
    SELECT print.id AS printId, print.name AS printName, print.created_at AS createdAt,
      sheet.sheet_index AS sheetIndex, sheet.token AS token, sheet.width_px AS widthPx,
      sheet.length_px AS lengthPx, attempt.dpi AS dpi, sheet.bytes AS bytes, sheet.files AS files,
      sheet.contour_length_in AS contourLengthIn, sheet.preview_key AS previewKey,
      writing.name AS destination, sheet.writing_id AS writingId,
      coalesce(sheet.pieces, (SELECT sum(json_array_length(placements)) FROM sheet_part
        WHERE sheet_part.attempt_id = sheet.attempt_id AND sheet_part.sheet_index = sheet.sheet_index),
        json_array_length(nullif(sheet.placements, '')), 0) AS pieces
    FROM json_each(${JSON.stringify([...new Set(printIds)])}) AS listed
    JOIN print ON print.id = listed.value AND ${hasFiles}
    JOIN attempt ON attempt.id = print.attempt_id
    JOIN sheet ON sheet.attempt_id = attempt.id AND sheet.state = 'written'
    LEFT JOIN writing ON writing.id = sheet.writing_id
    WHERE sheet.writing_id IS NULL OR writing.state = 'written'
    ORDER BY listed.key, sheet.writing_id IS NOT NULL, writing.created_at, writing.id, sheet.sheet_index`)
  const counted = new Map<string, number>()
  return rows.map((row) => {
    const group = `${row.printId} ${row.writingId}`
    const sheet = (counted.get(group) ?? 0) + 1
    counted.set(group, sheet)
    return {
      printId: row.printId,
      printName: row.printName || defaultPrintName(row.createdAt, 0),
      destination: row.destination,
      sheetIndex: row.sheetIndex,
      sheet,
      widthIn: row.widthPx / row.dpi,
      lengthIn: row.lengthPx / row.dpi,
      dpi: row.dpi,
      pieces: row.pieces,
      contourLengthIn: row.contourLengthIn,
      previewKey: row.previewKey,
      files: writtenFiles(row).map(({ format, bytes, name }) => ({
        key: sheetKey(row, format),
        name: sheetFileName(row.printId, row.sheetIndex, { format, name }),
        format,
        bytes,
      })),
    }
  })
}
