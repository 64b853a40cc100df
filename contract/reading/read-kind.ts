import type { ReadField } from "./read-field.ts"

const NUMBER = /^(?:#|no\.?|nr\.?)? ?(\d+)$/i
const DAY = /^(?:0?[1-9]|[12]\d|3[01])$/
const MONTH_NAME =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|ober|ember)?\b/i
const ISO_DATE = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/
const YEAR = /^(?:1[5-9]|20)\d{2}$/
const NUMERIC_DATE = /^(\d{1,2})([./-])(\d{1,2})\2(\d{2}|\d{4})$/
const WORDED_DATE = /^[\p{L}\d .,'’]+$/u
const LAST_MONTH = 12

/**
 * What a field of this kind holds in these words, as it is printed; null if they are something
 * else. A date that could be read in two ways is something else.
 */
export function readKind({ kind, choices = [], maxLength }: ReadField, text: string): string | null {
  switch (kind) {
    case "text":
      return text === "" ? null : text
    case "number": {
      const digits = NUMBER.exec(text)?.[1]
      return digits === undefined || digits.length > maxLength ? null : digits
    }
    case "date":
      return isCertainDate(text) ? text : null
    case "choice":
      return choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null
  }
}

function isCertainDate(text: string): boolean {
  if (YEAR.test(text) || ISO_DATE.test(text)) return true
  const numeric = NUMERIC_DATE.exec(text)
  if (numeric) {
    const [, first = "", , second = ""] = numeric
    const [a, b] = [Number(first), Number(second)]
    return (
      (a > LAST_MONTH || b > LAST_MONTH || a === b) &&
      DAY.test(String(Math.max(a, b))) &&
      Math.min(a, b) >= 1 &&
      Math.min(a, b) <= LAST_MONTH
    )
  }
  return WORDED_DATE.test(text) && MONTH_NAME.test(text) && /\d/.test(text) && text.split(" ").length <= 4
}
