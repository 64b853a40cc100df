import type { Laid } from "./laid-stamp.ts"
import { STAMP_STRIP_ROWS } from "./limits.ts"
import type { LaidStrip, StampIndex, StampStrip } from "./stamp-file.ts"
import type { StampStore, StripsLease } from "./stamp-store.ts"

/** A walk through the strips of one stamp from the top, reading ahead. */
export type StampCursor = {
  /** Returns the first row of the next strip, or the stamp's height when none remains. */
  nextRow(): number
  /** Returns whether zlib packs the strip last taken much tighter. */
  isDense(): boolean
  /** Returns the next strip. Its bytes are valid until the next call. */
  takeStrip(): Promise<StampStrip | LaidStrip>
  /** Releases everything still held, pending reads included. */
  close(): void
}

/** Opens a cursor and begins to read. Taking a strip throws if the stamp's size is not the placement's. */
export function openCursor(store: StampStore, stamp: string, widthPx: number, heightPx: number): StampCursor {
  const own = openStrips(store, stamp)
  let shared: Strips | null = null
  let last: Strips = own
  let row = 0
  let isClosed = false
  const opening = open()
  // A failure is reported when the first strip is taken, not as unhandled.
  opening.catch(() => undefined)

  async function open(): Promise<Laid | null> {
    const { index } = await store.stamp(stamp)
    const { laid } = index
    checkSize(laid ?? index, stamp, { widthPx, heightPx }, "placement")
    if (laid === null) return null
    const strips = openStrips(store, laid.under.stamp)
    if (isClosed) strips.close()
    shared = strips
    checkSize((await store.stamp(laid.under.stamp)).index, laid.under.stamp, laid.under, "place below a text")
    return laid
  }

  /** Takes the strip of one of a laid stamp's two that touches these rows. */
  async function part(
    strips: Strips,
    from: { x: number; y: number },
    rows: number,
  ): Promise<LaidStrip["over"]> {
    const top = from.y + strips.nextRow()
    if (top >= row + rows || strips.hasEnded()) return null
    last = strips
    return { strip: await strips.take(), x: from.x, skipRows: row - top }
  }

  return {
    nextRow: () => row,
    isDense: () => last.isDense(),
    async takeStrip() {
      const laid = await opening
      if (laid === null || shared === null) {
        const strip = await own.take()
        row += strip.rows
        return strip
      }
      const { under, over } = laid
      const rows = Math.min(heightPx - row, rowsToNextStrip(row - under.y))
      // The shared one comes last, which says how dense the strip is.
      const text = await part(own, over, rows)
      const strip = { widthPx, rows, over: text, under: await part(shared, under, rows) }
      row += rows
      return strip
    },
    close() {
      isClosed = true
      own.close()
      shared?.close()
    },
  }
}

/** Returns the rows from a row of a stamp, which may lie above it, to where the next of its strips would begin. */
function rowsToNextStrip(row: number): number {
  return STAMP_STRIP_ROWS - (((row % STAMP_STRIP_ROWS) + STAMP_STRIP_ROWS) % STAMP_STRIP_ROWS)
}

function checkSize(
  found: { widthPx: number; heightPx: number },
  stamp: string,
  wanted: { widthPx: number; heightPx: number },
  by: string,
): void {
  if (found.widthPx === wanted.widthPx && found.heightPx === wanted.heightPx) return
  throw new Error(
    `stamp ${stamp} is ${found.widthPx} × ${found.heightPx} px, its ${by} ${wanted.widthPx} × ${wanted.heightPx} px`,
  )
}

/** A walk through the strips that a stamp's own file holds. */
type Strips = Pick<StampCursor, "nextRow" | "isDense" | "close"> & {
  hasEnded(): boolean
  take(): Promise<StampStrip>
}

function openStrips(store: StampStore, stamp: string): Strips {
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

  return {
    nextRow: () => strip * STAMP_STRIP_ROWS,
    hasEnded: () => known !== undefined && strip >= known.index.offsets.length - 1,
    isDense: () => strip > 0 && known?.index.isDense[strip - 1] === true,
    async take() {
      known ??= await store.stamp(stamp)
      const { index, stripsPerRead } = known
      const { offsets, widthPx, heightPx } = index
      const read = Math.floor(strip / stripsPerRead)
      if (strip % stripsPerRead === 0) {
        if (read > 0) {
          end(current)
          current = ahead
        }
        if ((read + 1) * stripsPerRead < offsets.length - 1) ahead = begin(read + 1)
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
