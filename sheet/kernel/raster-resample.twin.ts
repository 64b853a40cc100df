/**
 * Readable twins of _raster-resample.as.ts: integers, except the division by alpha, which is 32-bit
 * float.
 */

const HALF_BIT = 8_192
const COEFFICIENT_BITS = 14
const FULL = 16_320
const NOTHING = 32
const SLACK = 3

/** Returns channel × alpha × 64 / 255 for colours, alpha × 64 for alpha. */
export function premultiply(row: Uint8Array): Int16Array {
  const pixels = new Int16Array(row.length)
  for (let i = 0; i < row.length; i++) {
    const product = row[i] * (i % 4 === 3 ? 255 : row[i | 3])
    const double = ((product + 1) >> 1) + ((product + 256) >> 9)
    pixels[i] = (double + 1) >> 1
  }
  return pixels
}

/**
 * Resamples one row of straight RGBA8 across. Target pixel i weighs `taps` pixels from `starts[i]` on
 * and is held between those from `near[2 i]` to `near[2 i + 1]`.
 */
export function resampleAcross(
  row: Uint8Array,
  starts: Int32Array,
  coefficients: Int16Array,
  taps: number,
  near: Int32Array,
): Int16Array {
  const pixels = premultiply(row)
  const target = new Int16Array(starts.length * 4)
  for (let i = 0; i < starts.length; i++) {
    const sums = [0, 1, 2, 3].map((c) => {
      let sum = HALF_BIT
      for (let t = 0; t < taps; t++)
        sum += (pixels[(starts[i] + t) * 4 + c] ?? 0) * coefficients[i * taps + t]
      return clamp(sum >> COEFFICIENT_BITS, -32768, 32767)
    })
    target.set(holdAcross(sums, pixelsOf(row.subarray(near[i * 2] * 4, near[i * 2 + 1] * 4))), i * 4)
  }
  return target
}

/**
 * Holds alpha first, then the colours, at that alpha, between those of the near pixels with ink.
 */
function holdAcross(sums: number[], near: number[][]): number[] {
  const alphas = near.map((pixel) => pixel[3])
  const least = Math.min(...alphas)
  const slack = least === 255 && sums[3] === FULL ? SLACK : 0
  const alpha = clamp(sums[3], least * 64, Math.max(...alphas) * 64)
  const inked = near.filter((pixel) => pixel[3] > 0)
  if (inked.length === 0) return [0, 0, 0, 0]
  const colours = [0, 1, 2].map((c) => {
    const levels = inked.map((pixel) => pixel[c])
    const low = Math.max(0, Math.min(...levels) - slack)
    const high = Math.min(255, Math.max(...levels) + slack)
    return clamp(sums[c], atAlpha(low, alpha), atAlpha(high, alpha))
  })
  return [...colours, alpha]
}

/** Returns colour × alpha / 255, to the nearest. */
function atAlpha(colour: number, alpha: number): number {
  const fraction = (colour << 7) + (colour >> 1)
  return (alpha * fraction + 16_384) >> 15
}

/**
 * Resamples one row down, as straight RGBA8: rows weighed, held between those from `nearFrom` to
 * `nearTo`, divided by alpha.
 */
export function resampleDown(
  rows: Int16Array[],
  coefficients: Int16Array,
  nearFrom: number,
  nearTo: number,
): Uint8Array {
  const length = rows[0].length
  const target = new Uint8Array(length)
  for (let i = 0; i < length; i += 4) {
    const sums = [0, 1, 2, 3].map((c) => {
      let sum = HALF_BIT
      rows.forEach((row, t) => {
        sum += row[i + c] * coefficients[t]
      })
      return clamp(sum >> COEFFICIENT_BITS, -32768, 32767)
    })
    const near = rows.slice(nearFrom, nearTo).map((row) => Array.from(row.subarray(i, i + 4)))
    target.set(straightPixel(sums, near), i)
  }
  return target
}

/** Returns a straight pixel. Alpha below half a level leaves nothing and decides no colour. */
function straightPixel(sums: number[], near: number[][]): number[] {
  const alphas = near.map((pixel) => pixel[3])
  const least = Math.min(...alphas)
  const alpha = clamp(sums[3], least, Math.max(...alphas))
  if (alpha < NOTHING) return [0, 0, 0, 0]
  const slack = least === FULL && sums[3] === FULL ? SLACK : 0
  const inked = near.filter((pixel) => pixel[3] >= NOTHING)
  const colours = [0, 1, 2].map((c) => {
    const levels = inked.map((pixel) => straight(pixel[c], pixel[3]))
    const low = Math.min(...levels) - slack
    const high = Math.max(...levels) + slack
    return nearest(clamp(straight(sums[c], alpha), Math.fround(low), Math.fround(high)))
  })
  return [...colours, nearest(alpha / 64)]
}

function straight(value: number, alpha: number): number {
  return Math.fround(value * Math.fround(255 / alpha))
}

function nearest(level: number): number {
  return clamp(Math.trunc(Math.fround(level + 0.5)), 0, 255)
}

function pixelsOf(row: Uint8Array): number[][] {
  return Array.from({ length: row.length / 4 }, (_, i) => Array.from(row.subarray(i * 4, i * 4 + 4)))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
