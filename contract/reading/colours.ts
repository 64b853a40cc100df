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
/** Behind what is printed, and set apart from it. */
const BEHIND = new RegExp(`(?:,|;|\\.|\\n| [-–—])\\s*(?:in )?${COLOURS} ${MADE_OF}$`, "i")

/** The most letters before a text's end at which a colour may begin. */
const MAX_BEHIND = 80

/** True of colours, perhaps of what has them: `black and gold`, `pink thread`. */
export function isColourWish(text: string): boolean {
  return WISH.test(text)
}

/** True of what has a colour: `pink thread`, which is nobody's name. */
export function isThreadWish(text: string): boolean {
  return THREAD_WISH.test(text)
}

/** Without the colour of a thread or of letters behind it. */
export function withoutColour(part: Part): Part {
  const from = Math.max(0, part.text.length - MAX_BEHIND)
  const at = part.text.slice(from).search(BEHIND)
  return at >= 0 && from + at > 0 ? sliceOf(part, 0, from + at) : part
}
