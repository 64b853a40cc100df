/** The values of cells in order files: numbers, money and dates as their programs write them. */
import { labelText } from "../../contract/name.ts"

/** An apostrophe that keeps a spreadsheet from running the text, as our own files have it. */
const KEPT_INERT = /^'(?=[\s\p{C}]*[=+\-@＝＋－＠])/u
/** A long number that a spreadsheet program has rounded: `5.76E+17`. */
const ROUNDED = /^\d([.,]\d+)?e\+?\d+$/i

/** Returns a cell's text, without what only keeps a spreadsheet from changing it. */
export function cellText(cell: string): string {
  const text = cell.trim()
  // Some reports write ="00123", so that a spreadsheet keeps the zeros.
  const formula = /^="([^"]*)"$/.exec(text)
  return (formula ? formula[1] : text).replace(KEPT_INERT, "")
}

/** Returns one line of it, without characters that hide. */
export function cellLine(cell: string): string {
  return labelText(cellText(cell).replace(/[\t\r\n]+/g, " ")).trim()
}

export function isRounded(text: string): boolean {
  return ROUNDED.test(text)
}

/** The longest number, amount of money or date; longer texts are none. */
export const MAX_VALUE_LENGTH = 100

/** Returns a whole number, such as `2`, `2.0` or `1,200`; null for anything else. */
export function countOf(cell: string): number | null {
  const text = cellText(cell)
  if (text.length > MAX_VALUE_LENGTH) return null
  if (!/^\d{1,3}(?:[,. ]\d{3})+$|^\d+(?:[.,]0+)?$/.test(text)) return null
  const plain =
    /^\d+[.,]0+$/.test(text) && !/^\d{1,3}[,.]000$/.test(text) ? text.replace(/[.,]0+$/, "") : text
  return Number(plain.replace(/[,. ]/g, ""))
}

/**
 * Returns the cents of `$24.99`, `1,024.50`, `EUR 90,00`, `116,99 €` or `(3.00)`, which is negative;
 * with the currency if the cell names it. Null for anything else; zero for an empty cell.
 */
export function moneyOf(cell: string): { cents: number; currency: string } | null {
  const text = cellText(cell)
  if (text === "") return { cents: 0, currency: "" }
  if (text.length > MAX_VALUE_LENGTH) return null
  const isNegative = /^\(.*\)$/.test(text) || /^[^\d]*[-−]/.test(text)
  const digits = text.replace(/[^\d.,]/g, "")
  const words = text.replace(/[\d.,\s()'’\-−+]/g, "")
  if (!/\d/.test(digits) || words.length > 5) return null
  const last = Math.max(digits.lastIndexOf("."), digits.lastIndexOf(","))
  const behind = digits.length - last - 1
  const marks = digits.match(/[.,]/g) ?? []
  // A mark with three digits behind it parts thousands, unless the other mark stands before it.
  const isDecimal =
    last >= 0 && (behind !== 3 || new Set(marks).size === 2) && digits.split(digits[last]).length === 2
  const whole = (isDecimal ? digits.slice(0, last) : digits).replace(/[.,]/g, "")
  const cents = Math.round(Number(`${whole || "0"}.${isDecimal ? digits.slice(last + 1) : "0"}`) * 100)
  if (!Number.isSafeInteger(cents)) return null
  return { cents: isNegative ? -cents : cents, currency: currencyOf(words) }
}

const SIGNS: Record<string, string> = {
  $: "USD",
  US$: "USD",
  AU$: "AUD",
  A$: "AUD",
  C$: "CAD",
  CA$: "CAD",
  "€": "EUR",
  "£": "GBP",
  "¥": "JPY",
}

function currencyOf(words: string): string {
  const name = words.toUpperCase()
  return SIGNS[name] ?? (/^[A-Z]{3}$/.test(name) ? name : "")
}
