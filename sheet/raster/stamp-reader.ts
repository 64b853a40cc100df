import { type FillingReader, readFilling } from "./byte-reader.ts"

/** A reader of ranges of a stored stamp. */
export type StampReader = {
  sizeBytes: number
  read(offset: number, length: number): Promise<Uint8Array>
  /** Fills `target` from `offset` on, without the garbage of large reads. Optional: `read` serves too. */
  readInto?: (offset: number, target: Uint8Array) => Promise<void>
}

/** A function that opens a stamp by its name. */
export type OpenStamp = (stamp: string) => Promise<StampReader>

/** The bytes of one read of the stream. The buffer is reused from range to range. */
const BUFFER_BYTES = 256 * 1024

/**
 * The ranges that are read at once. A band may meet a hundred small stamps; a Worker opens no more
 * connections than this, and each range under way holds a buffer.
 */
const MAX_READS = 6

/**
 * Returns an opener of StampReaders over anything that opens a byte range as a byte stream (R2, the
 * disk). The same few buffers serve all ranges of all stamps opened through one `openRanges`.
 */
export function openRanges(): (
  sizeBytes: number,
  openRange: (offset: number, length: number) => Promise<ReadableStream<Uint8Array>>,
) => StampReader {
  const idle: ArrayBuffer[] = []
  const line: (() => void)[] = []
  let reads = 0

  async function inTurn(read: () => Promise<void>): Promise<void> {
    if (reads === MAX_READS) await new Promise<void>((resolve) => line.push(resolve))
    else reads++
    try {
      await read()
    } finally {
      const next = line.shift()
      if (next) next()
      else reads--
    }
  }

  return (sizeBytes, openRange) => {
    const fill = async (offset: number, target: Uint8Array): Promise<void> => {
      const reader = (await openRange(offset, target.length)).getReader({ mode: "byob" }) as FillingReader
      let buffer = idle.pop() ?? new ArrayBuffer(BUFFER_BYTES)
      let have = 0
      while (have < target.length) {
        const view = new Uint8Array(buffer, 0, Math.min(BUFFER_BYTES, target.length - have))
        const answer = await readFilling(reader, view)
        if (!answer.value || answer.value.length === 0) break
        target.set(answer.value, have)
        have += answer.value.length
        buffer = answer.value.buffer
      }
      await reader.cancel()
      idle.push(buffer)
      if (have < target.length) throw new Error(`a stamp ended ${target.length - have} bytes too early`)
    }
    const readInto = (offset: number, target: Uint8Array) => inTurn(() => fill(offset, target))
    return {
      sizeBytes,
      readInto,
      async read(offset, length) {
        const bytes = new Uint8Array(length)
        await readInto(offset, bytes)
        return bytes
      },
    }
  }
}
