// Separable resampling on premultiplied pixels of four i16 channels, 15 bits with the sign: channel × alpha × 64 / 255, so
// that full is 16320. The filter overshoots at edges, by a quarter at most in each direction, and that must survive until
// colours have been divided by alpha: cut off before, bright and dark fringes appear. Coefficients are i16 with
// 16384 = 1; a window holds an even number of them ("taps"), the spare one zero.

import { reach, reachMany } from "./_raster-reach.as"

/** Straight RGBA8 to premultiplied i16 pixels; exact (value × 64) for opaque pixels. */
export function premultiply(source: usize, target: usize, width: i32): void {
  reachMany(source, width, 4)
  reachMany(target, width, 8)
  const isAlpha = i16x8(0, 0, 0, -1, 0, 0, 0, -1)
  const full = i16x8.splat(255)
  const opaque = i32x4.splat(0xff000000)
  for (let i = 0; i < width; i += 4, source += 16, target += 32) {
    const x = v128.load(source)
    const low = i16x8.extend_low_i8x16_u(x)
    const high = i16x8.extend_high_i8x16_u(x)
    if (i32x4.all_true(i32x4.eq(v128.and(x, opaque), opaque))) {
      v128.store(target, i16x8.shl(low, 6))
      v128.store(target, i16x8.shl(high, 6), 16)
      continue
    }
    v128.store(target, weigh(low, v128.bitselect(full, v128.shuffle<i16>(low, low, 3, 3, 3, 3, 7, 7, 7, 7), isAlpha)))
    v128.store(target, weigh(high, v128.bitselect(full, v128.shuffle<i16>(high, high, 3, 3, 3, 3, 7, 7, 7, 7), isAlpha)), 16)
  }
}

/** product × 64 / 255 as half of product / 2 + product / 512, each rounded. */
@inline
function weigh(channel: v128, alpha: v128): v128 {
  const zero = i16x8.splat(0)
  const product = i16x8.mul(channel, alpha)
  const double = i16x8.add(i16x8.avgr_u(product, zero), i16x8.shr_u(i16x8.add(product, i16x8.splat(256)), 9))
  return i16x8.avgr_u(double, zero)
}

/**
 * One row across: `width` pixels of `taps` coefficients each, window i starting at pixel `starts[i]` of a source of
 * `sourceWidth` pixels (starts + taps may exceed it by one, where the coefficient is zero).
 */
export function resampleAcross(source: usize, sourceWidth: i32, target: usize, width: i32, starts: usize, coefficients: usize, taps: i32): void {
  if (taps < 2 || (taps & 1) != 0) unreachable()
  reachMany(source, sourceWidth, 8)
  reachMany(target, width, 8)
  reachMany(starts, width, 4)
  reachMany(coefficients, width, taps * 2)
  const half = i32x4.splat(8192)
  const last = sourceWidth + 1 - taps
  for (let i = 0; i < width; i++, target += 8) {
    const start = load<i32>(starts + (<usize>i << 2))
    if (start < 0 || start > last) unreachable()
    let pixel = source + (<usize>start << 3)
    let sum = half
    let more = i32x4.splat(0)
    const end = coefficients + (<usize>taps << 1)
    for (const pairs = end - 8; coefficients <= pairs; coefficients += 8, pixel += 32) {
      const a = v128.load(pixel)
      const b = v128.load(pixel, 16)
      sum = i32x4.add(sum, v128.dot<i16>(v128.shuffle<i16>(a, a, 0, 4, 1, 5, 2, 6, 3, 7), v128.load32_splat(coefficients)))
      more = i32x4.add(more, v128.dot<i16>(v128.shuffle<i16>(b, b, 0, 4, 1, 5, 2, 6, 3, 7), v128.load32_splat(coefficients, 4)))
    }
    if (coefficients < end) {
      const a = v128.load(pixel)
      sum = i32x4.add(sum, v128.dot<i16>(v128.shuffle<i16>(a, a, 0, 4, 1, 5, 2, 6, 3, 7), v128.load32_splat(coefficients)))
      coefficients = end
    }
    sum = i32x4.add(sum, more)
    sum = i32x4.shr_s(sum, 14)
    v128.store64_lane(target, i16x8.narrow_i32x4_s(sum, sum), 0)
  }
}

/** One row down: `taps` rows (pointers, u32) weighed into straight RGBA8, divided by alpha and clamped. */
export function resampleDown(rows: usize, coefficients: usize, taps: i32, target: usize, width: i32): void {
  if (taps < 2 || (taps & 1) != 0) unreachable()
  reachMany(rows, taps, 4)
  reachMany(coefficients, taps, 2)
  reachMany(target, width, 4)
  for (let t = 0; t < taps; t++) reachMany(load<u32>(rows + (<usize>t << 2)), width, 8)
  const half = i32x4.splat(8192)
  for (let i = 0; i < width; i += 2) {
    const offset = <usize>i << 3
    let first = half
    let second = half
    for (let t = 0; t < taps; t += 2) {
      const weights = v128.load32_splat(coefficients + (<usize>t << 1))
      const a = v128.load(<usize>load<u32>(rows + (<usize>t << 2)) + offset)
      const b = v128.load(<usize>load<u32>(rows + (<usize>t << 2), 4) + offset)
      first = i32x4.add(first, v128.dot<i16>(v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11), weights))
      second = i32x4.add(second, v128.dot<i16>(v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15), weights))
    }
    const pixels = i16x8.narrow_i32x4_s(i32x4.shr_s(first, 14), i32x4.shr_s(second, 14))
    v128.store64_lane(target + (<usize>i << 2), divideByAlpha(pixels), 0)
  }
}

/**
 * Two premultiplied pixels to straight RGBA8; alpha below 0.5 leaves nothing. The short cuts for opaque and for empty
 * pairs give the same bytes as the division would.
 */
@inline
function divideByAlpha(pixels: v128): v128 {
  const alpha0 = i16x8.extract_lane_s(pixels, 3)
  const alpha1 = i16x8.extract_lane_s(pixels, 7)
  let straight: v128
  if (alpha0 == 16320 && alpha1 == 16320) {
    straight = i16x8.shr_s(i16x8.add(pixels, i16x8.splat(32)), 6)
  } else if (alpha0 < 32 && alpha1 < 32) {
    straight = i16x8.splat(0)
  } else {
    const first = divide(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(pixels)), alpha0)
    const second = divide(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(pixels)), alpha1)
    straight = i16x8.narrow_i32x4_s(first, second)
  }
  return i8x16.narrow_i16x8_u(straight, straight)
}

/** Colours × 255 / alpha, alpha / 64, to the nearest; what leaves 0 … 255 is clamped by the caller's narrowing. */
@inline
function divide(channels: v128, alpha: i32): v128 {
  if (alpha < 32) return i32x4.splat(0)
  const scales = f32x4.replace_lane(f32x4.splat(<f32>255 / <f32>alpha), 3, <f32>0.015625)
  const nearest = f32x4.add(f32x4.mul(channels, scales), f32x4.splat(0.5))
  return i32x4.trunc_sat_f32x4_s(nearest)
}
