/**
 * Text that spreadsheets take for a formula, after any characters they hide, and in the full-width
 * forms that some accept (owasp.org/www-community/attacks/CSV_Injection).
 */
const LIKE_A_FORMULA = /^[\s\p{C}]*[=+\-@＝＋－＠]/u
/** A beginning that some spreadsheets drop, to read the rest as a new cell. */
const BEGINS_UNSEEN = /^[\s\p{C}]/u

/** Returns a text for a cell: a leading apostrophe keeps a spreadsheet from running it. */
export function inertText(text: string): string {
  return LIKE_A_FORMULA.test(text) || BEGINS_UNSEEN.test(text) ? `'${text}` : text
}

/** Returns a cell in quotes (RFC 4180). */
export function quotedCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

export type Cell = string | number | null

/** Returns a line of a file for spreadsheets: texts in quotes and inert, numbers as they are. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`
}

function csvCell(value: Cell): string {
  if (typeof value !== "string") return value === null ? "" : String(value)
  return quotedCell(inertText(value))
}
