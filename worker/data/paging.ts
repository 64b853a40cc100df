import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Pagination } from "../../contract/list.ts"

/** Past the end of any list, and still a whole number to SQLite. */
const MAX_OFFSET = 1_000_000_000

export type Page = { page: number; limit: number }

/** Where a page starts and what the reply says of it; a page past the end is the last one. */
export function pageOf(query: Page, totalDocuments: number): { offset: number; pagination: Pagination } {
  const totalPages = Math.max(1, Math.ceil(totalDocuments / query.limit))
  const page = Math.min(query.page, totalPages)
  return {
    offset: (page - 1) * query.limit,
    pagination: { totalDocuments, totalPages, page, limit: query.limit },
  }
}

/**
 * Reads a page with the total beside it in one go, and once more when the page asked for is past the end: the last one
 * stands for it then.
 */
export async function readPage<Row>(
  query: Page,
  read: (offset: number) => Promise<{ rows: Row[]; total: number }>,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const asked = await read(Math.min((query.page - 1) * query.limit, MAX_OFFSET))
  const { offset, pagination } = pageOf(query, asked.total)
  const { rows } = pagination.page === query.page ? asked : await read(offset)
  return { rows, pagination }
}

/** D1 refuses longer ones: developers.cloudflare.com/d1/platform/limits. */
const MAX_PATTERN_BYTES = 50

/** Case-insensitive substring search; the person's own % and _ stand for themselves. */
export function contains(column: SQLiteColumn | SQL, search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`
  return new TextEncoder().encode(pattern).length <= MAX_PATTERN_BYTES
    ? sql`${column} LIKE ${pattern} ESCAPE '\\'`
    : sql`instr(lower(${column}), lower(${search})) > 0`
}
