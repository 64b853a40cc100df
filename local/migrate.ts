import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { D1Database } from "@cloudflare/workers-types"
import { root } from "./bundle.ts"

/**
 * Runs the pending migrations in order and notes each in the table wrangler uses
 * (`d1_migrations`): all in one transaction. Each call into the runtime blocks for milliseconds, so
 * every file goes as one statement, which only a local database takes.
 */
export async function migrate(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);
      SELECT name FROM d1_migrations`,
    )
    .all<{ name: string }>()
  const done = new Set(results.map((row) => row.name))
  const names = readdirSync(join(root, "migrations"))
    .filter((name) => name.endsWith(".sql") && !done.has(name))
    .sort()
  if (names.length > 0) await database.prepare(names.map(withMark).join("\n")).run()
}

/** Returns a migration's statements and the note that it has run. */
function withMark(name: string): string {
  const statements = readFileSync(join(root, "migrations", name), "utf8")
  return `${statements};\nINSERT INTO d1_migrations (name) VALUES ('${name}');`
}
