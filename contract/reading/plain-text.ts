/** A buyer's text in one way of writing, with the original place of each of its characters. */
export type PlainText = {
  text: string
  /** For each UTF-16 unit of `text`: the start and end of its place in the buyer's text. */
  starts: readonly number[]
  ends: readonly number[]
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const FULL_WIDTH = /[\uff01-\uff5e]/
const FULL_WIDTH_SHIFT = 0xfee0
const SPACE = /[^\S\n]/
const LINE_END = /\r\n|[\r\u2028\u2029]|(?:<|&lt;)br ?\/?(?:>|&gt;)/iy
/** The entities that forms make of marks: `O&#39;Neil`, `Zoe &amp; Max`. */
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
 * Removes invisible characters and writes those that look alike in one way: line ends, spaces,
 * full-width letters and digits, marks that a form has written out. Quotation marks, hyphens and
 * accents stay: they are printed.
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

/** Returns the plain letter that begins here, empty if nobody sees it, and the length that it takes. */
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
