// Rows of straight RGBA8 as planes of bits: a bit a pixel, the first pixel lowest.

import { reach, reachMany } from "./_raster-reach.as"

/** The least alphas of the planes of inkBits, in their order: 16, 40, 128, 160, 240. */
@inline
function leastOf(plane: i32): i32 {
  return plane == 0 ? 16 : plane == 1 ? 40 : plane == 2 ? 128 : plane == 3 ? 160 : 240
}

const PLANES: i32 = 5

/** Rows are read in whole groups of sixteen pixels: a part of them beyond what is spare behind any row. */
const GROUP: i32 = 8

/** The results of inkBits: a plane differs from that of the row above; there is ink that is not full. */
const DIFFERS: i32 = 1
const HAS_HALF: i32 = 2

/**
 * Copies the alphas of a row, a byte each, and writes its five planes, `stride` bytes apart. A plane has
 * ⌈width / 32⌉ times 32 bits. `above` are the planes of the row above. Returns DIFFERS and HAS_HALF, if they are true.
 */
export function inkBits(row: usize, width: i32, alphas: usize, bits: usize, stride: i32, above: usize): i32 {
  if (width < 0 || stride < ((width + 31) >> 5) << 2) unreachable()
  reachMany(row, width + GROUP, 4)
  reach(alphas, width)
  reachMany(bits, PLANES, stride)
  reachMany(above, PLANES, stride)
  const toAbove = above - bits
  const none = i8x16.splat(0)
  const full = i8x16.splat(-1)
  let differing: u32 = 0
  let half: u32 = 0
  for (let i = 0; i < width; i += 32) {
    const at = row + (<usize>i << 2)
    const low = sixteenAlphas(at)
    const high = width - i > 16 ? sixteenAlphas(at + 64) : none
    v128.store(alphas + i, low)
    if (width - i > 16) v128.store(alphas + i, high, 16)
    // Whatever lies behind the last pixel is none.
    const own: u32 = width - i < 32 ? (1 << (width - i)) - 1 : 0xffffffff
    let to = bits + (i >> 3)
    const isEmpty = !v128.any_true(v128.or(low, high))
    if (isEmpty || i8x16.all_true(i8x16.eq(v128.and(low, high), full))) {
      // Most pixels are alike in all planes.
      const word = isEmpty ? 0 : own
      for (let plane = 0; plane < PLANES; plane++, to += stride) {
        differing |= word ^ load<u32>(to + toAbove)
        store<u32>(to, word)
      }
      continue
    }
    let first: u32 = 0
    let word: u32 = 0
    for (let plane = 0; plane < PLANES; plane++, to += stride) {
      const least = i8x16.splat(<i8>leastOf(plane))
      word = (i8x16.bitmask(i8x16.ge_u(low, least)) | (i8x16.bitmask(i8x16.ge_u(high, least)) << 16)) & own
      differing |= word ^ load<u32>(to + toAbove)
      if (plane == 0) first = word
      store<u32>(to, word)
    }
    half |= first & ~word
  }
  return (differing != 0 ? DIFFERS : 0) | (half != 0 ? HAS_HALF : 0)
}

/** Returns the alphas of sixteen pixels, a byte each. */
@inline
function sixteenAlphas(at: usize): v128 {
  const low = i16x8.narrow_i32x4_u(i32x4.shr_u(v128.load(at), 24), i32x4.shr_u(v128.load(at, 16), 24))
  const high = i16x8.narrow_i32x4_u(i32x4.shr_u(v128.load(at, 32), 24), i32x4.shr_u(v128.load(at, 48), 24))
  return i8x16.narrow_i16x8_u(low, high)
}

/**
 * Writes the runs of a plane's set bits, or of its clear ones, to `runs` as pairs [from, to), ascending, i32 each.
 * Returns twice their number. `runs` has room for `width` + 1 numbers.
 */
export function findRuns(bits: usize, width: i32, isClear: i32, runs: usize): i32 {
  if (width < 1) unreachable()
  reachMany(bits, (width + 31) >> 5, 4)
  reachMany(runs, width + 1, 4)
  const flip: u64 = isClear ? ~0 : 0
  let to = runs
  let carry: u64 = 0
  for (let x = 0; x < width; x += 64, bits += 8) {
    let word = load<u64>(bits) ^ flip
    if (width - x < 64) word &= (<u64>1 << (width - x)) - 1
    // A bit of `edges` is set where a pixel differs from the one before it.
    let edges = word ^ ((word << 1) | carry)
    carry = word >>> 63
    for (; edges != 0; edges &= edges - 1, to += 4) store<u32>(to, x + <i32>ctz(edges))
  }
  if ((to - runs) & 4) {
    store<u32>(to, width)
    to += 4
  }
  return <i32>((to - runs) >> 2)
}

/**
 * Writes the bits of a plane that are not in `without`, narrowed `times` times: less those whose left or right
 * neighbour is clear; beyond either end counts as set. Returns whether any is left.
 */
export function narrowBits(bits: usize, without: usize, width: i32, times: i32, target: usize): i32 {
  const words = (width + 31) >> 5
  if (width < 1 || times < 0) unreachable()
  reachMany(bits, words, 4)
  reachMany(without, words, 4)
  reachMany(target, words, 4)
  const last = <usize>(words - 1) << 2
  let any: u32 = 0
  for (let at: usize = 0; at <= last; at += 4) {
    const word = load<u32>(bits + at) & ~load<u32>(without + at)
    store<u32>(target + at, word)
    any |= word
  }
  const beyond: u32 = 1 << ((width - 1) & 31)
  for (; times > 0 && any != 0; times--) {
    any = 0
    let carry: u32 = 1
    let word = load<u32>(target)
    for (let at: usize = 0; at <= last; at += 4) {
      const next = at < last ? load<u32>(target + at, 4) : 0
      const after = (word >>> 1) | (at < last ? next << 31 : beyond)
      const narrowed = word & ((word << 1) | carry) & after
      store<u32>(target + at, narrowed)
      any |= narrowed
      carry = word >>> 31
      word = next
    }
  }
  return any != 0 ? 1 : 0
}

/**
 * Writes the plane of pixels that are opaque (alpha ≥ 240) and off `colour` (red lowest) by `tolerance` at
 * most in each channel, and returns their number.
 */
export function colourBits(row: usize, width: i32, colour: i32, tolerance: i32, bits: usize): i32 {
  if (width < 0 || tolerance < 0 || tolerance > 255) unreachable()
  reachMany(row, width + GROUP, 4)
  reach(bits, ((width + 15) >> 4) << 1)
  const wanted = i32x4.splat(colour | 0xff000000)
  const off = i32x4.splat(tolerance | (tolerance << 8) | (tolerance << 16) | (15 << 24))
  let count = 0
  for (let i = 0; i < width; i += 16) {
    const at = row + (<usize>i << 2)
    const low = i16x8.narrow_i32x4_s(isNear(v128.load(at), wanted, off), isNear(v128.load(at, 16), wanted, off))
    const high = i16x8.narrow_i32x4_s(isNear(v128.load(at, 32), wanted, off), isNear(v128.load(at, 48), wanted, off))
    const own: u32 = width - i < 16 ? (1 << (width - i)) - 1 : 0xffff
    const word = i8x16.bitmask(i8x16.narrow_i16x8_s(low, high)) & own
    store<u16>(bits + (i >> 3), <u16>word)
    count += popcnt(word)
  }
  return count
}

/** Returns, for four pixels, all ones where no channel is off by more than the tolerance. */
@inline
function isNear(pixels: v128, wanted: v128, off: v128): v128 {
  const differ = v128.or(i8x16.sub_sat_u(pixels, wanted), i8x16.sub_sat_u(wanted, pixels))
  return i32x4.eq(i8x16.le_u(differ, off), i32x4.splat(-1))
}
