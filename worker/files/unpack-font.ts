import { Buffer } from "node:buffer"
import zlib from "node:zlib"
import { ByteCursor } from "../../sheet/font/byte-cursor.ts"
import { collection, damaged, MAX_FONT_BYTES, notAFont, tooLarge } from "../../sheet/font/font-error.ts"
import { type FontTables, viewOf, writeTables } from "../../sheet/font/font-tables.ts"
import { unpackGlyphs, unpackWidths } from "../../sheet/font/woff2-glyphs.ts"

const WOFF = 0x774f4646
const WOFF2 = 0x774f4632
const COLLECTION = 0x74746366
/** The most tables; fonts have 10 to 30. */
const MAX_TABLES = 100
/** The places where a font says how its letters are listed, and how many have a width of their own. */
const LOCA_FORMAT_AT = 50
const WIDE_AT = 34
/** The tags by number (w3.org/TR/WOFF2, section 4.1); number 63 is followed by the tag itself. */
const KNOWN_TAGS = (
  "cmap|head|hhea|hmtx|maxp|name|OS/2|post|cvt |fpgm|glyf|loca|prep|CFF |VORG|EBDT|EBLC|gasp|hdmx|kern|LTSH|PCLT|" +
  "VDMX|vhea|vmtx|BASE|GDEF|GPOS|GSUB|EBSC|JSTF|MATH|CBDT|CBLC|COLR|CPAL|SVG |sbix|acnt|avar|bdat|bloc|bsln|cvar|" +
  "fdsc|feat|fmtx|fvar|gvar|hsty|just|lcar|mort|morx|opbd|prop|trak|Zapf|Silf|Glat|Gloc|Feat|Sill"
).split("|")

/**
 * Returns the TrueType or OpenType file inside a WOFF or WOFF2; any other file as it is. Unpacks at
 * most MAX_FONT_BYTES, whatever the file claims. Throws a FontError for people.
 */
export function unpackFont(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) throw notAFont()
  try {
    switch (viewOf(bytes).getUint32(0)) {
      case WOFF:
        return unpackWoff(bytes)
      case WOFF2:
        return unpackWoff2(bytes)
    }
    return bytes
  } catch (error) {
    // Reads past the end of the file end here.
    if (error instanceof RangeError) throw damaged("it ends too early")
    throw error
  }
}

/** Unpacks WOFF 1: each table by itself, as it is or deflated (w3.org/TR/WOFF). */
function unpackWoff(bytes: Uint8Array): Uint8Array {
  const view = viewOf(bytes)
  const count = view.getUint16(12)
  if (count === 0 || count > MAX_TABLES) throw damaged("its list of tables is broken")
  const tables: FontTables = new Map()
  let total = 0
  for (let i = 0; i < count; i++) {
    const at = 44 + i * 20
    const tag = Buffer.from(bytes.subarray(at, at + 4)).toString("latin1")
    const [offset, packed, length] = [view.getUint32(at + 4), view.getUint32(at + 8), view.getUint32(at + 12)]
    total += length
    if (total > MAX_FONT_BYTES) throw tooLarge()
    if (offset + packed > bytes.length || packed > length) throw damaged("a table lies outside the file")
    const body = bytes.subarray(offset, offset + packed)
    tables.set(tag, packed === length ? body : inflate(body, length))
  }
  return writeTables(tables)
}

function inflate(body: Uint8Array, length: number): Uint8Array {
  const table = unpacked(() => zlib.inflateSync(body, { maxOutputLength: Math.max(1, length) }))
  if (table.length !== length) throw damaged("a table has another length than it says")
  return table
}

/** Unpacks WOFF 2: all tables in one Brotli stream, some of them rewritten (w3.org/TR/WOFF2). */
function unpackWoff2(bytes: Uint8Array): Uint8Array {
  const { entries, at } = readDirectory(bytes)
  const packed = bytes.subarray(at, at + viewOf(bytes).getUint32(20))
  const stream = unpacked(() => zlib.brotliDecompressSync(packed, { maxOutputLength: MAX_FONT_BYTES }))
  const tables: FontTables = new Map()
  const rewritten: FontTables = new Map()
  let from = 0
  for (const { tag, length, isRewritten } of entries) {
    if (from + length > stream.length) throw damaged("its tables end too early")
    const body = stream.subarray(from, from + length)
    ;(isRewritten ? rewritten : tables).set(tag, body)
    from += length
  }
  const glyf = rewritten.get("glyf")
  if (glyf !== undefined) putGlyphs(tables, glyf, rewritten.get("hmtx") ?? null)
  else if (rewritten.size > 0) throw damaged("its tables are rewritten in an unknown way")
  return writeTables(tables)
}

function putGlyphs(tables: FontTables, packedGlyphs: Uint8Array, packedWidths: Uint8Array | null): void {
  const { glyf, loca, lefts } = unpackGlyphs(packedGlyphs)
  tables.set("glyf", glyf)
  tables.set("loca", loca)
  const head = Uint8Array.from(tables.get("head") ?? [])
  viewOf(head).setInt16(LOCA_FORMAT_AT, 1)
  tables.set("head", head)
  if (packedWidths === null) return
  const wide = viewOf(tables.get("hhea") ?? new Uint8Array(0)).getUint16(WIDE_AT)
  tables.set("hmtx", unpackWidths(packedWidths, wide, lefts))
}

type Entry = { tag: string; length: number; isRewritten: boolean }

/** Returns the tables in the order of the stream, with their lengths there, and the start of the stream. */
function readDirectory(bytes: Uint8Array): { entries: Entry[]; at: number } {
  const cursor = new ByteCursor(bytes)
  cursor.take(4)
  if (cursor.u32() === COLLECTION) throw collection()
  cursor.take(4)
  const count = cursor.u16()
  if (count === 0 || count > MAX_TABLES) throw damaged("its list of tables is broken")
  cursor.at = 48
  const entries: Entry[] = []
  let total = 0
  for (let i = 0; i < count; i++) {
    const flags = cursor.u8()
    const tag = KNOWN_TAGS[flags & 0x3f] ?? Buffer.from(cursor.take(4)).toString("latin1")
    // The two tables of outlines are rewritten unless the flag says otherwise, others if it says so.
    const isOutline = tag === "glyf" || tag === "loca"
    const isRewritten = isOutline ? flags >> 6 === 0 : flags >> 6 !== 0
    const original = readLength(cursor)
    const length = isRewritten ? readLength(cursor) : original
    total += length
    if (total > MAX_FONT_BYTES) throw tooLarge()
    entries.push({ tag, length, isRewritten })
  }
  return { entries, at: cursor.at }
}

/** Reads a length of at most five bytes of seven bits (UIntBase128). */
function readLength(cursor: ByteCursor): number {
  for (let i = 0, value = 0; i < 5; i++) {
    const byte = cursor.u8()
    value = value * 128 + (byte & 0x7f)
    if ((byte & 0x80) === 0) return value
  }
  throw damaged("its list of tables is broken")
}

function unpacked(unpack: () => Uint8Array): Uint8Array {
  try {
    return unpack()
  } catch (error) {
    // Zlib throws if the stream is broken, or longer than the limit.
    if (error instanceof Error) throw damaged("what it packs cannot be unpacked")
    throw error
  }
}
