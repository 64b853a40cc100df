/** Readable twins of _ink-bits.as.ts: same bits from plain loops. */

/** The least alphas of the planes of inkBits, in their order. */
export const planeAlphas = [16, 40, 128, 160, 240] as const

/**
 * Returns five planes of a row of RGBA8, a bit a pixel, the first pixel lowest, in words of 32: whether its
 * alpha is at least each of `planeAlphas`. Bits beyond the last pixel are 0.
 */
export function inkBits(row: Uint8Array): Uint32Array {
  const width = row.length / 4
  const words = Math.ceil(width / 32)
  const bits = new Uint32Array(words * planeAlphas.length)
  for (let x = 0; x < width; x++) {
    planeAlphas.forEach((least, plane) => {
      if (row[x * 4 + 3] >= least) bits[plane * words + (x >>> 5)] |= 1 << (x & 31)
    })
  }
  return bits
}

/** Returns a plane of the pixels that are opaque (alpha ≥ 240) and off `colour` by `tolerance` at most in each channel. */
export function colourBits(row: Uint8Array, colour: number, tolerance: number): Uint32Array {
  const width = row.length / 4
  const bits = new Uint32Array(Math.ceil(width / 32))
  for (let x = 0; x < width; x++) {
    const isOff = [0, 1, 2].some((c) => Math.abs(row[x * 4 + c] - ((colour >>> (8 * c)) & 255)) > tolerance)
    if (!isOff && row[x * 4 + 3] >= 240) bits[x >>> 5] |= 1 << (x & 31)
  }
  return bits
}

/**
 * Returns the runs of a plane's set bits, or of its clear ones, as pairs [from, to), ascending.
 */
export function findRuns(bits: Uint32Array, width: number, isClear: boolean): number[] {
  const runs: number[] = []
  for (let x = 0; x < width; x++) {
    const isIn = isSet(bits, x) !== isClear
    const wasIn = x > 0 && isSet(bits, x - 1) !== isClear
    if (isIn !== wasIn) runs.push(x)
  }
  if (runs.length % 2 === 1) runs.push(width)
  return runs
}

/**
 * Returns the bits of a plane that are not in `without`, narrowed `times` times: less those whose left or right
 * neighbour is clear; beyond either end counts as set.
 */
export function narrowBits(
  bits: Uint32Array,
  without: Uint32Array,
  width: number,
  times: number,
): Uint32Array {
  let narrowed = bits.map((word, w) => word & ~without[w])
  for (let time = 0; time < times; time++) {
    const next = new Uint32Array(bits.length)
    for (let x = 0; x < width; x++) {
      const isKept = [x - 1, x, x + 1].every((at) => at < 0 || at >= width || isSet(narrowed, at))
      if (isKept) next[x >>> 5] |= 1 << (x & 31)
    }
    narrowed = next
  }
  return narrowed
}

function isSet(bits: Uint32Array, x: number): boolean {
  return ((bits[x >>> 5] >>> (x & 31)) & 1) === 1
}
