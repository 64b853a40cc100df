import { NEVER } from "./compressed-window.ts"
import type { JpegFrame } from "./jpeg-frame.ts"
import type { JpegKernel } from "./jpeg-kernel.ts"
import { damagedJpeg } from "./jpeg-refusal.ts"
import type { PictureMemory } from "./picture-memory.ts"
import type { ScanRecord } from "./scan-record.ts"

/**
 * Every scan of a file, each with its own cursor. They decode in lockstep: all scans over one row
 * of MCUs, then all over the next. So a progressive picture needs the coefficients of one row
 * instead of all of them (150 MB at 48 megapixels).
 */
export class ScanSet {
  readonly records: readonly ScanRecord[]
  readonly #kernel: JpegKernel
  readonly #frame: JpegFrame
  readonly #memory: PictureMemory

  constructor(kernel: JpegKernel, frame: JpegFrame, memory: PictureMemory, records: readonly ScanRecord[]) {
    this.#kernel = kernel
    this.#frame = frame
    this.#memory = memory
    this.records = records
  }

  /** Adds every scan's bits to the coefficients of band `band`, for the memory's range. */
  decodeBand(band: number): void {
    const { from, to } = this.#memory.range
    for (const record of this.records) {
      for (const line of this.lines(record, band)) this.decodeLine(record, line, from, to)
    }
  }

  /**
   * Returns the rows that a scan codes one after the other within a band: one of MCUs, or each row of a
   * lone component's blocks.
   */
  lines(record: ScanRecord, band: number): number[] {
    if (record.scan.entries.length > 1) return [band]
    const { v, blocksHigh } = this.#frame.components[record.scan.entries[0].number]
    const count = Math.min(v, blocksHigh - band * v)
    return Array.from({ length: count }, (_, i) => band * v + i)
  }

  /** Decodes MCU columns `from` to `to` of one line. Its cursor must stand there. */
  decodeLine(record: ScanRecord, line: number, from: number, to: number): void {
    if (this.decodePart(record, line, from, to, NEVER) < 0) throw garbled()
  }

  /**
   * Decodes as decodeLine does, but only as far as bytes up to `softEnd` reach. Returns the MCU (in a
   * scan of one component, the block) that it reached, or −1 when the bytes are damaged.
   */
  decodePart(record: ScanRecord, line: number, from: number, to: number, softEnd: number): number {
    const { calls } = this.#kernel
    const { components, range } = this.#memory
    const { pointer, scan } = record
    if (scan.entries.length > 1) return calls.decodeMcus(pointer, components, from, to, range.from, softEnd)
    const { h, v, blocksWide } = this.#frame.components[scan.entries[0].number]
    const end = Math.min(to * h, blocksWide)
    return calls.decodeBlocks(pointer, components, line % v, from * h, end, range.from * h, softEnd)
  }
}

export function garbled(): Error {
  return damagedJpeg("part of its picture data is missing or garbled")
}
