import { STAMP_STRIP_ROWS } from "./limits.ts"
import type { StampIndex, StampStrip } from "./stamp-file.ts"
import type { StampStore, StripsLease } from "./stamp-store.ts"

/** A walk through the strips of one stamp from the top, reading ahead. */
export type StampCursor = {
  /** Returns the first row of the next strip, or the stamp's height when none remains. */
  nextRow(): number
  /** Returns whether zlib packs the strip last taken much tighter. */
  isDense(): boolean
  /** Returns the next strip. Its bytes are valid until the next call. */
  takeStrip(): Promise<StampStrip>
  /** Releases everything still held, pending reads included. */
  close(): void
}

/** Opens a cursor and begins to read. Taking a strip throws if the stamp's size is not the placement's. */
export function openCursor(store: StampStore, stamp: string, widthPx: number, heightPx: number): StampCursor {
  const strips = Math.ceil(heightPx / STAMP_STRIP_ROWS)
  let known: { index: StampIndex; stripsPerRead: number } | undefined
  let strip = 0
  let current = begin(0)
  let ahead = current

  /** Begins a read ahead, whose failure is reported when its strip is taken, not as unhandled. */
  function begin(read: number): Promise<StripsLease> {
    const lease = store.strips(stamp, read)
    lease.catch(() => undefined)
    return lease
  }

  /** Releases a read. A failed one holds nothing; its error reaches the caller that takes the strip. */
  function end(lease: Promise<StripsLease>): void {
    lease.then(
      ({ release }) => release(),
      () => undefined,
    )
  }

  async function checked() {
    const stored = await store.stamp(stamp)
    const { index } = stored
    if (index.widthPx !== widthPx || index.heightPx !== heightPx) {
      throw new Error(
        `stamp ${stamp} is ${index.widthPx} × ${index.heightPx} px, its placement ${widthPx} × ${heightPx} px`,
      )
    }
    return stored
  }

  return {
    nextRow: () => Math.min(heightPx, strip * STAMP_STRIP_ROWS),
    isDense: () => strip > 0 && known?.index.isDense[strip - 1] === true,
    async takeStrip() {
      known ??= await checked()
      const { index, stripsPerRead } = known
      const { offsets } = index
      const read = Math.floor(strip / stripsPerRead)
      if (strip % stripsPerRead === 0) {
        if (read > 0) {
          end(current)
          current = ahead
        }
        if ((read + 1) * stripsPerRead < strips) ahead = begin(read + 1)
      }
      const { bytes } = await current
      const start = offsets[read * stripsPerRead]
      const from = offsets[strip] - start
      const to = offsets[strip + 1] - start
      if (bytes.length < to) throw new Error(`stamp ${stamp} is cut short in strip ${strip}`)
      const rows = Math.min(STAMP_STRIP_ROWS, heightPx - strip * STAMP_STRIP_ROWS)
      const alphasFrom = index.alphasFrom[strip]
      strip++
      return { bytes: bytes.subarray(from, to), widthPx, rows, alphasFrom }
    },
    close() {
      end(current)
      if (ahead !== current) end(ahead)
    },
  }
}
