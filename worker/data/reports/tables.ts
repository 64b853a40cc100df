/** The tables of sums of days. */

import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { remakeReasons } from "../../../contract/status.ts"
import { user } from "../accounts/tables.ts"
import { flag, idOf, partOf, time } from "../columns.ts"

/**
 * The printed film, for reports: a row for each completed attempt. A row outlives its print and its
 * artwork, so that a past month stays what it was.
 */
export const printedFilm = sqliteTable(
  "printed_film",
  {
    attemptId: idOf("attempt_id").primaryKey(),
    userId: partOf("user_id", () => user.id),
    printId: idOf("print_id").notNull(),
    printedAt: time("printed_at").notNull(),
    /** The seller's day that it counts for: `2026-11-23`. */
    day: text("day").notNull(),
    copies: integer("copies").notNull(),
    /** The number of orders that it has pieces of; a remake's are of the print that it makes again. */
    orders: integer("orders").notNull(),
    credits: integer("credits").notNull(),
    filmIn: real("film_in").notNull(),
    boxesFilmIn: real("boxes_film_in").notNull(),
    /** The area of its film and of the ink on it; both 0 if the ink is not known. */
    filmSqIn: real("film_sq_in").notNull(),
    inkSqIn: real("ink_sq_in").notNull(),
    /** The currency; "" without prices. */
    currency: text("currency").notNull(),
    filmCents: integer("film_cents").notNull(),
    inkCents: integer("ink_cents").notNull(),
    creditCents: integer("credit_cents").notNull(),
    costCents: integer("cost_cents").notNull(),
    savedCents: integer("saved_cents").notNull(),
    remakeReason: text("remake_reason", { enum: remakeReasons }),
    /** JSON of parts by design, size and shop: [{kind, key, name, copies, orders, filmIn, costCents}]. */
    parts: text("parts").notNull(),
    /** True if it is in the sums of `report_day`. */
    isCounted: flag("is_counted").default(false),
  },
  (t) => [index("printed_film_day").on(t.userId, t.day)],
)

const reportKinds = ["total", "design", "size", "shop", "remake"] as const

/**
 * The sums of `printed_film` by the seller's days: of all (`kind` total), of a design, a size, a shop,
 * a reason. Years have many designs, so all but the total are kept by month as well (`day` 2026-11).
 * The migration makes it WITHOUT ROWID: a range of the key is one range of the table.
 */
export const reportDay = sqliteTable(
  "report_day",
  {
    userId: partOf("user_id", () => user.id),
    kind: text("kind", { enum: reportKinds }).notNull(),
    day: text("day").notNull(),
    /** The design, size, shop or reason; "" for the total, and for pieces without one. */
    key: text("key").notNull(),
    currency: text("currency").notNull(),
    /** The name that it had last. */
    name: text("name").notNull(),
    prints: integer("prints").notNull(),
    copies: integer("copies").notNull(),
    orders: integer("orders").notNull(),
    /** The prints that are remakes, and the copies of these. */
    remakes: integer("remakes").notNull(),
    remadeCopies: integer("remade_copies").notNull(),
    /** The share of the film by area, for designs, sizes and shops. */
    filmIn: real("film_in").notNull(),
    /** The values of whole prints, which are 0 in designs, sizes and shops. */
    boxesFilmIn: real("boxes_film_in").notNull(),
    filmSqIn: real("film_sq_in").notNull(),
    inkSqIn: real("ink_sq_in").notNull(),
    credits: integer("credits").notNull(),
    filmCents: integer("film_cents").notNull(),
    inkCents: integer("ink_cents").notNull(),
    creditCents: integer("credit_cents").notNull(),
    costCents: integer("cost_cents").notNull(),
    savedCents: integer("saved_cents").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.kind, t.day, t.key, t.currency] })],
)
