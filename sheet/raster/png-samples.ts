import { damagedPng } from "./png-chunks.ts"
import { channelCount, type PngHeader, scanlineBytes } from "./png-header.ts"
import type { RasterKernel } from "./raster-kernel.ts"

/** Chunks that give samples their meaning. */
export type PngColours = {
  header: PngHeader
  palette?: Uint8Array
  transparency?: Uint8Array
}

/**
 * A function that turns the reconstructed scanline at `samples` into `widthPx` RGBA8 pixels at
 * `target`, within the same kernel.
 */
export type SampleExpander = (samples: number, target: number, widthPx: number) => void

/** Checks PLTE and tRNS against the header. */
export function checkColours({ header, palette, transparency }: PngColours): void {
  const { colourType, depth } = header
  if (palette && (palette.length % 3 !== 0 || palette.length > 768 || palette.length === 0)) {
    throw damagedPng("its palette has an impossible length")
  }
  if (colourType === 3) {
    if (!palette) throw damagedPng("its palette is missing")
    if (palette.length / 3 > 1 << depth)
      throw damagedPng("its palette has more colours than its pixels can name")
    if (transparency && transparency.length > palette.length / 3) {
      throw damagedPng("its transparency table is longer than its palette")
    }
  }
  if (colourType === 0 && transparency && transparency.length !== 2)
    throw damagedPng("its transparent grey is wrong")
  if (colourType === 2 && transparency && transparency.length !== 6)
    throw damagedPng("its transparent colour is wrong")
}

/**
 * Chooses the kernel's way from samples to pixels. It allocates tables, so call it before taking
 * views.
 */
export function sampleExpander(kernel: RasterKernel, colours: PngColours): SampleExpander {
  const { header } = colours
  const { calls } = kernel
  const channels = channelCount(header)
  if (header.depth === 16) {
    const key = deepKey(colours)
    return (samples, target, widthPx) =>
      calls.expandDeep(samples, target, widthPx, channels, key === null ? 0 : 1, key ?? 0n)
  }
  if (channels === 4)
    return (samples, target, widthPx) =>
      calls.copyRows(target, widthPx * 4, samples, widthPx * 4, widthPx * 4, 1)
  if (channels === 3) {
    const key = rgbKey(colours)
    return (samples, target, widthPx) => calls.expandRgb(samples, target, widthPx, key)
  }
  if (channels === 2) return (samples, target, widthPx) => calls.expandGreyAlpha(samples, target, widthPx)
  return indexedExpander(kernel, colours)
}

/** Expands grey of up to 8 bits and palette pixels, both through a table of 256 pixels. */
function indexedExpander(kernel: RasterKernel, colours: PngColours): SampleExpander {
  const { header, palette } = colours
  const { calls } = kernel
  const unpacked = kernel.allocate(header.depth < 8 ? header.widthPx : 0)
  const table = kernel.allocate(1024)
  kernel
    .view(table, 1024)
    .set(palette && header.colourType === 3 ? paletteTable(colours) : greyTable(colours))
  const largestIndex = header.colourType === 3 && palette ? palette.length / 3 - 1 : 255
  return (samples, target, widthPx) => {
    let bytes = samples
    if (header.depth < 8) {
      calls.unpackBits(samples, unpacked, widthPx, header.depth)
      bytes = unpacked
    }
    if (calls.expandIndexed(bytes, target, widthPx, table) > largestIndex) {
      throw damagedPng("a pixel names a colour that is not in its palette")
    }
  }
}

function paletteTable({ palette, transparency }: PngColours): Uint8Array {
  const table = new Uint8Array(1024)
  const count = palette ? palette.length / 3 : 0
  for (let i = 0; i < count; i++) {
    if (palette) table.set(palette.subarray(i * 3, i * 3 + 3), i * 4)
    table[i * 4 + 3] = transparency && i < transparency.length ? transparency[i] : 255
  }
  return table
}

function greyTable({ header, transparency }: PngColours): Uint8Array {
  const table = new Uint8Array(1024)
  const largest = (1 << header.depth) - 1
  const key =
    transparency && header.colourType === 0 ? ((transparency[0] << 8) | transparency[1]) & largest : -1
  for (let i = 0; i <= largest; i++) {
    table.fill((i * 255) / largest, i * 4, i * 4 + 3)
    table[i * 4 + 3] = i === key ? 0 : 255
  }
  return table
}

/** Returns the transparent RGB8 colour as 0xBBGGRR. At 8 bits the high bytes do not count. */
function rgbKey({ header, transparency }: PngColours): number {
  if (!transparency || header.colourType !== 2) return -1
  return transparency[1] | (transparency[3] << 8) | (transparency[5] << 16)
}

/** Returns the transparent 16-bit colour with red in the lowest lane, or null. */
function deepKey({ header, transparency }: PngColours): bigint | null {
  if (!transparency || (header.colourType !== 0 && header.colourType !== 2)) return null
  let key = 0n
  for (let i = 0; i < transparency.length; i += 2) {
    key |= BigInt((transparency[i] << 8) | transparency[i + 1]) << BigInt(i * 8)
  }
  return key
}

/** The two scanlines that reconstruction alternates between. */
type Scanlines = {
  /** The number of filtered bytes: the filter byte and the filtered samples. */
  filteredBytes: number
  /** Reconstructs the scanline filtered at this address of the kernel. Returns the address of its samples. */
  reconstruct(filtered: number): number
}

/** Allocates scanlines of `widthPx` pixels in the kernel. */
export function openScanlines(
  kernel: RasterKernel,
  header: PngHeader,
  widthPx: number,
  step: number,
): Scanlines {
  const { calls } = kernel
  const bytes = scanlineBytes(header, widthPx)
  let above = kernel.allocate(bytes)
  let current = kernel.allocate(bytes)
  return {
    filteredBytes: bytes + 1,
    reconstruct(filtered) {
      const [filter] = kernel.view(filtered, 1)
      if (filter > 4) throw damagedPng("a row of it has an unknown filter")
      calls.unfilter(filter, filtered + 1, above, current, bytes, step)
      const samples = current
      current = above
      above = samples
      return samples
    },
  }
}
