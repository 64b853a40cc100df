import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { is } from "drizzle-orm"
import { getTableConfig, SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { expect, test } from "vitest"

const data = fileURLToPath(new URL("../../worker/data", import.meta.url))
/** The columns with a key that a caller or a cause chose. */
const chosen = ["request_key", "cause_key", "key_hash"]

test("a key that a caller chooses is one among that user's own: nobody else's call is taken for it", async () => {
  const files = readdirSync(data, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("tables.ts"),
  )
  const tables: object[] = await Promise.all(files.sort().map((name) => import(`${data}/${name}`)))
  expect(tables.length).toBeGreaterThan(5)
  const uniques = tables
    .flatMap((exported): unknown[] => Object.values(exported))
    .filter((table): table is SQLiteTable => is(table, SQLiteTable))
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
    [
      ...["notification.cause_key", "image.request_key", "payment.request_key", "print.request_key"],
      "keyed_call.key_hash",
    ].map((column) => ({ column, unique: [["user_id", column.split(".")[1]]] })),
  )
})

test("of the schema's snapshots the newest alone is kept", () => {
  const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"))
  const snapshots = readdirSync("migrations/meta").filter((name) => name !== "_journal.json")
  expect(snapshots).toEqual([`${migrations.sort().at(-1)?.slice(0, 4)}_snapshot.json`])
})
