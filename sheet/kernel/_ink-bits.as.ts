// Rows of straight RGBA8 as planes of bits: a bit a pixel, the first pixel lowest.

import { reach, reachMany } from "./_raster-reach.as"

/** The least alphas of the planes of inkBits, in their order: 16, 40, 128, 160, 240. */
@inline
function leastOf(plane: i32): i32 {
  return plane == 0 ? 16 : plane == 1 ? 40 : plane == 2 ? 128 : plane == 3 ? 160 : 240
}

const PLANES: i32 = 5

/**
 * Copies the alphas of a row, a byte each, and writes its five planes, `stride` bytes apart. A plane has
 * ⌈width / 16⌉ times 16 bits.
 */
export function inkBits(row: usize, width: i32, alphas: usize, bits: usize, stride: i32): void {
  if (width < 0 || stride < ((width + 15) >> 4) << 1) unreachable()
  reachMany(row, width, 4)
  reach(alphas, width)
  reachMany(bits, PLANES, stride)
  const whole = width & ~15
  let i = 0
  for (; i < whole; i += 16) {
    const at = row + (<usize>i << 2)
    const low = i16x8.narrow_i32x4_u(i32x4.shr_u(v128.load(at), 24), i32x4.shr_u(v128.load(at, 16), 24))
    const high = i16x8.narrow_i32x4_u(i32x4.shr_u(v128.load(at, 32), 24), i32x4.shr_u(v128.load(at, 48), 24))
    const alpha = i8x16.narrow_i16x8_u(low, high)
    v128.store(alphas + i, alpha)
    let to = bits + (i >> 3)
    for (let plane = 0; plane < PLANES; plane++, to += stride)
      store<u16>(to, <u16>i8x16.bitmask(i8x16.ge_u(alpha, i8x16.splat(<i8>leastOf(plane)))))
  }
  if (i == width) return
  let to = bits + (i >> 3)
  for (let plane = 0; plane < PLANES; plane++, to += stride) {
    let word = 0
    for (let x = i; x < width; x++) {
      const alpha = load<u8>(row + (<usize>x << 2), 3)
      store<u8>(alphas + x, alpha)
      if (<i32>alpha >= leastOf(plane)) word |= 1 << (x - i)
    }
    store<u16>(to, <u16>word)
  }
}

/**
 * Writes the plane of pixels that are opaque (alpha ≥ 240) and off `colour` (red lowest) by `tolerance` at
 * most in each channel.
 */
export function colourBits(row: usize, width: i32, colour: i32, tolerance: i32, bits: usize): void {
  if (width < 0 || tolerance < 0 || tolerance > 255) unreachable()
  reachMany(row, width, 4)
  reach(bits, ((width + 15) >> 4) << 1)
  const wanted = i32x4.splat(colour | 0xff000000)
  const off = i32x4.splat(tolerance | (tolerance << 8) | (tolerance << 16) | (15 << 24))
  const whole = width & ~15
  let i = 0
  for (; i < whole; i += 16) {
    const at = row + (<usize>i << 2)
    const low = i16x8.narrow_i32x4_s(isNear(v128.load(at), wanted, off), isNear(v128.load(at, 16), wanted, off))
    const high = i16x8.narrow_i32x4_s(isNear(v128.load(at, 32), wanted, off), isNear(v128.load(at, 48), wanted, off))
    store<u16>(bits + (i >> 3), <u16>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)))
  }
  if (i == width) return
  let word = 0
  for (let x = i; x < width; x++)
    if (i32x4.extract_lane(isNear(i32x4.splat(load<u32>(row + (<usize>x << 2))), wanted, off), 0) != 0) word |= 1 << (x - i)
  store<u16>(bits + (i >> 3), <u16>word)
}

/** Returns, for four pixels, all ones where no channel is off by more than the tolerance. */
@inline
function isNear(pixels: v128, wanted: v128, off: v128): v128 {
  const differ = v128.or(i8x16.sub_sat_u(pixels, wanted), i8x16.sub_sat_u(wanted, pixels))
  return i32x4.eq(i8x16.le_u(differ, off), i32x4.splat(-1))
}
