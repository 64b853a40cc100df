import { ascii, joined } from "../../raster/file-bytes.ts"

/** The bytes kept at the file's beginning for its header; either kind of TIFF fits. */
export const HEAD_BYTES = 16

/** The size from which BigTIFF is needed: offsets of plain TIFF have 32 bits. */
export const BIG_FROM_BYTES = 2 ** 32

/** The types of TIFF 6 and BigTIFF, with their bytes. */
const typeBytes = { ascii: 1, short: 2, long: 4, rational: 8, undefined: 1, long8: 8 } as const
const typeNumbers = { ascii: 2, short: 3, long: 4, rational: 5, undefined: 7, long8: 16 } as const

/** A field of the directory. `offset` is a long in plain TIFF, and a long8 in BigTIFF. */
export type Field = {
  tag: number
  type: Exclude<keyof typeof typeBytes, "long8"> | "offset"
  values: ArrayLike<number> | Uint8Array
}

/**
 * Writes the directory of a file, to be placed at `at`, and the header that names it. Values that do
 * not fit their field stand behind the directory. Fields must come in the order of their tags.
 */
export function tiffDirectory(
  fields: readonly Field[],
  at: number,
  isBig: boolean,
): { directory: Uint8Array; head: Uint8Array } {
  const wordBytes = isBig ? 8 : 4
  const countBytes = isBig ? 8 : 2
  const fieldBytes = 4 + 2 * wordBytes
  const start = even(at)
  const rest: Uint8Array[] = []
  let restAt = start + countBytes + fields.length * fieldBytes + wordBytes
  const entries = fields.map(({ tag, type: named, values }) => {
    const type = named === "offset" ? (isBig ? "long8" : "long") : named
    const bytes = bytesOf(type, values)
    const count = bytes.length / typeBytes[type]
    const entry = [number(tag, 2), number(typeNumbers[type], 2), number(count, wordBytes)]
    if (bytes.length <= wordBytes) return joined([...entry, bytes, new Uint8Array(wordBytes - bytes.length)])
    const offset = restAt
    rest.push(bytes, new Uint8Array(bytes.length & 1))
    restAt = even(restAt + bytes.length)
    return joined([...entry, number(offset, wordBytes)])
  })
  return {
    directory: joined([
      new Uint8Array(start - at),
      number(fields.length, countBytes),
      ...entries,
      number(0, wordBytes),
      ...rest,
    ]),
    head: isBig
      ? joined([ascii("II"), number(43, 2), number(8, 2), number(0, 2), number(start, 8)])
      : joined([ascii("II"), number(42, 2), number(start, 4), new Uint8Array(8)]),
  }
}

/** Returns whether plain offsets reach all of a file whose pixels end at `at`. */
export function fitsPlain(fields: readonly Field[], at: number, bigFromBytes: number): boolean {
  return even(at) + tiffDirectory(fields, 0, false).directory.length < bigFromBytes
}

function even(value: number): number {
  return value + (value % 2)
}

function bytesOf(type: keyof typeof typeBytes, values: ArrayLike<number> | Uint8Array): Uint8Array {
  if (values instanceof Uint8Array) return values
  // A rational is two longs.
  const bytes = type === "rational" ? 4 : typeBytes[type]
  return joined(Array.from(values, (value) => number(value, bytes)))
}

/** Writes a number in little-endian. */
function number(value: number, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, i) => Math.floor(value / 256 ** i) % 256)
}
