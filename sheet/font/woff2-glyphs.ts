import { ByteCursor } from "./byte-cursor.ts"
import { damaged, MAX_FONT_BYTES, tooLarge } from "./font-error.ts"
import { viewOf } from "./font-tables.ts"

/**
 * The outlines of a WOFF2 as its original glyf and loca tables, with long offsets. WOFF2 stores them
 * as streams: contours, points, flags, coordinates, parts, boxes and instructions (w3.org/TR/WOFF2,
 * section 5.1). Reading past the end of a stream throws a RangeError.
 */
export type UnpackedGlyphs = {
  glyf: Uint8Array
  loca: Uint8Array
  /** The left edge of each glyph, from which side bearings are written anew. */
  lefts: Int16Array
}

/** The most points that a glyph can number. Each takes several times its size while it is unpacked. */
const MAX_POINTS = 65_536

const ON_CURVE = 0x1
const X_SHORT = 0x2
const Y_SHORT = 0x4
const X_SAME = 0x10
const Y_SAME = 0x20
const OVERLAP = 0x40

const WORDS = 0x1
const SCALE = 0x8
const MORE = 0x20
const XY_SCALE = 0x40
const TWO_BY_TWO = 0x80
const INSTRUCTIONS = 0x100

export function unpackGlyphs(table: Uint8Array): UnpackedGlyphs {
  const head = new ByteCursor(table)
  head.u16()
  const hasOverlaps = (head.u16() & 1) !== 0
  const count = head.u16()
  head.u16()
  const lengths = Array.from({ length: 7 }, () => head.u32())
  const [contours, points, flags, glyphs, parts, boxes, instructions] = lengths.map(
    (length) => new ByteCursor(head.take(length)),
  )
  const bitmapBytes = 4 * Math.floor((count + 31) / 32)
  const hasBox = boxes.take(bitmapBytes)
  const overlaps = hasOverlaps ? head.take((count + 7) >> 3) : null
  const streams = { points, flags, glyphs, parts, boxes, instructions }
  const lefts = new Int16Array(count)
  const loca = new Uint8Array((count + 1) * 4)
  const pieces: Uint8Array[] = []
  let length = 0
  for (let i = 0; i < count; i++) {
    viewOf(loca).setUint32(i * 4, length)
    const box = bitOf(hasBox, i) ? boxes.take(8) : null
    const ends = contours.i16()
    if (ends === 0) continue
    const piece =
      ends < 0
        ? partsOf(streams, box)
        : outlineOf(streams, ends, box, overlaps !== null && bitOf(overlaps, i))
    lefts[i] = viewOf(piece).getInt16(2)
    pieces.push(piece)
    length += piece.length
    if (length > MAX_FONT_BYTES) throw tooLarge()
  }
  viewOf(loca).setUint32(count * 4, length)
  const glyf = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    glyf.set(piece, at)
    at += piece.length
  }
  return { glyf, loca, lefts }
}

/** Unpacks the widths table of a WOFF2 without the side bearings that are the glyphs' edges. */
export function unpackWidths(table: Uint8Array, wide: number, lefts: Int16Array): Uint8Array {
  const cursor = new ByteCursor(table)
  const flags = cursor.u8()
  const [isWideLeft, isRestLeft] = [(flags & 1) === 0, (flags & 2) === 0]
  if (wide > lefts.length) throw new RangeError("more widths than glyphs")
  const widths = Array.from({ length: wide }, () => cursor.u16())
  const bytes = new Uint8Array(wide * 4 + (lefts.length - wide) * 2)
  const view = viewOf(bytes)
  for (let i = 0; i < lefts.length; i++) {
    const isKept = i < wide ? isWideLeft : isRestLeft
    const left = isKept ? cursor.i16() : lefts[i]
    if (i < wide) {
      view.setUint16(i * 4, widths[i])
      view.setInt16(i * 4 + 2, left)
    } else view.setInt16(wide * 4 + (i - wide) * 2, left)
  }
  return bytes
}

type Streams = Record<"points" | "flags" | "glyphs" | "parts" | "boxes" | "instructions", ByteCursor>

function partsOf({ parts, glyphs, instructions }: Streams, box: Uint8Array | null): Uint8Array {
  if (box === null) throw new RangeError("a glyph of parts without a box")
  const from = parts.at
  let hasInstructions = false
  for (let flags = MORE; (flags & MORE) !== 0; ) {
    flags = parts.u16()
    hasInstructions ||= (flags & INSTRUCTIONS) !== 0
    let more = 2 + ((flags & WORDS) !== 0 ? 4 : 2)
    if ((flags & SCALE) !== 0) more += 2
    else if ((flags & XY_SCALE) !== 0) more += 4
    else if ((flags & TWO_BY_TWO) !== 0) more += 8
    parts.take(more)
  }
  const length = parts.at - from
  parts.at = from
  const body = parts.take(length)
  const code = hasInstructions ? instructions.take(readShort(glyphs)) : null
  const bytes = glyphBytes(10 + length + (code === null ? 0 : 2 + code.length))
  viewOf(bytes).setInt16(0, -1)
  bytes.set(box, 2)
  bytes.set(body, 10)
  if (code !== null) {
    viewOf(bytes).setUint16(10 + length, code.length)
    bytes.set(code, 12 + length)
  }
  return bytes
}

function outlineOf(
  { points, flags, glyphs, instructions }: Streams,
  contours: number,
  box: Uint8Array | null,
  isOverlapping: boolean,
): Uint8Array {
  const ends: number[] = []
  let count = 0
  for (let i = 0; i < contours; i++) {
    count += readShort(points)
    ends.push(count - 1)
  }
  if (count > MAX_POINTS) throw damaged("a letter has too many points")
  // Checked before memory is taken for the points: each has a flag.
  const kinds = flags.take(count)
  const [xs, ys] = [new Int32Array(count), new Int32Array(count)]
  for (let i = 0; i < count; i++) [xs[i], ys[i]] = readStep(glyphs, kinds[i] & 0x7f)
  const code = instructions.take(readShort(glyphs))
  const coordinates = [...xs, ...ys].reduce((sum, step) => sum + stepBytes(step), 0)
  const bytes = glyphBytes(10 + contours * 2 + 2 + code.length + count + coordinates)
  const view = viewOf(bytes)
  view.setInt16(0, contours)
  if (box === null) writeBox(view, xs, ys)
  else bytes.set(box, 2)
  for (const [i, end] of ends.entries()) view.setUint16(10 + i * 2, end)
  let at = 10 + contours * 2
  view.setUint16(at, code.length)
  bytes.set(code, at + 2)
  at += 2 + code.length
  for (let i = 0; i < count; i++) {
    const onCurve = (kinds[i] & 0x80) === 0 ? ON_CURVE : 0
    const overlap = isOverlapping && i === 0 ? OVERLAP : 0
    bytes[at++] = onCurve | overlap | stepFlags(xs[i], X_SHORT, X_SAME) | stepFlags(ys[i], Y_SHORT, Y_SAME)
  }
  for (const step of xs) at = writeStep(view, at, step)
  for (const step of ys) at = writeStep(view, at, step)
  return bytes
}

function bitOf(bits: Uint8Array, index: number): boolean {
  return (bits[index >> 3] & (0x80 >> (index & 7))) !== 0
}

/** Rounds up to four bytes, at whose multiples glyphs begin. */
function glyphBytes(length: number): Uint8Array {
  return new Uint8Array((length + 3) & ~3)
}

/** Reads one step from point to point, by its kind (section 5.2, triplet encoding). */
function readStep(glyphs: ByteCursor, kind: number): [dx: number, dy: number] {
  const signed = (size: number, bit: number) => ((kind & bit) === 0 ? -size : size)
  if (kind < 10) return [0, signed(((kind & 14) << 7) + glyphs.u8(), 1)]
  if (kind < 20) return [signed((((kind - 10) & 14) << 7) + glyphs.u8(), 1), 0]
  if (kind < 84) {
    const byte = glyphs.u8()
    const rest = kind - 20
    return [signed(1 + (rest & 0x30) + (byte >> 4), 1), signed(1 + ((rest & 0x0c) << 2) + (byte & 0xf), 2)]
  }
  if (kind < 120) {
    const rest = kind - 84
    const dx = 1 + (Math.floor(rest / 12) << 8) + glyphs.u8()
    return [signed(dx, 1), signed(1 + (((rest % 12) >> 2) << 8) + glyphs.u8(), 2)]
  }
  if (kind < 124) {
    const [a, b, c] = [glyphs.u8(), glyphs.u8(), glyphs.u8()]
    return [signed((a << 4) + (b >> 4), 1), signed(((b & 0xf) << 8) + c, 2)]
  }
  const [dx, dy] = [glyphs.u16(), glyphs.u16()]
  return [signed(dx, 1), signed(dy, 2)]
}

/** Reads a number in one to three bytes (section 4.1.2, 255UInt16). */
function readShort(cursor: ByteCursor): number {
  const code = cursor.u8()
  if (code === 253) return cursor.u16()
  if (code === 254) return 506 + cursor.u8()
  return code === 255 ? 253 + cursor.u8() : code
}

function stepBytes(step: number): number {
  if (step === 0) return 0
  return Math.abs(step) < 256 ? 1 : 2
}

function stepFlags(step: number, short: number, same: number): number {
  if (step === 0) return same
  if (Math.abs(step) >= 256) return 0
  return step > 0 ? short | same : short
}

function writeStep(view: DataView, at: number, step: number): number {
  if (step === 0) return at
  if (Math.abs(step) < 256) view.setUint8(at, Math.abs(step))
  else view.setInt16(at, step)
  return at + stepBytes(step)
}

function writeBox(view: DataView, xs: Int32Array, ys: Int32Array): void {
  for (const [i, steps] of [xs, ys].entries()) {
    let [at, least, most] = [0, 0, 0]
    for (const [j, step] of steps.entries()) {
      at += step
      least = j === 0 ? at : Math.min(least, at)
      most = j === 0 ? at : Math.max(most, at)
    }
    view.setInt16(2 + i * 2, least)
    view.setInt16(6 + i * 2, most)
  }
}
