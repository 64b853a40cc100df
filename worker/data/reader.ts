import { type Column, getTableName, type SQL, sql } from "drizzle-orm"
import { SQLiteAsyncDialect } from "drizzle-orm/sqlite-core"
import type { Database } from "./database.ts"

/**
 * Runs SELECTs in one round trip to D1 and answers the rows of each. The text of such a query is written out: in the
 * calls that pages make all day, building one from columns took more time than D1 and all the rest. Rows come as D1 has
 * them, under the names that the query gives: a flag is 1 or 0, and JSON is text.
 */
export type Reader = <Rows extends readonly object[]>(...queries: Queries<Rows>) => Promise<Answers<Rows>>
type Queries<Rows extends readonly object[]> = { [At in keyof Rows]: SQL<Rows[At]> }
type Answers<Rows extends readonly object[]> = { [At in keyof Rows]: Rows[At][] }

const dialect = new SQLiteAsyncDialect()

/** Reads for whoever calls. */
export function readerOf(db: Database): Reader {
  return async (...queries) => {
    const statements = queries.map((query) => {
      const { sql: text, params } = dialect.sqlToQuery(query)
      return db.$client.prepare(text).bind(...params)
    })
    const results = await db.$client.batch(statements)
    // The one place where rows get the type that their query was written with.
    return results.map((result) => result.results) as never
  }
}

/**
 * Reads for somebody who has to be let in first. What asks whether goes with the first batch, so that it costs no round
 * trip; nothing read is handed on, and nothing more is read, until `admit`, which throws for a refusal, has seen its rows.
 */
export function guardedReader<Row extends object>(
  read: Reader,
  guard: SQL<Row>,
  admit: (rows: readonly Row[]) => void,
): Reader {
  let isAdmitted = false
  return async <Rows extends readonly object[]>(...queries: Queries<Rows>): Promise<Answers<Rows>> => {
    if (isAdmitted) return read<Rows>(...queries)
    const [rows, ...answers] = await read<[Row, ...Rows]>(guard, ...queries)
    admit(rows)
    isAdmitted = true
    return answers
  }
}

/** Columns of a table under the names of their fields, for the list of a SELECT. */
export function listOf(columns: Record<string, Column>): SQL {
  return sql.raw(
    Object.entries(columns)
      .map(([field, column]) => `"${getTableName(column.table)}"."${column.name}" AS "${field}"`)
      .join(", "),
  )
}
