import { createHash } from "node:crypto"
import type { R2Bucket, R2MultipartUpload, R2UploadedPart } from "@cloudflare/workers-types"
import { MIB } from "../../contract/limit.ts"
import { logWarning } from "../log.ts"

/** R2 wants multipart parts of at least 5 MiB, all equal but the last; the smallest keeps the buffer small. */
export const PART_BYTES = 5 * MIB
/** The buffer of a part begins with a sixteenth of it: small files, many at once, should not each take a whole one. */
const FIRST_BYTES = PART_BYTES / 16

export type StoredObject = { bytes: number; sha256: string }

export type StoreOptions = {
  contentType: string
  /** Told R2's upload id before the first part goes out, so that it can be aborted after a crash. */
  onMultipart?: (uploadId: string) => Promise<void>
  /** Asked before each part and before the end; throwing gives the upload up. */
  beforePart?: () => Promise<void>
}

/**
 * Writes a stream of unknown length under `key`, holding one part in memory. What fits into one part is put at once;
 * anything longer becomes a multipart upload, which readers see whole or not at all. When the stream or `beforePart`
 * throws, nothing is left behind and the error rises. The same bytes again replace the object with its equal.
 */
export async function storeStream(
  bucket: R2Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  options: StoreOptions,
): Promise<StoredObject> {
  const hash = createHash("sha256")
  let part = new Uint8Array(FIRST_BYTES)
  const parts: R2UploadedPart[] = []
  let upload: R2MultipartUpload | null = null
  let filled = 0
  let bytes = 0

  async function sendPart(): Promise<void> {
    await options.beforePart?.()
    if (!upload) {
      upload = await bucket.createMultipartUpload(key, { httpMetadata: { contentType: options.contentType } })
      await options.onMultipart?.(upload.uploadId)
    }
    parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, filled)))
    filled = 0
  }

  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      for (let at = 0; at < chunk.length; ) {
        // A full part is sent only once more bytes follow, so that one exact part still takes the single put.
        if (filled === PART_BYTES) await sendPart()
        if (filled === part.length) part = doubled(part)
        const piece = chunk.subarray(at, at + part.length - filled)
        part.set(piece, filled)
        filled += piece.length
        at += piece.length
      }
    }
    if (parts.length === 0) {
      await options.beforePart?.()
      await bucket.put(key, part.subarray(0, filled), { httpMetadata: { contentType: options.contentType } })
    } else {
      await sendPart()
      await options.beforePart?.()
      await openOf(upload).complete(parts)
    }
  } catch (error) {
    await abandon(upload)
    throw error
  }
  return { bytes, sha256: hash.digest("hex") }
}

function doubled(part: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(2 * part.length)
  larger.set(part)
  return larger
}

function openOf(upload: R2MultipartUpload | null): R2MultipartUpload {
  if (!upload) throw new Error("parts were sent without a multipart upload")
  return upload
}

async function abandon(upload: R2MultipartUpload | null): Promise<void> {
  try {
    await upload?.abort()
  } catch (error) {
    // The upload may have ended already; R2 itself drops what is left open after seven days.
    logWarning("a multipart upload could not be aborted", { error })
  }
}
