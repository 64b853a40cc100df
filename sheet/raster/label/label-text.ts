import { LABEL_EM, labelGlyphs } from "./label-face.ts"

/** The longest text that is read. No label shows more. */
const LABEL_MAX_CHARACTERS = 120

/** The part of a title that names the thing: a seller's titles are lists of search words. */
const TITLE_MAX_CHARACTERS = 40

const ELLIPSIS = "…"

const advances = new Map(labelGlyphs.map(([character, advance]) => [character, advance]))

const LOOKALIKES: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
  "×": "x",
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  ł: "l",
  Ł: "L",
}

/**
 * Returns the text of a piece's label: the order's number, if it has one, and the beginning of its
 * title. Without a title, pass the artwork's name.
 */
export function labelOf({ orderNumber, title }: { orderNumber: string | null; title: string }): string {
  const [first] = title.replace(/\.(png|jpe?g|svg)$/i, "").split(/[,|•]|\s[-–—]\s/)
  const short = labelCharacters(first).slice(0, TITLE_MAX_CHARACTERS).trim()
  return labelCharacters(orderNumber === null ? short : `#${orderNumber} ${short}`)
}

/** Returns the text in characters of the label face: accents go, other scripts are left out. */
function labelCharacters(text: string): string {
  const plain = text
    .slice(0, 2 * LABEL_MAX_CHARACTERS)
    .replace(/[^\x20-\x7e]/g, (character) => LOOKALIKES[character] ?? character)
    .normalize("NFKD")
  const known = [...plain.replace(/\s+/g, " ")].filter((character) => advances.has(character))
  return known.join("").replace(/ +/g, " ").trim().slice(0, LABEL_MAX_CHARACTERS)
}

/** Returns the width of a text in ems. */
export function labelWidth(text: string): number {
  return [...text].reduce((sum, character) => sum + (advances.get(character) ?? 0), 0) / LABEL_EM
}

/** Returns as much of a text as fits into a width, cut with an ellipsis; "" if not one letter fits. */
export function fitLabel(text: string, widthEm: number): string {
  const known = labelCharacters(text)
  if (labelWidth(known) <= widthEm) return known
  for (let length = known.length - 1; length > 0; length--) {
    const cut = `${known.slice(0, length).trimEnd()}${ELLIPSIS}`
    if (labelWidth(cut) <= widthEm) return cut
  }
  return ""
}
