// The state of a zlib stream between calls: a record, the code lengths being read, and the tables of
// the current block.

/** A stream's record, zeros at first. raster/inflate.ts knows the offsets of `input` and `output`. */
@unmanaged
export class Stream {
  /** Bits read ahead, the next one lowest, and their number, 63 at most. */
  hold: u64
  holdBits: i32
  phase: i32
  isLast: i32
  /** The remaining bytes of a stored block. */
  stored: i32
  /** Codes that a dynamic block's header announces, and how many of their lengths were read. */
  literals: i32
  distances: i32
  codeLengths: i32
  lengthsRead: i32
  /** Adler-32 of the output so far. */
  adler: u32
  tables: i32
  /** The addresses of the next byte to read, and of the next one to write. */
  input: usize
  output: usize
  inputEnd: usize
  /** The first byte that a match may reach, and the end of output. */
  window: usize
  full: usize
  /** The address up to which the checksum has been computed. */
  summed: usize
}

const RECORD_BYTES: usize = 96
/** The lengths of up to 288 literal and length codes and 32 distance codes. */
const LENGTHS_BYTES: usize = 320

// The contents of the tables.
export const NO_TABLES: i32 = 0
export const DYNAMIC: i32 = 1
export const DYNAMIC_JOINED: i32 = 2
export const FIXED: i32 = 3
export const FIXED_JOINED: i32 = 4

/**
 * The bits that find a code in its main table. Longer codes are rare and go through a second table,
 * MAX_BITS in all.
 */
export const LITERAL_BITS: u64 = 10
export const DISTANCE_BITS: u64 = 9
export const CODE_LENGTH_BITS: u64 = 7
export const MAX_BITS: u64 = 15
/**
 * The entries of the main table and its second ones. Every second table of a complete code holds two
 * codes or more, so there are at most 143 of 286, 15 of 30.
 */
const LITERAL_ENTRIES: usize = (1 << 10) + 143 * (1 << 5)
const DISTANCE_ENTRIES: usize = (1 << 9) + 15 * (1 << 6)

export const STREAM_BYTES: usize = RECORD_BYTES + LENGTHS_BYTES + (LITERAL_ENTRIES + DISTANCE_ENTRIES) * 4

// A table entry (u32):
//   bits 0–5     bits it takes
//   bits 6–7     literals it stands for, up to 2; bits 16–31 these bytes
//   bits 8–11    length of the match behind them, 0 where there is none
//   bit 15       something else:
//     bit 12     a second table; bits 16–31 its first entry
//     bit 13     the end of the block
//     bit 14     no code
//     otherwise  a length with extra bits: bits 8–11 the code's own bits, bits 16–31 the least
// Distance entries are like the last, without bit 15.
export const EXCEPTION: u64 = 0x8000
export const NO_CODE: u64 = 0x4000
export const END: u64 = 0x2000
export const SECOND: u64 = 0x1000
/** The longest match that an entry can hold behind literals. */
export const SHORT_MATCH: u32 = 15

@inline
export function lengthsOf(stream: Stream): usize {
  return changetype<usize>(stream) + RECORD_BYTES
}

@inline
export function literalTable(stream: Stream): usize {
  return changetype<usize>(stream) + RECORD_BYTES + LENGTHS_BYTES
}

@inline
export function distanceTable(stream: Stream): usize {
  return changetype<usize>(stream) + RECORD_BYTES + LENGTHS_BYTES + LITERAL_ENTRIES * 4
}

/** Reads until `bits` are held (32 at most). Returns false if the input ends before. */
@inline
export function need(stream: Stream, bits: i32): bool {
  while (stream.holdBits < bits) {
    if (stream.input >= stream.inputEnd) return false
    stream.hold |= <u64>load<u8>(stream.input++) << <u64>stream.holdBits
    stream.holdBits += 8
  }
  return true
}

@inline
export function take(stream: Stream, bits: i32): i32 {
  const value = <i32>(stream.hold & ((<u64>1 << <u64>bits) - 1))
  stream.hold >>= <u64>bits
  stream.holdBits -= bits
  return value
}
