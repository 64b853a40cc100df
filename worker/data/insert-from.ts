import { getTableColumns, is, SQL, sql } from "drizzle-orm"
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import type { AnyDatabase } from "./database.ts"

/** A value of the column's type, or an SQL expression over the `from` rows. */
type Values<T extends SQLiteTable> = {
  [Field in keyof T["$inferInsert"]]: T["$inferInsert"][Field] | SQL
}

/**
 * Returns `INSERT … SELECT values FROM …` as a statement for a batch, which drizzle's raw statements
 * cannot join. `from` follows the values: `FROM …`, `WHERE …` or both. Omitted fields get the column's
 * default or null; generated columns are skipped. SQLite needs a WHERE before an ON CONFLICT here.
 */
export function insertFrom<T extends SQLiteTable>(db: AnyDatabase, table: T, values: Values<T>, from: SQL) {
  const valuesByField: Record<string, unknown> = values
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, { generated }]) => generated === undefined,
  )
  const list = columns.map(([field, column]) => {
    const value = valuesByField[field] ?? column.default ?? null
    return is(value, SQL) ? value : sql`${sql.param(value, column)}`
  })
  return db.insert(table).select(sql`SELECT ${sql.join(list, sql`, `)} ${from}`)
}

/**
 * Inserts the rows of a `jsonParts` part that `from` reads, and overwrites existing ones, by `target`.
 * A member with a column's name is stored there, other columns by `values`; `set` has other changes,
 * and `stays` the columns that are stored once. `row` is one of the rows: all have its members.
 */
export function upsertFrom<T extends SQLiteTable>(
  db: AnyDatabase,
  table: T,
  {
    row,
    values,
    from,
    target,
    stays,
    set,
    setWhere,
  }: {
    row: object
    values: Partial<Values<T>>
    from: SQL
    target: SQLiteColumn[]
    stays: SQLiteColumn[]
    set: { [Field in keyof Values<T>]?: Values<T>[Field] }
    setWhere?: SQL
  },
) {
  const columns = Object.entries(getTableColumns(table)).filter(([field]) => field in row)
  const members = Object.fromEntries(columns.map(([field]) => [field, member(field)]))
  const news = columns.filter(([, column]) => !target.includes(column) && !stays.includes(column))
  const excluded = Object.fromEntries(news.map(([field, { name }]) => [field, sql.raw(`excluded.${name}`)]))
  return insertFrom(db, table, { ...members, ...values } as Values<T>, from).onConflictDoUpdate({
    target,
    set: { ...excluded, ...set },
    setWhere,
  })
}

/**
 * The most JSON per statement. D1 allows values of 2,000,000 bytes
 * (developers.cloudflare.com/d1/platform/limits), the local runtime more. A full part plus one row
 * stays within half of that.
 */
const MAX_JSON_BYTES = 500_000

/** Splits rows into JSON lists for `json_each`: one per statement, within MAX_JSON_BYTES. */
export function jsonParts(rows: readonly unknown[]): string[] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const row of rows) {
    const json = JSON.stringify(row)
    const size = encoder.encode(json).length + 1
    if (bytes > 0 && bytes + size > MAX_JSON_BYTES) {
      parts.push([])
      bytes = 0
    }
    parts[parts.length - 1].push(json)
    bytes += size
  }
  return parts.map((part) => `[${part.join(",")}]`)
}

const encoder = new TextEncoder()

/** Returns SQL for a member of the JSON object that `json_each` is at. */
export function member(name: string): SQL<never> {
  return sql.raw(`value ->> '${name}'`) as SQL<never>
}
