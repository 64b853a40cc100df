import { asc, sql } from "drizzle-orm"
import type { Database } from "./database.ts"
import { insertFrom } from "./insert-from.ts"
import { attempt, attemptStamp, doomedObject, image, sheet, stamp } from "./schema.ts"

/** R2 deletes up to 1,000 keys in one call. */
export const MAX_DOOMED_BATCH = 1_000

/** Notes keys for removal, as a statement to go into the batch of the change that orphans them. */
export function doomInsert(db: Database, keys: readonly string[], nowMs: number) {
  return insertFrom(
    db,
    doomedObject,
    { key: sql`value`, createdAt: nowMs },
    sql`FROM json_each(${JSON.stringify(keys)}) WHERE true`,
  ).onConflictDoNothing()
}

/** Keys that may go now, oldest first: what a print under way still reads waits until it has ended. */
export async function listDoomed(db: Database, limit: number): Promise<string[]> {
  const running = sql`SELECT 1 FROM ${attemptStamp} JOIN ${attempt} ON ${attempt.id} = ${attemptStamp.attemptId} WHERE ${attempt.state} IN ('holding', 'stamping', 'rendering')`
  const rows = await db
    .select({ key: doomedObject.key })
    .from(doomedObject)
    .where(
      sql`NOT EXISTS (${running} AND ${attemptStamp.sourceKey} = ${doomedObject.key}) AND NOT EXISTS (${running} AND ${attemptStamp.stampKey} = ${doomedObject.key})`,
    )
    .orderBy(asc(doomedObject.createdAt))
    .limit(limit)
  return rows.map((row) => row.key)
}

/** Which of these R2 keys no row knows. */
export async function listOrphans(db: Database, keys: readonly string[]): Promise<string[]> {
  // images/{id}/…, sheets/{token}/…: the owner stands behind the first slash.
  const owner = sql`substr(value, 8, instr(substr(value, 8), '/') - 1)`
  const rows = await db.all<{ value: string }>(
    sql`SELECT value FROM json_each(${JSON.stringify(keys)}) WHERE NOT CASE substr(value, 1, 7)
      WHEN 'images/' THEN EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${owner} AND ${image.status} <> 'Failed')
      WHEN 'sheets/' THEN EXISTS (SELECT 1 FROM ${sheet} WHERE ${sheet.token} = ${owner} AND ${sheet.state} <> 'deleted')
      WHEN 'stamps/' THEN EXISTS (SELECT 1 FROM ${stamp} WHERE ${stamp.key} = value)
      ELSE 1 END`,
  )
  return rows.map((row) => row.value)
}

/** Forgets keys that are gone from R2. */
export async function deleteDoomed(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(
    sql`DELETE FROM ${doomedObject} WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  )
}
