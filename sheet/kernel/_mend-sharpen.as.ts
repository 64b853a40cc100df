// A row of an enlarged picture with sharp edges: see sheet/kernel/mend-sharpen.twin.ts. A vector has the four channels of a pixel.

import { reachMany } from "./_raster-reach.as"

const SHARP: f64 = 2.1
const WIDE: f64 = 3
const LEAST_CONTRAST: f64 = 16
const FULL_CONTRAST: f64 = 32
const END_SHARE: f64 = 0.04
const END_STEP: f64 = 0.25
const MAX_TIMES: i32 = 4

let rows: usize = 0
let middle: usize = 0
let last: i32 = 0
let steps: i32 = 0
let head: v128 = i32x4.splat(0)
let foot: v128 = i32x4.splat(0)

/**
 * Writes a row of `width` pixels of straight RGBA8 with sharp edges to `target`. `rows` are pointers (u32) to it and the rows around it,
 * `⌈2.5 · times⌉ + 1` above and as many below, of a picture that was enlarged so many times.
 */
export function sharpenRow(pointers: usize, width: i32, times: i32, target: usize): void {
  if (width < 1 || times < 1 || times > MAX_TIMES) unreachable()
  steps = (5 * times + 1) >> 1
  const around = steps + 1
  const count = 2 * around + 1
  reachMany(pointers, count, 4)
  for (let i = 0; i < count; i++) reachMany(load<u32>(pointers + (<usize>i << 2)), width, 4)
  reachMany(target, width, 4)
  rows = pointers
  middle = pointers + (<usize>around << 2)
  last = width - 1
  const leastSlope = LEAST_CONTRAST / (WIDE * <f64>times)
  const above = <usize>load<u32>(middle - 4)
  const line = <usize>load<u32>(middle)
  const below = <usize>load<u32>(middle + 4)
  let own = load<u32>(line)
  let left = own
  for (let x = 0; x < width; x++) {
    const at = <usize>x << 2
    const right = x < last ? load<u32>(line + at, 4) : own
    const up = load<u32>(above + at)
    const down = load<u32>(below + at)
    const isFlat = own == left && own == right && own == up && own == down
    store<u32>(target + at, isFlat ? own : sharpened(x, times, leastSlope, own, left, right, up, down))
    left = own
    own = right
  }
}

function sharpened(x: i32, times: i32, leastSlope: f64, pixel: u32, left: u32, right: u32, up: u32, down: u32): u32 {
  const half = f32x4.splat(0.5)
  const across = f32x4.mul(f32x4.sub(premultiplied(right), premultiplied(left)), half)
  const along = f32x4.mul(f32x4.sub(premultiplied(down), premultiplied(up)), half)
  const squares = sumsOf(f32x4.mul(across, across), f32x4.mul(along, along))
  const xx = firstOf(squares)
  const yy = secondOf(squares)
  if (xx + yy < leastSlope * leastSlope) return pixel
  const product = f32x4.mul(across, along)
  const xy = firstOf(sumsOf(product, product))
  // The direction of the greatest change, by the half of an angle.
  const differ = xx - yy
  const both = 2 * xy
  const length = sqrt<f64>(differ * differ + both * both)
  let wayX: f64 = 1
  let wayY: f64 = 0
  if (length > 0 && differ >= 0) {
    wayX = sqrt<f64>(0.5 + (0.5 * differ) / length)
    wayY = both / (2 * length * wayX)
  } else if (length > 0) {
    wayY = sqrt<f64>(0.5 - (0.5 * differ) / length)
    wayX = abs<f64>(both) / (2 * length * wayY)
    if (both < 0) wayY = -wayY
  }
  let rise = f32x4.add(f32x4.mul(across, f32x4.splat(<f32>wayX)), f32x4.mul(along, f32x4.splat(<f32>wayY)))
  const change = f32x4.mul(rise, rise)
  const slope = sqrt<f64>(firstOf(sumsOf(change, change)))
  if (slope == 0) return pixel
  rise = f32x4.div(rise, f32x4.splat(<f32>slope))
  const own = premultiplied(pixel)
  const steepest = follow(x, own, rise, wayX, wayY, slope)
  const way = f32x4.sub(head, foot)
  const sums = sumsOf(f32x4.mul(way, way), f32x4.mul(f32x4.sub(own, foot), way))
  const square = firstOf(sums)
  if (square < LEAST_CONTRAST * LEAST_CONTRAST) return pixel
  const place = secondOf(sums) / square
  const contrast = sqrt<f64>(square)
  const edge = contrast / steepest
  const share =
    within((WIDE - edge / <f64>times) / (WIDE - SHARP)) * within((contrast - LEAST_CONTRAST) / (FULL_CONTRAST - LEAST_CONTRAST))
  if (share == 0 || edge <= 1) return pixel
  const sharper = f32x4.splat(<f32>within(0.5 + (place - 0.5) * edge))
  const wanted = f32x4.add(foot, f32x4.mul(sharper, way))
  return straight(f32x4.add(own, f32x4.mul(f32x4.splat(<f32>share), f32x4.sub(wanted, own))))
}

/**
 * Follows a profile from pixel x in both directions at once, as long as it rises to one and falls to the other, writes its ends to
 * `head` and `foot`, and returns its steepest step.
 */
function follow(x: i32, own: v128, rise: v128, wayX: f64, wayY: f64, slope: f64): f64 {
  head = own
  foot = own
  // A step goes to the next row or column, whichever is farther; the other is drawn between two pixels.
  const isAcross = abs<f64>(wayX) >= abs<f64>(wayY)
  const far = isAcross ? abs<f64>(wayX) : abs<f64>(wayY)
  const forward = (isAcross ? wayX : wayY) < 0 ? -1 : 1
  const aside = (isAcross ? wayY : wayX) / far
  let highest = own
  let lowest = own
  let rises = true
  let falls = true
  let steepUp = slope
  let steepDown = slope
  for (let step = 1; step <= steps; step++) {
    const between = <f64>step * aside
    const before = <i32>floor<f64>(between)
    const part = f32x4.splat(<f32>(between - <f64>before))
    const back = <i32>floor<f64>(-between)
    const backPart = f32x4.splat(<f32>(-between - <f64>back))
    const ahead = step * forward
    const up = isAcross
      ? mixed(x + ahead, before, x + ahead, before + 1, part)
      : mixed(x + before, ahead, x + before + 1, ahead, part)
    const down = isAcross
      ? mixed(x - ahead, back, x - ahead, back + 1, backPart)
      : mixed(x + back, -ahead, x + back + 1, -ahead, backPart)
    const climbed = sumsOf(f32x4.mul(f32x4.sub(up, highest), rise), f32x4.mul(f32x4.sub(lowest, down), rise))
    if (rises) {
      const by = firstOf(climbed) * far
      if (by < END_STEP || by < END_SHARE * steepUp) rises = false
      else {
        steepUp = max<f64>(by, steepUp)
        highest = up
      }
    }
    if (falls) {
      const by = secondOf(climbed) * far
      if (by < END_STEP || by < END_SHARE * steepDown) falls = false
      else {
        steepDown = max<f64>(by, steepDown)
        lowest = down
      }
    }
    if (!rises && !falls) break
  }
  head = highest
  foot = lowest
  return max<f64>(steepUp, steepDown)
}

@inline
function mixed(x: i32, y: i32, otherX: i32, otherY: i32, share: v128): v128 {
  const one = premultiplied(pixelAt(x, y))
  return f32x4.add(one, f32x4.mul(f32x4.sub(premultiplied(pixelAt(otherX, otherY)), one), share))
}

@inline
function pixelAt(x: i32, y: i32): u32 {
  const column = max(0, min(last, x))
  return load<u32>(<usize>load<u32>(middle + <usize>(y << 2)) + (<usize>column << 2))
}

/** Returns a pixel's channels as its alpha lets them count, in codes; alpha itself as it is. */
@inline
function premultiplied(pixel: u32): v128 {
  const codes = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(pixel)))
  const alpha = pixel >>> 24
  if (alpha == 255) return f32x4.convert_i32x4_s(codes)
  const weights = i32x4.replace_lane(i32x4.splat(alpha), 3, 255)
  return f32x4.div(f32x4.convert_i32x4_s(i32x4.mul(codes, weights)), f32x4.splat(255))
}

function straight(colour: v128): u32 {
  const alpha = f32x4.extract_lane(colour, 3)
  const level = <i32>floor<f64>(<f64>alpha + 0.5)
  if (level <= 0) return 0
  const codes = f32x4.div(f32x4.mul(colour, f32x4.splat(255)), f32x4.splat(alpha))
  const rounded = i32x4.trunc_sat_f32x4_s(f32x4.floor(f32x4.add(codes, f32x4.splat(0.5))))
  const held = i32x4.min_s(i32x4.max_s(rounded, i32x4.splat(0)), i32x4.splat(255))
  return (
    <u32>i32x4.extract_lane(held, 0) |
    (<u32>i32x4.extract_lane(held, 1) << 8) |
    (<u32>i32x4.extract_lane(held, 2) << 16) |
    (<u32>min(255, level) << 24)
  )
}

/** Returns the sums of two times four numbers, the first two and the last two together first; read them by firstOf and secondOf. */
@inline
function sumsOf(one: v128, other: v128): v128 {
  const pairs = f32x4.add(v128.shuffle<i32>(one, other, 0, 2, 4, 6), v128.shuffle<i32>(one, other, 1, 3, 5, 7))
  return f32x4.add(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2))
}

@inline
function firstOf(sums: v128): f64 {
  return <f64>f32x4.extract_lane(sums, 0)
}

@inline
function secondOf(sums: v128): f64 {
  return <f64>f32x4.extract_lane(sums, 2)
}

@inline
function within(share: f64): f64 {
  return max<f64>(0, min<f64>(1, share))
}
