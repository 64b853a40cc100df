import { type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Pagination } from "../../contract/list.ts"

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

/** Case-insensitive substring search; the person's own % and _ stand for themselves. */
export function contains(column: SQLiteColumn | SQL, search: string): SQL {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`
  return sql`${column} LIKE ${pattern} ESCAPE '\\'`
}
