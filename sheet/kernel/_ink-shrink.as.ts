// Reduction of rows of straight RGBA8 in squares of `factor` × `factor` pixels.

import { reach, reachMany } from "./_raster-reach.as"

/**
 * Takes a row of pixels into a row of squares: `sums` (u32) get the sums of their alphas, `target` the pixel
 * with the most ink, the first one among equals. Where there is no ink, the colour of the squares above stays.
 */
export function shrinkRow(source: usize, width: i32, factor: i32, isFirst: i32, sums: usize, target: usize): void {
  if (width < 1 || factor < 1) unreachable()
  const columns = (width + factor - 1) / factor
  reachMany(source, width, 4)
  reachMany(sums, columns, 4)
  reachMany(target, columns, 4)
  if (isFirst) {
    memory.fill(sums, 0, <usize>columns << 2)
    for (let at = target; at < target + (<usize>columns << 2); at += 4) store<u8>(at, 0, 3)
  }
  const stride = <usize>factor << 2
  const whole = (width / factor) & ~3
  let column = 0
  let from = source
  for (; column < whole; column += 4, from += stride << 2) {
    const place = <usize>column << 2
    let sum = v128.load(sums + place)
    let best = v128.load(target + place)
    let most = i32x4.shr_u(best, 24)
    for (let at = from; at < from + stride; at += 4) {
      const pixels = everyPixel(at, stride)
      const alphas = i32x4.shr_u(pixels, 24)
      sum = i32x4.add(sum, alphas)
      best = v128.bitselect(pixels, best, i32x4.gt_s(alphas, most))
      most = i32x4.max_s(most, alphas)
    }
    v128.store(sums + place, sum)
    v128.store(target + place, best)
  }
  const end = source + (<usize>width << 2)
  for (; column < columns; column++, from += stride) {
    const place = <usize>column << 2
    let sum = load<u32>(sums + place)
    let best = load<u32>(target + place)
    for (let at = from; at < min<usize>(end, from + stride); at += 4) {
      const pixel = load<u32>(at)
      sum += pixel >>> 24
      if (pixel >>> 24 > best >>> 24) best = pixel
    }
    store<u32>(sums + place, sum)
    store<u32>(target + place, best)
  }
}

/** Returns the pixel at a place and the three that follow it, `stride` bytes apart. */
@inline
function everyPixel(at: usize, stride: usize): v128 {
  // Squares of two pixels are the most common ones.
  if (stride == 8) return v128.shuffle<i32>(v128.load(at), v128.load(at, 16), 0, 2, 4, 6)
  let pixels = v128.load32_zero(at)
  pixels = v128.load_lane<u32>(at + stride, pixels, 1)
  pixels = v128.load_lane<u32>(at + 2 * stride, pixels, 2)
  return v128.load_lane<u32>(at + 3 * stride, pixels, 3)
}

/** Gives a row of squares, which were taken from `rows` rows, their mean alphas. */
export function endShrunk(width: i32, factor: i32, rows: i32, sums: usize, target: usize): void {
  if (width < 1 || factor < 1 || rows < 1 || rows > factor) unreachable()
  const columns = (width + factor - 1) / factor
  reachMany(sums, columns, 4)
  reachMany(target, columns, 4)
  const pixels = <u32>(factor * rows)
  const full = i32x4.splat(255 * pixels)
  const whole = (width / factor) & ~3
  let column = 0
  for (; column < whole; column += 4) {
    const place = <usize>column << 2
    const sum = v128.load(sums + place)
    const isFull = i32x4.eq(sum, full)
    // Most squares are empty or full, and need no division.
    if (i32x4.all_true(v128.or(isFull, i32x4.eq(sum, i32x4.splat(0))))) {
      const colours = v128.and(v128.load(target + place), i32x4.splat(0xffffff))
      v128.store(target + place, v128.or(colours, i32x4.shl(isFull, 24)))
    } else for (let i = 0; i < 4; i++) storeMean(sums + place + (i << 2), pixels, target + place + (i << 2))
  }
  for (; column < columns; column++) {
    const across = min(factor, width - column * factor)
    storeMean(sums + (<usize>column << 2), <u32>(across * rows), target + (<usize>column << 2))
  }
}

@inline
function storeMean(sum: usize, pixels: u32, target: usize): void {
  store<u8>(target, <u8>floor<f64>(<f64>load<u32>(sum) / <f64>pixels + 0.5), 3)
}
