import { checkCff } from "./check-cff.ts"
import { checkGlyphs } from "./check-glyphs.ts"
import { damaged, FontError, MAX_FONT_BYTES, tooLarge } from "./font-error.ts"
import { type FontNames, readNames } from "./font-names.ts"
import { type FontTables, readTables, viewOf, writeTables } from "./font-tables.ts"
import { readLetters } from "./letters.ts"

/** A font that may be stored and drawn with. */
export type CheckedFont = {
  /** The file, written anew from the tables that drawing text needs. */
  bytes: Uint8Array<ArrayBuffer>
  names: FontNames
  style: "normal" | "italic"
  weight: number
  /** True if the font itself says that it may not be embedded. */
  isRestricted: boolean
  /** True if colours or pictures were left out: outlines are drawn in one colour. */
  wasColoured: boolean
}

/** The tables for drawing text. Everything else is left out: colours, bitmaps, signatures, scripts. */
const KEPT = new Set(
  "BASE|CFF |GDEF|GPOS|GSUB|OS/2|VORG|cmap|cvt |fpgm|gasp|glyf|head|hhea|hmtx|kern|loca|maxp|name|post|prep|vhea|vmtx".split(
    "|",
  ),
)
const COLOURED = ["COLR", "SVG ", "CBDT", "sbix", "EBDT"]
const REQUIRED = ["cmap", "head", "hhea", "hmtx", "maxp"]
const HEAD_MAGIC = 0x5f0f3cf5
const RESTRICTED = 0x2
const EDITABLE_OR_PRINT = 0xc
const ITALIC = 0x1
const OBLIQUE = 0x200

/**
 * Proves a TrueType or OpenType file before anything draws with it: tables inside the file, letters
 * inside their tables, none made of itself. Throws a FontError, in words, for a broken file, for
 * collections and for variable fonts. The same bytes give the same result.
 */
export function checkFont(bytes: Uint8Array): CheckedFont {
  if (bytes.length > MAX_FONT_BYTES) throw tooLarge()
  const tables = readTables(bytes)
  refuseVariable(tables)
  const kept: FontTables = new Map([...tables].filter(([tag]) => KEPT.has(tag)))
  // Tables that share their bytes would multiply when they are written.
  if ([...kept.values()].reduce((sum, table) => sum + table.length, 0) > MAX_FONT_BYTES) throw tooLarge()
  for (const tag of REQUIRED) if (!kept.has(tag)) throw damaged(`its table ${tag} is missing`)
  checkFrame(kept)
  readLetters(kept)
  return {
    bytes: writeTables(kept),
    names: readNames(kept),
    ...faceOf(kept),
    wasColoured: COLOURED.some((tag) => tables.has(tag)),
  }
}

function refuseVariable(tables: FontTables): void {
  if (!tables.has("fvar") && !tables.has("CFF2")) return
  throw new FontError(
    "This font holds all its weights in one file. Upload the file of one weight instead: downloads often have them in a folder named static.",
  )
}

function checkFrame(tables: FontTables): void {
  const head = table(tables, "head", 54)
  const maxp = table(tables, "maxp", 6)
  const hhea = table(tables, "hhea", 36)
  const unitsPerEm = head.getUint16(18)
  if (head.getUint32(12) !== HEAD_MAGIC || unitsPerEm < 16 || unitsPerEm > 16_384)
    throw damaged("its head is broken")
  const glyphs = maxp.getUint16(4)
  const wide = hhea.getUint16(34)
  if (glyphs === 0 || wide === 0 || wide > glyphs) throw damaged("its widths are broken")
  table(tables, "hmtx", wide * 4 + (glyphs - wide) * 2)
  const [glyf, loca, cff] = [tables.get("glyf"), tables.get("loca"), tables.get("CFF ")]
  if (glyf && loca) checkGlyphs(glyf, loca, glyphs, head.getInt16(50) === 1)
  else if (cff) checkCff(cff, glyphs)
  else {
    throw new FontError(
      "This font has no outlines, only coloured or small pictures. Upload one that can be drawn in any size.",
    )
  }
  if (glyf && cff) throw damaged("it has two kinds of outlines")
}

function table(tables: FontTables, tag: string, least: number): DataView {
  const bytes = tables.get(tag)
  if (bytes === undefined || bytes.length < least) throw damaged(`its table ${tag} ends too early`)
  return viewOf(bytes)
}

/** Reads style and weight. Old fonts have no OS/2 table, and some count weights from 1 to 9. */
function faceOf(tables: FontTables): Pick<CheckedFont, "style" | "weight" | "isRestricted"> {
  const os2 = tables.get("OS/2")
  if (os2 === undefined || os2.length < 64) {
    const macStyle = table(tables, "head", 54).getUint16(44)
    const [isBold, isItalic] = [(macStyle & 1) !== 0, (macStyle & 2) !== 0]
    return { style: isItalic ? "italic" : "normal", weight: isBold ? 700 : 400, isRestricted: false }
  }
  const view = viewOf(os2)
  const written = view.getUint16(4)
  const weight = written >= 1 && written <= 9 ? written * 100 : written
  const kinds = view.getUint16(8)
  return {
    style: (view.getUint16(62) & (ITALIC | OBLIQUE)) !== 0 ? "italic" : "normal",
    weight: Math.min(1000, Math.max(1, weight)),
    // If several are set, the least restrictive counts.
    isRestricted: (kinds & RESTRICTED) !== 0 && (kinds & EDITABLE_OR_PRINT) === 0,
  }
}
