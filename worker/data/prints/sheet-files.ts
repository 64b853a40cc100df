import { type SQL, sql } from "drizzle-orm"
import { z } from "zod"
import {
  type SheetFileKind,
  type SheetFormatName,
  sheetFileKindSchema,
  sheetFileKinds,
  sheetFileNameOf,
  sheetFormatsSchema,
  USUAL_FORMATS,
} from "../../../contract/delivery/sheet-format.ts"
import type { WritingSettings } from "../../../contract/delivery/writing.ts"
import type { Id } from "../../../contract/id.ts"
import { type attempt, sheet, writing } from "./tables.ts"

type SheetRow = typeof sheet.$inferSelect

/** A file of a sheet, as it was written. Without a name it has its print's id as its name. */
export type WrittenSheetFile = { format: SheetFileKind; bytes: number; checksum: string; name?: string }

const writtenFilesSchema = z.array(
  z.object({
    format: sheetFileKindSchema,
    bytes: z.number(),
    checksum: z.string(),
    name: z.string().optional(),
  }),
)

const PREVIEW = "preview"

/** Returns the R2 key of a sheet's file; its public path is `files/` and the key. */
export function sheetKey(row: Pick<SheetRow, "token" | "sheetIndex">, format: SheetFileKind): string {
  return `sheets/${row.token}/${sheetFileNameOf(row.sheetIndex, format)}`
}

/** Returns the key of a sheet's small picture, a PNG for any format of the sheet. */
export function sheetPreviewKey({ token }: Pick<SheetRow, "token">): string {
  return `sheets/${token}/${PREVIEW}.png`
}

/** Returns all keys that a sheet may have in R2. */
export function sheetKeys(
  row: Pick<SheetRow, "token" | "sheetIndex">,
  kinds: readonly SheetFileKind[],
): string[] {
  return [...kinds.map((format) => sheetKey(row, format)), sheetPreviewKey(row)]
}

/** Returns the formats of an attempt's sheets. */
export function formatsOf({ formats }: Pick<typeof attempt.$inferSelect, "formats">): SheetFormatName[] {
  return sheetFormatsSchema.parse(JSON.parse(formats))
}

/** Returns all files of a sheet: those with the artwork, then those of the cut line alone. */
export function fileKindsOf({
  formats,
  contour,
}: Pick<WritingSettings, "formats" | "contour">): SheetFileKind[] {
  return [...formats, ...(contour?.beside ?? [])]
}

/**
 * Returns the kinds of a sheet's files as a JSON list, for a statement: its writing's, else its
 * attempt's. The statement knows the sheet by its table's name.
 */
export function fileKindsIn({ formats, contour }: Record<"formats" | "contour", SQL>): SQL {
  return sql`(SELECT json_group_array(kind.value) FROM (SELECT value FROM json_each(${ofSheet("formats", formats)}) UNION ALL SELECT value FROM json_each(${ofSheet("contour", contour)}, '$.beside')) AS kind)`
}

function ofSheet(setting: "formats" | "contour", ofAttempt: SQL): SQL {
  return sql`CASE WHEN ${isOwnSheet} THEN ${ofAttempt} ELSE (SELECT ${writing.settings} -> ${sql.raw(`'${setting}'`)} FROM ${writing} WHERE ${writing.id} = ${sheet.writingId}) END`
}

/** Returns a written sheet's files. */
export function writtenFiles({
  files,
  bytes,
}: Pick<SheetRow, "files" | "bytes">): Omit<WrittenSheetFile, "checksum">[] {
  if (files !== null) return writtenFilesSchema.parse(JSON.parse(files))
  return USUAL_FORMATS.map((format) => ({ format, bytes }))
}

/**
 * Returns the name that it was written with, else `7f3b05-sheet-1.png`: a UUIDv7 ends in random digits
 * and begins with the time.
 */
export function sheetFileName(
  printId: Id,
  sheetIndex: number,
  { format, name }: Pick<WrittenSheetFile, "format" | "name">,
): string {
  return name ?? `${printId.slice(-6)}-${sheetFileNameOf(sheetIndex, format)}`
}

const extensions = JSON.stringify(
  Object.fromEntries(Object.entries(sheetFileKinds).map(([name, { extension }]) => [name, extension])),
)

/** Returns the file's name in a sheet's folder, `sheet-1.png`, as an expression for a statement. */
export function sheetFileNameIn(sheetIndex: SQL, format: SQL): SQL {
  return sql`('sheet-' || (${sheetIndex} + 1) || '.' || (${extensions} ->> ${format}))`
}

/** SQL for an attempt's own sheets: the printed film. Others show the same pieces once more. */
export const isOwnSheet: SQL = sql`${sheet.writingId} IS NULL`

/** SQL for sheets whose files people see: an attempt's own, and those of complete writings. */
export const isListed: SQL = sql`(${isOwnSheet} OR EXISTS (SELECT 1 FROM ${writing} WHERE ${writing.id} = ${sheet.writingId} AND ${writing.state} = 'written'))`

/** Returns the kinds of a sheet's files and its preview, for `json_each`. */
export function sheetNouns(kinds: SQL): SQL {
  return sql`json_insert(${kinds}, '$[#]', ${PREVIEW})`
}

/** Returns a sheet's R2 key for one of these, as an expression for a statement. */
export function sheetKeyIn({ token, sheetIndex, noun }: Record<"token" | "sheetIndex" | "noun", SQL>): SQL {
  return sql`('sheets/' || ${token} || '/' || CASE ${noun} WHEN ${PREVIEW} THEN ${`${PREVIEW}.png`} ELSE ${sheetFileNameIn(sheetIndex, noun)} END)`
}
