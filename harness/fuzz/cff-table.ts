import type { OpenFont } from "../../sheet/text/open-font.ts"

/** Operators of Type 2 charstrings (Technical Note 5177). */
const LINE = 5
const CURVE = 8
const CALL_LOCAL = 10
const RETURN = 11
const END = 14
const MOVE = 21
const CALL_GLOBAL = 29
/** Subroutine 0 of a list of fewer than 1240, as a number of one byte. */
const FIRST_SUBROUTINE = 139 - 107

/** Returns a glyph's strokes, ended by a subroutine, for every other glyph by a global one. */
export function charString(font: OpenFont, glyph: number, unitsPerEm: number): number[] {
  const bytes: number[] = []
  const path = font.outline(glyph)
  let [x, y] = [0, 0]
  const step = (toX: number, toY: number) => {
    const by = [Math.round(toX * unitsPerEm) - x, Math.round(-toY * unitsPerEm) - y]
    ;[x, y] = [x + by[0], y + by[1]]
    for (const number of by) bytes.push(28, (number >> 8) & 0xff, number & 0xff)
  }
  for (let at = 0; at < path.length; ) {
    const kind = path[at]
    const [a, b, c, d] = path.slice(at + 1, at + 5)
    if (kind < 2) {
      step(a, b)
      bytes.push(kind === 0 ? MOVE : LINE)
    } else if (kind === 2) {
      const [fromX, fromY] = [x / unitsPerEm, -y / unitsPerEm]
      step(fromX + ((a - fromX) * 2) / 3, fromY + ((b - fromY) * 2) / 3)
      step(c + ((a - c) * 2) / 3, d + ((b - d) * 2) / 3)
      step(c, d)
      bytes.push(CURVE)
    }
    at += 1 + [2, 2, 4, 6, 0][kind]
  }
  return [...bytes, FIRST_SUBROUTINE, glyph % 2 === 0 ? CALL_LOCAL : CALL_GLOBAL]
}

/** Returns PostScript outlines whose letters call subroutines in subroutines, `fan` of each level. */
export function nestedCff(glyphs: number, levels: number, fan: number): Uint8Array {
  const leaf = [140, 140, LINE, 138, 140, LINE, RETURN]
  const calls = Array.from({ length: levels }, (_, level) => [
    ...Array.from({ length: fan }, () => [FIRST_SUBROUTINE + level + 1, CALL_GLOBAL]).flat(),
    RETURN,
  ])
  const letter = [139, 139, MOVE, FIRST_SUBROUTINE, CALL_GLOBAL, END]
  return cffTable(new Array<number[]>(glyphs).fill(letter), [...calls, leaf])
}

/** Returns a font of these letters; `subroutines` are its global ones. */
export function cffTable(
  glyphs: readonly number[][],
  subroutines: readonly number[][] = [[END]],
): Uint8Array {
  const long = (number: number) => [29, ...[24, 16, 8, 0].map((by) => (number >> by) & 255)]
  const name = index([[...new TextEncoder().encode("Fuzzed")]])
  const top = (charset: number, strings: number, own: number) =>
    index([[...long(charset), 15, ...long(strings), 17, ...long(OWN_BYTES), ...long(own), 18]])
  const head = [1, 0, 4, 4, ...name]
  const shared = [...index([]), ...index(subroutines)]
  const last = glyphs.length - 2
  const charset = [2, 0, 1, (last >> 8) & 255, last & 255]
  const charsetAt = head.length + top(0, 0, 0).length + shared.length
  const stringsAt = charsetAt + charset.length
  const strings = index(glyphs)
  const ownAt = stringsAt + strings.length
  // The font's own subroutines follow its own dictionary.
  const own = [...long(OWN_BYTES), 19, ...index([[END]])]
  return Uint8Array.from([
    ...head,
    ...top(charsetAt, stringsAt, ownAt),
    ...shared,
    ...charset,
    ...strings,
    ...own,
  ])
}

/** Returns a dictionary of one number of five bytes and its operator. */
const OWN_BYTES = 6

function index(objects: readonly number[][]): number[] {
  if (objects.length === 0) return [0, 0]
  const offsets: number[] = []
  let at = 1
  for (const object of [...objects, []]) {
    offsets.push(...[24, 16, 8, 0].map((by) => (at >> by) & 255))
    at += object.length
  }
  return [objects.length >> 8, objects.length & 255, 4, ...offsets, ...objects.flat()]
}
