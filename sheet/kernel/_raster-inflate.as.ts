// Inflate (RFC 1951) of a zlib stream (RFC 1950), resumable between any two symbols. It accepts and
// refuses the same streams as zlib.

import { adler32 } from "./_raster-adler.as"
import { DYNAMIC, distanceTable, FIXED_JOINED, FIXED, lengthsOf, literalTable, need, Stream, STREAM_BYTES, take } from "./_raster-inflate-state.as"
import { BLOCK_ENDED, BLOCK_GOES_ON, BLOCK_HAS_NO_CODE, BLOCK_NEEDS_INPUT, decodeSymbols } from "./_raster-inflate-symbols.as"
import { buildTable, CODE_LENGTHS, DISTANCES, LITERALS } from "./_raster-inflate-table.as"
import { reach } from "./_raster-reach.as"

/**
 * The bytes that output may pass its capacity by: three pairs, the longest match and the vector that
 * ends it.
 */
const OVERRUN: i32 = 320

// Results of a call (raster/inflate.ts has words for them). From BAD_HEADER on the stream is
// damaged.
const NEEDS_INPUT: i32 = 0
const IS_FULL: i32 = 1
const HAS_ENDED: i32 = 2
const BAD_HEADER: i32 = 3
const BAD_BLOCK_TYPE: i32 = 4
const BAD_STORED_LENGTH: i32 = 5
const BAD_CODE_LENGTHS: i32 = 6
const BAD_CODE: i32 = 7
const BAD_DISTANCE: i32 = 8
const BAD_CHECKSUM: i32 = 9
/** Internal: the next phase is due. Never returned to the host. */
const GOES_ON: i32 = -1

// Phases, in the order of the stream.
const IN_HEADER: i32 = 0
const IN_BLOCK_HEADER: i32 = 1
const IN_STORED_LENGTH: i32 = 2
const IN_STORED: i32 = 3
const IN_COUNTS: i32 = 4
const IN_CODE_LENGTH_LENGTHS: i32 = 5
const IN_CODE_LENGTHS: i32 = 6
const IN_SYMBOLS: i32 = 7
const IN_CHECKSUM: i32 = 8
/** The stream has ended. PAST_END + r means that every further call returns r. */
const PAST_END: i32 = 16

/** The order of the lengths of code length codes. */
const ORDER: usize = memory.data<u8>([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15])

/** Returns the bytes of a stream's record, which starts as zeros. */
export function inflateBytes(): i32 {
  return <i32>STREAM_BYTES
}

/**
 * Continues the stream at `record`. Reads up to `length` bytes at `source` and writes from `window`
 * + `position` on, until `capacity` bytes (at most OVERRUN more) lie at `window`. Its first
 * `position` bytes are the stream's last ones: 32 KiB of them, or all there are. Returns 0 when it
 * needs more input, 1 when the window is full, 2 at the end of the stream with a right Adler-32,
 * and more for damage. The record keeps the progress.
 */
export function inflate(record: usize, source: usize, length: i32, window: usize, position: i32, capacity: i32): i32 {
  reach(record, <i32>STREAM_BYTES)
  reach(source, length)
  if (position < 0 || capacity < position || capacity > 0x7fffffff - OVERRUN) unreachable()
  reach(window, capacity + OVERRUN)
  const stream = changetype<Stream>(record)
  stream.input = source
  stream.inputEnd = source + length
  stream.window = window
  stream.output = window + position
  stream.summed = stream.output
  stream.full = window + capacity
  let result = GOES_ON
  while (result == GOES_ON) result = advance(stream)
  sum(stream)
  if (result >= HAS_ENDED) stream.phase = PAST_END + result
  return result
}

function advance(stream: Stream): i32 {
  switch (stream.phase) {
    case IN_HEADER:
      return readHeader(stream)
    case IN_BLOCK_HEADER:
      return readBlockHeader(stream)
    case IN_STORED_LENGTH:
      return readStoredLength(stream)
    case IN_STORED:
      return copyStored(stream)
    case IN_COUNTS:
      return readCounts(stream)
    case IN_CODE_LENGTH_LENGTHS:
      return readCodeLengthLengths(stream)
    case IN_CODE_LENGTHS:
      return readCodeLengths(stream)
    case IN_SYMBOLS:
      return readSymbols(stream)
    case IN_CHECKSUM:
      return readChecksum(stream)
  }
  return stream.phase - PAST_END
}

@inline
function enter(stream: Stream, phase: i32): i32 {
  stream.phase = phase
  return GOES_ON
}

/** Requires deflate, a window of at most 32 KiB, no preset dictionary, and right check bits. */
function readHeader(stream: Stream): i32 {
  if (!need(stream, 16)) return NEEDS_INPUT
  const method = take(stream, 8)
  const flags = take(stream, 8)
  if (((method << 8) | flags) % 31 != 0 || (method & 15) != 8 || method >> 4 > 7 || (flags & 32) != 0) return BAD_HEADER
  stream.adler = 1
  return enter(stream, IN_BLOCK_HEADER)
}

function readBlockHeader(stream: Stream): i32 {
  if (stream.isLast) {
    take(stream, stream.holdBits & 7)
    return enter(stream, IN_CHECKSUM)
  }
  if (!need(stream, 3)) return NEEDS_INPUT
  stream.isLast = take(stream, 1)
  const type = take(stream, 2)
  if (type == 3) return BAD_BLOCK_TYPE
  if (type == 2) return enter(stream, IN_COUNTS)
  if (type == 1) {
    makeFixedTables(stream)
    return enter(stream, IN_SYMBOLS)
  }
  take(stream, stream.holdBits & 7)
  return enter(stream, IN_STORED_LENGTH)
}

function readStoredLength(stream: Stream): i32 {
  if (!need(stream, 32)) return NEEDS_INPUT
  const length = take(stream, 16)
  if (length != (take(stream, 16) ^ 0xffff)) return BAD_STORED_LENGTH
  stream.stored = length
  return enter(stream, IN_STORED)
}

/**
 * Copies a stored block, whose bytes read ahead come first, one by one. The block before may have
 * ended past the window's end.
 */
function copyStored(stream: Stream): i32 {
  while (stream.stored > 0 && stream.holdBits > 0 && stream.output < stream.full) {
    store<u8>(stream.output++, <u8>take(stream, 8))
    stream.stored--
  }
  if (stream.stored > 0 && stream.holdBits == 0 && stream.output < stream.full) {
    const room = min(stream.inputEnd - stream.input, stream.full - stream.output)
    const bytes = min(<usize>stream.stored, room)
    memory.copy(stream.output, stream.input, bytes)
    stream.output += bytes
    stream.input += bytes
    stream.stored -= <i32>bytes
  }
  if (stream.stored == 0) return enter(stream, IN_BLOCK_HEADER)
  return stream.output >= stream.full ? IS_FULL : NEEDS_INPUT
}

function makeFixedTables(stream: Stream): void {
  if (stream.tables == FIXED || stream.tables == FIXED_JOINED) return
  const lengths = lengthsOf(stream)
  memory.fill(lengths, 8, 144)
  memory.fill(lengths + 144, 9, 112)
  memory.fill(lengths + 256, 7, 24)
  memory.fill(lengths + 280, 8, 8)
  memory.fill(lengths + 288, 5, 32)
  buildTable(LITERALS, lengths, 288, literalTable(stream))
  buildTable(DISTANCES, lengths + 288, 32, distanceTable(stream))
  stream.tables = FIXED
}

function readCounts(stream: Stream): i32 {
  if (!need(stream, 14)) return NEEDS_INPUT
  stream.literals = take(stream, 5) + 257
  stream.distances = take(stream, 5) + 1
  stream.codeLengths = take(stream, 4) + 4
  if (stream.literals > 286 || stream.distances > 30) return BAD_CODE_LENGTHS
  stream.lengthsRead = 0
  memory.fill(lengthsOf(stream), 0, 19)
  return enter(stream, IN_CODE_LENGTH_LENGTHS)
}

/** Reads the lengths of code length codes into a table in the place of the later table of distances. */
function readCodeLengthLengths(stream: Stream): i32 {
  const lengths = lengthsOf(stream)
  while (stream.lengthsRead < stream.codeLengths) {
    if (!need(stream, 3)) return NEEDS_INPUT
    store<u8>(lengths + load<u8>(ORDER + stream.lengthsRead), <u8>take(stream, 3))
    stream.lengthsRead++
  }
  if (!buildTable(CODE_LENGTHS, lengths, 19, distanceTable(stream))) return BAD_CODE_LENGTHS
  stream.lengthsRead = 0
  return enter(stream, IN_CODE_LENGTHS)
}

/** Reads code lengths. Symbols 16 to 18 repeat the previous one, or zero; 2, 3 and 7 bits say how often. */
function readCodeLengths(stream: Stream): i32 {
  const lengths = lengthsOf(stream)
  const table = distanceTable(stream)
  const count = stream.literals + stream.distances
  while (stream.lengthsRead < count) {
    need(stream, 14)
    const entry = load<u32>(table + (<usize>(stream.hold & 127) << 2))
    const bits = <i32>(entry & 63)
    const symbol = <i32>(entry >> 16)
    const extraBits = symbol < 16 ? 0 : symbol == 18 ? 7 : symbol - 14
    if (stream.holdBits < bits + extraBits) return NEEDS_INPUT
    take(stream, bits)
    if (symbol < 16) {
      store<u8>(lengths + stream.lengthsRead++, <u8>symbol)
      continue
    }
    const times = take(stream, extraBits) + (symbol == 18 ? 11 : 3)
    if (stream.lengthsRead + times > count || (symbol == 16 && stream.lengthsRead == 0)) return BAD_CODE_LENGTHS
    const length = symbol == 16 ? load<u8>(lengths + stream.lengthsRead - 1) : 0
    memory.fill(lengths + stream.lengthsRead, length, times)
    stream.lengthsRead += times
  }
  if (load<u8>(lengths, 256) == 0) return BAD_CODE_LENGTHS
  if (!buildTable(LITERALS, lengths, stream.literals, literalTable(stream))) return BAD_CODE_LENGTHS
  if (!buildTable(DISTANCES, lengths + stream.literals, stream.distances, table)) return BAD_CODE_LENGTHS
  stream.tables = DYNAMIC
  return enter(stream, IN_SYMBOLS)
}

function readSymbols(stream: Stream): i32 {
  const result = decodeSymbols(stream)
  if (result == BLOCK_ENDED) return enter(stream, IN_BLOCK_HEADER)
  if (result == BLOCK_GOES_ON) return IS_FULL
  if (result == BLOCK_NEEDS_INPUT) return NEEDS_INPUT
  return result == BLOCK_HAS_NO_CODE ? BAD_CODE : BAD_DISTANCE
}

function readChecksum(stream: Stream): i32 {
  if (!need(stream, 32)) return NEEDS_INPUT
  sum(stream)
  return bswap<u32>(<u32>take(stream, 32)) == stream.adler ? HAS_ENDED : BAD_CHECKSUM
}

/** Continues the checksum over the bytes written since the last call. */
function sum(stream: Stream): void {
  stream.adler = adler32(stream.summed, <i32>(stream.output - stream.summed), stream.adler)
  stream.summed = stream.output
}
