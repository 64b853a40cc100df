import { and, eq, gt, lte, sql } from "drizzle-orm"
import type { CallCount } from "../../../contract/credits/hub.ts"
import type { Directory } from "../database.ts"
import { rateCount } from "./tables.ts"

/** A count of calls with this key, in a window that begins with the first of them. */
type Counted = { key: string; windowMs: number; nowMs: number }

/** Adds one in the key's window in one statement, so concurrent calls each get a new count. */
export async function countOne(db: Directory, { key, windowMs, nowMs }: Counted): Promise<CallCount> {
  return db.get(sql`INSERT INTO rate_count (key, window_end, count) VALUES (${key}, ${nowMs + windowMs}, 1)
    ON CONFLICT (key) DO UPDATE SET
      count = iif(window_end <= ${nowMs}, 1, count + 1),
      window_end = iif(window_end <= ${nowMs}, excluded.window_end, window_end)
    RETURNING count, window_end AS windowEndMs`)
}

/** Takes back one count, because the counted call turned out well. */
export async function uncountOne(db: Directory, key: string, nowMs: number): Promise<void> {
  await db
    .update(rateCount)
    .set({ count: sql`max(0, ${rateCount.count} - 1)` })
    .where(and(eq(rateCount.key, key), gt(rateCount.windowEnd, nowMs)))
}

/** Deletes the counters whose window has ended. */
export async function deleteOldRateCounts(db: Directory, nowMs: number): Promise<void> {
  await db.delete(rateCount).where(lte(rateCount.windowEnd, nowMs))
}
