// Rows of bits, a bit a pixel, the first pixel lowest, in words of 32.

/** Returns the number of bits set in a word. */
export function countBits(word: number): number {
  let v = word - ((word >>> 1) & 0x55555555)
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Returns a row's number of bits set. */
export function countRow(row: Uint32Array): number {
  let count = 0
  for (let w = 0; w < row.length; w++) if (row[w] !== 0) count += countBits(row[w])
  return count
}

/**
 * Writes the runs of set bits to `runs` as pairs [from, to), ascending, and returns twice their number.
 * `runs` has room for `width` + 1 numbers.
 */
export function findRuns(row: Uint32Array, width: number, runs: Int32Array): number {
  let count = 0
  let carry = 0
  for (let w = 0; w < row.length; w++) {
    const word = row[w]
    // A bit of `edges` is set where a pixel differs from the one before it.
    let edges = word ^ ((word << 1) | carry)
    carry = word >>> 31
    const base = w << 5
    while (edges !== 0) {
      runs[count++] = base + 31 - Math.clz32(edges & -edges)
      edges &= edges - 1
    }
  }
  if ((count & 1) === 1) runs[count++] = width
  return count
}

/** Clears the bits whose left or right neighbour is clear; beyond either end counts as set. */
export function narrowRow(row: Uint32Array, width: number): void {
  const last = row.length - 1
  let carry = 1
  for (let w = 0; w <= last; w++) {
    const word = row[w]
    const next = w < last ? row[w + 1] & 1 : 0
    let after = (word >>> 1) | (next << 31)
    if (w === last) after |= 1 << ((width - 1) & 31)
    row[w] = word & ((word << 1) | carry) & after
    carry = word >>> 31
  }
}

/** Returns a word of a row with each set bit spread to its neighbours. */
export function widenedWord(row: Uint32Array, w: number): number {
  const word = row[w]
  const before = w > 0 ? row[w - 1] >>> 31 : 0
  const after = w + 1 < row.length ? row[w + 1] << 31 : 0
  return word | (word << 1) | before | (word >>> 1) | after
}
