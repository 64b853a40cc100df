import { readdirSync } from "node:fs"
import { is } from "drizzle-orm"
import { getTableConfig, SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"
import * as schema from "../../worker/data/schema.ts"

/** Columns with what a caller or a cause chose to be recognised by. */
const chosen = ["request_key", "cause_key"]

test("a key that a caller chooses is one among that user's own: nobody else's call is taken for it", () => {
  const uniques = Object.values(schema)
    .filter((table) => is(table, SQLiteTable))
    .flatMap((table) => {
      const { name, columns, indexes } = getTableConfig(table)
      return columns
        .filter((column) => chosen.includes(column.name))
        .map((column) => ({
          column: `${name}.${column.name}`,
          unique: indexes
            .filter(({ config }) => config.unique)
            .map(({ config }) => config.columns.map((part) => (is(part, SQLiteColumn) ? part.name : "?")))
            .filter((names) => names.includes(column.name)),
        }))
    })
  expect(uniques).toEqual(
    ["image.request_key", "print.request_key", "payment.request_key", "notification.cause_key"].map(
      (column) => ({ column, unique: [["user_id", column.split(".")[1]]] }),
    ),
  )
})

test("of the schema's snapshots the newest alone is kept", () => {
  const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"))
  const snapshots = readdirSync("migrations/meta").filter((name) => name !== "_journal.json")
  expect(snapshots).toEqual([`${migrations.sort().at(-1)?.slice(0, 4)}_snapshot.json`])
})
