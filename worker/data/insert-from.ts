import { getTableColumns, is, SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import type { Database } from "./database.ts"

/** A value of the column's own type, or an expression over what `from` brings. */
type Values<T extends SQLiteTable> = {
  [Field in keyof T["$inferInsert"]]: T["$inferInsert"][Field] | SQL
}

/**
 * `INSERT … SELECT values FROM …`, as a statement that can go into a batch (drizzle's raw statements cannot). `from` is
 * what follows the values: `FROM …`, `WHERE …` or both; fields left out are what the column is without
 * them: its default, or null. SQLite wants a WHERE in front of an
 * ON CONFLICT here.
 */
export function insertFrom<T extends SQLiteTable>(db: Database, table: T, values: Values<T>, from: SQL) {
  const given: Record<string, unknown> = values
  const list = Object.entries(getTableColumns(table)).map(([field, column]) => {
    const value = given[field] ?? column.default ?? null
    return is(value, SQL) ? value : sql`${sql.param(value, column)}`
  })
  return db.insert(table).select(sql`SELECT ${sql.join(list, sql`, `)} ${from}`)
}

/** A member of the JSON object that `json_each` is at. */
export function member(name: string): SQL<never> {
  return sql.raw(`value ->> '${name}'`) as SQL<never>
}
