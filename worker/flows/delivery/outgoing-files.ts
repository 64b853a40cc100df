import { sheetFileKinds } from "../../../contract/delivery/sheet-format.ts"
import type { Id } from "../../../contract/id.ts"
import { databaseOf } from "../../data/database.ts"
import { type HandedOverSheet, listHandedOver } from "../../data/delivery/handed-over-rows.ts"
import { findPrint } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { fileNameOf } from "../../files/file-name.ts"
import { shopManifestCsv } from "../../files/shop-manifest.ts"
import { readManifest } from "../prints/read-manifest.ts"

export type PrintFile = {
  /** The id, which stays the same while the bytes do. */
  id: string
  name: string
  bytes: number
  mediaType: string
  /** Opens the file; null if it was deleted meanwhile. */
  open(): Promise<ReadableStream<Uint8Array> | null>
}
export type Outgoing = { folder: string; files: PrintFile[] }
type Named = Pick<PrintFile, "id" | "name" | "bytes" | "mediaType">

/**
 * Returns all files to send of a completed print, the manifest last; null if it has no sheets any more.
 * A manifest names no buyer: anyone at the place can read it.
 */
export async function outgoingFiles(
  env: Env,
  { printId, userId }: { printId: Id; userId: Id },
): Promise<Outgoing | null> {
  const db = databaseOf(env)
  const [print, sheets] = await Promise.all([findPrint(db, userId, printId), listHandedOver(db, [printId])])
  if (!print || sheets.length === 0) return null
  const files = namedFiles(sheets).map(({ key, bytes, format, name }): PrintFile => {
    const { mediaType } = sheetFileKinds[format]
    return { id: key, name, bytes, mediaType, open: async () => (await env.FILES.get(key))?.body ?? null }
  })
  const code = printId.slice(-6)
  return {
    folder: `${fileNameOf(print.name, "Print")} ${code}`,
    files: [...files, await manifestOf(env, print, files)],
  }
}

/**
 * Returns files with names: those for another destination begin with its name. A name that comes twice
 * in a folder, as two patterns may make it, gets a number.
 */
function namedFiles(sheets: readonly HandedOverSheet[]): HandedOverSheet["files"] {
  const taken = new Map<string, number>()
  return sheets.flatMap(({ destination, files }) =>
    files.map((file) => {
      const name = destination === null ? file.name : `${fileNameOf(destination, "Copy")} ${file.name}`
      const times = (taken.get(name.toLowerCase()) ?? 0) + 1
      taken.set(name.toLowerCase(), times)
      return { ...file, name: times === 1 ? name : name.replace(/(\.\w+)$/, ` (${times})$1`) }
    }),
  )
}

async function manifestOf(
  env: Env,
  print: Parameters<typeof readManifest>[1],
  files: readonly Named[],
): Promise<PrintFile> {
  const { rows } = await readManifest(env, print)
  const text = new TextEncoder().encode(shopManifestCsv(rows))
  return {
    // More files make another manifest.
    id: `manifest.csv ${files.length}`,
    name: "manifest.csv",
    bytes: text.length,
    mediaType: "text/csv; charset=utf-8",
    open: async () => new Blob([text]).stream(),
  }
}
