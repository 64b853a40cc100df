/** What buyers write around an answer, and in its place. */
import { type Part, sliceOf } from "./part.ts"

const NOTHING =
  /^\(?(?:n\/?a|none(?: needed)?|not needed|nothing|blank|leave (?:it )?blank|no,? thanks?(?: you)?|not applicable|(?:no|without(?: an?)?|i (?:don['’]t|do not) (?:want|need) (?:an?|any)) (?:text|name|number|personali[sz]ation|customi[sz]ation|engraving)|(?:ohne|kein(?:e[nr]?)?) (?:text|name[n]?|nummer|personalisierung)|(?:sin|sans|senza|zonder|utan|uden|bez) (?:texto|nombre|personalización|texte|prénom|nom|testo|nome|tekst|naam|text|namn|navn|imienia|tekstu)|[-–—_.\s]*)\)?[.!]*$/i
const GREETING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| team)?\s*[!,.\n]+\s*/i
const THANKS =
  /(?<=[^\s,.!;–-])[\s,.!;–-]+(?:(?:please|pls|plz|and)[\s,.!]+)?(?:thanks?|thank (?:you|u)|thankyou|thx|many thanks|please|pls|plz)(?: so much| a lot| very much| in advance| again)*(?:[\s,.!]+(?:thanks?|thank (?:you|u)|thx))?[\s!.]*(?::-?\)\s*)?$/i
/** Words that may be names too, so that they thank only where something sets them apart. */
const THANKS_APART =
  /[,.!;\n][\s,.!;–-]*(?:danke|merci|gracias|grazie|obrigad[oa]|bitte|tysm|tack|takk?|dank je|dankje|dziękuję)[\s!.]*$/i
/** Thanks of two words are nobody's name. */
const THANKS_ABROAD =
  /(?<=[^\s,.!;–-])[\s,.!;–-]+(?:vielen dank|danke (?:schön|dir|euch|im voraus)|merci (?:beaucoup|bien|d['’]avance)|muchas gracias|grazie (?:mille|tante)|muito obrigad[oa]|tack så mycket|tusen takk|mange tak|dank je wel|hartelijk dank|thanks a (?:million|bunch|ton)|thank you kindly|thanks so much)[\s!.]*$/i
/** A capital one is somebody's name. */
const KISSES = /(?<=[^\s,.!;–-])[\s,.!;–-]+x{1,3}(?: x{1,3})*[\s!.]*$/

/** Behind digits; behind a name it may be a name, too. */
const PLEASE_ABROAD = /(?<=\d) bitte[\s!.]*$/i

/** True of an empty answer, and of one that says that nothing is to be printed. */
export function isEmptyAnswer(text: string): boolean {
  return [text, text.replace(THANKS, ""), text.replace(/[\s,]+bitte[\s.!]*$/i, "")].some((words) =>
    NOTHING.test(words.trim()),
  )
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
  const at = [THANKS, THANKS_APART, THANKS_ABROAD, PLEASE_ABROAD, KISSES]
    .map((thanks) => part.text.search(thanks))
    .find((index) => index > 0)
  return at === undefined ? part : sliceOf(part, 0, at)
}
