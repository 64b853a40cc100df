import { makeZip } from "client-zip"
import { ApiError } from "../../contract/error.ts"
import { databaseOf } from "../data/database.ts"
import { findPrint } from "../data/print-rows.ts"
import type { Env } from "../env.ts"
import { fileNameOf } from "../files/file-name.ts"
import { MissingObjectError } from "../files/r2-read.ts"
import { shopManifestCsv } from "../files/shop-manifest.ts"
import { createPaths, handedOverPaths } from "./handed-over-paths.ts"
import type { OpenLink } from "./open-link.ts"
import { readManifest } from "./read-manifest.ts"

/** One call of a Worker may ask for a thousand things; each file is one, and each print a few more. */
const MAX_FILES = 800

type Entry = {
  name: string
  input: ReadableStream<Uint8Array> | Uint8Array | string
  lastModified: Date
}

/**
 * Streams every file of a link's prints as one ZIP, with their manifests; several prints have a folder
 * each. It compresses nothing, because sheets are compressed, and holds one piece of a file at a
 * time. A file that is deleted meanwhile breaks the stream off: a ZIP that ends is whole. 409 where
 * there are too many files.
 */
export function writeZip(env: Env, link: OpenLink, nowMs: number): ReadableStream<Uint8Array> {
  const files = link.prints.flatMap(({ sheets }) => sheets.flatMap((sheet) => sheet.files))
  if (files.length > MAX_FILES)
    throw new ApiError("conflict", `One ZIP holds at most ${MAX_FILES} files, these are ${files.length}`)
  return makeZip(entriesOf(env, link, nowMs))
}

/** What the ZIP of these prints is saved as. */
export function zipName({ prints }: OpenLink): string {
  const [{ sheets }] = prints
  return prints.length === 1
    ? `${fileNameOf(sheets[0].printName, "print")}.zip`
    : `sheetsmith-${prints.length}-prints.zip`
}

async function* entriesOf(env: Env, { prints }: OpenLink, nowMs: number): AsyncGenerator<Entry> {
  const once = createPaths()
  for (const print of prints) {
    const name = fileNameOf(print.sheets[0].printName, `Print ${print.number}`)
    const folder = prints.length === 1 ? "" : `${once("", name)}/`
    yield* paperEntries(env, print, folder, nowMs)
    for (const { key, path } of handedOverPaths(print.sheets)) {
      const object = await env.FILES.get(key)
      if (!object) throw new MissingObjectError(key)
      yield { name: `${folder}${path}`, input: object.body, lastModified: object.uploaded }
    }
  }
}

/** The lists that go with a print. */
async function* paperEntries(
  env: Env,
  { printId }: OpenLink["prints"][number],
  folder: string,
  nowMs: number,
): AsyncGenerator<Entry> {
  const row = await findPrint(databaseOf(env), null, printId)
  if (!row) throw new MissingObjectError(`print ${printId}`)
  const manifest = await readManifest(env, row)
  const lastModified = new Date(row.printedAt ?? nowMs)
  yield { name: `${folder}manifest.csv`, input: shopManifestCsv(manifest.rows), lastModified }
}
