import { createHash } from "node:crypto"
import { MIB } from "../../contract/limit.ts"
import { logWarning } from "../log.ts"

/** R2's parts: at least 5 MiB, equal except the last. The minimum keeps the buffer small. */
export const PART_BYTES = 5 * MIB
/** A part's first buffer, so that many small files at once do not take a whole part each. */
const FIRST_BYTES = PART_BYTES / 16

export type StoredObject = { bytes: number; sha256: string }

type StoreOptions = {
  contentType: string
  /** Called before each part and before the end; throwing abandons the upload. */
  beforePart?: () => Promise<void>
}

/** An object on its way to R2 in parts; readers see all of it or nothing. */
type OpenObject = {
  /** Sends a part of PART_BYTES; more must follow. */
  send(part: Uint8Array): Promise<void>
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

  async function send(part: Uint8Array): Promise<void> {
    upload ??= await bucket.createMultipartUpload(key, { httpMetadata })
    parts.push(await upload.uploadPart(parts.length + 1, part))
  }

  return {
    send,
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
 * Writes a stream of any length under `key`, with one part in memory. If the stream or `beforePart`
 * throws, leaves nothing behind and rethrows. A repeat replaces the object.
 */
export async function storeStream(
  bucket: R2Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  options: StoreOptions,
): Promise<StoredObject> {
  const hash = createHash("sha256")
  const object = openObject(bucket, key, options.contentType)
  let part = new Uint8Array(FIRST_BYTES)
  let filled = 0
  let bytes = 0

  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = 0; at < chunk.length; ) {
        // A full part waits for more bytes, so that exactly one part still takes a single put.
        if (filled === PART_BYTES) {
          await options.beforePart?.()
          await object.send(part)
          filled = 0
        }
        if (filled === part.length) part = doubled(part)
        const piece = chunk.subarray(at, at + part.length - filled)
        part.set(piece, filled)
        filled += piece.length
        at += piece.length
      }
    }
    await options.beforePart?.()
    await object.end(part.subarray(0, filled))
  } catch (error) {
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
