// A block of pixels around the edges of a ground (sheet/mend/unmix.ts), and the ways of its colours from the ground's: lengths in codes
// of sRGB. Each call begins with `openBlock`; nothing here outlives it.

import { reach, reachMany } from "./_raster-reach.as"

/** The states of pixels. Those of art are even. */
export const KEPT: u32 = 0
export const EDGE: u32 = 2
export const OUTSIDE: u32 = 3
/** The least alpha of a pixel whose colour says something. */
const LEAST_ALPHA: u32 = 128
/** What rounding may add to the length of a colour beside its way, in codes. */
export const MIX_ROUNDING: f64 = 1.5
/** The share of its length that a colour may be off the way from the ground's to another that it is a mixture with. */
const MIX_SHARE: f64 = 0.06
/** The most pixels of a block's row. */
const MAX_SIDE: i32 = 1 << 14
/** The bytes of a block's record: four pointers and sizes, the ground's colour, one that is spare, its noise and what is faint. */
const RECORD_BYTES: i32 = 40

export let pixels: usize = 0
export let states: usize = 0
export let stride: i32 = 0
export let blockRows: i32 = 0
export let colour: u32 = 0
export let noise: f64 = 0
export let faint: f64 = 0
let red: i32 = 0
let green: i32 = 0
let blue: i32 = 0
let towardsRed: i32 = 0
let towardsGreen: i32 = 0
let towardsBlue: i32 = 0

/** Takes a block, and returns the number of its pixels. Traps where they do not lie within memory. */
export function openBlock(record: usize): i32 {
  reach(record, RECORD_BYTES)
  pixels = load<u32>(record)
  states = load<u32>(record, 4)
  stride = load<i32>(record, 8)
  blockRows = load<i32>(record, 12)
  colour = load<u32>(record, 16)
  noise = load<f64>(record, 24)
  faint = load<f64>(record, 32)
  if (stride < 1 || stride > MAX_SIDE || blockRows < 1 || blockRows > MAX_SIDE) unreachable()
  const room = stride * blockRows
  reachMany(pixels, room, 4)
  reach(states, room)
  red = colour & 255
  green = (colour >>> 8) & 255
  blue = (colour >>> 16) & 255
  return room
}

/** Traps unless a pixel and all those so far around it lie in the block. */
@inline
export function checkInside(at: i32, around: i32): void {
  const row = at / stride
  const column = at - row * stride
  if (at < 0 || row < around || row + around >= blockRows || column < around || column + around >= stride) unreachable()
}

@inline
export function pixelAt(at: i32): u32 {
  return load<u32>(pixels + (<usize>at << 2))
}

@inline
export function stateAt(at: i32): u32 {
  return load<u8>(states + at)
}

@inline
export function isArt(at: i32): bool {
  return (stateAt(at) & 1) == 0 && pixelAt(at) >>> 24 >= LEAST_ALPHA
}

/** Takes the way to a colour as the one that `along` measures by, and returns its length. */
@inline
export function take(pixel: u32): f64 {
  towardsRed = <i32>(pixel & 255) - red
  towardsGreen = <i32>((pixel >>> 8) & 255) - green
  towardsBlue = <i32>((pixel >>> 16) & 255) - blue
  return sqrt<f64>(<f64>(towardsRed * towardsRed + towardsGreen * towardsGreen + towardsBlue * towardsBlue))
}

/** Returns how far a colour lies along the way taken, times the way's length. */
@inline
export function along(pixel: u32): i32 {
  return (
    (<i32>(pixel & 255) - red) * towardsRed +
    (<i32>((pixel >>> 8) & 255) - green) * towardsGreen +
    (<i32>((pixel >>> 16) & 255) - blue) * towardsBlue
  )
}

/** Returns the ground's colour and the way taken, twice, as `alongFour` takes them. */
@inline
export function groundTwice(): v128 {
  return twice(red, green, blue)
}

@inline
export function wayTwice(): v128 {
  return twice(towardsRed, towardsGreen, towardsBlue)
}

@inline
function twice(r: i32, g: i32, b: i32): v128 {
  return i64x2.splat(<i64>(<u64>(r & 0xffff) | (<u64>(g & 0xffff) << 16) | (<u64>(b & 0xffff) << 32)))
}

/** Returns how far four colours lie along a way, times its length. */
@inline
export function alongFour(four: v128, ground: v128, way: v128): v128 {
  const low = v128.dot<i16>(i16x8.sub(i16x8.extend_low_i8x16_u(four), ground), way)
  const high = v128.dot<i16>(i16x8.sub(i16x8.extend_high_i8x16_u(four), ground), way)
  return i32x4.add(v128.shuffle<i32>(low, high, 0, 2, 4, 6), v128.shuffle<i32>(low, high, 1, 3, 5, 7))
}

/** Returns the square of the length of the way to a colour. */
@inline
export function square(pixel: u32): i32 {
  const r = <i32>(pixel & 255) - red
  const g = <i32>((pixel >>> 8) & 255) - green
  const b = <i32>((pixel >>> 16) & 255) - blue
  return r * r + g * g + b * b
}

/** Returns how far a colour of this length may be beside the way of those that it is a mixture of. */
@inline
export function mixSlack(length: f64): f64 {
  return MIX_ROUNDING + noise + MIX_SHARE * length
}
