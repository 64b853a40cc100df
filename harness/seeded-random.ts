/** Returns a seeded generator, so that every run draws the same pictures (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Returns a linear congruential generator (Numerical Recipes): whole numbers from 0 to `below` − 1. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor(((state >>> 8) / 16777216) * below)
  }
}

export function randomBytes(length: number, random: (below: number) => number): Uint8Array {
  return Uint8Array.from({ length }, () => random(256))
}
