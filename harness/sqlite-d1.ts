import { readdirSync, readFileSync } from "node:fs"
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"
import { fileURLToPath } from "node:url"

const migrations = fileURLToPath(new URL("../migrations/", import.meta.url))

/**
 * Opens the app's database in this process, for tests and benchmarks without the app: D1's calls on
 * SQLite, in memory or in a file, which gets the migrations that it does not have yet.
 */
export function sqliteD1(path = ":memory:"): { DB: D1Database; db: DatabaseSync; asked: string[] } {
  const db = new DatabaseSync(path)
  const files = readdirSync(migrations)
    .filter((one) => one.endsWith(".sql"))
    .sort()
  const { user_version: done } = db.prepare("PRAGMA user_version").get() as { user_version: number }
  for (const name of files.slice(done)) db.exec(readFileSync(`${migrations}${name}`, "utf8"))
  db.exec(`PRAGMA user_version = ${files.length}`)
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
  const batch = (statements: readonly ReturnType<typeof statement>[]) =>
    Promise.all(statements.map((one) => one.all()))
  // The part of D1 that drizzle calls.
  return { DB: { prepare: statement, batch } as unknown as D1Database, db, asked }
}
