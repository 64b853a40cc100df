import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Pagination } from "../../contract/list.ts"
import type { Reader } from "./reader.ts"

/** The largest offset: beyond any list, and still an integer to SQLite. */
export const MAX_OFFSET = 1_000_000_000

export type Page = { page: number; limit: number }

/** Returns a page's offset and the reply's pagination; a page past the end becomes the last one. */
export function pageOf(query: Page, totalDocuments: number): { offset: number; pagination: Pagination } {
  const totalPages = Math.max(1, Math.ceil(totalDocuments / query.limit))
  const page = Math.min(query.page, totalPages)
  return {
    offset: (page - 1) * query.limit,
    pagination: { totalDocuments, totalPages, page, limit: query.limit },
  }
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
): { offset: number; length: number; pagination: Pagination } {
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
  return {
    offset,
    length,
    pagination: { totalDocuments, totalPages: page + later, page, limit: query.limit },
  }
}

/** A row that also carries the total over all pages. */
export type Counted = { total: number }

/**
 * Reads a page in one statement whose rows carry the total; `limits` is its LIMIT and OFFSET. A
 * page past the end has no row, so only then follow a count and a read of the last page.
 */
export async function readPage<Row extends object>(
  read: Reader,
  query: Page,
  statements: { select(limits: SQL): SQL<Row & Counted>; count: SQL<Counted> },
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const rowsFrom = async (offset: number) => {
    const [rows] = await read(statements.select(sql`LIMIT ${query.limit} OFFSET ${offset}`))
    return rows
  }
  const wantedOffset = Math.min((query.page - 1) * query.limit, MAX_OFFSET)
  const rows = await rowsFrom(wantedOffset)
  if (rows.length > 0 || wantedOffset === 0)
    return { rows, ...pageOf(query, rows.length === 0 ? 0 : rows[0].total) }
  const [[{ total }]] = await read(statements.count)
  const { offset, pagination } = pageOf(query, total)
  return { rows: await rowsFrom(offset), pagination }
}

/** The longest pattern; D1 refuses longer ones: developers.cloudflare.com/d1/platform/limits. */
const MAX_PATTERN_BYTES = 50

/**
 * The letters that are folded in a column for one search, each a level of its expression: D1 takes 100
 * levels, of the whole statement. Further letters are found only as written; no name has so many.
 */
const MAX_FOLDED = 32
const BEYOND_ASCII = /[^\0-\x7f]/
/** The letters that equal another one, besides those that a change of case leads to. */
const alsoWritten: Readonly<Record<string, readonly string[]>> = { σ: ["ς"], ß: ["ẞ"], μ: ["µ"] }

/** Returns a case-insensitive substring search in any script; a user's % and _ are literal. */
export function contains(column: SQLiteColumn | SQL, search: string): SQL {
  if (BEYOND_ASCII.test(search)) return containsFolded(column, search)
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`
  return new TextEncoder().encode(pattern).length <= MAX_PATTERN_BYTES
    ? sql`${column} LIKE ${pattern} ESCAPE '\\'`
    : sql`instr(lower(${column}), lower(${search})) > 0`
}

/**
 * Returns a search with folding by name of the searched letters in the column, so that nothing needs to
 * be stored beside any text: SQLite folds only A to Z, in LIKE as in lower(). Letters with accents are
 * found as they are written, composed or not.
 */
function containsFolded(column: SQLiteColumn | SQL, search: string): SQL {
  const forms = new Set(["NFC", "NFD"].map((form) => lowered(search.normalize(form))))
  const letters = [...new Set([...forms].join(""))].filter((letter) => BEYOND_ASCII.test(letter))
  let text = sql`lower(${column})`
  const folded = letters.flatMap((letter) => othersOf(letter).map((other) => ({ letter, other })))
  for (const { letter, other } of folded.slice(0, MAX_FOLDED))
    text = sql`replace(${text}, ${sql.raw(`'${other}'`)}, ${sql.raw(`'${letter}'`)})`
  return sql`(${sql.join(
    [...forms].map((form) => sql`instr(${text}, ${form}) > 0`),
    sql` OR `,
  )})`
}

/** Folds letter by letter: a letter whose small form is several, as that of İ, stays as the column has it. */
function lowered(text: string): string {
  return [...text]
    .map((letter) => {
      const small = letter.toLowerCase()
      const folded = [...small].length === 1 ? small : letter
      return sameAs.get(folded) ?? folded
    })
    .join("")
}

/** Returns the other forms of a letter that are one letter each. */
function othersOf(letter: string): string[] {
  const upper = letter.toUpperCase()
  const isOne = [...upper].length === 1 && upper !== letter
  return [...(isOne ? [upper] : []), ...(alsoWritten[letter] ?? [])]
}

const sameAs = new Map(
  Object.entries(alsoWritten).flatMap(([letter, others]) => others.map((other) => [other, letter])),
)
