import { doubtOfName, isColour, isForName, isNobody, SEVERAL } from "./names.ts"
import type { ReadField } from "./read-field.ts"
import { isSaidToTheShop } from "./said-to-the-shop.ts"

/** A numbered part, `1. Zoe`: one of several. */
const NUMBERED = /^\(?\d{1,2}[.)]\s/
/** A line that says where another stands, or that there are two to choose from. */
const PLACED =
  /^(?:front|back|left|right|sleeve|attached|below|above|pending|(?:the )?same)$|^or | (?:above|below)$/i
const COLOUR =
  /\b(?:in )?(?:red|blue|green|pink|black|white|gold|silver|purple|yellow|orange|teal|navy|gr[ae]y|brown|maroon|turquoise|rose gold|burgundy|beige|cream)\b[.!]*$/i
const TITLED = /^(?:mr|mrs|ms|miss|dr|coach)\b/i
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[♥♡★☆]|<3|:\)|:-\)|;\)|xoxo/u
const ENCLOSED = /[()[\]{}<>*_~^\\]|["“”„«»]/

/** Returns why a person has to look at this before it is printed; null if there is no reason. */
export function doubtOf(field: ReadField, value: string, quantity: number): string | null {
  const { label } = field
  if (value.includes("\n")) return `“${label}” has several lines.`
  if (PICTOGRAPH.test(value)) return `“${label}” has a picture sign.`
  if (isSaidToTheShop(value)) return `The buyer may be writing to you in “${label}”.`
  if (ENCLOSED.test(value)) return `“${label}” has marks that may not be meant for print.`
  if (/[:=]/.test(value) && !/\d:\d/.test(value)) return `“${label}” may hold more than one answer.`
  if (NUMBERED.test(value)) return `“${label}” may be one of several.`
  if (/https?:|www\.|@/i.test(value)) return `“${label}” has an address.`
  if (COLOUR.test(value) && value.includes(" ") && !TITLED.test(value))
    return `“${label}” may end with a colour.`
  if (!isForName(field) && (PLACED.test(value) || isColour(value))) return `“${label}” may ask for something.`
  if (/ {2}/.test(value)) return `“${label}” has a wide gap.`
  if (isNobody(value)) return `“${label}” may not be an answer.`
  if (quantity > 1 && SEVERAL.test(value)) return `“${label}” may be for ${quantity} different pieces.`
  if (isForName(field)) {
    const doubt = doubtOfName(field, value, quantity)
    if (doubt !== null) return doubt
  }
  if (lengthOf(value) > field.maxLength)
    return `“${label}” has ${lengthOf(value)} letters, ${field.maxLength} at most.`
  return null
}

/** Returns the number of letters as people count them. */
function lengthOf(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length
}
