/** The bytes of a profile's header, and of the number of its tags behind it. */
const ICC_LEAST_BYTES = 132

/** Returns true if bytes begin as an ICC profile does (ICC.1:2010; versions 2 and 4). */
export function isIcc(view: DataView): boolean {
  return view.byteLength >= ICC_LEAST_BYTES && view.getUint32(36) === 0x61637370
}

/** Returns the letters that stand at a place, four without `length`. */
export function lettersAt(view: DataView, at: number, length = 4): string {
  return String.fromCharCode(...Array.from({ length }, (_, i) => view.getUint8(at + i)))
}

/** Returns the bytes of a tag. Null if the profile has none or points outside itself. */
export function findTag(view: DataView, name: string): DataView | null {
  const count = Math.min(view.getUint32(128), Math.floor((view.byteLength - ICC_LEAST_BYTES) / 12))
  for (let i = 0; i < count; i++) {
    const at = ICC_LEAST_BYTES + i * 12
    if (lettersAt(view, at) !== name) continue
    const offset = view.getUint32(at + 4)
    const size = view.getUint32(at + 8)
    if (offset + size > view.byteLength) return null
    return new DataView(view.buffer, view.byteOffset + offset, size)
  }
  return null
}
