import { STAMP_STRIP_ROWS } from "./limits.ts"
import type { StampIndex, StampStrip } from "./stamp-file.ts"
import type { StampStore, StripsLease } from "./stamp-store.ts"

/** Walks the strips of one stamp from the top, reading ahead. */
export type StampCursor = {
  /** First row of the next strip, or the stamp's height when none is left. */
  nextRow(): number
  /** Whether zlib packs the strip last taken much tighter. */
  isDense(): boolean
  /** The next strip. Its bytes are valid until the next call. */
  takeStrip(): Promise<StampStrip>
  /** Gives back what is still held, pending reads included. */
  close(): void
}

/** Begins to read at once. Taking a strip throws if the stamp's size is not the placement's. */
export function openCursor(store: StampStore, stamp: string, widthPx: number, heightPx: number): StampCursor {
  const strips = Math.ceil(heightPx / STAMP_STRIP_ROWS)
  let known: { index: StampIndex; stripsPerRead: number } | undefined
  let strip = 0
  let current = begin(0)
  let ahead = current

  /** A read ahead that fails is reported when its strip is taken, not as an unhandled rejection. */
  function begin(read: number): Promise<StripsLease> {
    const lease = store.strips(stamp, read)
    lease.catch(() => undefined)
    return lease
  }

  /** A failed read has nothing to give back. Its error reaches whoever takes the strip. */
  function end(lease: Promise<StripsLease>): void {
    lease.then(
      ({ release }) => release(),
      () => undefined,
    )
  }

  async function checked() {
    const found = await store.stamp(stamp)
    const { index } = found
    if (index.widthPx !== widthPx || index.heightPx !== heightPx) {
      throw new Error(
        `stamp ${stamp} is ${index.widthPx} × ${index.heightPx} px, its placement ${widthPx} × ${heightPx} px`,
      )
    }
    return found
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
