/** The words that buyers write around an answer, and in its place. */
import { type Part, sliceOf } from "./part.ts"

/** Its last alternative takes all of a run at once, so that no shorter part of it is tried. */
const NOTHING =
  /^\(?(?:n\/?a|none(?: needed)?|not needed|nothing|blank|leave (?:it )?blank|no,? thanks?(?: you)?|not applicable|(?:no|without(?: an?)?|i (?:don['’]t|do not) (?:want|need) (?:an?|any)) (?:text|name|number|personali[sz]ation|customi[sz]ation|engraving)|(?:ohne|kein(?:e[nr]?)?) (?:text|name[n]?|nummer|personalisierung)|(?:sin|sans|senza|zonder|utan|uden|bez) (?:texto|nombre|personalización|texte|prénom|nom|testo|nome|tekst|naam|text|namn|navn|imienia|tekstu)|(?=([-–—_.\s]*))\1)\)?[.!]*$/i
const GREETING =
  /^\s*(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening))(?: there| team)?\s*[!,.\n]+\s*/i
const THANKS =
  /(?<=[^\s,.!;–-])[\s,.!;–-]+(?:(?:please|pls|plz|and)[\s,.!]+)?(?:thanks?|thank (?:you|u)|thankyou|thx|many thanks|please|pls|plz)(?: so much| a lot| very much| in advance| again)*(?:[\s,.!]+(?:thanks?|thank (?:you|u)|thx))?[\s!.]*(?::-?\)\s*)?$/i
/** Words that may be names too, so that they count as thanks only if a mark sets them apart. */
const THANKS_APART =
  /(?<=[^\s,.!;–-])(?=[\s–-]*[,.!;\n])[\s,.!;–-]+(?:danke|merci|gracias|grazie|obrigad[oa]|bitte|tysm|tack|takk?|dank je|dankje|dziękuję)[\s!.]*$/i
/** The thanks of two words, which are nobody's name. */
const THANKS_ABROAD =
  /(?<=[^\s,.!;–-])[\s,.!;–-]+(?:vielen dank|danke (?:schön|dir|euch|im voraus)|merci (?:beaucoup|bien|d['’]avance)|muchas gracias|grazie (?:mille|tante)|muito obrigad[oa]|tack så mycket|tusen takk|mange tak|dank je wel|hartelijk dank|thanks a (?:million|bunch|ton)|thank you kindly|thanks so much)[\s!.]*$/i
/** Kisses in lower case; a capital one is somebody's name. */
const KISSES = /(?<=[^\s,.!;–-])[\s,.!;–-]+x{1,3}(?: x{1,3})*[\s!.]*$/

const BITTE = /(?<![\s,])[\s,]+bitte[\s.!]*$/i
/** A `bitte` behind digits; behind a name it may be a name, too. */
const PLEASE_ABROAD = /(?<=\d) bitte[\s!.]*$/i

/** The most letters before a text's end at which thanks may begin: those before them are not looked at. */
const MAX_THANKS = 160

/** Returns true for an empty answer, and for one that says that nothing is to be printed. */
export function isEmptyAnswer(text: string): boolean {
  const words = text.trimEnd()
  return [words, cutAt(words, placeOf(THANKS, words)), cutAt(words, placeOf(BITTE, words))].some(
    (remaining) => NOTHING.test(remaining.trim()),
  )
}

/** Returns true if the text is only a greeting and thanks. */
export function isCourtesy(text: string): boolean {
  // A letter is put first, since thanks are cut only from behind something.
  const words = `x ${text.replace(GREETING, "")}`.trimEnd()
  return cutAt(words, placeOf(THANKS, words)).trim() === "x"
}

/** Returns true if the text is only a greeting. */
export function isGreeting(text: string): boolean {
  return text.replace(GREETING, "").trim() === ""
}

/** Removes thanks at the end, from a text that holds no free words, of which thanks may be a part. */
export function withoutThanks(part: Part): Part {
  const at = [THANKS, THANKS_APART, THANKS_ABROAD, PLEASE_ABROAD, KISSES]
    .map((thanks) => placeOf(thanks, part.text))
    .find((index) => index > 0)
  return at === undefined ? part : sliceOf(part, 0, at)
}

/** Returns where the thanks begin near the text's end; -1 if there are none. */
function placeOf(thanks: RegExp, text: string): number {
  const from = Math.max(0, text.length - MAX_THANKS)
  const at = text.slice(from).search(thanks)
  return at < 0 ? at : from + at
}

function cutAt(text: string, at: number): string {
  return at < 0 ? text : text.slice(0, at)
}
