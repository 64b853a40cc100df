import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Pagination } from "../../contract/list.ts"
import type { Reader } from "./reader.ts"

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

/** A row that knows how many there are beside its own page. */
export type Counted = { total: number }

/**
 * Reads a page by one statement, whose rows carry the total; `limits` is its LIMIT and OFFSET. Only a page past the end,
 * which has no row to tell, is followed by a count, and by the last page, which stands for it.
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

/** D1 refuses longer ones: developers.cloudflare.com/d1/platform/limits. */
const MAX_PATTERN_BYTES = 50

/** Case-insensitive substring search; the person's own % and _ stand for themselves. */
export function contains(column: SQLiteColumn | SQL, search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`
  return new TextEncoder().encode(pattern).length <= MAX_PATTERN_BYTES
    ? sql`${column} LIKE ${pattern} ESCAPE '\\'`
    : sql`instr(lower(${column}), lower(${search})) > 0`
}
