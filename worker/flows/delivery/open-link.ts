import type { Shared, SharedPrint } from "../../../contract/delivery/share.ts"
import { sharedFilePath, zipPath } from "../../../contract/delivery/share-path.ts"
import { DAY_MS } from "../../../contract/duration.ts"
import { ApiError, unknown } from "../../../contract/error.ts"
import type { Id } from "../../../contract/id.ts"
import { RETENTION_DAYS } from "../../../contract/limit.ts"
import { databaseOf } from "../../data/database.ts"
import { type HandedOverSheet, listHandedOver } from "../../data/delivery/handed-over-rows.ts"
import { findOpened, type Opened, type OpenedPrint } from "../../data/delivery/share-rows.ts"
import { findSheetOf, type SharedSheet } from "../../data/prints/sheet-rows.ts"
import type { DatabaseName } from "../../database-name.ts"
import type { Env, OpenEnv } from "../../env.ts"
import { findAnywhere } from "../../place.ts"

/** A link that opens: at least one of its prints has files. */
export type OpenLink = {
  userId: Id
  /** The database of the seller's account. */
  place: DatabaseName
  prints: (OpenedPrint & { sheets: HandedOverSheet[] })[]
  /** The number of its prints without files. */
  gone: number
}

/** Opens a link by its own token or any sheet's; 404 for neither, 410 with the reason if it is over. */
export async function openLink(open: OpenEnv, token: string): Promise<OpenLink> {
  const { env, found: opened } = await findOpenedNow(open, token)
  const db = databaseOf(env)
  const sheets =
    opened.closed === "deleted"
      ? []
      : await listHandedOver(
          db,
          opened.prints.map(({ printId }) => printId),
        )
  if (sheets.length === 0) throw new ApiError("gone", "The files of this link have been deleted")
  const ofPrints = Map.groupBy(sheets, ({ printId }) => printId)
  const prints = opened.prints.flatMap((print) => {
    const own = ofPrints.get(print.printId)
    return own ? [{ ...print, sheets: own }] : []
  })
  return { userId: opened.userId, place: env.place, prints, gone: opened.prints.length - prints.length }
}

/** Finds a sheet that a link's page shows; 404 if it shows none such, 410 if the link has ended. */
export async function openSheet(
  open: OpenEnv,
  token: string,
  { number, sheetIndex }: { number: number; sheetIndex: number },
): Promise<SharedSheet> {
  const { env, found } = await findOpenedNow(open, token)
  const print = found.prints.find((candidate) => candidate.number === number)
  const sheet = print ? await findSheetOf(databaseOf(env), print.printId, sheetIndex) : null
  if (!sheet) throw unknown("file")
  return sheet
}

async function findOpenedNow(open: OpenEnv, token: string): Promise<{ env: Env; found: Opened }> {
  const opened = await findAnywhere(open, (env) => findOpened(databaseOf(env), token), {
    name: `link:${token}`,
  })
  if (!opened) throw unknown("link")
  if (opened.found.closed === "ended") throw new ApiError("gone", "The sender has ended this link")
  return opened
}

/** Returns a link as its page shows it. */
export function viewLink(token: string, { prints, gone }: OpenLink): Shared {
  const files = prints.flatMap(({ sheets }) => sheets.flatMap((sheet) => sheet.files))
  return {
    prints: prints.map((print) => sharedPrintOf(token, print)),
    gone,
    zip: { path: zipPath(token), bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
  }
}

function sharedPrintOf(
  token: string,
  { number, sheets, printedAt, shopPrintedAt }: OpenLink["prints"][number],
): SharedPrint {
  return {
    number,
    name: sheets[0].printName,
    sheets: sheets.map(({ printId: _, printName: __, sheetIndex, previewKey, files, ...sheet }) => ({
      ...sheet,
      previewPath: previewKey === null ? null : sharedFilePath(token, number, sheetIndex, "preview"),
      files: files.map(({ key: _, ...file }) => ({
        ...file,
        path: sharedFilePath(token, number, sheetIndex, file.format),
      })),
    })),
    expiresAt: new Date((printedAt ?? 0) + RETENTION_DAYS * DAY_MS).toISOString(),
    shopPrintedAt: shopPrintedAt === null ? null : new Date(shopPrintedAt).toISOString(),
  }
}
