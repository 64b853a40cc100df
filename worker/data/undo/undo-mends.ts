import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import { image } from "../artwork/tables.ts"
import type { Database } from "../database.ts"
import { member } from "../insert-from.ts"
import { keepValues, kept, type NewUndo, undoInsert } from "./undo-rows.ts"

/** Returns, as a condition, whether a change of `json_each` is of an image that is still as it was before. */
export function isAsBefore(userId: Id): SQL {
  return sql`${image.id} = ${member("id")} AND ${image.userId} = ${userId} AND ${image.status} = 'Ready' AND ${image.mends} = ${member("before")}`
}

/** Keeps the mends that images have before they are changed. `parts` are JSON lists of changes. */
export function keepMends(db: Database, undo: NewUndo, parts: readonly string[]) {
  return parts.flatMap((part, i) => {
    const from = sql`json_each(${part}) CROSS JOIN ${image} ON ${isAsBefore(undo.userId)}`
    const values = { id: sql`${image.id}`, before: sql`${image.mends}`, after: member("after") }
    return [
      ...(i === 0 ? [undoInsert(db, undo, sql`SELECT 1`)] : []),
      keepValues(db, undo, "mends", values, from),
    ]
  })
}

/** Gives images their mends back, except those that were changed since; they are read again. */
export function mendsRestore(db: Database, { id, nowMs }: { id: Id; nowMs: number }) {
  return [
    db
      .update(image)
      .set({ mends: member("before"), retryAt: nowMs, updatedAt: nowMs })
      .from(kept(id, "mends"))
      .where(
        sql`${image.id} = ${member("id")} AND ${image.status} = 'Ready' AND ${image.mends} = ${member("after")}`,
      ),
  ]
}
