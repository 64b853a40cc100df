// Passes over rows of straight RGBA8 pixels.

import { reach, reachMany } from "./_raster-reach.as"

/**
 * Measures one row's alpha into four i32 at `result`: first column with alpha > 0 (or `width`), one
 * past the last (or 0), number of pixels with alpha > 0, how many of them have alpha < 255.
 */
export function scanAlpha(row: usize, width: i32, result: usize): void {
  reachMany(row, width, 4)
  reach(result, 16)
  const zero = i32x4.splat(0)
  const full = i32x4.splat(255)
  let inked = zero
  let soft = zero
  let first = width
  let end = 0
  const whole = width & ~3
  let i = 0
  for (; i < whole; i += 4) {
    const alpha = i32x4.shr_u(v128.load(row + (<usize>i << 2)), 24)
    const isInked = i32x4.ne(alpha, zero)
    const lanes = i32x4.bitmask(isInked)
    if (lanes == 0) continue
    if (first == width) first = i + ctz<i32>(lanes)
    end = i + 32 - clz<i32>(lanes)
    inked = i32x4.sub(inked, isInked)
    soft = i32x4.sub(soft, v128.and(isInked, i32x4.ne(alpha, full)))
  }
  let inkedCount = sum(inked)
  let softCount = sum(soft)
  for (; i < width; i++) {
    const alpha = <i32>load<u8>(row + (<usize>i << 2), 3)
    if (alpha == 0) continue
    if (first == width) first = i
    end = i + 1
    inkedCount++
    if (alpha < 255) softCount++
  }
  store<i32>(result, first)
  store<i32>(result, end, 4)
  store<i32>(result, inkedCount, 8)
  store<i32>(result, softCount, 12)
}

@inline
function sum(lanes: v128): i32 {
  return i32x4.extract_lane(lanes, 0) + i32x4.extract_lane(lanes, 1) + i32x4.extract_lane(lanes, 2) + i32x4.extract_lane(lanes, 3)
}

/**
 * Counts the soft pixels of a row: half transparent, with half-transparent neighbours on all eight
 * sides. Beyond either end the row's last pixel counts again.
 */
export function countSoft(above: usize, row: usize, below: usize, width: i32): i32 {
  reachMany(above, width, 4)
  reachMany(row, width, 4)
  reachMany(below, width, 4)
  let soft = i32x4.splat(0)
  let x = 1
  for (; x + 4 < width; x += 4) {
    const at = <usize>(x - 1) << 2
    const all = v128.and(halfOfThree(above + at), v128.and(halfOfThree(row + at), halfOfThree(below + at)))
    soft = i32x4.sub(soft, all)
  }
  let count = sum(soft)
  if (width > 0) count += i32(isSoft(above, row, below, 0, width))
  for (; x < width; x++) count += i32(isSoft(above, row, below, x, width))
  return count
}

/**
 * Returns, for four columns from the second on, whether the column and its left and right neighbours
 * are half transparent.
 */
@inline
function halfOfThree(row: usize): v128 {
  return v128.and(half(v128.load(row)), v128.and(half(v128.load(row, 4)), half(v128.load(row, 8))))
}

@inline
function half(pixels: v128): v128 {
  return i32x4.lt_u(i32x4.sub(i32x4.shr_u(pixels, 24), i32x4.splat(1)), i32x4.splat(254))
}

function isSoft(above: usize, row: usize, below: usize, x: i32, width: i32): bool {
  const last = min(x + 1, width - 1)
  for (let column = max(x - 1, 0); column <= last; column++) {
    const at = <usize>column << 2
    if (!isHalf(load<u8>(above + at, 3)) || !isHalf(load<u8>(row + at, 3)) || !isHalf(load<u8>(below + at, 3))) return false
  }
  return true
}

@inline
function isHalf(alpha: u8): bool {
  return alpha > 0 && alpha < 255
}

/** Copies `rows` rows of `length` bytes between two pictures of different strides. */
export function copyRows(target: usize, targetStride: i32, source: usize, sourceStride: i32, length: i32, rows: i32): void {
  if (rows <= 0) return
  if (length < 0 || targetStride < length || sourceStride < length) unreachable()
  reachMany(target, rows, targetStride)
  reachMany(source, rows, sourceStride)
  for (let row = 0; row < rows; row++, target += targetStride, source += sourceStride) memory.copy(target, source, length)
}

/**
 * Copies the pixels of `rows` rows of `width` pixels that are not fully transparent. The rest of
 * the target stays. Strides are bytes.
 */
export function copyInk(target: usize, targetStride: i32, source: usize, sourceStride: i32, width: i32, rows: i32): void {
  if (rows <= 0) return
  if (width < 0 || targetStride >> 2 < width || sourceStride >> 2 < width) unreachable()
  reachMany(target, rows, targetStride)
  reachMany(source, rows, sourceStride)
  const alpha = i32x4.splat(0xff000000)
  const whole = width & ~3
  for (let row = 0; row < rows; row++, target += targetStride, source += sourceStride) {
    let i = 0
    for (; i < whole; i += 4) {
      const at = <usize>i << 2
      const pixels = v128.load(source + at)
      const isInk = i32x4.ne(v128.and(pixels, alpha), i32x4.splat(0))
      if (!v128.any_true(isInk)) continue
      if (i32x4.all_true(isInk)) v128.store(target + at, pixels)
      else v128.store(target + at, v128.bitselect(pixels, v128.load(target + at), isInk))
    }
    for (; i < width; i++) {
      const pixel = load<u32>(source + (<usize>i << 2))
      if (pixel >>> 24) store<u32>(target + (<usize>i << 2), pixel)
    }
  }
}

/** Writes `source` back to front, pixel by pixel, into another buffer. */
export function mirrorRow(source: usize, target: usize, width: i32): void {
  reachMany(source, width, 4)
  reachMany(target, width, 4)
  const whole = width & ~3
  for (let i = 0; i < whole; i += 4) {
    const x = v128.load(source + (<usize>i << 2))
    v128.store(target + (<usize>(width - 4 - i) << 2), v128.shuffle<i32>(x, x, 3, 2, 1, 0))
  }
  for (let i = whole; i < width; i++) store<u32>(target + (<usize>(width - 1 - i) << 2), load<u32>(source + (<usize>i << 2)))
}

/**
 * Turns `count` columns from `first` on by a quarter, clockwise. Column `first + k` of the picture at
 * `source` (`rows` × `columns` pixels), read from foot to head, becomes row k at `target` (`rows`
 * pixels long).
 */
export function turnColumns(source: usize, rows: i32, columns: i32, first: i32, count: i32, target: usize): void {
  if (first < 0 || count < 0 || rows < 0 || columns < 0 || first > columns - count) unreachable()
  reachMany(source, rows, columns * 4)
  reachMany(target, rows, count * 4)
  const stride = <usize>columns << 2
  let pixel = source + stride * <usize>rows + (<usize>first << 2)
  for (let x = 0; x < rows; x++) {
    pixel -= stride
    let write = target + (<usize>x << 2)
    for (let k = 0; k < count; k++, write += <usize>rows << 2) store<u32>(write, load<u32>(pixel + (<usize>k << 2)))
  }
}

/**
 * Applies PNG filter Up to `rows` rows of `rowBytes`. The row above the first lies directly before
 * `source`. Each filtered row takes `rowBytes + 1` bytes at `target`, its filter byte first.
 * Returns 1 if anything but zeros came out.
 */
export function filterRows(source: usize, rowBytes: i32, rows: i32, target: usize): i32 {
  if (rowBytes < 0 || rows < 0 || <usize>rowBytes > source) unreachable()
  reachMany(source, rows, rowBytes)
  reachMany(target, rows, rowBytes + 1)
  let any = i8x16.splat(0)
  for (let row = 0; row < rows; row++, source += rowBytes, target += rowBytes + 1) {
    store<u8>(target, 2)
    const above = source - rowBytes
    const whole = rowBytes & ~15
    let i = 0
    for (; i < whole; i += 16) {
      const x = i8x16.sub(v128.load(source + i), v128.load(above + i))
      any = v128.or(any, x)
      v128.store(target + i, x, 1)
    }
    for (; i < rowBytes; i++) {
      const x = load<u8>(source + i) - load<u8>(above + i)
      any = v128.or(any, i8x16.splat(x))
      store<u8>(target + i, x, 1)
    }
  }
  return i32(v128.any_true(any))
}

/**
 * Undoes filterRows: filtered rows at `source`, plain rows at `target`, the row above directly
 * before it.
 */
export function unfilterRows(source: usize, rowBytes: i32, rows: i32, target: usize): void {
  if (rowBytes < 0 || rows < 0 || <usize>rowBytes > target) unreachable()
  reachMany(source, rows, rowBytes + 1)
  reachMany(target, rows, rowBytes)
  for (let row = 0; row < rows; row++, source += rowBytes + 1, target += rowBytes) {
    const above = target - rowBytes
    const whole = rowBytes & ~15
    let i = 0
    for (; i < whole; i += 16) v128.store(target + i, i8x16.add(v128.load(source + i, 1), v128.load(above + i)))
    for (; i < rowBytes; i++) store<u8>(target + i, load<u8>(source + i, 1) + load<u8>(above + i))
  }
}
