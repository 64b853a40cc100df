import { makeZip } from "client-zip"
import { ApiError } from "../../../contract/error.ts"
import { sidesText } from "../../../contract/length.ts"
import { databaseOf } from "../../data/database.ts"
import type { HandedOverFile, HandedOverSheet } from "../../data/delivery/handed-over-rows.ts"
import { findPrint } from "../../data/prints/print-rows.ts"
import type { Env } from "../../env.ts"
import { type ContactPicture, contactPaper } from "../../files/contact-paper.ts"
import { fileNameOf } from "../../files/file-name.ts"
import { manifestPaper } from "../../files/manifest-paper.ts"
import { MissingObjectError } from "../../files/r2-read.ts"
import { shopManifestCsv } from "../../files/shop-manifest.ts"
import { readManifest } from "../prints/read-manifest.ts"
import type { OpenLink } from "./open-link.ts"

/** The calls for one ZIP: a Worker's request may make a thousand; this leaves some room. */
const MAX_CALLS = 900
/** The calls for a print besides its files and pictures: its row, items, places and ticks, and its layout. */
const CALLS_OF_PRINT = 6

type Entry = {
  name: string
  input: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Uint8Array | string
  lastModified: Date
}

/**
 * Streams every file of a link's prints as one ZIP, with their manifests; several prints have a folder
 * each. It compresses nothing, because sheets are compressed, and holds one piece of a file at a time.
 * A file that is deleted meanwhile breaks the stream off: a ZIP that ends is whole. Throws a 409 if
 * there are too many files.
 */
export function writeZip(env: Env, link: OpenLink, nowMs: number): ReadableStream<Uint8Array> {
  const files = link.prints.flatMap(({ sheets }) => sheets.flatMap((sheet) => sheet.files))
  const spare = MAX_CALLS - files.length - CALLS_OF_PRINT * link.prints.length
  if (spare < 0)
    throw new ApiError(
      "conflict",
      `${files.length} files are too many for one ZIP. Download them one by one.`,
    )
  return makeZip(entriesOf(env, link, { nowMs, pictures: spare }))
}

/** Returns the file name for the ZIP of these prints. */
export function zipName({ prints }: OpenLink): string {
  const [{ sheets }] = prints
  return prints.length === 1
    ? `${fileNameOf(sheets[0].printName, "print")}.zip`
    : `sheetsmith-${prints.length}-prints.zip`
}

/** The number of pictures that may still be read, counted down. */
type Budget = { nowMs: number; pictures: number }

async function* entriesOf(env: Env, { prints }: OpenLink, budget: Budget): AsyncGenerator<Entry> {
  const once = createPaths()
  for (const print of prints) {
    const name = fileNameOf(print.sheets[0].printName, `Print ${print.number}`)
    const folder = prints.length === 1 ? "" : `${once("", name)}/`
    yield* paperEntries(env, print, folder, budget)
    for (const { key, path } of handedOverPaths(print.sheets)) {
      const object = await env.FILES.get(key)
      if (!object) throw new MissingObjectError(key)
      yield { name: `${folder}${path}`, input: object.body, lastModified: object.uploaded }
    }
  }
}

/** Returns the lists that go with a print. */
async function* paperEntries(
  env: Env,
  { printId, sheets }: OpenLink["prints"][number],
  folder: string,
  budget: Budget,
): AsyncGenerator<Entry> {
  const row = await findPrint(databaseOf(env), null, printId)
  if (!row) throw new MissingObjectError(`print ${printId}`)
  const manifest = await readManifest(env, row)
  const lastModified = new Date(row.printedAt ?? budget.nowMs)
  yield { name: `${folder}manifest.csv`, input: shopManifestCsv(manifest.rows), lastModified }
  yield { name: `${folder}manifest.pdf`, input: manifestPaper(manifest), lastModified }
  const about = { title: manifest.name, createdAtMs: lastModified.getTime() }
  const contact = contactPaper(about, contactPictures(env, sheets, budget))
  yield { name: `${folder}contact-sheet.pdf`, input: contact, lastModified }
}

async function* contactPictures(
  env: Env,
  sheets: readonly HandedOverSheet[],
  budget: Budget,
): AsyncGenerator<ContactPicture> {
  for (const { destination, sheet, widthIn, lengthIn, pieces, previewKey, files } of sheets) {
    const isPictured = previewKey !== null && budget.pictures-- > 0
    const object = isPictured ? await env.FILES.get(previewKey) : null
    const sides = `${sidesText(widthIn, lengthIn, "in")} (${sidesText(widthIn, lengthIn, "cm")})`
    const size = `${sides}, ${pieces === 1 ? "1 piece" : `${pieces} pieces`}`
    yield {
      png: object && (await object.bytes()),
      lines: [
        `Sheet ${sheet}${destination === null ? "" : `, ${destination}`}`,
        size,
        files.map(({ name }) => name).join(", "),
      ],
    }
  }
}

/** Returns the files of one print's sheets; those for another destination have a folder of its name. */
function handedOverPaths(sheets: readonly HandedOverSheet[]): (HandedOverFile & { path: string })[] {
  const once = createPaths()
  return sheets.flatMap(({ destination, files }) =>
    files.map((file) => ({
      ...file,
      path: once(destination === null ? "" : `${fileNameOf(destination, "Other files")}/`, file.name),
    })),
  )
}

/** Returns a function that makes paths none of which comes twice, in any case: `sheet-1 (2).png`. */
function createPaths(): (folder: string, name: string) => string {
  const taken = new Set<string>()
  return (folder, name) => {
    const end = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? ""
    const stem = name.slice(0, name.length - end.length)
    let path = `${folder}${name}`
    for (let n = 2; taken.has(path.toLowerCase()); n++) path = `${folder}${stem} (${n})${end}`
    taken.add(path.toLowerCase())
    return path
  }
}
