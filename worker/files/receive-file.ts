import { MissingObjectError } from "./r2-read.ts"
import { openObject, PART_BYTES } from "./r2-upload.ts"
import type { UploadRoom } from "./upload-room.ts"

export type ReceiveOptions = {
  room: UploadRoom
  /** The most bytes that a file of this request has, so small requests claim little memory. */
  mostBytes: number
  /** The number of bytes that `inspect` needs. */
  headBytes: number
  /** Receives the file's first bytes, or all of a shorter one, before any is sent; throws to refuse. */
  inspect(head: Uint8Array): void
  /** Holds each key from before its first write until its deletion. */
  written: Set<string>
}

export type FileReceiver = {
  /** Stores the whole file under the key; leaves nothing of a refused one. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>
  /** Gives the memory back if others wait for it; called when the next chunk is late. */
  onSilence(): Promise<void>
}

/** Returns the bytes of a file; throws the refusal once they are more than a file may have. */
export async function* upToBytes(
  body: AsyncIterable<Uint8Array>,
  mostBytes: number,
  refusal: () => Error,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) throw refusal()
    yield chunk
  }
}

/**
 * Receives one file with the memory of one part, from what all uploads of the isolate share. While
 * others wait, a slow upload gives its memory back: its partial part goes to R2 and is read again
 * when the part is full. A turn ends only after a chunk, so a part has 40 pieces at most.
 */
export function createFileReceiver(
  bucket: R2Bucket,
  key: string,
  { room, mostBytes, headBytes, inspect, written }: ReceiveOptions,
): FileReceiver {
  const object = openObject(bucket, key, "application/octet-stream")
  const aside: { key: string; bytes: number }[] = []
  /** The memory held. While `isWhole` is false, its first bytes are set aside in R2. */
  let part: Uint8Array<ArrayBuffer> | null = null
  let isWhole = true
  let filled = 0
  let asideBytes = 0
  let asideCount = 0
  let bytes = 0
  let isInspected = false

  async function take(): Promise<Uint8Array<ArrayBuffer>> {
    if (part) return part
    const length = Math.min(PART_BYTES, mostBytes)
    await room.take(length)
    part = new Uint8Array(length)
    isWhole = asideBytes === 0
    return part
  }

  function giveBack(): void {
    part = null
    room.giveBack()
  }

  async function putAside(): Promise<void> {
    if (!part) return
    if (filled > asideBytes) {
      const piece = { key: `${key}-aside-${asideCount++}`, bytes: filled - asideBytes }
      written.add(piece.key)
      await bucket.put(piece.key, part.subarray(asideBytes, filled))
      aside.push(piece)
      asideBytes = filled
    }
    giveBack()
  }

  /** Returns the part so far, with the bytes set aside. */
  async function whole(): Promise<Uint8Array> {
    const buffer = await take()
    if (!isWhole) {
      let at = 0
      for (const piece of aside) {
        const stored = await bucket.get(piece.key)
        if (!stored) throw new MissingObjectError(piece.key)
        for await (const chunk of stored.body as unknown as AsyncIterable<Uint8Array>) {
          buffer.set(chunk, at)
          at += chunk.length
        }
        room.pulse()
      }
      isWhole = true
    }
    return buffer.subarray(0, filled)
  }

  async function dropAside(): Promise<void> {
    if (aside.length === 0) return
    const keys = aside.map((piece) => piece.key)
    await bucket.delete(keys)
    for (const key of keys) written.delete(key)
    aside.length = 0
    asideBytes = 0
  }

  async function inspectOnce(): Promise<void> {
    if (isInspected) return
    inspect(filled === 0 ? new Uint8Array(0) : (await whole()).subarray(0, headBytes))
    isInspected = true
  }

  /** Sends a full part; more bytes have arrived after it. */
  async function sendPart(): Promise<void> {
    await inspectOnce()
    await object.send(await whole())
    filled = 0
    await dropAside()
    // Between two parts, others get the memory first.
    if (room.isWanted()) giveBack()
  }

  async function add(chunk: Uint8Array): Promise<void> {
    room.pulse()
    if (room.isTurnOver()) await putAside()
    for (let at = 0; at < chunk.length; ) {
      if (filled === PART_BYTES) await sendPart()
      const buffer = await take()
      const piece = chunk.subarray(at, at + buffer.length - filled)
      if (piece.length === 0) throw new Error("the request is longer than it said")
      buffer.set(piece, filled)
      filled += piece.length
      at += piece.length
    }
    bytes += chunk.length
    if (bytes >= headBytes) await inspectOnce()
  }

  return {
    async receive(chunks) {
      try {
        for await (const chunk of chunks) await add(chunk)
        await inspectOnce()
        const last = await whole()
        written.add(key)
        await object.end(last)
        await dropAside()
        return { bytes }
      } catch (error) {
        await object.abandon()
        // A file that cannot be deleted now stays in `written`.
        await dropAside().catch(() => undefined)
        throw error
      } finally {
        giveBack()
      }
    },
    async onSilence() {
      room.pulse()
      if (room.isWanted()) await putAside()
    },
  }
}
