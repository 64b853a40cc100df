// Deflate (RFC 1951) for filtered rows: one dynamic Huffman block over literals, runs of distance 1
// (flat colour) or one pixel (repeated pixels), and far matches at distances that the composer
// names, where the same stamp lies further left in the same rows. It is greedy and has no hash
// chains, which makes it fast. The idea of runs only is fpng's (Rich Geldreich, 2021); the far
// matches are ours.
//
// The tables below are scratch. Every call fills them anew.

import { reach, reachMany } from "./_raster-reach.as"

/** The bound on a block: frequencies must fit 23 bits beside a 9-bit symbol. */
const MAX_BLOCK_BYTES: u64 = 8_000_000
const MAX_SPANS: i32 = 62
/** The longest Huffman code. Four literals then fit the 64-bit buffer between two flushes. */
const CODE_LIMIT: i32 = 12
const SYMBOLS: i32 = 286
const DISTANCES: i32 = 30
/** The longest pixel: four samples and a white plane. */
const MAX_PIXEL_BYTES: i32 = 5
/** The shortest far match; a shorter one may cost more than its literals. */
const MIN_FAR_MATCH: i32 = 6
const MATCH: u32 = 0x8000
/** The mark of a match in each of four tokens. */
const FOUR_MATCHES: u64 = 0x8000800080008000

const frequencies: usize = memory.data(288 * 4, 16)
const distanceFrequencies: usize = memory.data(32 * 4, 16)
const lengths: usize = memory.data(288, 16)
const distanceLengths: usize = memory.data(32, 16)
const codes: usize = memory.data(288 * 4, 16)
const distanceCodes: usize = memory.data(32 * 4, 16)
/** For each match length, its symbol less 257. */
const lengthSymbols: usize = memory.data(260, 16)
/** For each match length, Huffman code and extra bits in the low 24 bits, their number above. */
const lengthBits: usize = memory.data(260 * 4, 16)
/** For each distance in use: distance, symbol, bits (code and extra), number of bits. */
const distances: usize = memory.data(64 * 16, 16)
const sorted: usize = memory.data(288 * 4, 16)
const weights: usize = memory.data(576 * 4, 16)
const parents: usize = memory.data(576 * 4, 16)
const depths: usize = memory.data(576 * 4, 16)
const codeCounts: usize = memory.data(16 * 4, 16)

/** The bits not yet written, for the short header and trailer. The body keeps its own in locals. */
let pending: u64 = 0
let pendingBits: i32 = 0
let output: usize = 0

/**
 * Compresses `rows` rows of `rowBytes` into one block at `target`. An empty stored block follows
 * (so that it ends on a byte) or, when `isLast`, the end of the stream. Returns the length in
 * bytes, below 1.5 × input + 1 KiB.
 *
 * `spans` holds `spanCount` triples of u32 {from, to, distance}, ascending and apart: in every row,
 * bytes from ≤ i < to probably repeat those `distance` earlier. They are compared here, so a wrong
 * hint costs size only. `pixelBytes` is the distance to a pixel like the one before. `tokens` needs
 * two bytes for each byte of input.
 */
export function deflateRows(source: usize, rowBytes: i32, rows: i32, pixelBytes: i32, spans: usize, spanCount: i32, tokens: usize, target: usize, isLast: i32): i32 {
  if (pixelBytes < 1 || pixelBytes > MAX_PIXEL_BYTES) unreachable()
  if (rowBytes < 1 || rows < 1 || <u64>rowBytes * <u64>rows > MAX_BLOCK_BYTES) unreachable()
  const length = rowBytes * rows
  reach(source, length)
  reachMany(tokens, length, 2)
  reach(target, length + (length >> 1) + 1024)
  if (<u32>spanCount > <u32>MAX_SPANS) unreachable()
  reachMany(spans, spanCount, 12)
  memory.fill(frequencies, 0, 288 * 4)
  memory.fill(distanceFrequencies, 0, 32 * 4)
  listDistances(rowBytes, pixelBytes, spans, spanCount)
  for (let matched = 3; matched <= 258; matched++) store<u8>(lengthSymbols + matched, <u8>lengthSymbol(matched))

  const end = tokenize(source, rowBytes, rows, pixelBytes, spans, spanCount, tokens)

  store<u32>(frequencies, 1, 256 * 4)
  // Two codes at least, because some inflaters refuse a lone distance code.
  addTo(distanceFrequencies, 0)
  addTo(distanceFrequencies, 3)
  codeLengths(frequencies, SYMBOLS, lengths)
  codeLengths(distanceFrequencies, DISTANCES, distanceLengths)
  assignCodes(lengths, SYMBOLS, codes)
  assignCodes(distanceLengths, DISTANCES, distanceCodes)
  listLengthBits()
  listDistanceBits(spanCount)

  pending = 0
  pendingBits = 0
  output = target
  writeHeader(isLast)
  writeTokens(tokens, end)
  writeEnd(isLast)
  return <i32>(output - target)
}

@inline
function addTo(table: usize, symbol: i32): void {
  const slot = table + (<usize>symbol << 2)
  store<u32>(slot, load<u32>(slot) + 1)
}

/**
 * Lists distance 1 and that of a pixel first, then those of the spans. Traps on spans that overlap,
 * run backwards or reach before the row.
 */
function listDistances(rowBytes: i32, pixelBytes: i32, spans: usize, spanCount: i32): void {
  store<u32>(distances, 1)
  store<u32>(distances, 0, 4)
  store<u32>(distances, pixelBytes, 16)
  store<u32>(distances, distanceSymbol(pixelBytes), 20)
  let free: u32 = 0
  for (let i = 0; i < spanCount; i++, spans += 12) {
    const from = load<u32>(spans)
    const to = load<u32>(spans, 4)
    const distance = load<u32>(spans, 8)
    if (from < free || to <= from || to > <u32>rowBytes || distance < 1 || distance > from || distance > 32768) unreachable()
    free = to
    const slot = distances + (<usize>(i + 2) << 4)
    store<u32>(slot, distance)
    store<u32>(slot, distanceSymbol(distance), 4)
  }
}

/** Returns the length symbol less 257, which has lengthExtraBits extra bits. */
function lengthSymbol(length: u32): u32 {
  if (length == 258) return 28
  const x = length - 3
  if (x < 8) return x
  const top = 31 - clz<u32>(x)
  return (top - 1) * 4 + ((x >> (top - 2)) & 3)
}

function lengthExtraBits(length: u32): u32 {
  const x = length - 3
  return length == 258 || x < 8 ? 0 : 29 - clz<u32>(x)
}

function distanceSymbol(distance: u32): u32 {
  if (distance <= 4) return distance - 1
  const x = distance - 1
  const top = 31 - clz<u32>(x)
  return top * 2 + ((x >> (top - 1)) & 1)
}

@inline
function matchLength(pointer: usize, distance: usize, limit: i32): i32 {
  let length = 0
  while (length + 16 <= limit) {
    const same = i8x16.bitmask(i8x16.eq(v128.load(pointer + length), v128.load(pointer + length - distance)))
    if (same != 0xffff) return length + ctz<i32>(~same)
    length += 16
  }
  while (length < limit && load<u8>(pointer + length) == load<u8>(pointer + length - distance)) length++
  return length
}

@inline
function countMatch(length: i32, distanceIndex: i32): void {
  addTo(frequencies, 257 + <i32>load<u8>(lengthSymbols + length))
  addTo(distanceFrequencies, load<i32>(distances + (<usize>distanceIndex << 4), 4))
}

/**
 * Turns the rows into tokens of two bytes (a literal, or MATCH | index of its distance << 9 | its
 * length) and counts symbols on the way. Returns the end of the tokens. Spans cut each row into
 * plain and hinted stretches:
 *
 *   | plain | span 0 | plain | span 1 | plain |
 */
function tokenize(source: usize, rowBytes: i32, rows: i32, pixelBytes: i32, spans: usize, spanCount: i32, token: usize): usize {
  const firstRun = source + max(4, pixelBytes)
  const sourceEnd = source + <usize>rowBytes * <usize>rows
  for (let row = 0; row < rows; row++) {
    const rowStart = source + <usize>row * <usize>rowBytes
    let p = rowStart
    for (let stretch = 0; stretch <= spanCount * 2; stretch++) {
      const span = spans + <usize>(stretch >> 1) * 12
      const isHinted = (stretch & 1) != 0
      const far: usize = isHinted ? <usize>load<u32>(span, 8) : 0
      const stop = isHinted ? rowStart + load<u32>(span, 4) : stretch < spanCount * 2 ? rowStart + load<u32>(span) : rowStart + rowBytes
      while (p < stop) {
        if (isHinted) {
          const length = matchLength(p, far, min(258, <i32>(stop - p)))
          if (length >= MIN_FAR_MATCH) {
            // A run of the same length costs fewer bits than a far match.
            const index = matchLength(p, 1, length) == length ? 0 : (stretch >> 1) + 2
            store<u16>(token, <u16>(MATCH | (index << 9) | length))
            countMatch(length, index)
            token += 2
            p += length
            continue
          }
        }
        let literals = min(isHinted ? 1 : 13, <i32>(stop - p))
        let near: usize = 0
        if (p >= firstRun && p + 16 <= sourceEnd) {
          const x = v128.load(p)
          const same1 = i8x16.bitmask(i8x16.eq(x, v128.load(p - 1)))
          const samePixel = i8x16.bitmask(i8x16.eq(x, v128.load(p - pixelBytes)))
          const runs1 = same1 & (same1 >> 1) & (same1 >> 2) & (same1 >> 3)
          const pixelRuns = samePixel & (samePixel >> 1) & (samePixel >> 2) & (samePixel >> 3)
          const first = ctz<i32>(runs1 | pixelRuns | 0x10000)
          if (first < literals) {
            literals = first
            near = (runs1 >> first) & 1 ? 1 : pixelBytes
          }
          v128.store(token, i16x8.extend_low_i8x16_u(x))
          v128.store(token, i16x8.extend_high_i8x16_u(x), 16)
        } else {
          literals = 1
          store<u16>(token, load<u8>(p))
        }
        token += <usize>literals << 1
        for (const literalEnd = p + literals; p < literalEnd; p++) addTo(frequencies, load<u8>(p))
        if (near) {
          const length = matchLength(p, near, min(258, <i32>(stop - p)))
          if (length >= 3) {
            const index = near == 1 ? 0 : 1
            store<u16>(token, <u16>(MATCH | (index << 9) | length))
            countMatch(length, index)
            p += length
          } else {
            const byte = load<u8>(p++)
            store<u16>(token, byte)
            addTo(frequencies, byte)
          }
          token += 2
        }
      }
    }
  }
  return token
}

/**
 * Computes Huffman code lengths of at most CODE_LIMIT bits. Symbols are sorted by frequency and
 * merged with two queues. Lengths are cut at the limit, and the Kraft sum is repaired, rarest symbols
 * first, until the code is complete again.
 */
function codeLengths(table: usize, count: i32, result: usize): void {
  memory.fill(result, 0, count)
  const used = sortSymbols(table, count)
  for (let i = 0; i < used; i++) store<u32>(weights + (<usize>i << 2), load<u32>(sorted + (<usize>i << 2)) >> 9)
  let leaf = 0
  let inner = used
  let free = used
  for (; free < 2 * used - 1; free++) {
    let weight: u32 = 0
    for (let side = 0; side < 2; side++) {
      const takeLeaf = inner >= free || (leaf < used && load<u32>(weights + (<usize>leaf << 2)) <= load<u32>(weights + (<usize>inner << 2)))
      const node = takeLeaf ? leaf++ : inner++
      weight += load<u32>(weights + (<usize>node << 2))
      store<i32>(parents + (<usize>node << 2), free)
    }
    store<u32>(weights + (<usize>free << 2), weight)
  }
  store<i32>(depths + (<usize>(free - 1) << 2), 0)
  for (let node = free - 2; node >= 0; node--) {
    store<i32>(depths + (<usize>node << 2), load<i32>(depths + (<usize>load<i32>(parents + (<usize>node << 2)) << 2)) + 1)
  }
  limitDepths(used)
  for (let i = 0; i < used; i++) {
    const symbol = load<u32>(sorted + (<usize>i << 2)) & 511
    store<u8>(result + symbol, <u8>load<i32>(depths + (<usize>i << 2)))
  }
}

/**
 * Sorts the symbols in use by frequency, then symbol, as frequency << 9 | symbol. Shell's sort,
 * because 286 are few.
 */
function sortSymbols(table: usize, count: i32): i32 {
  let used = 0
  for (let symbol = 0; symbol < count; symbol++) {
    const frequency = load<u32>(table + (<usize>symbol << 2))
    if (!frequency) continue
    store<u32>(sorted + (<usize>used << 2), (frequency << 9) | symbol)
    used++
  }
  for (let gap = 121; gap > 0; gap /= 3) {
    for (let i = gap; i < used; i++) {
      const key = load<u32>(sorted + (<usize>i << 2))
      let j = i
      for (; j >= gap; j -= gap) {
        const before = load<u32>(sorted + (<usize>(j - gap) << 2))
        if (before <= key) break
        store<u32>(sorted + (<usize>j << 2), before)
      }
      store<u32>(sorted + (<usize>j << 2), key)
    }
  }
  return used
}

function limitDepths(used: i32): void {
  const full = 1 << CODE_LIMIT
  let kraft = 0
  for (let i = 0; i < used; i++) {
    const slot = depths + (<usize>i << 2)
    const depth = min(load<i32>(slot), CODE_LIMIT)
    store<i32>(slot, depth)
    kraft += full >> depth
  }
  for (let i = 0; kraft > full; ) {
    const slot = depths + (<usize>i << 2)
    const depth = load<i32>(slot)
    if (depth >= CODE_LIMIT) {
      i++
      continue
    }
    kraft -= full >> (depth + 1)
    store<i32>(slot, depth + 1)
  }
  for (let i = used - 1; i >= 0 && kraft < full; i--) {
    const slot = depths + (<usize>i << 2)
    let depth = load<i32>(slot)
    for (; depth > 1 && kraft + (full >> depth) <= full; depth--) kraft += full >> depth
    store<i32>(slot, depth)
  }
}

/** Assigns canonical codes, bits reversed to be written lowest first, with their lengths above bit 16. */
function assignCodes(codeLength: usize, count: i32, result: usize): void {
  memory.fill(codeCounts, 0, 64)
  for (let i = 0; i < count; i++) addTo(codeCounts, load<u8>(codeLength + i))
  let code = 0
  let previous = 0
  for (let bits = 1; bits <= CODE_LIMIT; bits++) {
    code = (code + previous) << 1
    previous = load<i32>(codeCounts + (<usize>bits << 2))
    store<i32>(codeCounts + (<usize>bits << 2), code)
  }
  for (let i = 0; i < count; i++) {
    const bits = <i32>load<u8>(codeLength + i)
    if (bits == 0) continue
    const next = load<i32>(codeCounts + (<usize>bits << 2))
    store<i32>(codeCounts + (<usize>bits << 2), next + 1)
    store<u32>(result + (<usize>i << 2), reverse(next, bits) | (<u32>bits << 16))
  }
}

function reverse(code: i32, bits: i32): u32 {
  let reversed: u32 = 0
  for (let i = 0; i < bits; i++) reversed |= ((code >> i) & 1) << (bits - 1 - i)
  return reversed
}

function listLengthBits(): void {
  for (let length: u32 = 3; length <= 258; length++) {
    const symbol = 257 + load<u8>(lengthSymbols + length)
    if (!load<u8>(lengths + symbol)) continue
    const code = load<u32>(codes + (<usize>symbol << 2))
    const bits = code >> 16
    const extraBits = lengthExtraBits(length)
    const extra = (length - 3) & ((1 << extraBits) - 1)
    store<u32>(lengthBits + (<usize>length << 2), (code & 0xffff) | (extra << bits) | ((bits + extraBits) << 24))
  }
}

function listDistanceBits(spanCount: i32): void {
  for (let i = 0; i < spanCount + 2; i++) {
    const slot = distances + (<usize>i << 4)
    const distance = load<u32>(slot)
    const symbol = load<u32>(slot, 4)
    if (!load<u8>(distanceLengths + symbol)) continue
    const code = load<u32>(distanceCodes + (<usize>symbol << 2))
    const bits = code >> 16
    const extraBits: u32 = symbol < 4 ? 0 : (symbol >> 1) - 1
    const extra = (distance - 1) & ((1 << extraBits) - 1)
    store<u32>(slot, (code & 0xffff) | (extra << bits), 8)
    store<u32>(slot, bits + extraBits, 12)
  }
}

function put(value: u32, bits: i32): void {
  pending |= <u64>value << pendingBits
  pendingBits += bits
  for (; pendingBits >= 8; pendingBits -= 8, pending >>= 8) store<u8>(output++, <u8>pending)
}

/** Writes BFINAL, type 2, and all code lengths at four bits each: 160 bytes, whatever the block. */
function writeHeader(isLast: i32): void {
  put(isLast ? 1 : 0, 1)
  put(2, 2)
  put(SYMBOLS - 257, 5)
  put(DISTANCES - 1, 5)
  put(15, 4)
  put(0, 9) // no repeat codes (16, 17, 18)
  for (let i = 0; i < 16; i++) put(4, 3)
  for (let i = 0; i < SYMBOLS; i++) put(reverse(load<u8>(lengths + i), 4), 4)
  for (let i = 0; i < DISTANCES; i++) put(reverse(load<u8>(distanceLengths + i), 4), 4)
}

/**
 * Writes the tokens. Up to 7 bits wait; a match adds 17 + 25, four literals 48, so whole bytes leave
 * after each match and each four literals.
 */
function writeTokens(token: usize, end: usize): void {
  let buffer = pending
  let bits: u64 = pendingBits
  let write = output
  while (token < end) {
    const four = load<u64>(token)
    const value = <u32>four & 0xffff
    if (!(four & FOUR_MATCHES) && token + 8 <= end) {
      const a = literalCode(value)
      const b = literalCode(<u32>(four >> 16) & 0xffff)
      const c = literalCode(<u32>(four >> 32) & 0xffff)
      const d = literalCode(<u32>(four >> 48))
      const front = <u64>(a & 0xffff) | (<u64>(b & 0xffff) << <u64>(a >> 16))
      const back = <u64>(c & 0xffff) | (<u64>(d & 0xffff) << <u64>(c >> 16))
      const frontBits = <u64>((a >> 16) + (b >> 16))
      buffer |= (front | (back << frontBits)) << bits
      bits += frontBits + <u64>((c >> 16) + (d >> 16))
      token += 8
    } else if (value < MATCH) {
      const code = literalCode(value)
      buffer |= <u64>(code & 0xffff) << bits
      bits += code >> 16
      token += 2
    } else {
      const length = load<u32>(lengthBits + (<usize>(value & 511) << 2))
      buffer |= <u64>(length & 0xffffff) << bits
      bits += length >> 24
      const slot = distances + (<usize>((value >> 9) & 63) << 4)
      buffer |= <u64>load<u32>(slot, 8) << bits
      bits += load<u32>(slot, 12)
      token += 2
    }
    store<u64>(write, buffer)
    write += <usize>(bits >> 3)
    buffer >>= bits & 56
    bits &= 7
  }
  pending = buffer
  pendingBits = <i32>bits
  output = write
}

/** Returns the Huffman code in the low 16 bits, its length above. */
@inline
function literalCode(byte: u32): u32 {
  return load<u32>(codes + (<usize>byte << 2))
}

function writeEnd(isLast: i32): void {
  const code = load<u32>(codes + 256 * 4)
  put(code & 0xffff, code >> 16)
  if (!isLast) put(0, 3)
  if (pendingBits > 0) put(0, 8 - pendingBits)
  if (isLast) return
  store<u32>(output, 0xffff0000)
  output += 4
}
