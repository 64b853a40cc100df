import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Id } from "../../../contract/id.ts"
import { MAX_COUNTED_FIGURE } from "../../../contract/limit.ts"
import type { Reader } from "../reader.ts"

const rowSchema = z.object({
  pendingPrints: z.number(),
  totalPrints: z.number(),
  remadePrints: z.number(),
  printedImages: z.number(),
  pendingOrders: z.number(),
  totalOrders: z.number(),
  completedOrders: z.number(),
  totalIntegrations: z.number(),
  totalImages: z.number(),
  totalSizes: z.number(),
  filmIn: z.number(),
  inkedIn: z.number(),
  isAdmin: z.number(),
})

/** Returns the first moment of the month, in UTC, since which film is counted. */
export function monthStartMs(nowMs: number): number {
  const now = new Date(nowMs)
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)
}

/**
 * Counts all that a seller has, in one statement over indexes that start with the user; prints and orders
 * up to a limit. `filmIn`: inches of film of sheets completed since `filmSinceMs`, deleted files included.
 * `filmUsedShare`: the part of it under artwork, weighted by length.
 */
export async function readStatistics(read: Reader, userId: Id, filmSinceMs: number) {
  const most = sql.raw(String(MAX_COUNTED_FIGURE))
  const [[row]] = await read(sql<object>`
    WITH trashed AS MATERIALIZED (SELECT id FROM print WHERE trashed_at IS NOT NULL AND +user_id = ${userId}),
    film AS (
      SELECT TOTAL(film_in) AS film_in, TOTAL(film_in * utilisation) AS inked_in
      FROM attempt
      WHERE user_id = ${userId} AND state = 'completed' AND updated_at >= ${filmSinceMs}
        AND print_id NOT IN (SELECT id FROM trashed)
    ),
    -- Trashed prints are few: without them, each row of the others was read for whether it is one.
    kept AS (
      SELECT COUNT(*) AS prints FROM (
        SELECT 1 FROM print WHERE user_id = ${userId} LIMIT ${most} + (SELECT COUNT(*) FROM trashed))
    )
    SELECT
      (SELECT COUNT(*) FROM print WHERE user_id = ${userId} AND status = 'In Draft' AND trashed_at IS NULL) AS pendingPrints,
      kept.prints - (SELECT COUNT(*) FROM trashed) AS totalPrints,
      (SELECT COUNT(*) FROM print WHERE user_id = ${userId} AND trashed_at IS NULL AND remake_reason IS NOT NULL) AS remadePrints,
      (SELECT COUNT(*) FROM image WHERE user_id = ${userId} AND used_in_print > 0) AS printedImages,
      (SELECT COUNT(*) FROM "order" WHERE user_id = ${userId} AND status = 'Pending' AND is_cancelled = 0) AS pendingOrders,
      (SELECT COUNT(*) FROM (SELECT 1 FROM "order" WHERE user_id = ${userId} LIMIT ${most})) AS totalOrders,
      (SELECT COUNT(*) FROM (SELECT 1 FROM "order" WHERE user_id = ${userId} AND status = 'Completed' LIMIT ${most})) AS completedOrders,
      (SELECT COUNT(*) FROM integration WHERE user_id = ${userId}) AS totalIntegrations,
      (SELECT COUNT(*) FROM image WHERE user_id = ${userId}) AS totalImages,
      (SELECT COUNT(*) FROM size WHERE user_id = ${userId}) AS totalSizes,
      film.film_in AS filmIn,
      film.inked_in AS inkedIn,
      EXISTS (SELECT 1 FROM user WHERE id = ${userId} AND role = 'admin') AS isAdmin
    FROM film, kept`)
  const { inkedIn, isAdmin, ...counts } = rowSchema.parse(row)
  const filmUsedShare = counts.filmIn === 0 ? 0 : inkedIn / counts.filmIn
  return { ...counts, filmUsedShare, isAdmin: isAdmin === 1 }
}
