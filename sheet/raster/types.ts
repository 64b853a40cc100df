/** The few types every part of the raster engine shares. Rows are RGBA8, straight alpha, sRGB, top to bottom. */

/** Opens the bytes afresh from the first one; artwork may be read several times. */
export type ByteSource = () => Promise<ReadableStream<Uint8Array>>

/** Called once a row, in order. `row` holds `widthPx * 4` bytes and is only valid until the call returns. */
export type RowSink = (row: Uint8Array, y: number) => void

/** A decoder whose header has been read and found acceptable. */
export type RowSource = {
  widthPx: number
  heightPx: number
  /**
   * Decodes the whole picture; rejects with an ArtworkError when the bytes turn out to be damaged. A decoder awaits
   * `pause` wherever it can wait (between reads, or every few dozen rows), so that a slow consumer is not overrun.
   */
  decode(sink: RowSink, pause?: () => Promise<void>): Promise<void>
}

/** A whole picture in memory: straight RGBA8, top to bottom. */
export type Picture = { widthPx: number; heightPx: number; rgba: Uint8Array }

/** Half-open box in pixels: `x ≤ column < x + width`. */
export type Box = { x: number; y: number; width: number; height: number }

export type ArtworkKind = "png" | "jpeg" | "svg"

/** What the host (Worker, browser or command line) hands in; the engine itself imports nothing. */
export type RasterHost = {
  /** Compiled sheet/kernel/build/raster.wasm. */
  rasterKernel: WebAssembly.Module
  /** Compiled sheet/kernel/build/jpeg.wasm. */
  jpegKernel: WebAssembly.Module
  /** One zlib-free raw-deflate segment (RFC 1951), level 6, ended by a sync flush or, for the last, by a final block. */
  deflateRaw(bytes: Uint8Array, isLast: boolean): Uint8Array
  /** Carries a CRC-32 (0 to start with) over more bytes; where absent the engine's own, slower one is used. */
  crc32?: (bytes: Uint8Array, crc: number) => number
  /** Draws SVG; absent where the host ships no SVG renderer. */
  svg?: SvgHost
}

/**
 * The renderer counts what it does, in units of about one instruction of the processor, and throws a WorkUsedUpError once a call
 * has taken more than `maxWork` of them; `work` is what it took. The same text takes the same work on every machine, to a percent: what
 * the renderer still holds of the drawing before makes the difference.
 */
export type SvgHost = {
  /** Renders an SVG text fitted to `widthPx` as straight RGBA8, whole; throws on what it cannot draw. */
  render(
    svg: string,
    widthPx: number,
    maxWork: number,
  ): { widthPx: number; heightPx: number; rgba: Uint8Array; work: number }
  /** Writes an SVG text as it understands it: paths, groups and pictures, nothing left to inherit; throws on nonsense. */
  simplify(svg: string, maxWork: number): { text: string; work: number }
}

/** A call was given fewer units of work, or less memory, than it needed. */
export class WorkUsedUpError extends Error {
  override name = "WorkUsedUpError"
  constructor(maxWork: number) {
    super(`the drawing takes more than ${maxWork} units of work, or more memory than there is`)
  }
}

/** A refusal in words for the seller: what is wrong with the artwork and what to do about it. */
export class ArtworkError extends Error {
  override name = "ArtworkError"
  readonly code: ArtworkErrorCode
  constructor(code: ArtworkErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export type ArtworkErrorCode = "unsupported" | "damaged" | "too-large" | "empty" | "unsafe"
