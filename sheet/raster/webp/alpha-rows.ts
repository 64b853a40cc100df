import { clampByte } from "./clamp-byte.ts"
import { openLosslessRows } from "./vp8l-rows.ts"
import { damagedWebp } from "./webp-refusal.ts"

const LOSSLESS = 1
const FILTER = { none: 0, across: 1, down: 2, both: 3 } as const

/** Opens the alpha of a lossy picture (RFC 9649, section 2.7.1.2). `next` returns a row, valid until the next call. */
export function openAlphaRows(
  bytes: Uint8Array,
  from: number,
  end: number,
  widthPx: number,
  heightPx: number,
) {
  if (end - from < 2) throw damagedWebp("it ends too early")
  const kind = bytes[from] & 3
  const filter = (bytes[from] >> 2) & 3
  if (kind > LOSSLESS) throw damagedWebp("its transparency is packed in an unknown way")
  const isPlain = kind !== LOSSLESS
  if (isPlain && end - from - 1 < widthPx * heightPx) throw damagedWebp("it ends too early")
  const coded = isPlain ? null : openLosslessRows(bytes, from + 1, end, widthPx, heightPx)
  const pixels = new Uint32Array(widthPx)
  const alphas = new Uint8Array(widthPx)
  const above = new Uint8Array(widthPx)
  let at = from + 1
  let y = 0

  /** Returns what an alpha was predicted as. */
  function predicted(x: number): number {
    if (filter === FILTER.none) return 0
    const left = x > 0 ? alphas[x - 1] : y > 0 ? above[0] : 0
    if (y === 0 || filter === FILTER.across) return left
    if (filter === FILTER.down || x === 0) return above[x]
    return clampByte(left + above[x] - above[x - 1])
  }

  return {
    next(): Uint8Array {
      coded?.next(pixels)
      for (let x = 0; x < widthPx; x++) alphas[x] = predicted(x) + (coded ? pixels[x] >>> 8 : bytes[at + x])
      at += widthPx
      above.set(alphas)
      y++
      return alphas
    },
  }
}
