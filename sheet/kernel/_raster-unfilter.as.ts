// PNG scanline reconstruction (PNG 3rd edition, section 9). Source and target are different
// buffers, so a store may run a byte or two into the next pixel, which is written afterwards.
// Pixels of 3, 4, 6 and 8 bytes travel in one vector register; smaller ones take the scalar path.

import { reach } from "./_raster-reach.as"

/** Reconstructs one scanline of `length` bytes (without its filter byte). Traps on a filter above 4. */
export function unfilter(filter: i32, source: usize, above: usize, target: usize, length: i32, pixelBytes: i32): void {
  reach(source, length)
  reach(above, length)
  reach(target, length)
  if (<u32>filter > 4 || pixelBytes < 1 || pixelBytes > 8 || length % pixelBytes != 0) unreachable()
  if (filter == 0) return memory.copy(target, source, length)
  if (filter == 2) return addAbove(source, above, target, length)
  if (filter == 1 && pixelBytes == 4) return subPixels4(source, target, length)
  if (pixelBytes == 3) return reconstruct3(filter, source, above, target, length)
  if (pixelBytes == 4) return reconstruct4(filter, source, above, target, length)
  if (pixelBytes == 6) return reconstruct6(filter, source, above, target, length)
  if (pixelBytes == 8) return reconstruct8(filter, source, above, target, length)
  reconstructBytes(filter, source, above, target, length, pixelBytes)
}

function addAbove(source: usize, above: usize, target: usize, length: i32): void {
  for (let i = 0; i < length; i += 16) {
    v128.store(target + i, i8x16.add(v128.load(source + i), v128.load(above + i)))
  }
}

/** Undoes Sub on 4-byte pixels: a prefix sum of four pixels at a time. */
function subPixels4(source: usize, target: usize, length: i32): void {
  const zero = i32x4.splat(0)
  let left = zero
  for (let i = 0; i < length; i += 16) {
    let x = v128.load(source + i)
    x = i8x16.add(x, v128.shuffle<u8>(zero, x, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27))
    x = i8x16.add(x, v128.shuffle<u8>(zero, x, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23))
    x = i8x16.add(x, left)
    v128.store(target + i, x)
    left = v128.shuffle<i32>(x, x, 3, 3, 3, 3)
  }
}

function reconstruct3(filter: i32, source: usize, above: usize, target: usize, length: i32): void {
  if (filter == 1) sub(3, source, target, length)
  else if (filter == 3) average(3, source, above, target, length)
  else paeth(3, source, above, target, length)
}

function reconstruct4(filter: i32, source: usize, above: usize, target: usize, length: i32): void {
  if (filter == 3) average(4, source, above, target, length)
  else paeth(4, source, above, target, length)
}

function reconstruct6(filter: i32, source: usize, above: usize, target: usize, length: i32): void {
  if (filter == 1) sub(6, source, target, length)
  else if (filter == 3) average(6, source, above, target, length)
  else paeth(6, source, above, target, length)
}

function reconstruct8(filter: i32, source: usize, above: usize, target: usize, length: i32): void {
  if (filter == 1) sub(8, source, target, length)
  else if (filter == 3) average(8, source, above, target, length)
  else paeth(8, source, above, target, length)
}

@inline
function loadPixel(step: i32, pointer: usize): v128 {
  return step > 4 ? v128.load64_zero(pointer) : v128.load32_zero(pointer)
}

@inline
function storePixel(step: i32, pointer: usize, value: v128): void {
  if (step > 4) v128.store64_lane(pointer, value, 0)
  else v128.store32_lane(pointer, value, 0)
}

@inline
function sub(step: i32, source: usize, target: usize, length: i32): void {
  let left = i8x16.splat(0)
  for (let i = 0; i < length; i += step) {
    left = i8x16.add(left, loadPixel(step, source + i))
    storePixel(step, target + i, left)
  }
}

/**
 * Undoes Average: floor((left + above) / 2) is the complement of the rounded average of their
 * complements. Carried that way, each pixel waits for two operations on the one before: ~(x +
 * ~average) = average − x.
 */
@inline
function average(step: i32, source: usize, above: usize, target: usize, length: i32): void {
  let left = i8x16.splat(-1)
  for (let i = 0; i < length; i += step) {
    const up = v128.not(loadPixel(step, above + i))
    left = i8x16.sub(i8x16.avgr_u(left, up), loadPixel(step, source + i))
    storePixel(step, target + i, v128.not(left))
  }
}

/**
 * Predicts by Paeth: the nearest of left, up and corner to left + up − corner. Ties fall to left, then
 * up.
 *
 *   corner up
 *   left   x
 *
 * With t = 3 corner − left − up this is the larger of left and up where t does not exceed the
 * smaller, the smaller where t reaches the larger, else the corner (Fabian Giesen, in stb_image).
 * Half as many steps wait for the pixel before.
 */
@inline
function paeth(step: i32, source: usize, above: usize, target: usize, length: i32): void {
  let left = i16x8.splat(0)
  let corner = i16x8.splat(0)
  for (let i = 0; i < length; i += step) {
    const up = i16x8.extend_low_i8x16_u(loadPixel(step, above + i))
    const x = i16x8.extend_low_i8x16_u(loadPixel(step, source + i))
    const t = i16x8.sub(i16x8.sub(i16x8.add(corner, i16x8.shl(corner, 1)), up), left)
    const smaller = i16x8.min_s(left, up)
    const larger = i16x8.max_s(left, up)
    const notLarger = i16x8.gt_s(t, smaller)
    const notSmaller = i16x8.gt_s(larger, t)
    const either = v128.or(v128.andnot(larger, notLarger), v128.andnot(smaller, notSmaller))
    const predicted = v128.or(either, v128.and(corner, v128.and(notLarger, notSmaller)))
    // Both have zeros in their high bytes, so nothing carries there.
    left = i8x16.add(x, predicted)
    corner = up
    storePixel(step, target + i, i8x16.narrow_i16x8_u(left, left))
  }
}

function reconstructBytes(filter: i32, source: usize, above: usize, target: usize, length: i32, step: i32): void {
  for (let i = 0; i < length; i++) {
    const left = i >= step ? <i32>load<u8>(target + i - step) : 0
    const up = <i32>load<u8>(above + i)
    const corner = i >= step ? <i32>load<u8>(above + i - step) : 0
    let predicted = left
    if (filter == 3) predicted = (left + up) >> 1
    else if (filter == 4) {
      const toLeft = abs(up - corner)
      const toUp = abs(left - corner)
      const toCorner = abs(left + up - 2 * corner)
      predicted = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
    }
    store<u8>(target + i, <u8>(<i32>load<u8>(source + i) + predicted))
  }
}
