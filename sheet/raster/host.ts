/** What the host (Worker, browser or command line) hands in; the engine itself imports nothing. */
export type RasterHost = {
  /** Compiled sheet/kernel/build/raster.wasm. */
  rasterKernel: WebAssembly.Module
  /** Compiled sheet/kernel/build/jpeg.wasm. */
  jpegKernel: WebAssembly.Module
  /**
   * One zlib-free raw-deflate segment (RFC 1951), level 6, ended by a sync flush or, for the last,
   * by a final block.
   */
  deflateRaw(bytes: Uint8Array, isLast: boolean): Uint8Array
  /**
   * Carries a CRC-32 (0 to start with) over more bytes; where absent the engine's own, slower one
   * is used.
   */
  crc32?: (bytes: Uint8Array, crc: number) => number
  /** Draws SVG; absent where the host ships no SVG renderer. */
  svg?: SvgHost
}

/**
 * The renderer counts its work in units of about one processor instruction. A call that takes more than
 * `maxWork` units throws a WorkUsedUpError; `work` is what it took. The same text takes the same work on
 * every machine, to a percent: what the renderer still holds of the last drawing makes the difference.
 */
export type SvgHost = {
  /** Renders an SVG text fitted to `widthPx` as straight RGBA8, whole; throws on what it cannot draw. */
  render(
    svg: string,
    widthPx: number,
    maxWork: number,
  ): { widthPx: number; heightPx: number; rgba: Uint8Array; work: number }
  /**
   * Writes an SVG text as it understands it: paths, groups and pictures, nothing left to inherit;
   * throws on nonsense.
   */
  simplify(svg: string, maxWork: number): { text: string; work: number }
}

/** A call was given fewer units of work, or less memory, than it needed. */
export class WorkUsedUpError extends Error {
  override name = "WorkUsedUpError"
  constructor(maxWork: number) {
    super(`the drawing takes more than ${maxWork} units of work, or more memory than there is`)
  }
}
