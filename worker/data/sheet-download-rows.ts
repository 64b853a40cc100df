import { and, asc, eq, isNull, sql } from "drizzle-orm"
import type { Id } from "../../contract/id.ts"
import type { SheetFileKind } from "../../contract/sheet-format.ts"
import type { Database } from "./database.ts"
import { print, sheet } from "./schema.ts"
import { sheetKey, writtenFiles } from "./sheet-files.ts"

export type DownloadSheet = {
  key: string
  bytes: number
  printId: Id
  printName: string
  sheetIndex: number
  format: SheetFileKind
  /** The name it was written with. */
  name?: string
}

/** The files of sheets still kept of these prints of a seller, by print and index. */
export async function listDownloadSheets(
  db: Database,
  userId: Id,
  printIds: readonly Id[],
): Promise<DownloadSheet[]> {
  const rows = await db
    .select({
      token: sheet.token,
      bytes: sheet.bytes,
      files: sheet.files,
      printId: print.id,
      printName: print.name,
      sheetIndex: sheet.sheetIndex,
    })
    .from(print)
    .innerJoin(sheet, eq(sheet.attemptId, print.attemptId))
    .where(
      and(
        eq(print.userId, userId),
        sql`${print.id} IN (SELECT value FROM json_each(${JSON.stringify(printIds)}))`,
        eq(print.status, "Completed"),
        eq(sheet.state, "written"),
        isNull(print.trashedAt),
      ),
    )
    .orderBy(asc(print.id), asc(sheet.sheetIndex))
  return rows.flatMap(({ token, bytes, files, ...row }) =>
    writtenFiles({ bytes, files }).map((file) => ({
      ...row,
      key: sheetKey({ token, ...row }, file.format),
      format: file.format,
      bytes: file.bytes,
      name: file.name,
    })),
  )
}
