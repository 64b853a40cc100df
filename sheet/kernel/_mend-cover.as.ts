// How much of each pixel a silhouette covers: see sheet/kernel/mend-cover.twin.ts.

import { reach, reachMany } from "./_raster-reach.as"

const ANY_INK_ALPHA: i32 = 16
/** The pixels around one that tell what it covers, to each side, and the rows with it. */
const AROUND: i32 = 2
const ROWS: i32 = 5

/**
 * Writes the coverage of a row of `width` alphas, or what is left of it for `isFilm`. `alphas` are five rows, `stride` bytes apart and in
 * any order, of which the row is number `own`; each begins and ends with two bytes for what lies beside the picture.
 */
export function coverRow(alphas: usize, stride: i32, own: i32, width: i32, isFilm: i32, target: usize): void {
  if (width < 0 || stride < width + 2 * AROUND || own < 0 || own >= ROWS) unreachable()
  reachMany(alphas, ROWS, stride)
  reach(target, width)
  const flip = i8x16.splat(isFilm ? -1 : 0)
  const none = i8x16.splat(0)
  const full = i8x16.splat(-1)
  const least = i8x16.splat(<i8>ANY_INK_ALPHA)
  const line = alphas + <usize>(own * stride)
  for (let x = 0; x < width; x += 16) {
    const at = <usize>x
    const alpha = v128.load(line + at, AROUND)
    const plain = v128.or(i8x16.eq(alpha, none), i8x16.eq(alpha, full))
    if (i8x16.all_true(plain)) {
      store16(target + at, v128.xor(alpha, flip), width - x)
      continue
    }
    let low = alpha
    let high = alpha
    for (let row = 0; row < ROWS; row++) {
      const from = alphas + <usize>(row * stride) + at
      const a = v128.load(from)
      const b = v128.load(from, 1)
      const c = v128.load(from, 2)
      const d = v128.load(from, 3)
      const e = v128.load(from, 4)
      low = i8x16.min_u(i8x16.min_u(i8x16.min_u(low, a), i8x16.min_u(b, c)), i8x16.min_u(d, e))
      high = i8x16.max_u(i8x16.max_u(i8x16.max_u(high, a), i8x16.max_u(b, c)), i8x16.max_u(d, e))
    }
    const isInk = i8x16.ge_u(high, least)
    const isWithin = i8x16.ge_u(low, least)
    const known = v128.bitselect(alpha, v128.or(isWithin, v128.and(alpha, isInk)), plain)
    store16(target + at, v128.xor(known, flip), width - x)
    let shares = i8x16.bitmask(v128.andnot(v128.andnot(isInk, isWithin), plain))
    if (width - x < 16) shares &= (1 << (width - x)) - 1
    for (; shares != 0; shares &= shares - 1) {
      const i = at + <usize>ctz(shares)
      const most = mostAround(alphas + i, stride)
      const share = (2 * 255 * <u32>load<u8>(line + i, AROUND) + most) / (2 * most)
      store<u8>(target + i, <u8>(isFilm ? 255 - share : share))
    }
  }
}

/** Stores the first bytes of a vector, sixteen at most. */
@inline
function store16(target: usize, bytes: v128, count: i32): void {
  if (count >= 16) {
    v128.store(target, bytes)
    return
  }
  for (let i = 0; i < count; i++) store<u8>(target + <usize>i, load<u8>(spill(bytes) + <usize>i))
}

const SPILL = memory.data(16, 16)

@inline
function spill(bytes: v128): usize {
  v128.store(SPILL, bytes)
  return SPILL
}

function mostAround(corner: usize, stride: i32): u32 {
  let most: u32 = 0
  for (let row = 0; row < ROWS; row++, corner += <usize>stride)
    for (let i: usize = 0; i < <usize>ROWS; i++) most = max(most, <u32>load<u8>(corner + i))
  return most
}
