import { sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { jsonParts, member } from "../insert-from.ts"
import { namedBatch } from "../prints/named-batch.ts"
import { isAsBefore, keepMends } from "../undo/undo-mends.ts"
import { kept, type NewUndo } from "../undo/undo-rows.ts"
import type { ImageRow } from "./image-rows.ts"
import { image } from "./tables.ts"

/** The mends of an image as its column has them, before and after a change. */
export type MendsChange = { id: Id; before: string; after: string }

/** Finds images of this user by their ids, for their mends. */
export function listMends(
  db: Database,
  userId: Id,
  ids: readonly Id[],
): Promise<Pick<ImageRow, "id" | "status" | "mends">[]> {
  return db
    .select({ id: image.id, status: image.status, mends: image.mends })
    .from(image)
    .where(
      sql`+${image.userId} = ${userId} AND ${image.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
    )
}

/**
 * Changes the mends of images, which are read again from now on, as one change that can be undone. Returns the ids of
 * those that were as expected.
 */
export async function changeMends(
  db: Database,
  undo: NewUndo,
  changes: readonly MendsChange[],
): Promise<Id[]> {
  const parts = changes.length > 0 ? jsonParts(changes) : []
  const { changed } = await namedBatch(db, {
    kept: keepMends(db, undo, parts),
    changed: parts.map((part) =>
      db
        .update(image)
        .set({ mends: member("after"), retryAt: undo.nowMs, updatedAt: undo.nowMs })
        .from(sql`json_each(${part})`)
        .where(isAsBefore(undo.userId))
        .returning({ id: image.id }),
    ),
  })
  return changed.flat().map(({ id }) => id)
}

/** Lists the images that a change has changed, while what they had is kept. */
export async function listMended(db: Database, undoId: Id): Promise<Id[]> {
  const rows = await db.all<{ id: Id }>(sql`SELECT ${member("id")} AS "id" FROM ${kept(undoId, "mends")}`)
  return rows.map(({ id }) => id)
}
