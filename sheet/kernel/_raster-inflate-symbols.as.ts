// The body of a compressed block. Time goes into waiting: for the entry that says where the next
// code begins, and for branches guessed wrong. So an entry holds up to two literals and the length
// of a short match behind them, and each read of the input serves up to four entries. The bit
// buffer of 64 bits is filled without branches, as in libdeflate (Eric Biggers), after Fabian
// Giesen's "Reading bits in far too many ways" (2018).

import { DISTANCE_BITS, distanceTable, DYNAMIC_JOINED, END, EXCEPTION, FIXED_JOINED, LITERAL_BITS, literalTable, MAX_BITS, need, NO_CODE, SECOND, Stream } from "./_raster-inflate-state.as"
import { joinSymbols } from "./_raster-inflate-table.as"

/** The output after which symbols are joined, which takes as long as decoding a kilobyte or two. */
const JOIN_AFTER: usize = 1024
/** The bytes that four lookups and a match may read: twice eight, of which seven are used each time. */
const FAST_INPUT: usize = 16

const LITERAL_MASK: u64 = (1 << LITERAL_BITS) - 1
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1
const SECOND_LITERAL_MASK: u64 = (1 << (MAX_BITS - LITERAL_BITS)) - 1
const SECOND_DISTANCE_MASK: u64 = (1 << (MAX_BITS - DISTANCE_BITS)) - 1

/** Row d: the indices of a vector, modulo d. */
const PERIODS: usize = memory.data<u8>([
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
  0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1,
  0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0,
  0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0,
  0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1,
  0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 1, 2, 3, 4,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 1, 2,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 1,
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0,
])

export const BLOCK_GOES_ON: i32 = 0
export const BLOCK_ENDED: i32 = 1
export const BLOCK_NEEDS_INPUT: i32 = 2
export const BLOCK_HAS_NO_CODE: i32 = 3
export const BLOCK_REACHES_TOO_FAR: i32 = 4

/**
 * Decodes until the block or the input ends, or the output is full. `bits` counts modulo 64 in the
 * loop: its higher bits are remains of entries, and shifts ignore them.
 */
export function decodeSymbols(stream: Stream): i32 {
  const literals = literalTable(stream)
  const distances = distanceTable(stream)
  const window = stream.window
  const full = stream.full
  const inputEnd = stream.inputEnd
  let joinAt = stream.tables == DYNAMIC_JOINED || stream.tables == FIXED_JOINED ? full : stream.output + JOIN_AFTER
  let result = BLOCK_GOES_ON
  while (stream.output < full) {
    if (stream.output >= joinAt) {
      joinSymbols(literals)
      stream.tables++
      joinAt = full
    }
    const stop = min(full, joinAt)
    let hold = stream.hold
    let bits = <u64>stream.holdBits
    let input = stream.input
    let output = stream.output
    while (output < stop && input + FAST_INPUT <= inputEnd) {
      hold |= load<u64>(input) << bits
      input += <usize>((~bits >> 3) & 7)
      bits |= 56
      let entry = <u64>load<u32>(literals + (<usize>(hold & LITERAL_MASK) << 2))
      let length: usize = 0
      if (!(entry & EXCEPTION)) {
        store<u16>(output, <u16>(entry >> 16))
        output += <usize>((entry >> 6) & 3)
        hold >>= entry
        bits -= entry
        length = <usize>((entry >> 8) & 15)
        if (!length) {
          entry = <u64>load<u32>(literals + (<usize>(hold & LITERAL_MASK) << 2))
          if (!(entry & EXCEPTION)) {
            store<u16>(output, <u16>(entry >> 16))
            output += <usize>((entry >> 6) & 3)
            hold >>= entry
            bits -= entry
            length = <usize>((entry >> 8) & 15)
            if (!length) {
              entry = <u64>load<u32>(literals + (<usize>(hold & LITERAL_MASK) << 2))
              if (!(entry & EXCEPTION)) {
                store<u16>(output, <u16>(entry >> 16))
                output += <usize>((entry >> 6) & 3)
                hold >>= entry
                bits -= entry
                length = <usize>((entry >> 8) & 15)
                if (!length) {
                  entry = <u64>load<u32>(literals + (<usize>(hold & LITERAL_MASK) << 2))
                  if (!(entry & EXCEPTION)) {
                    store<u16>(output, <u16>(entry >> 16))
                    output += <usize>((entry >> 6) & 3)
                    hold >>= entry
                    bits -= entry
                    length = <usize>((entry >> 8) & 15)
                    if (!length) continue
                  }
                }
              }
            }
          }
        }
      }
      if (entry & EXCEPTION) {
        if (entry & SECOND) {
          hold >>= LITERAL_BITS
          bits -= LITERAL_BITS
          entry = <u64>load<u32>(literals + (<usize>((entry >> 16) + (hold & SECOND_LITERAL_MASK)) << 2))
        }
        if (entry & (END | NO_CODE)) {
          result = entry & END ? BLOCK_ENDED : BLOCK_HAS_NO_CODE
          hold >>= entry
          bits -= entry
          break
        }
        if (entry & EXCEPTION) {
          length = <usize>((entry >> 16) + ((hold & ~(<u64>-1 << entry)) >> ((entry >> 8) & 15)))
          hold >>= entry
          bits -= entry
        } else {
          store<u16>(output, <u16>(entry >> 16))
          output += <usize>((entry >> 6) & 3)
          hold >>= entry
          bits -= entry
          length = <usize>((entry >> 8) & 15)
          if (!length) continue
        }
      }
      hold |= load<u64>(input) << bits
      input += <usize>((~bits >> 3) & 7)
      bits |= 56
      entry = <u64>load<u32>(distances + (<usize>(hold & DISTANCE_MASK) << 2))
      if (entry & EXCEPTION) {
        if (entry & SECOND) {
          hold >>= DISTANCE_BITS
          bits -= DISTANCE_BITS
          entry = <u64>load<u32>(distances + (<usize>((entry >> 16) + (hold & SECOND_DISTANCE_MASK)) << 2))
        }
        if (entry & EXCEPTION) {
          result = BLOCK_HAS_NO_CODE
          break
        }
      }
      const distance = <usize>((entry >> 16) + ((hold & ~(<u64>-1 << entry)) >> ((entry >> 8) & 15)))
      hold >>= entry
      bits -= entry
      if (distance > output - window) {
        result = BLOCK_REACHES_TOO_FAR
        break
      }
      copyMatch(output, distance, length)
      output += length
    }
    bits &= 63
    stream.hold = hold & ((<u64>1 << bits) - 1)
    stream.holdBits = <i32>bits
    stream.input = input
    stream.output = output
    if (result == BLOCK_GOES_ON && output < stop) result = decodeOne(stream)
    if (result != BLOCK_GOES_ON) return result
  }
  return BLOCK_GOES_ON
}

/**
 * Decodes a single symbol near the end of the input. If the input does not hold all of it, nothing
 * is taken.
 */
function decodeOne(stream: Stream): i32 {
  need(stream, 48)
  const literals = literalTable(stream)
  const hold = stream.hold
  const bits = <u64>stream.holdBits
  let used: u64 = 0
  let entry = <u64>load<u32>(literals + (<usize>(hold & LITERAL_MASK) << 2))
  if (entry & SECOND) {
    used = LITERAL_BITS
    entry = <u64>load<u32>(literals + (<usize>((entry >> 16) + ((hold >> used) & SECOND_LITERAL_MASK)) << 2))
  }
  const code = hold >> used
  used += entry & 63
  if (used > bits) return BLOCK_NEEDS_INPUT
  if (entry & END) return drop(stream, used, BLOCK_ENDED)
  if (entry & NO_CODE) return BLOCK_HAS_NO_CODE
  const isLong = (entry & EXCEPTION) != 0
  const literalCount = isLong ? 0 : <usize>((entry >> 6) & 3)
  const bytes = <u16>(entry >> 16)
  const length = isLong ? <usize>((entry >> 16) + ((code & ~(<u64>-1 << entry)) >> ((entry >> 8) & 15))) : <usize>((entry >> 8) & 15)
  if (!length) {
    store<u16>(stream.output, bytes)
    stream.output += literalCount
    return drop(stream, used, BLOCK_GOES_ON)
  }
  const distances = distanceTable(stream)
  entry = <u64>load<u32>(distances + (<usize>((hold >> used) & DISTANCE_MASK) << 2))
  if (entry & SECOND) {
    used += DISTANCE_BITS
    entry = <u64>load<u32>(distances + (<usize>((entry >> 16) + ((hold >> used) & SECOND_DISTANCE_MASK)) << 2))
  }
  const far = hold >> used
  used += entry & 63
  if (used > bits) return BLOCK_NEEDS_INPUT
  if (entry & EXCEPTION) return BLOCK_HAS_NO_CODE
  const distance = <usize>((entry >> 16) + ((far & ~(<u64>-1 << (entry & 63))) >> ((entry >> 8) & 15)))
  if (literalCount) store<u16>(stream.output, bytes)
  stream.output += literalCount
  if (distance > stream.output - stream.window) return BLOCK_REACHES_TOO_FAR
  copyMatch(stream.output, distance, length)
  stream.output += length
  return drop(stream, used, BLOCK_GOES_ON)
}

@inline
function drop(stream: Stream, bits: u64, result: i32): i32 {
  stream.hold >>= bits
  stream.holdBits -= <i32>bits
  return result
}

/**
 * Copies sixteen bytes at a time, up to 15 too many. A nearer source repeats: as many whole periods
 * as fit a vector.
 */
@inline
function copyMatch(target: usize, distance: usize, length: usize): void {
  v128.store(target, v128.load(target - distance))
  if (length > min(distance, 16)) copyLong(target, distance, target + length)
}

function copyLong(target: usize, distance: usize, end: usize): void {
  if (distance < 16) {
    const period = i8x16.swizzle(v128.load(target - distance), v128.load(PERIODS + (distance << 4)))
    const step = 16 - 16 % distance
    for (; target < end; target += step) v128.store(target, period)
  } else {
    for (; target < end; target += 16) v128.store(target, v128.load(target - distance))
  }
}
