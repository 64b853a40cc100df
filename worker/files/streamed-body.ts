import type { Hash } from "node:crypto"
import { type MultipartPart, type Pace, readFile, readMultipart } from "./multipart.ts"

/** A body of a call with a key that is hashed as it passes, since it is never held. */
export type StreamedBody = {
  hash: Hash
  /** Tells that all of it has passed; throws if an earlier run of the call had another one. */
  arrived(): Promise<void>
}

/** Opens a form. What is hashed of it are its parts in order: two clients draw different boundaries around them. */
export function openForm(
  stream: ReadableStream<Uint8Array>,
  { boundary, body }: { boundary: string; body: StreamedBody | null | undefined },
  pace?: Pace,
): AsyncIterable<MultipartPart> {
  const parts = readMultipart(stream, boundary, pace)
  return body ? hashedParts(parts, body.hash) : parts
}

/** Opens a body that is one file. */
export function openFile(
  stream: ReadableStream<Uint8Array>,
  body: StreamedBody | null | undefined,
  pace: Pace,
): AsyncIterable<Uint8Array> {
  const chunks = readFile(stream, pace)
  return body ? hashedChunks(chunks, body.hash) : chunks
}

async function* hashedParts(
  parts: AsyncIterable<MultipartPart>,
  hash: Hash,
): AsyncGenerator<MultipartPart, void> {
  for await (const { name, fileName, body } of parts) {
    hash.update(JSON.stringify([name, fileName]))
    const hashed = hashedBody(body, hash)
    yield { name, fileName, body: hashed }
    for await (const _rest of hashed) {
      // What nobody has read counts too.
    }
    hash.update("\0")
  }
}

/** Returns the chunks, not as a generator: whoever stops reading may go on later. */
function hashedBody(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncIterable<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]()
  const next = async () => {
    const step = await chunks.next()
    if (!step.done) hash.update(step.value)
    return step
  }
  return { [Symbol.asyncIterator]: () => ({ next }) }
}

async function* hashedChunks(
  chunks: AsyncIterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}
