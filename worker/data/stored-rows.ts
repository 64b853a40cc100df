/** Whole rows as JSON, for deletions that can be undone and for archives. */
import { getTableColumns, type InferSelectModel, type SQL, sql } from "drizzle-orm"
import type { SQLiteTable } from "drizzle-orm/sqlite-core"
import { member } from "./insert-from.ts"

/** The columns of one object: D1 allows a function 32 arguments, a name and a value each. */
const OBJECT_COLUMNS = 15

/** Returns a table's columns but generated ones, for `jsonOf`. */
export function storedColumns(table: SQLiteTable): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table))
  return Object.fromEntries(
    columns.flatMap(([name, column]) => (column.generated ? [] : [[name, sql`${column}`]])),
  )
}

/** Returns one JSON object of all values. A null may be left out, and is read as one. */
export function jsonOf(values: Readonly<Record<string, SQL>>): SQL {
  const pairs = Object.entries(values).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`)
  const objects: SQL[] = []
  for (let from = 0; from < pairs.length; from += OBJECT_COLUMNS)
    objects.push(sql`json_object(${sql.join(pairs.slice(from, from + OBJECT_COLUMNS), sql`, `)})`)
  return objects.reduce((whole, object) => sql`json_patch(${whole}, ${object})`)
}

/** Returns SQL: the bytes of some rows of a table as JSON in JSON, at most so many for a row beside its long text. */
export function bytesOf(table: SQLiteTable, isIts: SQL, { row, text }: { row: number; text: SQL }): SQL {
  return sql`(SELECT coalesce(sum(${sql.raw(String(row))} + 2 * octet_length(coalesce(${text}, ''))), 0) FROM ${table} WHERE ${isIts})`
}

/** Returns the values of a stored row that `json_each` is at; a column that is younger has its default. */
export function storedValues<T extends SQLiteTable>(
  table: T,
  changed: Partial<Record<keyof T["$inferInsert"], SQL>> = {},
) {
  const columns = Object.entries(getTableColumns(table)).filter(([, { generated }]) => !generated)
  const values = columns.map(([name, column]) => [
    name,
    column.notNull && column.default !== undefined
      ? sql`coalesce(${member(name)}, ${sql.param(column.default, column)})`
      : member(name),
  ])
  return { ...Object.fromEntries(values), ...changed } as never
}

/** Returns a row as a SELECT does from its JSON; a column that is younger has its default. */
export function rowOf<T extends SQLiteTable>(
  table: T,
  json: Readonly<Record<string, unknown>>,
): InferSelectModel<T> {
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = json[name] ?? null
    return [name, value === null ? (column.default ?? null) : column.mapFromDriverValue(value)]
  })
  return Object.fromEntries(values) as InferSelectModel<T>
}
