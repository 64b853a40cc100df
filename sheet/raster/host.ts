/** The host's part (Worker, browser or command line). The engine itself imports nothing. */
export type RasterHost = {
  /** The compiled sheet/kernel/build/raster.wasm. */
  rasterKernel: WebAssembly.Module
  /** The compiled sheet/kernel/build/jpeg.wasm. */
  jpegKernel: WebAssembly.Module
  /**
   * Compresses one raw-deflate segment (RFC 1951) at level 6, without zlib's header. It ends with a sync
   * flush, the last one with a final block.
   */
  deflateRaw(bytes: Uint8Array, isLast: boolean): Uint8Array
  /** Continues a CRC-32 (0 at first) over more bytes. Without it the engine uses its own, slower one. */
  crc32?: (bytes: Uint8Array, crc: number) => number
  /**
   * Lets other work in this runtime run. The engine awaits it every few milliseconds of its own work.
   * Absent if nothing else waits.
   */
  rest?: () => Promise<void>
  /** Converts colours by profiles with tables. */
  colours: ColourHost
  /** Draws SVG. Absent if the host ships no SVG renderer. */
  svg?: SvgHost
}

export type ColourSpace = "rgb" | "grey" | "cmyk"

export type ColourHost = {
  /**
   * Opens a conversion from a profile's colours to sRGB, relative to the paper's white and to the black that each can
   * reach, as design programs do. Null if the profile is of another space, is damaged or takes too much work.
   */
  open(profile: Uint8Array, space: ColourSpace): OpenColours | null
  /**
   * Opens a view of sRGB as a press of this profile, RGB or CMYK, prints it, on its paper as if that were white. Null if
   * the profile has no way to print, is damaged or takes too much work.
   */
  openProof(profile: Uint8Array): OpenProof | null
}

/**
 * A conversion of pixels of four bytes in place. Alpha, the fourth byte, stays; black in its place becomes 255. False
 * says that the profile leads astray after all: the row is of no use then, and nor is the conversion. It holds some 20 MB,
 * so whoever has converted lets it go.
 */
export type OpenColours = { apply(row: Uint8Array): boolean }

/** A conversion as OpenColours, which sets `outside` to 1 for each pixel whose colour the press cannot mix, else to 0. */
type OpenProof = { apply(row: Uint8Array, outside: Uint8Array): boolean }

/**
 * An SVG renderer that counts its work in units of about one processor instruction. A call that
 * needs more than `maxWork` units throws a WorkUsedUpError; `work` is the work done. The same text
 * takes the same work on every machine, to a percent: memory still held from the last drawing makes
 * the difference.
 */
export type SvgHost = {
  /** Renders a whole SVG text at `widthPx` as straight RGBA8. Throws if it cannot. */
  render(
    svg: string,
    widthPx: number,
    maxWork: number,
  ): { widthPx: number; heightPx: number; rgba: Uint8Array; work: number }
  /**
   * Rewrites an SVG text as the renderer understands it: paths, groups and pictures, nothing
   * inherited. Text becomes paths, in these fonts (TTF or OTF) by their family names, and in the
   * renderer's plain one, `Inter`, where they lack a letter. Throws on nonsense.
   */
  simplify(svg: string, maxWork: number, fonts?: readonly Uint8Array[]): { text: string; work: number }
}

/** The error of a call that needed more units of work, or more memory, than its limit. */
export class WorkUsedUpError extends Error {
  override name = "WorkUsedUpError"
  constructor(maxWork: number) {
    super(`the drawing takes more than ${maxWork} units of work, or more memory than there is`)
  }
}
