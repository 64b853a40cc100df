// Rows of bits, a bit a pixel, the first pixel lowest, in words of 32. The kernel writes them (_ink-bits.as.ts).

/** Returns the number of bits set in a word. */
export function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns the place of the lowest bit of a word that is not 0. */
export function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

/** Returns the first clear bit from x on; there has to be one. */
export function nextClear(row: Uint32Array, x: number): number {
  let w = x >>> 5
  let clear = ~row[w] & (-1 << (x & 31))
  while (clear === 0) clear = ~row[++w]
  return (w << 5) + lowestBit(clear)
}

/** Returns the last clear bit up to x; there has to be one. */
export function lastClear(row: Uint32Array, x: number): number {
  let w = x >>> 5
  let clear = ~row[w] & (-1 >>> (31 - (x & 31)))
  while (clear === 0) clear = ~row[--w]
  return (w << 5) + 31 - Math.clz32(clear)
}

/** Returns the bits of the pixels to the left of a word's; none outside the row. */
export function leftWord(row: Uint32Array, w: number): number {
  return (row[w] << 1) | (w > 0 ? row[w - 1] >>> 31 : 0)
}

/** Returns the bits of the pixels to the right of a word's. */
export function rightWord(row: Uint32Array, w: number): number {
  return (row[w] >>> 1) | (w + 1 < row.length ? row[w + 1] << 31 : 0)
}

/** Returns a word of a row with each set bit spread to its neighbours. */
export function widenedWord(row: Uint32Array, w: number): number {
  return row[w] | leftWord(row, w) | rightWord(row, w)
}
