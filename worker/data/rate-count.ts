import { and, eq, lt, sql } from "drizzle-orm"
import { DAY_MS } from "../../contract/limit.ts"
import type { Database } from "./database.ts"
import { rateCount } from "./schema.ts"

/** Counts one more in the key's current window, in one statement, so that parallel calls all see themselves counted. */
export async function countOne(
  db: Database,
  key: string,
  windowMs: number,
  nowMs: number,
): Promise<{ count: number; windowEndMs: number }> {
  const windowStart = Math.floor(nowMs / windowMs) * windowMs
  const [row] = await db
    .insert(rateCount)
    .values({ key, windowStart, count: 1 })
    .onConflictDoUpdate({
      target: [rateCount.key, rateCount.windowStart],
      set: { count: sql`${rateCount.count} + 1` },
    })
    .returning({ count: rateCount.count })
  return { count: row.count, windowEndMs: windowStart + windowMs }
}

/** Takes back one count of the key's current window: what it stood for turned out well. */
export async function uncountOne(db: Database, key: string, windowMs: number, nowMs: number): Promise<void> {
  const windowStart = Math.floor(nowMs / windowMs) * windowMs
  await db
    .update(rateCount)
    .set({ count: sql`max(0, ${rateCount.count} - 1)` })
    .where(and(eq(rateCount.key, key), eq(rateCount.windowStart, windowStart)))
}

/** No window is longer than a day. */
export async function deleteOldRateCounts(db: Database, nowMs: number): Promise<void> {
  await db.delete(rateCount).where(lt(rateCount.windowStart, nowMs - DAY_MS))
}
