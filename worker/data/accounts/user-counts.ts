import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Id } from "../../../contract/id.ts"
import type { Database } from "../database.ts"

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
})

/**
 * Counts all that a seller has, in one statement over indexes that start with the user. `filmIn`:
 * inches of film of sheets completed since `filmSinceMs`, deleted files included. `filmUsedShare`:
 * the part of it under artwork, weighted by length.
 */
export async function readStatistics(db: Database, userId: Id, filmSinceMs: number) {
  const [row] = await db.all(sql`
    WITH film AS (
      SELECT
        TOTAL(1.0 * sheet.length_px / attempt.dpi) AS film_in,
        TOTAL(1.0 * sheet.length_px / attempt.dpi * attempt.utilisation) AS inked_in
      FROM attempt
      JOIN sheet ON sheet.attempt_id = attempt.id AND sheet.writing_id IS NULL
      JOIN print ON print.id = attempt.print_id AND print.trashed_at IS NULL
      WHERE attempt.user_id = ${userId} AND attempt.state = 'completed' AND attempt.updated_at >= ${filmSinceMs}
    )
    SELECT
      (SELECT COUNT(*) FROM print WHERE user_id = ${userId} AND status = 'In Draft' AND trashed_at IS NULL) AS pendingPrints,
      (SELECT COUNT(*) FROM print WHERE user_id = ${userId} AND trashed_at IS NULL) AS totalPrints,
      (SELECT COUNT(*) FROM print WHERE user_id = ${userId} AND trashed_at IS NULL AND remake_reason IS NOT NULL) AS remadePrints,
      (SELECT COUNT(*) FROM image WHERE user_id = ${userId} AND used_in_print > 0) AS printedImages,
      (SELECT COUNT(*) FROM "order" WHERE user_id = ${userId} AND status = 'Pending' AND is_cancelled = 0) AS pendingOrders,
      (SELECT COUNT(*) FROM "order" WHERE user_id = ${userId}) AS totalOrders,
      (SELECT COUNT(*) FROM "order" WHERE user_id = ${userId} AND status = 'Completed') AS completedOrders,
      (SELECT COUNT(*) FROM integration WHERE user_id = ${userId}) AS totalIntegrations,
      (SELECT COUNT(*) FROM image WHERE user_id = ${userId}) AS totalImages,
      (SELECT COUNT(*) FROM size WHERE user_id = ${userId}) AS totalSizes,
      film.film_in AS filmIn,
      film.inked_in AS inkedIn
    FROM film`)
  const { inkedIn, ...counts } = rowSchema.parse(row)
  return { ...counts, filmUsedShare: counts.filmIn === 0 ? 0 : inkedIn / counts.filmIn }
}
