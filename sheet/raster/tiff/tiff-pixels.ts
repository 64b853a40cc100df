import type { RasterKernel } from "../raster-kernel.ts"
import type { TiffPicture } from "./tiff-picture.ts"
import { damagedTiff } from "./tiff-refusal.ts"

/**
 * A function that turns one row's samples, at the addresses of its planes, into RGBA8 with straight alpha
 * at `target`. CMYK has black in place of alpha.
 */
type PixelMaker = (planes: readonly number[], target: number) => void

/**
 * Chooses the way from samples to pixels. It allocates tables, so call it before taking views. The alphas of CMYK go
 * to `alphas`.
 */
export function openPixels(kernel: RasterKernel, picture: TiffPicture, alphas: Uint8Array): PixelMaker {
  if (picture.colours === "cmyk") return inkPixels(kernel, picture, alphas)
  const isIndexed = picture.samples === 1 && picture.depth <= 8
  return isIndexed ? indexedPixels(kernel, picture) : samplePixels(kernel, picture)
}

/** Looks up greys of up to 8 bits, and palettes, in a table of 256 pixels. */
function indexedPixels(kernel: RasterKernel, { colours, depth, palette, widthPx }: TiffPicture): PixelMaker {
  const { calls } = kernel
  const unpacked = kernel.allocate(depth < 8 ? widthPx : 0)
  const table = kernel.allocate(1024)
  const count = 1 << depth
  const pixels = kernel.view(table, 1024)
  for (let i = 0; i < count; i++) {
    const grey = Math.round((i * 255) / (count - 1))
    const shade = colours === "inverted-grey" ? 255 - grey : grey
    const of = (channel: number) => narrow(palette[channel * count + i])
    pixels.set(colours === "palette" ? [of(0), of(1), of(2), 255] : [shade, shade, shade, 255], i * 4)
  }
  return ([source], target) => {
    if (depth < 8) calls.unpackBits(source, unpacked, widthPx, depth)
    if (calls.expandIndexed(depth < 8 ? unpacked : source, target, widthPx, table) >= count)
      throw damagedTiff("a pixel names a colour that is not in its palette")
  }
}

/** Reads samples of 8 or 16 bits from where they lie. */
function samplePixels(kernel: RasterKernel, picture: TiffPicture): PixelMaker {
  const { samples, alpha, isSeparate, widthPx, colours } = picture
  const bytes = picture.depth / 8
  const step = isSeparate ? bytes : bytes * samples
  const isInverted = colours === "inverted-grey"
  const channels = colours === "rgb" ? [0, 1, 2] : [0, 0, 0]
  const full = bytes === 2 ? 65_535 : 255

  return (planes, target) => {
    const memory = new Uint8Array(kernel.calls.memory.buffer)
    const placeOf = (sample: number) => (isSeparate ? planes[sample] : planes[0] + sample * bytes)
    const [red, green, blue] = channels.map(placeOf)
    const opacity = alpha ? placeOf(alpha.sample) : 0
    const valueAt = (at: number) => (bytes === 2 ? (memory[at] << 8) | memory[at + 1] : memory[at])
    for (let x = 0, at = 0, to = target; x < widthPx; x++, at += step, to += 4) {
      let r = valueAt(red + at)
      let g = valueAt(green + at)
      let b = valueAt(blue + at)
      let a = full
      if (alpha) a = valueAt(opacity + at)
      if (alpha?.isAssociated && a < full) {
        r = divided(r, a, full)
        g = divided(g, a, full)
        b = divided(b, a, full)
      }
      if (isInverted) {
        r = full - r
        g = full - g
        b = full - b
      }
      memory[to] = bytes === 2 ? narrow(r) : r
      memory[to + 1] = bytes === 2 ? narrow(g) : g
      memory[to + 2] = bytes === 2 ? narrow(b) : b
      memory[to + 3] = bytes === 2 ? narrow(a) : a
    }
  }
}

/** Reads CMYK of 8 or 16 bits from where it lies. */
function inkPixels(kernel: RasterKernel, picture: TiffPicture, alphas: Uint8Array): PixelMaker {
  const { samples, alpha, isSeparate, widthPx } = picture
  const bytes = picture.depth / 8
  const step = isSeparate ? bytes : bytes * samples
  const full = bytes === 2 ? 65_535 : 255

  return (planes, target) => {
    const memory = new Uint8Array(kernel.calls.memory.buffer)
    const placeOf = (sample: number) => (isSeparate ? planes[sample] : planes[0] + sample * bytes)
    const places = [0, 1, 2, 3].map(placeOf)
    const opacity = alpha ? placeOf(alpha.sample) : 0
    const valueAt = (at: number) => (bytes === 2 ? (memory[at] << 8) | memory[at + 1] : memory[at])
    for (let x = 0, at = 0, to = target; x < widthPx; x++, at += step, to += 4) {
      const a = alpha ? valueAt(opacity + at) : full
      for (let i = 0; i < 4; i++) {
        const value = valueAt(places[i] + at)
        const ink = alpha?.isAssociated && a < full ? divided(value, a, full) : value
        memory[to + i] = bytes === 2 ? narrow(ink) : ink
      }
      alphas[x] = bytes === 2 ? narrow(a) : a
    }
  }
}

/** Returns a colour without the alpha that it was multiplied by, `round(colour × full / alpha)`. */
function divided(colour: number, alpha: number, full: number): number {
  return alpha === 0 ? 0 : Math.min(full, Math.floor((colour * full + (alpha >> 1)) / alpha))
}

/** Returns round(sample × 255 / 65535) for a 16-bit sample. */
function narrow(sample: number): number {
  return (sample * 255 + 32_895) >>> 16
}
