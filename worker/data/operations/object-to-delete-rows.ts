import { asc, type SQL, sql } from "drizzle-orm"
import { isMade } from "../artwork/image-rows.ts"
import { font, image, imageVariant } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { destination } from "../delivery/tables.ts"
import { insertFrom, member } from "../insert-from.ts"
import { order } from "../orders/tables.ts"
import { isDrawn } from "../prints/attempt-stamp-rows.ts"
import { archivedPrintPart, attempt, attemptStamp, print, sheet, stamp } from "../prints/tables.ts"
import { keyedCall } from "../programs/tables.ts"
import { objectToDelete } from "./tables.ts"

/** The most keys per call: R2 deletes no more than 1,000. */
export const MAX_DELETED_AT_ONCE = 1_000

/** Notes R2 keys for a sweep to delete, as a statement for the batch that deletes their rows. */
export function deleteObjectsLater(
  db: Database,
  keys: readonly string[],
  nowMs: number,
  where: SQL = sql`true`,
) {
  return insertFrom(
    db,
    objectToDelete,
    { key: sql`value`, createdAt: nowMs },
    sql`FROM json_each(${JSON.stringify(keys)}) WHERE ${where}`,
  ).onConflictDoNothing()
}

export type ObjectToDelete = { key: string; createdAt: number }

/**
 * Lists keys that may be deleted now, oldest first. Files that a running print reads wait for its end;
 * those that R2 refused to delete wait for their retry.
 */
export async function listObjectsToDelete(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<ObjectToDelete[]> {
  const running = sql`SELECT 1 FROM ${attemptStamp} JOIN ${attempt} ON ${attempt.id} = ${attemptStamp.attemptId} WHERE ${isDrawn}`
  return db
    .select({ key: objectToDelete.key, createdAt: objectToDelete.createdAt })
    .from(objectToDelete)
    .where(
      sql`(${objectToDelete.retryAt} IS NULL OR ${objectToDelete.retryAt} <= ${nowMs}) AND NOT EXISTS (${running} AND ${attemptStamp.sourceKey} = ${objectToDelete.key}) AND NOT EXISTS (${running} AND ${attemptStamp.overlayKey} = ${objectToDelete.key}) AND NOT EXISTS (${running} AND ${attemptStamp.stampKey} = ${objectToDelete.key})`,
    )
    .orderBy(asc(objectToDelete.createdAt))
    .limit(limit)
}

/** Sets when to retry deleting keys that R2 did not delete. */
export async function postponeDeletions(
  db: Database,
  next: readonly { key: string; retryAt: number }[],
): Promise<void> {
  await db.run(
    sql`UPDATE ${objectToDelete} SET retry_at = ${member("retryAt")} FROM json_each(${JSON.stringify(next)}) AS next WHERE ${objectToDelete.key} = ${member("key")}`,
  )
}

/** Notes those of these R2 keys for deletion that no row refers to. */
export async function deleteOrphansLater(
  db: Database,
  keys: readonly string[],
  nowMs: number,
): Promise<void> {
  await deleteObjectsLater(db, keys, nowMs, sql`NOT ${isKnown()}`)
}

/** Returns those of these R2 keys that no row of this database refers to. */
export function listOrphans(db: Database, keys: readonly string[]): Promise<string[]> {
  return listKeys(db, keys, sql`NOT ${isKnown()}`)
}

/** Returns those orphans that this database has not noted for deletion: its own may wait for the end of an undo. */
export function listUnnotedOrphans(db: Database, keys: readonly string[]): Promise<string[]> {
  return listKeys(db, keys, sql`NOT ${isKnown()} AND value NOT IN (SELECT key FROM ${objectToDelete})`)
}

/**
 * Returns those of these R2 keys, which this database has noted for deletion, that none of its rows names: an object
 * may have been made anew under its key. Files of sheets and documents go before their rows do, so nobody asks for them.
 */
export function listUnnamed(db: Database, keys: readonly string[]): Promise<string[]> {
  return listKeys(
    db,
    keys,
    sql`substr(value, 1, 6) NOT IN ('images', 'stamps', 'fonts/', 'profil') OR NOT ${isKnown()}`,
  )
}

async function listKeys(db: Database, keys: readonly string[], where: SQL): Promise<string[]> {
  if (keys.length === 0) return []
  const rows = await db.all<{ key: string }>(
    sql`SELECT value AS key FROM json_each(${JSON.stringify(keys)}) WHERE ${where}`,
  )
  return rows.map(({ key }) => key)
}

/** Returns SQL: a row refers to the R2 key in `value`. */
function isKnown(): SQL {
  // In images/{id}/… and sheets/{token}/… the owner follows the first slash. Nobody asks for a
  // preview of yesterday's values, and what lies in imports/ only passes through a call.
  const owner = sql`substr(value, 8, instr(substr(value, 8), '/') - 1)`
  // An image has many images/{id}/master-{digest} and mended-{digest} one after the other, and names the last. In
  // images/{id}/variants/{digest}/… the piece's digest of 32 letters follows.
  const piece = sql`substr(value, instr(value, '/variants/') + 10, 32)`
  return sql`CASE substr(value, 1, 7)
      WHEN 'images/' THEN EXISTS (SELECT 1 FROM ${image} WHERE ${image.id} = ${owner} AND ${image.status} <> 'Failed'
          AND (NOT ${isMade(sql`value`)} OR ${image.masterKey} = value))
        AND (value NOT LIKE 'images/%/variants/%' OR EXISTS (SELECT 1 FROM ${imageVariant}
          WHERE ${imageVariant.imageId} = ${owner} AND ${imageVariant.digest} = ${piece}))
      WHEN 'sheets/' THEN EXISTS (SELECT 1 FROM ${sheet} WHERE ${sheet.token} = ${owner} AND ${sheet.state} <> 'deleted')
      WHEN 'stamps/' THEN EXISTS (SELECT 1 FROM ${stamp} WHERE ${stamp.key} = value)
      WHEN 'orders/' THEN EXISTS (SELECT 1 FROM ${order} WHERE ${order.archiveKey} = substr(value, 8))
      WHEN 'prints/' THEN EXISTS (SELECT 1 FROM ${print} WHERE ${print.archiveKey} = substr(value, 8))
      WHEN 'layouts' THEN EXISTS (SELECT 1 FROM ${attempt} WHERE ${attempt.id} = substr(value, 9))
        OR EXISTS (SELECT 1 FROM ${archivedPrintPart} WHERE ${archivedPrintPart.partId} = substr(value, 9))
      WHEN 'profile' THEN EXISTS (SELECT 1 FROM ${destination}
        WHERE ${destination.id} = substr(value, 10, 36) AND ${destination.profile} ->> 'key' = value)
      WHEN 'replies' THEN EXISTS (SELECT 1 FROM ${keyedCall} WHERE ${keyedCall.id} = substr(value, 9))
      WHEN 'preview' THEN 0
      WHEN 'imports' THEN 0
      ELSE value NOT LIKE 'fonts/%' OR EXISTS (SELECT 1 FROM ${font} WHERE ${font.fileKey} = value) END`
}

/** Removes keys whose objects are deleted. */
export async function forgetDeletedObjects(db: Database, keys: readonly string[]): Promise<void> {
  await db.run(
    sql`DELETE FROM ${objectToDelete} WHERE key IN (SELECT value FROM json_each(${JSON.stringify(keys)}))`,
  )
}
