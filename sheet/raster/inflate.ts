import { ArtworkError } from "./artwork.ts"
import type { RasterKernel } from "./raster-kernel.ts"

/** One zlib stream (RFC 1950), inflated in a kernel's memory on demand. */
export type Inflate = {
  /**
   * Passes the stream's next bytes in. They must not change until `take` returns 0. Throws if
   * earlier bytes have not been read yet.
   */
  feed(bytes: Uint8Array): void
  /**
   * Returns the address of the next `length` inflated bytes, valid until the next call. Returns 0 if
   * more input is needed or the stream ended before. Throws an ArtworkError on damage and on a
   * wrong checksum at the end.
   */
  take(length: number): number
  /**
   * Returns whether everything was taken, up to an end with a right checksum. Reads on if the checksum
   * follows the last byte.
   */
  hasEnded(): boolean
  /** Starts over with a new stream. */
  reset(): void
}

/** The distance that matches may reach back, and the least that is inflated at once. */
export type InflateWindow = { historyBytes: number; freshBytes: number }

/** The window for any stream (RFC 1951). Together with the tables it stays in a core's second cache. */
const WINDOW: InflateWindow = { historyBytes: 32_768, freshBytes: 96 * 1024 }
const INPUT_BYTES = 64 * 1024
const NOTHING = new Uint8Array(0)
/** The bytes that `inflate` may write past its capacity (OVERRUN there). */
const OVERRUN_BYTES = 320

/**
 * The word offsets of the next input and output addresses in the record (Stream in
 * _raster-inflate-state.as.ts).
 */
const INPUT_WORD = 12
const OUTPUT_WORD = 13

/**
 * The results of `inflate`. 1 means a full window, and says nothing of the input: the stream may hold
 * bytes read ahead.
 */
const NEEDS_INPUT = 0
const HAS_ENDED = 2
/** The messages for results of `inflate` from 3 on. */
const DAMAGE = [
  "it is not compressed as it should be",
  "a block of an unknown kind",
  "a stored block of a wrong length",
  "impossible code lengths",
  "bits that are no code",
  "a repetition from before its beginning",
  "a wrong checksum",
]

/**
 * Allocates a stream of which at most `longestTake` bytes are taken at once. Tests pass a smaller
 * window, for streams that reach back less far, because it meets its end more often.
 */
export function openInflate(
  kernel: RasterKernel,
  longestTake: number,
  { historyBytes, freshBytes } = WINDOW,
): Inflate {
  const { calls } = kernel
  const recordBytes = calls.inflateBytes()
  const capacity = historyBytes + freshBytes + longestTake
  const record = kernel.allocate(recordBytes)
  const input = kernel.allocate(INPUT_BYTES)
  const window = kernel.allocate(capacity + OVERRUN_BYTES)
  // Growth of the memory detaches views, so they are taken on first use.
  let words = new Uint32Array(0)
  let recordView: Uint8Array = NOTHING
  let inputView: Uint8Array = NOTHING
  let fed = NOTHING
  /** The input in the kernel that has not been read. */
  let inputFrom = input
  let inputBytes = 0
  /** The inflated bytes in the window, and how many of them have been taken. */
  let position = 0
  let taken = 0
  let status = NEEDS_INPUT

  /**
   * Inflates until the window is full or the input is used up. Returns false if the stream needs more
   * input or has ended.
   */
  function inflateMore(): boolean {
    if (status >= HAS_ENDED) return false
    if (inputBytes === 0 && fed.length > 0) readFed()
    if (inputBytes === 0 && status === NEEDS_INPUT) return false
    status = calls.inflate(record, inputFrom, inputBytes, window, position, capacity)
    if (words.length === 0) words = new Uint32Array(calls.memory.buffer, record, OUTPUT_WORD + 1)
    inputBytes -= words[INPUT_WORD] - inputFrom
    inputFrom = words[INPUT_WORD]
    position = words[OUTPUT_WORD] - window
    if (status >= HAS_ENDED) dropInput()
    if (status > HAS_ENDED) throw damaged(DAMAGE[status - HAS_ENDED - 1])
    return true
  }

  function readFed(): void {
    if (inputView.length === 0) inputView = kernel.view(input, INPUT_BYTES)
    const piece = fed.length > INPUT_BYTES ? fed.subarray(0, INPUT_BYTES) : fed
    inputView.set(piece)
    fed = piece === fed ? NOTHING : fed.subarray(piece.length)
    inputFrom = input
    inputBytes = piece.length
  }

  /** Drops input after the end, which belongs to nobody, as in zlib. */
  function dropInput(): void {
    fed = NOTHING
    inputBytes = 0
  }

  /** Returns whether `length` bytes are ready to be taken. Inflates if needed. */
  function hold(length: number): boolean {
    while (position - taken < length) {
      if (position >= capacity) makeRoom()
      if (!inflateMore()) return false
    }
    return true
  }

  /** Moves the bytes still needed to the window's beginning. */
  function makeRoom(): void {
    const from = Math.max(0, Math.min(taken, position - historyBytes))
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
      if (!hold(length)) return 0
      taken += length
      return window + taken - length
    },
    hasEnded: () => !hold(1) && status === HAS_ENDED,
    reset() {
      if (recordView.length === 0) recordView = kernel.view(record, recordBytes)
      recordView.fill(0)
      dropInput()
      position = 0
      taken = 0
      status = NEEDS_INPUT
    },
  }
}

function damaged(detail: string): ArtworkError {
  return new ArtworkError(
    "damaged",
    `The picture's data is damaged (${detail}). Export the file again from your design program and upload it again.`,
  )
}
