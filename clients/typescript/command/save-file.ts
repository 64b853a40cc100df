import {
  closeSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs"
import { basename, extname, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream } from "node:stream/web"
import { type Sheetsmith, SheetsmithError } from "../sheetsmith.ts"
import { exitCodes, Refusal } from "./exit-code.ts"

/** A finished sheet's file, as a print or a job lists it. */
export type SheetFile = { path: string; name?: string; bytes: number }

/** The tries of a file that breaks off on its way. */
const TRIES = 3
/** The bytes of two files that are compared at a time. */
const COMPARED_BYTES = 1024 * 1024

/**
 * Fetches a file into a folder; returns its path there. It has its name only once all of it has come, so that a program
 * that watches the folder never takes a half. The same file from an earlier run stays as it is, so that nothing is printed
 * from twice; another of that name stays, too, and the new one is numbered.
 */
export async function saveFile(sheetsmith: Sheetsmith, file: SheetFile, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const name = safeName(file.name ?? basename(file.path))
  const part = join(folder, `.${name}.${process.pid}.part`)
  try {
    for (let left = TRIES - 1; ; left--) {
      if (await fetchInto(sheetsmith, file, part)) break
      if (left === 0) throw new Refusal(`${name}: breaks off on its way`, exitCodes.unreachable)
    }
    const { path, isThere } = placeFor(part, folder, name)
    if (!isThere) renameSync(part, path)
    return path
  } finally {
    rmSync(part, { force: true })
  }
}

/** Returns true once all bytes have come, false where they broke off. */
async function fetchInto(sheetsmith: Sheetsmith, { path, bytes }: SheetFile, part: string): Promise<boolean> {
  const { body } = await sheetsmith.download(path)
  if (body === null) return bytes === 0
  const target = createWriteStream(part)
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream<Uint8Array>), target)
  } catch (error) {
    // The disk's own errors have a number; all else came from the connection.
    if (error instanceof SheetsmithError || (error instanceof Error && "errno" in error && "path" in error))
      throw error
    return false
  }
  return target.bytesWritten === bytes
}

/** Returns a name without folders, and without the dot that hides a file. */
function safeName(name: string): string {
  return (
    basename(name.replaceAll("\\", "/"))
      .replaceAll(/[<>:"|?*\p{Cc}]/gu, "-")
      .replace(/^\.+/, "") || "sheet"
  )
}

/** Returns the path of the file with the same bytes, if it is there already, else a free one. */
function placeFor(part: string, folder: string, name: string): { path: string; isThere: boolean } {
  const ending = extname(name)
  const start = name.slice(0, name.length - ending.length)
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${start} (${number})${ending}`)
    if (!existsSync(path)) return { path, isThere: false }
    if (areAlike(part, path)) return { path, isThere: true }
  }
}

/** Returns true for two files of the same bytes; sheets are compared a piece at a time, as they are large. */
function areAlike(one: string, other: string): boolean {
  const there = statSync(other)
  if (!there.isFile() || there.size !== statSync(one).size) return false
  const files = [openSync(one, "r"), openSync(other, "r")]
  const [mine, theirs] = files.map(() => Buffer.alloc(COMPARED_BYTES))
  try {
    for (;;) {
      const read = readSync(files[0], mine)
      readSync(files[1], theirs)
      if (!mine.subarray(0, read).equals(theirs.subarray(0, read))) return false
      if (read === 0) return true
    }
  } finally {
    for (const file of files) closeSync(file)
  }
}
