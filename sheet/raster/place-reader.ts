import type { ByteSource } from "./artwork.ts"
import { openBytes } from "./byte-reader.ts"

/** A reader of a file from place to place. It reads on where it can and opens the file anew where it must. */
export type PlaceReader = {
  /** Returns exactly `length` bytes at `offset` as a copy; null if the file ends before. */
  exact(offset: number, length: number): Promise<Uint8Array | null>
  /** Returns between 1 and `atMost` bytes at `offset`, a view until the next call; null at the end. */
  some(offset: number, atMost: number): Promise<Uint8Array | null>
  /** Returns how often the file was opened. */
  openings(): number
  close(): Promise<void>
}

/** The bytes that are read past rather than opening the file anew. */
const SKIPPED_BYTES = 1 << 20

export function openPlaces(source: ByteSource): PlaceReader {
  let reader: Awaited<ReturnType<typeof openBytes>> | null = null
  let position = 0
  let openings = 0

  async function moveTo(offset: number): Promise<NonNullable<typeof reader>> {
    if (reader === null || offset < position || offset - position > SKIPPED_BYTES) {
      await reader?.close()
      reader = await openBytes(() => source(offset))
      position = offset
      openings++
    }
    while (position < offset) {
      const skipped = await reader.some(offset - position)
      if (!skipped) break
      position += skipped.length
    }
    return reader
  }

  return {
    async exact(offset, length) {
      const bytes = await (await moveTo(offset)).exact(length)
      position += length
      return bytes
    },
    async some(offset, atMost) {
      const bytes = await (await moveTo(offset)).some(atMost)
      position += bytes?.length ?? 0
      return bytes
    },
    openings: () => openings,
    async close() {
      await reader?.close()
    },
  }
}
