import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { fileURLToPath } from "node:url"

const migrations = fileURLToPath(new URL("../migrations/", import.meta.url))

/** Opens the app's database in this process, for tests without the app: D1's calls on SQLite. */
export function sqliteD1(): { DB: D1Database; db: DatabaseSync; asked: string[] } {
  const db = new DatabaseSync(":memory:")
  for (const name of readdirSync(migrations)
    .filter((one) => one.endsWith(".sql"))
    .sort())
    db.exec(readFileSync(`${migrations}${name}`, "utf8"))
  const asked: string[] = []
  const statement = (sql: string, values: SQLInputValue[] = []) => ({
    bind: (...given: SQLInputValue[]) => statement(sql, given),
    all: async () => ({ results: run(sql).all(...values) }),
    run: async () => ({ results: run(sql).all(...values) }),
    async raw() {
      const prepared = run(sql)
      prepared.setReturnArrays(true)
      return prepared.all(...values)
    },
  })
  function run(sql: string): StatementSync {
    asked.push(sql)
    return db.prepare(sql)
  }
  // The part of D1 that drizzle calls.
  return { DB: { prepare: statement } as unknown as D1Database, db, asked }
}
