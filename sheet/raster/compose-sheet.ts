import type { RasterHost } from "./host.ts"
import type { SheetLabel } from "./label/draw-label.ts"
import { encodeCode } from "./label/encode-code.ts"
import { openLabels } from "./label/sheet-labels.ts"
import { openWatermark } from "./label/watermark.ts"
import {
  DENSE_BYTES,
  SHEET_MAX_LENGTH_PX,
  SHEET_MAX_PLACEMENTS,
  SHEET_MAX_WIDTH_PX,
  STAMP_AHEAD_ROWS,
} from "./limits.ts"
import { type Pause, restingPause, ZLIB_PIXELS } from "./pause.ts"
import type { RepeatSpan } from "./png-writer.ts"
import { openKernel, type RasterKernel } from "./raster-kernel.ts"
import { openCanvas, type SheetCanvas } from "./sheet-canvas.ts"
import { openCursor, type StampCursor } from "./stamp-cursor.ts"
import type { OpenStamp } from "./stamp-reader.ts"
import { openStampStore } from "./stamp-store.ts"
import { openStripDecoder, type StripDecoder } from "./stamp-strip-decoder.ts"

export type SheetJob = {
  widthPx: number
  lengthPx: number
  dpi: number
  /** Boxes may overlap where ink does not. */
  placements: SheetPlacement[]
  /** Texts in the gaps. They must overlap neither placements nor each other. */
  labels?: readonly SheetLabel[]
  /** The text that is cut out of all that is drawn, over and over. */
  watermark?: string
}

/** `stamp` names a stamp of exactly this size. */
export type SheetPlacement = {
  stamp: string
  x: number
  y: number
  widthPx: number
  heightPx: number
  /**
   * The design, whose placements show the same pixels, turned: `turn` is by how many degrees clockwise
   * this one's stamp is. Formats that can turn a picture keep one for all of them. Without it, each
   * stamp is a separate design.
   */
  design?: { name: string; turn: 0 | 90 | 180 | 270 }
}

/** An encoder of a sheet's rows, from the top, into the bytes of a file. */
export type BandEncoder = {
  /** The bytes of a pixel as they are compressed, and of the filter in front of a row. */
  pixelBytes: number
  rowLeadBytes: number
  /** Returns the file's first bytes. */
  begin(): Uint8Array
  /**
   * Takes `rows` rows of RGBA8 at `band`; the row above lies directly in front. `spans` name the
   * repetitions in every row; `isDense` rows are packed much tighter by the host's zlib, and at most
   * DENSE_BYTES of them come at once. Every piece is a view that the next one overwrites.
   */
  encode(
    band: number,
    rows: number,
    spans: RepeatSpan[],
    isDense: boolean,
    isLast: boolean,
  ): Iterable<Uint8Array>
}

/** The distance that a deflate match may reach back (RFC 1951). */
const DEFLATE_WINDOW_BYTES = 32_768

/**
 * The copies of one stamp at the same height: their rows are decoded once. `inkOnly` columns take only
 * pixels that are not fully transparent.
 */
type Group = {
  stamp: string
  y: number
  widthPx: number
  heightPx: number
  columns: number[]
  inkOnly: Set<number>
}

/**
 * Writes a sheet row by row, top to bottom, in bands of a few dozen rows. Memory does not depend on
 * the length. For each band:
 *
 *            placements     1. inflate every strip that begins in the band, and copy it to
 *   band k   ▓▓▓ ░░░░ ▓▓▓      all copies; rows may reach into the following bands of the
 *   band k+1 ▓▓▓ ░░░░          canvas, a ring of bands with a spare row in front of each
 *                           2. draw the labels, and cut out the watermark
 *                           3. hand the band to the encoder, then clear it
 *
 * Yields pieces of some 1 to 500 KB. Each is a view that the next request overwrites, so callers copy
 * what they keep. (Fresh pieces would pile up until the garbage collector runs, 64 MB later.) `onRows`
 * gets the number of finished rows after each band.
 */
export async function* composeSheet(
  job: SheetJob,
  openStamp: OpenStamp,
  host: RasterHost,
  openEncoder: (kernel: RasterKernel) => BandEncoder,
  onRows?: (done: number) => void,
): AsyncGenerator<Uint8Array, void> {
  checkJob(job)
  const { widthPx, lengthPx } = job
  const kernel = openKernel(host, "sheet")
  const strip = openStripDecoder(kernel, widthPx)
  const pause = restingPause(host)
  try {
    const canvas = openCanvas(kernel, widthPx)
    const encoder = openEncoder(kernel)
    const store = openStampStore(kernel, widthPx, openStamp, host)
    const labels = openLabels(job.labels ?? [], widthPx, encodeCode)
    const watermark = job.watermark === undefined ? null : openWatermark(job.watermark, widthPx, job.dpi)
    const waiting = groupPlacements(job)
    let open: OpenGroup[] = []
    yield encoder.begin()
    for (let top = 0; top < lengthPx; top += canvas.bandRows) {
      const bottom = Math.min(lengthPx, top + canvas.bandRows)
      while (waiting.length > 0 && waiting[waiting.length - 1].y < bottom + STAMP_AHEAD_ROWS) {
        const group = waiting.pop()!
        open.push({ ...group, cursor: openCursor(store, group.stamp, group.widthPx, group.heightPx) })
      }
      const drawn = open.filter((group) => group.y < bottom)
      for (const group of drawn) await drawStrips(group, bottom, strip, canvas, pause)
      labels.draw(kernel.view(canvas.band(top), (bottom - top) * widthPx * 4), top, bottom)
      watermark?.cut(kernel.view(canvas.band(top), (bottom - top) * widthPx * 4), top, bottom)
      const isLast = bottom === lengthPx
      const isDense = isMostlyDense(drawn)
      // Copies that are cut differ from each other.
      const spans = watermark ? [] : repeatsOf(drawn, encoder)
      const rows = isDense ? denseRows(widthPx) : bottom - top
      for (let y = top; y < bottom; y += rows) {
        const count = Math.min(rows, bottom - y)
        const part = canvas.band(top) + (y - top) * widthPx * 4
        yield* encoder.encode(part, count, spans, isDense, isLast && y + count === bottom)
        await pause((isDense ? ZLIB_PIXELS : 1) * count * widthPx)
      }
      canvas.advance(top)
      open = open.filter((group) => {
        const goesOn = group.y + group.heightPx > bottom
        if (!goesOn) group.cursor.close()
        return goesOn
      })
      onRows?.(bottom)
    }
  } finally {
    kernel.close()
  }
}

/** Returns the rows that zlib compresses at once: it never rests in between. */
function denseRows(widthPx: number): number {
  return Math.max(1, Math.floor(DENSE_BYTES / (widthPx * 4 + 1)))
}

type OpenGroup = Group & { cursor: StampCursor }

/** Draws all strips of a group that begin above `bottom`. */
async function drawStrips(
  group: OpenGroup,
  bottom: number,
  strip: StripDecoder,
  canvas: SheetCanvas,
  pause: Pause,
): Promise<void> {
  const { cursor, widthPx, heightPx, stamp } = group
  for (;;) {
    const row = cursor.nextRow()
    if (row >= heightPx || group.y + row >= bottom) return
    const taken = await cursor.takeStrip()
    const { rows } = taken
    const pixels = strip.decode(taken, stamp)
    for (const x of group.columns) {
      canvas.draw(pixels, widthPx, rows, x, group.y + row, group.inkOnly.has(x))
    }
    await pause(widthPx * rows)
  }
}

/**
 * Groups placements by stamp and height, lowest first, so that the next groups pop from the end.
 */
function groupPlacements({ placements }: SheetJob): Group[] {
  const groups = new Map<string, Group>()
  const overlapping = overlappingBoxes(placements)
  for (const placement of placements) {
    const { stamp, x, y, widthPx, heightPx } = placement
    const key = `${y} ${stamp}`
    const group = groups.get(key) ?? { stamp, y, widthPx, heightPx, columns: [], inkOnly: new Set() }
    groups.set(key, group)
    if (group.widthPx !== widthPx || group.heightPx !== heightPx)
      throw new Error(`stamp ${stamp} is placed in two sizes`)
    group.columns.push(x)
    if (overlapping.has(placement)) group.inkOnly.add(x)
  }
  for (const group of groups.values()) group.columns.sort((a, b) => a - b)
  return [...groups.values()].sort((a, b) => b.y - a.y || b.columns[0] - a.columns[0])
}

/** Returns the placements whose boxes meet another's box. */
function overlappingBoxes(placements: SheetJob["placements"]): Set<SheetJob["placements"][number]> {
  const overlapping = new Set<SheetJob["placements"][number]>()
  const byTop = [...placements].sort((a, b) => a.y - b.y)
  byTop.forEach((a, i) => {
    for (let j = i + 1; j < byTop.length && byTop[j].y < a.y + a.heightPx; j++) {
      const b = byTop[j]
      if (b.x < a.x + a.widthPx && a.x < b.x + b.widthPx) overlapping.add(a).add(b)
    }
  })
  return overlapping
}

/**
 * Returns the spans of bytes that repeat: where a copy lies to the right of another, near enough for
 * deflate. Ascending and without overlaps.
 */
function repeatsOf(groups: Group[], { pixelBytes, rowLeadBytes }: BandEncoder): RepeatSpan[] {
  const spans: RepeatSpan[] = []
  for (const { columns, widthPx } of groups) {
    for (let i = 1; i < columns.length; i++) {
      const distance = (columns[i] - columns[i - 1]) * pixelBytes
      const from = rowLeadBytes + columns[i] * pixelBytes
      if (distance <= DEFLATE_WINDOW_BYTES) spans.push({ from, to: from + widthPx * pixelBytes, distance })
    }
  }
  spans.sort((a, b) => a.from - b.from)
  // Spans may overlap where one group ends and another begins within the band. The first is kept.
  let end = 0
  return spans.filter((span) => {
    if (span.from < end) return false
    end = span.to
    return true
  })
}

/** Returns whether zlib packs most of the drawn pixels much tighter. */
function isMostlyDense(groups: OpenGroup[]): boolean {
  let all = 0
  let dense = 0
  for (const { cursor, columns, widthPx } of groups) {
    all += columns.length * widthPx
    if (cursor.isDense()) dense += columns.length * widthPx
  }
  return dense * 2 > all
}

/** Throws if a sheet cannot be made as requested. */
export function checkJob({ widthPx, lengthPx, dpi, placements, labels = [] }: SheetJob): void {
  const isSheet = [widthPx, lengthPx].every((side) => Number.isSafeInteger(side) && side >= 1)
  if (!isSheet || widthPx > SHEET_MAX_WIDTH_PX || lengthPx > SHEET_MAX_LENGTH_PX || !(dpi > 0)) {
    throw new Error(`a sheet of ${widthPx} × ${lengthPx} px at ${dpi} DPI cannot be made`)
  }
  if (placements.length > SHEET_MAX_PLACEMENTS || labels.length > SHEET_MAX_PLACEMENTS)
    throw new Error(`${placements.length} placements and ${labels.length} labels are too many`)
  const named = labels.map((label) => ({ ...label, stamp: `label "${label.text}"` }))
  for (const { stamp, x, y, widthPx: width, heightPx: height } of [...placements, ...named]) {
    const isPlaced = [x, y, width, height].every(Number.isSafeInteger) && x >= 0 && y >= 0
    if (!isPlaced || width < 1 || height < 1 || x + width > widthPx || y + height > lengthPx) {
      throw new Error(`stamp ${stamp} at ${x}, ${y} (${width} × ${height} px) leaves the sheet`)
    }
  }
}
