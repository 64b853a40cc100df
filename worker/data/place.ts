/** Pages of long lists: each begins behind a row, and is found by an index however far that is. */
import { and, type SQL, sql } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import { MAX_COUNTED_ROWS } from "../../contract/limit.ts"
import type { Pagination } from "../../contract/list.ts"
import { type Counted, MAX_OFFSET, notAPlace, type Page } from "./paging.ts"
import type { Reader } from "./reader.ts"

/** The order of a list: its columns, of which the last is unique and the first alone may be null. */
export type Sorting = {
  /** The name that is kept in places, so that another order's are refused. */
  name: string
  columns: readonly SQL[]
  sort: "asc" | "desc"
  /** The end at which rows without the first column's value stand; null: each has one. */
  nulls: "first" | "last" | null
}

/** Returns the order that a list's query asks for, by a column that each row has, and by ids. */
export function sortingBy(
  { sortBy, sort }: { sortBy: string; sort: "asc" | "desc" },
  column: SQL,
  id: SQL,
): Sorting {
  return { name: sortBy, columns: [column, id], sort, nulls: null }
}

/** Returns SQL that sorts inches by whole millionths: a place is JSON, in which SQLite shortens what floats have. */
export function wholeIn(inches: SQL | SQLiteColumn): SQL {
  return sql`CAST(round(${inches} * 1000000) AS INTEGER)`
}

/** The part of a statement that the rows of a list are read from. */
export type Source = {
  /** The table, perhaps with the index that has to be used. */
  from: SQL
  isFound: SQL | undefined
  total: SQL<Counted>
  /** False if only the first rows were looked through, so that there may be more. */
  isAll: boolean
}

export function sourceIn(from: SQL, isFound: SQL | undefined): Source {
  return { from, isFound, total: countedUpTo(sql`FROM ${from} WHERE ${isFound}`), isAll: true }
}

/**
 * Returns the order of rows that are few, or found by another index than their order's: these are sorted. Without the
 * pluses, all rows were read along the order's index for the few among them.
 */
export function sortedApart(sorting: Sorting): Sorting {
  return { ...sorting, columns: sorting.columns.map((column) => sql`+${column}`) }
}

/** A row with its place in the list, the JSON of the columns' values. */
export type Placed = { place: string }

const placeSchema = z.tuple([z.string()], z.union([z.string(), z.number(), z.null()]))

/** Returns SQL for a row's place. */
export function placeIn({ columns }: Sorting): SQL {
  return sql`json_array(${sql.join([...columns], sql`, `)})`
}

/**
 * Reads up to `many` rows: those behind the query's place, or else from an offset on. `select` gets a condition,
 * and the order with its limits. Rows without the first column's value are a part of their own, so that
 * each part is one range of an index.
 */
export async function readPlaced<Row extends Placed>(
  read: Reader,
  { after }: Pick<Page, "after">,
  sorting: Sorting,
  {
    offset,
    many,
    select,
  }: { offset: number; many: number; select: (behind: SQL | undefined, limits: SQL) => SQL<Row> },
): Promise<Row[]> {
  const parts = after === undefined ? [undefined] : partsBehind(after, sorting)
  const rows: Row[] = []
  for (const part of parts) {
    if (rows.length >= many) break
    const limits = sql`ORDER BY ${orderOf(sorting)} LIMIT ${many - rows.length} OFFSET ${after === undefined ? offset : 0}`
    const [some] = await read(select(part, limits))
    for (const row of some) rows.push(row)
  }
  return rows
}

/**
 * Reads a page whose rows carry the total; `total` is SQL that counts it. A page past the end has no row,
 * so only then all rows are counted, and the last page is read.
 */
export async function readPlacedPage<Row extends object>(
  read: Reader,
  query: Page,
  sorting: Sorting,
  {
    from,
    isFound,
    total,
    select,
    most = MAX_COUNTED_ROWS,
  }: Pick<Source, "from" | "isFound" | "total"> & {
    select: (behind: SQL | undefined, limits: SQL, total: SQL) => SQL<Row & Placed & Counted>
    most?: number
  },
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const rowsFrom = (page: number) =>
    readPlaced(read, query, sorting, {
      offset: Math.min((page - 1) * query.limit, MAX_OFFSET),
      many: query.limit + 1,
      select: (behind, limits) => select(behind, limits, sql`(${total})`),
    })
  let { page } = query
  let rows = await rowsFrom(page)
  let counted = rows[0]?.total ?? 0
  if (rows.length === 0 && (page > 1 || query.after !== undefined)) {
    const [[all]] = await read(sql<Counted>`SELECT count(*) AS "total" FROM ${from} WHERE ${isFound}`)
    counted = all.total
    page = Math.max(1, Math.ceil(counted / query.limit))
    if (query.after === undefined) rows = await rowsFrom(page)
  }
  const shown = rows.slice(0, query.limit)
  return {
    rows: shown,
    pagination: placedPagination(
      { ...query, page },
      { counted, last: shown.at(-1), hasMore: rows.length > shown.length, sorting, most },
    ),
  }
}

/**
 * Reads a page of a short list in one statement that always has a row, so that an empty list costs no second one. `row` is the
 * JSON of one of its rows, of which each has the first column's value.
 */
export async function readJsonPage<Row>(
  read: Reader,
  query: Page,
  sorting: Sorting,
  { from, isFound, row }: { from: SQL; isFound: SQL | undefined; row: SQL },
): Promise<{ rows: Row[]; pagination: Pagination }> {
  const total = sql`(SELECT count(*) FROM ${from} WHERE ${isFound})`
  const [behind] = query.after === undefined ? [] : partsBehind(query.after, sorting)
  // A page past the end becomes the last one.
  const offset = behind
    ? sql`0`
    : sql`min(${Math.min((query.page - 1) * query.limit, MAX_OFFSET)}, max(0, (${total} - 1) / ${query.limit} * ${query.limit}))`
  const order = orderOf(sorting)
  const [[page]] = await read(
    sql<{ total: number; rows: string }>`SELECT ${total} AS "total",
      (SELECT json_group_array(json_object('row', json(row), 'place', place || '') ORDER BY turn)
        FROM (SELECT ${row} AS row, ${placeIn(sorting)} AS place, row_number() OVER (ORDER BY ${order}) AS turn
          FROM ${from} WHERE ${and(isFound, behind)} ORDER BY ${order} LIMIT ${query.limit + 1} OFFSET ${offset})) AS "rows"`,
  )
  const rows: (Placed & { row: Row })[] = JSON.parse(page.rows)
  const shown = rows.slice(0, query.limit)
  const totalPages = Math.max(1, Math.ceil(page.total / query.limit))
  return {
    rows: shown.map(({ row: one }) => one),
    pagination: placedPagination(
      { ...query, page: Math.min(query.page, totalPages) },
      { counted: page.total, last: shown.at(-1), hasMore: rows.length > shown.length, sorting },
    ),
  }
}

/** Returns the columns of a list's ORDER BY. */
export function orderOf({ columns, sort, nulls }: Sorting): SQL {
  const [first, ...others] = columns.map((column) => sql`${column} ${sql.raw(sort)}`)
  // Only here SQLite's own order is another.
  const isOther = nulls === (sort === "asc" ? "last" : "first")
  return sql.join([isOther ? sql`${first} NULLS ${sql.raw(nulls ?? "")}` : first, ...others], sql`, `)
}

/** Returns the pagination of a page whose total was counted up to one more than `most`. */
export function placedPagination(
  query: Page,
  {
    counted,
    last,
    hasMore,
    sorting,
    most = MAX_COUNTED_ROWS,
  }: { counted: number; last: Placed | undefined; hasMore: boolean; sorting: Sorting; most?: number },
): Pagination {
  const totalDocuments = Math.min(counted, most)
  const isExact = counted <= most
  const pages = Math.max(1, Math.ceil(totalDocuments / query.limit))
  // Rows before a place may have gone: the page behind it, and what follows it, is there all the same.
  const isPlaced = query.after !== undefined && last !== undefined
  const totalPages = isExact && !isPlaced ? pages : Math.max(pages, query.page + (hasMore ? 1 : 0))
  const next = hasMore && last ? textOf(last, sorting) : null
  const page = Math.min(query.page, totalPages)
  return { totalDocuments, isExact, totalPages, page, limit: query.limit, next }
}

/** Returns SQL that counts what a SELECT finds, up to one more than `most`. */
export function countedUpTo(from: SQL, most = MAX_COUNTED_ROWS): SQL<Counted> {
  return sql`SELECT count(*) AS "total" FROM (SELECT 1 ${from} LIMIT ${sql.raw(String(most + 1))})`
}

function textOf({ place }: Placed, { name }: Sorting): string {
  return Buffer.from(JSON.stringify([name, ...JSON.parse(place)])).toString("base64url")
}

/** Returns the conditions of the rows behind a place, one for each range of the index. */
function partsBehind(after: string, { name, columns, sort, nulls }: Sorting): SQL[] {
  const [of, value, ...others] = parsed(after)
  if (of !== name || others.length + 1 !== columns.length || value === undefined) throw notAPlace()
  const [first, ...rest] = columns
  const sign = sql.raw(sort === "asc" ? ">" : "<")
  const behind = (those: readonly SQL[], values: readonly unknown[]) =>
    sql`(${sql.join([...those], sql`, `)}) ${sign} (${sql.join(
      values.map((one) => sql`${one}`),
      sql`, `,
    )})`
  if (value !== null) {
    const following = behind(columns, [value, ...others])
    return nulls === "last" ? [following, sql`${first} IS NULL`] : [following]
  }
  const following = sql`${first} IS NULL AND ${behind(rest, others)}`
  return nulls === "first" ? [following, sql`${first} IS NOT NULL`] : [following]
}

function parsed(after: string): z.infer<typeof placeSchema> {
  try {
    return placeSchema.parse(JSON.parse(Buffer.from(after, "base64url").toString()))
  } catch {
    // Whatever it is, no page was followed by it.
    throw notAPlace()
  }
}
