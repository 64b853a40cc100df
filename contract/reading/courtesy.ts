/** What buyers write around an answer, and in its place. */
import { type Part, sliceOf } from "./part.ts"

const NOTHING =
  /^\(?(?:n\/?a|none(?: needed)?|not needed|nothing|blank|leave (?:it )?blank|no,? thanks?(?: you)?|not applicable|(?:no|without(?: an?)?) (?:text|name|number|personali[sz]ation|customi[sz]ation|engraving)|[-–—_.\s]*)\)?[.!]*$/i
const GREETING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| team)?\s*[!,.\n]+\s*/i
const THANKS =
  /(?<=[^\s,.!;–-])[\s,.!;–-]+(?:(?:please|pls|plz|and)[\s,.!]+)?(?:thanks?|thank (?:you|u)|thankyou|thx|many thanks|please|pls|plz)(?: so much| a lot| very much| in advance| again)*(?:[\s,.!]+(?:thanks?|thank (?:you|u)|thx))?[\s!.]*(?::-?\)\s*)?$/i
/** Words that may be names too, so that they thank only where something sets them apart. */
const THANKS_APART = /[,.!;\n][\s,.!;–-]*(?:danke|merci|gracias|grazie|obrigad[oa]|bitte|tysm)[\s!.]*$/i

/** True of an empty answer, and of one that says that nothing is to be printed. */
export function isEmptyAnswer(text: string): boolean {
  return NOTHING.test(text.trim()) || NOTHING.test(text.trim().replace(THANKS, ""))
}

/** True if nothing but a greeting and thanks stand there. */
export function isCourtesy(text: string): boolean {
  // Thanks are cut from behind something.
  return `x ${text.replace(GREETING, "")}`.replace(THANKS, "").trim() === "x"
}

/** True if nothing but a greeting stands there. */
export function isGreeting(text: string): boolean {
  return text.replace(GREETING, "").trim() === ""
}

/** Without the thanks at its end: for what holds no free words, of which thanks may be a part. */
export function withoutThanks(part: Part): Part {
  const at = [THANKS, THANKS_APART].map((thanks) => part.text.search(thanks)).find((index) => index > 0)
  return at === undefined ? part : sliceOf(part, 0, at)
}
