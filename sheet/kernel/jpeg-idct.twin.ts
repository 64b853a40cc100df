// The readable form of _jpeg-idct.as.ts, to the same bytes.

/** 13-bit fixed point, named by the value as in libjpeg's jidctint.c. */
const FIX_0_298631336 = 2446
const FIX_0_390180644 = 3196
const FIX_0_541196100 = 4433
const FIX_0_765366865 = 6270
const FIX_0_899976223 = 7373
const FIX_1_175875602 = 9633
const FIX_1_501321110 = 12299
const FIX_1_847759065 = 15137
const FIX_1_961570560 = 16069
const FIX_2_053119869 = 16819
const FIX_2_562915447 = 20995
const FIX_3_072711026 = 25172

const times = Math.imul

/** Two more bits of precision for columns. Rows drop them and the 3 of the two-dimensional scale. */
const COLUMN_SHIFT = 13 - 2
const ROW_SHIFT = 13 + 2 + 3

/** Returns the samples of one block from its quantised coefficients, both in natural order. */
export function inverseBlock(coefficients: Int16Array, quant: Int16Array): Uint8Array {
  const values = coefficients.map((value, i) => times(value, quant[i]))
  for (let x = 0; x < 8; x++) transformLine(values, x, 8, COLUMN_SHIFT)
  for (let y = 0; y < 8; y++) transformLine(values, y * 8, 1, ROW_SHIFT)
  return Uint8Array.from(values, (value) => Math.min(255, Math.max(0, value + 128)))
}

/**
 * Transforms a line in place. Sums of inputs wrap at 16 bits and results saturate there, as SIMD lanes
 * do.
 */
function transformLine(values: Int16Array, start: number, step: number, shift: number): void {
  const [c0, c1, c2, c3, c4, c5, c6, c7] = Array.from({ length: 8 }, (_, i) => values[start + i * step])
  const sum = wrap16(c0 + c4) << 13
  const difference = wrap16(c0 - c4) << 13
  const common = times(c2 + c6, FIX_0_541196100)
  const even3 = common + times(c2, FIX_0_765366865)
  const even2 = common - times(c6, FIX_1_847759065)
  const even = [sum + even3, difference + even2, difference - even2, sum - even3]

  const sum73 = wrap16(c7 + c3)
  const sum51 = wrap16(c5 + c1)
  const z5 = times(sum73 + sum51, FIX_1_175875602)
  const z3 = z5 - times(sum73, FIX_1_961570560)
  const z4 = z5 - times(sum51, FIX_0_390180644)
  const z1 = -times(c7 + c1, FIX_0_899976223)
  const z2 = -times(c5 + c3, FIX_2_562915447)
  const odd = [
    times(c1, FIX_1_501321110) + z1 + z4,
    times(c3, FIX_3_072711026) + z2 + z3,
    times(c5, FIX_2_053119869) + z2 + z4,
    times(c7, FIX_0_298631336) + z1 + z3,
  ]
  const rounding = 1 << (shift - 1)
  for (let i = 0; i < 4; i++) {
    values[start + i * step] = saturate16((even[i] + odd[i] + rounding) >> shift)
    values[start + (7 - i) * step] = saturate16((even[i] - odd[i] + rounding) >> shift)
  }
}

function wrap16(value: number): number {
  return (value << 16) >> 16
}

function saturate16(value: number): number {
  return Math.min(32_767, Math.max(-32_768, value))
}
