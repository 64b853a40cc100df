import type { CutLine } from "../contour/cut-line.ts"
import type { RegistrationMark } from "../contour/registration-marks.ts"
import type { ByteSource } from "../raster/artwork.ts"
import type { SheetJob } from "../raster/compose-sheet.ts"
import type { RasterHost } from "../raster/host.ts"
import type { OpenStamp, StampReader } from "../raster/stamp-reader.ts"

/**
 * A file in the making: pieces from its first byte to its last, each a view that the next one
 * overwrites. A format that can only say at the end how its file begins returns those bytes: they
 * replace as many of the first ones. Others return null.
 */
export type SheetBytes = AsyncGenerator<Uint8Array, Uint8Array | null>

/** A file that was written, to be read as a stream or by ranges. */
export type WrittenFile = { open: ByteSource; openRanges(): Promise<StampReader> }

/** What a format needs beside the sheet itself. */
export type FormatJob = SheetJob & {
  about: AboutSheet
  /** White ink beneath the colours, where the format has a plane for it. */
  white?: WhitePlane
  /** Lines for a cutter, where the format has vectors: other formats have them beside it. */
  cut?: CutInk
}

/** What a file says about itself. The same words give the same bytes. */
export type AboutSheet = { title: string; createdAtMs: number | null }

export type CutInk = {
  /** The name by which a RIP or cutter knows the ink. */
  name: string
  line: CutLine
  /** Printed in black, for cutters that look for them. */
  marks?: readonly RegistrationMark[]
}

export type WhitePlane = {
  /** The name by which a RIP knows the ink. */
  name: string
  /** By how many pixels white ends before the colours do, 0 to 5. */
  chokePx: number
}

/** One way to write a sheet. */
export type SheetFormat = {
  /** Whether `write` ends with the bytes that the file begins with. */
  hasLateHead: boolean
  /** Throws where the sheet cannot be made. `onRows` is told the rows done, up to the sheet's length. */
  write(job: FormatJob, openStamp: OpenStamp, host: RasterHost, onRows?: (done: number) => void): SheetBytes
  /**
   * Reads a written file back as a RIP would, to its last byte, and compares it with the job. Throws
   * an Error that names the first mismatch.
   */
  check(file: WrittenFile, job: FormatJob, host: RasterHost): Promise<{ sizeBytes: number }>
}
