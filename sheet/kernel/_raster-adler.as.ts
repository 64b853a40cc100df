// Adler-32 (RFC 1950, section 8.2), sixteen bytes at a time.

import { reach } from "./_raster-reach.as"

const MODULUS: u64 = 65521
/** The vectors of 16 bytes that keep every 32-bit lane below 2³¹: 4 × 255 × 2048² / 2 < 2³¹. */
const VECTORS_PER_ROUND: i32 = 2048

/** Continues `adler` (1 at first) over `length` more bytes. */
export function adler32(pointer: usize, length: i32, adler: u32): u32 {
  reach(pointer, length)
  let low: u64 = adler & 0xffff
  let high: u64 = adler >> 16
  const firstWeights = i16x8(16, 15, 14, 13, 12, 11, 10, 9)
  const lastWeights = i16x8(8, 7, 6, 5, 4, 3, 2, 1)
  while (length >= 16) {
    const vectors = min(length >> 4, VECTORS_PER_ROUND)
    let sum = i32x4.splat(0)
    let weighted = i32x4.splat(0)
    let sumsBefore = i32x4.splat(0)
    for (let k = 0; k < vectors; k++, pointer += 16) {
      const x = v128.load(pointer)
      sumsBefore = i32x4.add(sumsBefore, sum)
      sum = i32x4.add(sum, i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(x)))
      weighted = i32x4.add(weighted, v128.dot<i16>(i16x8.extend_low_i8x16_u(x), firstWeights))
      weighted = i32x4.add(weighted, v128.dot<i16>(i16x8.extend_high_i8x16_u(x), lastWeights))
    }
    high = (high + low * (<u64>vectors << 4) + total(weighted) + (total(sumsBefore) << 4)) % MODULUS
    low = (low + total(sum)) % MODULUS
    length -= vectors << 4
  }
  for (; length > 0; length--, pointer++) {
    low += load<u8>(pointer)
    high += low
  }
  return (<u32>(high % MODULUS) << 16) | <u32>(low % MODULUS)
}

@inline
function total(lanes: v128): u64 {
  return (
    <u64>(<u32>i32x4.extract_lane(lanes, 0)) + <u64>(<u32>i32x4.extract_lane(lanes, 1)) +
    <u64>(<u32>i32x4.extract_lane(lanes, 2)) + <u64>(<u32>i32x4.extract_lane(lanes, 3))
  )
}
