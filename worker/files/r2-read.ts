import { MIB } from "../../contract/limit.ts"
import type { ByteSource } from "../../sheet/raster/artwork.ts"
import { STAMP_TAIL_BYTES } from "../../sheet/raster/limits.ts"
import { openRanges, type StampReader } from "../../sheet/raster/stamp-reader.ts"
import { keptStamps } from "./kept-stamps.ts"

/** The error of a row that names an object that is not in R2. */
export class MissingObjectError extends Error {
  override name = "MissingObjectError"
  readonly key: string
  constructor(key: string) {
    super(`R2 holds no ${key}`)
    this.key = key
  }
}

/** Returns the object's bytes; every call opens it again. R2 refuses ranges behind the end. */
export function byteSourceOf(bucket: R2Bucket, key: string): ByteSource {
  let sizeBytes: number | undefined
  return async (fromByte = 0) => {
    if (fromByte > 0) sizeBytes ??= (await bucket.head(key))?.size
    if (sizeBytes !== undefined && fromByte >= sizeBytes) return new Blob([]).stream()
    const object = await bucket.get(key, fromByte > 0 ? { range: { offset: fromByte } } : undefined)
    if (!object) throw new MissingObjectError(key)
    sizeBytes = object.size
    return object.body
  }
}

/** The ends that one job holds, of small stamps, until their strips are asked for: mostly at once. */
const HELD_ENDS_BYTES = 2 * MIB

/**
 * Returns range readers for one job; its objects share a few buffers. An object is opened by reading its end, which is the
 * first that is read of a stamp, and all of a small one: its strips take no second read.
 */
export function rangeReadersOf(bucket: R2Bucket): (key: string) => Promise<StampReader> {
  const open = openRanges()
  let heldBytes = 0
  return async (key) => {
    const kept = keptStamps.find(key)
    if (kept) return readerOfBytes(kept)
    const end = await bucket.get(key, { range: { suffix: STAMP_TAIL_BYTES } })
    if (!end) throw new MissingObjectError(key)
    const reader = open(end.size, async (offset, length) => {
      const object = await bucket.get(key, { range: { offset, length } })
      if (!object) throw new MissingObjectError(key)
      return object.body
    })
    let tail: Uint8Array | null = await end.bytes()
    // Thousands of stamps are open at a time: few keep their end.
    let isHeld = tail.length === end.size && heldBytes + tail.length <= HELD_ENDS_BYTES
    if (isHeld) heldBytes += tail.length
    const drop = () => {
      if (isHeld) heldBytes -= end.size
      isHeld = false
      tail = null
    }
    return {
      ...reader,
      async read(offset, length) {
        const at = offset - end.size + (tail?.length ?? 0)
        const known = tail && at >= 0 ? tail.subarray(at, at + length) : null
        if (!isHeld) drop()
        return known ?? reader.read(offset, length)
      },
      async readInto(offset, target) {
        const known = isHeld ? tail?.subarray(offset, offset + target.length) : undefined
        drop()
        if (known?.length === target.length) target.set(known)
        else await reader.readInto?.(offset, target)
      },
    }
  }
}

function readerOfBytes(bytes: Uint8Array): StampReader {
  return { sizeBytes: bytes.length, read: async (offset, length) => bytes.subarray(offset, offset + length) }
}
