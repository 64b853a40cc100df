import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { imagesOfFontsReadAgain } from "../artwork/image-progress.ts"
import { sweptAtMs } from "../artwork/image-turn-rows.ts"
import { font } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { objectToDelete } from "../operations/tables.ts"
import { keepRows, kept, type NewUndo, restoreRows, undoInsert } from "./undo-rows.ts"

/** Keeps a font that is about to be deleted. `own` is of `font`. */
export function keepFont(db: Database, undo: NewUndo, own: SQL) {
  return [
    undoInsert(db, undo, sql`SELECT ${font.id} FROM ${font} WHERE ${own}`),
    keepRows(db, undo, "font", font, own),
  ]
}

/** Restores a font with its file; images whose texts may be set in it are read again. */
export function fontRestore(db: Database, { id, userId, nowMs }: { id: Id; userId: Id; nowMs: number }) {
  return [
    restoreRows(db, id, "font", font),
    db
      .delete(objectToDelete)
      .where(sql`${objectToDelete.key} IN (SELECT ${member("fileKey")} FROM ${kept(id, "font")})`),
    imagesOfFontsReadAgain(
      db,
      userId,
      sql`SELECT ${member("id")} FROM ${kept(id, "font")}`,
      sweptAtMs(nowMs),
    ),
  ]
}
