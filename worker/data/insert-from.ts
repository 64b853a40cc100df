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
 * them: its default, or null; a generated one is left to itself. SQLite wants a WHERE in front of an ON CONFLICT here.
 */
export function insertFrom<T extends SQLiteTable>(db: Database, table: T, values: Values<T>, from: SQL) {
  const given: Record<string, unknown> = values
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, { generated }]) => generated === undefined,
  )
  const list = columns.map(([field, column]) => {
    const value = given[field] ?? column.default ?? null
    return is(value, SQL) ? value : sql`${sql.param(value, column)}`
  })
  return db.insert(table).select(sql`SELECT ${sql.join(list, sql`, `)} ${from}`)
}

/**
 * What one statement is given as JSON. D1 takes 2,000,000 bytes as a value (developers.cloudflare.com/d1/platform/limits),
 * the local runtime more; a row on top of a full part still stays within half of that.
 */
const MAX_JSON_BYTES = 500_000

/** Rows as JSON lists for `json_each`, one for each statement: as many rows in each as it may be given. */
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

/** A member of the JSON object that `json_each` is at. */
export function member(name: string): SQL<never> {
  return sql.raw(`value ->> '${name}'`) as SQL<never>
}
