/** A function that returns how far the second of two glyphs moves, in the font's units. */
export type KernPairs = (left: number, right: number) => number

/** The bytes of a pair in a subtable of format 0: two glyphs and a value. */
const PAIR_BYTES = 6
/** The most pairs of all subtables, which may overlap. The largest honest one has 65,535. */
const MAX_PAIRS = 200_000
const HORIZONTAL = 1
const MICROSOFT_OTHER = 0b110
const APPLE_OTHER = 0xe000

/**
 * Returns the pairs of a font's `kern` table, which older faces have in place of GPOS; null if GPOS
 * defines kerning or the font has neither. The shaper is built without this table. Sums all horizontal
 * subtables of format 0, as HarfBuzz does; parts outside the file are left out.
 */
export function kernPairs(font: Uint8Array): KernPairs | null {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const gpos = tableAt(view, "GPOS")
  const kern = tableAt(view, "kern")
  if (kern === null || (gpos !== null && kernsByGpos(view, gpos))) return null
  const values = new Map<number, number>()
  let left = MAX_PAIRS
  for (const at of subtables(view, kern)) left -= readPairs(view, at, values, left)
  return values.size === 0 ? null : (left, right) => values.get(left * 65_536 + right) ?? 0
}

function tableAt(view: DataView, tag: string): number | null {
  if (view.byteLength < 12) return null
  const tables = Math.min(view.getUint16(4), Math.floor((view.byteLength - 12) / 16))
  for (let i = 0; i < tables; i++) {
    const at = 12 + 16 * i
    if (tagAt(view, at) !== tag) continue
    const offset = view.getUint32(at + 8)
    return offset + 4 <= view.byteLength ? offset : null
  }
  return null
}

function tagAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)))
}

function kernsByGpos(view: DataView, gpos: number): boolean {
  if (gpos + 10 > view.byteLength) return false
  const features = gpos + view.getUint16(gpos + 6)
  if (features + 2 > view.byteLength) return false
  const count = Math.min(view.getUint16(features), Math.floor((view.byteLength - features - 2) / 6))
  return Array.from({ length: count }, (_, i) => tagAt(view, features + 2 + 6 * i)).includes("kern")
}

/** Yields the beginning of each horizontal subtable's pairs in format 0, with their count. */
function* subtables(view: DataView, kern: number): Generator<number> {
  const isApple = view.getUint16(kern) === 1
  const head = isApple ? 8 : 6
  let at = kern + (isApple ? 8 : 4)
  if (at > view.byteLength) return
  for (let left = isApple ? view.getUint32(kern + 4) : view.getUint16(kern + 2); left > 0; left--) {
    if (at + head + 8 > view.byteLength) return
    const coverage = view.getUint16(at + 4)
    const format = isApple ? coverage & 0xff : coverage >> 8
    const isPlain = isApple
      ? (coverage & APPLE_OTHER) === 0
      : (coverage & HORIZONTAL) !== 0 && (coverage & MICROSOFT_OTHER) === 0
    if (format === 0 && isPlain) yield at + head
    const length = isApple ? view.getUint32(at) : view.getUint16(at + 2)
    if (length < head) return
    at += length
  }
}

/** Reads `most` pairs at most; returns how many. */
function readPairs(view: DataView, at: number, values: Map<number, number>, most: number): number {
  const first = at + 8
  const count = Math.min(most, view.getUint16(at), Math.floor((view.byteLength - first) / PAIR_BYTES))
  for (let i = 0; i < count; i++) {
    const pair = first + PAIR_BYTES * i
    const key = view.getUint16(pair) * 65_536 + view.getUint16(pair + 2)
    values.set(key, (values.get(key) ?? 0) + view.getInt16(pair + 4))
  }
  return count
}
