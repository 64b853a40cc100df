/** Readable twins of _raster-resample.as.ts: integers only, but for the division by alpha, which is 32-bit float. */

/** Full value of a premultiplied channel: 255 × 128. */
const FULL = 32_640
const HALF_BIT = 8_192
const COEFFICIENT_BITS = 14

/** channel × alpha × 128 / 255 for colours, alpha × 128 for alpha. */
export function premultiply(row: Uint8Array): Int16Array {
  const pixels = new Int16Array(row.length)
  for (let i = 0; i < row.length; i++) {
    const product = row[i] * (i % 4 === 3 ? 255 : row[i | 3])
    pixels[i] = ((product + 1) >> 1) + ((product + 256) >> 9)
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

/** One row down: rows weighed, clamped and made straight RGBA8. */
export function resampleDown(rows: Int16Array[], coefficients: Int16Array): Uint8Array {
  const length = rows[0].length
  const sums = new Int16Array(length)
  for (let i = 0; i < length; i++) {
    let sum = HALF_BIT
    rows.forEach((row, t) => {
      sum += row[i] * coefficients[t]
    })
    sums[i] = clamp(sum >> COEFFICIENT_BITS, 0, FULL)
  }
  const target = new Uint8Array(length)
  for (let i = 0; i < length; i += 4) target.set(straightPixel(sums.subarray(i, i + 4)), i)
  return target
}

/** Alpha below 0.5 leaves no colour. */
function straightPixel([red, green, blue, alpha]: Int16Array): number[] {
  const scale = alpha >= 64 ? Math.fround(255 / alpha) : 0
  const colours = [red, green, blue].map((value) => clamp(nearest(value, scale), 0, 255))
  return [...colours, nearest(alpha, 1 / 128)]
}

function nearest(value: number, scale: number): number {
  return Math.trunc(Math.fround(Math.fround(value * scale) + 0.5))
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}
