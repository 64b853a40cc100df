// Huffman decoding tables (RFC 1951, section 3.2.2), indexed by the next bits of the stream as
// stored, lowest first.

import { CODE_LENGTH_BITS, DISTANCE_BITS, END, EXCEPTION, LITERAL_BITS, MAX_BITS, NO_CODE, SECOND, SHORT_MATCH } from "./_raster-inflate-state.as"

/** The kinds of tables. */
export const CODE_LENGTHS: i32 = 0
export const LITERALS: i32 = 1
export const DISTANCES: i32 = 2

/** The least length of the symbols from 257 on, and extra bits. Then the same for distances. */
const LENGTH_BASE: usize = memory.data<u16>([3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258])
const LENGTH_EXTRA: usize = memory.data<u8>([0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0])
const DISTANCE_BASE: usize = memory.data<u16>([1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577])

/** The last symbol of a length. Fixed codes have two more, without a meaning. */
const LAST_LENGTH: i32 = 285

/** The marks of a lone literal. */
const LITERAL_MARKS: u32 = <u32>EXCEPTION | 0xfc0

const counts: usize = memory.data(16 * 4, 16)
const places: usize = memory.data(16 * 4, 16)
const sorted: usize = memory.data(288 * 2, 16)

/**
 * Makes the table of the code whose lengths (u8, 0 to 15) lie at `lengths`. Returns false for
 * lengths that are no code: too many short ones, or too few. Like zlib, it accepts a lone code of
 * one bit, or none at all.
 */
export function buildTable(kind: i32, lengths: usize, symbols: i32, table: usize): bool {
  const mainBits = kind == LITERALS ? LITERAL_BITS : kind == DISTANCES ? DISTANCE_BITS : CODE_LENGTH_BITS
  const secondEntries = <u32>1 << <u32>(MAX_BITS - mainBits)
  const used = sortByLength(lengths, symbols)
  let left = 1
  for (let bits = 1; bits <= 15; bits++) {
    left = (left << 1) - countOf(bits)
    if (left < 0) return false
  }
  if (left > 0) {
    if (used > 0 && (kind == CODE_LENGTHS || countOf(1) != used)) return false
    fill(table, 0, 1, 1 << <u32>mainBits, <u32>(EXCEPTION | NO_CODE) | 1)
  }
  let code: u32 = 0
  let free = <u32>1 << <u32>mainBits
  let second: u32 = 0
  let prefix: i32 = -1
  const mainMask = free - 1
  for (let i = 0; i < used; i++) {
    const symbol = <i32>load<u16>(sorted + (<usize>i << 1))
    const bits = <u32>load<u8>(lengths + symbol)
    if (bits <= <u32>mainBits) {
      fill(table, code, 1 << bits, mainMask + 1, entryOf(kind, symbol, bits))
      if (kind == LITERALS && symbol > 264 && symbol <= LAST_LENGTH) resolveLengths(table, code, symbol, bits)
    } else {
      if (<i32>(code & mainMask) != prefix) {
        prefix = <i32>(code & mainMask)
        second = free
        free += secondEntries
        store<u32>(table + (<usize>prefix << 2), <u32>(EXCEPTION | SECOND | mainBits) | (second << 16))
      }
      const rest = bits - <u32>mainBits
      fill(table + (<usize>second << 2), code >> <u32>mainBits, 1 << rest, secondEntries, entryOf(kind, symbol, rest))
    }
    code = nextCode(code, bits)
  }
  return true
}

/** Sorts the symbols in use by length, then number. Returns how many there are. */
function sortByLength(lengths: usize, symbols: i32): i32 {
  memory.fill(counts, 0, 64)
  for (let symbol = 0; symbol < symbols; symbol++) addTo(counts, load<u8>(lengths + symbol))
  let place = 0
  for (let bits = 1; bits <= 15; bits++) {
    store<i32>(places + (<usize>bits << 2), place)
    place += countOf(bits)
  }
  for (let symbol = 0; symbol < symbols; symbol++) {
    const bits = load<u8>(lengths + symbol)
    if (bits > 0) store<u16>(sorted + (<usize>addTo(places, bits) << 1), <u16>symbol)
  }
  return place
}

/** Adds to a counter; returns the previous value. */
@inline
function addTo(table: usize, index: i32): i32 {
  const slot = table + (<usize>index << 2)
  const value = load<i32>(slot)
  store<i32>(slot, value + 1)
  return value
}

@inline
function countOf(bits: i32): i32 {
  return load<i32>(counts + (<usize>bits << 2))
}

@inline
function fill(table: usize, from: u32, step: u32, end: u32, entry: u32): void {
  for (let i = from; i < end; i += step) store<u32>(table + (<usize>i << 2), entry)
}

function entryOf(kind: i32, symbol: i32, bits: u32): u32 {
  if (kind == CODE_LENGTHS) return bits | (<u32>symbol << 16)
  if (kind == LITERALS) {
    if (symbol < 256) return bits | (1 << 6) | (<u32>symbol << 16)
    if (symbol == 256) return bits | <u32>(EXCEPTION | END)
    if (symbol > LAST_LENGTH) return bits | <u32>(EXCEPTION | NO_CODE)
    const length = <u32>load<u16>(LENGTH_BASE + (<usize>(symbol - 257) << 1))
    if (symbol < 265) return bits | (length << 8)
    return (bits + load<u8>(LENGTH_EXTRA + symbol - 257)) | (bits << 8) | (length << 16) | <u32>EXCEPTION
  }
  if (symbol > 29) return bits | <u32>(EXCEPTION | NO_CODE)
  const extra: u32 = symbol < 4 ? 0 : (<u32>symbol >> 1) - 1
  return (bits + extra) | (bits << 8) | (<u32>load<u16>(DISTANCE_BASE + (<usize>symbol << 1)) << 16)
}

/** Returns the next code, lowest bit first: adds one at the highest bit and carries downwards. */
function nextCode(code: u32, bits: u32): u32 {
  let bit: u32 = 1 << (bits - 1)
  while (code & bit) bit >>= 1
  return bit ? (code & (bit - 1)) | bit : 0
}

/** Resolves short lengths: if the extra bits lie within the table, no extra bits remain. */
function resolveLengths(table: usize, code: u32, symbol: i32, bits: u32): void {
  const length = <u32>load<u16>(LENGTH_BASE + (<usize>(symbol - 257) << 1))
  const extraBits = <u32>load<u8>(LENGTH_EXTRA + symbol - 257)
  const all = bits + extraBits
  if (all > <u32>LITERAL_BITS) return
  for (let extra: u32 = 0; extra < 1 << extraBits && length + extra <= SHORT_MATCH; extra++) {
    fill(table, code | (extra << bits), 1 << all, 1 << <u32>LITERAL_BITS, all | ((length + extra) << 8))
  }
}

/**
 * Makes every entry stand for everything in its bits: up to two literals and the length of a short
 * match behind them. Starts with the last entry, because entries look at earlier ones.
 */
export function joinSymbols(table: usize): void {
  for (let i: i32 = (1 << <i32>LITERAL_BITS) - 1; i >= 0; i--) {
    const first = load<u32>(table + (<usize>i << 2))
    const second = load<u32>(table + (<usize>(i >> (first & 63)) << 2))
    const twoBits = (first & 63) + (second & 63)
    const isLiteral = i32((first & LITERAL_MARKS) == 1 << 6)
    const areTwo = isLiteral & i32((second & LITERAL_MARKS) == 1 << 6) & i32(twoBits <= <u32>LITERAL_BITS)
    const both = twoBits | (2 << 6) | (first & 0xff0000) | ((second << 8) & 0xff000000)
    const literals = select(both, first, areTwo)
    const bits = literals & 63
    const match = load<u32>(table + (<usize>(i >> bits) << 2))
    const allBits = bits + (match & 63)
    const isFollowed = isLiteral & i32((match & <u32>(EXCEPTION | 0xf00)) - 1 < <u32>EXCEPTION - 1) & i32(allBits <= <u32>LITERAL_BITS)
    const all = allBits | (literals & 0xffff00c0) | (match & 0xf00)
    store<u32>(table + (<usize>i << 2), select(all, literals, isFollowed))
  }
}
