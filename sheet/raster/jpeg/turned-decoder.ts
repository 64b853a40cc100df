import { CursorIndex, indexCursors } from "./cursor-index.ts"
import { isQuarterTurned, type Orientation } from "./exif-orientation.ts"
import type { JpegFrame } from "./jpeg-frame.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"
import { JPEG_HELD_BYTES, JPEG_MAX_BLOCK_VISITS, JPEG_MAX_CURSORS, JPEG_TURN_BYTES } from "./jpeg-limit.ts"
import { tooLargeJpeg } from "./jpeg-refusal.ts"
import type { PictureMemory, Range } from "./picture-memory.ts"
import { type Scan, scanVisits } from "./scan-header.ts"
import { PACKED_CURSOR_BYTES } from "./scan-record.ts"
import type { ScanSet } from "./scan-set.ts"
import type { AddressSink } from "./upright-decoder.ts"

/** The columns turned at a time: 16 pixels are one line of the processor's cache. */
const TURNED_COLUMNS = 16

/** The width of the strips in MCUs. 0 means one strip of the whole width. */
type TurnPlan = { stripMcus: number }

/**
 * Chooses the widest strips whose pixels and cursors fit the budget together. They also get the rest
 * of the held file's own share, so a small file that describes a large picture is turned in few
 * passes.
 *
 *     stored picture, strips of columns        upright picture, emitted row by row
 *     ┌────┬────┬────┐                         ┌──────────────┐ ← strip 0, column by column
 *     │ 0  │ 1  │ 2  │   quarter turn  →       ├──────────────┤ ← strip 1
 *     └────┴────┴────┘                         └──────────────┘
 */
export function planTurn(
  frame: JpegFrame,
  scans: readonly Scan[],
  orientation: Orientation,
  heldBytes: number,
): TurnPlan {
  const entries = scans.map((scan) => scan.entries)
  const budgetBytes = JPEG_TURN_BYTES + JPEG_HELD_BYTES - heldBytes
  // A separate pass records the cursors. It visits every block once more.
  const visits = 2 * scans.reduce((sum, scan) => sum + scanVisits(scan, frame), 0)
  const fits = (pixelBytes: number, cursors: number) =>
    (cursors === 0 || visits <= JPEG_MAX_BLOCK_VISITS) &&
    cursors <= JPEG_MAX_CURSORS &&
    pixelBytes + cursors * PACKED_CURSOR_BYTES <= budgetBytes
  if (!isQuarterTurned(orientation)) {
    if (!fits(0, indexCursors(frame, entries, 1))) throw tooLargeToTurn()
    return { stripMcus: frame.mcusWide }
  }
  const columnBytes = frame.mcuWidthPx * 4 * frame.heightPx
  const turnedBytes = TURNED_COLUMNS * 4 * frame.heightPx
  for (let strips = 1; strips <= frame.mcusWide; strips++) {
    const stripMcus = Math.ceil(frame.mcusWide / strips)
    const cursors = strips === 1 ? 0 : indexCursors(frame, entries, strips)
    if (fits(stripMcus * columnBytes + turnedBytes, cursors)) return { stripMcus }
  }
  throw tooLargeToTurn()
}

function tooLargeToTurn(): Error {
  return tooLargeJpeg(
    "is marked as turned by the camera and too large to be turned upright here",
    "Open it in a picture editor, save it upright and upload it again.",
  )
}

/**
 * Returns the ranges to decode: each strip with a spare MCU on either side, for interpolation across
 * its edges.
 */
export function stripRanges(frame: JpegFrame, { stripMcus }: TurnPlan): Range[] {
  const count = Math.ceil(frame.mcusWide / stripMcus)
  return Array.from({ length: count }, (_, i) => ({
    from: Math.max(0, i * stripMcus - 1),
    to: Math.min(frame.mcusWide, (i + 1) * stripMcus + 1),
  }))
}

/** Decodes orientations 3 and 4: rows from the bottom up. The caller mirrors rows where needed. */
export async function decodeUp(
  kernel: JpegKernel,
  frame: JpegFrame,
  memory: PictureMemory,
  scans: ScanSet,
  sink: AddressSink,
): Promise<void> {
  const index = new CursorIndex(kernel, frame, scans, [memory.range])
  await recordAll(frame, memory, index, sink)
  let next = 0
  const paint = (band: number) => {
    const top = band * frame.mcuHeightPx
    for (let y = Math.min(frame.heightPx, top + frame.mcuHeightPx) - 1; y >= top; y--) {
      sink.take(memory.paintRow(y, 0, frame.widthPx), next++)
    }
  }
  for (let band = frame.mcusHigh - 1; band >= 0; band--) {
    index.decodeBand(band, 0)
    memory.transform(band)
    if (band < frame.mcusHigh - 1) paint(band + 1)
    await sink.pause(frame.widthPx * frame.mcuHeightPx)
  }
  paint(0)
}

/** Decodes orientations 5 to 8: columns become rows, strip by strip. */
export async function decodeTurned(
  kernel: JpegKernel,
  frame: JpegFrame,
  memory: PictureMemory,
  scans: ScanSet,
  plan: TurnPlan,
  orientation: Orientation,
  sink: AddressSink,
): Promise<void> {
  const stripPx = plan.stripMcus * frame.mcuWidthPx
  const ranges = stripRanges(frame, plan)
  const strideBytes = Math.min(stripPx, frame.widthPx) * 4
  const strip = kernel.allocate(strideBytes * frame.heightPx)
  const turned = kernel.allocate(TURNED_COLUMNS * 4 * frame.heightPx)
  const index = ranges.length > 1 ? new CursorIndex(kernel, frame, scans, ranges) : null
  if (index !== null) {
    memory.setRange({ from: 0, to: frame.mcusWide })
    await recordAll(frame, memory, index, sink)
  }
  const isLeftToRight = orientation === 5 || orientation === 6
  const isBottomUp = orientation === 6 || orientation === 7
  let next = 0
  for (let step = 0; step < ranges.length; step++) {
    const i = isLeftToRight ? step : ranges.length - 1 - step
    const left = i * stripPx
    const width = Math.min(stripPx, frame.widthPx - left)
    memory.setRange(ranges[i])
    const target = { left, width, strip, strideBytes }
    await fillStrip(kernel, frame, memory, scans, index, i, target, sink)
    for (let done = 0; done < width; done += TURNED_COLUMNS) {
      const columns = Math.min(TURNED_COLUMNS, width - done)
      const first = isLeftToRight ? done : width - done - columns
      kernel.calls.turnColumns(
        strip + first * 4,
        strideBytes,
        frame.heightPx,
        columns,
        turned,
        Number(isBottomUp),
      )
      for (let k = 0; k < columns; k++) {
        const column = isLeftToRight ? k : columns - 1 - k
        sink.take(turned + column * frame.heightPx * 4, next++)
      }
      await sink.pause(columns * frame.heightPx)
    }
  }
}

async function recordAll(
  frame: JpegFrame,
  memory: PictureMemory,
  index: CursorIndex,
  { pause }: AddressSink,
): Promise<void> {
  for (let band = 0; band < frame.mcusHigh; band++) {
    index.record(band, frame.mcusWide)
    memory.clear()
    await pause(frame.widthPx * frame.mcuHeightPx)
  }
}

type Strip = { left: number; width: number; strip: number; strideBytes: number }

async function fillStrip(
  kernel: JpegKernel,
  frame: JpegFrame,
  memory: PictureMemory,
  scans: ScanSet,
  index: CursorIndex | null,
  number: number,
  { left, width, strip, strideBytes }: Strip,
  { pause }: AddressSink,
): Promise<void> {
  const skip = left - memory.range.from * frame.mcuWidthPx
  const paint = (band: number) => {
    const top = band * frame.mcuHeightPx
    const bottom = Math.min(frame.heightPx, top + frame.mcuHeightPx)
    for (let y = top; y < bottom; y++) {
      const row = memory.paintRow(y, skip, width)
      kernel.view(strip + y * strideBytes, width * 4).set(kernel.view(row, width * 4))
    }
  }
  for (let band = 0; band < frame.mcusHigh; band++) {
    if (index === null) scans.decodeBand(band)
    else index.decodeBand(band, number)
    memory.transform(band)
    if (band > 0) paint(band - 1)
    await pause(width * frame.mcuHeightPx)
  }
  paint(frame.mcusHigh - 1)
}
