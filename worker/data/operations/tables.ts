/** The tables for operators. */

import { check, index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { vendors } from "../../../contract/status.ts"
import { oneOf, time } from "../columns.ts"

/** The wrong answers of vendors, one row for each kind of error and hour, for the operator's page. */
export const vendorError = sqliteTable(
  "vendor_error",
  {
    vendor: text("vendor", { enum: vendors }).notNull(),
    /** The vendor's own code if it has one, else the missing part: `timeout`, `status-503`. */
    code: text("code").notNull(),
    hourStart: time("hour_start").notNull(),
    count: integer("count").notNull(),
    lastAt: time("last_at").notNull(),
    /** The vendor's words, shortened, without secrets and personal data. */
    lastText: text("last_text").notNull(),
    /** The request's id, to find the log's lines. */
    lastRequestId: text("last_request_id"),
  },
  (t) => [
    primaryKey({ columns: [t.vendor, t.code, t.hourStart] }),
    index("vendor_error_hour").on(t.hourStart),
    check("vendor_error_vendor", oneOf("vendor", vendors)),
  ],
)

/** The R2 keys whose rows were deleted, added in the same batch; a sweep deletes the objects. */
export const objectToDelete = sqliteTable(
  "doomed_object",
  {
    key: text("key").primaryKey(),
    /** The next try after R2 refused to delete it; null: now. */
    retryAt: time("retry_at"),
    createdAt: time("created_at").notNull(),
  },
  (t) => [index("doomed_object_created").on(t.createdAt)],
)

/** The position of a sweep that takes many runs, and the result of a trigger's last run. */
export const sweepCursor = sqliteTable("sweep_cursor", {
  name: text("name").primaryKey(),
  /**
   * The last key looked at, empty at the start of a round; null when no round runs. JSON if a sweep
   * remembers more.
   */
  afterKey: text("after_key"),
  updatedAt: time("updated_at").notNull(),
})
