import type { RasterKernel } from "./raster-kernel.ts"
import { ArtworkError } from "./types.ts"

/** One zlib stream (RFC 1950) inflated in a kernel's memory, as far as its reader asks. */
export type Inflate = {
  /**
   * Hands over the stream's next bytes, which must stay as they are until `take` returns 0. Throws where some of the last
   * ones have not been read.
   */
  feed(bytes: Uint8Array): void
  /**
   * Where the next `length` inflated bytes lie, until the next call; 0 where more must be fed or the stream has ended before.
   * Throws ArtworkError on damage, a wrong checksum at the end included.
   */
  take(length: number): number
  /** Whether all has been taken, to an end whose checksum was right. */
  hasEnded(): boolean
  /** Starts over with a new stream. */
  reset(): void
}

/** How far back a match may reach. */
const HISTORY_BYTES = 32_768
/** Inflated at once at least; with history and tables it stays in a core's second cache. */
const FRESH_BYTES = 96 * 1024
const INPUT_BYTES = 64 * 1024
/** What `inflate` may write past its capacity (OVERRUN there). */
const OVERRUN_BYTES = 320

/** Where the record keeps addresses of the next input and output byte, in words (Stream in _raster-inflate-state.as.ts). */
const INPUT_WORD = 12
const OUTPUT_WORD = 13

const NEEDS_INPUT = 0
const HAS_ENDED = 2
/** What `inflate` returns from 3 on. */
const DAMAGE = [
  "it is not compressed as it should be",
  "a block of an unknown kind",
  "a stored block of a wrong length",
  "impossible code lengths",
  "bits that are no code",
  "a repetition from before its beginning",
  "a wrong checksum",
]

/** Lays out a stream of which at most `longestTake` bytes are taken at once. */
export function openInflate(kernel: RasterKernel, longestTake: number): Inflate {
  const { calls } = kernel
  const recordBytes = calls.inflateBytes()
  const capacity = HISTORY_BYTES + FRESH_BYTES + longestTake
  const record = kernel.allocate(recordBytes)
  const input = kernel.allocate(INPUT_BYTES)
  const window = kernel.allocate(capacity + OVERRUN_BYTES)
  let words = new Uint32Array(0)
  let fed = new Uint8Array(0)
  /** Of the input in the kernel, what has not been read. */
  let inputFrom = 0
  let inputBytes = 0
  /** Inflated bytes in the window, and how many of them have been taken. */
  let position = 0
  let taken = 0
  let status = NEEDS_INPUT

  /** Inflates until the window is full or the input at hand is used up; false where there is none. */
  function inflateMore(): boolean {
    if (inputBytes === 0) {
      const piece = fed.subarray(0, INPUT_BYTES)
      if (piece.length === 0 || status >= HAS_ENDED) return false
      kernel.view(input, INPUT_BYTES).set(piece)
      fed = fed.subarray(piece.length)
      inputFrom = input
      inputBytes = piece.length
    }
    status = calls.inflate(record, inputFrom, inputBytes, window, position, capacity)
    if (status > HAS_ENDED) throw damaged(DAMAGE[status - HAS_ENDED - 1])
    // Growth of the memory detaches its views.
    if (words.length === 0) words = new Uint32Array(calls.memory.buffer, record, OUTPUT_WORD + 1)
    inputBytes = status === HAS_ENDED ? 0 : inputBytes - (words[INPUT_WORD] - inputFrom)
    inputFrom = words[INPUT_WORD]
    position = words[OUTPUT_WORD] - window
    return true
  }

  /** Moves what is still needed to the window's beginning. */
  function makeRoom(): void {
    const from = Math.max(0, Math.min(taken, position - HISTORY_BYTES))
    const kept = position - from
    calls.copyRows(window, kept, window + from, kept, kept, 1)
    position = kept
    taken -= from
  }

  return {
    feed(bytes) {
      if (inputBytes > 0 || fed.length > 0) throw new Error("an inflater was fed before it had finished")
      if (status < HAS_ENDED) fed = bytes as Uint8Array<ArrayBuffer>
    },
    take(length) {
      if (length > longestTake) throw new Error(`${length} bytes are more than ${longestTake}`)
      while (position - taken < length) {
        if (position >= capacity) makeRoom()
        if (!inflateMore()) return 0
      }
      taken += length
      return window + taken - length
    },
    hasEnded: () => status === HAS_ENDED && taken === position,
    reset() {
      kernel.view(record, recordBytes).fill(0)
      fed = new Uint8Array(0)
      inputBytes = 0
      position = 0
      taken = 0
      status = NEEDS_INPUT
    },
  }
}

function damaged(detail: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `The picture's data is damaged (${detail}). Export the file again from your design program and upload it anew.`,
  )
}
