// Planes of straight RGBA8 pixels, as formats other than PNG need them: colours and alphas apart, a
// white plane beside them, and the predictor of TIFF.

import { PAD, reach, reachMany } from "./_raster-reach.as"

/** The largest choke, in pixels. */
const MAX_RADIUS: i32 = 5

/** Copies the red, green and blue of `pixels` pixels, three bytes each. */
export function takeColours(source: usize, pixels: i32, target: usize): void {
  reachMany(source, pixels, 4)
  reachMany(target, pixels, 3)
  const whole = pixels & ~3
  for (let i = 0; i < whole; i += 4) {
    const x = v128.load(source + (<usize>i << 2))
    // The last four bytes stand where the next pixels come, or in the padding.
    v128.store(target + <usize>i * 3, v128.shuffle<u8>(x, x, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15, 15, 15, 15))
  }
  for (let i = whole; i < pixels; i++) {
    const pixel = load<u32>(source + (<usize>i << 2))
    const to = target + <usize>i * 3
    store<u16>(to, <u16>pixel)
    store<u8>(to, <u8>(pixel >> 16), 2)
  }
}

/** Copies the alphas of `rows` rows of `width` pixels, a byte each; a row begins `targetStride` bytes on. */
export function takeAlphas(source: usize, width: i32, rows: i32, target: usize, targetStride: i32): void {
  if (targetStride < width) unreachable()
  reachMany(source, width, 4)
  reachMany(source, rows, width * 4)
  reachMany(target, rows, targetStride)
  const whole = width & ~15
  for (let row = 0; row < rows; row++, source += <usize>width << 2, target += targetStride) {
    let i = 0
    for (; i < whole; i += 16) {
      const at = source + (<usize>i << 2)
      const low = i16x8.narrow_i32x4_u(i32x4.shr_u(v128.load(at), 24), i32x4.shr_u(v128.load(at, 16), 24))
      const high = i16x8.narrow_i32x4_u(i32x4.shr_u(v128.load(at, 32), 24), i32x4.shr_u(v128.load(at, 48), 24))
      v128.store(target + i, i8x16.narrow_i16x8_u(low, high))
    }
    for (; i < width; i++) store<u8>(target + i, load<u8>(source + (<usize>i << 2), 3))
  }
}

/**
 * Makes rows of RGBA8 from planes: `colours` as filterRows leaves rows of red, green and blue, `alphas`
 * plain, a byte a pixel. The row above the first lies directly before `target`; its alphas do not
 * count.
 */
export function joinPlanes(colours: usize, alphas: usize, width: i32, rows: i32, target: usize): void {
  reachMany(colours, width, 3)
  reachMany(colours, rows, width * 3 + 1)
  reachMany(alphas, rows, width)
  reachMany(target, width, 4)
  reachMany(target, rows, width * 4)
  const rowBytes = <usize>width << 2
  if (rowBytes > target) unreachable()
  const colourBits = i32x4.splat(0x00ffffff)
  const whole = width & ~3
  for (let row = 0; row < rows; row++, colours += <usize>width * 3 + 1, alphas += width, target += rowBytes) {
    const above = target - rowBytes
    let i = 0
    for (; i < whole; i += 4) {
      const at = <usize>i << 2
      const alpha = v128.load32_zero(alphas + i)
      // Past the last pixel's colours lie those of the next row, or the padding: none of them is used.
      const step = v128.shuffle<u8>(v128.load(colours + <usize>i * 3, 1), alpha, 0, 1, 2, 16, 3, 4, 5, 17, 6, 7, 8, 18, 9, 10, 11, 19)
      v128.store(target + at, i8x16.add(step, v128.and(v128.load(above + at), colourBits)))
    }
    for (; i < width; i++) {
      const from = colours + <usize>i * 3
      const at = <usize>i << 2
      for (let c: usize = 0; c < 3; c++) store<u8>(target + at + c, load<u8>(from + c, 1) + load<u8>(above + at + c))
      store<u8>(target + at, load<u8>(alphas + i), 3)
    }
  }
}

/** Makes pixels of five bytes: red, green, blue, alpha and the white beneath. */
export function addWhite(source: usize, white: usize, pixels: i32, target: usize): void {
  reachMany(source, pixels, 4)
  reach(white, pixels)
  reachMany(target, pixels, 5)
  for (let i = 0; i < pixels; i++) {
    const to = target + <usize>i * 5
    store<u32>(to, load<u32>(source + (<usize>i << 2)))
    store<u8>(to, load<u8>(white + i), 4)
  }
}

/**
 * Makes one row of white: each pixel is the least alpha within `radius` pixels around it.
 *
 *   radius 2      · · o · ·
 *                 · o o o ·     dx² + dy² ≤ radius²
 *                 o o x o o
 *                 · o o o ·
 *                 · · o · ·
 *
 * `source` is the row's first alpha; `radius` rows lie above and below it, `stride` bytes apart, and
 * `radius` bytes left and right of each row count as well.
 */
export function chokeRow(source: usize, stride: i32, width: i32, radius: i32, target: usize): void {
  if (radius < 0 || radius > MAX_RADIUS || width < 0 || stride < width + radius) unreachable()
  const above = <usize>radius * <usize>stride + <usize>radius
  if (source < above) unreachable()
  reachMany(source - above, 2 * radius + 1, stride)
  reach(source + above, width)
  reach(target, width)
  // Padding covers the last vector, which is loaded up to `radius` bytes on.
  if (radius + 16 > PAD) unreachable()
  const zero = i8x16.splat(0)
  for (let i = 0; i < width; i += 16) {
    let least = v128.load(source + i)
    if (v128.any_true(least)) {
      let reachAcross = radius
      for (let dy = 0; dy <= radius; dy++) {
        while (reachAcross * reachAcross + dy * dy > radius * radius) reachAcross--
        const row = <usize>dy * <usize>stride
        for (let dx = -reachAcross; dx <= reachAcross; dx++) {
          const at = source + i + dx
          least = i8x16.min_u(least, i8x16.min_u(v128.load(at - row), v128.load(at + row)))
        }
      }
    } else least = zero
    v128.store(target + i, least)
  }
}

/**
 * Applies TIFF's predictor 2 to `rows` rows: each sample less the same sample of the pixel before. The
 * first pixel of a row stays.
 */
export function differRows(source: usize, rowBytes: i32, rows: i32, pixelBytes: i32, target: usize): void {
  if (pixelBytes < 1 || rowBytes < pixelBytes) unreachable()
  reachMany(source, rows, rowBytes)
  reachMany(target, rows, rowBytes)
  for (let row = 0; row < rows; row++, source += rowBytes, target += rowBytes) {
    memory.copy(target, source, pixelBytes)
    const whole = pixelBytes + ((rowBytes - pixelBytes) & ~15)
    let i = pixelBytes
    for (; i < whole; i += 16) v128.store(target + i, i8x16.sub(v128.load(source + i), v128.load(source + i - pixelBytes)))
    for (; i < rowBytes; i++) store<u8>(target + i, load<u8>(source + i) - load<u8>(source + i - pixelBytes))
  }
}
