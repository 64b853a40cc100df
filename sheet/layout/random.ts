/** A seeded source of numbers in [0, 1), the same sequence in every runtime. */
export type Random = () => number

/**
 * Creates Marsaglia's xorshift32 ("Xorshift RNGs", 2003, triple 13, 17, 5). It uses only 32-bit integer
 * operations and one division by a power of two, so every engine computes the same numbers. Its
 * quality is far beyond the needs of shuffling.
 */
export function createRandom(seed: number): Random {
  // Zero is the generator's fixed point. Spreading the seed separates neighbouring seeds from the
  // first number on.
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) | 0 || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 4294967296
  }
}
