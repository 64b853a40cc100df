import { viewOf } from "../../sheet/font/font-tables.ts"

/** Returns substitutions that double each letter, over and over. */
export function growingSubstitutions(glyphs: number, lookups: number): Uint8Array {
  const short = (...numbers: number[]) => numbers.flatMap((number) => [(number >> 8) & 255, number & 255])
  const indices = Array.from({ length: lookups }, (_, i) => i)
  const script = short(1, 0x4446, 0x4c54, 8, 4, 0, 0, 0xffff, 1, 0)
  const feature = short(1, 0x6363, 0x6d70, 8, 0, lookups, ...indices)
  // Each glyph is replaced by itself twice.
  const sequences = Array.from({ length: glyphs }, (_, glyph) => 6 + glyphs * 2 + glyph * 6)
  const pairs = Array.from({ length: glyphs }, (_, glyph) => [2, glyph, glyph]).flat()
  const coverage = [2, 1, 0, glyphs - 1, 0]
  const subtable = short(1, 6 + glyphs * 8, glyphs, ...sequences, ...pairs, ...coverage)
  const list = short(lookups, ...indices.map((i) => 2 + lookups * 2 + i * 8))
  // All lookups share one subtable.
  const headers = indices.flatMap((i) => short(2, 0, 1, (lookups - i) * 8))
  const head = short(1, 0, 10, 10 + script.length, 10 + script.length + feature.length)
  return Uint8Array.from([...head, ...script, ...feature, ...list, ...headers, ...subtable])
}

/** Returns two thousand names, all of the same 60,000 bytes. */
export function repeatedNames(): Uint8Array {
  const first = 6 + 2_000 * 12
  const table = new Uint8Array(first + 60_000).fill(0x41)
  putShorts(table, 2, [2_000, first])
  for (let at = 6; at < first; at += 12) putShorts(table, at, [3, 1, 0x409, 1, 60_000, 0])
  return table
}

/** Returns sixty thousand lists of pairs for kerning, each with all bytes that follow it. */
export function overlappingPairs(): Uint8Array {
  const table = new Uint8Array(4 + 60_000 * 14)
  putShorts(table, 2, [60_000])
  for (let at = 4; at < table.length; at += 14) putShorts(table, at, [0, 14, 1, 0xffff])
  return table
}

function putShorts(table: Uint8Array, at: number, shorts: readonly number[]): void {
  for (const [i, short] of shorts.entries()) viewOf(table).setUint16(at + i * 2, short)
}
