import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { D1Database } from "@cloudflare/workers-types"
import { root } from "./bundle.ts"

/** Runs the migrations not yet run, in order, and notes each in the table wrangler uses (`d1_migrations`). */
export async function migrate(database: D1Database): Promise<void> {
  await database
    .prepare(
      "CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)",
    )
    .run()
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all<{ name: string }>()
  const done = new Set(results.map((row) => row.name))
  const names = readdirSync(join(root, "migrations"))
    .filter((name) => name.endsWith(".sql"))
    .sort()
  for (const name of names.filter((candidate) => !done.has(candidate))) {
    const statements = readFileSync(join(root, "migrations", name), "utf8").split("--> statement-breakpoint")
    await database.batch([
      ...statements.map((statement) => database.prepare(statement)),
      database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
    ])
  }
}
