import { keyOf } from "./field-words.ts"
import type { ReadField } from "./read-field.ts"

const NUMBER = /^(?:#|no\.?|nr\.?|n°)? ?(\d+)$/i
const PHONE = /^(?:\+\d|\(\d|\d)[\d ().-]{5,18}\d$/
const PHONE_DIGITS = 7
const MONTH_NAME =
  "(?:jan(?:uary|uar|vier)?|feb(?:ruary|ruar|brero)?|février|mar(?:ch|s|zo)?|märz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|août|agosto|sept?(?:ember|embre)?|septiembre|o[ck]t(?:ober|obre)?|octubre|nov(?:ember|embre)?|noviembre|dec(?:ember)?|dez(?:ember)?|décembre|diciembre)"
const ISO_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const YEAR = /^(?:1[5-9]|20)\d{2}$/
const NUMERIC_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/
const WORDED_DATE = new RegExp(
  `^(?:(?:the )?\\d{1,2}(?:st|nd|rd|th|\\.)? (?:of |de )?${MONTH_NAME}[.,]?|` +
    `${MONTH_NAME}\\.? \\d{1,2}(?:st|nd|rd|th)?,?|${MONTH_NAME})(?: (?:de )?\\d{4})?$`,
  "i",
)
const LAST_MONTH = 12
const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Returns the value of a field of this kind in these words, as it is printed; null if they are
 * something else. A date that could be read in two ways is something else.
 */
export function readKind(field: ReadField, text: string): string | null {
  const { kind, choices = [], maxLength } = field
  switch (kind) {
    case "text":
      return text === "" ? null : text
    case "number": {
      if (isForPhone(field)) return isPhone(text) && text.length <= maxLength ? text : null
      const digits = NUMBER.exec(text)?.[1]
      return digits === undefined || digits.length > maxLength ? null : digits
    }
    case "date":
      return isCertainDate(text) ? text : null
    case "choice": {
      const key = choiceKey(text)
      return choices.find((choice) => choiceKey(choice) === key) ?? null
    }
  }
}

export function isForPhone({ name, label }: Pick<ReadField, "name" | "label">): boolean {
  return [name, label].some((words) => /\b(?:phone|telephone|mobile)\b/.test(keyOf(words)))
}

function isPhone(text: string): boolean {
  return PHONE.test(text) && !ISO_DATE.test(text) && text.replaceAll(/\D/g, "").length >= PHONE_DIGITS
}

function isCertainDate(text: string): boolean {
  if (YEAR.test(text) || ISO_DATE.test(text)) return true
  const numeric = NUMERIC_DATE.exec(text)
  if (numeric) {
    const [, first = "", , second = ""] = numeric
    const [a, b] = [Number(first), Number(second)]
    const [month, day] = [Math.min(a, b), Math.max(a, b)]
    return (day > LAST_MONTH || a === b) && day >= 1 && day <= (daysOfMonths[month - 1] ?? 0)
  }
  return WORDED_DATE.test(text) && /\d/.test(text)
}

function choiceKey(words: string): string {
  return words.toLowerCase().replaceAll(/[\s-]/g, "")
}
