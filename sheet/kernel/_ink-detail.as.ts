// The edges of rows, and the steps between their pixels.

import { reach, reachMany } from "./_raster-reach.as"

/** Light is looked at in full ink alone: elsewhere alpha is the edge. */
const LEAST_ALPHA: i32 = 250
/** The step up to which a row is level. */
const LEVEL: i32 = 3
/** The least rise of an edge, of 255. */
const LEAST_RISE: i32 = 64
/** The longest edge in pixels; longer ones are gradients. */
const LONGEST: i32 = 24
/** The parts of a pixel in which widths are counted. */
const PARTS: i32 = 8

/**
 * Writes a row's alphas, and the light of its pixels in full ink, i16 each; −1 is the light of others. Returns whether
 * there is any ink.
 */
export function lightRow(row: usize, width: i32, alphas: usize, lights: usize): i32 {
  if (width < 0) unreachable()
  reachMany(row, width, 4)
  reachMany(alphas, width, 2)
  reachMany(lights, width, 2)
  let any = i32x4.splat(0)
  let x = 0
  for (; x < (width & ~3); x += 4) {
    const pixels = v128.load(row + (<usize>x << 2))
    const alpha = i32x4.shr_u(pixels, 24)
    any = v128.or(any, alpha)
    const weights = i16x8(77, 150, 29, 0, 77, 150, 29, 0)
    const low = i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_u(pixels), weights)
    const high = i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_u(pixels), weights)
    const sum = i32x4.add(v128.shuffle<i32>(low, high, 0, 2, 4, 6), v128.shuffle<i32>(low, high, 1, 3, 5, 7))
    const isClear = i32x4.lt_s(alpha, i32x4.splat(LEAST_ALPHA))
    const light = v128.or(i32x4.shr_u(sum, 8), isClear)
    store<u64>(alphas + (<usize>x << 1), i64x2.extract_lane(i16x8.narrow_i32x4_s(alpha, alpha), 0))
    store<u64>(lights + (<usize>x << 1), i64x2.extract_lane(i16x8.narrow_i32x4_s(light, light), 0))
  }
  let last: i32 = 0
  for (; x < width; x++) {
    const at = row + (<usize>x << 2)
    const alpha = <i32>load<u8>(at, 3)
    last |= alpha
    const light = (<i32>load<u8>(at) * 77 + <i32>load<u8>(at, 1) * 150 + <i32>load<u8>(at, 2) * 29) >> 8
    store<i16>(alphas + (<usize>x << 1), <i16>alpha)
    store<i16>(lights + (<usize>x << 1), <i16>(alpha < LEAST_ALPHA ? -1 : light))
  }
  return v128.any_true(any) || last != 0 ? 1 : 0
}

/**
 * Counts the edges of a line by their widths, into `widths`, LONGEST · PARTS + 1 numbers of 32 bits, and returns how many
 * there are. An edge rises, or falls, by more than LEVEL from each pixel to the next; its width is its rise by its
 * steepest step. Values below 0 are no part of any.
 */
export function countEdges(line: usize, width: i32, widths: usize): i32 {
  if (width < 0) unreachable()
  reachMany(line, width, 2)
  reachMany(widths, LONGEST * PARTS + 1, 4)
  let edges = 0
  let x = 1
  while (x < width) {
    const at = line + (<usize>x << 1)
    const own = v128.load(at)
    const before = v128.load(at - 2)
    const isSteep = i16x8.gt_s(i16x8.abs(i16x8.sub(own, before)), i16x8.splat(<i16>LEVEL))
    const starts = i16x8.bitmask(v128.and(isSteep, i16x8.ge_s(v128.or(own, before), i16x8.splat(0))))
    if (starts == 0) {
      x += 8
      continue
    }
    x += ctz(starts)
    if (x >= width) break
    const start = <i32>load<i16>(line + (<usize>(x - 1) << 1))
    const first = x - 1
    let value = start
    let steepest = 0
    const rises = <i32>load<i16>(line + (<usize>x << 1)) > start
    for (; x < width; x++) {
      const next = <i32>load<i16>(line + (<usize>x << 1))
      const step = rises ? next - value : value - next
      if (next < 0 || step <= LEVEL) break
      if (step > steepest) steepest = step
      value = next
    }
    const rise = rises ? value - start : start - value
    if (rise < LEAST_RISE || x - first > LONGEST) continue
    edges++
    const to = widths + (<usize>min(LONGEST * PARTS, (rise * PARTS) / steepest) << 2)
    store<u32>(to, load<u32>(to) + 1)
  }
  return edges
}

/** Adds 1 to the number (u32) of each column but the first whose pixel has ink, and another colour than the one before. */
export function countSteps(row: usize, width: i32, columns: usize): void {
  if (width < 0) unreachable()
  reachMany(row, width, 4)
  reachMany(columns, width, 4)
  let x = 1
  const colour = i32x4.splat(0xffffff)
  const none = i32x4.splat(0)
  for (; x + 4 <= width; x += 4) {
    const at = row + (<usize>x << 2)
    const own = v128.load(at)
    const isOther = i32x4.ne(v128.and(v128.xor(own, v128.load(at - 4)), colour), none)
    const hasInk = i32x4.ne(i32x4.shr_u(own, 24), none)
    const to = columns + (<usize>x << 2)
    v128.store(to, i32x4.sub(v128.load(to), v128.and(isOther, hasInk)))
  }
  for (; x < width; x++) {
    const own = load<u32>(row + (<usize>x << 2))
    const before = load<u32>(row + (<usize>(x - 1) << 2))
    const to = columns + (<usize>x << 2)
    if (((own ^ before) & 0xffffff) != 0 && own >>> 24 != 0) store<u32>(to, load<u32>(to) + 1)
  }
}
