import type { D1Database } from "@cloudflare/workers-types"
import { getTableName } from "drizzle-orm"
import { ownedTables } from "../worker/data/accounts/owned-rows.ts"

/** Counts the rows of a person in a database, by table, that are not the directory's. */
export async function countOwned(db: D1Database, userId: string): Promise<Record<string, number>> {
  const results = await db.batch<{ name: string; total: number }>(
    ownedTables.map(({ table, by }) => {
      const from = getTableName(table)
      const owner = by
        ? `"${by.column}" IN (SELECT ${by.key ?? "id"} FROM "${getTableName(by.of)}" WHERE user_id = ?)`
        : "user_id = ?"
      const sql = `SELECT '${from}' AS name, count(*) AS total FROM "${from}" WHERE ${owner}`
      return db.prepare(sql).bind(userId)
    }),
  )
  const counts: Record<string, number> = {}
  for (const { name, total } of results.flatMap(({ results: rows }) => rows))
    if (total > 0) counts[name] = total
  return counts
}
