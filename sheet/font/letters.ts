import { damaged, FontError } from "./font-error.ts"
import { type FontTables, viewOf } from "./font-tables.ts"

/** A function that returns whether a font has a glyph for a character. */
export type Letters = (codePoint: number) => boolean

const LAST_CODE_POINT = 0x10ffff

/** Platforms and encodings, the best first: all of Unicode, its first plane, symbols. */
const ENCODINGS: readonly (readonly [number, number])[] = [
  [3, 10],
  [0, 6],
  [0, 4],
  [3, 1],
  [0, 3],
  [0, 2],
  [0, 1],
  [0, 0],
  [3, 0],
]

/**
 * Reads which characters a font has letters for. Throws a FontError if the list is broken, or of a
 * kind from before Unicode.
 */
export function readLetters(tables: FontTables): Letters {
  const table = tables.get("cmap")
  if (table === undefined) throw damaged("it has no list of characters")
  try {
    const at = bestSubtable(table)
    if (at === null) throw new FontError("This font has symbols only: it has no letters to write text with.")
    const view = viewOf(table.subarray(at))
    switch (view.getUint16(0)) {
      case 0:
        return (code) => code < 256 && view.byteLength >= 262 && view.getUint8(6 + code) !== 0
      case 4:
        return segments(view)
      case 6:
        return trimmed(view)
      case 12:
      case 13:
        return groups(view)
    }
    throw damaged("its list of characters is of an unknown kind")
  } catch (error) {
    if (error instanceof RangeError) throw damaged("its list of characters ends too early")
    throw error
  }
}

function bestSubtable(table: Uint8Array): number | null {
  const view = viewOf(table)
  const count = view.getUint16(2)
  let best: { rank: number; at: number } | null = null
  for (let i = 0; i < count; i++) {
    const [platform, encoding] = [view.getUint16(4 + i * 8), view.getUint16(6 + i * 8)]
    const at = view.getUint32(8 + i * 8)
    // Every subtable begins with its format.
    view.getUint16(at)
    const rank = ENCODINGS.findIndex(([p, e]) => p === platform && e === encoding)
    if (rank >= 0 && (best === null || rank < best.rank)) best = { rank, at }
  }
  return best?.at ?? null
}

/** Reads format 4: segments of the first plane. */
function segments(view: DataView): Letters {
  const count = view.getUint16(6) >> 1
  const [ends, starts, deltas, ranges] = [14, 16 + count * 2, 16 + count * 4, 16 + count * 6]
  if (count > 0) view.getUint16(ranges + (count - 1) * 2)
  return (code) => {
    if (code > 0xffff) return false
    for (let i = 0; i < count; i++) {
      if (view.getUint16(ends + i * 2) < code) continue
      if (view.getUint16(starts + i * 2) > code) return false
      const range = view.getUint16(ranges + i * 2)
      const delta = view.getUint16(deltas + i * 2)
      if (range === 0) return ((code + delta) & 0xffff) !== 0
      const at = ranges + i * 2 + range + (code - view.getUint16(starts + i * 2)) * 2
      return at + 2 <= view.byteLength && view.getUint16(at) !== 0
    }
    return false
  }
}

/** Reads format 6: one run of characters. */
function trimmed(view: DataView): Letters {
  const [first, count] = [view.getUint16(6), view.getUint16(8)]
  if (count > 0) view.getUint16(10 + (count - 1) * 2)
  return (code) => code >= first && code < first + count && view.getUint16(10 + (code - first) * 2) !== 0
}

/** Reads formats 12 and 13: runs of all planes, in order, without overlaps. */
function groups(view: DataView): Letters {
  const count = view.getUint32(12)
  if (16 + count * 12 > view.byteLength) throw damaged("its list of characters ends too early")
  for (let i = 0, before = -1; i < count; i++) {
    const [first, last] = [view.getUint32(16 + i * 12), view.getUint32(20 + i * 12)]
    if (first <= before || last < first || last > LAST_CODE_POINT)
      throw damaged("its list of characters is broken")
    before = last
  }
  return (code) => {
    let [low, high] = [0, count - 1]
    while (low <= high) {
      const middle = (low + high) >> 1
      if (view.getUint32(20 + middle * 12) < code) low = middle + 1
      else if (view.getUint32(16 + middle * 12) > code) high = middle - 1
      else return true
    }
    return false
  }
}
