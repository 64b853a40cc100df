/** A buyer's text in one way of writing, and where each of its characters stood. */
export type PlainText = {
  text: string
  /** For each UTF-16 unit of `text`, and for its end: the place in what the buyer wrote. */
  places: readonly number[]
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const FULL_WIDTH = /[\uff01-\uff5e]/
const FULL_WIDTH_SHIFT = 0xfee0
const SPACE = /[^\S\n]/

/**
 * Takes out what nobody sees and writes what looks alike in one way: line ends, spaces, full-width
 * letters and digits. Quotation marks, hyphens and accents stay: they are printed.
 */
export function plainTextOf(written: string): PlainText {
  let text = ""
  const places: number[] = []
  for (let i = 0; i < written.length; i++) {
    const letter = written.charAt(i)
    if (INVISIBLE.test(letter)) continue
    if (letter === "\r" && written.charAt(i + 1) === "\n") continue
    places.push(i)
    text += plainLetter(letter)
  }
  places.push(written.length)
  return { text, places }
}

function plainLetter(letter: string): string {
  if (letter === "\r" || letter === "\u2028" || letter === "\u2029") return "\n"
  if (SPACE.test(letter)) return " "
  if (FULL_WIDTH.test(letter)) return String.fromCharCode(letter.charCodeAt(0) - FULL_WIDTH_SHIFT)
  return letter
}
