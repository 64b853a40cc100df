/** Colours that buyers ask for beside what is printed. */
import { type Part, sliceOf } from "./part.ts"

const SHADE = "(?:light|dark|hot|pale|bright|deep|baby|royal|navy|sage|forest|mint|dusty|neon|rose|pastel)"
const COLOUR =
  "(?:red|blue|green|pink|black|white|gold|silver|purple|yellow|orange|teal|navy|gr[ae]y|brown|maroon|turquoise|burgundy|beige|cream|lilac|lavender|sage|mint|coral)"
const ONE = `(?:${SHADE}[ -])?${COLOUR}`
const COLOURS = `${ONE}(?:(?: and | & | ?/ ?| with |, )${ONE})*`
const MADE_OF = "(?:thread|yarn|letters?|lettering|text|ink|font|writing|vinyl)"
const WISH = new RegExp(`^(?:in )?${COLOURS}(?: ${MADE_OF})?$`, "i")
const THREAD_WISH = new RegExp(`^(?:in )?${COLOURS} ${MADE_OF}$`, "i")
/** A colour behind the printed text, and set apart from it. */
const BEHIND = new RegExp(`(?:,|;|\\.|\\n| [-–—])\\s*(?:in )?${COLOURS} ${MADE_OF}$`, "i")

/** The most letters before a text's end at which a colour may begin. */
const MAX_BEHIND = 80

/** Returns true for colours, perhaps with the thing that has them: `black and gold`, `pink thread`. */
export function isColourWish(text: string): boolean {
  return WISH.test(text)
}

/** Returns true for a thing with a colour: `pink thread`, which is nobody's name. */
export function isThreadWish(text: string): boolean {
  return THREAD_WISH.test(text)
}

/** Removes the colour of a thread or of letters at the end. */
export function withoutColour(part: Part): Part {
  const from = Math.max(0, part.text.length - MAX_BEHIND)
  const at = part.text.slice(from).search(BEHIND)
  return at >= 0 && from + at > 0 ? sliceOf(part, 0, from + at) : part
}
