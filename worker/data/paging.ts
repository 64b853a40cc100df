import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { ApiError } from "../../contract/error.ts"
import type { Pagination } from "../../contract/list.ts"

/** The largest offset: beyond any list, and still an integer to SQLite. */
export const MAX_OFFSET = 1_000_000_000

export type Page = { page: number; limit: number; after?: string | undefined }

/**
 * Returns a page's offset and the reply's pagination, for lists that count all their rows; a page past
 * the end becomes the last one. Their places are numbers of rows.
 */
export function pageOf(query: Page, totalDocuments: number): { offset: number; pagination: Pagination } {
  const totalPages = Math.max(1, Math.ceil(totalDocuments / query.limit))
  const page = Math.min(query.page, totalPages)
  const offset = query.after === undefined ? (page - 1) * query.limit : numberIn(query.after)
  const end = offset + query.limit
  const next = end < totalDocuments ? String(end) : null
  return {
    offset,
    pagination: { totalDocuments, isExact: true, totalPages, page, limit: query.limit, next },
  }
}

/** Returns the refusal of an `after` that is of another list or order. */
export function notAPlace(): ApiError {
  return new ApiError(
    "validation-failed",
    "`after` is no place in this list: send the `pagination.next` of the page before, with the same sorting",
  )
}

/** Returns the number that an `after` is, in lists whose places are numbers. */
export function numberIn(after: string): number {
  if (!/^\d{1,9}$/.test(after)) throw notAPlace()
  return Number(after)
}

/**
 * Does as `pageOf` for rows that have parts: a page ends before the row that brings it beyond so many,
 * and has one row at least. `parts` are the rows' from the first one on, as far as the asked page can
 * reach. Only the pages before are known; there are at least as many as it says.
 */
export function pageOfParts(
  query: Page,
  totalDocuments: number,
  { parts, most }: { parts: readonly number[]; most: number },
): { offset: number; length: number } & Pick<Pagination, "page" | "totalPages"> {
  let [page, offset, length, sum] = [1, 0, 0, 0]
  for (const [at, more] of parts.entries()) {
    if (length === query.limit || (length > 0 && sum + more > most)) {
      if (page === query.page) break
      page += 1
      offset = at
      length = 0
      sum = 0
    }
    length += 1
    sum += more
  }
  const later = Math.max(0, Math.ceil((totalDocuments - offset - length) / query.limit))
  return { offset, length, page, totalPages: page + later }
}

/** A row that also carries the total over all pages. */
export type Counted = { total: number }

/** The longest pattern; D1 refuses longer ones: developers.cloudflare.com/d1/platform/limits. */
const MAX_PATTERN_BYTES = 50

const BEYOND_ASCII = /[^\0-\x7f]/
/** The letters that are the same, though no change of case leads from one to the other. */
const alsoWritten = [
  ["σ", "ς"],
  ["ß", "ẞ"],
  ["μ", "µ"],
]

/** Returns a case-insensitive substring search in any script; a user's % and _ are literal. */
export function contains(column: SQLiteColumn | SQL, search: string): SQL {
  if (BEYOND_ASCII.test(search)) return containsAnyCase(column, search)
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`
  return bytesOf(pattern) <= MAX_PATTERN_BYTES
    ? sql`${column} LIKE ${pattern} ESCAPE '\\'`
    : sql`instr(lower(${column}), lower(${search})) > 0`
}

/**
 * Returns a search by patterns of GLOB, each letter in all its cases, as SQLite folds A to Z alone:
 * each text is looked through a few times, however many letters differ. A search that is longer than a
 * pattern is several, all of which have to be found. Letters with accents are found as they are written,
 * composed or not.
 */
function containsAnyCase(column: SQLiteColumn | SQL, search: string): SQL {
  const forms = new Set(["NFC", "NFD"].map((form) => search.normalize(form)))
  const matches = [...forms].map((form) =>
    sql.join(
      patternsOf(form).map((pattern) => sql`searched GLOB ${literal(pattern)}`),
      sql` AND `,
    ),
  )
  // A column that is a sum of parts has parameters of its own, once.
  return sql`(SELECT (${sql.join(matches, sql`) OR (`)}) FROM (SELECT ${column} AS searched))`
}

/** Returns the patterns that together name all letters of a text. */
function patternsOf(text: string): string[] {
  const patterns: string[] = []
  let pattern = ""
  for (const letter of text) {
    const named = classOf(letter)
    if (bytesOf(`*${pattern}${named}*`) > MAX_PATTERN_BYTES) {
      patterns.push(`*${pattern}*`)
      pattern = ""
    }
    pattern += named
  }
  return [...patterns, `*${pattern}*`]
}

/** Returns the class of a letter in all its cases; another sign stands for itself. */
function classOf(letter: string): string {
  const cases = casesOf(letter)
  return cases.length > 1 || "*?[".includes(letter) ? `[${cases.join("")}]` : letter
}

/** Returns a letter in all its cases that are single letters: the other case of İ is several, which no class holds. */
export function casesOf(letter: string): string[] {
  const cases = new Set([letter, letter.toLowerCase(), letter.toUpperCase()])
  for (const alike of alsoWritten)
    if (alike.some((one) => cases.has(one))) for (const one of alike) cases.add(one)
  return [...cases].filter((one) => [...one].length === 1)
}

/** Returns a text as SQL has it: D1 takes a hundred parameters of a statement, and a long search has more patterns in all columns. */
function literal(text: string): SQL {
  return sql.raw(`'${text.replaceAll("\0", "").replaceAll("'", "''")}'`)
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
