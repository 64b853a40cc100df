// Thin parts of small masks, by exact distances up to a reach.

import { reach, reachMany } from "./_raster-reach.as"

/** The farthest distance in pixels; its square and another fit into 16 bits. */
const MAX_REACH: i32 = 126
const MAX_SIDE: i32 = 1024

/**
 * Draws a square block of alphas `finer` times finer, with alphas between those of the four nearest, and
 * splits it at a half: `target` gets 1 for ink and 0 for film, or the other way round. `block` has side +
 * 2 rows of as many bytes: the square, and what is around it.
 */
export function splitFiner(block: usize, side: i32, finer: i32, isFilm: i32, target: usize): void {
  if (side < 1 || finer < 1 || finer > 8 || side * finer > MAX_SIDE) unreachable()
  const around = side + 2
  reachMany(block, around, around)
  reachMany(target, side * finer, side * finer)
  const ink = <u8>(isFilm ? 0 : 1)
  // Weights in parts of 2 · finer: a fine pixel's centre lies (2 i + 1) / 2 finer into its pixel.
  const parts = 2 * finer
  const half = 128 * parts * parts
  for (let y = 0; y < side; y++) {
    for (let j = 0; j < finer; j++) {
      const down = 2 * j + 1 + finer
      const upper = down < parts ? y : y + 1
      const lowerPart = down < parts ? down : down - parts
      const a = block + <usize>(upper * around)
      const b = a + <usize>around
      for (let x = 0; x < side; x++) {
        for (let i = 0; i < finer; i++, target++) {
          const across = 2 * i + 1 + finer
          const left = across < parts ? x : x + 1
          const rightPart = across < parts ? across : across - parts
          const above = <i32>load<u8>(a + left) * (parts - rightPart) + <i32>load<u8>(a + left, 1) * rightPart
          const below = <i32>load<u8>(b + left) * (parts - rightPart) + <i32>load<u8>(b + left, 1) * rightPart
          store<u8>(target, above * (parts - lowerPart) + below * lowerPart >= half ? ink : <u8>(1 - ink))
        }
      }
    }
  }
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
  for (let i = 0; i < pixels; i++) {
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
  // Down, then up, a byte a pixel, sixteen at a time.
  const one = i8x16.splat(1)
  const mostFar = i8x16.splat(<i8>far)
  const whole = side & ~15
  for (let y = 0; y < side; y++) {
    const to = scratch + <usize>(y * side)
    const own = mask + <usize>(y * side)
    let x: usize = 0
    for (; x < <usize>whole; x += 16) {
      const above = y > 0 ? v128.load(to - side + x) : mostFar
      const isOutside = i8x16.eq(v128.load(own + x), i8x16.splat(0))
      v128.store(to + x, v128.andnot(i8x16.min_u(mostFar, i8x16.add(above, one)), isOutside))
    }
    for (; x < <usize>side; x++) {
      const above = y > 0 ? load<u8>(to - side + x) : far
      store<u8>(to + x, load<u8>(own + x) ? <u8>min<i32>(far, <i32>above + 1) : 0)
    }
  }
  for (let y = side - 2; y >= 0; y--) {
    const to = scratch + <usize>(y * side)
    let x: usize = 0
    for (; x < <usize>whole; x += 16)
      v128.store(to + x, i8x16.min_u(v128.load(to + x), i8x16.add(v128.load(to + side + x), one)))
    for (; x < <usize>side; x++)
      store<u8>(to + x, <u8>min<i32>(load<u8>(to + x), <i32>load<u8>(to + side + x) + 1))
  }
  const farSquare = i16x8.splat(<i16>((farthest + 1) * (farthest + 1)))
  const width = side + 2 * farthest + 16
  for (let y = 0; y < side; y++) {
    for (let i = 0; i < width; i += 8) v128.store(row + (<usize>i << 1), farSquare)
    const at = <usize>(y * side)
    for (let x: usize = 0; x < <usize>side; x++) {
      const g = <u32>load<u8>(scratch + at + x)
      store<u16>(row + (x + <usize>farthest << 1), <u16>(g * g))
    }
    for (let x = 0; x < side; x += 8) {
      const centre = row + (<usize>(x + farthest) << 1)
      let least = i16x8.min_u(v128.load(centre), farSquare)
      for (let d = 1; d <= farthest; d++) {
        const step = <usize>d << 1
        const near = i16x8.min_u(v128.load(centre - step), v128.load(centre + step))
        least = i16x8.min_u(least, i16x8.add(near, i16x8.splat(<i16>(d * d))))
      }
      // What is stored beyond a row's end, the next row overwrites.
      v128.store(target + ((at + <usize>x) << 1), least)
    }
  }
}
