import { BitReader } from "./vp8l-bits.ts"
import { type CodedRows, type InnerRoom, openCodedRows, readInner } from "./vp8l-image.ts"
import {
  added,
  type RowChange,
  undoGreen,
  undoPalette,
  undoPrediction,
  undoShares,
} from "./vp8l-transforms.ts"
import { damagedWebp } from "./webp-refusal.ts"

const SIGNATURE = 0x2f
/** The bytes of signature, size, the flag of alpha and version. */
const HEAD_BYTES = 5

/** Returns the size of a lossless picture and whether it has alpha, from its first bytes. */
export function vp8lSize(
  bytes: Uint8Array,
  at: number,
): { widthPx: number; heightPx: number; hasAlpha: boolean } {
  const bits = (bytes[at + 1] | (bytes[at + 2] << 8) | (bytes[at + 3] << 16) | (bytes[at + 4] << 24)) >>> 0
  if (bytes[at] !== SIGNATURE || bits >>> 29 !== 0) throw damagedWebp("it holds no whole picture")
  return {
    widthPx: (bits & 0x3fff) + 1,
    heightPx: ((bits >>> 14) & 0x3fff) + 1,
    hasAlpha: ((bits >>> 28) & 1) === 1,
  }
}

/** Opens a lossless picture (RFC 9649, chapter 3) with its head. */
export function openVp8l(bytes: Uint8Array, from: number, end: number): CodedRows {
  if (end - from < HEAD_BYTES) throw damagedWebp("it ends too early")
  const { widthPx, heightPx } = vp8lSize(bytes, from)
  return openLosslessRows(bytes, from + HEAD_BYTES, end, widthPx, heightPx)
}

/** Opens a lossless picture of a known size. Rows are ARGB. */
export function openLosslessRows(
  bytes: Uint8Array,
  from: number,
  end: number,
  widthPx: number,
  heightPx: number,
): CodedRows {
  const reader = new BitReader(bytes, from, end)
  const room: InnerRoom = { pixels: 0 }
  const changes: RowChange[] = []
  const seen = new Set<number>()
  // A palette of few colours packs several pixels into one.
  let width = widthPx
  while (reader.read(1)) {
    const kind = reader.read(2)
    if (seen.has(kind)) throw damagedWebp("it was changed twice in one way")
    seen.add(kind)
    if (kind === 0)
      changes.push(undoPrediction(width, readInner(reader, width, heightPx, reader.read(3) + 2, room)))
    else if (kind === 1)
      changes.push(undoShares(width, readInner(reader, width, heightPx, reader.read(3) + 2, room)))
    else if (kind === 2) changes.push(undoGreen(width))
    else {
      const count = reader.read(8) + 1
      const packedBits = count > 16 ? 0 : count > 4 ? 1 : count > 2 ? 2 : 3
      const { values } = readInner(reader, count, 1, 0, room)
      changes.push(undoPalette(width, summed(values), packedBits))
      width = Math.ceil(width / (1 << packedBits))
    }
  }
  const rows = openCodedRows(reader, width, heightPx, true, room)
  changes.reverse()
  let y = 0
  return {
    next(target) {
      rows.next(target)
      for (const change of changes) change(target, y)
      y++
    },
  }
}

/** Returns the colours of a palette, which is told in differences. */
function summed(values: Uint32Array): Uint32Array {
  for (let i = 1; i < values.length; i++) values[i] = added(values[i], values[i - 1])
  return values
}
