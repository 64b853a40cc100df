// Thin parts of small masks, by exact distances up to a reach.

import { reach, reachMany } from "./_raster-reach.as"

/** The farthest distance in pixels; its square and another fit into 16 bits. */
const MAX_REACH: i32 = 126
const MAX_SIDE: i32 = 1024
/** What is stored beyond the last row's end stays within PAD. */
const MAX_FINER: i32 = 4

/**
 * Draws a square block of alphas `finer` times finer, with alphas between those of the four nearest, and
 * splits it at a half: `target` gets 1 for ink and 0 for film, or the other way round. `block` has side +
 * 2 rows of as many bytes: the square, and what is around it.
 */
export function splitFiner(block: usize, side: i32, finer: i32, isFilm: i32, target: usize): void {
  if (side < 1 || finer < 1 || finer > MAX_FINER || side * finer > MAX_SIDE) unreachable()
  const around = side + 2
  reachMany(block, around, around)
  reachMany(target, side * finer, side * finer)
  // Weights in parts of 2 · finer: a fine pixel's centre lies (2 i + 1) / 2 finer into its pixel.
  const parts = 2 * finer
  const half = i16x8.splat(<i16>(128 * parts * parts))
  const film = i16x8.splat(isFilm ? -1 : 0)
  for (let y = 0; y < side; y++) {
    for (let j = 0; j < finer; j++, target += <usize>(side * finer)) {
      const down = 2 * j + 1 + finer
      const upper = block + <usize>((down < parts ? y : y + 1) * around)
      const lowerPart = down < parts ? down : down - parts
      // Eight pixels at a time; what is stored beyond a row's end, the next row overwrites.
      for (let x: usize = 0; x < <usize>side; x += 8) {
        const left = between(upper + x, around, parts, lowerPart)
        const own = between(upper + x + 1, around, parts, lowerPart)
        const right = between(upper + x + 2, around, parts, lowerPart)
        let even = film
        for (let i = 0; i < finer; i++) {
          const across = 2 * i + 1 + finer
          const isLeft = across < parts
          const rightPart = isLeft ? across : across - parts
          const alpha = i16x8.add(
            i16x8.mul(isLeft ? left : own, i16x8.splat(<i16>(parts - rightPart))),
            i16x8.mul(isLeft ? own : right, i16x8.splat(<i16>rightPart)),
          )
          const isIn = v128.and(v128.xor(i16x8.ge_u(alpha, half), film), i16x8.splat(1))
          if (finer == 1) store<u64>(target + x, i64x2.extract_lane(i8x16.narrow_i16x8_u(isIn, isIn), 0))
          else if (finer > 2) storeEvery(target + x * <usize>finer + i, finer, isIn)
          else if (i == 0) even = isIn
          else v128.store(target + 2 * x, v128.or(even, i16x8.shl(isIn, 8)))
        }
      }
    }
  }
}

/** Returns eight alphas between those of a row and the next, times `parts`. */
@inline
function between(row: usize, stride: i32, parts: i32, lowerPart: i32): v128 {
  const above = i16x8.mul(v128.load8x8_u(row), i16x8.splat(<i16>(parts - lowerPart)))
  return i16x8.add(above, i16x8.mul(v128.load8x8_u(row + stride), i16x8.splat(<i16>lowerPart)))
}

/** Stores eight numbers as bytes, `step` bytes apart. */
@inline
function storeEvery(target: usize, step: i32, numbers: v128): void {
  const bytes = i64x2.extract_lane(i8x16.narrow_i16x8_u(numbers, numbers), 0)
  for (let i = 0; i < 8; i++) store<u8>(target + <usize>(i * step), <u8>(bytes >> (8 * i)))
}

/**
 * Writes the thin parts of a square mask (0 or 1, a byte a pixel) to `thin` in the same form, and to `inside`
 * the square of each pixel's distance to the nearest pixel outside the mask, u16, up to (farthest + 1)².
 * Thin is what lies farther than √covered from every centre of a disc that fits, which is a pixel with
 * inside ≥ centre. Returns the number of thin pixels. `scratch` holds 4 bytes a pixel, and 2 ·
 * (side + 2 · farthest + 16).
 */
export function thinPixels(mask: usize, side: i32, farthest: i32, centre: i32, covered: i32, inside: usize, scratch: usize, thin: usize): i32 {
  if (side < 1 || side > MAX_SIDE || farthest < 1 || farthest > MAX_REACH) unreachable()
  const pixels = side * side
  reach(mask, pixels)
  reachMany(inside, pixels, 2)
  reachMany(scratch, pixels, 4)
  reachMany(scratch + (<usize>pixels << 2), side + 2 * farthest + 16, 2)
  reach(thin, pixels)
  const apart = thin
  nearSquares(mask, side, farthest, inside, scratch)
  let isAny = false
  const centres = i16x8.splat(<i16>centre)
  let any = i8x16.splat(0)
  let i = 0
  for (; i < (pixels & ~15); i += 16) {
    const at = inside + (<usize>i << 1)
    const isCentre = i8x16.narrow_i16x8_s(i16x8.ge_u(v128.load(at), centres), i16x8.ge_u(v128.load(at, 16), centres))
    const isApart = v128.andnot(i8x16.splat(1), isCentre)
    v128.store(apart + i, isApart)
    any = v128.or(any, v128.and(isApart, v128.load(mask + i)))
  }
  if (v128.any_true(any)) isAny = true
  for (; i < pixels; i++) {
    const isCentre = <i32>load<u16>(inside + (<usize>i << 1)) >= centre
    store<u8>(apart + i, isCentre ? 0 : 1)
    if (!isCentre && load<u8>(mask + i)) isAny = true
  }
  if (!isAny) {
    memory.fill(thin, 0, pixels)
    return 0
  }
  const toCentre = scratch + (<usize>pixels << 1)
  nearSquares(apart, side, farthest, toCentre, scratch)
  let count = 0
  const reached = i16x8.splat(<i16>covered)
  for (i = 0; i < (pixels & ~15); i += 16) {
    const at = toCentre + (<usize>i << 1)
    const isFar = i8x16.narrow_i16x8_s(i16x8.gt_u(v128.load(at), reached), i16x8.gt_u(v128.load(at, 16), reached))
    const isThin = v128.and(isFar, v128.load(mask + i))
    v128.store(thin + i, isThin)
    if (v128.any_true(isThin)) count += popcnt(i8x16.bitmask(i8x16.neg(isThin)))
  }
  for (; i < pixels; i++) {
    const isThin = i32(load<u8>(mask + i)) & i32(<i32>load<u16>(toCentre + (<usize>i << 1)) > covered)
    store<u8>(thin + i, <u8>isThin)
    count += isThin
  }
  return count
}

/**
 * Writes the squares of distances: down the columns first, then along each row the least of the parabolas
 * on them, in a window of `farthest` pixels, eight pixels at a time. `scratch` holds a byte a pixel, and
 * a row of u16 with room on both sides lies behind 4 bytes a pixel.
 */
function nearSquares(mask: usize, side: i32, farthest: i32, target: usize, scratch: usize): void {
  const far = <u8>(farthest + 1)
  const row = scratch + (<usize>(side * side) << 2)
  // Down, then up, a byte a pixel, sixteen at a time. What is stored beyond a row's end on the way down, the next row
  // overwrites; on the way up it is kept.
  const one = i8x16.splat(1)
  const mostFar = i8x16.splat(<i8>far)
  for (let y = 0; y < side; y++) {
    const to = scratch + <usize>(y * side)
    const own = mask + <usize>(y * side)
    for (let x: usize = 0; x < <usize>side; x += 16) {
      const above = y > 0 ? v128.load(to - side + x) : mostFar
      const isOutside = i8x16.eq(v128.load(own + x), i8x16.splat(0))
      v128.store(to + x, v128.andnot(i8x16.min_u(mostFar, i8x16.add(above, one)), isOutside))
    }
  }
  const whole = <usize>(side & ~15)
  const isOwn = i8x16.gt_s(i8x16.splat(<i8>(side & 15)), i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
  for (let y = side - 2; y >= 0; y--) {
    const to = scratch + <usize>(y * side)
    for (let x: usize = 0; x < whole; x += 16)
      v128.store(to + x, i8x16.min_u(v128.load(to + x), i8x16.add(v128.load(to + side + x), one)))
    if (whole == <usize>side) continue
    const last = v128.load(to + whole)
    const least = i8x16.min_u(last, i8x16.add(v128.load(to + side + whole), one))
    v128.store(to + whole, v128.bitselect(least, last, isOwn))
  }
  const farSquare = i16x8.splat(<i16>((farthest + 1) * (farthest + 1)))
  const width = side + 2 * farthest + 16
  for (let i = 0; i < width; i += 8) v128.store(row + (<usize>i << 1), farSquare)
  for (let y = 0; y < side; y++) {
    const at = <usize>(y * side)
    const own = row + (<usize>farthest << 1)
    for (let x: usize = 0; x < <usize>side; x += 16) {
      const down = v128.load(scratch + at + x)
      v128.store(own + (x << 1), i16x8.extmul_low_i8x16_u(down, down))
      v128.store(own + (x << 1), i16x8.extmul_high_i8x16_u(down, down), 16)
    }
    // What was stored beyond the row's end.
    v128.store(own + (<usize>side << 1), farSquare)
    v128.store(own + (<usize>side << 1), farSquare, 16)
    for (let x = 0; x < side; x += 8) {
      const centre = row + (<usize>(x + farthest) << 1)
      let least = i16x8.min_u(v128.load(centre), farSquare)
      // Outside there is no way to go.
      const most = v128.any_true(least) ? farthest : 0
      // The square of the way, and what the next one's is more.
      let square = i16x8.splat(1)
      let more = i16x8.splat(3)
      for (let step: usize = 2; step <= <usize>most << 1; step += 2) {
        const near = i16x8.min_u(v128.load(centre - step), v128.load(centre + step))
        least = i16x8.min_u(least, i16x8.add(near, square))
        square = i16x8.add(square, more)
        more = i16x8.add(more, i16x8.splat(2))
      }
      // What is stored beyond a row's end, the next row overwrites.
      v128.store(target + ((at + <usize>x) << 1), least)
    }
  }
}
