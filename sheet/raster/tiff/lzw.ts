import type { Inflate } from "../inflate.ts"
import type { RasterKernel } from "../raster-kernel.ts"
import { damagedTiff, unsupportedTiff } from "./tiff-refusal.ts"
import { openUnpacked } from "./unpacked-bytes.ts"

const CLEAR = 256
const END = 257
const FIRST = 258
const CODES = 4096
const SHORTEST_BITS = 9

/**
 * Opens a stream of LZW as TIFF has it (TIFF 6, section 13): codes of 9 to 12 bits, the highest first, that
 * grow one code early. The table keeps each string as the string that it lengthens, a byte, and its length;
 * strings are written from their ends.
 */
export function openLzw(kernel: RasterKernel, longestTake: number): Inflate {
  const shorter = new Uint16Array(CODES)
  const last = Uint8Array.from({ length: CODES }, (_, code) => code & 255)
  const lengths = new Uint16Array(CODES).fill(1, 0, CLEAR)
  let bits = 0
  let bitCount = 0
  let codeBits = SHORTEST_BITS
  let next = FIRST
  let previous = -1
  let isBegun = false
  let isOver = false

  /** Writes a code's string before `end`. Returns its first byte. */
  function writeString(code: number, output: Uint8Array, end: number): number {
    let at = end
    while (code > CLEAR) {
      output[--at] = last[code]
      code = shorter[code]
    }
    output[--at] = code
    return code
  }

  function unpack(input: Uint8Array, from: number, output: Uint8Array, at: number, enough: number) {
    if (!isBegun && input[from] === 0 && (input[from + 1] & 1) === 1)
      throw unsupportedTiff("is compressed with LZW in the way of the eighties", "Save it as PNG.")
    isBegun = true
    while (at < enough && !isOver) {
      while (bitCount < codeBits && from < input.length) {
        bits = ((bits << 8) | input[from++]) & 0xfffff
        bitCount += 8
      }
      if (bitCount < codeBits) break
      bitCount -= codeBits
      const code = (bits >> bitCount) & ((1 << codeBits) - 1)
      if (code === CLEAR) {
        codeBits = SHORTEST_BITS
        next = FIRST
        previous = -1
        continue
      }
      if (code === END) {
        isOver = true
        break
      }
      if (code > next || (code === next && previous < 0) || (previous < 0 && code > CLEAR))
        throw damagedTiff("it names a string that it has not said")
      // A code that is about to be made is the last string with its own first byte.
      const isNew = code === next
      const end = at + lengths[isNew ? previous : code] + (isNew ? 1 : 0)
      const first = writeString(isNew ? previous : code, output, isNew ? end - 1 : end)
      if (isNew) output[end - 1] = first
      at = end
      if (previous >= 0 && next < CODES) {
        shorter[next] = previous
        last[next] = first
        lengths[next] = lengths[previous] + 1
        next++
        if (next === (1 << codeBits) - 1 && codeBits < 12) codeBits++
      }
      previous = code
    }
    return { from: isOver ? input.length : from, at }
  }

  return openUnpacked(kernel, longestTake, {
    overrun: CODES + 1,
    unpack,
    reset() {
      bits = 0
      bitCount = 0
      codeBits = SHORTEST_BITS
      next = FIRST
      previous = -1
      isBegun = false
      isOver = false
    },
  })
}
