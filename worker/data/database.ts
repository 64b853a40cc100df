import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1"
import type { Env } from "../env.ts"

export type Database = DrizzleD1Database & { $client: D1Database }

const opened = new WeakMap<D1Database, Database>()
const documents = new WeakMap<Database, R2Bucket>()

/** Opens D1, once per isolate. */
export function databaseOf(env: Pick<Env, "DB"> & Partial<Pick<Env, "FILES">>): Database {
  const known = opened.get(env.DB)
  const database = known ?? drizzle(env.DB)
  if (!known) opened.set(env.DB, database)
  if (env.FILES) documents.set(database, env.FILES)
  return database
}

/** Returns the bucket with the documents of archived rows. */
export function documentsOf(database: Database): R2Bucket {
  const bucket = documents.get(database)
  if (!bucket) throw new Error("this database was opened without its documents")
  return bucket
}
