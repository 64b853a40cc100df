import { type FontTables, readTables, viewOf, writeTables } from "../../sheet/font/font-tables.ts"
import { openTextEngine } from "../../sheet/text/open-font.ts"
import type { TextHost } from "../../sheet/text/shaper-calls.ts"
import { libraryFontFile, packedFontFile } from "../font-files.ts"
import { cffTable, charString, nestedCff } from "./cff-table.ts"
import { growingSubstitutions, overlappingPairs, repeatedNames } from "./font-bombs.ts"

/** The fonts to break: files as programs write them, and the tables of some. */
export type FontSamples = {
  tables: readonly FontTables[]
  /** A WOFF of a foreign maker, and a WOFF2 whose outlines are rewritten as streams. */
  woff: Uint8Array
  woff2: Uint8Array
  /** Tables whose work multiplies, by their tags. */
  bombs: FontTables
}

/** The counts near the shaper's bounds, so that the text and other damage decide. */
const BOMB_LOOKUPS = 4
const [BOMB_LEVELS, BOMB_FAN] = [3, 8]

/** Small fonts with features of their own: kern tables, Hebrew, Arabic, glyphs made of glyphs. */
const SLUGS = ["graduate-400", "squada-one-400", "arvo-400", "creepster-400", "heebo-400", "cairo-400"]

/** The font whose outlines become PostScript ones. */
const CURVED_SLUG = "graduate-400"

export function makeFontSamples(host: TextHost): FontSamples {
  const curved = postScriptTables(host)
  const glyphs = glyphsOf(curved)
  return {
    bombs: new Map([
      ["GSUB", growingSubstitutions(glyphs, BOMB_LOOKUPS)],
      ["CFF ", nestedCff(glyphs, BOMB_LEVELS, BOMB_FAN)],
      ["kern", overlappingPairs()],
      ["name", repeatedNames()],
    ]),
    tables: [...SLUGS.map((slug) => readTables(libraryFontFile(slug))), curved],
    woff: packedFontFile("woff"),
    woff2: packedFontFile("woff2"),
  }
}

/** Returns a library font with PostScript outlines in place of its own. The library has no such font. */
function postScriptTables(host: TextHost): FontTables {
  const file = libraryFontFile(CURVED_SLUG)
  const tables = new Map(readTables(file))
  const head = tables.get("head")
  if (!head) throw new Error(`${CURVED_SLUG} has no head`)
  const font = openTextEngine(host).openFont(file)
  const unitsPerEm = viewOf(head).getUint16(18)
  const glyphs = Array.from({ length: glyphsOf(tables) }, (_, glyph) => charString(font, glyph, unitsPerEm))
  for (const tag of ["glyf", "loca", "cvt ", "fpgm", "prep"]) tables.delete(tag)
  tables.set("CFF ", cffTable(glyphs))
  return readTables(writeTables(tables))
}

function glyphsOf(tables: FontTables): number {
  return viewOf(tables.get("maxp") ?? new Uint8Array(6)).getUint16(4)
}
