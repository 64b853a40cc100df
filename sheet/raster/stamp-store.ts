import type { RasterHost } from "./host.ts"
import { STAMP_STORE_BYTES } from "./limits.ts"
import type { RasterKernel } from "./raster-kernel.ts"
import { readStampIndex, type StampIndex } from "./stamp-file.ts"
import type { OpenStamp, StampReader } from "./stamp-reader.ts"

/** A store of one sheet's stamps' compressed strips, read a few at a time and kept for the next copy. */
export type StampStore = {
  /** Returns a stamp's index, and how many of its strips come with one read. */
  stamp(stamp: string): Promise<{ index: StampIndex; stripsPerRead: number }>
  /**
   * Returns the strips of one read, back to back: `stripsPerRead` from `read * stripsPerRead` on. Release
   * them after use.
   */
  strips(stamp: string, read: number): Promise<StripsLease>
  /** Drops the data of a stamp that is not needed again. Its strips must have been released. */
  forget(stamp: string): void
}

export type StripsLease = { bytes: Uint8Array; release(): void }

/** One read: its place in the store, or a separate buffer if the store was full. */
type Entry = {
  key: string
  stamp: string
  bytes: Uint8Array
  offset: number
  leases: number
  loading: Promise<void>
}

type OpenedStamp = { reader: StampReader; index: StampIndex; stripsPerRead: number }

const OUTSIDE = -1

/** The rows of pieces that one band meets: those that end in it and those that begin. */
const ROWS_MET = 2

/**
 * Opens a store. A read of a stamp takes its share of the store, by its part of the `abreastPx` that
 * lie side by side. Two rows of pieces meet one band, and the current read and the next one of each
 * stamp are held, or the whole stamp if that is no more.
 *
 * Strips go into kernel memory, because array buffers that live for a while return only with the next
 * full garbage collection. Unused reads stay until room is needed; the longest unused goes first.
 */
export function openStampStore(
  kernel: RasterKernel,
  abreastPx: number,
  openStamp: OpenStamp,
  host: RasterHost,
  storeBytes = STAMP_STORE_BYTES,
): StampStore {
  const base = kernel.allocate(storeBytes)
  const opened = new Map<string, Promise<OpenedStamp>>()
  /** The entries by key, the longest unused first. */
  const entries = new Map<string, Entry>()
  /** The entries inside the store, by offset. */
  let placed: Entry[] = []

  function open(stamp: string): Promise<OpenedStamp> {
    const known = opened.get(stamp)
    if (known) return known
    const opening = openStamp(stamp).then(async (reader) => {
      const index = await readStampIndex(reader, host)
      return { reader, index, stripsPerRead: stripsPerReadOf(index) }
    })
    opened.set(stamp, opening)
    return opening
  }

  function stripsPerReadOf({ widthPx, offsets }: StampIndex): number {
    const strips = offsets.length - 1
    const bytes = offsets[strips] - offsets[0]
    const share = (storeBytes * Math.min(1, widthPx / abreastPx)) / ROWS_MET
    return bytes <= share ? strips : Math.max(1, Math.floor((strips * share) / 2 / bytes))
  }

  async function load(entry: Entry, stamp: string, read: number): Promise<void> {
    try {
      const { reader, index, stripsPerRead } = await open(stamp)
      const last = index.offsets.length - 1
      const from = index.offsets[Math.min(last, read * stripsPerRead)]
      const to = index.offsets[Math.min(last, (read + 1) * stripsPerRead)]
      allot(entry, to - from)
      if (reader.readInto && to > from) await reader.readInto(from, entry.bytes)
      else entry.bytes.set(await readExactly(reader, from, to - from))
    } catch (error) {
      drop(entry)
      throw error
    }
  }

  /** Places an entry, evicting unused ones. Without room it gets a separate buffer. */
  function allot(entry: Entry, length: number): void {
    let offset = freeOffset(length)
    while (offset === OUTSIDE && evictOne()) offset = freeOffset(length)
    entry.offset = offset
    entry.bytes = offset === OUTSIDE ? new Uint8Array(length) : kernel.view(base + offset, length)
    if (offset === OUTSIDE) return
    placed.push(entry)
    placed.sort((a, b) => a.offset - b.offset)
  }

  /** Returns the first gap that is large enough. */
  function freeOffset(length: number): number {
    let free = 0
    for (const { offset, bytes } of placed) {
      if (offset - free >= length) return free
      free = offset + bytes.length
    }
    return storeBytes - free >= length ? free : OUTSIDE
  }

  function evictOne(): boolean {
    for (const entry of entries.values()) {
      if (entry.leases > 0 || entry.offset === OUTSIDE) continue
      drop(entry)
      return true
    }
    return false
  }

  function drop(entry: Entry): void {
    entries.delete(entry.key)
    placed = placed.filter((other) => other !== entry)
  }

  return {
    stamp: open,
    forget(stamp) {
      opened.delete(stamp)
      for (const entry of entries.values()) if (entry.stamp === stamp && entry.leases === 0) drop(entry)
    },
    async strips(stamp, read) {
      const key = `${stamp}\n${read}`
      let entry = entries.get(key)
      if (entry) entries.delete(key)
      else {
        entry = {
          key,
          stamp,
          bytes: new Uint8Array(0),
          offset: OUTSIDE,
          leases: 0,
          loading: Promise.resolve(),
        }
        entry.loading = load(entry, stamp, read)
      }
      const current = entry
      entries.set(key, current)
      current.leases++
      await current.loading
      let isHeld = true
      return {
        bytes: current.bytes,
        release() {
          if (!isHeld) return
          isHeld = false
          current.leases--
          if (current.leases === 0 && current.offset === OUTSIDE) drop(current)
        },
      }
    },
  }
}

async function readExactly(reader: StampReader, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await reader.read(offset, length)
  if (bytes.length !== length) throw new Error(`a stamp gave ${bytes.length} of ${length} bytes at ${offset}`)
  return bytes
}
