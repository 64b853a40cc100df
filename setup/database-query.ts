import { z } from "zod"
import { CannotTell } from "./cannot-tell.ts"
import type { Site } from "./site.ts"
import { NO_DATABASE } from "./worker-configs.ts"

const resultSchema = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())).default([]) }))
export type Statement = { sql: string; params: unknown[] }

/** Returns the rows of one statement on the deployment's D1. */
export async function queryDatabase(
  site: Site,
  { sql, params }: Statement,
  databaseId = site.configs.edge.databaseId,
): Promise<Record<string, unknown>[]> {
  if (databaseId === NO_DATABASE) throw new CannotTell("the D1 database is not known")
  const path = `${site.accountPath}/d1/database/${databaseId}/query`
  const [first] = await site.cloudflare.write("POST", path, { sql, params }, resultSchema)
  return first?.results ?? []
}

/** Returns whether a table exists; none do before the first migration. */
export async function hasTable(site: Site, name: string, databaseId?: string): Promise<boolean> {
  const sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?"
  return (await queryDatabase(site, { sql, params: [name] }, databaseId)).length > 0
}
