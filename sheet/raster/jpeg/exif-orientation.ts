/** 1–8 as in EXIF: the turn and mirroring of the stored picture relative to the upright one. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

const ORIENTATION_TAG = 0x0112
const SHORT = 3

/**
 * Reads the orientation in an APP1 payload. Null if there is none that makes sense, because EXIF is
 * often garbled.
 */
export function exifOrientation(payload: Uint8Array): Orientation | null {
  if (payload.length < 14 || !"Exif\0\0".split("").every((c, i) => payload[i] === c.charCodeAt(0)))
    return null
  const view = new DataView(payload.buffer, payload.byteOffset + 6, payload.length - 6)
  const order = view.getUint16(0)
  const isLittle = order === 0x4949
  if (!isLittle && order !== 0x4d4d) return null
  const directory = view.getUint32(4, isLittle)
  if (directory + 2 > view.byteLength) return null
  const entries = view.getUint16(directory, isLittle)
  for (let i = 0; i < entries; i++) {
    const at = directory + 2 + i * 12
    if (at + 12 > view.byteLength) return null
    if (view.getUint16(at, isLittle) !== ORIENTATION_TAG) continue
    if (view.getUint16(at + 2, isLittle) !== SHORT) return null
    const value = view.getUint16(at + 8, isLittle)
    return value >= 1 && value <= 8 ? (value as Orientation) : null
  }
  return null
}

/** Returns whether an orientation swaps width and height. */
export function isQuarterTurned(orientation: Orientation): boolean {
  return orientation >= 5
}
