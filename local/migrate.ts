import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { D1Database } from "@cloudflare/workers-types"
import { root } from "./bundle.ts"

/** The database holds the tables of another version of the app, which no migration here leads on from. */
export class OtherVersionError extends Error {}

/**
 * Runs the pending migrations in order and notes each in the table wrangler uses (`d1_migrations`): all in
 * one transaction. Throws an OtherVersionError, with nothing written, where one has run that is not here.
 * Each call into the runtime blocks for milliseconds, so every file goes as one statement, which only a
 * local database takes.
 */
export async function migrate(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL);
      SELECT name FROM d1_migrations`,
    )
    .all<{ name: string }>()
  const done = results.map((row) => row.name)
  const names = readdirSync(join(root, "migrations")).filter((name) => name.endsWith(".sql"))
  const unknown = done.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new OtherVersionError(`it was migrated by ${unknown}, which this version lacks`)
  const pending = names.filter((name) => !done.includes(name)).sort()
  if (pending.length > 0) await database.prepare(pending.map(withMark).join("\n")).run()
}

/** Returns a migration's statements and the note that it has run. */
function withMark(name: string): string {
  const statements = readFileSync(join(root, "migrations", name), "utf8")
  return `${statements};\nINSERT INTO d1_migrations (name) VALUES ('${name}');`
}
