import type { ByteSource } from "./artwork.ts"

/**
 * The bytes of one read. The runtime's own chunks of a few KiB would cost a task switch and half a KB
 * of garbage each.
 */
const READ_BYTES = 512 * 1024

/**
 * The idle buffers kept for the next streams; fresh ones would pile up. An interlaced PNG reads seven
 * streams.
 */
const KEPT_BUFFERS = 7
const idleBuffers: ArrayBuffer[] = []

/** A reader of a byte stream in exact or bounded pieces. `some` returns a view, valid until the next call. */
type ByteReader = {
  /** Returns exactly `length` bytes as a fresh copy, or null when the stream ends before. */
  exact(length: number): Promise<Uint8Array | null>
  /** Returns between 1 and `atMost` bytes, without copying, or null at the end. */
  some(atMost: number): Promise<Uint8Array | null>
  /** Releases the stream; safe to call twice. */
  close(): Promise<void>
}

export async function openBytes(source: ByteSource): Promise<ByteReader> {
  const next = chunksOf(await source())
  let chunk = new Uint8Array(0)
  let position = 0

  async function fill(): Promise<boolean> {
    while (position === chunk.length) {
      const { value, done } = await next.next()
      if (done) {
        // The last chunk's buffer was passed on with the read that found the end.
        chunk = new Uint8Array(0)
        position = 0
        return false
      }
      chunk = value
      position = 0
    }
    return true
  }

  function take(atMost: number): Uint8Array {
    const end = Math.min(chunk.length, position + atMost)
    const piece = chunk.subarray(position, end)
    position = end
    return piece
  }

  return {
    async exact(length) {
      const bytes = new Uint8Array(length)
      for (let have = 0; have < length; ) {
        if (position === chunk.length && !(await fill())) return null
        const piece = take(length - have)
        bytes.set(piece, have)
        have += piece.length
      }
      return bytes
    },
    async some(atMost) {
      return position < chunk.length || (await fill()) ? take(atMost) : null
    },
    async close() {
      await next.return(undefined)
    },
  }
}

/** A standard BYOB reader with the Workers runtime's addition: it fills the buffer before it answers. */
export type FillingReader = ReadableStreamBYOBReader & {
  readAtLeast?: (minimum: number, view: Uint8Array) => Promise<FilledView>
}

/** The result of a BYOB read: the same memory in a new buffer. The buffer passed in is detached. */
type FilledView = { done: boolean; value?: Uint8Array<ArrayBuffer> }

/** Reads into `view`. Fills all of it if the runtime can wait for that, else takes the available bytes. */
export async function readFilling(reader: FillingReader, view: Uint8Array<ArrayBuffer>): Promise<FilledView> {
  return reader.readAtLeast ? reader.readAtLeast(view.length, view) : reader.read(view)
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const filling = openFilling(stream)
  if (!filling) return yield* plainChunksOf(stream)
  let isDone = false
  let buffer = idleBuffers.pop() ?? new ArrayBuffer(READ_BYTES)
  try {
    while (!isDone) {
      const answer = await readFilling(filling, new Uint8Array(buffer))
      isDone = answer.done || answer.value === undefined
      if (!answer.value) continue
      buffer = answer.value.buffer
      if (answer.value.length > 0) yield answer.value
    }
  } finally {
    if (!isDone) await filling.cancel()
    // A failed read has taken the buffer with it.
    if (buffer.byteLength === READ_BYTES && idleBuffers.length < KEPT_BUFFERS) idleBuffers.push(buffer)
  }
}

function openFilling(stream: ReadableStream<Uint8Array>): FillingReader | undefined {
  try {
    return stream.getReader({ mode: "byob" }) as FillingReader
  } catch {
    // Not a byte stream, so it is read chunk by chunk.
    return undefined
  }
}

async function* plainChunksOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const reader = stream.getReader()
  let isDone = false
  try {
    while (!isDone) {
      const answer = await reader.read()
      isDone = answer.done
      if (answer.value) yield answer.value as Uint8Array<ArrayBuffer>
    }
  } finally {
    if (!isDone) await reader.cancel()
  }
}
