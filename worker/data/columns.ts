/** The columns of all tables: times are UTC milliseconds since 1970, ids UUIDv7 text, rules constraints. */

import { sql } from "drizzle-orm"
import { integer, type SQLiteColumn, text } from "drizzle-orm/sqlite-core"
import type { Id } from "../../contract/id.ts"

export const idOf = (column: string) => text(column).$type<Id>()

export const id = () => idOf("id").primaryKey()

/** The id of what a row is part of, and goes with. */
export const partOf = (column: string, whole: () => SQLiteColumn) =>
  idOf(column).notNull().references(whole, { onDelete: "cascade" })

export const flag = (name: string) => integer(name, { mode: "boolean" }).notNull()

export const time = (name: string) => integer(name)

export const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} IN (${values.map((value) => `'${value}'`).join(", ")})`)
