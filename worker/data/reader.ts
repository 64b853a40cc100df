import { type Column, getTableName, type SQL, sql } from "drizzle-orm"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import type { AnyDatabase } from "./database.ts"

/**
 * A function that runs SELECTs in one round trip to D1 and returns the rows of each. Their text is
 * written out, because building it from columns took longer than D1 and all the rest in the most
 * frequent requests. Rows come as D1 has them, under the query's names: flags are 1 or 0, JSON is text.
 */
export type Reader = <Rows extends readonly object[]>(...queries: Queries<Rows>) => Promise<Answers<Rows>>
type Queries<Rows extends readonly object[]> = { [At in keyof Rows]: SQL<Rows[At]> }
type Answers<Rows extends readonly object[]> = { [At in keyof Rows]: Rows[At][] }

const dialect = new SQLiteAsyncDialect()

/** Returns a reader without an access check. */
export function readerOf(db: AnyDatabase): Reader {
  return async (...queries) => {
    const statements = queries.map((query) => {
      const { sql: text, params } = dialect.sqlToQuery(query)
      return db.$client.prepare(text).bind(...params)
    })
    const results = await db.$client.batch(statements)
    // This is the one place where rows get their query's type.
    return results.map((result) => result.results) as never
  }
}

/**
 * Returns a reader behind an access check, which is a column of the first query: it costs neither a
 * round trip nor a statement, unless that query finds nothing. No rows are returned, and no more are
 * read, until `admit` has seen whether the guard has a row; it throws to refuse.
 */
export function guardedReader(read: Reader, guard: SQL, admit: (isThere: boolean) => void): Reader {
  let isAdmitted = false
  return async <Rows extends readonly object[]>(...queries: Queries<Rows>): Promise<Answers<Rows>> => {
    if (isAdmitted) return read<Rows>(...queries)
    const [first, ...others] = queries as readonly SQL<object>[]
    // SQLite keeps the order of the only subquery of a statement that has none of its own.
    const checked = sql<Guarded>`SELECT found.*, EXISTS (${guard}) AS "@isThere" FROM (${first}) AS found`
    const [rows, ...answers] = await read<[Guarded, ...object[]]>(checked, ...others)
    admit(rows.length > 0 ? rows[0]["@isThere"] === 1 : await hasRow(read, guard))
    isAdmitted = true
    // This is the one place where rows get their queries' types.
    return [rows.map(({ "@isThere": _, ...row }) => row), ...answers] as never
  }
}

type Guarded = { "@isThere": number }

async function hasRow(read: Reader, query: SQL): Promise<boolean> {
  const [rows] = await read(query as SQL<object>)
  return rows.length > 0
}

/** Returns a table's columns under their field names, for a SELECT. */
export function listOf(columns: Record<string, Column>): SQL {
  return sql.raw(
    Object.entries(columns)
      .map(([field, column]) => `"${getTableName(column.table)}"."${column.name}" AS "${field}"`)
      .join(", "),
  )
}
