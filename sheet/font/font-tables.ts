import { collection, damaged, notAFont } from "./font-error.ts"

/** The tables of one font by their tags. */
export type FontTables = Map<string, Uint8Array>

/** The most tables; fonts have 10 to 30. */
const MAX_TABLES = 100
const HEADER_BYTES = 12
const ENTRY_BYTES = 16
const TRUETYPE = 0x00010000
const APPLE_TRUETYPE = 0x74727565
const OPENTYPE_CFF = 0x4f54544f
const COLLECTION = 0x74746366

/**
 * Reads the directory of a TrueType or OpenType file. Tables are views of `bytes`. Throws a
 * FontError for collections, and if a table lies outside the file.
 */
export function readTables(bytes: Uint8Array): FontTables {
  if (bytes.length < HEADER_BYTES) throw damaged("it ends too early")
  const view = viewOf(bytes)
  const version = view.getUint32(0)
  if (version === COLLECTION) throw collection()
  if (version !== TRUETYPE && version !== APPLE_TRUETYPE && version !== OPENTYPE_CFF) throw notAFont()
  const count = view.getUint16(4)
  if (count === 0 || count > MAX_TABLES) throw damaged("its list of tables is broken")
  if (bytes.length < HEADER_BYTES + count * ENTRY_BYTES) throw damaged("it ends too early")
  const tables: FontTables = new Map()
  for (let i = 0; i < count; i++) {
    const at = HEADER_BYTES + i * ENTRY_BYTES
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4))
    const offset = view.getUint32(at + 8)
    const length = view.getUint32(at + 12)
    if (offset + length > bytes.length) throw damaged(`its table ${plain(tag)} lies outside the file`)
    if (tables.has(tag)) throw damaged(`it has two tables ${plain(tag)}`)
    tables.set(tag, bytes.subarray(offset, offset + length))
  }
  return tables
}

/** Writes tables as a file, by tag, each once, with its checksum. */
export function writeTables(tables: FontTables): Uint8Array<ArrayBuffer> {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  const first = HEADER_BYTES + entries.length * ENTRY_BYTES
  const bytes = new Uint8Array(entries.reduce((sum, [, table]) => sum + padded(table.length), first))
  const view = viewOf(bytes)
  const log2 = Math.floor(Math.log2(entries.length))
  view.setUint32(0, tables.has("CFF ") ? OPENTYPE_CFF : TRUETYPE)
  view.setUint16(4, entries.length)
  view.setUint16(6, 16 << log2)
  view.setUint16(8, log2)
  view.setUint16(10, entries.length * 16 - (16 << log2))
  let offset = first
  for (const [i, [tag, table]] of entries.entries()) {
    const at = HEADER_BYTES + i * ENTRY_BYTES
    for (let j = 0; j < 4; j++) bytes[at + j] = tag.charCodeAt(j)
    bytes.set(table, offset)
    view.setUint32(at + 4, sumOf(view, offset, table.length))
    view.setUint32(at + 8, offset)
    view.setUint32(at + 12, table.length)
    offset += padded(table.length)
  }
  return bytes
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function padded(length: number): number {
  return (length + 3) & ~3
}

/** Returns the sum of a table's 32-bit words; its padding is zero. */
function sumOf(view: DataView, offset: number, length: number): number {
  let sum = 0
  for (let at = offset; at < offset + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0
  return sum
}

/** Returns a tag with `?` for characters that do not print. */
function plain(tag: string): string {
  return tag.replace(/[^\x20-\x7e]/g, "?").trim()
}
