import { damagedWebp, refusedWebp } from "./webp-refusal.ts"

type Range = { from: number; end: number }

/** The parts of a WebP that make its picture. */
export type WebpChunks = {
  picture: Range & { isLossless: boolean }
  alpha: Range | null
  profile: Range | null
}

/** The bytes of "RIFF", the size and "WEBP". */
const HEAD_BYTES = 12
const ANIMATED = 2

/** Finds the parts of a WebP (RFC 9649, section 2). Refuses animations. */
export function findChunks(bytes: Uint8Array): WebpChunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let alpha: Range | null = null
  let profile: Range | null = null
  for (let at = HEAD_BYTES; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    const from = at + 8
    const size = view.getUint32(at + 4, true)
    const range = { from, end: from + size }
    if (range.end > bytes.length) throw damagedWebp("it ends too early")
    const isAnimated = (name === "VP8X" && (bytes[from] & ANIMATED) !== 0) || name === "ANMF"
    if (isAnimated)
      throw refusedWebp("unsupported", "is animated", "Save one of its pictures as PNG and upload that.")
    if (name === "ALPH") alpha = range
    else if (name === "ICCP") profile = range
    else if (name === "VP8 " || name === "VP8L")
      return { picture: { ...range, isLossless: name === "VP8L" }, alpha, profile }
    at = range.end + (size & 1)
  }
  throw damagedWebp("it holds no picture")
}
