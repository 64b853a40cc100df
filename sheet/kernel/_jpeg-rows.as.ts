// From planes of samples to rows of RGBA: the triangle filters of libjpeg's "fancy" upsampling and
// its 16-bit fixed-point colour conversion, to the same bytes. Input rows need 16 spare bytes
// before and 32 after. Output rows may be written up to the next 16 samples.

/**
 * Repeats the first and last sample outside the row, so the filters need no special case at the
 * edges.
 */
// @ts-ignore: decorator
@inline
function extendEdges(row: usize, width: i32): void {
  store<u8>(row - 1, load<u8>(row))
  store<u8>(row + <usize>width, load<u8>(row + <usize>width - 1))
}

/** Doubles the width. Each sample weighs 3/4, its nearer neighbour 1/4. `width` counts input samples. */
export function upsampleH2V1(row: usize, out: usize, width: i32): void {
  extendEdges(row, width)
  const one = i16x8.splat(1)
  const two = i16x8.splat(2)
  const three = i16x8.splat(3)
  for (let x = 0; x < width; x += 8, row += 8, out += 16) {
    const centre = i16x8.mul(v128.load_ext<u8>(row), three)
    const left = v128.load_ext<u8>(row - 1)
    const right = v128.load_ext<u8>(row + 1)
    const even = i16x8.shr_u(i16x8.add(i16x8.add(centre, left), one), 2)
    const odd = i16x8.shr_u(i16x8.add(i16x8.add(centre, right), two), 2)
    v128.store(out, v128.or(even, i16x8.shl(odd, 8)))
  }
}

/** Doubles the width between two rows: `near` weighs 3/4, `far` 1/4, then as above. */
export function upsampleH2V2(near: usize, far: usize, out: usize, width: i32): void {
  extendEdges(near, width)
  extendEdges(far, width)
  const three = i16x8.splat(3)
  const seven = i16x8.splat(7)
  const eight = i16x8.splat(8)
  let before = blend(near - 8, far - 8)
  let here = blend(near, far)
  for (let x = 0; x < width; x += 8, out += 16) {
    near += 8
    far += 8
    const behind = blend(near, far)
    const left = v128.shuffle<i16>(before, here, 7, 8, 9, 10, 11, 12, 13, 14)
    const right = v128.shuffle<i16>(here, behind, 1, 2, 3, 4, 5, 6, 7, 8)
    const centre = i16x8.mul(here, three)
    const even = i16x8.shr_u(i16x8.add(i16x8.add(centre, left), eight), 4)
    const odd = i16x8.shr_u(i16x8.add(i16x8.add(centre, right), seven), 4)
    v128.store(out, v128.or(even, i16x8.shl(odd, 8)))
    before = here
    here = behind
  }
}

/** Returns eight samples between two rows, times four. */
// @ts-ignore: decorator
@inline
function blend(near: usize, far: usize): v128 {
  return i16x8.add(i16x8.mul(v128.load_ext<u8>(near), i16x8.splat(3)), v128.load_ext<u8>(far))
}

/**
 * Interpolates between two rows, at the same width. `bias` is 1 for the upper output row of a sample
 * and 2 for the lower.
 */
export function upsampleH1V2(near: usize, far: usize, out: usize, width: i32, bias: i32): void {
  const three = i16x8.splat(3)
  const rounding = i16x8.splat(<i16>bias)
  for (let x = 0; x < width; x += 16, near += 16, far += 16, out += 16) {
    const low = i16x8.add(i16x8.add(i16x8.mul(v128.load_ext<u8>(near), three), v128.load_ext<u8>(far)), rounding)
    const high = i16x8.add(i16x8.add(i16x8.mul(v128.load_ext<u8>(near, 8), three), v128.load_ext<u8>(far, 8)), rounding)
    v128.store(out, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 2), i16x8.shr_u(high, 2)))
  }
}

/** Repeats each sample `times` times, for the samplings that libjpeg does not interpolate. */
export function replicate(row: usize, out: usize, width: i32, times: i32): void {
  for (let x = 0; x < width; x++) {
    const value = load<u8>(row + <usize>x)
    for (let i = 0; i < times; i++, out++) store<u8>(out, value)
  }
}

/**
 * Converts YCbCr of JFIF to RGBA. 1.402 = 1 + 26345/65536, 1.772 = 2 − 14942/65536, 0.71414 = 1 −
 * 18734/65536. Red and blue take one product each, which the rounding multiplication in 1/32768
 * makes at once. It is exact for 7471 = 14942 / 2. With 13173 for 13172.5 it rounds to the same
 * integer at each of the 256 values of Cr.
 */
export function yccToRgba(yRow: usize, cbRow: usize, crRow: usize, out: usize, width: i32): void {
  const centre = i16x8.splat(128)
  const half = i32x4.splat(32768)
  const ofRed = i16x8.splat(13173)
  const ofGreen = i16x8(-22554, 18734, -22554, 18734, -22554, 18734, -22554, 18734)
  const ofBlue = i16x8.splat(-7471)
  for (let x = 0; x < width; x += 8, yRow += 8, cbRow += 8, crRow += 8, out += 32) {
    const y = v128.load_ext<u8>(yRow)
    const cb = i16x8.sub(v128.load_ext<u8>(cbRow), centre)
    const cr = i16x8.sub(v128.load_ext<u8>(crRow), centre)
    const low = v128.shuffle<i16>(cb, cr, 0, 8, 1, 9, 2, 10, 3, 11)
    const high = v128.shuffle<i16>(cb, cr, 4, 12, 5, 13, 6, 14, 7, 15)
    const red = i16x8.add(i16x8.add(y, cr), i16x8.q15mulr_sat_s(cr, ofRed))
    const green = i16x8.add(i16x8.sub(y, cr), scaled(low, high, ofGreen, half))
    const blue = i16x8.add(i16x8.add(y, i16x8.shl(cb, 1)), i16x8.q15mulr_sat_s(cb, ofBlue))
    interleave(i8x16.narrow_i16x8_u(red, green), i8x16.narrow_i16x8_u(blue, blue), out)
  }
}

// @ts-ignore: decorator
@inline
function scaled(low: v128, high: v128, factors: v128, half: v128): v128 {
  const a = i32x4.shr_s(i32x4.add(v128.dot<i16>(low, factors), half), 16)
  const b = i32x4.shr_s(i32x4.add(v128.dot<i16>(high, factors), half), 16)
  return i16x8.narrow_i32x4_s(a, b)
}

/** Stores eight opaque pixels from `rg` (8 red, 8 green) and `b` (8 blue). */
// @ts-ignore: decorator
@inline
function interleave(rg: v128, b: v128, out: usize): void {
  const opaque = i8x16.splat(-1)
  const redGreen = v128.shuffle<u8>(rg, rg, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15)
  const blueAlpha = v128.shuffle<u8>(b, opaque, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
  v128.store(out, v128.shuffle<u16>(redGreen, blueAlpha, 0, 8, 1, 9, 2, 10, 3, 11))
  v128.store(out, v128.shuffle<u16>(redGreen, blueAlpha, 4, 12, 5, 13, 6, 14, 7, 15), 16)
}

/**
 * Interleaves three planes that are red, green and blue (or, before joinBlack, cyan, magenta and
 * yellow) already.
 */
export function planesToRgba(red: usize, green: usize, blue: usize, out: usize, width: i32): void {
  for (let x = 0; x < width; x += 8, red += 8, green += 8, blue += 8, out += 32) {
    const rg = v128.shuffle<u8>(v128.load64_zero(red), v128.load64_zero(green), 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23)
    interleave(rg, v128.load64_zero(blue), out)
  }
}

export function greyToRgba(grey: usize, out: usize, width: i32): void {
  for (let x = 0; x < width; x += 8, grey += 8, out += 32) {
    const g = v128.load64_zero(grey)
    interleave(v128.shuffle<u8>(g, g, 0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7), g, out)
  }
}

/**
 * Puts the black plane in place of alpha. A flip replaces a value by 255 − value, for files that store light instead
 * of ink.
 */
export function joinBlack(rgba: usize, black: usize, width: i32, flipColour: i32, flipBlack: i32): void {
  const colourMask = flipColour ? <u32>0x00ffffff : 0
  const blackMask = flipBlack ? <u32>0xff : 0
  for (let x = 0; x < width; x++, rgba += 4) {
    const k = <u32>load<u8>(black + <usize>x) ^ blackMask
    store<u32>(rgba, ((load<u32>(rgba) ^ colourMask) & 0x00ffffff) | (k << 24))
  }
}

/** Mirrors a row of pixels in place. */
export function reverseRow(rgba: usize, width: i32): void {
  let left = rgba
  let right = rgba + (<usize>(width - 1) << 2)
  while (left < right) {
    const pixel = load<u32>(left)
    store<u32>(left, load<u32>(right))
    store<u32>(right, pixel)
    left += 4
    right -= 4
  }
}

/**
 * Copies `columns` (16 or fewer) pixel columns of a strip to rows of `height` pixels each. It reads
 * whole cache lines of the strip and writes the rows side by side. `isReversed` reads the strip
 * from its last row up.
 */
export function turnColumns(strip: usize, strideBytes: i32, height: i32, columns: i32, out: usize, isReversed: i32): void {
  const step = isReversed ? -strideBytes : strideBytes
  let from = isReversed ? strip + <usize>(height - 1) * <usize>strideBytes : strip
  const rowBytes = <usize>height << 2
  for (let y = 0; y < height; y++) {
    let to = out + (<usize>y << 2)
    for (let x = 0; x < columns; x++, to += rowBytes) store<u32>(to, load<u32>(from + (<usize>x << 2)))
    from += step
  }
}
