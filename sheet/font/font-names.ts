import { type FontTables, viewOf } from "./font-tables.ts"

/** The ids in the name table of a font's own names. */
const FAMILY = 1
const FULL_NAME = 4
const POSTSCRIPT_NAME = 6
const TYPOGRAPHIC_FAMILY = 16

const WINDOWS = 3
const UNICODE = 0
const MACINTOSH = 1
const WINDOWS_ENGLISH = 0x409

/** The most names that are read; a font has one to a few dozen in its languages. */
const MAX_NAMES = 2_000
const MAX_NAME_CHARS = 120
/** The longest name that is read: thousands of records may share the same bytes. */
const MAX_NAME_BYTES = 4 * MAX_NAME_CHARS

type NameRecord = { nameId: number; rank: number; text: string }

export type FontNames = {
  /** The name that programs list: the typographic family if there is one. */
  family: string | null
  /** All names by which a drawing may ask for the font: families, full and PostScript names. */
  all: string[]
}

/** Reads a font's names. A broken name is left out: nothing is drawn by it. */
export function readNames(tables: FontTables): FontNames {
  const records = readRecords(tables.get("name") ?? new Uint8Array(0))
  const best = (nameId: number) =>
    records.filter((record) => record.nameId === nameId).sort((a, b) => a.rank - b.rank)[0]?.text ?? null
  const wanted = [TYPOGRAPHIC_FAMILY, FAMILY, FULL_NAME, POSTSCRIPT_NAME]
  return {
    family: best(TYPOGRAPHIC_FAMILY) ?? best(FAMILY) ?? best(FULL_NAME),
    all: [...new Set(records.filter(({ nameId }) => wanted.includes(nameId)).map(({ text }) => text))],
  }
}

/** Writes a name table with these families alone. */
export function writeNames(families: readonly string[]): Uint8Array {
  const texts = families.flatMap((family) => [
    { nameId: FAMILY, text: family },
    { nameId: POSTSCRIPT_NAME, text: family },
  ])
  const first = 6 + texts.length * 12
  const bytes = new Uint8Array(texts.reduce((sum, { text }) => sum + text.length * 2, first))
  const view = viewOf(bytes)
  view.setUint16(2, texts.length)
  view.setUint16(4, first)
  let offset = 0
  for (const [i, { nameId, text }] of texts.entries()) {
    const values = [WINDOWS, 1, WINDOWS_ENGLISH, nameId, text.length * 2, offset]
    for (const [j, value] of values.entries()) view.setUint16(6 + i * 12 + j * 2, value)
    for (let j = 0; j < text.length; j++) view.setUint16(first + offset + j * 2, text.charCodeAt(j))
    offset += text.length * 2
  }
  return bytes
}

function readRecords(table: Uint8Array): NameRecord[] {
  if (table.length < 6) return []
  const view = viewOf(table)
  const count = Math.min(view.getUint16(2), MAX_NAMES, Math.floor((table.length - 6) / 12))
  const storage = view.getUint16(4)
  const records: NameRecord[] = []
  for (let i = 0; i < count; i++) {
    const at = 6 + i * 12
    const [platform, encoding, language, nameId, length, offset] = [0, 2, 4, 6, 8, 10].map((by) =>
      view.getUint16(at + by),
    )
    const from = storage + offset
    if (length > MAX_NAME_BYTES || from + length > table.length) continue
    const text = decode(table.subarray(from, from + length), platform, encoding)
    if (text === null) continue
    const isEnglish = platform === WINDOWS ? language === WINDOWS_ENGLISH : language === 0
    records.push({ nameId, text, rank: (isEnglish ? 0 : 2) + (platform === WINDOWS ? 0 : 1) })
  }
  return records
}

/** Decodes a name; null for encodings from before Unicode, and for invalid names. */
function decode(bytes: Uint8Array, platform: number, encoding: number): string | null {
  let text = ""
  if (platform === WINDOWS || platform === UNICODE) {
    if (bytes.length % 2 !== 0) return null
    const view = viewOf(bytes)
    for (let at = 0; at < bytes.length; at += 2) text += String.fromCharCode(view.getUint16(at))
  } else if (platform === MACINTOSH && encoding === 0) {
    // Mac Roman agrees with ASCII; other characters are in a Windows name too.
    if (bytes.some((byte) => byte > 0x7e)) return null
    text = String.fromCharCode(...bytes)
  } else return null
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Co}\uFFFD]/gu, "")
    .replace(/\s+/g, " ")
    .trim()
  return clean === "" || clean.length > MAX_NAME_CHARS ? null : clean
}
