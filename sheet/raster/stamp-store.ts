import { STAMP_CACHE_BYTES, STAMP_READ_BYTES, STAMP_READ_MAX_STRIPS, STAMP_STRIP_ROWS } from "./limits.ts"
import { readStampIndex, type StampIndex, type StampReader } from "./stamp-file.ts"
import type { RasterHost } from "./types.ts"

/** Compressed strips of the stamps of one sheet, read a few at a time and kept for the next copy. */
export type StampStore = {
  index(stamp: string): Promise<StampIndex>
  /** The strips of one read, `stripsPerRead` from `read * stripsPerRead` on, back to back. */
  strips(stamp: string, read: number): Promise<Uint8Array>
  stripsPerRead: number
}

/**
 * How many strips a read takes follows from the sheet's width alone: the stamps that one band meets are together at most
 * about twice as wide as the sheet, so their reads, current and next, stay below 4 × STAMP_READ_BYTES.
 */
export function openStampStore(
  sheetWidthPx: number,
  openStamp: (stamp: string) => Promise<StampReader>,
  host: RasterHost,
): StampStore {
  const stripBytes = sheetWidthPx * 4 * STAMP_STRIP_ROWS
  const stripsPerRead = Math.max(
    1,
    Math.min(STAMP_READ_MAX_STRIPS, Math.floor(STAMP_READ_BYTES / stripBytes)),
  )
  const opened = new Map<string, Promise<{ reader: StampReader; index: StampIndex }>>()
  const cache = new Map<string, { bytes: Promise<Uint8Array>; sizeBytes: number }>()
  let cachedBytes = 0

  function open(stamp: string): Promise<{ reader: StampReader; index: StampIndex }> {
    const known = opened.get(stamp)
    if (known) return known
    const opening = openStamp(stamp).then(async (reader) => ({
      reader,
      index: await readStampIndex(reader, host),
    }))
    opened.set(stamp, opening)
    return opening
  }

  /** Keeps the most recently used reads up to STAMP_CACHE_BYTES. */
  function remember(key: string, entry: { bytes: Promise<Uint8Array>; sizeBytes: number }): void {
    cache.set(key, entry)
    cachedBytes += entry.sizeBytes
    for (const [oldest, { sizeBytes }] of cache) {
      if (cachedBytes <= STAMP_CACHE_BYTES) return
      cache.delete(oldest)
      cachedBytes -= sizeBytes
    }
  }

  return {
    stripsPerRead,
    index: async (stamp) => (await open(stamp)).index,
    async strips(stamp, read) {
      const { reader, index } = await open(stamp)
      const key = `${stamp}\n${read}`
      const known = cache.get(key)
      if (known) {
        cache.delete(key)
        cache.set(key, known)
        return known.bytes
      }
      const last = index.offsets.length - 1
      const from = index.offsets[Math.min(last, read * stripsPerRead)]
      const to = index.offsets[Math.min(last, (read + 1) * stripsPerRead)]
      const bytes = to > from ? reader.read(from, to - from) : Promise.resolve(new Uint8Array(0))
      remember(key, { bytes, sizeBytes: to - from })
      return bytes
    },
  }
}
