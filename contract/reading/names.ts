import { keyOf } from "./field-words.ts"
import type { ReadField } from "./read-field.ts"
import { isSaidToTheShop } from "./said-to-the-shop.ts"

/** The fields that hold somebody's name: anything else than letters was not meant for them. */
const NAMED = /\b(?:names?|surname|player|kid|child|dog|pet|baby)\b/

/** The fields for several people at once. */
const PLURAL = /\b(?:names|couple|family)\b/
const AND = / ?[&+] ?| and /i
const THE = /^the /i
const NAME = /^[\p{L}\p{M}][\p{L}\p{M} .'’‘\-‐‑]*$/u
const NAME_WORDS = 3
/** The marks and words between several answers. */
export const SEVERAL =
  /[,;|/&+]|(?<![\p{L}\p{M}])(?:and|und|et|y|en|och|og)(?![\p{L}\p{M}])|(?<= )[ei](?= )/iu
/** Words of sentences, which no name has. `x` and `no` alone may be an answer to something else. */
const NOT_OF_A_NAME =
  /(?<![\p{L}\p{M}'’-])(?:an?(?!\.)|the|is|are|was|be|with|see|for|on|at|to|of|in|from|by|my|her|his|our|your|it|this|that|as|if|but|not|no|yes|ok|okay|or|oder|aged?|turns?|turning|years?|old|born|geboren|geb|née?|nat[oa]|nacid[oa]|con|mit|avec|message|note|text|me|she|he|they|we|you|one|two|both|all|same|also|add|use|put|make|write|heart|star|do|does|any|whatever|anything|blank|none|nothing|tbd|x|n\/?a)(?![\p{L}\p{M}'’-])/iu
/** The other things that buyers ask for in the place of a name: a place, a material, a size, a choice. */
const ASKED_FOR =
  /\b(?:front|back|left|right|top|bottom|sleeve|chest|side|center(?:ed)?|wrap(?:ped|ping)?|gift|rush|asap|urgent|ship(?:ping|ped)?|deliver(?:y|ed)?|cursive|script|bold|italics?|block|glitter|matte|glossy|vinyl|thread|foil|ink|yarn|embroider(?:y|ed)|engrav(?:e|ed|ing)|bigger|smaller|boys?|girls?|mens|womens|unisex|heart|flowers?|paw|logo|image|design|style|version|option|variant|variation|choice|standard|default|regular|plain|normal|usual|custom|random|pack|discount|refund|cancel|address|attached|below|above|coming|pending|following|enclosed|uploaded|grade|level|class|room|photo|month|week|day|today|tomorrow|extra|test(?:ing)?|jersey|trikot|maillot|nombre|numero|n[uú]m[eé]ro|nummer|nachname|vorname|pr[eé]nom|tag|size|since|then|plus|arriv(?:es?|ing)|due|need(?:ed|s)?|deadline|wedding|christmas|xmas|anniversary|unknown|undecided|waiting|hold|confirm(?:ed)?|sample|example|ask|buyer|customer|initials?|apt|unit|line|home|away|vol|part|cell|reward|zip|postcode|nickname|brand|naam|namen?|namn|navn|nome|graag|ships|three|four|five|six|seven|eight|nine|ten|eleven|twelve|est|established|married|first|second|third|last|call|tel|phone|mobile)\b|n[º°]| (?:danke|merci|bitte|gracias|grazie|obrigad[oa]|ty|tysm)$|\S team\b/i
/** The whole answers that name nobody, or that may be an answer to the shop. */
const NO_NAME =
  /^(?:nope|nah|nada|nil|nix|null|tb[acd]|xx+|asdf.*|grazie(?: mille)?|merci(?: beaucoup)?|danke(?: schön)?|vielen dank|muchas gracias|bitte|gracias|pls|thx|idk|n\.? ?a\.?|no|ok|yes|sure|later|same|random|optional|x{0,3}[sml]|[2-5]xl|(\p{L})\1{2,})$/iu
/** A name that is spelled: `Z-O-E`. */
const SPELLED = /^\p{L}(?:[ -]\p{L}){2,}$/u
/** The colours that a lone word asks for; some are surnames too. */
const COLOUR_WORD =
  /^(?:light |dark |hot )?(?:red|blue|green|pink|black|white|gold|silver|purple|yellow|orange|teal|navy|gr[ae]y|brown|maroon|turquoise|rose gold|burgundy|beige|cream)$/i
const SURNAME_COLOUR = /^(?:green|black|white|brown|gr[ae]y)$/i
const MONTH =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/i

/** Returns true for a field for several people, who are written with a joining word or mark. */
export function isForNames({ name, label }: Pick<ReadField, "name" | "label">): boolean {
  return [name, label].some((words) => PLURAL.test(keyOf(words)))
}

/** Returns true for a field that holds somebody's name, and nothing else. */
export function isForName(field: Pick<ReadField, "name" | "label" | "kind">): boolean {
  return field.kind === "text" && [field.name, field.label].some((words) => NAMED.test(keyOf(words)))
}

/** Returns true for one run of letters, such as `De la Cruz`, which differs from a number beside it. */
export function isNameRun(text: string): boolean {
  return (
    NAME.test(text) &&
    text.split(/ +/).length <= NAME_WORDS &&
    ![NOT_OF_A_NAME, ASKED_FOR, NO_NAME].some((pattern) => pattern.test(text)) &&
    !isSaidToTheShop(text) &&
    !text.split(" ").some((word) => MONTH.test(word)) &&
    !/^(?:team|player)$/i.test(text) &&
    (!COLOUR_WORD.test(text) || SURNAME_COLOUR.test(text))
  )
}

/** Returns true for a colour alone, which may be an answer about the name's look. */
export function isColour(text: string): boolean {
  return COLOUR_WORD.test(text)
}

/** Returns true for `The Smiths` and `Zoe & Max`, too. */
export function isNamesRun(text: string): boolean {
  return text
    .replace(THE, "")
    .split(AND)
    .every((run) => isNameRun(run))
}

/** Returns why this may not be a name as it is printed; null if there is no reason. */
export function doubtOfName(field: ReadField, value: string, quantity: number): string | null {
  const { label } = field
  if (isForNames(field) && isNamesRun(value)) return null
  if (quantity > 1 && value.split(" ").length === quantity)
    return `“${label}” may be for ${quantity} different pieces.`
  if (NOT_OF_A_NAME.test(value)) return `“${label}” reads like a sentence.`
  if (!NAME.test(value)) return `“${label}” has more than a name.`
  if (SEVERAL.test(value)) return `“${label}” may hold several names.`
  if (ASKED_FOR.test(value)) return `“${label}” may ask for something.`
  if (isNobody(value) || SPELLED.test(value)) return `“${label}” may not be a name.`
  return null
}

/** Returns true for whole answers such as `TBD`, which may be no name and no initials. */
export function isNobody(text: string): boolean {
  return NO_NAME.test(text)
}
