import { INK_ALPHA } from "../silhouette.ts"

/** The ink of a sheet's last rows, a bit a pixel: a row of 36,000 pixels takes 4.5 KB. */
export type InkRows = {
  /** Keeps the next row, RGBA, in place of the oldest one; null is a row without ink. */
  push(pixels: Uint8Array | null): void
  /** Counts the inked pixels of a row that is still kept, from `left` to before `right`. */
  count(row: number, left: number, right: number): number
}

export function openInkRows(widthPx: number, rows: number): InkRows {
  const words = Math.ceil(widthPx / 32)
  const bits = new Uint32Array(words * rows)
  let pushed = 0

  return {
    push(pixels) {
      const at = (pushed++ % rows) * words
      if (pixels === null) {
        bits.fill(0, at, at + words)
        return
      }
      for (let word = 0; word < words; word++) {
        const begin = word * 32
        const end = Math.min(widthPx, begin + 32)
        let value = 0
        for (let x = begin; x < end; x++) if (pixels[x * 4 + 3] >= INK_ALPHA) value |= 1 << (x & 31)
        bits[at + word] = value
      }
    },
    count(row, left, right) {
      const at = (row % rows) * words
      const first = left >> 5
      const last = (right - 1) >> 5
      const lead = -1 << (left & 31)
      const trail = 0xffffffff >>> (31 - ((right - 1) & 31))
      if (first === last) return ones(bits[at + first] & lead & trail)
      let count = ones(bits[at + first] & lead) + ones(bits[at + last] & trail)
      for (let word = first + 1; word < last; word++) count += ones(bits[at + word])
      return count
    },
  }
}

/** Counts the ones in 32 bits (Warren, Hacker's Delight, 5-1). */
function ones(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
