import { makeZip } from "client-zip"
import { ARCHIVE_FILES_PER_PART } from "../../contract/archive.ts"
import type { Id } from "../../contract/id.ts"
import { MIB } from "../../contract/limit.ts"
import { sheetFileNameOf } from "../../contract/sheet-format.ts"
import { databaseOf } from "../data/database.ts"
import { type DownloadSheet, listDownloadSheets } from "../data/sheet-download-rows.ts"
import type { Env } from "../env.ts"
import { fileNameOf } from "../files/file-name.ts"

/** Of one ZIP: what is fetched in one go, and what every unpacker takes without extensions. */
const MAX_PART_BYTES = 2048 * MIB

/** The paths of the ZIP files that hold these prints' sheets; none where no sheet is kept. */
export async function planDownload(env: Env, userId: Id, printIds: readonly Id[]): Promise<string[]> {
  const parts = partsOf(await listDownloadSheets(databaseOf(env), userId, printIds))
  const ids = [...new Set(printIds)].join(",")
  return parts.map((_sheets, index) => `files/prints/${ids}/sheets-${index + 1}.zip`)
}

/**
 * Streams one of these files. It compresses nothing, because sheets are compressed, and holds one
 * piece of a sheet at a time. Null if there is no such part.
 */
export async function writeDownload(
  env: Env,
  userId: Id,
  { printIds, part }: { printIds: readonly Id[]; part: number },
): Promise<ReadableStream<Uint8Array> | null> {
  const sheets = await listDownloadSheets(databaseOf(env), userId, printIds)
  const files = partsOf(sheets)[part - 1]
  return files ? makeZip(entriesOf(env, files, fileNamesOf(sheets))) : null
}

async function* entriesOf(env: Env, sheets: readonly DownloadSheet[], names: ReadonlyMap<string, string>) {
  for (const { key } of sheets) {
    // Retention may delete a sheet while the file is written.
    const object = await env.FILES.get(key)
    if (object) yield { name: names.get(key) ?? key, input: object.body, lastModified: object.uploaded }
  }
}

/** In order, as many in each part as it takes. */
function partsOf(sheets: readonly DownloadSheet[]): DownloadSheet[][] {
  const parts: DownloadSheet[][] = []
  let bytes = 0
  for (const sheet of sheets) {
    const part = parts.at(-1)
    if (!part || part.length === ARCHIVE_FILES_PER_PART || bytes + sheet.bytes > MAX_PART_BYTES) {
      parts.push([sheet])
      bytes = sheet.bytes
    } else {
      part.push(sheet)
      bytes += sheet.bytes
    }
  }
  return parts
}

/**
 * The names that sheets were written with, else `Friday batch-sheet-1.png`; prints of one name are
 * told apart by the ends of their ids.
 */
function fileNamesOf(sheets: readonly DownloadSheet[]): Map<string, string> {
  const ownNames = Map.groupBy(sheets, ({ name }) => name?.toLowerCase())
  const nameOf = (sheet: DownloadSheet) => fileNameOf(sheet.printName, sheet.printId.slice(-6))
  const printsOf = new Map<string, Set<Id>>()
  for (const sheet of sheets) {
    const name = nameOf(sheet).toLowerCase()
    printsOf.set(name, (printsOf.get(name) ?? new Set()).add(sheet.printId))
  }
  return new Map(
    sheets.map((sheet) => {
      if (sheet.name !== undefined) {
        const isAlone = ownNames.get(sheet.name.toLowerCase())?.length === 1
        const toldApart = `${sheet.printId.slice(-6)}-${sheetFileNameOf(sheet.sheetIndex, sheet.format)}`
        return [sheet.key, isAlone ? sheet.name : `${withoutEnd(sheet.name)} ${toldApart}`]
      }
      const name = nameOf(sheet)
      const isShared = (printsOf.get(name.toLowerCase())?.size ?? 0) > 1
      const whole = isShared ? `${name} ${sheet.printId.slice(-6)}` : name
      return [sheet.key, `${whole}-${sheetFileNameOf(sheet.sheetIndex, sheet.format)}`]
    }),
  )
}

function withoutEnd(name: string): string {
  return name.slice(0, name.lastIndexOf("."))
}
