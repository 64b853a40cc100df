/** The fonts that every reader of PDF has (ISO 32000-1, 9.6.2.2), by their use. */
export const paperFonts = { regular: "Helvetica", bold: "Helvetica-Bold" } as const
export type PaperFont = keyof typeof paperFonts

/** Helvetica's advances in a thousandth of the em, from the space to the tilde (Adobe's metrics). */
const advances = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]
/** The advance of other letters; nearly all are no wider. */
const OTHER_ADVANCE = 778

/** Letters beyond Latin-1 that WinAnsi has between 0x80 and 0x9f. */
const winAnsiExtras = new Map(
  [..."€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"].map((character, i) => [
    character,
    [
      0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94,
      0x95, 0x96, 0x97, 0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f,
    ][i],
  ]),
)

/**
 * Returns a text in hexadecimal, in the encoding WinAnsi. A letter that it lacks loses its accent; a
 * letter of another script becomes a question mark.
 */
export function winAnsiOf(text: string): string {
  return [...text.normalize("NFC")]
    .map((character) => byteOf(character).toString(16).padStart(2, "0"))
    .join("")
}

function byteOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code
  const extra = winAnsiExtras.get(character)
  if (extra !== undefined) return extra
  const bare = character.normalize("NFD").codePointAt(0) ?? 0
  return bare >= 0x20 && bare < 0x7f ? bare : 0x3f
}

/** Returns as much of a text as fits a width in points, with an ellipsis where it is cut. */
export function fitted(text: string, widthPt: number, size: number): string {
  const letters = [...text.replace(/\s+/g, " ").trim()]
  const most = (widthPt / size) * 1000
  let used = 0
  let fits = 0
  for (const letter of letters) {
    used += advanceOf(letter)
    if (used > most) break
    fits++
  }
  if (fits === letters.length) return letters.join("")
  return `${letters
    .slice(0, Math.max(0, fits - 2))
    .join("")
    .trimEnd()}…`
}

function advanceOf(letter: string): number {
  const code = letter.normalize("NFD").codePointAt(0) ?? 0
  return advances[code - 0x20] ?? OTHER_ADVANCE
}
