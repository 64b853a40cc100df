import type { ByteSource } from "../artwork.ts"
import { ARTWORK_MAX_BYTES, ARTWORK_MAX_MIB } from "../limits.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"
import { JPEG_HELD_BYTES, JPEG_MCU_BYTES } from "./jpeg-limit.ts"
import { tooLargeJpeg } from "./jpeg-refusal.ts"

/** A soft end behind all memory: no more bytes will come. */
export const NEVER = 0xffffffff

/** A reader of a source's chunks in order, with a bound on their sum. */
export class ChunkReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  #bytes = 0

  private constructor(reader: ReadableStreamDefaultReader<Uint8Array>) {
    this.#reader = reader
  }

  static async open(source: ByteSource): Promise<ChunkReader> {
    return new ChunkReader((await source()).getReader())
  }

  /** Returns the next bytes, or null at the end. */
  async next(): Promise<Uint8Array | null> {
    for (;;) {
      const { done, value } = await this.#reader.read()
      if (done) return null
      this.#bytes += value.length
      if (this.#bytes > ARTWORK_MAX_BYTES)
        throw tooLargeJpeg(`is over ${ARTWORK_MAX_MIB} MB`, "Make it smaller and upload it again.")
      if (value.length > 0) return value
    }
  }

  /** Closes the source; safe to call twice. Ignores a source that fails to cancel. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined)
  }
}

/** Reads a whole file into kernel memory. Returns its place. */
export async function holdFile(
  kernel: JpegKernel,
  reader: ChunkReader,
): Promise<{ from: number; end: number }> {
  const from = kernel.top
  let length = 0
  for (let chunk = await reader.next(); chunk !== null; chunk = await reader.next()) {
    if (length + chunk.length > JPEG_HELD_BYTES) {
      throw tooLargeJpeg(
        `takes over ${JPEG_HELD_BYTES >> 20} MB and is progressive or turned, which needs all of it at once`,
        "Save it upright as a baseline (not progressive) JPEG, or with a lower quality setting.",
      )
    }
    kernel.reserve(length + chunk.length)
    kernel.view(from + length, chunk.length).set(chunk)
    length += chunk.length
  }
  kernel.claim(length)
  return { from, end: from + length }
}

/**
 * A window on a baseline scan in kernel memory that slides on as the scan is decoded. `softEnd` is
 * the last position at which a whole MCU is certain to be there.
 */
export class CompressedWindow {
  readonly #kernel: JpegKernel
  readonly #reader: ChunkReader
  readonly #start: number
  readonly #bytes: number
  #pending: Uint8Array
  #end: number
  #isComplete = false

  /**
   * Opens a window. `first` holds the scan's first bytes, which were read with the header. `bytes` must
   * be more than one MCU can take.
   */
  constructor(kernel: JpegKernel, reader: ChunkReader, first: Uint8Array, bytes: number) {
    this.#kernel = kernel
    this.#reader = reader
    this.#bytes = bytes
    this.#start = kernel.allocate(bytes)
    this.#end = this.#start
    this.#pending = first
  }

  get start(): number {
    return this.#start
  }

  get end(): number {
    return this.#end
  }

  get softEnd(): number {
    return this.#isComplete ? NEVER : this.#end - JPEG_MCU_BYTES
  }

  /** Drops the bytes before `pos`, fills up, and returns the new position of `pos`. */
  async slide(pos: number): Promise<number> {
    const memory = this.#kernel.view(this.#start, this.#bytes)
    memory.copyWithin(0, pos - this.#start, this.#end - this.#start)
    let length = this.#end - pos
    while (length < this.#bytes && !this.#isComplete) {
      if (this.#pending.length === 0) {
        const chunk = await this.#reader.next()
        if (chunk === null) this.#isComplete = true
        else this.#pending = chunk
      }
      const piece = this.#pending.subarray(0, this.#bytes - length)
      memory.set(piece, length)
      this.#pending = this.#pending.subarray(piece.length)
      length += piece.length
    }
    this.#end = this.#start + length
    return this.#start
  }
}
