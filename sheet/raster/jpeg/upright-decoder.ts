import type { Pause } from "../pause.ts"
import type { CompressedWindow } from "./compressed-window.ts"
import type { JpegFrame } from "./jpeg-frame.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"
import type { PictureMemory } from "./picture-memory.ts"
import { moveScan, scanPosition } from "./scan-record.ts"
import { garbled, type ScanSet } from "./scan-set.ts"

/** A receiver of decoded rows. */
export type AddressSink = {
  /** Takes the address of one row of RGBA in kernel memory, and the row's number. */
  take(address: number, y: number): void
  /** Awaited after each band. Throws when the consumer has left. */
  pause: Pause
}

/** Decodes a held picture from top to bottom. */
export async function decodeDown(
  frame: JpegFrame,
  memory: PictureMemory,
  scans: ScanSet,
  sink: AddressSink,
): Promise<void> {
  for (let band = 0; band < frame.mcusHigh; band++) {
    scans.decodeBand(band)
    memory.transform(band)
    // A band's last row is interpolated with the first of the next band, so painting lags by one.
    if (band > 0) paintBand(frame, memory, band - 1, sink)
    await sink.pause(frame.widthPx * frame.mcuHeightPx)
  }
  paintBand(frame, memory, frame.mcusHigh - 1, sink)
}

/** Does as decodeDown for a baseline picture with one scan while its bytes stream through a window. */
export async function decodeStreaming(
  kernel: JpegKernel,
  frame: JpegFrame,
  memory: PictureMemory,
  scans: ScanSet,
  window: CompressedWindow,
  sink: AddressSink,
): Promise<void> {
  const record = scans.records[0]
  moveScan(kernel, record, await window.slide(window.end), window.end)
  for (let band = 0; band < frame.mcusHigh; band++) {
    let mcu = 0
    while (mcu < frame.mcusWide) {
      mcu = scans.decodePart(record, band, mcu, frame.mcusWide, window.softEnd)
      if (mcu < 0) throw garbled()
      if (mcu === frame.mcusWide) break
      const pos = await window.slide(scanPosition(kernel, record))
      moveScan(kernel, record, pos, window.end)
    }
    memory.transform(band)
    if (band > 0) paintBand(frame, memory, band - 1, sink)
    await sink.pause(frame.widthPx * frame.mcuHeightPx)
  }
  paintBand(frame, memory, frame.mcusHigh - 1, sink)
}

function paintBand(frame: JpegFrame, memory: PictureMemory, band: number, sink: AddressSink): void {
  const top = band * frame.mcuHeightPx
  const bottom = Math.min(frame.heightPx, top + frame.mcuHeightPx)
  for (let y = top; y < bottom; y++) sink.take(memory.paintRow(y, 0, frame.widthPx), y)
}
