import type { JpegFrame } from "./jpeg-frame.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"
import type { Range } from "./picture-memory.ts"
import {
  CURSOR_BYTES,
  PACKED_CURSOR_BYTES,
  packCursor,
  type ScanRecord,
  unpackCursor,
} from "./scan-record.ts"
import type { ScanSet } from "./scan-set.ts"

/** Makes an index of cursors for `strips` strips. */
export function indexCursors(
  frame: JpegFrame,
  entries: readonly { number: number }[][],
  strips: number,
): number {
  return entries.reduce((sum, scan) => sum + lineCount(frame, scan), 0) * strips
}

function lineCount(frame: JpegFrame, entries: readonly { number: number }[]): number {
  return entries.length > 1 ? frame.mcusHigh : frame.components[entries[0].number].blocksHigh
}

/**
 * The cursors of every scan at the start of every line of every strip, saved in one pass that decodes
 * no picture. With them bands can be decoded in any order and strips one at a time. Each bit is
 * then read twice in all, instead of once per strip.
 */
export class CursorIndex {
  readonly #kernel: JpegKernel
  readonly #scans: ScanSet
  readonly #strips: readonly Range[]
  readonly #start: number
  /** The number of a scan's first line among the lines of all scans. */
  readonly #firstLine = new Map<ScanRecord, number>()

  constructor(kernel: JpegKernel, frame: JpegFrame, scans: ScanSet, strips: readonly Range[]) {
    this.#kernel = kernel
    this.#scans = scans
    this.#strips = strips
    let lines = 0
    for (const record of scans.records) {
      this.#firstLine.set(record, lines)
      lines += lineCount(frame, record.scan.entries)
    }
    this.#start = kernel.allocate(lines * strips.length * PACKED_CURSOR_BYTES)
  }

  /** Moves every cursor over one band, and saves it at each strip's start. Call it for each band in order. */
  record(band: number, mcusWide: number): void {
    for (const record of this.#scans.records) {
      for (const line of this.#scans.lines(record, band)) {
        for (const [strip, { from }] of this.#strips.entries()) {
          packCursor(this.#view(record.pointer, CURSOR_BYTES), this.#packed(record, line, strip))
          this.#scans.decodeLine(record, line, from, this.#strips[strip + 1]?.from ?? mcusWide)
        }
      }
    }
  }

  /** Decodes one strip's range of one band. */
  decodeBand(band: number, strip: number): void {
    const { from, to } = this.#strips[strip]
    for (const record of this.#scans.records) {
      for (const line of this.#scans.lines(record, band)) {
        unpackCursor(this.#packed(record, line, strip), this.#view(record.pointer, CURSOR_BYTES))
        this.#scans.decodeLine(record, line, from, to)
      }
    }
  }

  #packed(record: ScanRecord, line: number, strip: number): DataView {
    const number = (this.#firstLine.get(record) ?? 0) + line
    const address = this.#start + (number * this.#strips.length + strip) * PACKED_CURSOR_BYTES
    return this.#view(address, PACKED_CURSOR_BYTES)
  }

  #view(address: number, bytes: number): DataView {
    return new DataView(this.#kernel.calls.memory.buffer, address, bytes)
  }
}
