import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import type { Env } from "../env.ts"
import * as schema from "./schema.ts"

export type Database = DrizzleD1Database<typeof schema> & { $client: D1Database }

const opened = new WeakMap<D1Database, Database>()

/** Opens D1 with its typed schema, once per isolate. */
export function databaseOf(env: Pick<Env, "DB">): Database {
  const known = opened.get(env.DB)
  if (known) return known
  const database = drizzle(env.DB, { schema })
  opened.set(env.DB, database)
  return database
}
