import type { BitReader } from "./vp8l-bits.ts"
import { damagedWebp, refusedWebp } from "./webp-refusal.ts"

/** The bits that the first look-up takes; longer codes take a second one. */
const ROOT_BITS = 8
const MAX_BITS = 15
/** The most entries of all tables of a picture: 12 MiB. Pictures of 24 megapixels have some tens of thousands. */
const MAX_ENTRIES = 3 << 20
/** An entry that names a second table: its place from bit 0, its bits from bit 26. */
const SECOND = 0x80000000

/**
 * The prefix codes of a picture, as tables in one array. An entry is a symbol with the length of its code
 * from bit 16 on.
 */
export class CodeTables {
  #entries: Uint32Array
  #used = 0

  /** `entries`: the first room, which grows. */
  constructor(entries = 1 << 14) {
    this.#entries = new Uint32Array(entries)
  }

  /** Builds a code's tables from the lengths of its symbols' codes. Returns what `read` wants. */
  add(lengths: Uint8Array): number {
    const counts = new Uint16Array(MAX_BITS + 1)
    for (const length of lengths) counts[length]++
    const symbols = lengths.length - counts[0]
    if (symbols === 0) throw damagedWebp("a code of it has no symbols")
    // A code of one symbol takes no bits.
    if (symbols === 1) {
      const at = this.#reserve(1)
      this.#entries[at] = lengths.findIndex((length) => length > 0)
      return at * 16
    }
    const next = new Uint16Array(MAX_BITS + 2)
    let open = 1
    for (let bits = 1; bits <= MAX_BITS; bits++) {
      open = 2 * open - counts[bits]
      if (open < 0) break
      next[bits + 1] = (next[bits] + counts[bits]) << 1
    }
    if (open !== 0) throw damagedWebp("a code of it is not whole")
    const longest = counts.findLastIndex((count) => count > 0)
    const root = Math.min(ROOT_BITS, longest)
    const codes = new Uint16Array(lengths.length)
    const seconds = new Uint8Array(1 << root)
    for (const [symbol, length] of lengths.entries()) {
      if (length === 0) continue
      codes[symbol] = reversed(next[length]++, length)
      const low = codes[symbol] & ((1 << root) - 1)
      if (length > root) seconds[low] = Math.max(seconds[low], length - root)
    }
    const at = this.#reserve(1 << root)
    for (const [low, bits] of seconds.entries()) {
      if (bits === 0) continue
      const second = this.#reserve(1 << bits)
      this.#entries[at + low] = (SECOND | (bits << 26) | second) >>> 0
    }
    for (const [symbol, length] of lengths.entries()) {
      if (length === 0) continue
      const code = codes[symbol]
      if (length <= root) this.#fill(at, 1 << root, code, length, symbol)
      else {
        const second = this.#entries[at + (code & ((1 << root) - 1))]
        this.#fill(second & 0x3ffffff, 1 << ((second >>> 26) & 31), code >> root, length - root, symbol)
      }
    }
    return at * 16 + root
  }

  /** Reads a symbol by the code that `add` returned. */
  read(reader: BitReader, code: number): number {
    const root = code & 15
    const bits = reader.peek()
    let entry = this.#entries[(code >>> 4) + (bits & ((1 << root) - 1))]
    if (entry >= SECOND) {
      reader.drop(root)
      entry = this.#entries[(entry & 0x3ffffff) + ((bits >>> root) & ((1 << ((entry >>> 26) & 31)) - 1))]
    }
    reader.drop(entry >>> 16)
    return entry & 0xffff
  }

  #reserve(count: number): number {
    const at = this.#used
    this.#used += count
    if (this.#used > MAX_ENTRIES)
      throw refusedWebp(
        "too-large",
        "is divided into too many parts to be read",
        "Save it as PNG and upload that.",
      )
    if (this.#used > this.#entries.length) {
      const larger = new Uint32Array(Math.max(this.#used, this.#entries.length * 2))
      larger.set(this.#entries)
      this.#entries = larger
    }
    return at
  }

  #fill(at: number, size: number, code: number, length: number, symbol: number): void {
    for (let i = code; i < size; i += 1 << length) this.#entries[at + i] = symbol | (length << 16)
  }
}

function reversed(code: number, bits: number): number {
  let turned = 0
  for (let i = 0; i < bits; i++) turned |= ((code >> i) & 1) << (bits - 1 - i)
  return turned
}

/** The order in which lengths of the lengths' code are told. */
const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]

/** Reads the lengths of a code's symbols. */
export function readLengths(reader: BitReader, symbols: number): Uint8Array {
  const lengths = new Uint8Array(symbols)
  if (reader.read(1)) {
    const count = reader.read(1) + 1
    const listed = [reader.read(reader.read(1) ? 8 : 1)]
    if (count === 2) listed.push(reader.read(8))
    for (const symbol of listed) {
      if (symbol >= symbols) throw damagedWebp("a code of it names what is not there")
      lengths[symbol] = 1
    }
    return lengths
  }
  const own = new Uint8Array(LENGTH_ORDER.length)
  const given = reader.read(4) + 4
  for (let i = 0; i < given; i++) own[LENGTH_ORDER[i]] = reader.read(3)
  // A picture may have 327,680 of these codes, and each has few symbols.
  const tables = new CodeTables(1 << ROOT_BITS)
  const code = tables.add(own)
  let most = symbols
  if (reader.read(1)) most = 2 + reader.read(2 + 2 * reader.read(3))
  if (most > symbols) throw damagedWebp("a code of it is too long")
  let previous = 8
  for (let symbol = 0; symbol < symbols && most > 0; most--) {
    const length = tables.read(reader, code)
    if (length < 16) {
      lengths[symbol++] = length
      if (length > 0) previous = length
      continue
    }
    const repeats =
      length === 16 ? 3 + reader.read(2) : length === 17 ? 3 + reader.read(3) : 11 + reader.read(7)
    if (symbol + repeats > symbols) throw damagedWebp("a code of it is too long")
    lengths.fill(length === 16 ? previous : 0, symbol, symbol + repeats)
    symbol += repeats
  }
  return lengths
}
