import { lowestBit } from "../ink/bits.ts"

/** A bit for each pixel of a picture: rows of `stride` words, the first pixel lowest, 0 beyond the last. 100 megapixels take 12.5 MB. */
export type BitMap = { widthPx: number; heightPx: number; stride: number; words: Uint32Array }

const NO_WORDS = new Uint32Array(0)

export function emptyBitMap(widthPx: number, heightPx: number): BitMap {
  const stride = Math.ceil(widthPx / 32)
  return { widthPx, heightPx, stride, words: new Uint32Array(stride * heightPx) }
}

/** Returns the words of row y; none beside the picture. */
export function rowWords({ heightPx, stride, words }: BitMap, y: number): Uint32Array {
  return y < 0 || y >= heightPx ? NO_WORDS : words.subarray(y * stride, (y + 1) * stride)
}

export function isSet({ stride, words }: BitMap, x: number, y: number): boolean {
  return ((words[y * stride + (x >>> 5)] >>> (x & 31)) & 1) === 1
}

/** Sets the bits [from, to) of words, or clears them. */
export function writeRun(words: Uint32Array, from: number, to: number, isOn: boolean): void {
  const first = from >>> 5
  const last = (to - 1) >>> 5
  for (let w = first; w <= last; w++) {
    let bits = 0xffffffff
    if (w === first) bits &= 0xffffffff << (from & 31)
    if (w === last) bits &= 0xffffffff >>> (31 - ((to - 1) & 31))
    if (isOn) words[w] |= bits
    else words[w] &= ~bits
  }
}

/** Returns the first pixel of row y, from `from` on, whose bit is set or, with `isClear`, clear; at most `end`. */
export function nextBit(
  { stride, words }: BitMap,
  y: number,
  from: number,
  end: number,
  isClear: boolean,
): number {
  const flip = isClear ? 0xffffffff : 0
  const base = y * stride
  for (let w = from >>> 5, keep = 0xffffffff << (from & 31); w << 5 < end; w++, keep = 0xffffffff) {
    const bits = (words[base + w] ^ flip) & keep
    if (bits !== 0) return Math.min(end, (w << 5) + lowestBit(bits))
  }
  return end
}

/** Returns the first pixel of the run of set bits that pixel x of row y is in. */
export function runStart({ stride, words }: BitMap, y: number, x: number): number {
  const base = y * stride
  for (let w = x >>> 5, keep = 0xffffffff >>> (31 - (x & 31)); w >= 0; w--, keep = 0xffffffff) {
    const clear = ~words[base + w] & keep
    if (clear !== 0) return (w << 5) + 32 - Math.clz32(clear)
  }
  return 0
}
