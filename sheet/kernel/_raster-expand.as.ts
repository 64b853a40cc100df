// Reconstructed PNG samples to straight RGBA8.

import { reach, reachMany } from "./_raster-reach.as"

/** Unpacks samples of 1, 2 or 4 bits, most significant first, to one byte each. */
export function unpackBits(source: usize, target: usize, width: i32, depth: i32): void {
  if (depth != 1 && depth != 2 && depth != 4) unreachable()
  reachMany(target, width, 1)
  reach(source, (width * depth + 7) >> 3)
  const mask = (1 << depth) - 1
  for (let i = 0; i < width; i++) {
    const bit = i * depth
    store<u8>(target + i, <u8>((<i32>load<u8>(source + (bit >> 3)) >> (8 - depth - (bit & 7))) & mask))
  }
}

/**
 * Looks every sample up in `palette` (256 RGBA pixels). Returns the largest sample, for the
 * caller's bounds check.
 */
export function expandIndexed(source: usize, target: usize, width: i32, palette: usize): i32 {
  reach(source, width)
  reachMany(target, width, 4)
  reach(palette, 1024)
  let largest = 0
  for (let i = 0; i < width; i++) {
    const index = <i32>load<u8>(source + i)
    largest = max(largest, index)
    store<u32>(target + (<usize>i << 2), load<u32>(palette + (<usize>index << 2)))
  }
  return largest
}

export function expandGreyAlpha(source: usize, target: usize, width: i32): void {
  reachMany(source, width, 2)
  reachMany(target, width, 4)
  for (let i = 0; i < width; i += 8) {
    const x = v128.load(source + (<usize>i << 1))
    v128.store(target + (<usize>i << 2), v128.shuffle<u8>(x, x, 0, 0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7))
    if (i + 4 < width) {
      v128.store(target + (<usize>i << 2), v128.shuffle<u8>(x, x, 8, 8, 8, 9, 10, 10, 10, 11, 12, 12, 12, 13, 14, 14, 14, 15), 16)
    }
  }
}

/**
 * Expands RGB8 to opaque RGBA8. Pixels equal to `key` (0xBBGGRR, or −1 for none) become transparent
 * and keep their colour.
 */
export function expandRgb(source: usize, target: usize, width: i32, key: i32): void {
  reachMany(source, width, 3)
  reachMany(target, width, 4)
  const opaque = i32x4.splat(0xff000000)
  const keyed = i32x4.splat(key | 0xff000000)
  for (let i = 0; i < width; i += 4) {
    const x = v128.load(source + <usize>i * 3)
    let pixels = v128.or(v128.shuffle<u8>(x, x, 0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11), opaque)
    if (key >= 0) pixels = v128.andnot(pixels, v128.and(i32x4.eq(pixels, keyed), opaque))
    v128.store(target + (<usize>i << 2), pixels)
  }
}

/** Returns round(sample × 255 / 65535) for a 16-bit sample. */
@inline
function narrow(sample: u32): u32 {
  return (sample * 255 + 32895) >> 16
}

/**
 * Expands big-endian 16-bit samples to RGBA8. `channels`: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
 * With `isKeyed`, grey or RGB pixels whose full samples equal `key` (one 16-bit lane a channel, red
 * lowest) become transparent.
 */
export function expandDeep(source: usize, target: usize, width: i32, channels: i32, isKeyed: i32, key: u64): void {
  if (channels < 1 || channels > 4) unreachable()
  reachMany(source, width, channels * 2)
  reachMany(target, width, 4)
  for (let i = 0; i < width; i++, source += channels * 2, target += 4) {
    const first = <u32>bswap<u16>(load<u16>(source))
    let green = first
    let blue = first
    let alpha: u32 = 65535
    if (channels == 2) alpha = bswap<u16>(load<u16>(source, 2))
    if (channels >= 3) {
      green = bswap<u16>(load<u16>(source, 2))
      blue = bswap<u16>(load<u16>(source, 4))
    }
    if (channels == 4) alpha = bswap<u16>(load<u16>(source, 6))
    const sample = channels < 3 ? <u64>first : <u64>first | (<u64>green << 16) | (<u64>blue << 32)
    if (isKeyed && sample == key) alpha = 0
    store<u32>(target, narrow(first) | (narrow(green) << 8) | (narrow(blue) << 16) | (narrow(alpha) << 24))
  }
}
