// Separable resampling on premultiplied pixels of four i16 channels: channel × alpha × 64 / 255, so
// full is 16320. Coefficients are i16 with 16384 = 1. A window holds an even number of them
// ("taps"); a spare one is zero. Each pass holds its result between the nearest pixels
// (_raster-hold).

import { divideInk, FULL, greaterAlpha, holdAcross, holdOpaque, lesserAlpha, NOTHING } from "./_raster-hold.as"
import { reach, reachMany } from "./_raster-reach.as"

/** The source pixels prepared at a time: 8 KiB, still in the nearest cache when they are weighed. */
const CHUNK: i32 = 1024

/**
 * Resamples one row across: `width` pixels of `taps` coefficients each. Window i starts at pixel
 * `starts[i]` of `sourceWidth` pixels of straight RGBA8 (starts + taps may exceed it by one, where the
 * coefficient is zero). Starts are even and never go back. Pixel i is held between the source
 * pixels from `near[2 i]` to `near[2 i + 1]`, half-open. `pairs` is scratch: 8 bytes for each of
 * `taps` or CHUNK pixels, whichever is more.
 */
export function resampleAcross(source: usize, sourceWidth: i32, pairs: usize, target: usize, width: i32, starts: usize, coefficients: usize, taps: i32, near: usize): void {
  if (taps < 2 || (taps & 1) != 0) unreachable()
  const chunk = max(CHUNK, taps)
  reachMany(source, sourceWidth, 4)
  reachMany(pairs, chunk, 8)
  reachMany(target, width, 8)
  reachMany(starts, width, 4)
  reachMany(coefficients, width, taps * 2)
  reachMany(near, width, 8)
  const half = i32x4.splat(8192)
  const last = sourceWidth + 1 - taps
  for (let i = 0; i < width; ) {
    const first = load<i32>(starts + (<usize>i << 2))
    if (first < 0 || first > last) unreachable()
    premultiplyPairs(source + (<usize>first << 2), pairs, min(chunk, sourceWidth - first))
    const lastInChunk = first + chunk - taps
    for (; i < width; i++, target += 8, near += 8) {
      const start = load<i32>(starts + (<usize>i << 2))
      if (start > lastInChunk) break
      if (start < first || start > last || (start & 1) != 0) unreachable()
      let pair = pairs + (<usize>(start - first) << 3)
      let sum = half
      let more = i32x4.splat(0)
      const end = coefficients + (<usize>taps << 1)
      for (const four = end - 8; coefficients <= four; coefficients += 8, pair += 32) {
        sum = i32x4.add(sum, v128.dot<i16>(v128.load(pair), v128.load32_splat(coefficients)))
        more = i32x4.add(more, v128.dot<i16>(v128.load(pair, 16), v128.load32_splat(coefficients, 4)))
      }
      if (coefficients < end) {
        sum = i32x4.add(sum, v128.dot<i16>(v128.load(pair), v128.load32_splat(coefficients)))
        coefficients = end
      }
      sum = i32x4.shr_s(i32x4.add(sum, more), 14)
      const from = load<i32>(near)
      const to = load<i32>(near, 4)
      if (<u32>from >= <u32>to || <u32>to > <u32>sourceWidth) unreachable()
      const held = holdAcross(i16x8.narrow_i32x4_s(sum, sum), source + (<usize>from << 2), to - from)
      v128.store64_lane(target, held, 0)
    }
  }
}

/**
 * Converts straight RGBA8 to premultiplied i16 pixels; exact (value × 64) for opaque pixels. Each even
 * pixel is paired with its right neighbour, ready to be multiplied by two coefficients. Pixels p and
 * p + 1 take 16 bytes at `target` + 8 p:
 *
 *   r(p) r(p+1) g(p) g(p+1) b(p) b(p+1) a(p) a(p+1)
 *
 * Four pixels are written at a time.
 */
function premultiplyPairs(source: usize, target: usize, width: i32): void {
  const opaque = i32x4.splat(0xff000000)
  const zero = i16x8.splat(0)
  for (let i = 0; i < width; i += 4, source += 16, target += 32) {
    const x = v128.load(source)
    const alphas = v128.and(x, opaque)
    if (!v128.any_true(alphas)) {
      v128.store(target, zero)
      v128.store(target, zero, 16)
      continue
    }
    const pairs = v128.shuffle<u8>(x, x, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15)
    const low = i16x8.extend_low_i8x16_u(pairs)
    const high = i16x8.extend_high_i8x16_u(pairs)
    if (i32x4.all_true(i32x4.eq(alphas, opaque))) {
      v128.store(target, i16x8.shl(low, 6))
      v128.store(target, i16x8.shl(high, 6), 16)
    } else {
      v128.store(target, weigh(low))
      v128.store(target, weigh(high), 16)
    }
  }
}

/**
 * Returns channel × alpha × 64 / 255, and alpha × 64 for alpha itself, computed as half of product / 2
 * + product / 512, each rounded.
 */
@inline
function weigh(pair: v128): v128 {
  const zero = i16x8.splat(0)
  const alphas = v128.shuffle<i32>(pair, pair, 3, 3, 3, 3)
  const product = i16x8.mul(pair, i32x4.replace_lane(alphas, 3, 255 | (255 << 16)))
  const double = i16x8.add(i16x8.avgr_u(product, zero), i16x8.shr_u(i16x8.add(product, i16x8.splat(256)), 9))
  return i16x8.avgr_u(double, zero)
}

/**
 * Resamples one row down: weighs `taps` rows (pointers, u32) into straight RGBA8, held between the
 * rows from `nearFrom` to `nearTo`, half-open, and divides by alpha.
 */
export function resampleDown(rows: usize, coefficients: usize, taps: i32, nearFrom: i32, nearTo: i32, target: usize, width: i32): void {
  if (taps < 2 || (taps & 1) != 0) unreachable()
  if (nearFrom < 0 || nearTo <= nearFrom || nearTo > taps) unreachable()
  reachMany(rows, taps, 4)
  reachMany(coefficients, taps, 2)
  reachMany(target, width, 4)
  for (let t = 0; t < taps; t++) reachMany(load<u32>(rows + (<usize>t << 2)), width, 8)
  const half = i32x4.splat(8192)
  const nearRows = rows + (<usize>nearFrom << 2)
  const nearEnd = rows + (<usize>nearTo << 2)
  for (let i = 0; i < width; i += 4) {
    const offset = <usize>i << 3
    let first = half
    let second = half
    let third = half
    let fourth = half
    for (let t = 0; t < taps; t += 2) {
      const weights = v128.load32_splat(coefficients + (<usize>t << 1))
      const row = <usize>load<u32>(rows + (<usize>t << 2)) + offset
      const next = <usize>load<u32>(rows + (<usize>t << 2), 4) + offset
      const a = v128.load(row)
      const b = v128.load(next)
      const c = v128.load(row, 16)
      const d = v128.load(next, 16)
      first = i32x4.add(first, v128.dot<i16>(v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11), weights))
      second = i32x4.add(second, v128.dot<i16>(v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15), weights))
      third = i32x4.add(third, v128.dot<i16>(v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11), weights))
      fourth = i32x4.add(fourth, v128.dot<i16>(v128.shuffle<i16>(c, d, 4, 12, 5, 13, 6, 14, 7, 15), weights))
    }
    const left = i16x8.narrow_i32x4_s(i32x4.shr_s(first, 14), i32x4.shr_s(second, 14))
    const right = i16x8.narrow_i32x4_s(i32x4.shr_s(third, 14), i32x4.shr_s(fourth, 14))
    let leastLeft = i16x8.splat(32767)
    let leastRight = leastLeft
    let greatestLeft = i16x8.splat(0)
    let greatestRight = greatestLeft
    for (let at = nearRows; at < nearEnd; at += 4) {
      const row = <usize>load<u32>(at) + offset
      const nearLeft = v128.load(row)
      const nearRight = v128.load(row, 16)
      leastLeft = i16x8.min_s(leastLeft, nearLeft)
      leastRight = i16x8.min_s(leastRight, nearRight)
      greatestLeft = i16x8.max_s(greatestLeft, nearLeft)
      greatestRight = i16x8.max_s(greatestRight, nearRight)
    }
    let straight = i32x4.splat(0)
    if (lesserAlpha(i16x8.min_s(leastLeft, leastRight)) == FULL)
      straight = i8x16.narrow_i16x8_u(holdOpaque(left, leastLeft, greatestLeft), holdOpaque(right, leastRight, greatestRight))
    else if (greaterAlpha(i16x8.max_s(greatestLeft, greatestRight)) >= NOTHING)
      straight = divideInk(left, right, nearRows, nearEnd, offset)
    v128.store(target + (<usize>i << 2), straight)
  }
}
