import type { StampReader } from "../../sheet/raster/compose-sheet.ts"
import type { ByteSource } from "../../sheet/raster/types.ts"

/** An object that a row names is not in R2. */
export class MissingObjectError extends Error {
  override name = "MissingObjectError"
  readonly key: string
  constructor(key: string) {
    super(`R2 holds no ${key}`)
    this.key = key
  }
}

/** The object's bytes, opened afresh by every call. */
export function byteSourceOf(bucket: R2Bucket, key: string): ByteSource {
  return async () => {
    const object = await bucket.get(key)
    if (!object) throw new MissingObjectError(key)
    return object.body
  }
}

/** Range reads of one object. */
export async function rangeReaderOf(bucket: R2Bucket, key: string): Promise<StampReader> {
  const head = await bucket.head(key)
  if (!head) throw new MissingObjectError(key)
  return {
    sizeBytes: head.size,
    async read(offset, length) {
      const object = await bucket.get(key, { range: { offset, length } })
      if (!object) throw new MissingObjectError(key)
      const bytes = await object.bytes()
      if (bytes.length !== length)
        throw new Error(`R2 gave ${bytes.length} of ${length} bytes at ${offset} of ${key}`)
      return bytes
    },
  }
}
