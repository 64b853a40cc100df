import { keyOf } from "./field-words.ts"
import type { ReadField } from "./read-field.ts"

/** What is said to the person who prints rather than meant to be printed, in whatever place. */
const SAID_TO_THE_SHOP =
  /\b(please|pls|plz|plse|thank|thanks|thx|sorry|oops|whoops|typo|meant|instead|actually|before|after that|correction|corrected|ignore|disregard|scratch that|nevermind|never mind|changed? (?:it|that|to|my)|can (?:you|u|it|we|i)|could (?:you|u|it|we|i)|would (?:you|like)|i(?:'|’)?d like|i (?:want|need|would|meant|am ordering)|we (?:want|need)|want (?:it|the|this)|make (?:it|sure|the)|print(?:ed|ing)?|personali[sz]ed?|custom(?:i[sz]ed?)?|font|colou?rs?|caps|capital(?:s|i[sz]ed?)?|lower ?case|upper ?case|spelled|spelling|spelt|capitali[sz]e|letters?|emoji|symbol|as shown|as pictured|as in (?:the )?(?:photo|picture|listing)|same as|like (?:the )?(?:photo|picture|listing|shown)|picture|photo|listing|message me|e-?mail|contact me|let me know|order|ordered|no text|no name|without|only|just|not sure|idk|tbd|to follow|later|names?|numbers?|surname|should (?:be|say|read)|says?|reads?|sized?|small|medium|large|xl|xxl|toddler|youth|adult|shirts?|hoodies?|onesies?|mugs?|items?|pieces?|pcs|each|1st|2nd|3rd|4th|first one|second one|third one|the other|another)\b/i
/** First words of what asks for something. */
const ASKING =
  /^(?:see|check|use|put|add|write|send|text me|call|remove|replace|change|look|read|choose|pick|surprise|any|whatever)\b/i
/** Words of sentences, which no name has. `x` and `no` alone may be an answer to something else. */
const NOT_OF_A_NAME =
  /(?<![\p{L}\p{M}'’-])(?:an?|the|is|are|was|be|with|see|for|on|at|to|of|in|from|by|my|her|his|our|your|it|this|that|as|if|but|not|no|yes|ok|okay|aged?|turns?|turning|years?|old|born|message|note|text|me|she|he|they|we|you|one|two|both|all|same|also|add|use|put|make|write|heart|star|do|does|any|whatever|anything|blank|none|nothing|tbd|x|n\/?a)(?![\p{L}\p{M}'’-])/iu
/** `x2`, `2x`, `2 of these`. */
const COUNTED = /\bx ?\d+\b|\b\d+ ?x\b|\b\d+ of\b|\bqty\b|\bquantity\b/i
const COLOUR =
  /\b(?:in )?(?:red|blue|green|pink|black|white|gold|silver|purple|yellow|orange|teal|navy|gr[ae]y|brown|maroon|turquoise|rose gold|burgundy|beige|cream)\b[.!]*$/i
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[♥♡★☆]|<3|:\)|:-\)|;\)|xoxo/u
const ENCLOSED = /[()[\]{}<>*_~^\\]|["“”„«»]/
const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’‘\-‐‑]*$/u
const NAME_WORDS = 3
const GREETING = /^(hi|hello|hey|hiya|dear|greetings|good (?:morning|afternoon|evening))\b/i
const SEVERAL = /[,;|/&+]|(?<![\p{L}\p{M}])(?:and|und|et|y)(?![\p{L}\p{M}])/iu

/** Fields that hold somebody's name: whatever else than letters is there was not meant for it. */
const NAMED = /\b(?:names?|surname|player|kid|child|dog|pet|baby)\b/

export function isForName(field: Pick<ReadField, "name" | "label" | "kind">): boolean {
  return field.kind === "text" && [field.name, field.label].some((words) => NAMED.test(keyOf(words)))
}

/** True of one run of letters, such as `De la Cruz`: what can be told from a number beside it. */
export function isNameRun(text: string): boolean {
  return NAME.test(text) && text.split(" ").length <= NAME_WORDS && !NOT_OF_A_NAME.test(text)
}

/** Why a person has to look at this before it is printed; null if nothing speaks against it. */
export function doubtOf(field: ReadField, value: string, quantity: number): string | null {
  const { label } = field
  if (value.includes("\n")) return `“${label}” has several lines.`
  if (PICTOGRAPH.test(value)) return `“${label}” has a picture sign.`
  if (
    SAID_TO_THE_SHOP.test(value) ||
    GREETING.test(value) ||
    ASKING.test(value) ||
    COUNTED.test(value) ||
    value.includes("?")
  )
    return `The buyer may be writing to you in “${label}”.`
  if (ENCLOSED.test(value)) return `“${label}” has marks that may not be meant for print.`
  if (/[:=]/.test(value) && !/\d:\d/.test(value)) return `“${label}” may hold more than one answer.`
  if (/https?:|www\.|@/i.test(value)) return `“${label}” has an address.`
  if (COLOUR.test(value) && value.includes(" ")) return `“${label}” may end with a colour.`
  if (quantity > 1 && SEVERAL.test(value)) return `“${label}” may be of ${quantity} different pieces.`
  if (isForName(field) && NOT_OF_A_NAME.test(value)) return `“${label}” reads like a sentence.`
  if (isForName(field) && !NAME.test(value)) return `“${label}” has more than a name.`
  if (isForName(field) && SEVERAL.test(value)) return `“${label}” may hold several names.`
  if (lengthOf(value) > field.maxLength)
    return `“${label}” has ${lengthOf(value)} letters, ${field.maxLength} at most.`
  return null
}

/** In letters as people count them. */
function lengthOf(text: string): number {
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length
}
