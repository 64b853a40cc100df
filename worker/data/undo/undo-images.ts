import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { image, imageCategory, imageInk } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { stamp } from "../prints/tables.ts"
import { keepRows, keepValues, kept, type NewUndo, restoreRows, undoInsert } from "./undo-rows.ts"
import { keepUses, usesUpdates } from "./undo-uses.ts"

/** Keeps images that are about to be deleted, and the references to them. `own` is of `image`. */
export function keepImages(db: Database, undo: NewUndo, own: SQL) {
  const ids = sql`SELECT ${image.id} FROM ${image} WHERE ${own}`
  return [
    undoInsert(db, undo, ids),
    keepRows(db, undo, "image", image, own),
    keepRows(db, undo, "ink", imageInk, sql`${imageInk.imageId} IN (${ids})`),
    keepRows(db, undo, "stamp", stamp, sql`${stamp.imageId} IN (${ids})`),
    ...keepUses(db, undo, "image", ids),
  ]
}

/** Restores images with their files and stamps, in print items and choices that lack one. */
export function imagesRestore(db: Database, { id, nowMs }: { id: Id; nowMs: number }) {
  const isKeyTaken = sql`EXISTS (SELECT 1 FROM image taken WHERE taken.user_id = ${member("userId")} AND taken.request_key = ${member("requestKey")})`
  return [
    restoreRows(db, id, "image", image, {
      categoryId: sql`(SELECT ${imageCategory.id} FROM ${imageCategory} WHERE ${imageCategory.id} = ${member("categoryId")})`,
      requestKey: sql`CASE WHEN NOT ${isKeyTaken} THEN ${member("requestKey")} END`,
      // The queue message found no row: the next sweep sends another.
      retryAt: sql`CASE WHEN ${member("status")} = 'Ingesting' THEN ${nowMs} ELSE ${member("retryAt")} END`,
    }),
    restoreRows(db, id, "ink", imageInk, {
      // Rows that an earlier version kept lack these.
      userId: sql`(SELECT user_id FROM image WHERE id = ${member("imageId")})`,
      lastUsedAt: sql`coalesce(${member("lastUsedAt")}, ${member("createdAt")})`,
    }),
    restoreRows(db, id, "stamp", stamp),
    db.delete(objectToDelete).where(
      sql`${objectToDelete.key} IN (
        SELECT 'images/' || (kept.value ->> 'id') || '/' || noun.value FROM ${kept(id, "image")}, json_each('["source", "master", "preview", "silhouette", "base-preview", "base-silhouette"]') AS noun
        UNION ALL SELECT ${member("masterKey")} FROM ${kept(id, "image")}
        UNION ALL SELECT ${member("key")} FROM ${kept(id, "stamp")})`,
    ),
    // The pieces have no rows any more: they are drawn again, under the same names.
    db
      .delete(objectToDelete)
      .where(
        sql`EXISTS (SELECT 1 FROM ${kept(id, "image")} WHERE instr(${objectToDelete.key}, 'images/' || (kept.value ->> 'id') || '/variants/') = 1)`,
      ),
    ...usesUpdates(db, id, "image"),
  ]
}

/** Keeps a category that is about to be deleted, and which images are in it. */
export function keepCategory(db: Database, undo: NewUndo, own: SQL) {
  const ids = sql`SELECT ${imageCategory.id} FROM ${imageCategory} WHERE ${own}`
  const images = sql`${image} WHERE ${image.userId} = ${undo.userId} AND ${image.categoryId} IN (${ids})`
  return [
    undoInsert(db, undo, ids),
    keepRows(db, undo, "category", imageCategory, own),
    keepValues(db, undo, "categoryImage", { id: sql`${image.id}`, to: sql`${image.categoryId}` }, images),
  ]
}

/** Restores a category, with the images that are in no other by now. */
export function categoryRestore(db: Database, { id }: { id: Id }) {
  return [
    restoreRows(db, id, "category", imageCategory),
    db
      .update(image)
      .set({ categoryId: member("to") })
      .from(kept(id, "categoryImage"))
      .where(sql`${image.id} = ${member("id")} AND ${image.categoryId} IS NULL`),
  ]
}
