import { damagedJpeg } from "./jpeg-refusal.ts"

/** The natural position of the k-th coefficient of a zigzag walk. */
const NATURAL = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]

/**
 * Reads the tables of one DQT segment, in natural order. Sixteen-bit steps wrap as in libjpeg-turbo's
 * SIMD.
 */
export function parseQuantTables(payload: Uint8Array): { slot: number; values: Int16Array }[] {
  const tables: { slot: number; values: Int16Array }[] = []
  let at = 0
  while (at < payload.length) {
    const isWide = payload[at] >> 4 !== 0
    const slot = payload[at] & 15
    const size = isWide ? 128 : 64
    if (slot > 3 || at + 1 + size > payload.length) throw damagedJpeg("a table is cut short")
    const values = new Int16Array(64)
    for (let k = 0; k < 64; k++) {
      const from = at + 1 + (isWide ? k * 2 : k)
      values[NATURAL[k]] = isWide ? payload[from] * 256 + payload[from + 1] : payload[from]
    }
    tables.push({ slot, values })
    at += 1 + size
  }
  return tables
}
