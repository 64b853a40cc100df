import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { findLibraryFont } from "../contract/artwork/library-fonts.ts"
import { readTables, writeTables } from "../sheet/font/font-tables.ts"
import { renameFont } from "../sheet/font/rename-font.ts"

const { resolve } = createRequire(import.meta.url)

/** Returns the file of a library font, such as `lobster-400`, as its package brings it. */
export function libraryFontFile(slug: string): Uint8Array<ArrayBuffer> {
  const font = findLibraryFont(`library:${slug}`)
  if (!font) throw new Error(`the library has no ${slug}`)
  return new Uint8Array(readFileSync(resolve(`@expo-google-fonts/${font.file}`)))
}

/** Returns the letters of a library font under a name that no library has. */
export function ownFontFile(slug: string, family: string): Uint8Array<ArrayBuffer> {
  return renameFont(libraryFontFile(slug), [family])
}

/** Returns the same letters with a table of colours, which nothing here draws. */
export function colouredFontFile(slug: string, family: string): Uint8Array<ArrayBuffer> {
  const tables = new Map(readTables(ownFontFile(slug, family)))
  tables.set("COLR", new Uint8Array(40))
  return writeTables(tables)
}

/** Returns Lobster's Latin letters as another maker packs them. */
export function packedFontFile(format: "woff" | "woff2"): Uint8Array<ArrayBuffer> {
  const file = `@fontsource/lobster/files/lobster-latin-400-normal.${format}`
  return new Uint8Array(readFileSync(resolve(file)))
}

/** Returns a font that holds all its weights in one file. */
export function variableFontFile(): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    readFileSync(resolve("@fontsource-variable/inter/files/inter-latin-wght-normal.woff2")),
  )
}
