import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Pagination } from "../../contract/list.ts"
import type { Reader } from "./reader.ts"

/** Beyond any list, and still an integer to SQLite. */
const MAX_OFFSET = 1_000_000_000

export type Page = { page: number; limit: number }

/** A page's offset and the reply's pagination; a page past the end becomes the last one. */
export function pageOf(query: Page, totalDocuments: number): { offset: number; pagination: Pagination } {
  const totalPages = Math.max(1, Math.ceil(totalDocuments / query.limit))
  const page = Math.min(query.page, totalPages)
  return {
    offset: (page - 1) * query.limit,
    pagination: { totalDocuments, totalPages, page, limit: query.limit },
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
  const asked = Math.min((query.page - 1) * query.limit, MAX_OFFSET)
  const rows = await rowsFrom(asked)
  if (rows.length > 0 || asked === 0) return { rows, ...pageOf(query, rows.length === 0 ? 0 : rows[0].total) }
  const [[{ total }]] = await read(statements.count)
  const { offset, pagination } = pageOf(query, total)
  return { rows: await rowsFrom(offset), pagination }
}

/** D1 refuses longer patterns: developers.cloudflare.com/d1/platform/limits. */
const MAX_PATTERN_BYTES = 50

/** Case-insensitive substring search; a user's % and _ are literal. */
export function contains(column: SQLiteColumn | SQL, search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`
  return new TextEncoder().encode(pattern).length <= MAX_PATTERN_BYTES
    ? sql`${column} LIKE ${pattern} ESCAPE '\\'`
    : sql`instr(lower(${column}), lower(${search})) > 0`
}
