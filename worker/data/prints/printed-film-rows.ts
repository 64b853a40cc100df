import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"
import { insertFrom } from "../insert-from.ts"
import { printedFilm, reportDay } from "../reports/tables.ts"
import { attempt, print } from "./tables.ts"

/**
 * Notes the film of a completed attempt and adds it to the sums of its day, the seller's when it was
 * completed, as statements for a batch. Other attempts change nothing, nor does a second time. Copies
 * and shares are those on its sheets: items may have changed since.
 */
export function filmCounted(db: Database, { id, day }: { id: Id; day: string }) {
  const isUncounted = and(eq(printedFilm.attemptId, id), eq(printedFilm.isCounted, false))
  return {
    film: insertFilm(db, id, day).onConflictDoNothing(),
    sums: insertSums(db, id).onConflictDoUpdate({
      target: [reportDay.userId, reportDay.kind, reportDay.day, reportDay.key, reportDay.currency],
      set: {
        ...addedSums,
        name: sql`CASE excluded.name WHEN '' THEN ${reportDay.name} ELSE excluded.name END`,
      },
    }),
    counted: db.update(printedFilm).set({ isCounted: true }).where(isUncounted),
  }
}

const notSums = ["userId", "kind", "day", "key", "currency", "name"]
const addedSums = Object.fromEntries(
  Object.entries(getTableColumns(reportDay))
    .filter(([field]) => !notSums.includes(field))
    .map(([field, column]) => [field, sql`${column} + ${sql.raw(`excluded.${column.name}`)}`]),
)

function insertFilm(db: Database, id: Id, day: string) {
  const costOf = (part: string) => sql`coalesce(${attempt.cost} ->> ${part}, 0)`
  return insertFrom(
    db,
    printedFilm,
    {
      attemptId: sql`${attempt.id}`,
      userId: sql`${attempt.userId}`,
      printId: sql`${attempt.printId}`,
      printedAt: sql`${attempt.updatedAt}`,
      day,
      copies: sql`whole.copies`,
      orders: sql`CASE WHEN ${print.remakeReason} IS NULL THEN whole.orders ELSE 0 END`,
      credits: sql`${attempt.credits}`,
      filmIn: sql`whole.film_in`,
      boxesFilmIn: sql`coalesce(${attempt.boxesFilmIn}, whole.film_in)`,
      filmSqIn: sql`CASE WHEN ${attempt.inkSqIn} IS NULL THEN 0 ELSE whole.film_sq_in END`,
      inkSqIn: sql`coalesce(${attempt.inkSqIn}, 0)`,
      currency: sql`coalesce(${attempt.cost} ->> 'currency', '')`,
      filmCents: costOf("film"),
      inkCents: costOf("ink"),
      creditCents: costOf("credits"),
      costCents: costOf("total"),
      savedCents: costOf("savedByNesting"),
      remakeReason: sql`${print.remakeReason}`,
      parts: sql`whole.parts`,
      isCounted: false,
    },
    sql`FROM ${attempt} JOIN ${print} ON ${print.id} = ${attempt.printId} JOIN (${wholeOf(id)}) whole
      WHERE ${attempt.id} = ${id} AND ${attempt.state} = 'completed'`,
  )
}

/**
 * Returns one row: an attempt's film and pieces in all, and JSON of the pieces by design, size and
 * shop. For items that are gone, only copies and area are known.
 */
function wholeOf(id: Id): SQL {
  return sql`WITH own AS MATERIALIZED (
      SELECT sheet_index, placements, 1.0 * length_px / dpi AS length_in, 1.0 * width_px / dpi AS width_in
      FROM sheet JOIN attempt ON attempt.id = sheet.attempt_id WHERE sheet.attempt_id = ${id} AND writing_id IS NULL),
    placed AS (SELECT piece.value ->> 'itemId' AS item_id, (piece.value ->> 'widthPx') * (piece.value ->> 'heightPx') AS area
      FROM own LEFT JOIN sheet_part part ON part.attempt_id = ${id} AND part.sheet_index = own.sheet_index
        JOIN json_each(CASE own.placements WHEN '' THEN coalesce(part.placements, '[]') ELSE own.placements END) piece),
    item AS MATERIALIZED (SELECT placed.copies, placed.area, coalesce(kept.cost_cents, 0) AS cost_cents, "order".id AS order_id,
        image.id AS image_id, image.name AS image_name, size.id AS size_id, size.name AS size_name,
        integration.id AS shop_id, integration.name AS shop_name
      FROM (SELECT item_id, count(*) AS copies, total(area) AS area FROM placed GROUP BY item_id) placed
        LEFT JOIN print_item kept ON kept.id = placed.item_id
        LEFT JOIN image ON image.id = kept.image_id
        LEFT JOIN size ON size.id = kept.size_id
        LEFT JOIN order_item ON order_item.id = kept.order_item_id
        LEFT JOIN "order" ON "order".id = order_item.order_id
        LEFT JOIN integration ON integration.id = "order".integration_id)
    SELECT (SELECT total(length_in) FROM own) AS film_in, (SELECT total(length_in * width_in) FROM own) AS film_sq_in,
      (SELECT coalesce(sum(copies), 0) FROM item) AS copies, (SELECT count(DISTINCT order_id) FROM item) AS orders,
      (SELECT json_group_array(json_object('kind', kind, 'key', key, 'name', name, 'copies', copies, 'orders', orders,
          'share', area / (SELECT max(1, total(area)) FROM item), 'costCents', cost_cents))
        FROM (SELECT 'design' AS kind, coalesce(image_id, '') AS key, coalesce(image_name, '') AS name, ${partSums}
            FROM item GROUP BY image_id
          UNION ALL SELECT 'size', coalesce(size_id, ''), coalesce(size_name, ''), ${partSums} FROM item GROUP BY size_id
          UNION ALL SELECT 'shop', coalesce(shop_id, ''), coalesce(shop_name, ''), ${partSums} FROM item GROUP BY shop_id)
      ) AS parts`
}

const partSums = sql.raw(
  "sum(copies) AS copies, count(DISTINCT order_id) AS orders, total(area) AS area, sum(cost_cents) AS cost_cents",
)

function insertSums(db: Database, id: Id) {
  const isThis = sql`film.attempt_id = ${id} AND film.is_counted = 0`
  const wholeRow = sql.raw("'' AS name, film.copies, film.orders, 1.0 AS share, film.cost_cents")
  return insertFrom(
    db,
    reportDay,
    {
      userId: sql`film.user_id`,
      kind: sql`part.kind`,
      day: sql`substr(film.day, 1, period.value)`,
      key: sql`part.key`,
      currency: sql`film.currency`,
      name: sql`part.name`,
      prints: sql`1`,
      copies: sql`part.copies`,
      // A remake's orders are those of the print that it makes again.
      orders: sql`CASE WHEN film.remake_reason IS NULL THEN part.orders ELSE 0 END`,
      remakes: sql`film.remake_reason IS NOT NULL`,
      remadeCopies: sql`CASE WHEN film.remake_reason IS NULL THEN 0 ELSE part.copies END`,
      filmIn: sql`film.film_in * part.share`,
      boxesFilmIn: ofWhole("boxes_film_in"),
      filmSqIn: ofWhole("film_sq_in"),
      inkSqIn: ofWhole("ink_sq_in"),
      credits: ofWhole("credits"),
      filmCents: ofWhole("film_cents"),
      inkCents: ofWhole("ink_cents"),
      creditCents: ofWhole("credit_cents"),
      costCents: sql`part.cost_cents`,
      savedCents: ofWhole("saved_cents"),
    },
    // A day has 10 letters, a month 7.
    sql`FROM printed_film film
      JOIN (SELECT 'total' AS kind, '' AS key, ${wholeRow} FROM printed_film film WHERE ${isThis}
        UNION ALL SELECT 'remake', film.remake_reason, ${wholeRow} FROM printed_film film
          WHERE ${isThis} AND film.remake_reason IS NOT NULL
        UNION ALL SELECT part.value ->> 'kind', part.value ->> 'key', part.value ->> 'name', part.value ->> 'copies',
          part.value ->> 'orders', part.value ->> 'share', part.value ->> 'costCents'
          FROM printed_film film, json_each(film.parts) part WHERE ${isThis}) part
      JOIN json_each('[10,7]') period ON part.kind <> 'total' OR period.value = 10
      WHERE ${isThis}`,
  )
}

/** Returns a column of whole prints, which is 0 for designs, sizes and shops. */
function ofWhole(column: string): SQL {
  return sql`CASE WHEN part.kind IN ('total', 'remake') THEN ${sql.raw(`film.${column}`)} ELSE 0 END`
}
