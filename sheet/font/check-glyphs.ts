import { damaged } from "./font-error.ts"
import { viewOf } from "./font-tables.ts"

/** The most points of one glyph with all its parts: the largest of honest fonts have some 5,000. */
const MAX_POINTS = 100_000
/** The most levels of glyphs inside glyphs: accents on letters have two. */
const MAX_DEPTH = 8

const WORDS = 0x1
const SCALE = 0x8
const MORE = 0x20
const XY_SCALE = 0x40
const TWO_BY_TWO = 0x80

const X_SHORT = 0x2
const Y_SHORT = 0x4
const REPEAT = 0x8
const X_SAME = 0x10
const Y_SAME = 0x20

type Glyph = { points: number; parts: readonly number[] }
/** The cost of a glyph with all its parts. */
type Cost = { points: number; depth: number }
type Glyphs = { glyf: Uint8Array; offsets: Uint32Array }

/**
 * Proves the outlines of a TrueType font: every glyph lies inside its table, no glyph contains
 * itself, and none draws more than MAX_POINTS with the glyphs inside it.
 */
export function checkGlyphs(glyf: Uint8Array, loca: Uint8Array, count: number, isLong: boolean): void {
  const glyphs = { glyf, offsets: readOffsets(glyf, loca, count, isLong) }
  const costs: (Cost | "open" | undefined)[] = new Array(count)
  const costOf = (index: number, level: number): Cost => {
    const known = costs[index]
    if (known === "open") throw damaged("a letter contains itself")
    const cost = known ?? measure(index, level)
    if (level + cost.depth > MAX_DEPTH) throw damaged("its letters are nested too deeply")
    return cost
  }
  const measure = (index: number, level: number): Cost => {
    if (level > MAX_DEPTH) throw damaged("its letters are nested too deeply")
    costs[index] = "open"
    const { points, parts } = readGlyph(glyphs, index)
    const cost = { points: points + parts.length, depth: 0 }
    for (const part of parts) {
      const inner = costOf(part, level + 1)
      cost.points += inner.points
      cost.depth = Math.max(cost.depth, inner.depth + 1)
    }
    if (cost.points > MAX_POINTS) throw damaged("a letter has too many points")
    costs[index] = cost
    return cost
  }
  for (let i = 0; i < count; i++) costOf(i, 0)
}

function readOffsets(glyf: Uint8Array, loca: Uint8Array, count: number, isLong: boolean): Uint32Array {
  if (loca.length < (count + 1) * (isLong ? 4 : 2)) throw damaged("its list of letters ends too early")
  const view = viewOf(loca)
  const offsets = new Uint32Array(count + 1)
  for (let i = 0; i <= count; i++) {
    offsets[i] = isLong ? view.getUint32(i * 4) : view.getUint16(i * 2) * 2
    if (offsets[i] > glyf.length || (i > 0 && offsets[i] < offsets[i - 1]))
      throw damaged("a letter lies outside its table")
  }
  return offsets
}

function readGlyph({ glyf, offsets }: Glyphs, index: number): Glyph {
  const bytes = glyf.subarray(offsets[index], offsets[index + 1])
  if (bytes.length === 0) return { points: 0, parts: [] }
  if (bytes.length < 10) throw damaged("a letter ends too early")
  const contours = viewOf(bytes).getInt16(0)
  try {
    return contours < 0
      ? { points: 0, parts: readParts(bytes, offsets.length - 1) }
      : { points: countPoints(bytes, contours), parts: [] }
  } catch (error) {
    if (error instanceof RangeError) throw damaged("a letter ends too early")
    throw error
  }
}

/** Reads a glyph's parts. Reading past the end throws a RangeError. */
function readParts(bytes: Uint8Array, count: number): number[] {
  const view = viewOf(bytes)
  const parts: number[] = []
  for (let at = 10, flags = MORE; (flags & MORE) !== 0; ) {
    flags = view.getUint16(at)
    const part = view.getUint16(at + 2)
    if (part >= count) throw damaged("a letter is made of letters that are not there")
    parts.push(part)
    at += 4 + ((flags & WORDS) !== 0 ? 4 : 2)
    if ((flags & SCALE) !== 0) at += 2
    else if ((flags & XY_SCALE) !== 0) at += 4
    else if ((flags & TWO_BY_TWO) !== 0) at += 8
    if (at > bytes.length) throw damaged("a letter ends too early")
  }
  return parts
}

/** Counts points by the flags of a simple glyph. Reading past the end throws a RangeError. */
function countPoints(bytes: Uint8Array, contours: number): number {
  if (contours === 0) return 0
  const view = viewOf(bytes)
  let last = -1
  for (let i = 0; i < contours; i++) {
    const end = view.getUint16(10 + i * 2)
    // Equal ends are an empty contour, which some programs write.
    if (end < last) throw damaged("a letter's outline is broken")
    last = end
  }
  const points = last + 1
  let at = 12 + contours * 2 + view.getUint16(10 + contours * 2)
  let coordinates = 0
  for (let left = points; left > 0; ) {
    const flag = view.getUint8(at++)
    const times = Math.min(left, (flag & REPEAT) !== 0 ? view.getUint8(at++) + 1 : 1)
    const x = (flag & X_SHORT) !== 0 ? 1 : (flag & X_SAME) !== 0 ? 0 : 2
    const y = (flag & Y_SHORT) !== 0 ? 1 : (flag & Y_SAME) !== 0 ? 0 : 2
    coordinates += times * (x + y)
    left -= times
  }
  if (at + coordinates > bytes.length) throw damaged("a letter ends too early")
  return points
}
