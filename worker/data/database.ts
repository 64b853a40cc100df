import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import type { Env } from "../env.ts"

export type Database = DrizzleD1Database & { $client: D1Database }

const opened = new WeakMap<D1Database, Database>()

/** Opens D1, once per isolate. */
export function databaseOf(env: Pick<Env, "DB">): Database {
  const known = opened.get(env.DB)
  if (known) return known
  const database = drizzle(env.DB)
  opened.set(env.DB, database)
  return database
}
