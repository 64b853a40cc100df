import { createHash } from "node:crypto"
import { MIB } from "../../contract/limit.ts"
import { logWarning } from "../log.ts"

/** The size of R2's parts: at least 5 MiB, equal except the last. The minimum keeps the buffer small. */
export const PART_BYTES = 5 * MIB
/** The size of a part's first buffer, so that many small files at once do not take a whole part each. */
const FIRST_BYTES = PART_BYTES / 16

export type StoredObject = { bytes: number; sha256: string }

type StoreOptions = {
  contentType: string
  /**
   * True if the chunks end with bytes that replace the first ones, no more than the first chunk's. The
   * first part then waits in memory until all others are sent.
   */
  hasLateHead?: boolean
  /** Called before each part and before the end; throwing abandons the upload. */
  beforePart?: () => Promise<void>
}

/** An object on its way to R2 in parts; readers see all of it or nothing. */
type OpenObject = {
  /** Sends a part of PART_BYTES; more must follow. */
  send(part: Uint8Array): Promise<void>
  /** Leaves the next part out, to be sent before the end. */
  skip(): (part: Uint8Array) => Promise<void>
  /** Sends the last part; an only part is put directly. */
  end(part: Uint8Array): Promise<void>
  /** Removes all traces of an unfinished object; not for one that has ended. */
  abandon(): Promise<void>
}

/** Starts an object; nothing is written before its first part. */
export function openObject(bucket: R2Bucket, key: string, contentType: string): OpenObject {
  const httpMetadata = { contentType }
  const parts: R2UploadedPart[] = []
  let upload: R2MultipartUpload | null = null

  let count = 0

  async function sendAs(number: number, part: Uint8Array): Promise<void> {
    upload ??= await bucket.createMultipartUpload(key, { httpMetadata })
    parts[number - 1] = await upload.uploadPart(number, part)
  }

  async function send(part: Uint8Array): Promise<void> {
    await sendAs(++count, part)
  }

  return {
    send,
    skip() {
      const number = ++count
      return (part) => sendAs(number, part)
    },
    async end(part) {
      if (!upload) {
        await bucket.put(key, part, { httpMetadata })
        return
      }
      await send(part)
      await upload.complete(parts)
    },
    async abandon() {
      try {
        await upload?.abort()
      } catch (error) {
        // The upload may have ended already; R2 drops open ones after seven days.
        logWarning("a multipart upload could not be aborted", { error })
      }
    },
  }
}

/**
 * Writes a stream of any length under `key`, with one part in memory, or two where its head comes
 * late. If the stream or `beforePart` throws, leaves nothing behind and rethrows. A repeat replaces
 * the object. The checksum of a file with a late head has that head behind the rest.
 */
export async function storeStream(
  bucket: R2Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array, unknown>,
  options: StoreOptions,
): Promise<StoredObject> {
  const hash = createHash("sha256")
  const object = openObject(bucket, key, options.contentType)
  const reader = chunks[Symbol.asyncIterator]()
  let part = new Uint8Array(FIRST_BYTES)
  let filled = 0
  let bytes = 0
  /** The first part, while its head is not known. */
  const held: { part: Uint8Array; send: (part: Uint8Array) => Promise<void> }[] = []
  let headBytes = 0

  async function endPart(): Promise<void> {
    await options.beforePart?.()
    if (options.hasLateHead && held.length === 0) {
      held.push({ part, send: object.skip() })
      part = new Uint8Array(PART_BYTES)
    } else await object.send(part)
    filled = 0
  }

  try {
    let next = await reader.next()
    for (; !next.done; next = await reader.next()) {
      const chunk = next.value
      if (options.hasLateHead && bytes === 0) headBytes = chunk.length
      else hash.update(chunk)
      bytes += chunk.length
      for (let at = 0; at < chunk.length; ) {
        // A full part waits for more bytes, so that an object of exactly one part still takes a single put.
        if (filled === PART_BYTES) await endPart()
        if (filled === part.length) part = doubled(part)
        const piece = chunk.subarray(at, at + part.length - filled)
        part.set(piece, filled)
        filled += piece.length
        at += piece.length
      }
    }
    if (options.hasLateHead) {
      const head = next.value
      if (!(head instanceof Uint8Array) || head.length !== headBytes)
        throw new Error(`${key} ends without the ${headBytes} bytes that it begins with`)
      hash.update(head)
      const [first] = held
      const target = first?.part ?? part
      target.set(head)
      await first?.send(target)
    }
    await options.beforePart?.()
    await object.end(part.subarray(0, filled))
  } catch (error) {
    await reader.return?.()
    await object.abandon()
    throw error
  }
  return { bytes, sha256: hash.digest("hex") }
}

function doubled(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * part.length)
  larger.set(part)
  return larger
}
