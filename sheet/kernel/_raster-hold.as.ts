// Holds resampled pixels between the values of the pixels nearest to them ("near"). Otherwise the
// filter's negative lobes leave ghosts of ink beside hard edges, and bright and dark lines inside:
//
//   alpha     stays between theirs, so there is no ink where they have none
//   colours   before multiplication by alpha, stay between those of near pixels with any ink. Where
//             all is opaque, they may leave that range by SLACK: grain and fine texture stay as
//             the filter has them, and hard edges ring by six levels of 255 at most, both passes
//             together

/** Full alpha. */
export const FULL: i32 = 16320

/** Half a level of alpha; a pixel with less leaves nothing. */
export const NOTHING: i32 = 32

/**
 * The distance by which each pass may take a colour past its nearest where the whole window is opaque:
 * in levels, and in channel units.
 */
const SLACK: i32 = 3
const SLACK_64: i16 = 192

/**
 * Holds one premultiplied pixel, in the lower lanes, between `count` source pixels of straight
 * RGBA8. Loads overlap rather than pass the ends.
 */
@inline
export function holdAcross(pixel: v128, source: usize, count: i32): v128 {
  const end = source + (<usize>count << 2)
  let low = v128.load32_splat(source)
  let high = low
  if (count > 4) {
    low = v128.load(end - 16)
    high = low
    for (let at = source; at < end - 16; at += 16) {
      const x = v128.load(at)
      low = i8x16.min_u(low, x)
      high = i8x16.max_u(high, x)
    }
    low = i8x16.min_u(low, v128.shuffle<i64>(low, low, 1, 0))
    high = i8x16.max_u(high, v128.shuffle<i64>(high, high, 1, 0))
  } else if (count > 1) {
    const first = v128.load64_splat(source)
    const last = v128.load64_splat(end - 8)
    low = i8x16.min_u(first, last)
    high = i8x16.max_u(first, last)
  }
  low = i8x16.min_u(low, v128.shuffle<i32>(low, low, 1, 0, 3, 2))
  high = i8x16.max_u(high, v128.shuffle<i32>(high, high, 1, 0, 3, 2))
  const leastAlpha = <i32>i8x16.extract_lane_u(low, 3)
  const greatestAlpha = <i32>i8x16.extract_lane_u(high, 3)
  const sum = <i32>i16x8.extract_lane_s(pixel, 3)
  if (leastAlpha == 255) {
    const slack = i32x4.splat(sum == FULL ? SLACK | (SLACK << 8) | (SLACK << 16) : 0)
    low = i16x8.shl(i16x8.extend_low_i8x16_u(i8x16.sub_sat_u(low, slack)), 6)
    high = i16x8.shl(i16x8.extend_low_i8x16_u(i8x16.add_sat_u(high, slack)), 6)
    return i16x8.min_s(i16x8.max_s(pixel, low), high)
  }
  if (greatestAlpha == 0) return i16x8.splat(0)
  return holdInk(pixel, source, end, min(max(sum, leastAlpha << 6), greatestAlpha << 6))
}

/**
 * Holds a pixel beside pixels that are not opaque. The colours of clear pixels do not count, and
 * `alpha` is already known.
 */
@inline
function holdInk(pixel: v128, source: usize, end: usize, alpha: i32): v128 {
  let low = i32x4.splat(-1)
  let high = i32x4.splat(0)
  for (; source < end; source += 4) {
    const x = v128.load32_splat(source)
    const isInk = i32x4.gt_u(x, i32x4.splat(0xffffff))
    low = i8x16.min_u(low, v128.or(x, v128.not(isInk)))
    high = i8x16.max_u(high, v128.and(x, isInk))
  }
  const alphas = i16x8.splat(<i16>alpha)
  low = i16x8.q15mulr_sat_s(alphas, fractions(low))
  high = i16x8.q15mulr_sat_s(alphas, fractions(high))
  return i16x8.replace_lane(i16x8.min_s(i16x8.max_s(pixel, low), high), 3, <i16>alpha)
}

/**
 * Returns the lower eight channels as 15-bit fractions of 255, 32767 for 255. Multiplied by an alpha
 * they round to the exact result.
 */
@inline
function fractions(channels: v128): v128 {
  const x = i16x8.extend_low_i8x16_u(channels)
  return i16x8.add(i16x8.shl(x, 7), i16x8.shr_u(x, 1))
}

/** Returns the lesser alpha of two premultiplied pixels. */
@inline
export function lesserAlpha(pixels: v128): i32 {
  return min(<i32>i16x8.extract_lane_s(pixels, 3), <i32>i16x8.extract_lane_s(pixels, 7))
}

/** Returns the greater alpha of two premultiplied pixels. */
@inline
export function greaterAlpha(pixels: v128): i32 {
  return max(<i32>i16x8.extract_lane_s(pixels, 3), <i32>i16x8.extract_lane_s(pixels, 7))
}

/** Holds two pixels with opaque near ones, rounded to levels of 255. */
@inline
export function holdOpaque(pixels: v128, least: v128, greatest: v128): v128 {
  const alphas = v128.shuffle<i16>(pixels, pixels, 3, 3, 3, 3, 7, 7, 7, 7)
  const isOpaque = i16x8.eq(alphas, i16x8.splat(<i16>FULL))
  const slack = v128.and(isOpaque, i16x8(SLACK_64, SLACK_64, SLACK_64, 0, SLACK_64, SLACK_64, SLACK_64, 0))
  const held = i16x8.min_s(i16x8.max_s(pixels, i16x8.sub(least, slack)), i16x8.add(greatest, slack))
  return i16x8.shr_s(i16x8.add(held, i16x8.splat(<i16>NOTHING)), 6)
}

/**
 * Converts four premultiplied pixels to straight ones, between those at `offset` of the near rows:
 * colours × 255 / alpha, alpha / 64, rounded. Rows with less than half a level of alpha have no usable
 * colour. Opaque pixels come out as from holdOpaque.
 */
export function divideInk(left: v128, right: v128, rows: usize, end: usize, offset: usize): v128 {
  const nothing = i32x4.splat(NOTHING)
  const full = i32x4.splat(FULL)
  const most = f32x4.splat(255)
  let leastAlpha = full
  let greatestAlpha = i32x4.splat(0)
  let lowRed = most
  let lowGreen = most
  let lowBlue = most
  let highRed = f32x4.splat(0)
  let highGreen = highRed
  let highBlue = highRed
  for (; rows < end; rows += 4) {
    const row = <usize>load<u32>(rows) + offset
    const nearLeft = v128.load(row)
    const nearRight = v128.load(row, 16)
    const redGreen = redAndGreen(nearLeft, nearRight)
    const blueAlpha = blueAndAlpha(nearLeft, nearRight)
    const alpha = i32x4.extend_high_i16x8_s(blueAlpha)
    leastAlpha = i32x4.min_s(leastAlpha, alpha)
    greatestAlpha = i32x4.max_s(greatestAlpha, alpha)
    const isInk = i32x4.ge_s(alpha, nothing)
    const scale = f32x4.div(most, f32x4.convert_i32x4_s(alpha))
    const red = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(redGreen)), scale)
    const green = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(redGreen)), scale)
    const blue = f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(blueAlpha)), scale)
    lowRed = f32x4.pmin(lowRed, v128.bitselect(red, most, isInk))
    lowGreen = f32x4.pmin(lowGreen, v128.bitselect(green, most, isInk))
    lowBlue = f32x4.pmin(lowBlue, v128.bitselect(blue, most, isInk))
    highRed = f32x4.pmax(highRed, v128.and(red, isInk))
    highGreen = f32x4.pmax(highGreen, v128.and(green, isInk))
    highBlue = f32x4.pmax(highBlue, v128.and(blue, isInk))
  }
  const redGreen = redAndGreen(left, right)
  const blueAlpha = blueAndAlpha(left, right)
  const sum = i32x4.extend_high_i16x8_s(blueAlpha)
  const alpha = i32x4.min_s(i32x4.max_s(sum, leastAlpha), greatestAlpha)
  const scale = f32x4.div(most, f32x4.convert_i32x4_s(alpha))
  const isOpaque = v128.and(i32x4.eq(leastAlpha, full), i32x4.eq(sum, full))
  const slack = v128.and(isOpaque, f32x4.splat(<f32>SLACK))
  const red = holdLevels(i32x4.extend_low_i16x8_s(redGreen), scale, lowRed, highRed, slack)
  const green = holdLevels(i32x4.extend_high_i16x8_s(redGreen), scale, lowGreen, highGreen, slack)
  const blue = holdLevels(i32x4.extend_low_i16x8_s(blueAlpha), scale, lowBlue, highBlue, slack)
  const level = i32x4.shr_s(i32x4.add(alpha, nothing), 6)
  const colours = v128.or(red, v128.or(i32x4.shl(green, 8), i32x4.shl(blue, 16)))
  return v128.and(v128.or(colours, i32x4.shl(level, 24)), i32x4.ge_s(alpha, nothing))
}

/** Returns the red channels of four pixels, then the green ones. */
@inline
function redAndGreen(left: v128, right: v128): v128 {
  return v128.shuffle<i16>(left, right, 0, 4, 8, 12, 1, 5, 9, 13)
}

@inline
function blueAndAlpha(left: v128, right: v128): v128 {
  return v128.shuffle<i16>(left, right, 2, 6, 10, 14, 3, 7, 11, 15)
}

@inline
function holdLevels(channel: v128, scale: v128, low: v128, high: v128, slack: v128): v128 {
  const level = f32x4.mul(f32x4.convert_i32x4_s(channel), scale)
  const held = f32x4.pmin(f32x4.pmax(level, f32x4.sub(low, slack)), f32x4.add(high, slack))
  const nearest = i32x4.trunc_sat_f32x4_s(f32x4.add(held, f32x4.splat(0.5)))
  return i32x4.min_s(i32x4.max_s(nearest, i32x4.splat(0)), i32x4.splat(255))
}
