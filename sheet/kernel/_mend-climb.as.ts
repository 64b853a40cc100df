// The foregrounds of a ground's edges: see sheet/kernel/mend-climb.twin.ts.

import {
  along, alongFour, checkInside, colour, faint, groundTwice, isArt, MIX_ROUNDING, mixSlack, noise, openBlock, OUTSIDE,
  pixelAt, pixels, square, stateAt, stride, take, wayTwice,
} from "./_mend-block.as"
import { reachMany } from "./_raster-reach.as"

const LEAST_RISE: f64 = 0.05
const RISE_ROUNDING: f64 = 0.75
const END_ROUNDING: f64 = 0.4
const FULL_SHARE: f64 = 0.03
const LEVEL: f64 = 0.6
const STEADY: f64 = 1.5
const OFF_WAY: f64 = 2
const ALONE: f64 = 2
const MAX_SEARCH: i32 = 8
/** A mark of a foreground that is known; colours are less. */
const KNOWN: u32 = 1 << 24

/** The steps to the pixels around one, ring by ring, in the order of rows; 8 k of them are k pixels away. */
const STEPS = memory.data(4 * 4 * MAX_SEARCH * (MAX_SEARCH + 1), 16)
/** The highest pixel up to each ring around the end of a climb, and its rise. */
const TOPS = memory.data(4 * (MAX_SEARCH + 1), 16)
const RISES = memory.data(8 * (MAX_SEARCH + 1), 16)

/**
 * Writes the foregrounds (0xbbggrr) of `count` pixels of a block's outline, whose places are at `queue`, to their places of `fores`.
 * All lie 2 · `search` + `climb` + 1 pixels within the block. `known` is scratch of 4 bytes for each of the block's pixels.
 */
export function findForegrounds(record: usize, queue: usize, count: i32, climb: i32, search: i32, known: usize, fores: usize): void {
  const room = openBlock(record)
  if (climb < 0 || climb > stride || search < 2 || search > MAX_SEARCH) unreachable()
  reachMany(queue, count, 4)
  reachMany(known, room, 4)
  reachMany(fores, room, 4)
  writeSteps(search)
  memory.fill(known, 0, <usize>room << 2)
  const around = climb + 2 * search + 1
  for (let i = 0; i < count; i++) {
    const start = load<i32>(queue + (<usize>i << 2))
    checkInside(start, around)
    store<u32>(fores + (<usize>start << 2), foregroundOf(start, climb, search, known))
  }
}

function writeSteps(search: i32): void {
  let to = STEPS
  for (let k = 1; k <= search; k++)
    for (let y = -k; y <= k; y++)
      for (let x = -k; x <= k; x += y == -k || y == k ? 1 : 2 * k, to += 4) store<i32>(to, y * stride + x)
}

@inline
function ring(k: i32): usize {
  return STEPS + (<usize>(k * (k - 1)) << 4)
}

function foregroundOf(start: i32, climb: i32, search: i32, known: usize): u32 {
  let length = take(pixelAt(start))
  if (length <= ALONE * faint && isAlone(start)) return colour
  let peak: f64 = 0
  for (let step = ring(1); step < ring(2); step += 4) {
    const next = start + load<i32>(step)
    if (stateAt(next) == OUTSIDE) continue
    const pixel = pixelAt(next)
    peak = max(peak, pixel >>> 24 == 0 ? length : -riseTo(pixel, length))
  }
  let at = start
  for (;;) {
    let way: f64 = 1
    let next = climbFrom(at, length, ring(1), ring(2), max(RISE_ROUNDING + noise, LEAST_RISE * peak))
    if (next < 0) {
      way = 2
      next = climbFrom(at, length, ring(2), ring(3), max(RISE_ROUNDING + noise, 2 * LEAST_RISE * peak))
    }
    if (next < 0 || distance(start, next) > climb) break
    const pixel = pixelAt(next)
    peak = max(peak, riseTo(pixel, length) / way)
    at = next
    length = take(pixel)
  }
  // All climbs that end here have the same foreground.
  const place = known + (<usize>at << 2)
  let fore = load<u32>(place)
  if (fore == 0) {
    fore = KNOWN | fullColour(settled(at, length, search))
    store<u32>(place, fore)
  }
  return fore & ~KNOWN
}

function fullColour(end: i32): u32 {
  const pixel = pixelAt(end)
  if (noise == 0) return pixel & 0xffffff
  const length = take(pixel)
  return length <= faint || (length <= ALONE * faint && !isAsFull(end, length)) ? colour : smoothed(end)
}

function settled(end: i32, length: f64, search: i32): i32 {
  if (isPlain(end)) return end
  store<i32>(TOPS, -1)
  store<f64>(RISES, 0)
  lookAt(end, length, 1)
  let level = 0
  for (; level + 2 <= search; level++) {
    lookAt(end, length, level + 2)
    if (riseOf(level + 2) - riseOf(level) <= LEVEL + noise) break
  }
  if (level + 2 > search) level = riseOf(1) > STEADY * (riseOf(2) - riseOf(1)) ? 1 : 0
  const top = load<i32>(TOPS + (<usize>level << 2))
  const at = top < 0 ? end : top
  const fullLength = take(pixelAt(at))
  if (isAsFull(at, fullLength)) return at
  const least = RISE_ROUNDING + noise + FULL_SHARE * fullLength
  const thicker = climbFrom(at, fullLength, ring(1), ring(search + 1), least)
  return thicker < 0 ? at : thicker
}

function lookAt(end: i32, length: f64, k: i32): void {
  const before = riseOf(k - 1)
  const top = climbFrom(end, length, ring(k), ring(k + 1), max(END_ROUNDING + noise, before))
  const place = <usize>k << 2
  store<i32>(TOPS + place, top < 0 ? load<i32>(TOPS + place - 4) : top)
  store<f64>(RISES + (place << 1), top < 0 ? before : riseTo(pixelAt(top), length))
}

@inline
function riseOf(k: i32): f64 {
  return load<f64>(RISES + (<usize>k << 3))
}

/** Returns the pixel, by steps from `step` to `end`, that rises the most above one that may be its mixture; -1 if none does by more than `least`. */
function climbFrom(at: i32, length: f64, step: usize, end: usize, least: f64): i32 {
  if (length == 0) return -1
  const slack = mixSlack(length)
  const ground = groundTwice()
  const way = wayTwice()
  const from = pixels + (<usize>at << 2)
  let best = -1
  let most = least
  let bound = i32x4.splat(boundOf(most, length))
  for (; step < end; step += 16) {
    let four = v128.load32_zero(from + <usize>(load<i32>(step) << 2))
    four = v128.load32_lane(from + <usize>(load<i32>(step, 4) << 2), four, 1)
    four = v128.load32_lane(from + <usize>(load<i32>(step, 8) << 2), four, 2)
    four = v128.load32_lane(from + <usize>(load<i32>(step, 12) << 2), four, 3)
    for (let higher = i32x4.bitmask(i32x4.gt_s(alongFour(four, ground, way), bound)); higher != 0; higher &= higher - 1) {
      const next = at + load<i32>(step + (<usize>ctz(higher) << 2))
      if (!isArt(next)) continue
      const pixel = pixelAt(next)
      const rise = riseTo(pixel, length)
      if (rise <= most) continue
      const far = rise + length
      const off = length * sqrt<f64>(max<f64>(0, 1 - (far * far) / <f64>square(pixel)))
      const score = off > slack ? rise - OFF_WAY * (off - slack) : rise
      if (score <= most) continue
      most = score
      best = next
      bound = i32x4.splat(boundOf(most, length))
    }
  }
  return best
}

/** Returns what `along` is at most where a pixel does not rise by `most`, less what rounding may take. */
@inline
function boundOf(most: f64, length: f64): i32 {
  return <i32>((most + length) * length - 1)
}

/** Returns by how much a colour rises above the way taken, which is `length` long. */
@inline
function riseTo(pixel: u32, length: f64): f64 {
  return length == 0 ? 0 : <f64>along(pixel) / length - length
}

function isAlone(at: i32): bool {
  for (let step = ring(1); step < ring(2); step += 4) if (isArt(at + load<i32>(step))) return false
  return true
}

function isPlain(at: i32): bool {
  const pixel = pixelAt(at)
  return (
    (pixel == pixelAt(at - 1) || pixel == pixelAt(at + 1)) && (pixel == pixelAt(at - stride) || pixel == pixelAt(at + stride))
  )
}

function isAsFull(at: i32, length: f64): bool {
  const slack = MIX_ROUNDING + noise + FULL_SHARE * length
  const pixel = pixelAt(at)
  return (
    (isAlike(pixel, at - 1, slack) || isAlike(pixel, at + 1, slack)) &&
    (isAlike(pixel, at - stride, slack) || isAlike(pixel, at + stride, slack))
  )
}

@inline
function isAlike(pixel: u32, next: i32, slack: f64): bool {
  return isArt(next) && apart(pixel, pixelAt(next)) <= slack
}

/** Returns the mean of a pixel and those beside it that differ by noise. */
function smoothed(at: i32): u32 {
  const pixel = pixelAt(at)
  let red: u32 = 0
  let green: u32 = 0
  let blue: u32 = 0
  let count: u32 = 0
  for (let step = ring(1) - 4; step < ring(2); step += 4) {
    const next = step < ring(1) ? at : at + load<i32>(step)
    if (!isAlike(pixel, next, MIX_ROUNDING + 2 * noise)) continue
    const other = pixelAt(next)
    count++
    red += other & 255
    green += (other >>> 8) & 255
    blue += (other >>> 16) & 255
  }
  if (count == 0) return pixel & 0xffffff
  return rounded(red, count) | (rounded(green, count) << 8) | (rounded(blue, count) << 16)
}

@inline
function rounded(sum: u32, count: u32): u32 {
  return (2 * sum + count) / (2 * count)
}

function distance(from: i32, to: i32): i32 {
  const rows = to / stride - from / stride
  return max(abs(rows), abs(to - from - rows * stride))
}

/** Returns the distance of two colours in codes. */
function apart(one: u32, other: u32): f64 {
  const r = <i32>(one & 255) - <i32>(other & 255)
  const g = <i32>((one >>> 8) & 255) - <i32>((other >>> 8) & 255)
  const b = <i32>((one >>> 16) & 255) - <i32>((other >>> 16) & 255)
  return sqrt<f64>(<f64>(r * r + g * g + b * b))
}
