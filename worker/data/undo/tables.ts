/** The tables of deleted rows that may come back. */

import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { user } from "../accounts/tables.ts"
import { id, partOf, time } from "../columns.ts"

/** A deletion that can still be undone, under the id in its reply. */
export const undo = sqliteTable(
  "undo",
  {
    id: id(),
    userId: partOf("user_id", () => user.id),
    createdAt: time("created_at").notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (t) => [index("undo_expires").on(t.expiresAt), index("undo_user").on(t.userId)],
)

/** The rows of a deletion, in parts because a D1 value is at most 2 MB. */
export const undoPart = sqliteTable(
  "undo_part",
  {
    undoId: partOf("undo_id", () => undo.id),
    part: integer("part").notNull(),
    /** The rows' kind, such as `image`. */
    kind: text("kind").notNull(),
    /** The JSON of the rows and of the references to them. */
    rows: text("rows").notNull(),
  },
  (t) => [primaryKey({ columns: [t.undoId, t.part] })],
)
