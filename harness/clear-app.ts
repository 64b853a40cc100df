import type { D1Database } from "@cloudflare/workers-types"
import type { Runtime } from "../local/runtime.ts"
import type { StandIns } from "../stand-ins/serve.ts"

const KEYS_A_CALL = 500

/** Empties the database, the files and the vendors of a runtime that another file's tests have used. */
export async function clearApp({
  runtime,
  standIns,
}: {
  runtime: Runtime
  standIns: StandIns
}): Promise<void> {
  for (const name of runtime.databases) await clear(await runtime.miniflare.getD1Database(name))
  const files = await runtime.miniflare.getR2Bucket("FILES")
  for (;;) {
    const { objects } = await files.list({ limit: KEYS_A_CALL })
    if (objects.length === 0) break
    await files.delete(objects.map(({ key }) => key))
  }
  await standIns.reset()
}

async function clear(db: D1Database): Promise<void> {
  const { results } = await db
    .prepare(
      // Not the indexes of words and their parts: triggers empty them.
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'",
    )
    .all<{ name: string }>()
  await db.batch([
    db.prepare("PRAGMA defer_foreign_keys = ON"),
    ...results.map(({ name }) => db.prepare(`DELETE FROM "${name}"`)),
  ])
}
