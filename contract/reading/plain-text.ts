/** A buyer's text in one way of writing, and where each of its characters stood. */
export type PlainText = {
  text: string
  /** For each UTF-16 unit of `text`: from which place in what the buyer wrote, and to which. */
  starts: readonly number[]
  ends: readonly number[]
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const FULL_WIDTH = /[\uff01-\uff5e]/
const FULL_WIDTH_SHIFT = 0xfee0
const SPACE = /[^\S\n]/
const LINE_END = /\r\n|[\r\u2028\u2029]|(?:<|&lt;)br ?\/?(?:>|&gt;)/iy
/** What forms make of marks: `O&#39;Neil`, `Zoe &amp; Max`. */
const ENTITY = /&(?:(amp|quot|apos|nbsp|lt|gt)|#(\d{2,4}));/iy
const entities: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  apos: "'",
  nbsp: " ",
  lt: "<",
  gt: ">",
}

/**
 * Takes out what nobody sees and writes what looks alike in one way: line ends, spaces, full-width
 * letters and digits, marks that a form has written out. Quotation marks, hyphens and accents stay:
 * they are printed.
 */
export function plainTextOf(written: string): PlainText {
  let text = ""
  const starts: number[] = []
  const ends: number[] = []
  for (let i = 0; i < written.length; ) {
    const { letter, length } = letterAt(written, i)
    if (letter !== "") {
      starts.push(i)
      ends.push(i + length)
      text += letter
    }
    i += length
  }
  return { text, starts, ends }
}

/** The plain letter that begins here, empty if nobody sees it, and how much was written for it. */
function letterAt(written: string, at: number): { letter: string; length: number } {
  LINE_END.lastIndex = at
  const [lineEnd] = LINE_END.exec(written) ?? []
  if (lineEnd !== undefined) return { letter: "\n", length: lineEnd.length }
  ENTITY.lastIndex = at
  const [entity, name, code] = ENTITY.exec(written) ?? []
  const character = name === undefined ? String.fromCharCode(Number(code)) : entities[name.toLowerCase()]
  if (entity !== undefined && character !== undefined)
    return { letter: plainLetter(character), length: entity.length }
  return { letter: plainLetter(written.charAt(at)), length: 1 }
}

function plainLetter(letter: string): string {
  if (INVISIBLE.test(letter)) return ""
  if (SPACE.test(letter)) return " "
  if (FULL_WIDTH.test(letter)) return String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_SHIFT)
  return letter
}
