import type { CutLine } from "../contour/cut-line.ts"
import type { RegistrationMark } from "../contour/registration-marks.ts"
import type { ByteSource } from "../raster/artwork.ts"
import type { SheetJob } from "../raster/compose-sheet.ts"
import type { RasterHost } from "../raster/host.ts"
import type { OpenStamp, StampReader } from "../raster/stamp-reader.ts"

/**
 * A file in the making: pieces from its first byte to its last, each a view that the next one
 * overwrites. A format that knows the file's first bytes only at the end returns those bytes: they
 * replace as many of the first ones. Others return null.
 */
export type SheetBytes = AsyncGenerator<Uint8Array, Uint8Array | null>

/** A file that was written, to be read as a stream or by ranges. */
export type WrittenFile = { open: ByteSource; openRanges(): Promise<StampReader> }

/** The job of a format: the sheet and its options. */
export type FormatJob = SheetJob & {
  about: AboutSheet
  /** The white ink beneath the colours, if the format has a plane for it. */
  white?: WhitePlane
  /** Lines for a cutter, if the format has vectors: other formats have them beside it. */
  cut?: CutInk
}

/** A file's own metadata. The same words give the same bytes. */
export type AboutSheet = { title: string; createdAtMs: number | null }

export type CutInk = {
  /** The name by which a RIP or cutter knows the ink. */
  name: string
  line: CutLine
  /** Marks printed in black, for cutters that look for them. */
  marks?: readonly RegistrationMark[]
}

export type WhitePlane = {
  /** The name by which a RIP knows the ink. */
  name: string
  /** The pixels by which white ends before the colours do, 0 to 5. */
  chokePx: number
}

/** One way to write a sheet. */
export type SheetFormat = {
  /** True if `write` returns the file's first bytes at its end. */
  hasLateHead: boolean
  /** Writes the sheet; throws if it cannot be made. `onRows` gets the number of finished rows. */
  write(job: FormatJob, openStamp: OpenStamp, host: RasterHost, onRows?: (done: number) => void): SheetBytes
  /**
   * Reads a written file back as a RIP would, to its last byte, and compares it with the job. Throws
   * an Error that names the first mismatch.
   */
  check(file: WrittenFile, job: FormatJob, host: RasterHost): Promise<{ sizeBytes: number }>
}
