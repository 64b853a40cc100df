// Inverse DCT of 8×8 blocks: Loeffler, Ligtenberg and Moschytz, "Practical Fast 1-D DCT Algorithms
// with 11 Multiplications" (ICASSP 1989), in the 13-bit fixed point of libjpeg's jidctint and with
// equal results. The 16-bit dot product sums pairs of products, eight columns at a time. Rows
// follow after a transposition.

/** Scratch: eight rows of eight i32. */
const ROWS: usize = memory.data(256, 16)

let r0: v128 = i64x2.splat(0)
let r1: v128 = i64x2.splat(0)
let r2: v128 = i64x2.splat(0)
let r3: v128 = i64x2.splat(0)
let r4: v128 = i64x2.splat(0)
let r5: v128 = i64x2.splat(0)
let r6: v128 = i64x2.splat(0)
let r7: v128 = i64x2.splat(0)

/**
 * Dequantises and transforms `across` × `down` blocks into a plane of bytes. Clears the
 * coefficients for the next band. `blockStride` counts blocks from one row of coefficients to the
 * next.
 */
export function inverseBlocks(coefficients: usize, blockStride: i32, quant: usize, plane: usize, planeStride: i32, across: i32, down: i32): void {
  const q0 = v128.load(quant)
  const q1 = v128.load(quant, 16)
  const q2 = v128.load(quant, 32)
  const q3 = v128.load(quant, 48)
  const q4 = v128.load(quant, 64)
  const q5 = v128.load(quant, 80)
  const q6 = v128.load(quant, 96)
  const q7 = v128.load(quant, 112)
  const dcQuant = <i32>load<i16>(quant)
  const zero = i64x2.splat(0)
  const centre = i16x8.splat(128)
  for (let y = 0; y < down; y++) {
    let block = coefficients + (<usize>(y * blockStride) << 7)
    let out = plane + <usize>(y * 8 * planeStride)
    for (let x = 0; x < across; x++, block += 128, out += 8) {
      const x0 = v128.load(block)
      const x1 = v128.load(block, 16)
      const x2 = v128.load(block, 32)
      const x3 = v128.load(block, 48)
      const x4 = v128.load(block, 64)
      const x5 = v128.load(block, 80)
      const x6 = v128.load(block, 96)
      const x7 = v128.load(block, 112)
      const rest = v128.or(v128.or(v128.or(x1, x2), v128.or(x3, x4)), v128.or(v128.or(x5, x6), x7))
      if (!v128.any_true(v128.or(rest, i16x8.replace_lane(x0, 0, 0)))) {
        const dc = <i32>load<i16>(block)
        v128.store(block, zero)
        flat(out, planeStride, <i32>(<i16>(dc * dcQuant)))
        continue
      }
      v128.store(block, zero)
      v128.store(block, zero, 16)
      v128.store(block, zero, 32)
      v128.store(block, zero, 48)
      v128.store(block, zero, 64)
      v128.store(block, zero, 80)
      v128.store(block, zero, 96)
      v128.store(block, zero, 112)
      pass(i16x8.mul(x0, q0), i16x8.mul(x1, q1), i16x8.mul(x2, q2), i16x8.mul(x3, q3), i16x8.mul(x4, q4), i16x8.mul(x5, q5), i16x8.mul(x6, q6), i16x8.mul(x7, q7), 11)
      transpose()
      pass(r0, r1, r2, r3, r4, r5, r6, r7, 18)
      transpose()
      let at = out
      let two = i8x16.narrow_i16x8_u(i16x8.add_sat_s(r0, centre), i16x8.add_sat_s(r1, centre))
      v128.store64_lane(at, two, 0)
      at += planeStride
      v128.store64_lane(at, two, 1)
      at += planeStride
      two = i8x16.narrow_i16x8_u(i16x8.add_sat_s(r2, centre), i16x8.add_sat_s(r3, centre))
      v128.store64_lane(at, two, 0)
      at += planeStride
      v128.store64_lane(at, two, 1)
      at += planeStride
      two = i8x16.narrow_i16x8_u(i16x8.add_sat_s(r4, centre), i16x8.add_sat_s(r5, centre))
      v128.store64_lane(at, two, 0)
      at += planeStride
      v128.store64_lane(at, two, 1)
      at += planeStride
      two = i8x16.narrow_i16x8_u(i16x8.add_sat_s(r6, centre), i16x8.add_sat_s(r7, centre))
      v128.store64_lane(at, two, 0)
      at += planeStride
      v128.store64_lane(at, two, 1)
    }
  }
}

/** Writes a block with only its mean: one value, 64 times. */
// @ts-ignore: decorator
@inline
function flat(out: usize, planeStride: i32, dc: i32): void {
  const value = min(255, max(0, ((dc + 4) >> 3) + 128))
  const eight = <u64>value * 0x0101010101010101
  let at = out
  for (let y = 0; y < 8; y++, at += planeStride) store<u64>(at, eight)
}

// @ts-ignore: decorator
@inline
function low(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
}

// @ts-ignore: decorator
@inline
function high(a: v128, b: v128): v128 {
  return v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
}

// @ts-ignore: decorator
@inline
function dot(a: v128, b: v128): v128 {
  return v128.dot<i16>(a, b)
}

/** Does eight one-dimensional transforms, down the columns c0…c7, shifted by `shift` bits into ROWS. */
// @ts-ignore: decorator
@inline
function pass(c0: v128, c1: v128, c2: v128, c3: v128, c4: v128, c5: v128, c6: v128, c7: v128, shift: i32): void {
  const sum = i16x8.add(c0, c4)
  const difference = i16x8.sub(c0, c4)
  const z3 = i16x8.add(c7, c3)
  const z4 = i16x8.add(c5, c1)
  halfPass(low(c2, c6), i32x4.extend_low_i16x8_s(sum), i32x4.extend_low_i16x8_s(difference), low(z3, z4), low(c7, c1), low(c5, c3), shift, ROWS)
  halfPass(high(c2, c6), i32x4.extend_high_i16x8_s(sum), i32x4.extend_high_i16x8_s(difference), high(z3, z4), high(c7, c1), high(c5, c3), shift, ROWS + 16)
  r0 = narrowRow(0)
  r1 = narrowRow(1)
  r2 = narrowRow(2)
  r3 = narrowRow(3)
  r4 = narrowRow(4)
  r5 = narrowRow(5)
  r6 = narrowRow(6)
  r7 = narrowRow(7)
}

/**
 * Transforms four columns. The constants are sums of libjpeg's FIX_*, e.g. 10703 = FIX_0_541196100 +
 * FIX_0_765366865 − 1.
 */
// @ts-ignore: decorator
@inline
function halfPass(c26: v128, sum: v128, difference: v128, z34: v128, c71: v128, c53: v128, shift: i32, out: usize): void {
  const rounding = i32x4.splat(1 << (shift - 1))
  const even3 = dot(c26, i16x8(10703, 4433, 10703, 4433, 10703, 4433, 10703, 4433))
  const even2 = dot(c26, i16x8(4433, -10704, 4433, -10704, 4433, -10704, 4433, -10704))
  const even0 = i32x4.add(i32x4.shl(sum, 13), rounding)
  const even1 = i32x4.add(i32x4.shl(difference, 13), rounding)
  const t0 = i32x4.add(even0, even3)
  const t3 = i32x4.sub(even0, even3)
  const t1 = i32x4.add(even1, even2)
  const t2 = i32x4.sub(even1, even2)
  const z3 = dot(z34, i16x8(-6436, 9633, -6436, 9633, -6436, 9633, -6436, 9633))
  const z4 = dot(z34, i16x8(9633, 6437, 9633, 6437, 9633, 6437, 9633, 6437))
  const odd0 = i32x4.add(dot(c71, i16x8(-4927, -7373, -4927, -7373, -4927, -7373, -4927, -7373)), z3)
  const odd3 = i32x4.add(dot(c71, i16x8(-7373, 4926, -7373, 4926, -7373, 4926, -7373, 4926)), z4)
  const odd1 = i32x4.add(dot(c53, i16x8(-4176, -20995, -4176, -20995, -4176, -20995, -4176, -20995)), z4)
  const odd2 = i32x4.add(dot(c53, i16x8(-20995, 4177, -20995, 4177, -20995, 4177, -20995, 4177)), z3)
  v128.store(out, i32x4.shr_s(i32x4.add(t0, odd3), shift))
  v128.store(out, i32x4.shr_s(i32x4.sub(t0, odd3), shift), 224)
  v128.store(out, i32x4.shr_s(i32x4.add(t1, odd2), shift), 32)
  v128.store(out, i32x4.shr_s(i32x4.sub(t1, odd2), shift), 192)
  v128.store(out, i32x4.shr_s(i32x4.add(t2, odd1), shift), 64)
  v128.store(out, i32x4.shr_s(i32x4.sub(t2, odd1), shift), 160)
  v128.store(out, i32x4.shr_s(i32x4.add(t3, odd0), shift), 96)
  v128.store(out, i32x4.shr_s(i32x4.sub(t3, odd0), shift), 128)
}

// @ts-ignore: decorator
@inline
function narrowRow(index: usize): v128 {
  return i16x8.narrow_i32x4_s(v128.load(ROWS + index * 32), v128.load(ROWS + index * 32, 16))
}

/** Transposes r0…r7. */
// @ts-ignore: decorator
@inline
function transpose(): void {
  const a0 = low(r0, r4)
  const a1 = high(r0, r4)
  const b0 = low(r1, r5)
  const b1 = high(r1, r5)
  const c0 = low(r2, r6)
  const c1 = high(r2, r6)
  const d0 = low(r3, r7)
  const d1 = high(r3, r7)
  const e0 = low(a0, c0)
  const e1 = high(a0, c0)
  const f0 = low(b0, d0)
  const f1 = high(b0, d0)
  const g0 = low(a1, c1)
  const g1 = high(a1, c1)
  const h0 = low(b1, d1)
  const h1 = high(b1, d1)
  r0 = low(e0, f0)
  r1 = high(e0, f0)
  r2 = low(e1, f1)
  r3 = high(e1, f1)
  r4 = low(g0, h0)
  r5 = high(g0, h0)
  r6 = low(g1, h1)
  r7 = high(g1, h1)
}
