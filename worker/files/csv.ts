/**
 * What a spreadsheet takes for a formula, whatever stands in front of it that it does not show, and in the full-width forms
 * that some read alike (owasp.org/www-community/attacks/CSV_Injection).
 */
const LIKE_A_FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]/u
/** Text that begins so is cut by some, and what follows read as a cell of its own. */
const BEGINS_UNSEEN = /^[\s\p{C}]/u

/** Text for a cell: an apostrophe in front keeps a spreadsheet from running it. */
export function inertText(text: string): string {
  return LIKE_A_FORMULA.test(text) || BEGINS_UNSEEN.test(text) ? `'${text}` : text
}

/** A cell in quotes (RFC 4180). */
export function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
