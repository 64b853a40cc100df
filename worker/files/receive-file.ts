import { MissingObjectError } from "./r2-read.ts"
import { openObject, PART_BYTES } from "./r2-upload.ts"
import type { UploadRoom } from "./upload-room.ts"

export type ReceiveOptions = {
  room: UploadRoom
  /** No file in this request is longer: what is known to be small claims little. */
  mostBytes: number
  /** How much `inspect` wants to see. */
  headBytes: number
  /** Sees the file's beginning, or all of it where it is shorter, before anything is sent; throwing refuses the file. */
  inspect(head: Uint8Array): void
  /** Has each key from before something is written under it until that is deleted. */
  written: Set<string>
}

export type FileReceiver = {
  /** Reads the file to its end and stores it under the key; nothing is left of one that is refused. */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<{ bytes: number }>
  /** The chunk being waited for does not come: where others wait for memory, it is given back. */
  onSilence(): Promise<void>
}

/**
 * Receives one file with memory for one part, which all uploads of the isolate share. Whoever is slow gives its memory back
 * while others wait: what has come of the part is put aside in R2, and read again once the part is whole. As a turn ends
 * only after a chunk, a part is put aside in some 40 pieces at most.
 */
export function createFileReceiver(
  bucket: R2Bucket,
  key: string,
  { room, mostBytes, headBytes, inspect, written }: ReceiveOptions,
): FileReceiver {
  const object = openObject(bucket, key, "application/octet-stream")
  const aside: { key: string; bytes: number }[] = []
  /** The memory held. Its first bytes are missing while `isWhole` is false: they lie aside. */
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

  /** The part as it is so far, with what lay aside. */
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
    for (const gone of keys) written.delete(gone)
    aside.length = 0
    asideBytes = 0
  }

  async function inspectOnce(): Promise<void> {
    if (isInspected) return
    inspect(filled === 0 ? new Uint8Array(0) : (await whole()).subarray(0, headBytes))
    isInspected = true
  }

  /** Sends a full part, behind which more has come. */
  async function sendPart(): Promise<void> {
    await inspectOnce()
    await object.send(await whole())
    filled = 0
    await dropAside()
    // Between two parts nothing is held that others could not have first.
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
        // What cannot be deleted now is still among the keys written.
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
