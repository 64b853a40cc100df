/** Readable twins of _raster-resample.as.ts: integers only, but for the division by alpha, which is 32-bit float. */

const HALF_BIT = 8_192
const COEFFICIENT_BITS = 14

/** channel × alpha × 64 / 255 for colours, alpha × 64 for alpha. */
export function premultiply(row: Uint8Array): Int16Array {
  const pixels = new Int16Array(row.length)
  for (let i = 0; i < row.length; i++) {
    const product = row[i] * (i % 4 === 3 ? 255 : row[i | 3])
    const double = ((product + 1) >> 1) + ((product + 256) >> 9)
    pixels[i] = (double + 1) >> 1
  }
  return pixels
}

/** One row across: target pixel i weighs `taps` pixels from `starts[i]` on. */
export function resampleAcross(
  pixels: Int16Array,
  starts: Int32Array,
  coefficients: Int16Array,
  taps: number,
): Int16Array {
  const target = new Int16Array(starts.length * 4)
  for (let i = 0; i < starts.length; i++) {
    for (let c = 0; c < 4; c++) {
      let sum = HALF_BIT
      for (let t = 0; t < taps; t++)
        sum += (pixels[(starts[i] + t) * 4 + c] ?? 0) * coefficients[i * taps + t]
      target[i * 4 + c] = clamp(sum >> COEFFICIENT_BITS, -32768, 32767)
    }
  }
  return target
}

/** One row down: rows weighed, divided by alpha and clamped to straight RGBA8. */
export function resampleDown(rows: Int16Array[], coefficients: Int16Array): Uint8Array {
  const length = rows[0].length
  const sums = new Int16Array(length)
  for (let i = 0; i < length; i++) {
    let sum = HALF_BIT
    rows.forEach((row, t) => {
      sum += row[i] * coefficients[t]
    })
    sums[i] = clamp(sum >> COEFFICIENT_BITS, -32768, 32767)
  }
  const target = new Uint8Array(length)
  for (let i = 0; i < length; i += 4) target.set(straightPixel(sums.subarray(i, i + 4)), i)
  return target
}

/** Alpha below 0.5 leaves nothing; alpha and colours beyond 255 come from the filter's overshoot. */
function straightPixel([red, green, blue, alpha]: Int16Array): number[] {
  if (alpha < 32) return [0, 0, 0, 0]
  const scale = Math.fround(255 / alpha)
  const colours = [red, green, blue].map((value) => nearest(value, scale))
  return [...colours, nearest(alpha, 1 / 64)].map((value) => clamp(value, 0, 255))
}

function nearest(value: number, scale: number): number {
  return Math.trunc(Math.fround(Math.fround(value * scale) + 0.5))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
