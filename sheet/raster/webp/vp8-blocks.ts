import { clampByte } from "./clamp-byte.ts"

/**
 * The block that a macroblock is made in, with what lies above and to the left of it:
 *
 *   row 0    ·······X AAAAAAAAAAAAAAAA TTTT      the luma's rows from 1 on; T: above and to the right
 *   row 1 …         L yyyyyyyyyyyyyyyy
 *   row 17   ·······X AAAAAAAA ······· X AAAAAAAA
 *   row 18 …        L uuuuuuuu         L vvvvvvvv
 */
export const STRIDE = 32
export const LUMA = STRIDE + 8
export const BLUE = LUMA + 17 * STRIDE
export const RED = BLUE + 16
export const BLOCK_BYTES = STRIDE * 27

/** The modes of prediction; the first four are those of whole macroblocks and of chroma too. */
export const MODE = {
  mean: 0,
  motion: 1,
  down: 2,
  across: 3,
  rd: 4,
  vr: 5,
  ld: 6,
  vl: 7,
  hd: 8,
  hu: 9,
} as const

/** Predicts a square of `size` at `at` from what lies around it (RFC 6386, section 12.2). */
export function predictSquare(
  b: Uint8Array,
  at: number,
  size: number,
  mode: number,
  hasAbove: boolean,
  hasLeft: boolean,
): void {
  if (mode === MODE.motion) {
    predictMotion(b, at, size)
    return
  }
  if (mode === MODE.down) {
    for (let y = 0; y < size; y++) b.copyWithin(at + y * STRIDE, at - STRIDE, at - STRIDE + size)
    return
  }
  if (mode === MODE.across) {
    for (let y = 0; y < size; y++) b.fill(b[at + y * STRIDE - 1], at + y * STRIDE, at + y * STRIDE + size)
    return
  }
  let sum = 0
  if (hasAbove) for (let x = 0; x < size; x++) sum += b[at - STRIDE + x]
  if (hasLeft) for (let y = 0; y < size; y++) sum += b[at + y * STRIDE - 1]
  const count = (hasAbove ? size : 0) + (hasLeft ? size : 0)
  const mean = count === 0 ? 128 : Math.floor((sum + count / 2) / count)
  for (let y = 0; y < size; y++) b.fill(mean, at + y * STRIDE, at + y * STRIDE + size)
}

function predictMotion(b: Uint8Array, at: number, size: number): void {
  const corner = b[at - STRIDE - 1]
  for (let y = 0; y < size; y++) {
    const row = at + y * STRIDE
    const left = b[row - 1] - corner
    for (let x = 0; x < size; x++) b[row + x] = clampByte(left + b[at - STRIDE + x])
  }
}

/** The 13 pixels around a small square: from the lowest to its left, over the corner, to the last to its right. */
const e = new Uint8Array(13)
const CORNER = 4
const HIGHEST = 12

function two(i: number): number {
  return (e[i] + e[i + 1] + 1) >> 1
}

function three(i: number): number {
  return (e[i - 1] + 2 * e[i] + e[i + 1] + 2) >> 2
}

/** Predicts 4 × 4 pixels (section 12.3). */
export function predictSmall(b: Uint8Array, at: number, mode: number): void {
  if (mode === MODE.motion || mode === MODE.mean) {
    predictSquare(b, at, 4, mode, true, true)
    return
  }
  for (let i = 0; i < 4; i++) e[i] = b[at + (3 - i) * STRIDE - 1]
  for (let i = CORNER; i <= HIGHEST; i++) e[i] = b[at - STRIDE - 5 + i]
  for (let y = 0; y < 4; y++) for (let x = 0; x < 4; x++) b[at + x + y * STRIDE] = smallPixel(mode, x, y)
}

function smallPixel(mode: number, x: number, y: number): number {
  switch (mode) {
    case MODE.down:
      return three(5 + x)
    case MODE.across:
      return y === 3 ? lowest() : three(3 - y)
    case MODE.rd:
      return three(4 + x - y)
    case MODE.ld:
      return x + y === 6 ? (e[11] + 3 * e[12] + 2) >> 2 : three(6 + x + y)
    case MODE.vr: {
      const i = 2 * x - y
      return i < -1 ? three(5 - y) : i % 2 === 0 ? two(4 + i / 2) : three(4 + (i + 1) / 2)
    }
    case MODE.hd: {
      const i = 2 * y - x
      return i < -1 ? three(3 + x) : i % 2 === 0 ? two(3 - i / 2) : three(4 - (i + 1) / 2)
    }
    case MODE.vl: {
      if (x === 3 && y >= 2) return three(8 + y)
      const i = x + (y >> 1)
      return y % 2 === 0 ? two(5 + i) : three(6 + i)
    }
    default: {
      const i = x + 2 * y
      return i > 5 ? e[0] : i === 5 ? lowest() : i % 2 === 0 ? two(2 - i / 2) : three(2 - (i - 1) / 2)
    }
  }
}

function lowest(): number {
  return (e[1] + 3 * e[0] + 2) >> 2
}

/** Adds the differences that coefficients stand for: the inverse DCT of section 14.3. */
export function addResidue(coefficients: Int16Array, from: number, b: Uint8Array, at: number): void {
  for (let i = 0; i < 4; i++) {
    const p = coefficients[from + i]
    const q = coefficients[from + 4 + i]
    const r = coefficients[from + 8 + i]
    const s = coefficients[from + 12 + i]
    const a = p + r
    const c = p - r
    const d = ((q * 35_468) >> 16) - s - ((s * 20_091) >> 16)
    const f = q + ((q * 20_091) >> 16) + ((s * 35_468) >> 16)
    columns[i * 4] = a + f
    columns[i * 4 + 1] = c + d
    columns[i * 4 + 2] = c - d
    columns[i * 4 + 3] = a - f
  }
  for (let y = 0; y < 4; y++) {
    const p = columns[y] + 4
    const q = columns[4 + y]
    const r = columns[8 + y]
    const s = columns[12 + y]
    const a = p + r
    const c = p - r
    const d = ((q * 35_468) >> 16) - s - ((s * 20_091) >> 16)
    const f = q + ((q * 20_091) >> 16) + ((s * 35_468) >> 16)
    const row = at + y * STRIDE
    b[row] = clampByte(b[row] + ((a + f) >> 3))
    b[row + 1] = clampByte(b[row + 1] + ((c + d) >> 3))
    b[row + 2] = clampByte(b[row + 2] + ((c - d) >> 3))
    b[row + 3] = clampByte(b[row + 3] + ((a - f) >> 3))
  }
}

const columns = new Int32Array(16)

/** Adds a difference that is the same for 4 × 4 pixels. */
export function addMean(coefficient: number, b: Uint8Array, at: number): void {
  const value = (coefficient + 4) >> 3
  for (let y = 0; y < 4; y++)
    for (let x = 0; x < 4; x++) b[at + y * STRIDE + x] = clampByte(b[at + y * STRIDE + x] + value)
}

/** Spreads the coefficients of coefficients over the blocks: the inverse transform of section 14.3. */
export function spreadMeans(means: Int16Array, coefficients: Int16Array): void {
  for (let i = 0; i < 4; i++) {
    const a = means[i] + means[12 + i]
    const b = means[4 + i] + means[8 + i]
    const c = means[4 + i] - means[8 + i]
    const d = means[i] - means[12 + i]
    columns[i] = a + b
    columns[8 + i] = a - b
    columns[4 + i] = d + c
    columns[12 + i] = d - c
  }
  for (let i = 0; i < 4; i++) {
    const p = columns[i * 4] + 3
    const a = p + columns[i * 4 + 3]
    const b = columns[i * 4 + 1] + columns[i * 4 + 2]
    const c = columns[i * 4 + 1] - columns[i * 4 + 2]
    const d = p - columns[i * 4 + 3]
    coefficients[i * 64] = (a + b) >> 3
    coefficients[i * 64 + 16] = (d + c) >> 3
    coefficients[i * 64 + 32] = (a - b) >> 3
    coefficients[i * 64 + 48] = (d - c) >> 3
  }
}
