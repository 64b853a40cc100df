import { createHash } from "node:crypto"
import { MIB } from "../../contract/limit.ts"
import { logWarning } from "../log.ts"

/** R2 wants multipart parts of at least 5 MiB, all equal but the last; the smallest keeps the buffer small. */
export const PART_BYTES = 5 * MIB
/** The buffer of a part begins with a sixteenth of it: small files, many at once, should not each take a whole one. */
const FIRST_BYTES = PART_BYTES / 16

export type StoredObject = { bytes: number; sha256: string }

type StoreOptions = {
  contentType: string
  /** Asked before each part and before the end; throwing gives the upload up. */
  beforePart?: () => Promise<void>
}

/** An object on its way to R2, part by part; readers see it whole or not at all. */
type OpenObject = {
  /** A part of PART_BYTES, behind which more will come. */
  send(part: Uint8Array): Promise<void>
  /** The last part; where it is the only one, it is put at once. */
  end(part: Uint8Array): Promise<void>
  /** Leaves nothing behind. Not for what has ended. */
  abandon(): Promise<void>
}

/** Begins an object; nothing is written before its first part. */
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
        // The upload may have ended already; R2 itself drops what is left open after seven days.
        logWarning("a multipart upload could not be aborted", { error })
      }
    },
  }
}

/**
 * Writes a job's stream of unknown length under `key`, holding one part in memory. When the stream or `beforePart` throws,
 * nothing is left behind and the error rises. The same bytes again replace the object with its equal.
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
        // A full part is sent only once more bytes follow, so that one exact part still takes the single put.
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
