/** The longest text that is read. No label shows more. */
const LABEL_MAX_CHARACTERS = 120

/** The part of a title that names the thing: a seller's titles are lists of search words. */
const TITLE_MAX_CHARACTERS = 40

/** The letters outside plain text: the label face has all of ASCII, and nothing else that a title may have. */
const UNKNOWN = /[^\x20-\x7e]/g

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
export function labelCharacters(text: string): string {
  const plain = text
    .slice(0, 2 * LABEL_MAX_CHARACTERS)
    .replace(UNKNOWN, (character) => LOOKALIKES[character] ?? character)
    .normalize("NFKD")
  const known = plain.replace(/\s+/g, " ").replace(UNKNOWN, "")
  return known.replace(/ +/g, " ").trim().slice(0, LABEL_MAX_CHARACTERS)
}
