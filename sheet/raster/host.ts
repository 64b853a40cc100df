/** What the host (Worker, browser or command line) passes in. The engine itself imports nothing. */
export type RasterHost = {
  /** Compiled sheet/kernel/build/raster.wasm. */
  rasterKernel: WebAssembly.Module
  /** Compiled sheet/kernel/build/jpeg.wasm. */
  jpegKernel: WebAssembly.Module
  /**
   * One raw-deflate segment (RFC 1951) at level 6, without zlib's header. It ends with a sync
   * flush, the last one with a final block.
   */
  deflateRaw(bytes: Uint8Array, isLast: boolean): Uint8Array
  /**
   * Continues a CRC-32 (0 at first) over more bytes. Without it the engine uses its own, slower
   * one.
   */
  crc32?: (bytes: Uint8Array, crc: number) => number
  /**
   * Lets whatever else waits in this runtime run. The engine awaits it every few milliseconds of
   * its work. Absent where nobody else waits.
   */
  rest?: () => Promise<void>
  /** Draws SVG. Absent where the host ships no SVG renderer. */
  svg?: SvgHost
}

/**
 * An SVG renderer that counts its work in units of about one processor instruction. A call that
 * takes more than `maxWork` units throws a WorkUsedUpError; `work` is what it took. The same text
 * takes the same work on every machine, to a percent: memory still held from the last drawing makes
 * the difference.
 */
export type SvgHost = {
  /** Renders a whole SVG text at `widthPx` as straight RGBA8. Throws on what it cannot draw. */
  render(
    svg: string,
    widthPx: number,
    maxWork: number,
  ): { widthPx: number; heightPx: number; rgba: Uint8Array; work: number }
  /**
   * Rewrites an SVG text as the renderer understands it: paths, groups and pictures, nothing
   * inherited. Text becomes paths, in these fonts (TTF or OTF) by their family names, and in the
   * renderer's plain one, `Inter`, where they have no letter. Throws on nonsense.
   */
  simplify(svg: string, maxWork: number, fonts?: readonly Uint8Array[]): { text: string; work: number }
}

/** A call needed more units of work, or more memory, than it was given. */
export class WorkUsedUpError extends Error {
  override name = "WorkUsedUpError"
  constructor(maxWork: number) {
    super(`the drawing takes more than ${maxWork} units of work, or more memory than there is`)
  }
}
